package plots

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"mpc/samples"
)

// A Series is the draws of a real or a count.
type Series struct {
	// Name is that of the element, such as skill[3].
	Name string
	// Chains has the draws of each chain, of which each Every-th is given, 1 if it is
	// 0, as samples.Recorder.Kept returns them.
	Chains [][]float64
	Every  int
	// Summary is what stands in the title.
	Summary samples.Real
}

// The measures of a picture, in pixels.
const (
	pictureWidth, pictureHeight = 960.0, 330.0
	panelTop, panelBottom       = 62.0, 280.0
	traceLeft, traceRight       = 72.0, 570.0
	densityLeft, densityRight   = 610.0, 940.0
)

// Write draws a series: left the trace of each chain, right the density of its draws,
// with the quantiles of 5, 50 and 95%. Of counts there are the frequencies.
func Write(w io.Writer, s Series) error {
	c := newCanvas(pictureWidth, pictureHeight, s.Name+": trace and density")
	r := s.Summary
	title(c, s.Name, "mean "+meanText(r.Mean, r.MCSE)+", error "+number(r.MCSE)+", sd "+number(r.SD), r.RHat, r.ESSBulk, r.ESSTail)
	legend(c, len(s.Chains))
	if sorted := finite(s.Chains); len(sorted) == 0 {
		c.text(0.5*pictureWidth, 0.5*(panelTop+panelBottom), "middle", grey, "", "no draws that are finite")
	} else {
		trace(c, s, sorted)
		if values, shares, ok := frequencies(s.Chains); ok && len(values) > 1 {
			bars(c, labelsOf(values), shares, densityLeft, densityRight, s.Name)
		} else {
			densities(c, s, sorted)
		}
	}
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

// title writes the name, what a summary says, and how good it is: red where it cannot
// be relied on.
func title(c *canvas, name, what string, rhat, bulk, tail float64) {
	c.text(traceLeft, 24, "start", ink, ` font-size="16" font-weight="bold"`, name)
	fill := ink
	if rhat > samples.RHatLimit || bulk < samples.ESSLimit || tail < samples.ESSLimit {
		fill = bad
	}
	text := "R-hat " + fixed(rhat, 3) + ", effective draws " + fixed(bulk, 0)
	if tail != bulk && !math.IsNaN(tail) {
		text += ", in the tails " + fixed(tail, 0)
	}
	c.text(traceLeft, 44, "start", ink, "", what)
	c.text(densityLeft, 44, "start", fill, "", text)
}

// legend names the chains, from the right; of many the first ones.
func legend(c *canvas, chains int) {
	x := densityRight
	if shown := 8; chains > shown {
		c.text(x, 24, "end", ink, "", fmt.Sprintf("of %d", chains))
		chains, x = shown, x-50
	}
	for k := chains - 1; k >= 0; k-- {
		c.text(x, 24, "end", ink, "", fmt.Sprint(k+1))
		c.rect(x-22, 15, 10, 10, colorOf(k))
		x -= 36
	}
	if chains > 0 {
		c.text(x, 24, "end", ink, "", "chain")
	}
}

// trace draws each chain.
func trace(c *canvas, s Series, sorted []float64) {
	low, high := shown(sorted, 0.005)
	every, most := max(s.Every, 1), 0
	for _, draws := range s.Chains {
		most = max(most, len(draws))
	}
	pad := 0.03 * (high - low)
	y := newAxis(low-pad, high+pad, panelBottom, panelTop, 6)
	x := newAxis(1, float64(max((most-1)*every+1, 2)), traceLeft, traceRight, 6)
	y.beside(c, traceLeft, traceRight)
	x.below(c, panelTop, panelBottom, "draw")
	for k, draws := range s.Chains {
		xs, ys := outline(draws, int(traceRight-traceLeft))
		for i := range xs {
			xs[i] = x.at(xs[i]*float64(every) + 1)
			ys[i] = math.Min(math.Max(y.at(ys[i]), panelTop), panelBottom)
		}
		c.curve(xs, ys, colorOf(k), ` stroke-width="0.8" stroke-opacity="0.75"`)
	}
}

// outline returns draws with their places, and of more than two for each of so many
// columns the least and the largest of each column in their order, which look the same.
func outline(draws []float64, columns int) (at, value []float64) {
	if len(draws) <= 2*columns {
		for i, x := range draws {
			at, value = append(at, float64(i)), append(value, x)
		}
		return at, value
	}
	for k := range columns {
		from, to := k*len(draws)/columns, (k+1)*len(draws)/columns
		first, second := from, from
		for i := from; i < to; i++ {
			if draws[i] < draws[first] {
				first = i
			}
			if draws[i] > draws[second] {
				second = i
			}
		}
		first, second = min(first, second), max(first, second)
		at, value = append(at, float64(first), float64(second)), append(value, draws[first], draws[second])
	}
	return at, value
}

// densities draws the density of each chain.
func densities(c *canvas, s Series, sorted []float64) {
	low, high := shown(sorted, 0.05)
	x := newAxis(low, high, densityLeft, densityRight, 5)
	x.below(c, panelTop, panelBottom, s.Name)
	if r := s.Summary; r.SD > 0 {
		quantileLines(c, x, [3]float64{r.Q05, r.Q50, r.Q95})
	}
	var at [][]float64
	var values [][]float64
	most := 0.0
	for _, draws := range s.Chains {
		a, v := density(draws, x.low, x.high)
		at, values = append(at, a), append(values, v)
		for _, d := range v {
			most = math.Max(most, d)
		}
	}
	for k := range at {
		if len(s.Chains[k]) == 0 {
			continue
		}
		for i := range at[k] {
			at[k][i] = x.at(at[k][i])
			values[k][i] = panelBottom - 0.95*values[k][i]/most*(panelBottom-panelTop)
		}
		c.curve(at[k], values[k], colorOf(k), ` stroke-width="1.5"`)
	}
}

// number is a number to 3 digits.
func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.3g", x)
}

// meanText is a mean with two digits of its error.
func meanText(mean, mcse float64) string {
	digits := 1 - math.Floor(math.Log10(mcse))
	if !(mcse > 0) || digits > 12 || !(math.Abs(mean) < 1e9) || math.Abs(mean) < 1e-4 {
		return number(mean)
	}
	return strconv.FormatFloat(mean, 'f', max(0, int(digits)), 64)
}

func fixed(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x > 1e7:
		return "very large"
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// Files gives the pictures in a folder names of their own, also where case does not count.
type Files map[string]bool

// Name is the name of the file with the picture of an element, by its labels: skill[ann, 3]
// gives skill-ann-3.svg. What files may not be called, and spaces, become underscores. Where that
// name is taken the indices follow it.
func (f Files) Name(element string, index []int) string {
	name := strings.NewReplacer("[", "-", ", ", "-", ",", "-", "]", "").Replace(element)
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	const most = 120 // bytes: file systems take 255
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "")
	}
	if f[strings.ToLower(name)] {
		for _, i := range index {
			name += "-" + strconv.Itoa(i)
		}
	}
	for f[strings.ToLower(name)] {
		name += "_"
	}
	f[strings.ToLower(name)] = true
	return name + ".svg"
}

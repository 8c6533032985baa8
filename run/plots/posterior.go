package plots

import (
	"io"
	"math"
)

// A Posterior is the distribution of a number.
type Posterior struct {
	// Name is that of the element, such as skill[ann]; Text is what stands below it.
	Name, Text string
	// At are the places where Density is known, in ascending order.
	At, Density []float64
	// Quantiles are those of 5, 50 and 95 %.
	Quantiles [3]float64
}

// WritePosterior draws a density with its quantiles of 5, 50 and 95 %.
func WritePosterior(w io.Writer, p Posterior) error {
	c := newCanvas(pictureWidth, pictureHeight, p.Name+": density of the posterior")
	head(c, p.Name, p.Text)
	most := 0.0
	for _, d := range p.Density {
		if !math.IsInf(d, 0) {
			most = math.Max(most, d) // false of NaN
		}
	}
	if len(p.At) < 2 || most == 0 {
		c.text(0.5*pictureWidth, 0.5*(panelTop+panelBottom), "middle", grey, "", "no density that is finite")
	} else {
		x := newAxis(p.At[0], p.At[len(p.At)-1], traceLeft, densityRight, 8)
		x.below(c, panelTop, panelBottom, p.Name)
		quantileLines(c, x, p.Quantiles)
		xs, ys := make([]float64, len(p.At)), make([]float64, len(p.At))
		for i := range xs {
			xs[i] = x.at(p.At[i])
			ys[i] = panelBottom - 0.95*math.Min(p.Density[i]/most, 1)*(panelBottom-panelTop)
		}
		c.curve(xs, ys, colorOf(0), ` stroke-width="1.5"`)
	}
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

// Values are the probabilities of the values of a truth or a whole number.
type Values struct {
	// Name is that of the element; Text is what stands below it.
	Name, Text string
	// Labels are the names of the values.
	Labels []string
	P      []float64
}

// WriteValues draws a bar for each value.
func WriteValues(w io.Writer, v Values) error {
	c := newCanvas(pictureWidth, pictureHeight, v.Name+": probability of each value")
	head(c, v.Name, v.Text)
	bars(c, v.Labels, [][]float64{v.P}, traceLeft, densityRight, v.Name)
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

// head writes the name of an element, and what is said of it.
func head(c *canvas, name, text string) {
	c.text(traceLeft, 24, "start", ink, ` font-size="16" font-weight="bold"`, name)
	c.text(traceLeft, 44, "start", ink, "", text)
}

// quantileLines marks the quantiles of 5, 50 and 95 % that lie on an axis; labels that would
// stand on each other are left out.
func quantileLines(c *canvas, x *axis, quantiles [3]float64) {
	labelled := math.Inf(-1)
	for i, q := range quantiles {
		if !(q >= x.low && q <= x.high) {
			continue
		}
		c.line(x.at(q), panelTop, x.at(q), panelBottom, grey, ` stroke-dasharray="3 3"`)
		if x.at(q)-labelled > 24 {
			labelled = x.at(q)
			c.text(labelled, panelTop-4, "middle", grey, ` font-size="10"`, []string{"5%", "50%", "95%"}[i])
		}
	}
}

// A Convergence is how much each iteration of message passing changed a posterior at most,
// in standard deviations.
type Convergence struct {
	// Text is what stands below the title.
	Text    string
	Changes []float64
	// Tolerance is the change at which the iteration ends, or 0.
	Tolerance float64
}

// WriteConvergence draws the changes, on a scale of powers of ten.
func WriteConvergence(w io.Writer, v Convergence) error {
	c := newCanvas(pictureWidth, pictureHeight, "convergence: change in each iteration")
	head(c, "convergence", v.Text)
	const least = 1e-16 // smaller changes are rounding
	low, high := 0.0, math.Inf(-1)
	logs := make([]float64, len(v.Changes))
	for i, change := range v.Changes {
		logs[i] = math.Log10(math.Max(change, least))
		if !math.IsNaN(logs[i]) && !math.IsInf(logs[i], 0) {
			low, high = math.Min(low, logs[i]), math.Max(high, logs[i])
		}
	}
	if math.IsInf(high, 0) {
		c.text(0.5*pictureWidth, 0.5*(panelTop+panelBottom), "middle", grey, "", "no iterations")
	} else {
		if v.Tolerance > 0 {
			low = math.Min(low, math.Log10(v.Tolerance))
		}
		y := newPowers(math.Floor(low), math.Max(math.Ceil(high), math.Floor(low)+1), panelBottom, panelTop)
		last := max(len(logs), 2)
		x := newAxis(1, float64(last), traceLeft, densityRight, min(10, last-1))
		y.beside(c, traceLeft, densityRight)
		x.below(c, panelTop, panelBottom, "iteration")
		if v.Tolerance > 0 {
			at := y.at(math.Log10(v.Tolerance))
			c.line(traceLeft, at, densityRight, at, grey, ` stroke-dasharray="3 3"`)
			c.text(traceLeft+6, at-4, "start", grey, ` font-size="10"`, "tolerance")
		}
		xs := make([]float64, len(logs))
		for i := range logs {
			xs[i], logs[i] = x.at(float64(i+1)), y.at(logs[i])
		}
		c.curve(xs, logs, colorOf(0), ` stroke-width="1.5"`)
	}
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

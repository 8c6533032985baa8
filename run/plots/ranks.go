package plots

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"mpc/special"
)

// Ranks is how often the truth had each rank among draws, in simulations: where
// inference is right all ranks are as likely (Talts, Betancourt, Simpson, Vehtari and
// Gelman 2018, "Validating Bayesian inference algorithms with simulation-based
// calibration").
type Ranks struct {
	// Name is that of the element, such as skill[3].
	Name string
	// Counts are the numbers of simulations with a rank in each of some equal parts.
	Counts []int
	// Note is what stands under the name, such as the p-value of a test.
	Note string
}

// ranksBand is how often the count of a part lies in the band where ranks are right.
const ranksBand = 0.99

// WriteRanks draws a bar for each part, and behind them the band in which each count
// lies in 99 of 100 cases where inference is right. Bars that end outside of it are red.
func WriteRanks(w io.Writer, r Ranks) error {
	c := newCanvas(pictureWidth, pictureHeight, r.Name+": ranks")
	total, highest := 0, 0
	for _, n := range r.Counts {
		total += n
		highest = max(highest, n)
	}
	c.text(traceLeft, 24, "start", ink, ` font-size="16" font-weight="bold"`, r.Name)
	c.text(traceLeft, 44, "start", ink, "", r.Note)
	c.text(densityRight, 24, "end", ink, "", fmt.Sprintf("%d simulations", total))
	if total == 0 {
		c.text(0.5*pictureWidth, 0.5*(panelTop+panelBottom), "middle", grey, "", "no simulations")
		c.close()
		_, err := w.Write(c.Bytes())
		return err
	}
	low, high := binomialBand(total, 1/float64(len(r.Counts)), ranksBand)
	y := newAxis(0, 1.05*math.Max(float64(highest), float64(high)), panelBottom, panelTop, 5)
	c.rect(traceLeft, y.at(float64(high)), densityRight-traceLeft, y.at(float64(low))-y.at(float64(high)), "#d8e6f0")
	y.beside(c, traceLeft, densityRight)
	slot := (densityRight - traceLeft) / float64(len(r.Counts))
	labels := max(1, len(r.Counts)/20)
	for k, n := range r.Counts {
		fill, left := colorOf(0), traceLeft+float64(k)*slot
		if n < low || n > high {
			fill = bad
		}
		c.rect(left+0.1*slot, y.at(float64(n)), 0.8*slot, panelBottom-y.at(float64(n)), fill)
		if k%labels == 0 {
			c.text(left+0.5*slot, panelBottom+17, "middle", ink, "", strconv.Itoa(k+1))
		}
	}
	middle := y.at(float64(total) / float64(len(r.Counts)))
	c.line(traceLeft, middle, densityRight, middle, grey, ` stroke-dasharray="3 3"`)
	c.line(traceLeft, panelBottom, densityRight, panelBottom, ink, "")
	c.text(0.5*(traceLeft+densityRight), panelBottom+34, "middle", ink, "", "rank of the truth, low to high")
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

// binomialBand is the band with tails of equal probability at most that has at least the
// given one: how many of n cases of probability p there are.
func binomialBand(n int, p, probability float64) (low, high int) {
	tail := 0.5 * (1 - probability)
	// At most k of n has the probability that a beta of shapes n-k and k+1 is below 1-p.
	atMost := func(k int) float64 {
		if k >= n {
			return 1
		}
		return special.BetaCdf(1-p, float64(n-k), float64(k+1))
	}
	for low < n && atMost(low) <= tail {
		low++
	}
	high = low
	for high < n && atMost(high) < 1-tail {
		high++
	}
	return low, high
}

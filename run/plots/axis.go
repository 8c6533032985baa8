package plots

import (
	"fmt"
	"math"
	"strconv"
)

// An axis maps the numbers from low to high to the places from first to last, and has
// round numbers as ticks.
type axis struct {
	low, high   float64
	first, last float64
	ticks       []float64
	labels      []string
	// note says what the labels leave out: "+ 1000000" is to be added to each, and
	// "e9" is the power of 10 that each is of.
	note string
}

// newAxis makes one with about so many ticks.
func newAxis(low, high, first, last float64, ticks int) *axis {
	if !(high > low) {
		pad := 0.5
		if low != 0 {
			pad = 0.05 * math.Abs(low)
		}
		low, high = low-pad, high+pad
	}
	a := &axis{low: low, high: high, first: first, last: last}
	step := roundStep((high - low) / float64(ticks))
	// Numbers that differ in late digits only have the others said once.
	offset := 0.0
	if largest := math.Max(math.Abs(low), math.Abs(high)); high-low < 1e-4*largest {
		unit := math.Pow(10, math.Ceil(math.Log10(high-low)))
		offset = math.Round(0.5*(low+high)/unit) * unit
		a.note = "+ " + strconv.FormatFloat(offset, 'g', 15, 64)
	}
	power := 0
	if largest := math.Max(math.Abs(low-offset), math.Abs(high-offset)); largest >= 1e6 || largest < 1e-3 {
		power = int(math.Floor(math.Log10(largest)))
		a.note += fmt.Sprintf(" e%d", power)
	}
	unit := math.Pow(10, float64(power))
	digits := max(0, -int(math.Floor(math.Log10(step/unit)+1e-9)))
	for k := math.Ceil((low-offset)/step - 1e-9); k*step <= high-offset+1e-9*step; k++ {
		x := k*step + offset
		if math.IsInf(x, 0) || len(a.ticks) > 4*ticks {
			break
		}
		a.ticks = append(a.ticks, x)
		a.labels = append(a.labels, strconv.FormatFloat(k*step/unit+0, 'f', digits, 64))
	}
	return a
}

// roundStep is the least of 1, 2 and 5 times a power of 10 that is at least x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range [...]float64{1, 2, 5} {
		if k*power >= x*(1-1e-9) {
			return k * power
		}
	}
	return 10 * power
}

// at is the place of a number.
func (a *axis) at(x float64) float64 {
	return a.first + (x-a.low)/(a.high-a.low)*(a.last-a.first)
}

// below draws a along the bottom y of a panel that begins at top, with its name.
func (a *axis) below(c *canvas, top, y float64, name string) {
	for i, x := range a.ticks {
		c.line(a.at(x), top, a.at(x), y, faint, "")
		c.line(a.at(x), y, a.at(x), y+4, ink, "")
		c.text(a.at(x), y+17, "middle", ink, "", a.labels[i])
	}
	c.line(a.first, y, a.last, y, ink, "")
	c.text(0.5*(a.first+a.last), y+34, "middle", ink, "", name)
	if a.note != "" {
		c.text(a.last, y+34, "end", grey, ` font-size="10"`, a.note)
	}
}

// beside draws a along the left side x of a panel that ends at right.
func (a *axis) beside(c *canvas, x, right float64) {
	for i, y := range a.ticks {
		c.line(x, a.at(y), right, a.at(y), faint, "")
		c.line(x-4, a.at(y), x, a.at(y), ink, "")
		c.text(x-7, a.at(y)+4, "end", ink, "", a.labels[i])
	}
	c.line(x, a.first, x, a.last, ink, "")
	if a.note != "" {
		c.text(x-40, a.last-5, "start", grey, ` font-size="10"`, a.note)
	}
}

// newPowers makes an axis of powers of ten, from one whole power to another.
func newPowers(low, high, first, last float64) *axis {
	a := &axis{low: low, high: high, first: first, last: last}
	step := math.Ceil((high - low) / 8)
	for x := low; x <= high; x += step {
		a.ticks = append(a.ticks, x)
		label := fmt.Sprintf("1e%d", int(x))
		if x == 0 {
			label = "1"
		}
		a.labels = append(a.labels, label)
	}
	return a
}

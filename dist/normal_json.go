package dist

import "math"

// MarshalJSON writes {"dist":"normal","mean":m,"variance":v}, a point mass as
// {"dist":"point","value":x}, the uniform message as
// {"dist":"normal","uniform":true}. Where a mean and a variance do not give d
// back to within a unit in the last place, as for an improper d, it writes
// {"dist":"normal","precision":P,"mean_precision":H}.
func (d Normal) MarshalJSON() ([]byte, error) {
	switch {
	case d.IsPoint():
		return appendDistFields("point", distField{"value", d.H})
	case d.IsUniform():
		return appendDistFlag("normal", "uniform"), nil
	}
	if mean, variance, ok := d.roundTripMoments(); ok {
		return appendDistFields("normal", distField{"mean", mean}, distField{"variance", variance})
	}
	return appendDistFields("normal", distField{"precision", d.P}, distField{"mean_precision", d.H})
}

// roundTripMoments returns the mean and variance of d, each moved by a unit in
// the last place or two where NormalMeanVariance then comes nearer to d.
func (d Normal) roundTripMoments() (mean, variance float64, ok bool) {
	if !(d.P > 0) || !d.IsFinite() {
		return 0, 0, false
	}
	nearest := math.Inf(1)
	for _, v := range distNeighbours(1 / d.P) {
		for _, m := range distNeighbours(d.H / d.P) {
			r := NormalMeanVariance(m, v)
			off := math.Max(distUlps(r.P, d.P), distUlps(r.H, d.H))
			if v > 0 && off < nearest {
				mean, variance, nearest = m, v, off
			}
		}
	}
	return mean, variance, nearest <= 1
}

// distNeighbours returns x and the two numbers on either side of it.
func distNeighbours(x float64) [5]float64 {
	up, down := math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1))
	return [5]float64{x, up, down, math.Nextafter(up, math.Inf(1)), math.Nextafter(down, math.Inf(-1))}
}

// distUlps is |x - y| in units in the last place of y, +Inf where x is not finite.
func distUlps(x, y float64) float64 {
	if x == y {
		return 0
	}
	ulp := math.Nextafter(math.Abs(y), math.Inf(1)) - math.Abs(y)
	n := math.Abs(x-y) / ulp
	if n != n {
		return math.Inf(1)
	}
	return n
}

// UnmarshalJSON reads what MarshalJSON writes, and a scale by any of its names:
// variance (0 is a point mass), sd, precision.
func (d *Normal) UnmarshalJSON(data []byte) error {
	f := readDistFields("normal", data)
	var r Normal
	switch {
	case f.isPoint():
		r = NormalPoint(f.number("value"))
	case f.flag("uniform"):
		r = NormalUniform()
	case f.has("mean_precision"):
		r = Normal{f.number("mean_precision"), f.number("precision")}
	default:
		mean := f.number("mean")
		switch scale := f.oneOf("variance", "sd", "precision"); scale {
		case "variance":
			r = NormalMeanVariance(mean, f.numberIn(scale, 0, math.Inf(1)))
		case "sd":
			r = NormalMeanSD(mean, f.numberIn(scale, 0, math.Inf(1)))
		case "precision":
			r = NormalMeanPrecision(mean, f.positive(scale))
		}
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

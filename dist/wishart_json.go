package dist

import (
	"errors"
	"math"
)

// MarshalJSON writes {"dist":"wishart","df":n,"scale":[[...],...]}, a point mass
// as {"dist":"point","value":[[...],...]}, the uniform message as
// {"dist":"wishart","uniform":true,"size":k}. Where the scale does not give d back
// to within 4e-15, as for an ill-conditioned one, its "inverse" goes with it. An
// improper d is written as "shape" and "rate", with "improper":true.
func (d Wishart) MarshalJSON() ([]byte, error) {
	k := d.Size()
	switch {
	case d.Point:
		return appendDistArrays("point", distArray{name: "value", x: d.Rate, rows: k})
	case d.IsUniform():
		b, err := appendDistArrays("wishart", distArray{name: "size", x: []float64{float64(k)}, plain: true})
		return appendDistMark(b, err, "uniform")
	}
	w := NewMvWork(k)
	scale, inverse := make([]float64, k*k), make([]float64, k*k)
	proper := d.properFactor(w.factor)
	if proper {
		mvInverse(scale, d.Rate, w.factor, k, true, w)
	}
	for i, r := range d.Rate {
		scale[i] /= 2
		inverse[i] = 2 * r
	}
	if !proper || !distAllFinite(scale) || !distAllFinite(inverse) {
		shape, rate := distArray{name: "shape", x: []float64{d.Shape}, plain: true}, distArray{name: "rate", x: d.Rate, rows: k}
		b, err := appendDistArrays("wishart", shape, rate)
		return appendDistMark(b, err, "improper")
	}
	df, s := distArray{name: "df", x: []float64{2 * d.Shape}, plain: true}, distArray{name: "scale", x: scale, rows: k}
	if d.roundTrips(scale, w) {
		return appendDistArrays("wishart", df, s)
	}
	return appendDistArrays("wishart", df, s, distArray{name: "inverse", x: inverse, rows: k})
}

// roundTrips tells whether a scale gives d back.
func (d Wishart) roundTrips(scale []float64, w *MvWork) bool {
	var r Wishart
	if r.SetDfScale(2*d.Shape, scale, w) != nil {
		return false
	}
	k := d.Size()
	for i := range k {
		for j := range i + 1 {
			size := math.Sqrt(d.Rate[i*k+i]) * math.Sqrt(d.Rate[j*k+j])
			if !(math.Abs(r.Rate[i*k+j]-d.Rate[i*k+j]) <= mvRoundTrip*size) {
				return false
			}
		}
	}
	return true
}

// UnmarshalJSON reads what MarshalJSON writes; of "scale" and its "inverse" either
// will do, and the inverse goes before the scale. A "uniform" one needs no "size"
// where d has the right size already.
func (d *Wishart) UnmarshalJSON(data []byte) error {
	f := readDistFields("wishart", data)
	var r Wishart
	switch {
	case f.isPoint():
		x, k := takeSquare(f, "value")
		if f.err == nil {
			r = WishartPoint(x)
			if err := mvSymmetric("value", r.Rate, x, k); err != nil {
				f.fail(err)
			}
		}
	case f.flag("uniform"):
		r = WishartUniform(takeSize(f, d.Size()))
	case f.flag("improper"):
		r.Shape = f.number("shape")
		x, k := takeSquare(f, "rate")
		if f.err == nil {
			r.Rate = make([]float64, len(x))
			if err := mvSymmetric("rate", r.Rate, x, k); err != nil {
				f.fail(err)
			}
		}
	default:
		df := f.positive("df")
		name, set := "scale", WishartDfScale
		if f.has("inverse") {
			name, set = "inverse", WishartDfInverseScale
			delete(f.values, "scale")
		}
		x, k := takeSquare(f, name)
		if f.err == nil && k == 0 {
			f.fail(errors.New(`"` + name + `" has no rows`))
		}
		if f.err == nil {
			var err error
			if r, err = set(df, x); err != nil {
				f.fail(err)
			}
		}
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

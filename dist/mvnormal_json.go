package dist

import "math"

// mvRoundTrip is how far, in sd and relative to variances, a mean and covariance
// may be from giving a normal back for them to be written alone.
const mvRoundTrip = 4e-15

// MarshalJSON writes {"dist":"mvnormal","mean":[...],"covariance":[[...],...]}, a
// point mass as {"dist":"point","value":[...]}, the uniform message as
// {"dist":"mvnormal","uniform":true,"size":k}. Where a mean and covariance do not
// give d back to within 4e-15, as for ill-conditioned ones, "mean_precision", which
// is H, and "precision", which is P, go with them; where d is improper they stand
// alone.
func (d MvNormal) MarshalJSON() ([]byte, error) {
	k := len(d.H)
	switch {
	case d.Point:
		return appendDistArrays("point", distArray{name: "value", x: d.H})
	case d.IsUniform():
		b, err := appendDistArrays("mvnormal", distArray{name: "size", x: []float64{float64(k)}, plain: true})
		return appendDistMark(b, err, "uniform")
	}
	h, p := distArray{name: "mean_precision", x: d.H}, distArray{name: "precision", x: d.P, rows: k}
	w := NewMvWork(k)
	mean, covariance := d.MeanTo(nil, w), d.CovarianceTo(nil, w)
	if !distAllFinite(mean) || !distAllFinite(covariance) {
		return appendDistArrays("mvnormal", h, p)
	}
	m, c := distArray{name: "mean", x: mean}, distArray{name: "covariance", x: covariance, rows: k}
	if d.roundTrips(mean, covariance, w) {
		return appendDistArrays("mvnormal", m, c)
	}
	return appendDistArrays("mvnormal", m, c, h, p)
}

// roundTrips tells whether a mean and covariance give d back.
func (d MvNormal) roundTrips(mean, covariance []float64, w *MvWork) bool {
	var r MvNormal
	if r.SetMeanCovariance(mean, covariance, w) != nil || r.Point {
		return false
	}
	k := len(d.H)
	for i := range k {
		for j := range i + 1 {
			scale := math.Sqrt(d.P[i*k+i]) * math.Sqrt(d.P[j*k+j])
			if !(math.Abs(r.P[i*k+j]-d.P[i*k+j]) <= mvRoundTrip*scale) {
				return false
			}
		}
	}
	mvFactor(w.factor, d.P, k)
	copy(w.x, mean)
	mvTimesFactor(w.factor, w.x)
	for i, h := range r.H {
		w.y[i] = h - d.H[i]
	}
	mvForward(w.factor, w.y)
	return math.Sqrt(mvDot(w.y, w.y)) <= mvRoundTrip*math.Max(1, math.Sqrt(mvDot(w.x, w.x)))
}

// UnmarshalJSON reads what MarshalJSON writes, and a mean with a precision;
// "mean_precision" and "precision" go before a mean and covariance. A "uniform"
// one needs no "size" where d has the right size already.
func (d *MvNormal) UnmarshalJSON(data []byte) error {
	f := readDistFields("mvnormal", data)
	var r MvNormal
	switch {
	case f.isPoint():
		r = MvNormalPoint(takeVector(f, "value"))
	case f.flag("uniform"):
		r = MvNormalUniform(takeSize(f, len(d.H)))
	case f.has("mean_precision"):
		r.H = takeVector(f, "mean_precision")
		p, rows := takeSquare(f, "precision")
		if f.err == nil && rows != len(r.H) {
			f.fail(distElementsError("precision", rows, "mean_precision", len(r.H)))
		}
		if f.err == nil {
			r.P = make([]float64, len(p))
			if err := mvSymmetric("precision", r.P, p, rows); err != nil {
				f.fail(err)
			}
		}
		delete(f.values, "mean")
		delete(f.values, "covariance")
	default:
		mean := takeVector(f, "mean")
		scale := f.oneOf("covariance", "precision")
		x, rows := takeSquare(f, scale)
		if f.err == nil && rows != len(mean) {
			f.fail(distElementsError(scale, rows, "mean", len(mean)))
		}
		if f.err != nil {
			break
		}
		set := r.SetMeanCovariance
		if scale == "precision" {
			set = r.SetMeanPrecision
		}
		if err := set(mean, x, nil); err != nil {
			f.fail(err)
		}
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

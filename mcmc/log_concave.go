package mcmc

import "math"

// A logConcave is the density of t = log x - log of a point for a gamma, or of
// the difference of the log odds for a beta, relative to that at t = 0. Both are
// log-concave for all parameters, with tails that are exponentials.
type logConcave struct {
	lean        float64 // the slope at 0: shape - rate x, or a rest - b share
	n           float64 // rate x, or a + b
	share, rest float64 // of a beta: x and 1 - x
	logit       bool    // a beta
}

// at returns the log density at t and its slope. What is linear in t stands apart
// from what is not, so that nothing large cancels.
func (f *logConcave) at(t float64) (log, slope float64) {
	switch {
	case f.n == 0:
		return f.lean * t, f.lean
	case !f.logit:
		return f.lean*t - f.n*concaveExp(t), f.lean - f.n*math.Expm1(t)
	}
	// log(1 + share (exp(x) - 1)) - share x, counted from the end that is farther, so
	// that no digits of the smaller share are lost.
	share, rest, x, sign := f.share, f.rest, t, 1.0
	if share > rest {
		share, rest, x, sign = rest, share, -t, -1
	}
	var rise float64
	v := share * rest
	if x > 1 && share*math.Exp(x) > 1 {
		d := share + rest*math.Exp(-x)
		rise = x + math.Log(d) - share*x
		slope = f.n * v * -math.Expm1(-x) / d
	} else {
		e := math.Expm1(x)
		rise = math.Log1p(share*e) - share*x
		slope = f.n * v * e / (1 + share*e)
	}
	if t > -1e-3 && t < 1e-3 { // the cumulants of a truth
		skew := rest - share
		rise = v * x * x * (1.0/2 + x*(skew/6+x*((1-6*v)/24+x*skew*(1-12*v)/120)))
	}
	return f.lean*t - f.n*rise, f.lean - sign*slope
}

// concaveExp is exp(t) - 1 - t.
func concaveExp(t float64) float64 {
	if t < -0.1 || t > 0.1 {
		return math.Expm1(t) - t
	}
	return t * t / 2 * (1 + t/3*(1+t/4*(1+t/5*(1+t/6*(1+t/7*(1+t/8*(1+t/9*(1+t/10))))))))
}

// draw draws t from [lo, hi], which has 0 inside, where the density is largest, or
// at the end where it is: by rejection from a hat of tangents, at 0 and on both
// sides where the density is about 1/e (Devroye, "A simple algorithm for
// generating random variates with a log-concave density", Computing 33, 1984). Two
// of three or more are accepted; it is NaN where the density is not a number.
func (f *logConcave) draw(s *Stream, lo, hi float64) float64 {
	left, right := f.side(-1, lo), f.side(1, hi)
	for range 10000 {
		side, sign := &right, 1.0
		u := s.Float64() * (left.near + left.far + right.near + right.far)
		if u < left.near+left.far {
			side, sign = &left, -1
		} else {
			u -= left.near + left.far
		}
		var t, hat float64
		if u < side.near {
			t = concaveTilted(s, side.slope, side.knee)
			hat = -side.slope * t
		} else {
			t = concaveTilted(s, side.steep, side.end-side.knee)
			hat = -side.slope*side.knee - side.steep*t
			t += side.knee
		}
		t = sign * min(t, side.end)
		if log, _ := f.at(t); s.Exponential() >= hat-log {
			return t
		}
	}
	return math.NaN()
}

// A concaveSide is the hat on one side of 0, up to end: exp(-slope t) up to the
// knee, from there on falling as exp(-steep t). near and far are the two areas.
type concaveSide struct {
	knee, end, slope, steep float64
	near, far               float64
}

// side makes the hat towards sign, up to the bound end.
func (f *logConcave) side(sign, end float64) (h concaveSide) {
	h.end = sign * end
	if !(h.end > 0) {
		return concaveSide{}
	}
	h.slope = max(0, -sign*f.lean)
	t := f.drop(sign, h.end)
	log, slope := f.at(sign * t)
	h.steep = -sign * slope
	h.knee = h.end
	if h.steep > h.slope {
		// Where the tangent at t meets that at 0.
		h.knee = min(max((log+h.steep*t)/(h.steep-h.slope), 0), h.end)
	}
	h.near = concaveArea(h.slope, h.knee)
	if h.knee < h.end {
		h.far = math.Exp(-h.slope*h.knee) * concaveArea(h.steep, h.end-h.knee)
	}
	return h
}

// drop returns how far from 0 towards sign the log density is between -2 and -1/2;
// end, if it is above -1/2 up to there.
func (f *logConcave) drop(sign, end float64) float64 {
	low, high := 0.0, math.Inf(1)
	spread := f.n
	if f.logit {
		spread *= f.share * f.rest
	}
	t := min(end, 1/(math.Abs(f.lean)+math.Sqrt(spread)))
	for range 1000 {
		log, _ := f.at(sign * t)
		switch {
		case log < -2:
			high = t
		case log > -0.5 && t < end:
			low = t
		default:
			return t
		}
		switch {
		case high > math.MaxFloat64:
			t = min(4*t, end)
		case low == 0:
			t /= 4
		default:
			t = (low + high) / 2
		}
	}
	return t
}

// concaveArea is the integral of exp(-slope t) up to width.
func concaveArea(slope, width float64) float64 {
	if slope*width < 1e-9 || slope == 0 {
		return width
	}
	return -math.Expm1(-slope*width) / slope
}

// concaveTilted draws from [0, width] with the density exp(-slope t).
func concaveTilted(s *Stream, slope, width float64) float64 {
	if slope*width < 1e-9 || slope == 0 {
		return s.Open() * width
	}
	return drawTruncatedExponential(s, slope*width) / slope
}

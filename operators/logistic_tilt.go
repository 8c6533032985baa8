package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A logisticTilt holds the moments of the density proportional to
//
//	x(a) s(a)^j s(-a)^k, s(a) = 1/(1+exp(-a)),
//
// x a proper normal of mean m and standard deviation sd.
type logisticTilt struct {
	NormalTilt
	s, r             float64 // E s(a) and E s(-a) = 1 - E s(a)
	sSquare, rSquare float64 // E s(a)^2 and E s(-a)^2
	logS, logR       float64 // E log s(a) and E log s(-a)
}

// logisticTiltOf computes a tilt by Gauss-Legendre panels of 24 nodes from end
// to end of where the density, and it times s(a)^2 or s(-a)^2, matters: up to 40
// below the peak in the log. Within zone of 0 a panel is at most 6 wide, since
// the poles of s at +-i pi bound what a rule of that order can do, and no wider
// than the shorter side of the peak. Elsewhere s^j s(-)^k is exp of a linear
// function to the last digit and a panel is 8 sd wide. The mean logs are computed
// only if logs is set.
func logisticTiltOf(x dist.Normal, j, k float64, logs bool) logisticTilt {
	l := logisticLine{m: x.H / x.P, root: math.Sqrt(x.P)}
	l.sd = 1 / l.root
	peak := l.mode(j, k)
	left, right, near, top := l.ends(peak, j, k)
	zone := 38 + math.Log1p(math.Abs(j)+math.Abs(k))
	near, far := min(near, 8*l.sd), 8*l.sd
	shift := (peak - l.m) * l.root
	// One power of 1 needs no logs unless it underflows.
	plain := !logs && (j == 1 && k == 0 || j == 0 && k == 1) && math.Abs(peak) < 500
	scale := 1 / special.Logistic((j-k)*peak)

	var t logisticTilt
	var z, zu, zuu float64
	for a := left; a < right; {
		b := a + far
		switch {
		case a < -zone-peak: // in this form: from b of the line below on it is false
			b = min(b, -zone-peak)
		case peak+a < zone:
			b = a + near
		}
		if !(b > a) || right-b < 0.01*(b-a) { // a step too small to see, or the end
			b = right
		}
		half, middle := (b-a)/2, a/2+b/2
		for i, node := range special.LegendreNodes24 {
			offset := middle + half*node
			y, u := peak+offset, offset*l.root
			e := math.Exp(-math.Abs(y))
			s, r := 1/(1+e), e/(1+e)
			if y < 0 {
				s, r = r, s
			}
			f := special.LegendreWeights24[i] * half
			if plain {
				f *= math.Exp(-u*(shift+u/2)) * (j*s + k*r) * scale
			} else {
				logS := -math.Log1p(e)
				logR := logS - math.Abs(y)
				if y < 0 {
					logS, logR = logR, logS
				}
				f *= math.Exp(-(shift+u)*(shift+u)/2 + j*logS + k*logR - top)
				t.logS += f * logS
				t.logR += f * logR
			}
			z += f
			zu += f * u
			zuu += f * u * u
			t.s += f * s
			t.r += f * r
			t.sSquare += f * s * s
			t.rSquare += f * r * r
		}
		a = b
	}
	t.s, t.r, t.sSquare, t.rSquare = t.s/z, t.r/z, t.sSquare/z, t.rSquare/z
	t.logS, t.logR = t.logS/z, t.logR/z
	mean := zu / z
	t.LogZ = top + math.Log(z*l.root) - halfLog2Pi
	t.Mean = peak + mean*l.sd
	t.Variance = (zuu/z - mean*mean) / x.P
	t.Alpha = j*t.r - k*t.s
	// beta = (j+k) E s s(-) - (j+k)^2 Var s, in the smaller of s and s(-): with q
	// that one, E q (1 + (j+k) E q) - (1 + j + k) E q^2.
	q, square := t.s, t.sSquare
	if t.r < t.s {
		q, square = t.r, t.rSquare
	}
	n := j + k
	beta := n * (q*(1+n*q) - (1+n)*square)
	t.Shrink = beta / x.P
	if !(t.Shrink < 0.5) {
		t.Shrink = 1 - x.P*t.Variance
	} else if t.Shrink > -1 {
		t.Variance = (1 - t.Shrink) / x.P
	}
	return t
}

// ends are those of what is integrated, less peak: near a narrow peak a sum has no digits to spare. Steps near 0 are at most near long, and
// nothing is above top.
func (l *logisticLine) ends(peak, j, k float64) (left, right, near, top float64) {
	near, top = 6, l.log(peak, j, k)
	switch {
	case j >= 0 && k >= 0 && l.sd <= 1.5:
		// The powers only narrow a peak, and two more shift it by 2 sd^2 at most.
		right = 9*l.sd + 2*l.sd*l.sd
		left = -right
		if j+k > 1 {
			near = min(near, l.reach(peak, -1, j, k), l.reach(peak, 1, j, k))
		}
	case j >= 0 && k >= 0:
		left, right = -l.reach(peak, -1, j, k), l.reach(peak, 1, j, k)
		near = min(near, -left, right)
		low, high := l.mode(j, k+2), l.mode(j+2, k)
		left = min(left, low-peak-l.reach(low, -1, j, k+2))
		right = max(right, high-peak+l.reach(high, 1, j+2, k))
	default:
		// Not concave: there may be a peak on either side, at most where the
		// tails' own are.
		v := l.sd * l.sd
		low, high := l.m+v*j, l.m-v*k
		top = max(top, l.log(low, j, k), l.log(high, j, k))
		left = min(low, high, l.m, peak) - peak - 9.5*l.sd
		right = max(low, high, l.m, peak) - peak + 9.5*l.sd
	}
	return left, right, near, top
}

// A logisticLine is the log density of a logisticTilt, without its scale: a normal
// of mean m, standard deviation sd and 1/sd = root.
type logisticLine struct {
	m, sd, root float64
}

func (l *logisticLine) logNormal(a float64) float64 {
	u := (a - l.m) * l.root
	return -u * u / 2
}

func (l *logisticLine) log(a, j, k float64) float64 {
	return l.logNormal(a) + j*special.LogisticLn(a) + k*special.LogisticLn(-a)
}

// slope is sd times the derivative of log.
func (l *logisticLine) slope(a, j, k float64) float64 {
	return (l.m-a)*l.root + l.sd*(j*special.Logistic(-a)-k*special.Logistic(a))
}

// mode returns a local maximum of log for powers j and k, the only one where
// they are not negative: the derivative of the powers lies between -k and j (or
// j and -k), which brackets it, and is found by Newton's method kept in the
// bracket.
func (l *logisticLine) mode(j, k float64) float64 {
	v := l.sd * l.sd
	low := l.m - v*math.Max(math.Max(k, -j), 0)
	high := l.m + v*math.Max(math.Max(j, -k), 0)
	a := math.Max(low, math.Min(high, 0))
	for range 200 {
		slope := l.slope(a, j, k)
		if slope > 0 {
			low = a
		} else {
			high = a
		}
		curve := l.root + l.sd*(j+k)*special.Logistic(a)*special.Logistic(-a)
		next := a + slope/curve
		if !(next > low && next < high) {
			next = low/2 + high/2
		}
		if math.Abs(next-a) <= 1e-3*l.sd/math.Max(1, curve*l.sd) || next == low || next == high {
			return next
		}
		a = next
	}
	return a
}

// reach returns how far from the mode peak, on the side of sign -1 or 1, log is
// more than 40 lower, not much more.
func (l *logisticLine) reach(peak, sign, j, k float64) float64 {
	top := l.log(peak, j, k)
	step := l.sd
	for step > 1e-12*l.sd && l.log(peak+sign*step, j, k) < top-60 {
		step /= 2
	}
	for l.logNormal(peak+sign*step) > -1e6 && l.log(peak+sign*step, j, k) > top-40 {
		step *= 1.3
	}
	return step
}

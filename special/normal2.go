package special

import "math"

// NormalCdf2 returns P(X < x, Y < y) for standard normal X, Y with correlation
// r in [-1, 1], with relative accuracy in the tails until it underflows; NaN
// for other r. A correlation within rounding of -1 or +1 is better given
// to the functions that take sqrt(1-r^2) itself.
func NormalCdf2(x, y, r float64) float64 {
	if y < x {
		x, y = y, x // the bound of the outer integral is exact: the lower one
	}
	p, _, _ := normal2Integrals(x, y, r, normal2Complement(r))
	return p
}

// NormalCdfLn2 returns log NormalCdf2(x, y, r), finite where that underflows.
func NormalCdfLn2(x, y, r float64) float64 {
	if y < x {
		x, y = y, x
	}
	s := normal2Complement(r)
	p, ln, _ := normal2Integrals(x, y, r, s)
	if !(p > 0.5) || s == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return ln
	}
	// 1 - P = P(X > x) + P(X < x, Y > y)
	p, _, _ = normal2Integrals(-y, x, -r, s)
	return math.Log1p(-(NormalCdf(-x) + p))
}

// NormalCdfIntegral returns int_{-inf}^x NormalCdf2(t, y, r) dt, which is
// E[max(x - X, 0) 1(Y < y)].
func NormalCdfIntegral(x, y, r float64) float64 {
	if math.IsInf(x, 1) && y > math.Inf(-1) {
		return x
	}
	p, ln, ratio := normal2Integrals(x, y, r, normal2Complement(r))
	if y < x {
		p = NormalCdf2(x, y, r)
	}
	if p == 0 {
		if ratio > 1 {
			return math.Exp(ln + math.Log(ratio))
		}
		return 0
	}
	return p * ratio
}

// NormalCdfIntegralRatio returns NormalCdfIntegral/NormalCdf2, the mean of
// x - X given X < x and Y < y; it stays accurate where both underflow. Where
// the region is empty the limit zero is returned.
func NormalCdfIntegralRatio(x, y, r float64) float64 {
	if math.IsInf(x, 1) && y > math.Inf(-1) {
		return x
	}
	_, _, ratio := normal2Integrals(x, y, r, normal2Complement(r))
	return ratio
}

// NormalCdfRatioLn2 returns the log of NormalCdf2(x, y, r) divided by
// phi(x) phi((y - r x)/s), s = sqrt(1 - r^2) > 0. Giving s apart keeps the
// digits of correlations that round to -1 or +1.
func NormalCdfRatioLn2(x, y, r, s float64) float64 {
	if !(s > 0) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.NaN()
	}
	if normal2Inactive(y, x, r, s) {
		z := normal2Conditional(y, x, r, s)
		return normal2MillsLn(x) + 0.5*z*z + normalLnSqrt2Pi
	}
	if normal2Inactive(x, y, r, s) {
		// phi(x) phi(z) = phi(y) phi((x - r y)/s)
		zp := normal2Conditional(x, y, r, s)
		return normal2MillsLn(y) + 0.5*zp*zp + normalLnSqrt2Pi
	}
	q, w, i0, _ := normal2Quadrature(x, y, r, s)
	if w < 0 {
		zp := normal2Conditional(x, y, r, s)
		return q*(zp-0.5*q) - math.Log(hazardExcess(-w)-w) + LogFull(i0)
	}
	z := normal2Conditional(y, x, r, s)
	sq := s * q
	return sq*(x-0.5*sq) + 0.5*z*z + normalLnSqrt2Pi + NormalCdfLn(w) + LogFull(i0)
}

// normal2Complement returns sqrt(1 - r^2).
func normal2Complement(r float64) float64 { return math.Sqrt((1 - r) * (1 + r)) }

// normal2Conditional returns (y - r x)/s. For strong correlations the
// difference of near numbers is formed exactly and 1 - |r| taken from s.
func normal2Conditional(y, x, r, s float64) float64 {
	switch {
	case r < -0.5:
		return ((x + y) - x*(s/(1-r))*s) / s
	case r > 0.5:
		return ((y - x) + x*(s/(1+r))*s) / s
	}
	return math.FMA(-r, x, y) / s
}

// normal2Inactive tells whether the bound X < x leaves P(Y < y) as it is, to
// 20 digits: the density of X > x, Y < y has its peak at the corner or at
// X = x, and both lie 90 lower on the scale of squares than the peak of Y < y.
func normal2Inactive(x, y, r, s float64) bool {
	m := math.Max(0, -y)
	return x > m && (x-m)*(x+m) > 90 && normal2Conditional(x, y, r, s) > 9.5
}

// normal2Integrals returns the probability P(X < x, Y < y), its logarithm, and
// the mean of x - X in that region.
func normal2Integrals(x, y, r, s float64) (p, ln, ratio float64) {
	switch {
	case math.IsNaN(x) || math.IsNaN(y) || math.IsNaN(s) || !(r >= -1 && r <= 1):
		return math.NaN(), math.NaN(), math.NaN()
	case math.IsInf(x, -1) || math.IsInf(y, -1):
		return 0, math.Inf(-1), 0
	case x < -1e150 || y < -1e150:
		// Squares overflow; X is pressed to x or else to its mean r y.
		return 0, math.Inf(-1), math.Max(0, x-r*y)
	case y > 1e150:
		return NormalCdf(x), NormalCdfLn(x), NormalHazardExcess(x)
	case x > 1e150:
		return NormalCdf(y), NormalCdfLn(y), x + r*NormalHazard(y)
	case r == 0:
		return NormalCdf(x) * NormalCdf(y), NormalCdfLn(x) + NormalCdfLn(y), NormalHazardExcess(x)
	case s == 0 && r > 0:
		if y >= x {
			return NormalCdf(x), NormalCdfLn(x), NormalHazardExcess(x)
		}
		return NormalCdf(y), NormalCdfLn(y), (x - y) + NormalHazardExcess(y)
	case s == 0:
		if x <= -y {
			return 0, math.Inf(-1), 0
		}
		return NormalCdfInterval(-y, x), NormalCdfIntervalLn(-y, x), normal2Band(x, x+y)
	}
	if normal2Inactive(y, x, r, s) {
		return NormalCdf(x), NormalCdfLn(x), NormalHazardExcess(x)
	}
	if normal2Inactive(x, y, r, s) {
		// E[x - X | Y < y] = x + r v(y), v(y) = excess - y
		if y < 0 {
			ratio = s*normal2Conditional(x, y, r, s) + r*hazardExcess(-y)
		} else {
			ratio = x + r*NormalHazard(y)
		}
		return NormalCdf(y), NormalCdfLn(y), ratio
	}
	q, w, i0, i1 := normal2Quadrature(x, y, r, s)
	t := math.FMA(-s, q, x)
	p = NormalDensity(t) * NormalCdf(w) * i0
	ln = -0.5*t*t - normalLnSqrt2Pi + NormalCdfLn(w) + LogFull(i0)
	if p > 1 {
		p = 1 // by rounding
	}
	return p, ln, i1 / i0
}

// normal2Quadrature integrates the joint density over X < x, Y < y with
// X = x - s q, q >= 0. The integrand phi(t) Phi(w), t = x - s q, w = z + r q,
// z = (y - r x)/s, is log concave (Prekopa 1973): panels of Gauss-Legendre
// nodes cover where it is within exp(-38) of its peak. It returns the peak q,
// w there, and i0 = s int f dq, i1 = s^2 int q f dq with f scaled to one at the
// peak. Differences of log f are formed so that neither the squares of large t
// nor those of large negative w cancel.
func normal2Quadrature(x, y, r, s float64) (peak, w, i0, i1 float64) {
	z := normal2Conditional(y, x, r, s)
	zp := normal2Conditional(x, y, r, s)
	peak = normal2Peak(x, zp, z, r, s)
	w = math.FMA(r, peak, z)
	slope := normal2Slope(peak, x, zp, z, r, s)
	below := w < -5
	// The factor beside Phi or Phi/phi is exp(lin d - quad d^2/2).
	lin, quad := s*math.FMA(-s, peak, x), s*s
	if below {
		lin, quad = zp-peak, 1
	}
	_, spread := NormalHazardW(w)
	bend := 1 - r*r*spread // minus the second derivative of log f
	hi := normal2Edge(1, slope, bend, lin, quad, w, r, s, below)
	lo := 0.0
	if peak > 0 {
		lo = -math.Min(peak, normal2Edge(-1, slope, bend, lin, quad, w, r, s, below))
	}
	// Break where Phi(w) changes its behaviour.
	b1, b2 := (-8.5-w)/r, (8.5-w)/r
	if b1 > b2 {
		b1, b2 = b2, b1
	}
	b1 = math.Max(lo, math.Min(hi, b1))
	b2 = math.Max(lo, math.Min(hi, b2))
	base := NormalCdf(w)
	if below {
		base = 1 / (hazardExcess(-w) - w)
	}
	for seg := 0; seg < 3; seg++ {
		from, to := lo, b1
		switch seg {
		case 1:
			from, to = b1, b2
		case 2:
			from, to = b2, hi
		}
		if !(from < to) {
			continue
		}
		wide := 4.0
		if w+r*0.5*(from+to) > 8.5 {
			wide = 4 / s
		}
		n := int(math.Ceil((to - from) / wide))
		if n > 16 {
			n = 16
		}
		h := 0.5 * (to - from) / float64(n)
		for k := 0; k < n; k++ {
			mid := from + float64(2*k+1)*h
			for i := 0; i < 24; i++ {
				d := mid + h*LegendreNodes24[i]
				wd := w + r*d
				f := math.Exp(d * (lin - 0.5*quad*d))
				if below {
					f /= NormalHazard(wd)
				} else {
					f *= NormalCdf(wd)
				}
				f *= h * LegendreWeights24[i]
				i0 += f
				i1 += f * (peak + d)
			}
		}
	}
	return peak, w, i0 * (s / base), i1 * s * (s / base)
}

// normal2Slope returns the derivative of log f at q.
func normal2Slope(q, x, zp, z, r, s float64) float64 {
	w := math.FMA(r, q, z)
	if w < 0 {
		return zp - q + r*hazardExcess(-w)
	}
	return s*math.FMA(-s, q, x) + r*NormalHazard(w)
}

// normal2Peak returns the q >= 0 near the maximum of f: the root of a
// decreasing slope, by Newton steps kept inside a bracket.
func normal2Peak(x, zp, z, r, s float64) float64 {
	g := normal2Slope(0, x, zp, z, r, s)
	if !(g > 0) {
		return 0
	}
	// The second derivative lies in [-1, -s^2].
	lo, hi := g, g/(s*s)
	q := lo
	for i := 0; i < 200; i++ {
		g = normal2Slope(q, x, zp, z, r, s)
		if g > 0 {
			lo = q
		} else {
			hi = q
		}
		_, spread := NormalHazardW(math.FMA(r, q, z))
		bend := math.Max(1-r*r*spread, s*s)
		step := g / bend
		if math.Abs(step) <= 1e-3/math.Sqrt(bend) || math.Abs(step) <= 1e-15*q {
			return math.Max(q, 0)
		}
		next := q + step
		if !(next > lo && next < hi) {
			next = 0.5 * (lo + hi)
			if hi > 4*lo {
				next = math.Sqrt(lo) * math.Sqrt(hi)
			}
		}
		if next == q {
			return q
		}
		q = next
	}
	return q
}

// normal2Edge returns a distance d > 0 from the peak, to the side sign, at
// which log f has dropped by 38 or a little more.
func normal2Edge(sign, slope, bend, lin, quad, w, r, s float64, below bool) float64 {
	const drop = 38
	// Concavity bounds the distance by the tangent and by both curvatures.
	hi := math.Sqrt(2*drop) / s
	if g := -sign * slope; g > 0 {
		hi = math.Min(hi, drop/g)
	}
	lo := 0.0
	d := math.Min(hi, math.Sqrt(2*drop/bend))
	for i := 0; i < 60; i++ {
		u := sign * d
		fall := -u * (lin - 0.5*quad*u)
		wd := w + r*u
		if below {
			fall += normal2MillsLn(w) - normal2MillsLn(wd)
		} else {
			fall += NormalCdfLn(w) - NormalCdfLn(wd)
		}
		if fall < drop {
			lo = d
			if d == hi {
				return d
			}
			if fall <= 0 {
				fall = 1e-3
			}
			d = math.Min(d*math.Min(4, math.Max(1.05, 1.02*drop/fall)), hi)
			if lo > 0 && d >= hi {
				d = hi
			}
			continue
		}
		hi = d
		if fall < 1.25*drop || hi-lo < 0.05*hi {
			return d
		}
		d = lo + (hi-lo)*math.Min(0.9, math.Max(0.3, drop/fall))
	}
	return hi
}

// normal2MillsLn returns log(Phi(w)/phi(w)).
func normal2MillsLn(w float64) float64 {
	if w < 0 {
		return -math.Log(hazardExcess(-w) - w)
	}
	return NormalCdfLn(w) + 0.5*w*w + normalLnSqrt2Pi
}

// normal2Band returns the mean of u under exp(x u - u^2/2) on [0, width].
func normal2Band(x, width float64) float64 {
	if width < 1e-300 {
		return 0.5 * width
	}
	peak := math.Max(0, math.Min(x, width))
	lo, hi := -math.Min(peak, 8.8), math.Min(width-peak, 8.8)
	if x < 0 {
		hi = math.Min(hi, 40/-x)
	} else if x > width {
		lo = math.Max(lo, -40/(x-width))
	}
	n := int(math.Ceil((hi - lo) / 4))
	h := 0.5 * (hi - lo) / float64(n)
	i0, i1 := 0.0, 0.0
	for k := 0; k < n; k++ {
		mid := lo + float64(2*k+1)*h
		for i := 0; i < 24; i++ {
			d := mid + h*LegendreNodes24[i]
			f := LegendreWeights24[i] * math.Exp(d*(x-peak)-0.5*d*d)
			i0 += f
			i1 += f * (peak + d)
		}
	}
	return i1 / i0
}

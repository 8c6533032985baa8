package operators

import (
	"math"

	"mpc/special"
)

// gridSize is the number of nodes that a grid holds, 24 for each panel.
const gridSize = 24 * 80

// gridDrop is how far below the peak the log integrand may fall before the
// range of integration ends: exp(-gridDrop) is below half an ulp of 1.
const gridDrop = 40

// gridCoefficients22 and gridCoefficients23 give, by an inner product with a
// function's values at special.LegendreNodes24, its Legendre coefficients of
// these degrees: the weights times (2k+1)/2 P_k. Read only.
var gridCoefficients22 = [12]float64{
	0.029351489, -0.099648364, 0.185019393, -0.270703568, 0.344374218, -0.395879299,
	0.417796657, -0.405983223, 0.359891608, -0.282566041, 0.180295435, -0.0619483046,
}

var gridCoefficients23 = [12]float64{
	-0.015074422, 0.0522518661, -0.100786563, 0.156088874, -0.214650077, 0.273384265,
	-0.32949021, 0.380444385, -0.424037235, 0.458422469, -0.482165895, 0.494286647,
}

// A grid is a quadrature of a weight exp(g) on the real line: its nodes and the
// weights that they carry, on Gauss-Legendre panels of 24 nodes that are halved
// where the weight is not yet resolved. It lives on the stack of the operator.
type grid struct {
	n      int
	at     [gridSize]float64
	weight [gridSize]float64
	total  float64 // the sum of the weights
}

// An integrand returns the log g of the weight at v, and an envelope of at
// least 1: the range and the panels are chosen for exp(g) times the envelope,
// so that moments which grow as the envelope does are integrals as good as that
// of the weight. The peak of the weight is near 1.
type integrand func(v float64) (g, envelope float64)

// fill integrates f between cuts[0] and the last cut, which ascend; cuts at the
// modes make panels begin there. It returns false where f does not have a finite
// positive integral or is too rough for the nodes that there are.
//
// A panel is good when the Legendre coefficients of degree 22 and 23, c times
// the mean of the panel, are so small that c^2, what is to be expected at degree
// 48 where the rule begins to err, is below 1e-16 of the whole.
func (q *grid) fill(f integrand, cuts []float64) bool {
	var low, high [64]float64
	covered := 0.0
	q.n, q.total = 0, 0
	for i := 0; i+1 < len(cuts); i++ {
		low[0], high[0] = cuts[i], cuts[i+1]
		for top := 1; top > 0; {
			top--
			a, b := low[top], high[top]
			half := b/2 - a/2
			if !(half > 0) {
				if half == 0 {
					continue
				}
				return false
			}
			if q.n+24 > gridSize || half > math.MaxFloat64 {
				return false
			}
			sum, rough, plain := q.panel(f, a, half)
			if !(sum <= math.MaxFloat64) {
				return false
			}
			narrow := half <= 1e-13*math.Max(math.Abs(a), math.Abs(b))
			if rough*rough <= 1e-16*sum*(covered+sum) || narrow || top+2 > len(low) {
				q.n += 24
				covered += sum
				q.total += plain
				continue
			}
			middle := a + half
			if i == 0 { // towards the mode first
				low[top], high[top], low[top+1], high[top+1] = a, middle, middle, b
			} else {
				low[top], high[top], low[top+1], high[top+1] = middle, b, a, middle
			}
			top += 2
		}
	}
	return q.total > 0
}

// panel evaluates f at the nodes of [a, a + 2 half] behind the nodes held. It
// returns the integral of weight times envelope, its unresolved part, and the
// integral of the weight.
func (q *grid) panel(f integrand, a, half float64) (sum, rough, plain float64) {
	var even, odd float64
	for j := 0; j < 12; j++ {
		// The panel's ends may be the mode: count from the nearer one.
		lower := a + half*(1+special.LegendreNodes24[j])
		upper := a + half*(1+special.LegendreNodes24[23-j])
		w := special.LegendreWeights24[j] * half
		g, envelope := f(lower)
		p := math.Exp(g)
		left := p * envelope
		q.at[q.n+j], q.weight[q.n+j] = lower, p*w
		plain += p * w
		g, envelope = f(upper)
		p = math.Exp(g)
		right := p * envelope
		q.at[q.n+23-j], q.weight[q.n+23-j] = upper, p*w
		plain += p * w
		sum += w * (left + right)
		even += gridCoefficients22[j] * (left + right)
		odd += gridCoefficients23[j] * (left - right)
	}
	return sum, half * (math.Abs(even) + math.Abs(odd)), plain
}

// cutAt returns the place of a second peak as a cut beside the one at 0; near 0
// it makes no difference, and is 0.
func cutAt(peak, width float64) float64 {
	if math.Abs(peak) < 3*width {
		return 0
	}
	return peak
}

// gridEnd returns where f, enveloped, has dropped by gridDrop, going from a
// place near its peak in steps that grow from the given one, which may be
// negative. It is infinite where f does not drop.
func gridEnd(f integrand, from, step float64) float64 {
	inner, outer := from, from+step
	for !(gridHeight(f, outer) <= -gridDrop) {
		if !(math.Abs(outer) <= math.MaxFloat64) {
			return outer
		}
		inner = outer
		step *= 2
		outer = from + step
	}
	for i := 0; i < 4; i++ {
		middle := inner/2 + outer/2
		if gridHeight(f, middle) <= -gridDrop {
			outer = middle
		} else {
			inner = middle
		}
	}
	return outer
}

func gridHeight(f integrand, v float64) float64 {
	g, envelope := f(v)
	if g < -1e4*gridDrop && !(envelope <= math.MaxFloat64) {
		return g
	}
	return g + math.Log(envelope)
}

// expMinus1MinusX returns exp(x) - 1 - x to full relative accuracy, given
// em = exp(x) - 1.
func expMinus1MinusX(x, em float64) float64 {
	if math.Abs(x) > 0.1 {
		return em - x
	}
	return x * x / 2 * (1 + x/3*(1+x/4*(1+x/5*(1+x/6*(1+x/7*(1+x/8*(1+x/9*(1+x/10))))))))
}

// expBoth returns exp(v) and exp(v) - 1, each to full relative accuracy.
func expBoth(v float64) (e, em float64) {
	if math.Abs(v) < 0.5 {
		em = math.Expm1(v)
		return 1 + em, em
	}
	e = math.Exp(v)
	return e, e - 1
}

// rootDescending returns a zero of slope, which goes from positive to negative
// between the positive numbers low and high. slope returns the value and the
// derivative with respect to the logarithm.
func rootDescending(slope func(t float64) (value, derivative float64), low, high float64) float64 {
	return math.Exp(rootFalling(func(u float64) (float64, float64) {
		return slope(math.Exp(u))
	}, math.Log(low), math.Log(high)))
}

// rootFalling returns a zero of slope, which goes from positive to negative
// between a and b, by Newton steps that are kept inside a shrinking bracket.
// slope returns the value and the derivative.
func rootFalling(slope func(u float64) (value, derivative float64), a, b float64) float64 {
	u := a/2 + b/2
	for i := 0; i < 200; i++ {
		value, derivative := slope(u)
		if value > 0 {
			a = u
		} else {
			b = u
		}
		next := u - value/derivative
		if !(next > a && next < b) {
			next = a/2 + b/2
		}
		if math.Abs(next-u) <= 1e-10*(1+math.Abs(u)) || b-a <= 1e-14*(1+math.Abs(u)) {
			return next
		}
		u = next
	}
	return u
}

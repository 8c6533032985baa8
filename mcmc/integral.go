package mcmc

import "math"

// A NormalIntegral is memory to draw precisions with normals integrated out. Element i has
// the precision Between; what is said of it with i at its mean are normals, each away from
// its own mean by a rest, which moves by a slope with the element, and of the precision
// Within times a weight. It is one draw: the normals are to be drawn from their conditional
// next.
//
//	n.Reset(elements)
//	for each normal { n.Add(i, weight*slope*slope, weight*slope*rest); square += weight*rest*rest; count++ }
//	n.Say(square, count)
//	within, between = n.Draw(stream, within, between, ...)
type NormalIntegral struct {
	// Precision and Linear are what is added up of each element.
	Precision, Linear []float64

	square float64 // what is left of the squares where elements fit best
	count  float64
}

// Reset forgets all that has been said, and makes room for so many elements.
func (n *NormalIntegral) Reset(elements int) {
	if len(n.Precision) != elements {
		n.Precision, n.Linear = make([]float64, elements), make([]float64, elements)
	}
	clear(n.Precision)
	clear(n.Linear)
}

// Add adds what a normal says of an element.
func (n *NormalIntegral) Add(element int, precision, linear float64) {
	n.Precision[element] += precision
	n.Linear[element] += linear
}

// Say takes the sum of squares, each times its weight, of so many normals. Linear becomes
// what elements, where they fit best, take of them.
func (n *NormalIntegral) Say(square, count float64) {
	for i, p := range n.Precision {
		x := n.Linear[i]
		if x *= x; p > 0 {
			x /= p
		}
		n.Linear[i] = x
		square -= x
	}
	n.square, n.count = max(square, 0), count
}

// density returns half the sums of the logs of the precisions of all elements, and of what
// Linear has of each over its precision.
func (n *NormalIntegral) density(within, between float64) (logs, taken float64) {
	product := 1.0
	for i, p := range n.Precision {
		v := between + within*p
		taken += n.Linear[i] / v
		product *= v
		if !(product > 1e-100 && product < 1e100) {
			logs += math.Log(product)
			product = 1
		}
	}
	return 0.5 * (logs + math.Log(product)), 0.5 * taken
}

// Draw draws both precisions: their ratio from its marginal distribution, and then, exactly,
// Within, whose conditional is a gamma. What else is known of each is a gamma of its shape and
// rate. They are NaN where there is no density.
func (n *NormalIntegral) Draw(s *Stream, within, between, withinShape, withinRate, betweenShape, betweenRate float64) (newWithin, newBetween float64) {
	elements := float64(len(n.Precision))
	shape, rate := 0.5*n.count+withinShape+betweenShape, 0.0
	ratio := drawLog(s, between/within, 2/max(elements, 1)+2/max(n.count-elements, 1), func(x, log float64) float64 {
		logs, taken := n.density(1, x)
		rate = 0.5*n.square + x*taken + withinRate + x*betweenRate
		return (0.5*elements+betweenShape)*log - logs - shape*math.Log(rate)
	})
	// The last ratio that a density was asked for is the one that is drawn.
	newWithin = DrawGamma(s, shape, rate)
	return newWithin, ratio * newWithin
}

// DrawWithin draws the precision of what is said of elements alone.
func (n *NormalIntegral) DrawWithin(s *Stream, within, between, shape, rate float64) float64 {
	return drawLog(s, within, 2/max(n.count-float64(len(n.Precision)), 1), func(x, log float64) float64 {
		logs, taken := n.density(x, between)
		return (0.5*n.count+shape)*log - x*(0.5*n.square+between*taken+rate) - logs
	})
}

// DrawBetween draws the precision of the elements alone.
func (n *NormalIntegral) DrawBetween(s *Stream, within, between, shape, rate float64) float64 {
	elements := float64(len(n.Precision))
	return drawLog(s, between, 2/max(elements, 1), func(x, log float64) float64 {
		logs, taken := n.density(within, x)
		return (0.5*elements+shape)*log - x*(within*taken+rate) - logs
	})
}

// drawLog draws a number above 0 by a slice of its log, which has about this variance. It is
// NaN where there is no density.
func drawLog(s *Stream, from, variance float64, density func(x, log float64) float64) float64 {
	var slice Slice
	const end = 690 // of numbers whose products are numbers
	log := min(max(math.Log(from), -end), end)
	x, more := slice.Begin(s, 3*math.Sqrt(variance), log, density(math.Exp(log), log), -end, end)
	for more {
		x, more = slice.Next(density(math.Exp(x), x))
	}
	if slice.Fault() != SliceFine {
		return math.NaN()
	}
	return math.Exp(slice.Value())
}

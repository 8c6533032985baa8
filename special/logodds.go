package special

import "math"

// LogOddsEqual returns the log odds that two truths are equal, of which a and b are the
// log odds: 2 atanh(tanh(a/2) tanh(b/2)), the sum in a parity check (Hagenauer, Offer and
// Papke, IEEE Information Theory 42, 1996). It is h(a+b) - h(a-b), where
// h(u) = log(2 cosh(u/2)) = |u|/2 + log(1 + exp(-|u|)).
func LogOddsEqual(a, b float64) float64 {
	sum, gap, product := a+b, a-b, a*b
	sum2, gap2 := sum*sum, gap*gap
	if !(logOddsSmall*(product*product) > 2+(sum2+gap2) && sum2 < logOddsEnd*logOddsEnd && gap2 < logOddsEnd*logOddsEnd) {
		return logOddsEdge(a, b)
	}
	// Adding a number whose last bit is 1/8 rounds to the middle of a row.
	s, d := sum+logOddsRound, gap+logOddsRound
	p, q := &logOddsTable[uint8(math.Float64bits(s))], &logOddsTable[uint8(math.Float64bits(d))]
	u, v := s-logOddsRound, d-logOddsRound
	x, y := sum-u, gap-v
	// Messages of a chain wait for this: what takes longest is added last.
	x2, y2 := x*x, y*y
	x3, y3 := x*x2, y*y2
	low := (math.Abs(u)-math.Abs(v))/2 + (p[0] - q[0]) + (x*p[1] - y*q[1]) + (x2*p[2] - y2*q[2])
	mid := x3*(p[3]+x*p[4]) - y3*(q[3]+y*q[4])
	high := (x2*x3)*(p[5]+x*p[6]+x2*p[7]) - (y2*y3)*(q[5]+y*q[6]+y2*q[7])
	return low + mid + high
}

// The table reaches to logOddsEnd. Where the square of a b times logOddsSmall is less than
// 2(1 + a^2 + b^2) the difference would have lost digits.
const (
	logOddsEnd   = 15.9
	logOddsRound = 1<<49 + 1<<48
	logOddsSmall = 1e5
)

// logOddsEdge is LogOddsEqual where the difference of h would lose digits, and of large
// numbers.
func logOddsEdge(a, b float64) float64 {
	lo, hi := a, b
	if math.Abs(hi) < math.Abs(lo) {
		lo, hi = hi, lo
	}
	x, y := math.Abs(lo), math.Abs(hi)
	var l float64
	switch {
	case x+y < logOddsEnd:
		// The odd terms of Taylor's series of h around y, whose derivatives are
		// polynomials in t = 2 h'(y).
		t := math.Tanh(y / 2)
		q, z := 1-t*t, x*x
		l = 1.0/6 + z*((1-3*q)/120+z*((1-q*(15-22.5*q))/5040+z*(1-q*(63-q*(315-315*q)))/362880))
		l = t * x * (1 - q*z/2*l)
	case y > math.MaxFloat64: // copies the other one, or its opposite
		l = x
	case x < 1:
		l = 2 * math.Atanh(math.Tanh(x/2)*math.Tanh(y/2))
	default:
		// log((1 + exp(x+y))/(exp(x) + exp(y)))
		l = x + math.Log1p(math.Exp(-x-y)) - math.Log1p(math.Exp(x-y))
	}
	if (a < 0) != (b < 0) {
		l = 0 - l
	}
	return l
}

// logOddsTable holds h(u) - |k|/16 near u = k/8, in powers of u - k/8 up to 7 for k of 8 bits.
var logOddsTable = logOddsRows()

func logOddsRows() (rows [256][8]float64) {
	// The derivatives of h are polynomials in t = tanh(u/2), as t' = (1 - t^2)/2.
	var taylor [10][11]float64
	taylor[1][1] = 0.5
	for n := 1; n < 9; n++ {
		for j := 1; j <= n+1; j++ {
			c := float64(j) * taylor[n][j] / 2 / float64(n+1)
			taylor[n+1][j-1] += c
			if j < 10 {
				taylor[n+1][j+1] -= c
			}
		}
	}
	const reach = 1.0 / 16
	for k := range rows {
		center := float64(int8(k)) / 8
		t := math.Tanh(center / 2)
		var c [10]float64
		c[0] = math.Log1p(math.Exp(-math.Abs(center)))
		for n := 1; n < 10; n++ {
			for j := 10; j >= 0; j-- {
				c[n] = c[n]*t + taylor[n][j]
			}
		}
		// The powers 8 and 9 go into lower ones: what is left of them is a Chebyshev
		// polynomial of 1/128 and 1/256 of their size.
		a, b := c[8]*math.Pow(reach, 8), c[9]*math.Pow(reach, 9)
		for n, share := range [8]float64{-a / 128, 9 * b / 256, a / 4, -15 * b / 32, -5 * a / 4, 27 * b / 16, 2 * a, 9 * b / 4} {
			rows[k][n] = c[n] + share/math.Pow(reach, float64(n))
		}
	}
	return rows
}

package limits

import "math"

const invSqrt2Pi = 0.39894228040143267794

// HazardErfc is phi(t)/Phi(t) from the standard library; 0/0 below t = -37.
func HazardErfc(t float64) float64 {
	return invSqrt2Pi * math.Exp(-t*t/2) / (0.5 * math.Erfc(-t/math.Sqrt2))
}

const (
	hazardEnd    = 8 // the table covers [-hazardEnd, hazardEnd)
	hazardPerOne = 8
	hazardPieces = 2 * hazardEnd * hazardPerOne
	hazardDegree = 8
)

// hazardPolynomials are the coefficients of phi/Phi on each piece, in powers of
// the position in the piece, -1 to 1.
var hazardPolynomials = fitHazard()

func fitHazard() *[hazardPieces][hazardDegree + 1]float64 {
	var table [hazardPieces][hazardDegree + 1]float64
	for i := range table {
		low := float64(i)/hazardPerOne - hazardEnd
		fit(table[i][:], func(u float64) float64 { return HazardErfc(low + (u+1)/(2*hazardPerOne)) })
	}
	return &table
}

// HazardTable is phi(t)/Phi(t) by a polynomial: to 1e-10 on the table.
func HazardTable(t float64) float64 {
	x := (t + hazardEnd) * hazardPerOne
	if !(x >= 0 && x < hazardPieces) {
		return HazardErfc(t)
	}
	i := int(x)
	u := 2*(x-float64(i)) - 1
	c := &hazardPolynomials[i&(hazardPieces-1)]
	u2 := u * u
	u4 := u2 * u2
	return ((c[0] + c[1]*u) + (c[2]+c[3]*u)*u2) +
		((c[4]+c[5]*u)+(c[6]+c[7]*u)*u2)*u4 + c[8]*u4*u4
}

// fit sets c to the coefficients of the polynomial that meets f at the Chebyshev
// points of [-1, 1].
func fit(c []float64, f func(float64) float64) {
	n := len(c)
	angle := func(k int) float64 { return math.Pi * (float64(k) + 0.5) / float64(n) }
	before, now := make([]float64, n), make([]float64, n) // Chebyshev polynomials
	now[0] = 1
	for j := range n {
		sum := 0.0
		for k := range n {
			sum += f(math.Cos(angle(k))) * math.Cos(float64(j)*angle(k))
		}
		weight := 2 / float64(n)
		if j == 0 {
			weight /= 2
		}
		next := make([]float64, n)
		for i := range n {
			c[i] += weight * sum * now[i]
			next[i] -= before[i]
			switch {
			case i == 0:
			case j == 0:
				next[i] += now[i-1]
			default:
				next[i] += 2 * now[i-1]
			}
		}
		if j == 0 {
			next[0] = 0
		}
		before, now = now, next
	}
}

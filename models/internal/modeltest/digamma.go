package modeltest

import "math"

// Digamma is the derivative of log gamma at x above 0, written apart from the
// compiler's own: the recurrence up to 10, then the asymptotic series (Abramowitz and
// Stegun 6.3.5, 6.3.18).
func Digamma(x float64) float64 {
	sum := 0.0
	for ; x < 10; x++ {
		sum -= 1 / x
	}
	y := 1 / (x * x)
	return sum + math.Log(x) - 0.5/x - y*(1./12-y*(1./120-y*(1./252-y*(1./240-y/132))))
}

// LogGamma is that of x above 0.
func LogGamma(x float64) float64 {
	g, _ := math.Lgamma(x)
	return g
}

// DirichletGap is the Kullback-Leibler divergence of the Dirichlet distribution of
// counts q from that of counts p.
func DirichletGap(q, p []float64) float64 {
	qs, ps, sum := 0.0, 0.0, 0.0
	for k := range q {
		qs, ps = qs+q[k], ps+p[k]
	}
	for k := range q {
		sum += LogGamma(p[k]) - LogGamma(q[k]) + (q[k]-p[k])*(Digamma(q[k])-Digamma(qs))
	}
	return sum + LogGamma(qs) - LogGamma(ps)
}

// GammaGap is the Kullback-Leibler divergence of the gamma distribution of shape a and
// rate b from that of shape c and rate d.
func GammaGap(a, b, c, d float64) float64 {
	return (a-c)*Digamma(a) - LogGamma(a) + LogGamma(c) + c*math.Log(b/d) + a*(d-b)/b
}

package limits

import "math"

// A Logistic is the model label[i] ~ Bernoulli(logit = bias + sum_k w[k] x[i][k]) of VMP
// with the bound of Jaakkola and Jordan: w[k] ~ N(0, 3), bias ~ N(0, 10).
type Logistic struct {
	X     [][]float64
	Label []bool

	W           []Moments // of the posteriors
	Bias        Moments
	fit, spread []float64 // of the sum without the bias
	curve       []float64
	begun       bool
}

// NewLogistic returns the regression before its first sweep.
func NewLogistic(x [][]float64, label []bool) *Logistic {
	n, columns := len(x), len(x[0])
	r := &Logistic{X: x, Label: label, W: make([]Moments, columns), fit: make([]float64, n), spread: make([]float64, n), curve: make([]float64, n)}
	for k := range r.W {
		r.W[k].Variance = 3
	}
	for i, x := range x {
		for k, w := range r.W {
			r.spread[i] += x[k] * x[k] * w.Variance
		}
	}
	return r
}

// Sweep updates the bias and one weight after the other, each with the bound that is
// tight at what the others are.
func (r *Logistic) Sweep() {
	h, p := 0.0, 1.0/10
	if r.begun {
		for i := range r.X {
			h += r.half(i) - r.curve[i]*r.fit[i]
			p += r.curve[i]
		}
	}
	r.begun = true
	r.Bias = Moments{h / p, 1 / p}
	for k := range r.W {
		old := r.W[k]
		h, p := 0.0, 1.0/3
		for i, x := range r.X {
			c := r.bound(i)
			h += x[k] * (r.half(i) - c*(r.Bias.Mean+r.fit[i]-x[k]*old.Mean))
			p += x[k] * x[k] * c
		}
		w := Moments{h / p, 1 / p}
		for i, x := range r.X {
			r.fit[i] += x[k] * (w.Mean - old.Mean)
			r.spread[i] += x[k] * x[k] * (w.Variance - old.Variance)
		}
		r.W[k] = w
	}
	for i := range r.X {
		r.curve[i] = r.bound(i)
	}
}

// half is 1/2 for true and -1/2 for false.
func (r *Logistic) half(i int) float64 {
	if r.Label[i] {
		return 0.5
	}
	return -0.5
}

// bound is tanh(xi/2)/(2 xi) at xi^2 = E[logit^2].
func (r *Logistic) bound(i int) float64 {
	m := r.Bias.Mean + r.fit[i]
	xi := math.Sqrt(m*m + r.Bias.Variance + r.spread[i])
	return math.Tanh(xi/2) / (2 * xi)
}

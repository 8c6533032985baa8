package limits

import "math/rand/v2"

// A Regression is the model y[i] ~ N(bias + sum_k w[k] x[i][k], 1/noise) of VMP with a
// precision of each weight that is learned: w[k] ~ N(0, 1/relevance[k]), relevance[k] ~
// Gamma(0.01, 0.0001), bias ~ N(0, 1e4), noise ~ Gamma(0.01, 0.01). The columns of X have
// mean 0 and variance 1.
type Regression struct {
	X [][]float64
	Y []float64

	W                 []Moments // of the posteriors
	Bias              Moments
	Relevance         []float64 // means of the posteriors
	Noise             float64
	fit, spread, rest []float64
}

// Moments are a mean and a variance.
type Moments struct{ Mean, Variance float64 }

// RegressionData draws rows of standardized columns and what they explain from a fixed
// seed.
func RegressionData(rows, columns int) ([][]float64, []float64) {
	r := rand.New(rand.NewPCG(3, 4))
	x, y := make([][]float64, rows), make([]float64, rows)
	for i := range x {
		x[i] = make([]float64, columns)
		y[i] = r.NormFloat64()
		for k := range x[i] {
			x[i][k] = r.NormFloat64()
			y[i] += x[i][k] * float64(k%10-3)
		}
	}
	return x, y
}

// NewRegression returns the regression before its first sweep.
func NewRegression(x [][]float64, y []float64) *Regression {
	n, columns := len(x), len(x[0])
	r := &Regression{X: x, Y: y, W: make([]Moments, columns), Relevance: make([]float64, columns),
		fit: make([]float64, n), spread: make([]float64, n), rest: make([]float64, n)}
	for k := range r.W {
		r.Relevance[k] = 0.01 / 0.0001
		r.W[k].Variance = 1 / r.Relevance[k]
	}
	return r
}

// Sweep updates each posterior once: the bias, the noise, and one weight after the
// other. It keeps what is left of each row, and goes over the columns twice for each
// weight, once for its message and once for what it changes.
func (r *Regression) Sweep() {
	h, p := 0.0, 1e-4
	if r.Noise > 0 {
		for i, y := range r.Y {
			h += r.Noise * (y - r.fit[i])
		}
		p += r.Noise * float64(len(r.Y))
	}
	r.Bias = Moments{h / p, 1 / p}
	rate := 0.01
	for i, x := range r.X {
		spread := r.Bias.Variance
		for k, w := range r.W {
			spread += x[k] * x[k] * w.Variance
		}
		r.spread[i] = spread
		r.rest[i] = r.Y[i] - r.Bias.Mean - r.fit[i]
		rate += 0.5 * (r.rest[i]*r.rest[i] + spread)
	}
	r.Noise = (0.01 + 0.5*float64(len(r.Y))) / rate
	for k := range r.W {
		old := r.W[k]
		h, p := 0.0, 0.0
		for i, x := range r.X {
			h += x[k] * (r.rest[i] + x[k]*old.Mean)
			p += x[k] * x[k]
		}
		r.Relevance[k] = (0.01 + 0.5) / (0.0001 + 0.5*(old.Mean*old.Mean+old.Variance))
		v := 1 / (r.Relevance[k] + r.Noise*p)
		w := Moments{r.Noise * h * v, v}
		for i, x := range r.X {
			r.rest[i] -= x[k] * (w.Mean - old.Mean)
		}
		r.W[k] = w
	}
	for i, x := range r.X {
		r.fit[i] = 0
		for k, w := range r.W {
			r.fit[i] += x[k] * w.Mean
		}
	}
}

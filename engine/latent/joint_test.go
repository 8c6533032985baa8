package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
)

// coached are effects around a mean with a precision that is integrated, and data of known errors.
func coached() *linear {
	m := &linear{size: 5, list: []said{{at: []int{4}, slope: []float64{1}, precision: 0.1, of: -1}}}
	for j := range 4 {
		m.list = append(m.list, said{at: []int{j, 4}, slope: []float64{1, -1}, of: 0},
			said{at: []int{j}, slope: []float64{1}, y: []float64{2.8, 0.8, -0.3, 0.7}[j], precision: []float64{0.5, 1, 0.4, 1}[j], of: -1})
	}
	m.prior = func(theta []float64) float64 { return 3*math.Log(theta[0]) - 3*theta[0] + 4*math.Log(3) - math.Log(6) }
	return m
}

// TestJointSample: draws have the means, the variances and the covariances of the mixture, those of hyperparameters and normals too.
func TestJointSample(t *testing.T) {
	m := coached()
	p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{Joint: [][]int{{0, 1, 4}}})
	if err != nil {
		t.Fatal(err)
	}
	j := NewJointPosterior(p, coached(), m.pattern())
	const n = 40000
	draws := make([][]float64, n)
	if err := j.Sample(7, n, func(i int) { draws[i] = append([]float64{math.Log(j.Theta[0])}, j.Normals...) }); err != nil {
		t.Fatal(err)
	}
	mean := func(f func(x []float64) float64) (sum float64) {
		for _, x := range draws {
			sum += f(x) / n
		}
		return sum
	}
	for c := range 5 {
		got := mean(func(x []float64) float64 { return x[1+c] })
		square := mean(func(x []float64) float64 { return (x[1+c] - p.Mean(c)) * (x[1+c] - p.Mean(c)) })
		if !near(got, p.Mean(c), 0.02*p.Sd(c)) || !near(square, p.Variance(c), 0.03*p.Variance(c)) {
			t.Errorf("%d: %v %v, want %v %v", c, got, square, p.Mean(c), p.Variance(c))
		}
		below := mean(func(x []float64) float64 {
			if x[1+c] <= p.Quantiles(c).Q05 {
				return 1
			}
			return 0
		})
		if !near(below, 0.05, 0.005) {
			t.Errorf("%d: %v below the lowest twentieth", c, below)
		}
	}
	center, covariance := p.Joint(0)
	got := mean(func(x []float64) float64 { return (x[1] - center[0]) * (x[5] - center[2]) })
	if !near(got, covariance[2], 0.05*math.Sqrt(covariance[0]*covariance[8])) {
		t.Errorf("covariance %v, want %v", got, covariance[2])
	}
	for _, q := range []float64{0.05, 0.5, 0.95} {
		below := mean(func(x []float64) float64 {
			if x[0] <= math.Log(p.HyperQuantile(0, q)) {
				return 1
			}
			return 0
		})
		if !near(below, q, 0.006) {
			t.Errorf("%v of the draws of the precision are below its %v quantile", below, q)
		}
	}
}

// TestJointLogDensity: the joint density of all is that of the model over the evidence, where all is normal.
func TestJointLogDensity(t *testing.T) {
	m := coached()
	p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := NewJointPosterior(p, coached(), m.pattern())
	m = coached()
	for i := range 20 {
		theta, normals := []float64{0.3 * float64(i%4+1)}, []float64{0.1 * float64(i), 1, -2, 3 - float64(i), 0.5}
		got, err := j.LogDensity(theta, normals, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Place(theta, normals)
		if want := m.LogDensity() - p.LogEvidence; !near(got, want, 1e-9*(1+math.Abs(want))) {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	if got, err := j.LogDensity([]float64{-1}, make([]float64, 5), nil); err != nil || !math.IsInf(got, -1) {
		t.Errorf("of a negative precision: %v, %v", got, err)
	}
	if _, err := j.LogDensity([]float64{1}, make([]float64, 4), nil); err == nil {
		t.Error("a number is missing")
	}
}

// TestJointSkewed: draws of what is not normal have the corrected marginal, and the density is that of EP.
func TestJointSkewed(t *testing.T) {
	m := &linear{size: 1, list: []said{{at: []int{0}, slope: []float64{1}, precision: 0.04, of: -1}}}
	for range 3 {
		m.list = append(m.list, said{at: []int{0}, slope: []float64{1}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, true) }})
	}
	p, err := Integrate([]Model{m}, m.pattern(), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := NewJointPosterior(p, m, m.pattern())
	const n = 20000
	below := [3]float64{}
	q := p.Quantiles(0)
	if err := j.Sample(1, n, func(int) {
		for k, x := range []float64{q.Q05, q.Q50, q.Q95} {
			if j.Normals[0] <= x {
				below[k] += 1.0 / n
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.05, 0.5, 0.95} {
		if !near(below[k], want, 0.01) {
			t.Errorf("%v, want %v", below[k], want)
		}
	}
	sum := 0.0
	for x := -10.0; x < 40; x += 0.01 {
		log, err := j.LogDensity(nil, []float64{x}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum += 0.01 * math.Exp(log)
	}
	if !near(sum, 1, 1e-6) {
		t.Errorf("the density adds up to %v", sum)
	}
}

package latent

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mpc/mcmc"
)

// schools are eight schools (Rubin 1981): effects around a mean, of an unknown sd.
func schools(prior func(sd float64) float64) *linear {
	m := &linear{size: 9}
	y := []float64{28, 8, -3, 7, -1, 1, 18, 12}
	se := []float64{15, 10, 16, 11, 9, 11, 10, 18}
	m.list = append(m.list, said{at: []int{8}, slope: []float64{1}, precision: 1.0 / 400, of: -1})
	for j := range 8 {
		m.list = append(m.list,
			said{at: []int{j, 8}, slope: []float64{1, -1}, of: 0},
			said{at: []int{j}, slope: []float64{1}, y: y[j], precision: 1 / (se[j] * se[j]), of: -1})
	}
	m.prior = func(theta []float64) float64 { return prior(theta[0]) }
	return m
}

// An ofSd is a model whose hyperparameter is a standard deviation, of what a linear has a precision.
type ofSd struct{ *linear }

func (m ofSd) Place(theta, normals []float64) {
	m.linear.Place([]float64{1 / (theta[0] * theta[0])}, normals)
}

func (m ofSd) LogDensity() float64 {
	prior := m.prior
	m.linear.prior = nil
	defer func() { m.linear.prior = prior }()
	return m.linear.LogDensity() + prior([]float64{1 / math.Sqrt(m.theta[0])})
}

// schoolsBy finds moments and quantiles of schools by a fine sum over the sd, all else in closed
// form.
func schoolsBy(m *linear, sds []float64, prior func(sd float64) float64) (mean, sd float64, weights []float64) {
	log := make([]float64, len(sds))
	means, variances := make([]float64, len(sds)), make([]float64, len(sds))
	for i, tau := range sds {
		h, p := 0.0, 1.0/400
		log[i] = prior(tau) + 0.5*math.Log(p)
		for j := range 8 {
			d := m.list[2+2*j]
			v := tau*tau + 1/d.precision
			h += d.y / v
			p += 1 / v
			log[i] += -0.5*math.Log(v) - 0.5*d.y*d.y/v
		}
		log[i] += 0.5*h*h/p - 0.5*math.Log(p)
		means[i], variances[i] = h/p, 1/p
	}
	top := slices.Max(log)
	sum, first, second := 0.0, 0.0, 0.0
	for i, l := range log {
		width := (sds[min(i+1, len(sds)-1)] - sds[max(i-1, 0)]) / 2
		w := math.Exp(l-top) * width
		weights = append(weights, w)
		sum += w
		first += w * means[i]
		second += w * (variances[i] + means[i]*means[i])
	}
	for i := range weights {
		weights[i] /= sum
	}
	first /= sum
	return first, math.Sqrt(second/sum - first*first), weights
}

// TestSchools: with priors of the sd from half-normal to half-Cauchy and uniform, the mean and the
// quantiles are those of a fine sum.
func TestSchools(t *testing.T) {
	priors := map[string]func(sd float64) float64{
		"half-normal": func(sd float64) float64 { return -0.5 * sd * sd / 100 },
		"half-cauchy": func(sd float64) float64 { return -math.Log1p(sd * sd / 25) },
		"uniform": func(sd float64) float64 {
			if sd > 100 {
				return math.Inf(-1)
			}
			return 0
		},
		"exponential": func(sd float64) float64 { return -sd / 5 },
	}
	for name, prior := range priors {
		m := schools(prior)
		hyper := Positive(5)
		if name == "uniform" {
			hyper = Between(0, 100)
		}
		p, err := Integrate([]Model{ofSd{m}}, m.pattern(), []Hyper{hyper}, Options{Combinations: []Combination{{[]int{0, 2}, []float64{1, -1}, 0}}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var sds []float64
		for i := range 40001 {
			sds = append(sds, math.Exp(-8+16*float64(i)/40000))
		}
		if name == "uniform" {
			for i, x := range sds {
				sds[i] = 100 * x / (1 + x)
			}
		}
		mean, sd, weights := schoolsBy(m, sds, prior)
		if !near(p.Mean(8), mean, 0.01*sd) || !near(p.Sd(8), sd, 0.01*sd) {
			t.Errorf("%s: mean %v, sd %v, want %v, %v", name, p.Mean(8), p.Sd(8), mean, sd)
		}
		quantile := func(q float64) float64 {
			sum := 0.0
			for i, w := range weights {
				if sum += w; sum >= q {
					return sds[i]
				}
			}
			return 0
		}
		spread := (quantile(0.84) - quantile(0.16)) / 2
		for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			got := p.HyperQuantile(0, q)
			if !near(got, quantile(q), 0.03*spread) {
				t.Errorf("%s: quantile %v is %v, want %v", name, q, got, quantile(q))
			}
			if !near(p.HyperCdf(0, got), q, 1e-9) {
				t.Errorf("%s: the cdf of quantile %v is %v", name, q, p.HyperCdf(0, got))
			}
			if x := p.Quantile(8, q); !near(p.Cdf(8, x), q, 1e-9) {
				t.Errorf("%s: the cdf of quantile %v of the mean is %v", name, q, p.Cdf(8, x))
			}
		}
		if d := p.Mean(9) - (p.Mean(0) - p.Mean(2)); math.Abs(d) > 1e-12 {
			t.Errorf("%s: the mean of a difference is off by %v", name, d)
		}
	}
}

// TestEvidence: of normals of unknown precision, with a gamma prior, it is a product of t
// densities.
func TestEvidence(t *testing.T) {
	y := []float64{0.3, -1.2, 2.2, 0.7}
	m := &linear{size: 1, list: []said{{at: []int{0}, slope: []float64{1}, precision: 1, of: -1}}}
	for _, x := range y {
		m.list = append(m.list, said{y: x, of: 0})
	}
	const shape, rate = 1.5, 0.7
	g, _ := math.Lgamma(shape)
	m.prior = func(theta []float64) float64 {
		return shape*math.Log(rate) - g + (shape-1)*math.Log(theta[0]) - rate*theta[0]
	}
	p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(30)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := shape, rate
	want := 0.0
	for _, x := range y {
		g0, _ := math.Lgamma(a)
		g1, _ := math.Lgamma(a + 0.5)
		want += g1 - g0 - 0.5*math.Log(2*math.Pi*b) - (a+0.5)*math.Log1p(x*x/(2*b))
		a, b = a+0.5, b+x*x/2
	}
	if !near(p.LogEvidence, want, 1e-5) {
		t.Errorf("evidence %v, want %v", p.LogEvidence, want)
	}
	if !near(p.HyperMean(0), a/b, 1e-3*a/b) || !near(p.HyperSd(0), math.Sqrt(a)/b, 2e-3*a/b) {
		t.Errorf("mean %v, sd %v, want %v, %v", p.HyperMean(0), p.HyperSd(0), a/b, math.Sqrt(a)/b)
	}
}

// TestRunsAway: a flat prior of log sd leaves the sd undetermined, as it may be 0; and nothing known
// of a coordinate is an error.
func TestRunsAway(t *testing.T) {
	m := schools(func(sd float64) float64 { return -math.Log(sd) })
	if p, err := Integrate([]Model{ofSd{m}}, m.pattern(), []Hyper{Positive(5)}, Options{}); !errors.Is(err, ErrRunsAway) {
		t.Errorf("an improper posterior: %v %v", p, err)
	}
	flat := &linear{size: 2, list: []said{{at: []int{0, 1}, slope: []float64{1, 1}, y: 3, precision: 1, of: -1}}}
	if _, err := Integrate([]Model{flat}, flat.pattern(), nil, Options{}); !errors.Is(err, ErrImproper) {
		t.Errorf("an improper normal: %v", err)
	}
	if _, err := Integrate([]Model{flat}, flat.pattern(), make([]Hyper, 9), Options{}); !errors.Is(err, ErrTooMany) {
		t.Errorf("nine hyperparameters: %v", err)
	}
}

// TestWorkers: as many workers as there are, the result is the same to the last bit.
func TestWorkers(t *testing.T) {
	var first *Posterior
	for workers := 1; workers <= 3; workers++ {
		var models []Model
		var pattern *mcmc.NormalPattern
		for range workers {
			m := newMixed(12, 60, 1, 1)
			pattern = m.pattern()
			models = append(models, m)
		}
		p, err := Integrate(models, pattern, []Hyper{Positive(1)}, Options{Joint: [][]int{{12, 13}}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = p
			mean, covariance := p.Joint(0)
			if mean[1] != p.Mean(13) || !near(covariance[3], p.Variance(13), 1e-12) || covariance[1] != covariance[2] {
				t.Errorf("joint %v %v, want %v %v", mean, covariance, p.Mean(13), p.Variance(13))
			}
			continue
		}
		if p.LogEvidence != first.LogEvidence || p.HyperSd(0) != first.HyperSd(0) || p.Sd(13) != first.Sd(13) || p.Mean(3) != first.Mean(3) {
			t.Errorf("%d workers: %v, one: %v", workers, p.LogEvidence, first.LogEvidence)
		}
	}
}

// TestSweepAllocates: a sweep allocates nothing.
func TestSweepAllocates(t *testing.T) {
	m := newMixed(20, 200, 2, 1)
	f := NewFit(m, m.pattern())
	if err := f.At([]float64{1}); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(5, func() {
		if err := f.At(f.theta); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestManyHypers: of more hyperparameters, the default lattice gives what a finer one does.
func TestManyHypers(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, d := range manyHypers {
		m := &linear{}
		effects := make([][]int, d-1)
		for k := range effects {
			for range 4 + k {
				effects[k] = append(effects[k], m.size)
				m.list = append(m.list, said{at: []int{m.size}, slope: []float64{1}, of: k})
				m.size++
			}
		}
		true0 := make([]float64, m.size)
		for i := range true0 {
			true0[i] = rng.NormFloat64()
		}
		for range 60 {
			row := said{of: d - 1, y: 0.6 * rng.NormFloat64()}
			for k := range effects {
				c := effects[k][rng.IntN(len(effects[k]))]
				row.at, row.slope = append(row.at, c), append(row.slope, 1)
				row.y += true0[c]
			}
			m.list = append(m.list, row)
		}
		m.prior = func(theta []float64) (sum float64) {
			for _, x := range theta {
				sum += math.Log(x) - x
			}
			return sum
		}
		hypers := make([]Hyper, d)
		for k := range hypers {
			hypers[k] = Positive(1)
		}
		p, err := Integrate([]Model{m}, m.pattern(), hypers, Options{})
		if err != nil {
			t.Fatal(err)
		}
		fine, err := Integrate([]Model{m}, m.pattern(), hypers, Options{Step: 0.8 * stepSizes[d], MaxNodes: 100000})
		if err != nil {
			t.Fatal(err)
		}
		for c := range m.size {
			if !near(p.Mean(c), fine.Mean(c), 0.01*fine.Sd(c)) || !near(p.Sd(c), fine.Sd(c), 0.01*fine.Sd(c)) {
				t.Errorf("%d: mean %v, sd %v, finer %v, %v", c, p.Mean(c), p.Sd(c), fine.Mean(c), fine.Sd(c))
			}
		}
		for k := range d {
			if !near(p.HyperMean(k), fine.HyperMean(k), 0.02*fine.HyperMean(k)) || !near(p.HyperSd(k), fine.HyperSd(k), 0.04*fine.HyperSd(k)) {
				t.Errorf("precision %d: mean %v, sd %v, finer %v, %v", k, p.HyperMean(k), p.HyperSd(k), fine.HyperMean(k), fine.HyperSd(k))
			}
		}
		t.Logf("%d: %d nodes, finer %d; evidence %v, %v", d, len(p.Nodes), len(fine.Nodes), p.LogEvidence, fine.LogEvidence)
	}
}

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/gaussian_mixture/gaussian_mixture"
	"mpc/models/internal/modeltest"
)

// gaussianMixtureRun builds the model for a file of data and runs it.
func gaussianMixtureRun(t *testing.T, file string) (gaussian_mixture.Data, *gaussian_mixture.Inference) {
	t.Helper()
	var d gaussian_mixture.Data
	modeltest.ReadJSON(t, file, &d)
	inf, err := gaussian_mixture.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return d, inf
}

// gaussianMixtureMixture is coordinate ascent by hand (Bishop 2006, 10.2): the posteriors are
// Dirichlet(a), normal(m, v) and gamma(shape, rate), and r are the shares of an
// observation.
type gaussianMixtureMixture struct {
	a, m, v, shape, rate []float64
	r                    [][]float64
	bound                float64
}

// gaussianMixtureAscend goes up from the same start, until nothing moves.
func gaussianMixtureAscend(d gaussian_mixture.Data) gaussianMixtureMixture {
	n, c := len(d.X), d.Component
	q := gaussianMixtureMixture{r: make([][]float64, n)}
	for i := range q.r {
		for range c {
			q.r[i] = append(q.r[i], 1/float64(c))
		}
	}
	for _, s := range d.Start {
		q.m, q.v = append(q.m, s.Mean()), append(q.v, s.Variance())
	}
	q.a, q.shape, q.rate = make([]float64, c), make([]float64, c), make([]float64, c)
	before := make([]float64, c)
	for k := range before {
		before[k] = d.Share
		q.a[k] = d.Share
	}
	rate := 2 * d.Noise * d.Noise
	for moved := 1.0; moved > 1e-9; {
		moved = 0
		for k := range c {
			q.shape[k], q.rate[k] = 2, rate
			for i, x := range d.X {
				q.shape[k] += q.r[i][k] / 2
				q.rate[k] += q.r[i][k] * ((x-q.m[k])*(x-q.m[k]) + q.v[k]) / 2
			}
		}
		q.bound = -modeltest.DirichletGap(q.a, before)
		all := 0.0
		for _, a := range q.a {
			all += a
		}
		for i, x := range d.X {
			log, sum := make([]float64, c), 0.0
			for k := range log {
				log[k] = modeltest.Digamma(q.a[k]) - modeltest.Digamma(all) +
					(modeltest.Digamma(q.shape[k])-math.Log(q.rate[k])-math.Log(2*math.Pi)-
						q.shape[k]/q.rate[k]*((x-q.m[k])*(x-q.m[k])+q.v[k]))/2
				sum += math.Exp(log[k])
			}
			for k := range log {
				q.r[i][k] = math.Exp(log[k]) / sum
			}
			q.bound += math.Log(sum)
		}
		for k := range c {
			s := d.Spread * d.Spread
			q.bound -= (q.v[k]/s + (q.m[k]-d.Center)*(q.m[k]-d.Center)/s - 1 - math.Log(q.v[k]/s)) / 2
			q.bound -= modeltest.GammaGap(q.shape[k], q.rate[k], 2, rate)
			tau := q.shape[k] / q.rate[k]
			precision, shift, count := 1/s, d.Center/s, d.Share
			for i, x := range d.X {
				precision += tau * q.r[i][k]
				shift += tau * q.r[i][k] * x
				count += q.r[i][k]
			}
			moved = math.Max(moved, math.Abs(q.m[k]-shift/precision)*math.Sqrt(precision))
			moved = math.Max(moved, math.Abs(count-q.a[k])/float64(n))
			q.m[k], q.v[k], q.a[k] = shift/precision, 1/precision, count
		}
	}
	return q
}

// gaussianMixtureCheck compares all posteriors and the bound with those by hand.
func gaussianMixtureCheck(t *testing.T, d gaussian_mixture.Data, inf *gaussian_mixture.Inference, tolerance float64) {
	t.Helper()
	want := gaussianMixtureAscend(d)
	near := func(what string, k int, got, want, scale float64) {
		if math.Abs(got-want) > tolerance*scale {
			t.Errorf("%s %d: %v, by hand %v", what, k, got, want)
		}
	}
	for k := range d.Component {
		near("count", k, inf.W().A[k], want.a[k], float64(len(d.X)))
		mu, tau := inf.MuAt(k), inf.TauAt(k)
		near("mean", k, mu.Mean(), want.m[k], math.Sqrt(want.v[k]))
		near("variance of the mean", k, mu.Variance(), want.v[k], want.v[k])
		near("precision", k, tau.Mean(), want.shape[k]/want.rate[k], tau.Mean())
	}
	for i, z := range inf.Z() {
		for k, p := range z.P(nil) {
			near("share of observation", i, p, want.r[i][k], 1)
		}
	}
	near("bound", 0, inf.LogEvidence(), want.bound, 1)
}

// Of Old Faithful's waiting times the posteriors are those by hand, and their
// means, with hardly any prior, are near maximum likelihood.
func TestGaussianMixtureFaithful(t *testing.T) {
	d, inf := gaussianMixtureRun(t, "gaussian_mixture/faithful.json")
	gaussianMixtureCheck(t, d, inf, 1e-5)
	w, m, sd := gaussianMixtureMaximum(d.X, []float64{55, 80}, d.Noise)
	t.Logf("maximum likelihood: weights %.4f, means %.3f, sd %.3f", w, m, sd)
	for k := range w {
		mu := inf.MuAt(k)
		modeltest.Compare(t, "mean", modeltest.Moments(mu), [2]float64{m[k], math.Sqrt(mu.Variance())}, 0.1, 1, 1)
		if got := 1 / math.Sqrt(inf.TauAt(k).Mean()); math.Abs(got/sd[k]-1) > 0.02 {
			t.Errorf("sd %d: %v, maximum likelihood %v", k, got, sd[k])
		}
		if got := inf.W().A[k] / (inf.W().A[0] + inf.W().A[1]); math.Abs(got-w[k]) > 0.005 {
			t.Errorf("weight %d: %v, maximum likelihood %v", k, got, w[k])
		}
	}
}

// gaussianMixtureMaximum is maximum likelihood by EM.
func gaussianMixtureMaximum(x, start []float64, noise float64) (w, m, sd []float64) {
	m = append(m, start...)
	for range m {
		w, sd = append(w, 1/float64(len(m))), append(sd, noise)
	}
	for range 500 {
		s0, s1, s2 := make([]float64, len(m)), make([]float64, len(m)), make([]float64, len(m))
		for _, x := range x {
			p, sum := make([]float64, len(m)), 0.0
			for k := range p {
				p[k] = w[k] / sd[k] * math.Exp(-(x-m[k])*(x-m[k])/(2*sd[k]*sd[k]))
				sum += p[k]
			}
			for k := range p {
				s0[k] += p[k] / sum
				s1[k] += p[k] / sum * x
				s2[k] += p[k] / sum * x * x
			}
		}
		for k := range m {
			w[k], m[k] = s0[k]/float64(len(x)), s1[k]/s0[k]
			sd[k] = math.Sqrt(s2[k]/s0[k] - m[k]*m[k])
		}
	}
	return w, m, sd
}

// Of eight components the velocities of galaxies keep five; the others are left with
// their prior.
func TestGaussianMixtureGalaxies(t *testing.T) {
	d, inf := gaussianMixtureRun(t, "gaussian_mixture/galaxies.json")
	gaussianMixtureCheck(t, d, inf, 1e-3)
	kept := 0
	for k, a := range inf.W().A {
		if a > 0.5 {
			kept++
		} else if mu := inf.MuAt(k); math.Abs(mu.Mean()-d.Center) > 1e-3 || math.Abs(mu.Variance()/(d.Spread*d.Spread)-1) > 1e-3 {
			t.Errorf("component %d is empty, and has %v", k, mu)
		}
	}
	if kept != 5 {
		t.Errorf("%d components are kept, want 5: %v", kept, inf.W())
	}
}

// No iteration lets the evidence fall.
func TestGaussianMixtureEvidenceNeverFalls(t *testing.T) {
	var d gaussian_mixture.Data
	modeltest.ReadJSON(t, "gaussian_mixture/galaxies.json", &d)
	inf, err := gaussian_mixture.New(d)
	if err != nil {
		t.Fatal(err)
	}
	modeltest.NeverFalls(t, 200, func() (float64, error) {
		_, err := inf.Run(context.Background(), gaussian_mixture.Iterations(1))
		return inf.LogEvidence(), err
	})
}

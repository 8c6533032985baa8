package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// Counts of booleans, soft and far in the tails, are sums over all subsets.
func TestCountRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 17))
	for range 500 {
		n := rng.IntN(6)
		terms := make([]dist.Bernoulli, n)
		for i := range terms {
			terms[i].LogOdds = []float64{0, 2 * rng.NormFloat64(), 400 * rng.NormFloat64(), math.Inf(1), math.Inf(-1)}[rng.IntN(5)]
		}
		out := randomCategorical(rng, n+1)
		counts := make([]float64, n+1)
		on, off := make([]float64, n), make([]float64, n)
		for k := range counts {
			counts[k] = math.Inf(-1)
		}
		for i := range on {
			on[i], off[i] = math.Inf(-1), math.Inf(-1)
		}
		for set := range 1 << n {
			k, log := 0, 0.0
			for i, x := range terms {
				k += set >> i & 1
				log += x.LogProb(set>>i&1 == 1)
			}
			counts[k] = logicLogSum(counts[k], log)
			for i := range terms {
				rest := out.LogP[k]
				for j, x := range terms {
					if j != i {
						rest += x.LogProb(set>>j&1 == 1)
					}
				}
				if set>>i&1 == 1 {
					on[i] = logicLogSum(on[i], rest)
				} else {
					off[i] = logicLogSum(off[i], rest)
				}
			}
		}
		got := dist.CategoricalUniform(n + 1)
		if fault := CountToOut(terms, &got); fault != dist.NoFault {
			t.Fatalf("fault %d", fault)
		}
		wanted := relative(counts)
		for k := range wanted {
			if !near(relative(got.LogP)[k], wanted[k]) {
				t.Fatalf("count of %v: %v, want %v", terms, got.LogP, wanted)
			}
		}
		to := make([]dist.Bernoulli, n)
		impossible := false
		for i := range to {
			impossible = impossible || math.IsInf(on[i], -1) && math.IsInf(off[i], -1)
		}
		fault := CountToTermsSoft(out, terms, to, make([]float64, (n+1)*(n+1)))
		if impossible != (fault == dist.Contradiction) {
			t.Fatalf("fault %d, impossible: %v", fault, impossible)
		}
		for i := range to {
			if !impossible && !near(to[i].LogOdds, on[i]-off[i]) {
				t.Fatalf("term %d of %v with %v: %v, want %v", i, terms, out.LogP, to[i].LogOdds, on[i]-off[i])
			}
		}
		checkCountAverage(t, rng, terms)
	}
}

// checkCountAverage: the mean over the count of the others.
func checkCountAverage(t *testing.T, rng *rand.Rand, terms []dist.Bernoulli) {
	t.Helper()
	n := len(terms)
	out := dist.CategoricalUniform(n + 1)
	for k := range out.LogP {
		out.LogP[k] = 3 * rng.NormFloat64()
	}
	for i := range terms {
		want := 0.0
		for set := range 1 << n {
			if set>>i&1 == 1 {
				continue
			}
			k, p := 0, 1.0
			for j, x := range terms {
				if j != i {
					k += set >> j & 1
					p *= math.Exp(x.LogProb(set>>j&1 == 1))
				}
			}
			want += p * (out.LogP[k+1] - out.LogP[k])
		}
		got, fault := CountToTermAverage(out, terms, i, make([]float64, (n+1)*(n+1)))
		if fault != dist.NoFault || math.Abs(got.LogOdds-want) > 1e-12*(1+math.Abs(want)) {
			t.Fatalf("term %d of %v: %v, want %v, fault %d", i, terms, got.LogOdds, want, fault)
		}
	}
}

// The message to a dirichlet is that to the projection of the mixture on dirichlets.
func TestCategoricalToDirichlet(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 17))
	for range 300 {
		n := 2 + rng.IntN(4)
		p := dist.DirichletUniform(n)
		total := 0.0
		for k := range p.A {
			p.A[k] = math.Exp(3 * rng.NormFloat64())
			total += p.A[k]
		}
		x := randomCategorical(rng, n)
		q := x.P(nil)
		w := make([]float64, n)
		sum := 0.0
		for k := range w {
			w[k] = q[k] * p.A[k]
			sum += w[k]
		}
		if sum == 0 {
			continue
		}
		mean, variance, logs := make([]float64, n), make([]float64, n), make([]float64, n)
		for k := range w {
			w[k] /= sum
			part := p.Copy()
			part.A[k]++
			for j, m := range part.MeanTo(nil) {
				mean[j] += w[k] * m
				variance[j] += w[k] * (part.VarianceTo(nil)[j] + m*m)
			}
			for j, l := range part.MeanLog(nil) {
				logs[j] += w[k] * l
			}
		}
		for j := range variance {
			variance[j] -= mean[j] * mean[j]
		}
		var want dist.Dirichlet
		got := dist.DirichletUniform(n)
		if fault := CategoricalToPSoft(x, p, &got, nil); fault != dist.NoFault {
			t.Fatalf("fault %d", fault)
		}
		want.SetMeanVariance(mean, variance)
		checkSite(t, "variance", got, p, want, 1e-8*(1+total))
		if fault := CategoricalToPSoftLog(x, p, &got, nil); fault != dist.NoFault {
			t.Fatalf("fault %d of %v, %v", fault, x.LogP, p.A)
		}
		want.SetMeanLogs(logs)
		checkSite(t, "log", got, p, want, 1e-6*(1+total))
		z := CategoricalEvidenceRandom(x, p, nil)
		if math.Abs(z-math.Log(sum/total)) > 1e-12*(1+math.Abs(z)) {
			t.Fatalf("evidence %v, want %v", z, math.Log(sum/total))
		}
	}
}

func checkSite(t *testing.T, name string, site, cavity, want dist.Dirichlet, tolerance float64) {
	t.Helper()
	var product dist.Dirichlet
	product.SetTimes(site, cavity)
	for k, a := range want.A {
		if !(math.Abs(product.A[k]-a) <= tolerance) {
			t.Fatalf("%s: %v times %v is %v, want %v", name, site.A, cavity.A, product.A, want.A)
		}
	}
}

// A known x of many values is one more count, in both projections.
func TestCategoricalKnown(t *testing.T) {
	p := dist.DirichletAlpha(1e6, 3, 1e-3, 5)
	for k := range 4 {
		got := dist.DirichletUniform(4)
		for _, f := range []func(dist.Categorical, dist.Dirichlet, *dist.Dirichlet, *dist.CategoricalWork) dist.Fault{CategoricalToPSoft, CategoricalToPSoftLog} {
			if fault := f(dist.CategoricalPoint(k, 4), p, &got, nil); fault != dist.NoFault || got.A[k] != 2 || got.A[(k+1)%4] != 1 {
				t.Errorf("%v, fault %d", got.A, fault)
			}
		}
	}
}

// A known value says the same whatever the cavity is, also an improper one: a logistic or an
// exponential function leaves one where little of a count is left. A mixture that is proper
// needs no proper cavity either.
func TestKnownValuesWithImproperCavities(t *testing.T) {
	work := &dist.CategoricalWork{}
	for _, p := range []dist.Beta{{A: -0.5, B: 3}, {A: 2, B: -4}, {A: 0, B: 0}, {A: 1, B: 1}} {
		for k := range 6 {
			x := dist.CategoricalPoint(k, 6)
			for _, f := range []func(dist.Categorical, int, dist.Beta, *dist.CategoricalWork) (dist.Beta, dist.Fault){BinomialToPCount, BinomialToPCountLog} {
				if got, fault := f(x, 5, p, work); fault != dist.NoFault || got != (dist.Beta{A: 1 + float64(k), B: 1 + float64(5-k)}) {
					t.Errorf("%d of 5 at %v: %v, fault %d", k, p, got, fault)
				}
			}
			to := dist.CategoricalUniform(6)
			if fault := BinomialToXRandom(x, 5, p, &to); fault != dist.NoFault {
				t.Errorf("to %d at %v: fault %d", k, p, fault)
			}
			if p.A+float64(k) > 0 && p.B+float64(5-k) > 0 {
				if got, want := BinomialEvidenceCountRandom(x, 5, p), BinomialEvidence(k, 5, p); got != want {
					t.Errorf("evidence of %d at %v: %v, want %v", k, p, got, want)
				}
			}
		}
		if fault := BinomialToXRandom(dist.CategoricalUniform(6), 5, p, new(dist.CategoricalUniform(6))); (fault == dist.Improper) != !p.IsProper() {
			t.Errorf("fault %d at %v", fault, p)
		}
		if _, fault := BinomialToPCount(dist.CategoricalPoint(4, 6), 3, p, work); fault != dist.Contradiction {
			t.Errorf("4 of 3: fault %d", fault)
		}
	}
	// Weights 1 and 3 of 2 and 3 of 5 at Beta(-0.5, 1): the mixture of Beta(1.5, 4) and Beta(2.5, 3).
	inf := math.Inf(-1)
	x, p := dist.Categorical{LogP: []float64{inf, inf, 0, math.Log(3), inf, inf}}, dist.Beta{A: -0.5, B: 1}
	weigh := func(k float64) float64 {
		c, _ := math.Lgamma(k + 1)
		d, _ := math.Lgamma(6 - k)
		a, _ := math.Lgamma(p.A + k)
		b, _ := math.Lgamma(p.B + 5 - k)
		return math.Exp(a + b - c - d)
	}
	w := weigh(2) / (weigh(2) + 3*weigh(3))
	mean := w*1.5/5.5 + (1-w)*2.5/5.5
	got, fault := BinomialToPCount(x, 5, p, work)
	if q := (dist.Beta{A: got.A + p.A - 1, B: got.B + p.B - 1}); fault != dist.NoFault || math.Abs(q.Mean()-mean) > 1e-12 {
		t.Errorf("mean %v, want %v, fault %d", q.Mean(), mean, fault)
	}
	x.LogP[0] = 0
	if _, fault := BinomialToPCount(x, 5, p, work); fault != dist.Improper {
		t.Errorf("a value at which the mixture is improper: fault %d", fault)
	}
	for _, rate := range []dist.Gamma{{Shape: -1, Rate: 2}, {Shape: 2, Rate: -0.5}} {
		if got, fault := PoissonToRateCount(dist.CategoricalPoint(3, 9), rate, work); fault != dist.NoFault || got != (dist.Gamma{Shape: 4, Rate: 1}) {
			t.Errorf("3 at %v: %v, fault %d", rate, got, fault)
		}
	}
	to := dist.DirichletUniform(3)
	for _, f := range []func(dist.Categorical, dist.Dirichlet, *dist.Dirichlet, *dist.CategoricalWork) dist.Fault{CategoricalToPSoft, CategoricalToPSoftLog} {
		if fault := f(dist.CategoricalPoint(1, 3), dist.Dirichlet{A: []float64{-1, 2, 3}}, &to, work); fault != dist.NoFault || to.A[1] != 2 || to.A[0] != 1 {
			t.Errorf("%v, fault %d", to, fault)
		}
	}
}

// Binomials with a random p are mixtures of betas.
func TestBinomialMixtures(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 17))
	for range 200 {
		p := dist.Beta{A: math.Exp(rng.NormFloat64()), B: math.Exp(rng.NormFloat64())}
		n := 1 + rng.IntN(5)
		x := randomCategorical(rng, n+1)
		to := dist.CategoricalUniform(n + 1)
		if fault := BinomialToXRandom(x, n, p, &to); fault != dist.NoFault {
			t.Fatalf("fault %d", fault)
		}
		// P(x) by quadrature of the beta is what BinomialEvidence is tested to be.
		z := math.Inf(-1)
		for k := range to.LogP {
			z = logicLogSum(z, x.LogProb(k)+BinomialEvidence(k, n, p))
			if want := BinomialEvidence(k, n, p); !near(relative(to.LogP)[k]+discreteLargest(to.LogP)-discreteLogSum(to.LogP), want) && math.Abs(to.LogProb(k)-want) > 1e-11 {
				t.Fatalf("%v: %v, want %v", k, to.LogProb(k), want)
			}
		}
		if got := BinomialEvidenceCountRandom(x, n, p); math.Abs(got-z) > 1e-12*(1+math.Abs(z)) {
			t.Fatalf("evidence %v, want %v", got, z)
		}
		mean, square := 0.0, 0.0
		for k := range to.LogP {
			part := dist.Beta{A: p.A + float64(k), B: p.B + float64(n-k)}
			w := math.Exp(x.LogProb(k) + BinomialEvidence(k, n, p) - z)
			mean += w * part.Mean()
			square += w * (part.Variance() + part.Mean()*part.Mean())
		}
		m, fault := BinomialToPCount(x, n, p, nil)
		got := m.Times(p)
		if fault != dist.NoFault || math.Abs(got.Mean()-mean) > 1e-10 || math.Abs(got.Variance()-(square-mean*mean)) > 1e-10 {
			t.Fatalf("p is %v, want mean %v and variance %v, fault %d", got, mean, square-mean*mean, fault)
		}
		seen := rng.IntN(n + 1)
		trials := randomCategorical(rng, 7)
		if m, fault = BinomialToPTrialsLog(seen, trials, p, nil); fault == dist.NoFault {
			log, z := 0.0, BinomialEvidenceTrialsRandom(seen, trials, p)
			for k := range trials.LogP {
				if w := math.Exp(trials.LogProb(k) + BinomialEvidence(seen, k, p) - z); w > 0 {
					log += w * dist.Beta{A: p.A + float64(seen), B: p.B + float64(k-seen)}.MeanLog()
				}
			}
			if got := m.Times(p).MeanLog(); math.Abs(got-log) > 1e-8*(1+math.Abs(log)) {
				t.Fatalf("mean log %v, want %v", got, log)
			}
		} else if fault != dist.Contradiction {
			t.Fatalf("fault %d", fault)
		}
	}
}

// With memory to work in, messages allocate nothing; sums of many values neither.
func TestDiscreteAllocations(t *testing.T) {
	const n = 200
	work := &dist.CategoricalWork{}
	a, b, out := dist.CategoricalUniform(n), dist.CategoricalUniform(n), dist.CategoricalUniform(2*n-1)
	for k := range n {
		a.LogP[k], b.LogP[k] = -float64(k), -float64(n-k)*0.1
	}
	alpha := dist.DirichletSymmetric(n, 0.3)
	site := dist.DirichletUniform(n)
	odds := dist.Bernoulli{LogOdds: 1}
	var moments dist.CategoricalMoments
	moments.Set(b)
	p := dist.Beta{A: 2, B: 3}
	calls := map[string]func(){
		"sum":         func() { SumIntToOut(a, b, &out, work) },
		"sum back":    func() { SumIntToA(out, b, &a, work) },
		"max":         func() { MaxIntToOut(a, b, &out, work) },
		"at least":    func() { AtLeastToA(odds, b, 1, &a, work) },
		"equal":       func() { EqualIntToA(odds, b, &a, work) },
		"evidence":    func() { EqualIntEvidence(odds, a, b, work) },
		"categorical": func() { CategoricalToXRandom(alpha, &a, work) },
		"to p":        func() { CategoricalToPSoft(b, alpha, &site, work) },
		"average":     func() { CategoricalToPAverage(moments, 1, &site) },
		"trials":      func() { BinomialToPTrials(3, b, p, work) },
		"uniform":     func() { DiscreteUniformEvidenceRandom(a, b, work) },
	}
	for name, call := range calls {
		call()
		if n := testing.AllocsPerRun(5, call); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// agree tells whether two log densities agree to so many roundings of the larger
// one, or of 1.
func agree(x, y, tolerance float64) bool {
	return x == y || math.Abs(x-y) <= tolerance*max(1, math.Abs(x), math.Abs(y))
}

// spreadOut is a number of any size, or one that is special.
func spreadOut(rng *rand.Rand) float64 {
	return math.Exp(rng.NormFloat64() * 12)
}

// TestDensitiesOfDist compares with the log densities of messages, which are
// written in natural parameters and tested on their own.
func TestDensitiesOfDist(t *testing.T) {
	rng := rand.New(NewStream(6, 1))
	for range 20000 {
		x, a, b := spreadOut(rng), spreadOut(rng), spreadOut(rng)
		m := rng.NormFloat64() * spreadOut(rng)
		if got, want := LogDensityNormal(x, m, a), dist.NormalMeanPrecision(m, a).LogProb(x); !agree(got, want, 1e-9) {
			t.Errorf("normal(%v, %v) at %v: %v, not %v", m, a, x, got, want)
		}
		if got, want := LogDensityNormalVariance(x, m, a), dist.NormalMeanVariance(m, a).LogProb(x); !agree(got, want, 1e-9) {
			t.Errorf("normal(%v, variance %v) at %v: %v, not %v", m, a, x, got, want)
		}
		// Near where the mass is, too.
		for _, y := range []float64{x, a / b, a / b * (1 + rng.NormFloat64()/math.Sqrt(1+a))} {
			if y <= 0 {
				continue
			}
			if got, want := LogDensityGamma(y, a, b), dist.GammaShapeRate(a, b).LogProb(y); !agree(got, want, 1e-11) {
				t.Errorf("gamma(%v, %v) at %v: %v, not %v", a, b, y, got, want)
			}
			if got, want := LogDensityInverseGamma(1/y, a, b), dist.InverseGammaShapeRate(a, b).LogProb(1/y); !agree(got, want, 1e-11+1e-15*math.Sqrt(a)) {
				t.Errorf("inversegamma(%v, %v) at %v: %v, not %v", a, b, 1/y, got, want)
			}
		}
		for _, p := range []float64{rng.Float64(), a / (a + b)} {
			if p == 1 {
				continue
			}
			if got, want := LogDensityBeta(p, a, b), dist.BetaCounts(a, b).LogProb(p); !agree(got, want, 1e-10) {
				t.Errorf("beta(%v, %v) at %v: %v, not %v", a, b, p, got, want)
			}
		}
	}
}

func TestDensitiesOfVectors(t *testing.T) {
	rng := rand.New(NewStream(6, 2))
	stream := NewStream(6, 3)
	for range 500 {
		k := 1 + rng.IntN(5)
		alpha, p := make([]float64, k), make([]float64, k)
		for i := range alpha {
			alpha[i] = math.Exp(rng.NormFloat64() * 4)
		}
		DrawDirichlet(stream, p, alpha)
		if k > 1 {
			if got, want := LogDensityDirichlet(p, alpha), dist.DirichletAlpha(alpha...).LogProb(p); !agree(got, want, 1e-10) {
				t.Errorf("dirichlet%v at %v: %v, not %v", alpha, p, got, want)
			}
		}
	}
	if got := LogDensityDirichlet([]float64{1}, []float64{3}); !agree(got, 0, 1e-14) {
		t.Errorf("a dirichlet of one count has the log density %v", got)
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		p, alpha []float64
		want     float64
	}{
		{[]float64{0, 1}, []float64{2, 1}, -inf}, {[]float64{0, 1}, []float64{0.5, 1}, inf}, {[]float64{0, 0, 1}, []float64{0.5, 2, 1}, -inf},
		{[]float64{0, 1}, []float64{1, 3}, math.Log(3)}, {[]float64{0.5}, []float64{1, 1}, -inf}, {[]float64{0.5, 0.5}, []float64{1, -1}, -inf},
		{[]float64{1.5, -0.5}, []float64{1, 1}, -inf},
	} {
		if got := LogDensityDirichlet(c.p, c.alpha); !agree(got, c.want, 1e-14) {
			t.Errorf("dirichlet%v at %v: %v, not %v", c.alpha, c.p, got, c.want)
		}
	}
}

func TestDensitiesOfCounts(t *testing.T) {
	for _, n := range []int{0, 1, 3, 40, 1000} {
		for _, p := range []float64{0, 1e-300, 1e-5, 0.3, 0.5, 0.999, 1} {
			sum := 0.0
			for k, want := range binomialP(n, p) {
				got := math.Exp(LogDensityBinomial(k, n, p))
				if math.Abs(got-want) > 1e-11*want {
					t.Errorf("binomial(%d, %v) at %d: %v, not %v", n, p, k, got, want)
				}
				sum += got
				if l := special.Logit(p); p < 0.9 && math.Abs(l) < 1000 && !agree(LogDensityBinomialLogit(k, n, l), LogDensityBinomial(k, n, p), 1e-11) {
					t.Errorf("binomial(%d, logit %v) at %d: %v, not %v", n, l, k, LogDensityBinomialLogit(k, n, l), LogDensityBinomial(k, n, p))
				}
			}
			if math.Abs(sum-1) > 1e-13 {
				t.Errorf("binomial(%d, %v) has the sum %v", n, p, sum)
			}
		}
	}
	for _, rate := range []float64{1e-300, 1e-3, 1, 15, 600} {
		sum := 0.0
		for k := range 2000 {
			log := float64(k)*math.Log(rate) - rate - logFactorial(k)
			got := LogDensityPoisson(k, rate)
			if !agree(got, log, 1e-12) || !agree(LogDensityPoissonLog(k, math.Log(rate)), log, 1e-12) {
				t.Errorf("poisson(%v) at %d: %v and %v, not %v", rate, k, got, LogDensityPoissonLog(k, math.Log(rate)), log)
			}
			sum += math.Exp(got)
		}
		if math.Abs(sum-1) > 1e-13 {
			t.Errorf("poisson(%v) has the sum %v", rate, sum)
		}
	}
	// Large counts at the mode: the log of 1/sqrt(2 pi variance), and the terms after it.
	for _, n := range []int{1e9, 1e12, 1e15} {
		x := float64(n)
		if got, want := LogDensityPoisson(n, x), -densityHalfLog2Pi-math.Log(x)/2-1/(12*x); !agree(got, want, 1e-15) {
			t.Errorf("poisson(%d): %v, not %v", n, got, want)
		}
		if got, want := LogDensityBinomial(n/2, n, 0.5), -densityHalfLog2Pi-math.Log(x/4)/2-1/(4*x); !agree(got, want, 1e-15) {
			t.Errorf("binomial(%d, 1/2): %v, not %v", n, got, want)
		}
	}
	// Far out: log odds of -1e4, and a log rate of as much.
	if got, want := LogDensityBinomialLogit(2, 5, -1e4), math.Log(10)-2e4; !agree(got, want, 1e-15) {
		t.Errorf("%v, not %v", got, want)
	}
	if got, want := LogDensityBinomialLogit(3, 5, 1e4), math.Log(10)-2e4; !agree(got, want, 1e-15) {
		t.Errorf("%v, not %v", got, want)
	}
	if got, want := LogDensityPoissonLog(20, -1e4), -2e5-logFactorial(20); !agree(got, want, 1e-15) {
		t.Errorf("%v, not %v", got, want)
	}
	// A multinomial of two is a binomial; of three, by the definition.
	for k := range 21 {
		if got, want := LogDensityMultinomial([]int{k, 20 - k}, 20, []float64{0.3, 0.7}), LogDensityBinomial(k, 20, 0.3); !agree(got, want, 1e-13) {
			t.Errorf("multinomial at %d: %v, not %v", k, got, want)
		}
	}
	want := logFactorial(9) - logFactorial(2) - logFactorial(3) - logFactorial(4) + 2*math.Log(0.2) + 3*math.Log(0.5) + 4*math.Log(0.3)
	if got := LogDensityMultinomial([]int{2, 3, 4, 0}, 9, []float64{0.2, 0.5, 0.3, 0}); !agree(got, want, 1e-14) {
		t.Errorf("multinomial: %v, not %v", got, want)
	}
	want = math.Log(3) + math.Log(1e-300)
	if got := LogDensityMultinomial([]int{1, 2}, 3, []float64{1e-300, 1}); !agree(got, want, 1e-14) {
		t.Errorf("multinomial: %v, not %v", got, want)
	}
	for _, l := range []float64{-800, -3, 0, 5} {
		p := special.Logistic(l)
		if l > -700 && (!agree(LogDensityBernoulliLogit(true, l), LogDensityBernoulli(true, p), 1e-14) || !agree(LogDensityBernoulliLogit(false, l), LogDensityBernoulli(false, p), 1e-14)) {
			t.Errorf("bernoulli of the log odds %v", l)
		}
		if l > -30 && !agree(LogDensityBernoulliProbit(true, l), math.Log(special.NormalCdf(l)), 1e-14) {
			t.Errorf("bernoulli of the probit %v", l)
		}
	}
	if got := LogDensityBernoulliLogit(true, -800); got != -800 {
		t.Errorf("%v, not -800", got)
	}
}

func TestDensityTruncatedNormal(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range [][2]float64{{-1, 2}, {0, inf}, {-inf, -3}, {5, 5.1}, {29, inf}, {31, inf}, {31, 31.01}, {31, 31.5}, {100, 100.001}, {-200, -31}, {-1e5, -1e4}, {1e9, inf}, {2, 2 + 1e-9}, {-1e-10, 1e-10}} {
		for _, scale := range []float64{1, 1e-4, 300} {
			mean, sd := 7*scale, scale
			lo, hi := mean+c[0]*sd, mean+c[1]*sd
			// From the end where the density is largest, as far as it matters.
			near, sign := lo, 1.0
			if c[1] < 0 {
				near, sign = hi, -1
			} else if c[0] < 0 && c[0] < -8 {
				near = mean - 8*sd
			}
			far := hi - lo
			rate := max(math.Abs((near-mean)/sd), 1) / sd
			far = min(far, 45/rate)
			sum := 0.0
			const parts = 2000
			for i := range parts {
				for j, node := range special.LegendreNodes24 {
					x := near + sign*far*(float64(i)+(1+node)/2)/parts
					sum += special.LegendreWeights24[j] / 2 * far / parts * math.Exp(LogDensityTruncatedNormal(x, mean, 1/(sd*sd), lo, hi))
				}
			}
			if tolerance := max(1e-12, 1e-15*math.Abs(c[0])); !(math.Abs(sum-1) < tolerance) && math.Abs(c[0]) < 1e8 && hi-lo > 1e-6*scale {
				t.Errorf("normal(%v, sd %v) on %v has the integral %v", mean, sd, c, sum)
			}
		}
	}
	// At the bound far out it is log(a), of a narrow interval -log of its width.
	for _, a := range []float64{1e4, 1e9, 1e150} {
		if got, want := LogDensityTruncatedNormal(0, -a, 1, 0, inf), math.Log(a); !agree(got, want, 2e-9) {
			t.Errorf("beyond %v: %v, not %v", a, got, want)
		}
		if got, want := LogDensityTruncatedNormal(0, a, 1, -inf, 0), math.Log(a); !agree(got, want, 2e-9) {
			t.Errorf("below -%v: %v, not %v", a, got, want)
		}
	}
	for _, a := range []float64{0, 3, 50, 1e8} {
		if got, want := LogDensityTruncatedNormal(1e-20, -a, 1, 0, 2e-20), -math.Log(2e-20); !agree(got, want, 1e-9) {
			t.Errorf("narrow at %v: %v, not %v", a, got, want)
		}
	}
}

// TestDensitiesNever gives every density what lies at and beyond the ends of what
// it takes: none is NaN, and what has no distribution is -Inf.
func TestDensitiesNever(t *testing.T) {
	inf := math.Inf(1)
	ends := []float64{-inf, -math.MaxFloat64, -1, -5e-324, 0, 5e-324, 1e-300, 0.5, 1, 2, 50, 1e300, math.MaxFloat64, inf, math.NaN()}
	wholes := []int{math.MinInt, -1, 0, 1, 7, 1 << 60, math.MaxInt}
	densities := map[string]func(x, a, b float64) float64{
		"normal": LogDensityNormal, "normal of a variance": LogDensityNormalVariance, "gamma": LogDensityGamma, "inversegamma": LogDensityInverseGamma,
		"beta": LogDensityBeta, "uniform": LogDensityUniform,
		"point":      func(x, a, _ float64) float64 { return LogDensityPoint(x, a) },
		"truncated":  func(x, a, b float64) float64 { return LogDensityTruncatedNormal(x, 0, 1, a, b) },
		"truncated2": func(x, a, b float64) float64 { return LogDensityTruncatedNormal(x, a, b, -1, inf) },
		"bernoulli":  func(_, a, _ float64) float64 { return LogDensityBernoulli(true, a) + LogDensityBernoulli(false, a) },
		"logit": func(_, a, _ float64) float64 {
			return LogDensityBernoulliLogit(true, a) + LogDensityBernoulliLogit(false, a)
		},
		"probit": func(_, a, _ float64) float64 {
			return LogDensityBernoulliProbit(true, a) + LogDensityBernoulliProbit(false, a)
		},
	}
	for name, f := range densities {
		for _, x := range ends {
			for _, a := range ends {
				for _, b := range ends {
					if got := f(x, a, b); got != got {
						t.Errorf("%s at %v with %v and %v is NaN", name, x, a, b)
					}
				}
			}
		}
	}
	for _, k := range wholes {
		for _, n := range wholes {
			for _, p := range ends {
				for name, got := range map[string]float64{
					"binomial": LogDensityBinomial(k, n, p), "binomial of the log odds": LogDensityBinomialLogit(k, n, p), "poisson": LogDensityPoisson(k, p),
					"poisson of the log": LogDensityPoissonLog(k, p), "discreteuniform": LogDensityDiscreteUniform(k, n), "categorical": LogDensityCategorical(k, []float64{p}),
					"multinomial": LogDensityMultinomial([]int{k, 0}, n, []float64{p, 0.5}),
				} {
					if got != got {
						t.Errorf("%s at %d of %d with %v is NaN", name, k, n, p)
					}
				}
			}
		}
	}
	for _, c := range []struct {
		name string
		got  float64
	}{
		{"normal of precision 0", LogDensityNormal(0, 0, 0)}, {"normal of a negative precision", LogDensityNormal(0, 0, -1)},
		{"gamma at -1", LogDensityGamma(-1, 1, 1)}, {"gamma of shape 0", LogDensityGamma(1, 0, 1)}, {"gamma of rate -1", LogDensityGamma(1, 1, -1)},
		{"gamma of shape 2 at 0", LogDensityGamma(0, 2, 1)}, {"inversegamma at 0", LogDensityInverseGamma(0, 1, 1)}, {"beta at 1.1", LogDensityBeta(1.1, 1, 1)},
		{"uniform outside", LogDensityUniform(3, 0, 1)}, {"uniform of nothing", LogDensityUniform(1, 1, 1)},
		{"poisson at -1", LogDensityPoisson(-1, 1)}, {"poisson of rate -1", LogDensityPoisson(1, -1)}, {"binomial beyond n", LogDensityBinomial(4, 3, 0.5)},
		{"bernoulli of 1.5", LogDensityBernoulli(true, 1.5)}, {"categorical beyond", LogDensityCategorical(2, []float64{0.5, 0.5})},
		{"discreteuniform beyond", LogDensityDiscreteUniform(3, 3)}, {"multinomial of another sum", LogDensityMultinomial([]int{1, 1}, 3, []float64{0.5, 0.5})},
		{"truncated outside", LogDensityTruncatedNormal(3, 0, 1, 0, 2)},
	} {
		if c.got != math.Inf(-1) {
			t.Errorf("%s has the log density %v", c.name, c.got)
		}
	}
	for _, c := range [][3]float64{
		{LogDensityGamma(0, 1, 3), math.Log(3), 0}, {LogDensityGamma(0, 0.5, 3), inf, 0}, {LogDensityBeta(0, 1, 3), math.Log(3), 0}, {LogDensityBeta(1, 3, 1), math.Log(3), 0},
		{LogDensityUniform(1, -1, 3), -math.Log(4), 0}, {LogDensityUniform(0, -math.MaxFloat64, math.MaxFloat64), -math.Log(math.MaxFloat64) - math.Ln2, 0},
		{LogDensityDiscreteUniform(2, 5), -math.Log(5), 0}, {LogDensityCategorical(1, []float64{0.2, 0.8}), math.Log(0.8), 0},
		{LogDensityPoisson(0, 0), 0, 0}, {LogDensityBinomial(0, 3, 0), 0, 0}, {LogDensityBinomial(3, 3, 1), 0, 0}, {LogDensityPoint(2, 2), 0, 0},
	} {
		if !agree(c[0], c[1], 1e-15) {
			t.Errorf("%v, not %v", c[0], c[1])
		}
	}
}

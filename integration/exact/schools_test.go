package exact

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

var (
	schoolEffects = []float64{28, 8, -3, 7, -1, 1, 18, 12}
	schoolErrors  = []float64{15, 10, 16, 11, 9, 11, 10, 18}
)

// TestSchools compares posteriors of eight schools, whose sd tau has one of many priors, with those
// of quadrature.
func TestSchools(t *testing.T) {
	normal := func(x, sd float64) float64 { return -x*x/(2*sd*sd) - math.Log(sd*math.Sqrt(2*math.Pi)) }
	const top = 1e6
	for _, x := range []struct {
		prior, noise string
		high         float64
		log          func(tau float64) float64 // the density of the sd
	}{
		{"halfnormal(sd = 5)", "sd = tau", top, func(x float64) float64 { return math.Ln2 + normal(x, 5) }},
		{"halfcauchy(scale = 5)", "variance = tau * tau", top, func(x float64) float64 { return math.Log(2 / (5 * math.Pi) / (1 + x*x/25)) }},
		{"uniform(0, 100)", "sd = tau", 100, func(x float64) float64 { return -math.Log(100) }},
		{"exponential(rate = 0.2)", "sd = tau", top, func(x float64) float64 { return math.Log(0.2) - 0.2*x }},
		{"gamma(shape = 2, rate = 0.3)", "sd = tau", top, func(x float64) float64 { return 2*math.Log(0.3) + math.Log(x) - 0.3*x }},
		{"lognormal(1, sd = 1)", "sd = tau", top, func(x float64) float64 { return normal(math.Log(x)-1, 1) - math.Log(x) }},
		{"truncated(studentt(df = 3, location = 0, scale = 5), 0, 1000)", "sd = tau", 1000, func(x float64) float64 {
			return math.Log(4/(math.Pi*math.Sqrt(3)*5)) - 2*math.Log1p(x*x/75) // all but 1e-7 is below 1000
		}},
	} {
		want := schoolsQuadrature(x.log, x.high)
		got := planned(t, fmt.Sprintf(`model: schools
inputs: {school: range, effect: "real[school]", error: "real[school]"}
program: |
  mu ~ normal(0, sd = 5)
  tau ~ %s
  for (j in school) {
    theta[j] ~ normal(mu, %s)
    effect[j] ~ normal(theta[j], sd = error[j])
  }
infer: [mu, tau, theta, evidence]
`, x.prior, x.noise), `{"school": 8, "effect": [28, 8, -3, 7, -1, 1, 18, 12], "error": [15, 10, 16, 11, 9, 11, 10, 18]}`)
		tau, mu := got["tau"].(dist.Gamma), got["mu"].(dist.Normal)
		near := func(what string, got, want, error float64) {
			t.Helper()
			if !(math.Abs(got-want) <= error) {
				t.Errorf("%s: %s is %v, want %v", x.prior, what, got, want)
			}
		}
		near("mean of mu", mu.Mean(), want.mu.mean, 0.02*want.mu.sd)
		near("sd of mu", math.Sqrt(mu.Variance()), want.mu.sd, 0.01*want.mu.sd)
		near("mean of tau", tau.Mean(), want.tau.mean, 0.005*want.tau.sd)
		near("sd of tau", math.Sqrt(tau.Variance()), want.tau.sd, 0.02*want.tau.sd)
		for i, p := range []float64{0.05, 0.5, 0.95} {
			near(fmt.Sprintf("quantile %v of mu", p), got["mu quantiles"].([3]float64)[i], want.quantile(p, want.mu.mean, want.muCdf), 0.005*want.mu.sd)
			near(fmt.Sprintf("quantile %v of tau", p), got["tau quantiles"].([3]float64)[i], want.quantile(p, want.tau.mean, want.tauCdf), 0.005*want.tau.sd)
		}
		near("evidence", got["evidence"].(float64), want.evidence, 0.01)
	}
}

type schoolsAnswer struct {
	mu, tau  struct{ mean, sd float64 }
	evidence float64
	nodes    []schoolsNode
}

// A schoolsNode is a value of tau, with its weight and the normal of mu there.
type schoolsNode struct{ weight, tau, mean, sd float64 }

func (a *schoolsAnswer) muCdf(x float64) (sum float64) {
	for _, n := range a.nodes {
		sum += n.weight * 0.5 * math.Erfc((n.mean-x)/(n.sd*math.Sqrt2))
	}
	return sum
}

func (a *schoolsAnswer) tauCdf(x float64) (sum float64) {
	for _, n := range a.nodes {
		if n.tau <= x {
			sum += n.weight
		}
	}
	return sum
}

// quantile bisects.
func (a *schoolsAnswer) quantile(p, mean float64, cdf func(float64) float64) float64 {
	low, high := mean-100, mean+100
	for range 40 {
		if mid := (low + high) / 2; cdf(mid) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// schoolsQuadrature integrates over the log of tau; given tau all is normal.
func schoolsQuadrature(prior func(float64) float64, high float64) (a schoolsAnswer) {
	const step = 0.002
	var z, m, mm, t, tt float64
	for l := -15.0; l < math.Log(high); l += step {
		tau := math.Exp(l)
		p, h, log := 1.0/25, 0.0, prior(tau)+l-math.Log(5)
		for j, y := range schoolEffects {
			v := schoolErrors[j]*schoolErrors[j] + tau*tau
			p, h = p+1/v, h+y/v
			log -= 0.5 * (y*y/v + math.Log(2*math.Pi*v))
		}
		w := math.Exp(log+0.5*h*h/p-0.5*math.Log(p)) * step
		a.nodes = append(a.nodes, schoolsNode{w, tau, h / p, math.Sqrt(1 / p)})
		z, m, mm, t, tt = z+w, m+w*h/p, mm+w*(1/p+h/p*h/p), t+w*tau, tt+w*tau*tau
	}
	for i := range a.nodes {
		a.nodes[i].weight /= z
	}
	a.evidence = math.Log(z)
	a.mu.mean, a.tau.mean = m/z, t/z
	a.mu.sd, a.tau.sd = math.Sqrt(mm/z-m/z*m/z), math.Sqrt(tt/z-t/z*t/z)
	return a
}

package exact

import (
	"math"
	"testing"

	"mpc/dist"
)

// TestSchoolsAnswers compares posteriors of functions of eight schools with those of quadrature: given
// tau they are normal, or functions of one normal, or of tau.
func TestSchoolsAnswers(t *testing.T) {
	want := schoolsQuadrature(func(x float64) float64 { return math.Log(2 / (5 * math.Pi) / (1 + x*x/25)) }, 1e6)
	got := planned(t, `model: schools
inputs: {school: range, effect: "real[school]", error: "real[school]"}
program: |
  mu ~ normal(0, sd = 5)
  tau ~ halfcauchy(scale = 5)
  for (j in school) {
    theta[j] ~ normal(mu, sd = tau)
    effect[j] ~ normal(theta[j], sd = error[j])
  }
  gap = theta[0] - theta[2]
  above = theta[0] > theta[2]
  scaled = exp(theta[0] / 10)
  share = tau * tau / (tau * tau + 100)
  over = 1 / tau
  large = tau > 2
  beyond = theta[0] > 3 * tau
  apart = (theta[0] - mu) * tau
infer: [gap, above, scaled, share, over, large, beyond, apart]
`, `{"school": 8, "effect": [28, 8, -3, 7, -1, 1, 18, 12], "error": [15, 10, 16, 11, 9, 11, 10, 18]}`)
	shrink := func(n schoolsNode, j int) (b, v float64) {
		e2, t2 := schoolErrors[j]*schoolErrors[j], n.tau*n.tau
		return t2 / (t2 + e2), t2 * e2 / (t2 + e2)
	}
	school := func(n schoolsNode) (mean, sd float64) {
		b, v := shrink(n, 0)
		return b*schoolEffects[0] + (1-b)*n.mean, math.Sqrt((1-b)*(1-b)*n.sd*n.sd + v)
	}
	gap := func(n schoolsNode) (mean, sd float64) {
		b, v := shrink(n, 0)
		c, w := shrink(n, 2)
		return b*schoolEffects[0] - c*schoolEffects[2] + (c-b)*n.mean, math.Sqrt((c-b)*(c-b)*n.sd*n.sd + v + w)
	}
	apart := func(n schoolsNode) (mean, sd float64) {
		b, v := shrink(n, 0)
		return n.tau * b * (schoolEffects[0] - n.mean), n.tau * math.Sqrt(b*b*n.sd*n.sd+v)
	}
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	average := func(f func(n schoolsNode) float64) (sum float64) {
		for _, n := range want.nodes {
			sum += n.weight * f(n)
		}
		return sum
	}
	near := func(what string, got, want, error float64) {
		t.Helper()
		if !(math.Abs(got-want) <= error) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for name, of := range map[string]func(n schoolsNode) (mean, sd float64){"gap": gap, "apart": apart} {
		mean := average(func(n schoolsNode) float64 { m, _ := of(n); return m })
		sd := math.Sqrt(average(func(n schoolsNode) float64 { m, s := of(n); return s*s + (m-mean)*(m-mean) }))
		if x := got[name].(dist.Normal); name == "gap" { // the moments of the other are those of tau to the fourth
			near("mean of "+name, x.Mean(), mean, 0.01*sd)
			near("sd of "+name, math.Sqrt(x.Variance()), sd, 0.02*sd)
		}
		for i, p := range []float64{0.05, 0.5, 0.95} {
			q := got[name+" quantiles"].([3]float64)[i]
			near("cdf of "+name+" at a quantile", average(func(n schoolsNode) float64 { m, s := of(n); return phi((q - m) / s) }), p, 0.01)
		}
	}
	near("above", got["above"].(dist.Bernoulli).P(), average(func(n schoolsNode) float64 { m, s := gap(n); return phi(m / s) }), 0.005)
	near("large", got["large"].(dist.Bernoulli).P(), 1-want.tauCdf(2), 0.01)
	near("beyond", got["beyond"].(dist.Bernoulli).P(), average(func(n schoolsNode) float64 { m, s := school(n); return phi((m - 3*n.tau) / s) }), 0.005)
	for i, p := range []float64{0.05, 0.5, 0.95} {
		q := got["scaled quantiles"].([3]float64)[i]
		near("cdf of scaled at a quantile", average(func(n schoolsNode) float64 { m, s := school(n); return phi((10*math.Log(q) - m) / s) }), p, 0.005)
		q = got["share quantiles"].([3]float64)[i]
		near("cdf of share at a quantile", want.tauCdf(math.Sqrt(100*q/(1-q))), p, 0.01)
		q = got["over quantiles"].([3]float64)[i]
		near("cdf of over at a quantile", 1-want.tauCdf(1/q), p, 0.01)
	}
	near("mean of scaled", got["scaled"].(dist.Gamma).Mean(), average(func(n schoolsNode) float64 { m, s := school(n); return math.Exp(m/10 + s*s/200) }), 0.02)
	near("mean of share", got["share"].(dist.Gamma).Mean(), average(func(n schoolsNode) float64 { return n.tau * n.tau / (n.tau*n.tau + 100) }), 0.003)
}

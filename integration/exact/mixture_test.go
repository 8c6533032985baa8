package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// A gatePart is a branch of a gate as it is known in closed form: the density of the
// data, with the prior probability of the branch, and the posterior moments there.
type gatePart struct{ logWeight, mean, variance float64 }

func gateNormal(x, mean, variance float64) float64 {
	return -0.5 * (math.Log(2*math.Pi*variance) + (x-mean)*(x-mean)/variance)
}

// normalPart is the posterior of x ~ normal(m, v) with a density normal(y; x, s) of
// the data; s infinite for none.
func normalPart(m, v, y, s float64) gatePart {
	if math.IsInf(s, 1) {
		return gatePart{0, m, v}
	}
	post := 1 / (1/v + 1/s)
	return gatePart{gateNormal(y, m, v+s), post * (m/v + y/s), post}
}

// TestGateMixtures: a gate on one truth leaves a mixture of two parts, of which EP has
// the probabilities, the evidence, and the mean and variance, whichever the family.
func TestGateMixtures(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 31))
		number := func(lo, hi float64) float64 { return math.Round((lo+(hi-lo)*rng.Float64())*1000) / 1000 }
		p, q := number(0.05, 0.95), number(0.05, 0.95)
		m, o, y := number(-3, 3), number(-3, 3), number(-4, 4)
		v, w, s, u := number(0.1, 4), number(0.1, 4), number(0.1, 4), number(0.1, 4)
		a, b, count := number(1, 5), number(0.5, 3), float64(rng.IntN(7))
		fact, _ := math.Lgamma(count + 1)
		lga, _ := math.Lgamma(a)
		lgac, _ := math.Lgamma(a + count)
		beta := func(a, b float64) gatePart {
			return gatePart{0, a / (a + b), a * b / ((a + b) * (a + b) * (a + b + 1))}
		}
		heads := beta(a+1, b)
		heads.logWeight = math.Log(a / (a + b))
		half := beta(a, b)
		half.logWeight = math.Log(q)
		rate := gatePart{a*math.Log(b) - (a+count)*math.Log(b+1) + lgac - lga - fact, (a + count) / (b + 1), (a + count) / ((b + 1) * (b + 1))}
		fixed := gatePart{count*math.Log(w) - w - fact, a / b, a / (b * b)}
		for _, x := range []struct {
			name, inputs, program string
			data                  map[string]any
			yes, no               gatePart
		}{
			{"exit of normals", "y: real", fmt.Sprintf("if (c) { x ~ normal(%g, variance = %g) } else { x ~ normal(%g, variance = %g) }\n  y ~ normal(x, variance = %g)", m, v, o, w, s),
				map[string]any{"y": y}, normalPart(m, v, y, s), normalPart(o, w, y, s)},
			{"enter of a normal", "y: real", fmt.Sprintf("x ~ normal(%g, variance = %g)\n  if (c) { y ~ normal(x, variance = %g) } else { y ~ normal(x, variance = %g) }", m, v, s, u),
				map[string]any{"y": y}, normalPart(m, v, y, s), normalPart(m, v, y, u)},
			{"enter of one branch", "y: real", fmt.Sprintf("x ~ normal(%g, variance = %g)\n  if (c) { y ~ normal(x, variance = %g) } else { y ~ normal(%g, variance = %g) }", m, v, s, o, w),
				map[string]any{"y": y}, normalPart(m, v, y, s), gatePart{gateNormal(y, o, w), m, v}},
			{"function in a branch", "y: real", fmt.Sprintf("x ~ normal(%g, variance = %g)\n  if (c) { z = 2 * x + 1 } else { z = x }\n  y ~ normal(z, variance = %g)", m, v, s),
				map[string]any{"y": y}, func() gatePart {
					g := normalPart(m, v, (y-1)/2, s/4)
					g.logWeight -= math.Log(2)
					return g
				}(), normalPart(m, v, y, s)},
			{"gamma", "k: int", fmt.Sprintf("x ~ gamma(shape = %g, rate = %g)\n  if (c) { k ~ poisson(x) } else { k ~ poisson(%g) }", a, b, w),
				map[string]any{"k": int(count)}, rate, fixed},
			{"beta", "h: bool", fmt.Sprintf("x ~ beta(%g, %g)\n  if (c) { h ~ bernoulli(x) } else { h ~ bernoulli(%g) }", a, b, q),
				map[string]any{"h": true}, heads, half},
		} {
			text := fmt.Sprintf("model: mixture\ninputs:\n  %s\nprogram: |\n  c ~ bernoulli(%g)\n  %s\ninfer: [c, x, evidence]\niterate: {max: 500, tolerance: 1e-13}\n", x.inputs, p, x.program)
			r, err := runGates(text, x.data)
			if err != nil {
				t.Fatalf("%s: %v\n%s", x.name, err, text)
			}
			yes, no := math.Log(p)+x.yes.logWeight, math.Log1p(-p)+x.no.logWeight
			top := math.Max(yes, no)
			z := top + math.Log(math.Exp(yes-top)+math.Exp(no-top))
			weight := math.Exp(yes - z)
			mean := weight*x.yes.mean + (1-weight)*x.no.mean
			variance := weight*(x.yes.variance+(x.yes.mean-mean)*(x.yes.mean-mean)) + (1-weight)*(x.no.variance+(x.no.mean-mean)*(x.no.mean-mean))
			got := r.Posteriors[1].Value.(interface {
				Mean() float64
				Variance() float64
			})
			const tolerance = 1e-8
			if c := r.Posteriors[0].Value.(dist.Bernoulli).P(); !(math.Abs(c-weight) <= tolerance) {
				t.Errorf("%s: P(c) is %.10g, want %.10g\n%s", x.name, c, weight, text)
			}
			if !(math.Abs(r.LogEvidence-z) <= tolerance*math.Max(1, math.Abs(z))) {
				t.Errorf("%s: log evidence is %.10g, want %.10g\n%s", x.name, r.LogEvidence, z, text)
			}
			if !(math.Abs(got.Mean()-mean) <= tolerance*math.Max(math.Abs(mean), math.Sqrt(variance))) || !(math.Abs(got.Variance()-variance) <= 1e-7*variance) {
				t.Errorf("%s: x has mean %.10g and variance %.10g, want %.10g and %.10g\n%s", x.name, got.Mean(), got.Variance(), mean, variance, text)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

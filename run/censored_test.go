//go:build long

package run_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
)

// A censoring is a model of one number a ~ normal(1, sd = 1) and data around it of which some are known by bounds alone.
type censoring struct {
	name, inputs, program, data string
	likelihood                  func(a float64) float64 // of all data
	element                     string                  // of y: one that is censored
	below                       func(y, a float64) float64
	runs                        int // 2: by the package too
}

// weibullTail is the probability of more than y, by the Weibull distribution of shape 2 and scale exp(a), and poissonUpTo that of at
// most k.
func weibullTail(y, a float64) float64 { return math.Exp(-math.Pow(max(y, 0)/math.Exp(a), 2)) }

func weibullDensity(y, a float64) float64 {
	return 2 * y / math.Exp(2*a) * weibullTail(y, a)
}

func poissonUpTo(k float64, a float64) (sum float64) {
	rate := math.Exp(a)
	term := math.Exp(-rate)
	for i := 0.0; i <= k; i++ {
		sum += term
		term *= rate / (i + 1)
	}
	return sum
}

func normalTail(y, a float64) float64 { return math.Erfc((y-a)/0.5/math.Sqrt2) / 2 }

var censorings = []censoring{
	{"from below", `n: range, y: {type: "real[n]", missing: true}, seen: "real[n]"`, `for (i in n) { y[i] ~ weibull(2, scale = exp(a)) censored(low = seen[i]) }`,
		`{"y": [1, null, 2, null], "seen": [0, 3, 0, 1.5]}`,
		func(a float64) float64 {
			return weibullDensity(1, a) * weibullTail(3, a) * weibullDensity(2, a) * weibullTail(1.5, a)
		}, "1", func(y, a float64) float64 { return max(0, 1-weibullTail(y, a)/weibullTail(3, a)) }, 1},
	{"by conditions on data", `n: range, hours: "real[n]", failed: "bool[n]"`, `for (i in n) {
    y[i] ~ weibull(2, scale = exp(a))
    if (failed[i]) { observe y[i] == hours[i] } else { observe y[i] > hours[i] }
  }`, `{"hours": [1, 3, 2, 1.5], "failed": [true, false, true, false]}`,
		func(a float64) float64 {
			return weibullDensity(1, a) * weibullTail(3, a) * weibullDensity(2, a) * weibullTail(1.5, a)
		}, "1", func(y, a float64) float64 { return max(0, 1-weibullTail(y, a)/weibullTail(3, a)) }, 2},
	{"between", `n: range, y: {type: "real[n]", missing: true}`, `for (i in n) { y[i] ~ weibull(2, scale = exp(a)) censored(1, 4) }`, `{"y": [1.5, null]}`,
		func(a float64) float64 { return weibullDensity(1.5, a) * (weibullTail(1, a) - weibullTail(4, a)) },
		"1", func(y, a float64) float64 {
			return min(1, max(0, (weibullTail(1, a)-weibullTail(y, a))/(weibullTail(1, a)-weibullTail(4, a))))
		}, 1},
	{"counts", `n: range, y: {type: "int[n]", missing: true}, most: "int[n]"`, `for (i in n) {
    y[i] ~ poisson(exp(a))
    observe y[i] < most[i]
  }`, `{"y": [2, null], "most": [9, 4]}`,
		func(a float64) float64 { return (poissonUpTo(2, a) - poissonUpTo(1, a)) * poissonUpTo(3, a) },
		"1", func(y, a float64) float64 { return poissonUpTo(min(y, 3), a) / poissonUpTo(3, a) }, 2},
	{"counts above real numbers", `n: range, y: {type: "int[n]", missing: true}, least: "real[n]"`, `for (i in n) {
    y[i] ~ poisson(exp(a))
    observe y[i] > least[i]
  }`, `{"y": [2, null, null], "least": [-1, 1.5, 2]}`,
		func(a float64) float64 {
			return (poissonUpTo(2, a) - poissonUpTo(1, a)) * (1 - poissonUpTo(1, a)) * (1 - poissonUpTo(2, a))
		}, "1", func(y, a float64) float64 {
			return (poissonUpTo(max(y, 1), a) - poissonUpTo(1, a)) / (1 - poissonUpTo(1, a))
		}, 1},
	{"some elements", `n: range, y: {type: "real[n]", missing: true}`, `for (i in n) { y[i] ~ normal(a, sd = 0.5) }
  for (i in 1..<n) { observe 2 < y[i] }`, `{"y": [1, null, 3, null]}`,
		func(a float64) float64 {
			return math.Exp(-2*((1-a)*(1-a)+(3-a)*(3-a))) / (math.Pi / 2) * normalTail(2, a) * normalTail(2, a)
		}, "3", func(y, a float64) float64 { return max(0, 1-normalTail(y, a)/normalTail(2, a)) }, 1},
}

// TestCensored: numbers that are known by bounds alone say what the probability of these says, by EP and by draws, and have the
// posterior that is cut off there.
func TestCensored(t *testing.T) {
	for _, x := range censorings {
		t.Run(x.name, func(t *testing.T) {
			text := fmt.Sprintf("model: m\ninputs: {%s}\nprogram: |\n  a ~ normal(1, sd = 1)\n  %s\ninfer: [a, y, evidence]\n", x.inputs, x.program)
			mean, sd, log, below := x.integrated()
			for _, built := range []bool{false, true}[:x.runs] {
				r := runText(t, text, x.data, !built)
				a, err := r.Posteriors["a"].Marginals()
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(a[0].Mean-mean) > 1e-3*sd || math.Abs(a[0].SD/sd-1) > 1e-3 || math.Abs(*r.LogEvidence-log) > 1e-4 {
					t.Errorf("a has mean %v, sd %v, log evidence %v, want %v, %v, %v", a[0].Mean, a[0].SD, *r.LogEvidence, mean, sd, log)
				}
				var at int
				fmt.Sscan(x.element, &at)
				y, _ := r.Posteriors["y"].At(at)
				m, err := y.Marginals()
				if err != nil {
					t.Fatal(err)
				}
				for q, p := range map[float64]float64{m[0].Q05: 0.05, m[0].Q50: 0.5, m[0].Q95: 0.95} {
					if strings.Contains(x.inputs, "int[n]") {
						if below(q) < p-1e-3 || below(q-1) > p+1e-3 {
							t.Errorf("y[%d]: the quantile of %v is %v", at, p, q)
						}
					} else if math.Abs(below(q)-p) > 2e-3 {
						t.Errorf("y[%d]: the quantile of %v is %v, below which is %v", at, p, q, below(q))
					}
				}
			}
			draws := runText(t, strings.Replace(strings.Replace(text, ", evidence", "", 1), "model: m\n", "model: m\nalgorithm: gibbs\niterate: {samples: 4000}\n", 1), x.data, true)
			a, err := draws.Posteriors["a"].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(a[0].Mean-mean) > 4*a[0].Draws.MCSE || math.Abs(a[0].SD/sd-1) > 0.06 {
				t.Errorf("draws of a have mean %v, sd %v, want %v, %v", a[0].Mean, a[0].SD, mean, sd)
			}
		})
	}
}

// integrated has the posterior of a and the log evidence by quadrature, and the distribution function of the element.
func (x censoring) integrated() (mean, sd, log float64, below func(y float64) float64) {
	const n = 4000
	all, square := 0.0, 0.0
	weight := func(a float64) float64 {
		return math.Exp(-(a-1)*(a-1)/2) / math.Sqrt(2*math.Pi) * x.likelihood(a) * 16 / n
	}
	at := func(i int) float64 { return 1 + 16*((float64(i)+0.5)/n-0.5) }
	for i := range n {
		a := at(i)
		w := weight(a)
		all += w
		mean += w * a
		square += w * a * a
	}
	mean /= all
	return mean, math.Sqrt(square/all - mean*mean), math.Log(all), func(y float64) (sum float64) {
		for i := range n {
			if w := weight(at(i)); w > 0 {
				sum += w * x.below(y, at(i))
			}
		}
		return sum / all
	}
}

// TestCensoredMistakes: bounds that cannot be read, and what no bounds are of.
func TestCensoredMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"y ~ normal(a, sd = 1) censored(3)":                  "censored takes the bounds of what is drawn",
		"y ~ normal(a, sd = 1) censored(lower = 3)":          "censored has no argument lower",
		"y ~ normal(a, sd = 1) censored":                     "censored(low, high)",
		"y ~ normal(a, sd = 1) C(3, 4)":                      "write censored(low, high)",
		"y ~ truncated(normal(a, sd = 1), 3)":                "truncated takes a distribution and two bounds",
		"y ~ truncated(normal(a, sd = 1), lower = 3)":        "truncated takes a distribution and two bounds",
		"y ~ truncated(normal(a, sd = 1), low = 3, low = 4)": "twice",
	} {
		list := diagnose(t, map[string][]byte{"model.yaml": []byte("model: m\nprogram: |\n  a ~ normal(1, sd = 1)\n  " + text + "\ninfer: [a]\n")})
		if said := fmt.Sprint(list); !strings.Contains(said, want) && !slices.ContainsFunc(list, func(d lang.Diagnostic) bool { return strings.Contains(d.Hint, want) }) {
			t.Errorf("%s: %s", text, said)
		}
	}
}

// TestCutOffQuantiles: a number that conditions on it alone cut off has quantiles within its bounds.
func TestCutOffQuantiles(t *testing.T) {
	// Given y = -1 the cavity is normal(-0.8, variance = 0.8).
	upTo := func(x float64) float64 { return math.Erfc((-0.8-x)/math.Sqrt(1.6)) / 2 }
	for conditions, ends := range map[string][2]float64{
		"observe mu > 0":                         {0, math.Inf(1)},
		"observe 0 < 2 * mu; observe mu < 0.7":   {0, 0.7},
		"observe -mu > 3":                        {math.Inf(-1), -3},
		"observe mu > bound; observe mu < 3":     {-2, 3},
		"observe mu > bound; observe 1 - mu > 0": {-2, 1},
	} {
		r := runText(t, "model: m\ninputs: {y: real, bound: real}\nprogram: |\n  mu ~ normal(0, sd = 2)\n  y ~ normal(mu, variance = 1)\n  z ~ normal(bound, sd = 1)\n  "+
			conditions+"\ninfer: [mu, z]\n", `{"y": -1, "bound": -2}`, true)
		m, err := r.Posteriors["mu"].Marginals()
		if err != nil {
			t.Fatal(err)
		}
		low, high := upTo(ends[0]), upTo(ends[1])
		for q, p := range map[float64]float64{m[0].Q05: 0.05, m[0].Q50: 0.5, m[0].Q95: 0.95} {
			if got := (upTo(q) - low) / (high - low); math.Abs(got-p) > 1e-3 {
				t.Errorf("%s: the quantile of %v is %v, below which is %v", conditions, p, q, got)
			}
		}
	}
}

// TestBoundedSingle: a number that is integrated by itself, which data read and a condition bounds, has the posterior by quadrature.
func TestBoundedSingle(t *testing.T) {
	const model = "model: m\ninputs: {n: range, y: \"int[n]\"}\nprogram: |\n  a ~ gamma(2, rate = 1)\n  for (i in n) {\n    r[i] ~ gamma(a, rate = 1)\n" +
		"    y[i] ~ poisson(r[i])\n    observe r[i] > 1\n  }\ninfer: [a, r, evidence]\n"
	counts := []int{0, 2, 5}
	// The integral over r of its prior and a count, above 1.
	said := func(a float64, y int) (sum float64) {
		const n = 4000
		shape, _ := math.Lgamma(a)
		count, _ := math.Lgamma(float64(y) + 1)
		for k := range n {
			r := 1 + 40*(float64(k)+0.5)/n
			sum += math.Exp((a-1+float64(y))*math.Log(r)-2*r-shape-count) * 40 / n
		}
		return sum
	}
	const n = 800
	all, mean, square := 0.0, 0.0, 0.0
	for k := range n {
		a := 16 * (float64(k) + 0.5) / n
		w := a * math.Exp(-a) * 16 / n
		for _, y := range counts {
			w *= said(a, y)
		}
		all, mean, square = all+w, mean+w*a, square+w*a*a
	}
	mean /= all
	sd := math.Sqrt(square/all - mean*mean)
	r := runText(t, model, `{"y": [0, 2, 5]}`, true)
	got, err := r.Posteriors["a"].Marginals()
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got[0].Mean-mean) > 2e-3*sd || math.Abs(got[0].SD/sd-1) > 5e-3 || math.Abs(*r.LogEvidence-math.Log(all)) > 2e-3 {
		t.Errorf("a has mean %v, sd %v, log evidence %v, want %v, %v, %v", got[0].Mean, got[0].SD, *r.LogEvidence, mean, sd, math.Log(all))
	}
	for i := range counts {
		x, _ := r.Posteriors["r"].At(i)
		m, err := x.Marginals()
		if err != nil || !(m[0].Q05 > 1) {
			t.Errorf("r[%d] has a quantile of %v: %v", i, m[0].Q05, err)
		}
	}
}

package exact

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// A fewModel is a model of two or three numbers, and what a sum over their priors' quantiles needs of it.
type fewModel struct {
	priors  []fewPrior
	program string                               // of what is drawn from these, a, b and c, and of conditions
	log     func(x []float64) float64            // the log density of the data, -Inf where a condition does not hold
	asks    map[string]func(x []float64) float64 // of truths 0 and 1
}

// A fewPrior is a prior as it is written, and its quantiles.
type fewPrior struct {
	text     string
	quantile func(u float64) float64
}

func uniformPrior(low, high float64) fewPrior {
	return fewPrior{fmt.Sprintf("uniform(%g, %g)", low, high), func(u float64) float64 { return low + (high-low)*u }}
}

func normalPrior(mean, sd float64) fewPrior {
	return fewPrior{fmt.Sprintf("normal(%g, sd = %g)", mean, sd), func(u float64) float64 { return mean + sd*special.NormalQuantile(u) }}
}

func exponentialPrior(rate float64) fewPrior {
	return fewPrior{fmt.Sprintf("exponential(rate = %g)", rate), func(u float64) float64 { return -math.Log1p(-u) / rate }}
}

func laplacePrior() fewPrior {
	return fewPrior{"laplace(0, 1)", func(u float64) float64 {
		if u < 0.5 {
			return math.Log(2 * u)
		}
		return -math.Log(2 - 2*u)
	}}
}

func normalLog(y, mean, sd float64) float64 {
	z := (y - mean) / sd
	return -z*z/2 - math.Log(sd) - math.Log(2*math.Pi)/2
}

// only is 0 where a condition holds.
func only(holds bool) float64 {
	if holds {
		return 0
	}
	return math.Inf(-1)
}

func oneIf(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// fewModels have several modes, ridges, corners, and conditions on several numbers.
var fewModels = map[string]fewModel{
	"two beacons, which two places are as far from": {
		[]fewPrior{uniformPrior(-3, 3), uniformPrior(-3, 3)},
		"2 ~ normal(sqrt((a - 1) * (a - 1) + b * b), sd = 0.2)\n2 ~ normal(sqrt((a + 1) * (a + 1) + b * b), sd = 0.2)\n0.2 ~ normal(b, sd = 2)",
		func(x []float64) float64 {
			return normalLog(2, math.Hypot(x[0]-1, x[1]), 0.2) + normalLog(2, math.Hypot(x[0]+1, x[1]), 0.2) + normalLog(0.2, x[1], 2)
		},
		map[string]func(x []float64) float64{"b > 0": func(x []float64) float64 { return oneIf(x[1] > 0) }, "b * b": func(x []float64) float64 { return x[1] * x[1] }},
	},
	"a ring": {
		[]fewPrior{normalPrior(0, 1), normalPrior(0, 1)},
		"2 ~ normal(a * a + b * b, sd = 0.2)\n0.5 ~ normal(a, sd = 2)",
		func(x []float64) float64 { return normalLog(2, x[0]*x[0]+x[1]*x[1], 0.2) + normalLog(0.5, x[0], 2) },
		map[string]func(x []float64) float64{"a > b": func(x []float64) float64 { return oneIf(x[0] > x[1]) }},
	},
	"a product, of which only the sign of one is told": {
		[]fewPrior{normalPrior(0, 1), normalPrior(0, 2)},
		"1.5 ~ normal(a * b, sd = 0.3)\n0.4 ~ normal(b, sd = 2)",
		func(x []float64) float64 { return normalLog(1.5, x[0]*x[1], 0.3) + normalLog(0.4, x[1], 2) },
		map[string]func(x []float64) float64{"a > 0": func(x []float64) float64 { return oneIf(x[0] > 0) }},
	},
	"an absolute value, and a unit that is not known": {
		[]fewPrior{normalPrior(0, 2), exponentialPrior(1)},
		"2 ~ normal(abs(a), sd = b)\n1.4 ~ normal(abs(a), sd = b)\n0.2 ~ normal(a, sd = 5)",
		func(x []float64) float64 {
			return normalLog(2, math.Abs(x[0]), x[1]) + normalLog(1.4, math.Abs(x[0]), x[1]) + normalLog(0.2, x[0], 5)
		},
		map[string]func(x []float64) float64{"max(a, b)": func(x []float64) float64 { return math.Max(x[0], x[1]) }},
	},
	"uniforms in order": {
		[]fewPrior{uniformPrior(0, 1), uniformPrior(0, 1)},
		"observe a < b\n0.7 ~ normal(a, sd = 0.3)",
		func(x []float64) float64 { return only(x[0] < x[1]) + normalLog(0.7, x[0], 0.3) },
		map[string]func(x []float64) float64{"a + b > 1 && b > 0.8": func(x []float64) float64 { return oneIf(x[0]+x[1] > 1 && x[1] > 0.8) }, "b - a": func(x []float64) float64 { return x[1] - x[0] }},
	},
	"a condition on three": {
		[]fewPrior{uniformPrior(0, 1), exponentialPrior(1), normalPrior(0, 1)},
		"observe a * b > 0.3 || c > 1\n0.5 ~ normal(b + c, sd = 0.7)",
		func(x []float64) float64 {
			return only(x[0]*x[1] > 0.3 || x[2] > 1) + normalLog(0.5, x[1]+x[2], 0.7)
		},
		map[string]func(x []float64) float64{"a > 0.5 && b > 1": func(x []float64) float64 { return oneIf(x[0] > 0.5 && x[1] > 1) }},
	},
	"corners": {
		[]fewPrior{laplacePrior(), laplacePrior()},
		"1 ~ laplace(a + b, 0.5)\n-1 ~ laplace(a - 2 * b, 0.5)",
		func(x []float64) float64 {
			return -math.Abs(1-x[0]-x[1])/0.5 - math.Abs(-1-x[0]+2*x[1])/0.5 - 2*math.Log(2*0.5)
		},
		map[string]func(x []float64) float64{"a > b": func(x []float64) float64 { return oneIf(x[0] > x[1]) }},
	},
	"a ratio within its bound": {
		[]fewPrior{normalPrior(1, 1), normalPrior(2, 1)},
		"observe a > 0\nobserve b > a",
		func(x []float64) float64 { return only(x[0] > 0 && x[1] > x[0]) },
		map[string]func(x []float64) float64{"a / b": func(x []float64) float64 { return x[0] / x[1] }},
	},
}

// names are those of numbers.
var fewNames = []string{"a", "b", "c"}

// TestFewNumbers: of few numbers all modes and ridges, conditions on several numbers, and corners are integrated: evidence, means, standard
// deviations and probabilities are those of sums over the priors' quantiles.
func TestFewNumbers(t *testing.T) {
	for name, m := range fewModels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m.check(t)
		})
	}
}

func (m *fewModel) check(t *testing.T) {
	var text strings.Builder
	text.WriteString("model: few\ninputs: {")
	var program []string
	for k, p := range m.priors {
		program = append(program, fewNames[k]+" ~ "+p.text)
	}
	data := map[string]any{}
	var inputs []string
	for _, line := range strings.Split(m.program, "\n") {
		if y, rest, seen := strings.Cut(line, " ~ "); seen {
			name := fmt.Sprintf("y%d", len(inputs))
			var value float64
			if _, err := fmt.Sscan(y, &value); err != nil {
				t.Fatal(err)
			}
			data[name], line = value, name+" ~ "+rest
			inputs = append(inputs, name+": real")
		}
		program = append(program, line)
	}
	asks := map[string]func(x []float64) float64{}
	var order, quoted []string
	for k := range m.priors {
		asks[fewNames[k]] = func(x []float64) float64 { return x[k] }
		order, quoted = append(order, fewNames[k]), append(quoted, fewNames[k])
	}
	for ask, of := range m.asks {
		asks[ask] = of
		order, quoted = append(order, ask), append(quoted, fmt.Sprintf("%q", ask))
	}
	fmt.Fprintf(&text, "%s}\nprogram: |\n  %s\ninfer: [%s, evidence]\n", strings.Join(inputs, ", "), strings.Join(program, "\n  "), strings.Join(quoted, ", "))
	r, err := interpretTree(t, text.String(), data)
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	log, want := m.sum(asks)
	if !(math.Abs(r.LogEvidence-log) < 0.03) {
		t.Errorf("the log evidence is %.4f, want %.4f\n%s", r.LogEvidence, log, text.String())
	}
	if len(r.Posteriors) != len(order) {
		t.Fatalf("%d posteriors of %d", len(r.Posteriors), len(order))
	}
	for k, x := range r.Posteriors {
		w := want[order[k]]
		if b, is := x.Value.(dist.Bernoulli); is {
			if !(math.Abs(b.P()-w[0]) < 0.015) {
				t.Errorf("%s is probable by %.4f, want %.4f\n%s", order[k], b.P(), w[0], text.String())
			}
			continue
		}
		got := x.Value.(interface {
			Mean() float64
			Variance() float64
		})
		if sd := math.Sqrt(w[1]); !(math.Abs(got.Mean()-w[0]) < 0.04*sd && math.Abs(math.Sqrt(got.Variance())/sd-1) < 0.04) {
			t.Errorf("%s is %.4f with sd %.4f, want %.4f with %.4f\n%s", order[k], got.Mean(), math.Sqrt(got.Variance()), w[0], sd, text.String())
		}
	}
}

// sum is the log evidence, and means and variances, by the middles of cells of the same prior probability.
func (m *fewModel) sum(asks map[string]func(x []float64) float64) (log float64, moments map[string][2]float64) {
	d := len(m.priors)
	parts := map[int]int{2: 600, 3: 150}[d]
	values := make([][]float64, d)
	for k, p := range m.priors {
		for i := range parts {
			values[k] = append(values[k], p.quantile((float64(i)+0.5)/float64(parts)))
		}
	}
	all := 0.0
	sums := map[string][2]float64{}
	x := make([]float64, d)
	var walk func(k int)
	walk = func(k int) {
		if k < d {
			for _, x[k] = range values[k] {
				walk(k + 1)
			}
			return
		}
		w := math.Exp(m.log(x))
		if w == 0 {
			return
		}
		all += w
		for name, of := range asks {
			v := of(x)
			s := sums[name]
			s[0], s[1] = s[0]+w*v, s[1]+w*v*v
			sums[name] = s
		}
	}
	walk(0)
	moments = map[string][2]float64{}
	for name, s := range sums {
		mean := s[0] / all
		moments[name] = [2]float64{mean, s[1]/all - mean*mean}
	}
	return math.Log(all) - float64(d)*math.Log(float64(parts)), moments
}

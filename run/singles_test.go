package run_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
	"mpc/special"
)

// A judged posterior is a sum over a grid of hyperparameters, of which the integral over each element is known.
type judged struct {
	logs     []float64 // densities of the points of the grid
	likely   []int     // the points that are heard: all others together are below rounding
	shares   []float64 // of the likely points
	top, all float64
	cell     float64 // log
}

func (j *judged) add(log float64) { j.logs = append(j.logs, log) }

func (j *judged) settle() {
	j.top = slices.Max(j.logs)
	for k, x := range j.logs {
		if x > j.top-60 {
			j.likely, j.shares = append(j.likely, k), append(j.shares, math.Exp(x-j.top))
			j.all += j.shares[len(j.shares)-1]
		}
	}
	for k := range j.shares {
		j.shares[k] /= j.all
	}
}

func (j *judged) evidence() float64 { return j.top + math.Log(j.all) + j.cell }

// moments are those of what has a mean and a second moment at each point.
func (j *judged) moments(of func(k int) (mean, square float64)) (mean, sd float64) {
	square := 0.0
	for i, k := range j.likely {
		a, b := of(k)
		mean, square = mean+j.shares[i]*a, square+j.shares[i]*b
	}
	return mean, math.Sqrt(square - mean*mean)
}

// nearMoments holds the mean and the sd of an element against those that are right.
func nearMoments(t *testing.T, r *run.Result, name string, i int, mean, sd float64) {
	t.Helper()
	index := []int{i}
	if i < 0 {
		index = nil
	}
	entry, ok := r.Posteriors[name].At(index...)
	list, err := entry.Marginals()
	if err != nil || !ok || len(list) != 1 {
		t.Fatalf("%s[%d]: %v, %v", name, i, list, err)
	}
	if got := list[0]; math.Abs(got.Mean-mean) > 0.005*sd || math.Abs(got.SD/sd-1) > 0.01 {
		t.Errorf("%s[%d]: mean %v, sd %v, not %v, %v", name, i, got.Mean, got.SD, mean, sd)
	}
}

// grid goes over two numbers above 0, by their logs.
func (j *judged) grid(low, high [2]float64, n int, density func(a, b float64) float64) (points [][2]float64) {
	var step [2]float64
	for k := range step {
		step[k] = (high[k] - low[k]) / float64(n)
	}
	for i := range n {
		for k := range n {
			u, v := low[0]+(float64(i)+0.5)*step[0], low[1]+(float64(k)+0.5)*step[1]
			points = append(points, [2]float64{math.Exp(u), math.Exp(v)})
			j.add(density(math.Exp(u), math.Exp(v)) + u + v)
		}
	}
	j.cell = math.Log(step[0] * step[1])
	j.settle()
	return points
}

func logGamma(x, shape, rate float64) float64 {
	return shape*math.Log(rate) - special.GammaLn(shape) + (shape-1)*math.Log(x) - rate*x
}

// list writes numbers as JSON.
func list(numbers []float64) string {
	var parts []string
	for _, x := range numbers {
		parts = append(parts, fmt.Sprint(x))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// TestSinglesByQuadrature: elements whose integral has no closed form, beside a coefficient that is then integrated too.
func TestSinglesByQuadrature(t *testing.T) {
	const model = `model: m
inputs: {G: range, N: range, g: "index(G)[N]", x: "real[N]", y: "int[N]"}
program: |
  s ~ gamma(shape = 2, rate = 2)
  b ~ normal(0, sd = 1)
  for (i in G) { theta[i] ~ lognormal(0, sd = s) }
  for (j in N) { y[j] ~ poisson(theta[g[j]] * exp(b * x[j])) }
infer: [evidence, s, b, theta]
`
	g, x, y := []int{0, 0, 0, 1, 1, 2}, []float64{0.5, -1, 1, 0.3, 2, -0.7}, []float64{2, 0, 4, 1, 7, 0}
	r, err := interpretText(t, model, fmt.Sprintf(`{"G": 4, "N": 6, "g": %s, "x": %s, "y": %s}`, strings.ReplaceAll(fmt.Sprint(g), " ", ","), list(x), list(y)))
	if err != nil {
		t.Fatal(err)
	}
	var j judged
	var of [4][][2]float64 // means and second moments of elements
	const steps = 80
	for i := range steps {
		for k := range steps {
			u, b := -5+7*(float64(i)+0.5)/steps, -3+6*(float64(k)+0.5)/steps
			s := math.Exp(u)
			log := 2*math.Log(2) + u - 2*s + u - 0.5*b*b - 0.5*math.Log(2*math.Pi)
			for e := range of {
				all, first, second := 0.0, 0.0, 0.0
				const h = 0.1
				for z := -8.0; z <= 8; z += h {
					theta, f := math.Exp(s*z), -0.5*z*z
					for q := range g {
						if g[q] == e {
							mean := theta * math.Exp(b*x[q])
							f += y[q]*math.Log(mean) - mean - special.GammaLn(y[q]+1)
						}
					}
					w := math.Exp(f) * h / math.Sqrt(2*math.Pi)
					all, first, second = all+w, first+w*theta, second+w*theta*theta
				}
				log += math.Log(all)
				of[e] = append(of[e], [2]float64{first / all, second / all})
			}
			j.add(log)
		}
	}
	j.cell = math.Log(7.0 * 6 / steps / steps)
	j.settle()
	if math.Abs(*r.LogEvidence-j.evidence()) > 2e-3 {
		t.Errorf("evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
	for e := range 3 {
		mean, sd := j.moments(func(p int) (float64, float64) { return of[e][p][0], of[e][p][1] })
		nearMoments(t, r, "theta", e, mean, sd)
	}
}

// TestSinglesRefused: what ties singles to each other is refused, and a function of several says so.
func TestSinglesRefused(t *testing.T) {
	const model = `model: m
inputs: {N: range, x: "int[N]"}
program: |
  a ~ exponential(rate = 1)
  for (i in N) { theta[i] ~ gamma(shape = a, rate = 1) }
  for (i in N) { x[i] ~ poisson(%s) }
  d = theta[0] / theta[1]
infer: [theta%s]
`
	for _, test := range [][3]string{
		{"theta[i] + theta[0]", "", "no operator: gamma with a random shape"},
		{"theta[i]", ", d", "infer names a function of several numbers"},
	} {
		_, err := mpc.Plan("m.yaml", []byte(fmt.Sprintf(model, test[0], test[1])))
		var list lang.Diagnostics
		if !errors.As(err, &list) || !strings.Contains(list[0].Message+list[0].Hint, test[2]) {
			t.Errorf("%v: %v", test, err)
		}
	}
	if _, err := mpc.Plan("m.yaml", []byte(fmt.Sprintf(model, "theta[i]", ""))); err != nil {
		t.Error(err)
	}
}

// TestSinglesBounded: lifetimes of a weibull regression, of which some are known to be above a bound, beside a sum of densities and
// survival functions; and a life to come of one that has lived.
func TestSinglesBounded(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]", hours: "real[n]", failed: "bool[n]"}
program: |
  k ~ gamma(shape = 2, rate = 1)
  a ~ normal(0, sd = 3)
  b ~ normal(0, sd = 1)
  for (i in n) {
    life[i] ~ weibull(shape = k, scale = exp(a + b * x[i]))
    if (failed[i]) { observe life[i] == hours[i] } else { observe life[i] > hours[i]%s }
  }
infer: [evidence, k, a, b, life]
`
	x, hours := []float64{0, 1, 0, 1, 0, 1, 0, 1}, []float64{1.2, 3.1, 0.4, 2.2, 1.9, 5, 2.5, 4.1}
	failed := []bool{true, true, true, false, true, false, false, true}
	data := fmt.Sprintf(`{"n": 8, "x": %s, "hours": %s, "failed": %s}`, list(x), list(hours), strings.ReplaceAll(fmt.Sprint(failed), " ", ", "))
	r := runText(t, fmt.Sprintf(model, ""), data, false)
	var j judged
	var points [][3]float64
	const steps = 60
	for i := range steps {
		for l := range steps {
			for m := range steps {
				u, a, b := -3+5*(float64(i)+0.5)/steps, -3+10*(float64(l)+0.5)/steps, -4+8*(float64(m)+0.5)/steps
				k := math.Exp(u)
				log := logGamma(k, 2, 1) + u - a*a/18 - math.Log(3) - b*b/2 - math.Log(2*math.Pi)
				for q := range x {
					z := math.Log(hours[q]) - a - b*x[q]
					log -= math.Exp(k * z)
					if failed[q] {
						log += u + k*z - math.Log(hours[q])
					}
				}
				points = append(points, [3]float64{k, a, b})
				j.add(log)
			}
		}
	}
	j.cell = math.Log(5.0 * 10 * 8 / steps / steps / steps)
	j.settle()
	if math.Abs(*r.LogEvidence-j.evidence()) > 2e-3 {
		t.Errorf("evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
	for k, name := range []string{"k", "a", "b"} {
		mean, sd := j.moments(func(p int) (float64, float64) { return points[p][k], points[p][k] * points[p][k] })
		nearMoments(t, r, name, -1, mean, sd)
	}
	entry, _ := r.Posteriors["life"].At(3)
	got, err := entry.Marginals()
	if err != nil {
		t.Fatal(err)
	}
	for p, q := range map[float64]float64{0.05: got[0].Q05, 0.5: got[0].Q50, 0.95: got[0].Q95} {
		below, _ := j.moments(func(k int) (float64, float64) {
			x := points[k]
			lived := func(h float64) float64 { return math.Exp(x[0] * (math.Log(h) - x[1] - x[2])) }
			u := -math.Expm1(lived(hours[3]) - lived(q))
			return u, u * u
		})
		if math.Abs(below-p) > 6e-3 {
			t.Errorf("the quantile of %v of life[3] is %v, of probability %v", p, q, below)
		}
	}
	if _, err := interpretText(t, fmt.Sprintf(model, "; observe life[i] < 1"), data); err == nil || !strings.Contains(err.Error(), "contradictory") {
		t.Errorf("contradictory bounds: %v", err)
	}
}

package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/depanalysis"
	"mpc/dist"
	"mpc/integration/bounds"
	"mpc/run/interp"
)

// A regression is a linear one with a coefficient each: y[i] ~ normal(sum of w[d] x[i][d],
// variance = noise), w[d] ~ normal(0, variance = prior).
type regression struct {
	x            [][]float64
	y            []float64
	prior, noise float64
}

const regressionText = `model: m
algorithm: vmp
inputs:
  n: range
  k: range
  x: real[n][k]
  y: real[n]
program: |
  for (d in k) { w[d] ~ normal(0, variance = 4) }
  for (i in n) { y[i] ~ normal(sum(w[d] * x[i][d] : d in k), variance = 0.5) }
infer: [w]
`

// alike is a regression the columns of which are nearly the same.
func alike(n, k int) *regression {
	r := rand.New(rand.NewPCG(5, 6))
	g := &regression{prior: 4, noise: 0.5}
	for range n {
		all := r.NormFloat64()
		row := make([]float64, k)
		for d := range row {
			row[d] = all + 0.1*r.NormFloat64()
		}
		g.x = append(g.x, row)
		g.y = append(g.y, 2*all+r.NormFloat64())
	}
	return g
}

func (g *regression) data() string {
	return fmt.Sprintf(`{"n": %d, "k": %d, "x": %s, "y": %s}`, len(g.y), len(g.x[0]), nestedText(g.x), listText(g.y))
}

func listText(list []float64) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = fmt.Sprint(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func nestedText(list [][]float64) string {
	parts := make([]string, len(list))
	for i, row := range list {
		parts[i] = listText(row)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// bound is the lower bound on the evidence at independent normals.
func (g *regression) bound(mean, variance []float64) float64 {
	log2pi := math.Log(2 * math.Pi)
	sum := 0.0
	for d, m := range mean {
		sum += -(log2pi+math.Log(g.prior))/2 - (m*m+variance[d])/(2*g.prior)
		sum += (log2pi + 1 + math.Log(variance[d])) / 2
	}
	for i, row := range g.x {
		e, v := g.y[i], 0.0
		for d, x := range row {
			e -= x * mean[d]
			v += x * x * variance[d]
		}
		sum += -(log2pi+math.Log(g.noise))/2 - (e*e+v)/(2*g.noise)
	}
	return sum
}

// ascend is one iteration of coordinate ascent, in the order of the coefficients.
func (g *regression) ascend(mean, variance []float64) {
	for d := range mean {
		p, h := 1/g.prior, 0.0
		for i, row := range g.x {
			rest := g.y[i]
			for c, x := range row {
				if c != d {
					rest -= x * mean[c]
				}
			}
			p += row[d] * row[d] / g.noise
			h += row[d] * rest / g.noise
		}
		mean[d], variance[d] = h/p, 1/p
	}
}

// normalsOf reads an array of normals of a result.
func normalsOf(t *testing.T, r *interp.Result, name string) (mean, variance []float64) {
	t.Helper()
	for _, p := range r.Posteriors {
		if p.Name != name {
			continue
		}
		for _, v := range p.Value.([]any) {
			q := v.(dist.Normal)
			mean = append(mean, q.Mean())
			variance = append(variance, q.Variance())
		}
	}
	if mean == nil {
		t.Fatalf("%s is not in the result", name)
	}
	return mean, variance
}

func interpretFor(t *testing.T, c *mpc.Compilation, input string, iterations int) *interp.Result {
	t.Helper()
	set, d := data.ReadJSON("data.json", []byte(input), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Iterations: iterations})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRegressionByHand: iteration by iteration a regression is what coordinate
// ascent written by hand makes of it.
func TestRegressionByHand(t *testing.T) {
	g := alike(12, 4)
	c, err := mpc.Plan("m", []byte(regressionText))
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := make([]float64, 4), []float64{4, 4, 4, 4}
	for n := 1; n <= 6; n++ {
		g.ascend(mean, variance)
		m, v := normalsOf(t, interpretFor(t, c, g.data(), n), "w")
		for d := range m {
			if math.Abs(m[d]-mean[d]) > 1e-11*(1+math.Abs(mean[d])) || math.Abs(v[d]/variance[d]-1) > 1e-11 {
				t.Errorf("after %d iterations w[%d] is %g, %g, want %g, %g", n, d, m[d], v[d], mean[d], variance[d])
			}
		}
	}
}

// threesText sums three elements that inputs say.
const threesText = `model: m
algorithm: vmp
inputs:
  n: range
  k: range
  a: index(k)[n]
  b: index(k)[n]
  c: index(k)[n]
  y: real[n]
program: |
  for (d in k) { w[d] ~ normal(0, variance = 4) }
  for (i in n) { y[i] ~ normal(w[a[i]] + w[b[i]] + w[c[i]], variance = 0.5) }
infer: [w]
`

// threes are all sums of three different elements of five.
func threes() (g *regression, text string) {
	g = &regression{prior: 4, noise: 0.5}
	var at [3][]string
	for a := range 5 {
		for b := range a {
			for c := range b {
				row := make([]float64, 5)
				for k, d := range []int{a, b, c} {
					row[d] = 1
					at[k] = append(at[k], fmt.Sprint(d))
				}
				g.x = append(g.x, row)
				g.y = append(g.y, float64(a*b-c))
			}
		}
	}
	return g, fmt.Sprintf(`{"n": %d, "k": 5, "a": [%s], "b": [%s], "c": [%s], "y": %s}`, len(g.y),
		strings.Join(at[0], ","), strings.Join(at[1], ","), strings.Join(at[2], ","), listText(g.y))
}

// TestWithoutTriggers plants a fault: with the Trigger edges taken out of the graph,
// nothing says that elements which a sum gathers depend on each other. They are all
// computed from what the others were, and the bound falls, as a sum written by hand
// says. With these edges the step is shortened, and it rises to the fixed point of
// coordinate ascent.
func TestWithoutTriggers(t *testing.T) {
	g, input := threes()
	for _, triggers := range []bool{true, false} {
		c, err := mpc.Plan("m", []byte(threesText))
		if err != nil {
			t.Fatal(err)
		}
		if !triggers {
			deps := *c.Deps
			deps.Edges = append([]depanalysis.Edge(nil), c.Deps.Edges...)
			for i := range deps.Edges {
				deps.Edges[i].Kind &^= depanalysis.Trigger
			}
			bounds.Replan(t, c, &deps)
		}
		worst, last := 0.0, math.Inf(-1)
		for n := 1; n <= 8; n++ {
			m, v := normalsOf(t, interpretFor(t, c, input, n), "w")
			bound := g.bound(m, v)
			worst, last = math.Max(worst, last-bound), bound
		}
		if triggers && worst > 1e-9 {
			t.Errorf("the bound falls by %g", worst)
		}
		if !triggers && worst < 1 {
			t.Errorf("without triggers the bound falls by %g only\n%s", worst, c.Schedule.Text(c.Deps))
		}
	}
	c, err := mpc.Plan("m", []byte(threesText))
	if err != nil {
		t.Fatal(err)
	}
	r := interpretFor(t, c, input, 0)
	if !r.Converged || r.Shortened == 0 {
		t.Errorf("converged: %v after %d iterations, %d steps shortened", r.Converged, r.Iterations, r.Shortened)
	}
	m, v := normalsOf(t, r, "w")
	mean, variance := make([]float64, 5), []float64{4, 4, 4, 4, 4}
	for range 500 {
		g.ascend(mean, variance)
	}
	for d := range m {
		if math.Abs(m[d]-mean[d]) > 1e-6 || math.Abs(v[d]/variance[d]-1) > 1e-6 {
			t.Errorf("w[%d] is %g, %g, want %g, %g", d, m[d], v[d], mean[d], variance[d])
		}
	}
}

const hierarchyText = `model: m
algorithm: vmp
inputs:
  n: range
  y: real[n]
program: |
  mu ~ normal(1, variance = 9)
  tau ~ gamma(shape = 2, rate = 3)
  lambda ~ gamma(shape = 1.5, rate = 0.5)
  for (i in n) {
    theta[i] ~ normal(mu, precision = tau)
    y[i] ~ normal(theta[i], precision = lambda)
  }
infer: [mu, tau, lambda, theta, evidence]
iterate: {max: 3000, tolerance: 1e-13}
`

// TestHierarchyByHand: a hierarchy of normals with two random precisions comes to
// where coordinate ascent written by hand comes, and so does its bound.
func TestHierarchyByHand(t *testing.T) {
	y := []float64{0.3, -1.2, 2.5, 0.9, 3.1, 1.4}
	n := float64(len(y))
	m, mv := 1.0, 9.0                   // mu
	ta, tb, la, lb := 2.0, 3.0, 1.5, .5 // shapes and rates of tau and lambda
	x := append([]float64(nil), y...)
	xv := 1.0
	for range 5000 {
		tau, lambda := ta/tb, la/lb
		xv = 1 / (tau + lambda)
		sum, spread, miss := 0.0, 0.0, 0.0
		for i := range y {
			x[i] = (tau*m + lambda*y[i]) * xv
			sum += x[i]
		}
		mv = 1 / (1.0/9 + n*tau)
		m = (1.0/9 + tau*sum) * mv
		for i := range y {
			spread += (x[i]-m)*(x[i]-m) + xv + mv
			miss += (y[i]-x[i])*(y[i]-x[i]) + xv
		}
		ta, tb = 2+n/2, 3+spread/2
		la, lb = 1.5+n/2, 0.5+miss/2
	}
	c, err := mpc.Plan("m", []byte(hierarchyText))
	if err != nil {
		t.Fatal(err)
	}
	r := interpretFor(t, c, fmt.Sprintf(`{"n": %d, "y": %s}`, len(y), listText(y)), 0)
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) <= 1e-8*(1+math.Abs(want))) {
			t.Errorf("%s is %.12g, want %.12g", what, got, want)
		}
	}
	for _, p := range r.Posteriors {
		switch q := p.Value.(type) {
		case dist.Normal:
			near("mean of "+p.Name, q.Mean(), m)
			near("variance of "+p.Name, q.Variance(), mv)
		case dist.Gamma:
			shape, rate := ta, tb
			if p.Name == "lambda" {
				shape, rate = la, lb
			}
			near("shape of "+p.Name, q.Shape, shape)
			near("rate of "+p.Name, q.Rate, rate)
		}
	}
	mean, variance := normalsOf(t, r, "theta")
	for i := range mean {
		near("mean of theta", mean[i], x[i])
		near("variance of theta", variance[i], xv)
	}
	log2pi := math.Log(2 * math.Pi)
	gammaPart := func(a0, b0, a, b float64) float64 { // E log p - E log q
		lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
		el := dist.GammaShapeRate(a, b).MeanLog()
		return a0*math.Log(b0) - lg(a0) + (a0-1)*el - b0*a/b - (a*math.Log(b) - lg(a) + (a-1)*el - a)
	}
	bound := gammaPart(2, 3, ta, tb) + gammaPart(1.5, 0.5, la, lb)
	bound += -(log2pi+math.Log(9))/2 - ((m-1)*(m-1)+mv)/18 + (log2pi+1+math.Log(mv))/2
	for i := range y {
		elt, ell := dist.GammaShapeRate(ta, tb).MeanLog(), dist.GammaShapeRate(la, lb).MeanLog()
		bound += (elt-log2pi)/2 - ta/tb*((x[i]-m)*(x[i]-m)+xv+mv)/2
		bound += (ell-log2pi)/2 - la/lb*((y[i]-x[i])*(y[i]-x[i])+xv)/2
		bound += (log2pi + 1 + math.Log(xv)) / 2
	}
	near("bound", r.LogEvidence, bound)
	sum := 0.0
	for _, x := range r.EvidenceTerms {
		sum += x.Value
	}
	near("sum of the terms", sum, r.LogEvidence)
	if len(r.EvidenceTerms) != 7 { // the entropies of tau and lambda count with their priors
		t.Errorf("%d terms: %v", len(r.EvidenceTerms), r.EvidenceTerms)
	}
}

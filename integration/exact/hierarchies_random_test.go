package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/engine"
)

// A randomHierarchy is a model with its data and its answers by quadrature.
type randomHierarchy struct {
	kind, prior, text string
	data              map[string]any
	exact             map[string][2]float64 // means and standard deviations of elements
	hypers            map[string]bool
	quantiles         map[string][3]float64 // of hyperparameters, where all data are normal
}

// hierarchyKinds are those of testdata/hierarchies.
var hierarchyKinds = []string{"intercept", "regression", "slopes", "crossed", "walk", "logit", "probit", "poisson"}

// TestRandomHierarchies: a model of each kind.
func TestRandomHierarchies(t *testing.T) {
	if bad := checkHierarchies(t, len(hierarchyKinds)); bad > 0 {
		t.Errorf("%d models miss their bounds", bad)
	}
}

// checkHierarchies runs so many random models, and gives how many have a mean that is off by more than 0.05 sd, an sd that is
// by more than 5 %, a moment of a hyperparameter that is by more than 10 %, or a quantile of one that is by more than 0.1 sd.
func checkHierarchies(t *testing.T, models int) (bad int) {
	for i := range models {
		h := newRandomHierarchy(rand.New(rand.NewPCG(17, uint64(i))), hierarchyKinds[i%len(hierarchyKinds)])
		r, err := interpretTree(t, h.text, h.data)
		if err != nil {
			t.Errorf("%d %s: %v\n%s", i, h.kind, err, h.text)
			continue
		}
		got, off := map[string][2]float64{}, [4]float64{}
		for _, p := range r.Posteriors {
			for name, x := range elementMoments(p.Name, p.Value) {
				got[name] = x
			}
			if want, ok := h.quantiles[p.Name]; ok {
				q := p.Quantiles.(engine.Quantiles)
				for i, x := range []float64{q.Q05, q.Q50, q.Q95} {
					off[3] = max(off[3], math.Abs(x-want[i])/h.exact[p.Name][1])
				}
			}
		}
		for name, want := range h.exact {
			x, ok := got[name]
			if !ok {
				t.Fatalf("%s: no posterior of %s", h.kind, name)
			}
			if h.hypers[name] {
				off[2] = max(off[2], math.Abs(x[0]/want[0]-1), math.Abs(x[1]/want[1]-1))
				continue
			}
			off[0] = max(off[0], math.Abs(x[0]-want[0])/want[1])
			off[1] = max(off[1], math.Abs(x[1]/want[1]-1))
		}
		met := off[0] <= 0.05 && off[1] <= 0.05 && off[2] <= 0.1 && off[3] <= 0.1
		t.Logf("%2d %-10s %-45s means %.4f sd, sds %.2f %%, hyperparameters %.2f %%, quantiles of these %.4f sd %v", i, h.kind, h.prior, off[0], 100*off[1], 100*off[2], off[3], met)
		if !met {
			bad++
			t.Logf("%s\n%v\n%v", h.text, h.data, h.exact)
		}
	}
	return bad
}

// elementMoments are the means and standard deviations of numbers, by name.
func elementMoments(name string, value any) map[string][2]float64 {
	type number interface {
		Mean() float64
		Variance() float64
	}
	out := map[string][2]float64{}
	put := func(name string, x number) { out[name] = [2]float64{x.Mean(), math.Sqrt(x.Variance())} }
	if x, ok := value.(number); ok {
		put(name, x)
		return out
	}
	for i, x := range flatNormals(value) {
		put(fmt.Sprintf("%s[%d]", name, i), x)
	}
	return out
}

// randomPrior draws a prior: mostly a gamma of a precision, as in testdata/hierarchies.
func randomPrior(rng *rand.Rand, name string) hyperPrior {
	identity := func(x float64) float64 { return x }
	square := func(x float64) float64 { return 1 / (x * x) }
	between := func(low, high float64) float64 { return math.Round(100*(low+(high-low)*rng.Float64())) / 100 }
	gamma := func(a, b float64) func(float64) float64 {
		g, _ := math.Lgamma(a)
		return func(x float64) float64 { return (a-1)*math.Log(x) - b*x + a*math.Log(b) - g }
	}
	switch k := rng.IntN(10); {
	case k < 6:
		p := [][2]float64{{1, 0.5}, {1, 1}, {2, 1}, {2, 2}, {3, 1}}[rng.IntN(5)]
		return hyperPrior{fmt.Sprintf("gamma(shape = %v, rate = %v)", p[0], p[1]), "precision = " + name, gamma(p[0], p[1]), identity, 0}
	case k == 6:
		s := between(0.5, 2.5)
		return hyperPrior{fmt.Sprintf("halfnormal(sd = %v)", s), "sd = " + name, func(x float64) float64 { return -x * x / (2 * s * s) }, square, 0}
	case k == 7:
		r := between(0.5, 1.5)
		return hyperPrior{fmt.Sprintf("exponential(rate = %v)", r), "sd = " + name, func(x float64) float64 { return -r * x }, square, 0}
	case k == 8:
		a, b := between(2.5, 4.5), between(1, 3)
		return hyperPrior{fmt.Sprintf("inversegamma(shape = %v, rate = %v)", a, b), "variance = " + name,
			func(x float64) float64 { return -(a+1)*math.Log(x) - b/x }, func(x float64) float64 { return 1 / x }, 0}
	}
	high := between(2, 5)
	flat := func(float64) float64 { return 0 }
	return hyperPrior{fmt.Sprintf("uniform(0, %v)", high), "sd = " + name, flat, square, high}
}

// scale draws the standard deviation that data have.
func scale(rng *rand.Rand) float64 { return math.Exp(0.5 * rng.NormFloat64()) }

func newRandomHierarchy(rng *rand.Rand, kind string) *randomHierarchy {
	h := &randomHierarchy{kind: kind, exact: map[string][2]float64{}, hypers: map[string]bool{}, quantiles: map[string][3]float64{}, data: map[string]any{}}
	switch kind {
	case "logit", "probit", "poisson":
		h.effects(rng)
	default:
		h.normals(rng)
	}
	return h
}

// A hierarchyLines collects statements.
type hierarchyLines struct {
	inputs, names []string
	strings.Builder
}

func (b *hierarchyLines) line(format string, args ...any) { fmt.Fprintf(b, "  "+format+"\n", args...) }

func (b *hierarchyLines) model() string {
	return fmt.Sprintf("model: hierarchy\ninputs: {%s}\nprogram: |\n%sinfer: [%s]\n", strings.Join(b.inputs, ", "), b.String(), strings.Join(b.names, ", "))
}

// effects draws a model of effects behind a likelihood. Where no group's data bound it on both sides, its effects may have no
// variance: the density of a precision t with a gamma prior of shape 1 is then flat at 0, and the mean of 1/t infinite.
func (h *randomHierarchy) effects(rng *rand.Rand) {
	var b hierarchyLines
	groups, each := 3+rng.IntN(7), 1+rng.IntN(8)
	spread, center := min(2, scale(rng)), rng.NormFloat64()
	if h.kind == "poisson" {
		spread = min(1, spread)
	}
	prior := randomPrior(rng, "t")
	h.prior = prior.text
	b.names = []string{"m", "t", "u"}
	b.line("m ~ normal(0, variance = 4)")
	b.line("t ~ %s", prior.text)
	b.line("for (j in group) { u[j] ~ normal(m, %s) }", prior.argument)
	b.inputs = []string{"group: range", "n: range", `g: "index(group)[n]"`, `y: "bool[n]"`}
	switch h.kind {
	case "logit":
		b.line("for (i in n) { y[i] ~ bernoulli(logit = u[g[i]]) }")
	case "probit":
		b.line("for (i in n) { y[i] ~ bernoulli(probit(u[g[i]])) }")
	default:
		b.inputs[3] = `y: "int[n]"`
		b.line("for (i in n) { y[i] ~ poisson(exp(u[g[i]])) }")
	}
	var g []int
	var truths []bool
	var counts []int
	var likelihoods []func(u float64) float64
	bounded := false
	for j := range groups {
		u := center + spread*rng.NormFloat64()
		sum := 0
		for range each {
			g = append(g, j)
			p := 1 / (1 + math.Exp(-u))
			if h.kind == "probit" {
				p = 0.5 * math.Erfc(-u/math.Sqrt2)
			}
			y := rng.Float64() < p
			truths = append(truths, y)
			count := poisson(rng, math.Exp(u))
			counts = append(counts, count)
			switch {
			case h.kind == "poisson":
				sum += count
			case y:
				sum++
			}
		}
		yes, no := float64(sum), float64(each-sum)
		bounded = bounded || yes > 0 && (no > 0 || h.kind == "poisson")
		likelihoods = append(likelihoods, map[string]func(u float64) float64{
			"logit":   func(u float64) float64 { return -yes*logOnePlusExp(-u) - no*logOnePlusExp(u) },
			"probit":  func(u float64) float64 { return yes*logCdf(u) + no*logCdf(-u) },
			"poisson": func(u float64) float64 { return yes*u - float64(each)*math.Exp(u) },
		}[h.kind])
	}
	if !bounded {
		h.effects(rng)
		return
	}
	h.data = map[string]any{"group": groups, "n": len(g), "g": g, "y": truths}
	if h.kind == "poisson" {
		h.data["y"] = counts
	}
	h.text = b.model()
	m, hyper, effects := exactEffects(likelihoods, 4, prior)
	h.exact["m"], h.exact["t"] = m, hyper
	h.hypers["t"] = true
	for j, e := range effects {
		h.exact[fmt.Sprintf("u[%d]", j)] = e
	}
}

func logOnePlusExp(u float64) float64 { return max(u, 0) + math.Log1p(math.Exp(-math.Abs(u))) }

// logCdf is the log of the normal distribution function; far below 0 by its asymptotic series.
func logCdf(u float64) float64 {
	if u < -30 {
		return -0.5*u*u - math.Log(-u) - 0.5*math.Log(2*math.Pi) - 1/(u*u)
	}
	return math.Log(0.5 * math.Erfc(-u/math.Sqrt2))
}

func poisson(rng *rand.Rand, mean float64) (k int) {
	for p := rng.ExpFloat64(); p < mean; p += rng.ExpFloat64() {
		k++
	}
	return k
}

// normals draws a model whose data are normal.
func (h *randomHierarchy) normals(rng *rand.Rand) {
	var b hierarchyLines
	coordinates, vague := map[string]int{}, map[string]float64{}
	var order []string
	coordinate := func(name string) int {
		coordinates[name] = len(order)
		order = append(order, name)
		return len(order) - 1
	}
	given := func(name string, variance float64) int {
		b.line("%s ~ normal(0, variance = %v)", name, variance)
		vague[name] = variance
		b.names = append(b.names, name)
		return coordinate(name)
	}
	array := func(name string, n int) (list []int) {
		b.names = append(b.names, name)
		for i := range n {
			list = append(list, coordinate(fmt.Sprintf("%s[%d]", name, i)))
		}
		return list
	}
	priors, numbers := []hyperPrior{}, map[string]int{}
	hyper := func(name string) string {
		p := randomPrior(rng, name)
		b.line("%s ~ %s", name, p.text)
		b.names = append(b.names, name)
		priors = append(priors, p)
		numbers[name] = len(priors)
		h.prior += p.text[:strings.Index(p.text, "(")] + " "
		return p.argument
	}
	type row struct {
		of    string
		at    []int
		slope []float64
		y     float64
	}
	var rows []row
	add := func(of string, y float64, at []int, slope ...float64) { rows = append(rows, row{of, at, slope, y}) }
	var g, y, x = []int{}, []float64{}, []float64{}
	noise := scale(rng)
	observe := func(mean float64) float64 {
		v := math.Round(1e4*(mean+noise*rng.NormFloat64())) / 1e4
		y = append(y, v)
		return v
	}
	b.inputs = []string{"n: range", `y: "real[n]"`}
	groups, each := 3+rng.IntN(6), 2+rng.IntN(5)
	grouped := func() {
		b.inputs = append(b.inputs, "group: range", `g: "index(group)[n]"`)
		h.data["group"] = groups
		for i := range groups * each {
			g = append(g, i/each)
		}
		h.data["g"] = g
	}
	draw := func(n int, center, sd float64) (list []float64) {
		for range n {
			list = append(list, center+sd*rng.NormFloat64())
		}
		return list
	}
	switch h.kind {
	case "intercept":
		grouped()
		m := given("m", 100)
		t, s := hyper("t"), hyper("s")
		u, truth := array("u", groups), draw(groups, rng.NormFloat64(), scale(rng))
		b.line("for (j in group) { u[j] ~ normal(m, %s) }", t)
		b.line("for (i in n) { y[i] ~ normal(u[g[i]], %s) }", s)
		for j := range u {
			add("t", 0, []int{u[j], m}, 1, -1)
		}
		for _, j := range g {
			add("s", observe(truth[j]), []int{u[j]}, 1)
		}
	case "regression":
		s := hyper("s")
		at, mean, n := []int{given("b0", 100)}, "b0", 5+rng.IntN(25)
		var columns [][]float64
		for k := range 1 + rng.IntN(3) {
			name := fmt.Sprint(k + 1)
			at = append(at, given("b"+name, 100))
			b.inputs = append(b.inputs, fmt.Sprintf(`x%s: "real[n]"`, name))
			mean += fmt.Sprintf(" + b%s * x%s[i]", name, name)
			columns = append(columns, draw(n, rng.NormFloat64(), scale(rng)))
			h.data["x"+name] = columns[k]
		}
		b.line("for (i in n) { y[i] ~ normal(%s, %s) }", mean, s)
		truth := draw(len(at), 0, 1)
		for i := range n {
			slope, z := []float64{1}, truth[0]
			for k, c := range columns {
				slope, z = append(slope, c[i]), z+truth[k+1]*c[i]
			}
			add("s", observe(z), at, slope...)
		}
	case "slopes":
		grouped()
		ta, tb, s := hyper("ta"), hyper("tb"), hyper("s")
		ma, mb := given("ma", 25), given("mb", 25)
		a, c := array("a", groups), array("b", groups)
		alpha, beta := draw(groups, rng.NormFloat64(), scale(rng)), draw(groups, rng.NormFloat64(), scale(rng))
		b.inputs = append(b.inputs, `x: "real[n]"`)
		b.line("for (j in group) { a[j] ~ normal(ma, %s); b[j] ~ normal(mb, %s) }", ta, tb)
		b.line("for (i in n) { y[i] ~ normal(a[g[i]] + b[g[i]] * x[i], %s) }", s)
		x = draw(len(g), 0, 1.5)
		h.data["x"] = x
		for j := range a {
			add("ta", 0, []int{a[j], ma}, 1, -1)
			add("tb", 0, []int{c[j], mb}, 1, -1)
		}
		for i, j := range g {
			add("s", observe(alpha[j]+beta[j]*x[i]), []int{a[j], c[j]}, 1, x[i])
		}
	case "crossed":
		tu, tw, s := hyper("tu"), hyper("tw"), hyper("s")
		rowCount, colCount := 3+rng.IntN(4), 2+rng.IntN(4)
		mu := given("mu", 25)
		u, w := array("u", rowCount), array("w", colCount)
		a, c := draw(rowCount, 0, scale(rng)), draw(colCount, 0, scale(rng))
		b.inputs = append(b.inputs, "row: range", "col: range", `r: "index(row)[n]"`, `c: "index(col)[n]"`)
		b.line("for (i in row) { u[i] ~ normal(0, %s) }", tu)
		b.line("for (j in col) { w[j] ~ normal(0, %s) }", tw)
		b.line("for (i in n) { y[i] ~ normal(mu + u[r[i]] + w[c[i]], %s) }", s)
		var rs, cs []int
		for i := range u {
			add("tu", 0, []int{u[i]}, 1)
			for j := range w {
				for range rng.IntN(3) {
					rs, cs = append(rs, i), append(cs, j)
					add("s", observe(1+a[i]+c[j]), []int{mu, u[i], w[j]}, 1, 1, 1)
				}
			}
		}
		for j := range w {
			add("tw", 0, []int{w[j]}, 1)
		}
		h.data["row"], h.data["col"], h.data["r"], h.data["c"] = rowCount, colCount, rs, cs
	case "walk":
		n := 5 + rng.IntN(10)
		q, s := hyper("q"), hyper("s")
		list := array("x", n)
		vague["x[0]"] = 25
		b.line("for (t in n) { if (t == 0) { x[t] ~ normal(0, variance = 25) } else { x[t] ~ normal(x[t-1], %s) } }", q)
		b.line("for (t in n) { y[t] ~ normal(x[t], %s) }", s)
		z, step := 2*rng.NormFloat64(), scale(rng)
		for i, c := range list {
			if i > 0 {
				add("q", 0, []int{c, list[i-1]}, 1, -1)
			}
			add("s", observe(z), []int{c}, 1)
			z += step * rng.NormFloat64()
		}
	}
	h.data["n"], h.data["y"] = len(y), y
	h.text = b.model()
	forms := []*quadraticForm{newQuadraticForm(len(order))}
	for range priors {
		forms = append(forms, newQuadraticForm(len(order)))
	}
	for name, variance := range vague {
		forms[0].add([]int{coordinates[name]}, []float64{1 / math.Sqrt(variance)}, 0)
	}
	for _, r := range rows {
		forms[numbers[r.of]].add(r.at, r.slope, r.y)
	}
	normals, hypers, quantiles := exactNormals(forms, priors)
	for name, c := range coordinates {
		h.exact[name] = normals[c]
	}
	for name, k := range numbers {
		h.exact[name], h.hypers[name], h.quantiles[name] = hypers[k-1], true, quantiles[k-1]
	}
}

package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A field is a model of counts or measurements of areas of a graph: a flat intercept, or one with a prior, a covariate with a flat
// coefficient, and an intrinsic autoregression.
type field struct {
	areas    int
	from, to []int
	weight   []float64 // or nil
	at       []int     // area of each datum
	x, y     []float64
	flat     bool // the intercept is
	slope    bool
}

// randomField has islands, parts without data, edges that are there twice, areas of several data.
func randomField(rng *rand.Rand) *field {
	f := &field{areas: 1 + rng.IntN(9), flat: rng.IntN(3) > 0, slope: rng.IntN(2) == 0}
	for k := rng.IntN(2 * f.areas); k > 0 && f.areas > 1; k-- {
		a := rng.IntN(f.areas)
		f.from, f.to = append(f.from, a), append(f.to, (a+1+rng.IntN(f.areas-1))%f.areas)
	}
	if rng.IntN(2) == 0 {
		f.weight = []float64{}
		for range f.from {
			f.weight = append(f.weight, math.Exp(rng.NormFloat64()))
		}
	}
	for range 3 + rng.IntN(2*f.areas) {
		f.at, f.x, f.y = append(f.at, rng.IntN(f.areas)), append(f.x, rng.NormFloat64()), append(f.y, 1+2*rng.NormFloat64())
	}
	return f
}

func (f *field) text(precision string) string {
	var b strings.Builder
	b.WriteString("model: field\ninputs: {area: range, edge: range, from: \"index(area)[edge]\", to: \"index(area)[edge]\", ")
	weight, slope := "", ""
	if f.weight != nil {
		b.WriteString("w: \"real[edge]\", ")
		weight = ", weight = w"
	}
	if f.slope {
		b.WriteString("x: \"real[n]\", ")
	}
	b.WriteString("n: range, at: \"index(area)[n]\", y: \"real[n]\"}\nprogram: |\n")
	if precision == "t" {
		b.WriteString("  t ~ gamma(shape = 2, rate = 1)\n")
	}
	if f.flat {
		b.WriteString("  a ~ flat()\n")
	} else {
		b.WriteString("  a ~ normal(1, variance = 4)\n")
	}
	if f.slope {
		b.WriteString("  b ~ flat()\n")
		slope = " + b * x[k]"
	}
	fmt.Fprintf(&b, "  u ~ icar(from, to, precision = %s%s)\n", precision, weight)
	fmt.Fprintf(&b, "  for (k in n) { y[k] ~ normal(a + u[at[k]]%s, variance = 0.5) }\ninfer: [a, u, evidence", slope)
	if f.slope {
		b.WriteString(", b")
	}
	if precision == "t" {
		b.WriteString(", t")
	}
	b.WriteString("]\n")
	return b.String()
}

func (f *field) inputs() map[string]any {
	in := map[string]any{"area": f.areas, "edge": len(f.from), "from": orEmpty(f.from), "to": orEmpty(f.to), "n": len(f.at), "at": f.at, "y": f.y}
	if f.slope {
		in["x"] = f.x
	}
	if f.weight != nil {
		in["w"] = f.weight
	}
	return in
}

func orEmpty(list []int) []int { return append([]int{}, list...) }

// parts are the areas of each connected part.
func (f *field) parts() (list [][]int) {
	label := make([]int, f.areas)
	for i := range label {
		label[i] = i
	}
	for range f.areas {
		for e := range f.from {
			l := min(label[f.from[e]], label[f.to[e]])
			label[f.from[e]], label[f.to[e]] = l, l
		}
	}
	for i := range label {
		var part []int
		for j, l := range label {
			if l == i {
				part = append(part, j)
			}
		}
		if len(part) > 0 {
			list = append(list, part)
		}
	}
	return list
}

// posterior is the dense one, in an orthonormal basis of what has the sum 0 in each part: means and variances of a, b and u, and
// the log evidence.
func (f *field) posterior(precision float64) (mean, variance []float64, evidence float64) {
	size := 2 + f.areas
	var basis [][]float64
	unit := func(at int) []float64 {
		v := make([]float64, size)
		v[at] = 1
		return v
	}
	basis = append(basis, unit(0))
	if f.slope {
		basis = append(basis, unit(1))
	}
	free := 0
	parts := f.parts()
	for _, part := range parts {
		for k := 1; k < len(part); k++ { // Helmert's
			v := make([]float64, size)
			norm := math.Sqrt(float64(k * (k + 1)))
			for _, i := range part[:k] {
				v[2+i] = 1 / norm
			}
			v[2+part[k]] = -float64(k) / norm
			basis = append(basis, v)
			free++
		}
		evidence -= 0.5 * math.Log(float64(len(part))) // of the sum, whose slopes have this norm
	}
	d := len(basis)
	p := mat.NewSymDense(d, nil)
	h := mat.NewVecDense(d, nil)
	constant := 0.0
	say := func(row []float64, value, precision float64) {
		c := make([]float64, d)
		for k, v := range basis {
			for i, x := range row {
				c[k] += x * v[i]
			}
		}
		for i := range d {
			h.SetVec(i, h.AtVec(i)+precision*c[i]*value)
			for j := range i + 1 {
				p.SetSym(i, j, p.At(i, j)+precision*c[i]*c[j])
			}
		}
		constant -= precision * value * value / 2
	}
	normal := func(row []float64, value, precision float64) {
		say(row, value, precision)
		constant += 0.5 * math.Log(precision/(2*math.Pi))
	}
	if !f.flat {
		normal(unit(0), 1, 0.25)
	}
	for e := range f.from {
		row := make([]float64, size)
		row[2+f.from[e]]++
		row[2+f.to[e]]--
		w := 1.0
		if f.weight != nil {
			w = f.weight[e]
		}
		say(row, 0, precision*w)
		constant += 0.5 * math.Log(w)
	}
	constant += 0.5 * float64(free) * math.Log(precision/(2*math.Pi))
	for k, i := range f.at {
		row := unit(0)
		row[2+i] = 1
		if f.slope {
			row[1] = f.x[k]
		}
		normal(row, f.y[k], 2)
	}
	var chol mat.Cholesky
	if !chol.Factorize(p) {
		return nil, nil, math.NaN()
	}
	var m mat.VecDense
	if err := chol.SolveVecTo(&m, h); err != nil {
		return nil, nil, math.NaN()
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return nil, nil, math.NaN()
	}
	evidence += constant + mat.Dot(&m, h)/2 - chol.LogDet()/2 + 0.5*float64(d)*math.Log(2*math.Pi)
	mean, variance = make([]float64, size), make([]float64, size)
	for i := range size {
		for k, v := range basis {
			mean[i] += v[i] * m.AtVec(k)
			for j, w := range basis {
				variance[i] += v[i] * w[i] * inverse.At(k, j)
			}
		}
	}
	return mean, variance, evidence
}

// TestICAR: intrinsic autoregressions of random graphs, with islands, beside flat intercepts and coefficients, are the dense joint
// normal in a basis of what sums to 0.
func TestICAR(t *testing.T) {
	proper := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 91))
		f := randomField(rng)
		precision := 0.5 + rng.Float64()
		mean, variance, evidence := f.posterior(precision)
		if mean == nil || variance[0] > 1e6 || variance[1] > 1e6 {
			continue
		}
		proper++
		text := f.text(fmt.Sprint(precision))
		r, err := interpretTree(t, text, f.inputs())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, f.inputs())
		}
		first := map[string]int{"a": 0, "b": 1, "u": 2}
		for _, p := range r.Posteriors {
			for k, x := range flatNormals(p.Value) {
				at := first[p.Name] + k
				if !(math.Abs(x.Mean()-mean[at]) <= 1e-9*(1+math.Abs(mean[at]))) || !(math.Abs(x.Variance()-variance[at]) <= 1e-9*(1+variance[at])) {
					t.Errorf("seed %d: %s[%d] is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, k, x.Mean(), x.Variance(), mean[at], variance[at])
				}
			}
		}
		if !(math.Abs(r.LogEvidence-evidence) <= 1e-9*(1+math.Abs(evidence))) {
			t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
		}
		if t.Failed() {
			t.Fatalf("%s\n%v", text, f.inputs())
		}
	}
	if proper < 150 {
		t.Errorf("only %d posteriors are proper", proper)
	}
}

// TestICARPrecision: the precision of an intrinsic autoregression is integrated, with the power of the elements less the parts.
func TestICARPrecision(t *testing.T) {
	proper := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 92))
		f := randomField(rng)
		if _, variance, _ := f.posterior(1); variance == nil || variance[0] > 1e3 || variance[1] > 1e3 {
			continue
		}
		proper++
		size := 2 + f.areas
		first, second := make([]float64, size+1), make([]float64, size+1)
		top, whole := math.Inf(-1), 0.0
		const step = 0.02
		for pass := range 2 {
			for x := -9.0; x < 5; x += step {
				precision := math.Exp(x)
				mean, variance, evidence := f.posterior(precision)
				evidence += 2*x - precision // gamma(2, 1), on the log
				if pass == 0 {
					top = max(top, evidence)
					continue
				}
				w := math.Exp(evidence-top) * step
				whole += w
				for k := range mean {
					first[k] += w * mean[k]
					second[k] += w * (variance[k] + mean[k]*mean[k])
				}
				first[size] += w * precision
				second[size] += w * precision * precision
			}
		}
		text := f.text("t")
		r, err := interpretTree(t, text, f.inputs())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, f.inputs())
		}
		at := map[string]int{"a": 0, "b": 1, "u": 2, "t": size}
		for _, p := range r.Posteriors {
			for k, x := range flatMoments(p.Value) {
				k += at[p.Name]
				mean := first[k] / whole
				sd := math.Sqrt(max(0, second[k]/whole-mean*mean))
				if !(math.Abs(x.Mean()-mean) <= 0.01*sd+1e-9) || !(math.Abs(math.Sqrt(x.Variance())-sd) <= 0.01*sd+1e-7) {
					t.Errorf("seed %d: %s[%d] has mean %.6g and sd %.6g, want %.6g and %.6g", seed, p.Name, k-at[p.Name], x.Mean(), math.Sqrt(x.Variance()), mean, sd)
				}
			}
		}
		if want := top + math.Log(whole); !(math.Abs(r.LogEvidence-want) <= 1e-3) {
			t.Errorf("seed %d: evidence %.8g, want %.8g", seed, r.LogEvidence, want)
		}
		if t.Failed() {
			t.Fatalf("%s\n%v", text, f.inputs())
		}
	}
	if proper < 15 {
		t.Errorf("only %d posteriors are proper", proper)
	}
}

// flatMoments lists posteriors of numbers by their moments.
func flatMoments(v any) (list []twoMoments) {
	switch v := v.(type) {
	case twoMoments:
		return append(list, v)
	case []any:
		for _, x := range v {
			list = append(list, flatMoments(x)...)
		}
	}
	return list
}

type twoMoments interface {
	Mean() float64
	Variance() float64
}

// Package exact compares what models come to with answers that are exact: closed forms,
// dense linear algebra, sums over all values, quadrature; random models with gates with sums over
// all states; and VMP with coordinate ascent written by hand, whose bound no iteration lowers.
package exact

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc"
	"mpc/data"
	"mpc/dist"
	"mpc/run/interp"
)

const exactModels = 500

// solve compiles a tree and interprets it: without an iteration.
func solve(t *testing.T, text string, inputs map[string]any) *interp.Result {
	t.Helper()
	r, err := interpretTree(t, text, inputs)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if r.Iterations != 0 || !r.Converged {
		t.Errorf("%d iterations, converged: %v, on a tree", r.Iterations, r.Converged)
	}
	return r
}

func interpretTree(t *testing.T, text string, inputs map[string]any) (*interp.Result, error) {
	t.Helper()
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	b, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("data.json", b, c.Model)
	if d.HasErrors() {
		t.Fatalf("%v\n%s", d, text)
	}
	return interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
}

// trees keeps which variables are connected, so that no statement closes a cycle.
type trees struct{ parent []int }

func (x *trees) add() int {
	x.parent = append(x.parent, len(x.parent))
	return len(x.parent) - 1
}

func (x *trees) root(i int) int {
	for x.parent[i] != i {
		i = x.parent[i]
	}
	return i
}

// pair draws two variables of different trees, or returns false.
func (x *trees) pair(rng *rand.Rand) (i, j int, ok bool) {
	for range 20 {
		i, j = rng.IntN(len(x.parent)), rng.IntN(len(x.parent))
		if x.root(i) != x.root(j) {
			return i, j, true
		}
	}
	return 0, 0, false
}

func (x *trees) join(i, j int) { x.parent[x.root(i)] = x.root(j) }

// A linearModel is a tree of linear functions and normal draws, with its joint
// distribution: variable k is mean[k] + coefficient[k] . e, with e standard
// normal; row r of the observations is a value of offset[r] + row[r] . e plus
// noise of a variance.
type linearModel struct {
	trees
	loops       bool // statements may close cycles
	rng         *rand.Rand
	lines       []string
	inputs      map[string]any
	mean        []float64
	coefficient []map[int]float64
	noises      int
	value       []float64
	offset      []float64
	row         []map[int]float64
	variance    []float64
}

// two are two variables, of different trees where statements close no cycles.
func (m *linearModel) two() (i, j int, ok bool) {
	if !m.loops {
		return m.pair(m.rng)
	}
	i, j = m.rng.IntN(len(m.mean)), m.rng.IntN(len(m.mean))
	return i, j, i != j
}

func (m *linearModel) number(lo, hi float64) float64 {
	return math.Round((lo+(hi-lo)*m.rng.Float64())*100) / 100
}

func combine(a float64, x map[int]float64, b float64, y map[int]float64) map[int]float64 {
	out := map[int]float64{}
	for k, v := range x {
		out[k] += a * v
	}
	for k, v := range y {
		out[k] += b * v
	}
	return out
}

func (m *linearModel) variable(mean float64, coefficient map[int]float64, statement string) int {
	k := m.add()
	m.mean = append(m.mean, mean)
	m.coefficient = append(m.coefficient, coefficient)
	m.lines = append(m.lines, fmt.Sprintf("x%d %s", k, statement))
	return k
}

// noise is a new standard normal times sd.
func (m *linearModel) noise(variance float64) map[int]float64 {
	m.noises++
	return map[int]float64{m.noises - 1: math.Sqrt(variance)}
}

func (m *linearModel) observe(value, offset float64, row map[int]float64, variance float64) {
	m.value = append(m.value, value)
	m.offset = append(m.offset, offset)
	m.row = append(m.row, row)
	m.variance = append(m.variance, variance)
}

// scales spreads variances over orders of magnitude.
func (m *linearModel) scale() float64 {
	return math.Round(math.Exp(4*m.rng.Float64()-2)*100)/100 + 0.01
}

func (m *linearModel) step() {
	v := m.scale()
	a, b := m.number(0.3, 2), m.number(-2, 2)
	switch m.rng.IntN(8) {
	case 0, 1:
		m.variable(b, m.noise(v), fmt.Sprintf("~ normal(%g, variance = %g)", b, v))
	case 2:
		i := m.rng.IntN(len(m.parent))
		k := m.variable(a*m.mean[i]+b, combine(a, m.coefficient[i], 1, m.noise(v)), fmt.Sprintf("~ normal(%g * x%d + %g, variance = %g)", a, i, b, v))
		m.join(k, i)
	case 3:
		i := m.rng.IntN(len(m.parent))
		k := m.variable(b-a*m.mean[i], combine(-a, m.coefficient[i], 0, nil), fmt.Sprintf("= %g - %g * x%d", b, a, i))
		m.join(k, i)
	case 4:
		i, j, ok := m.two()
		if !ok {
			return
		}
		sign, word := 1.0, "+"
		if m.rng.IntN(2) == 0 {
			sign, word = -1, "-"
		}
		k := m.variable(m.mean[i]+sign*m.mean[j], combine(1, m.coefficient[i], sign, m.coefficient[j]), fmt.Sprintf("= x%d %s x%d", i, word, j))
		m.join(k, i)
		m.join(k, j)
	case 5:
		i := m.rng.IntN(len(m.parent))
		m.lines = append(m.lines, fmt.Sprintf("observe x%d ~ normal(%g, variance = %g)", i, b, v))
		m.observe(b, m.mean[i], m.coefficient[i], v)
	case 6:
		i := m.rng.IntN(len(m.parent))
		name := fmt.Sprintf("y%d", len(m.value))
		m.inputs[name] = b
		m.lines = append(m.lines, fmt.Sprintf("%s ~ normal(%g * x%d, precision = %g)", name, a, i, v))
		m.observe(b, a*m.mean[i], combine(a, m.coefficient[i], 0, nil), 1/v)
	default:
		i, j, ok := m.two()
		if !ok {
			return
		}
		m.lines = append(m.lines, fmt.Sprintf("observe x%d - %g * x%d ~ normal(%g, sd = %g)", i, a, j, b, v))
		m.observe(b, m.mean[i]-a*m.mean[j], combine(1, m.coefficient[i], -a, m.coefficient[j]), v*v)
		m.join(i, j)
	}
}

// text is the model file.
func modelText(inputs map[string]any, kind string, lines []string, variables int) string {
	var b strings.Builder
	b.WriteString("model: tree\n")
	if len(inputs) > 0 {
		b.WriteString("inputs:\n")
	}
	for _, k := range slices.Sorted(maps.Keys(inputs)) {
		fmt.Fprintf(&b, "  %s: %s\n", k, kind)
	}
	b.WriteString("program: |\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	b.WriteString("infer: [")
	for k := range variables {
		fmt.Fprintf(&b, "x%d, ", k)
	}
	b.WriteString("evidence]\n")
	return b.String()
}

// posterior conditions the joint normal on the observations.
func (m *linearModel) posterior() (mean, variance []float64, evidence float64) {
	n, o := len(m.mean), len(m.value)
	dense := func(rows []map[int]float64) *mat.Dense {
		d := mat.NewDense(len(rows), m.noises, nil)
		for i, r := range rows {
			for k, v := range r {
				d.Set(i, k, v)
			}
		}
		return d
	}
	l := dense(m.coefficient)
	mean = append([]float64(nil), m.mean...)
	variance = make([]float64, n)
	for k := range n {
		variance[k] = mat.Dot(l.RowView(k), l.RowView(k))
	}
	if o == 0 {
		return mean, variance, 0
	}
	h := dense(m.row)
	var s mat.Dense
	s.Mul(h, h.T())
	sym := mat.NewSymDense(o, nil)
	residual := mat.NewVecDense(o, nil)
	for i := range o {
		for j := range o {
			sym.SetSym(i, j, s.At(i, j))
		}
		sym.SetSym(i, i, s.At(i, i)+m.variance[i])
		residual.SetVec(i, m.value[i]-m.offset[i])
	}
	var chol mat.Cholesky
	if !chol.Factorize(sym) {
		return nil, nil, math.NaN()
	}
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, residual); err != nil {
		return nil, nil, math.NaN()
	}
	var cross, gain mat.Dense // cov(x, y), and S^-1 times its transpose
	cross.Mul(l, h.T())
	if err := chol.SolveTo(&gain, cross.T()); err != nil {
		return nil, nil, math.NaN()
	}
	for k := range n {
		mean[k] += mat.Dot(cross.RowView(k), &solved)
		variance[k] -= mat.Dot(cross.RowView(k), gain.ColView(k))
	}
	evidence = -0.5 * (float64(o)*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(residual, &solved))
	return mean, variance, evidence
}

// TestExactLinear: on trees of linear functions and normals EP is exact, in one
// pass: marginals and evidence are those of the joint normal.
func TestExactLinear(t *testing.T) {
	for seed := range uint64(exactModels) {
		rng := rand.New(rand.NewPCG(seed, 7))
		m := &linearModel{rng: rng, inputs: map[string]any{}}
		m.variable(0, m.noise(2), "~ normal(0, variance = 2)")
		for range 3 + rng.IntN(14) {
			m.step()
		}
		rng.Shuffle(len(m.lines), func(i, j int) { m.lines[i], m.lines[j] = m.lines[j], m.lines[i] })
		text := modelText(m.inputs, "real", m.lines, len(m.mean))
		r := solve(t, text, m.inputs)
		mean, variance, evidence := m.posterior()
		const tolerance = 1e-9
		for k, p := range r.Posteriors {
			x := p.Value.(dist.Normal)
			if !(math.Abs(x.Mean()-mean[k]) <= tolerance*math.Max(math.Abs(mean[k]), math.Sqrt(variance[k]))) || !(math.Abs(x.Variance()-variance[k]) <= tolerance*variance[k]) {
				t.Errorf("seed %d: %s is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, x.Mean(), x.Variance(), mean[k], variance[k])
			}
		}
		if !(math.Abs(r.LogEvidence-evidence) <= tolerance*math.Max(1, math.Abs(evidence))) {
			t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
		}
		if t.Failed() {
			t.Fatalf("model:\n%s", text)
		}
	}
}

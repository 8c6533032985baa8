package agree

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run"
	"mpc/run/interp"
)

// The tests here hold the rows of docs/schedules.md: that a model is planned, in
// which order, and in how many iterations it gets where.

// A rowTest is a row of the table in docs/schedules.md: a program, and what is
// known of its answers after so many iterations.
type rowTest struct {
	row     string
	program string
	infer   string
	keys    string // further keys of the file
	data    string
	// tree: the schedule must have no iteration.
	tree bool
	// After few iterations and after many (0: not asked) the marginals differ by
	// at most same, in natural parameters.
	few, many int
	same      float64
	want      []marginalTest
}

// A marginalTest is what a marginal must be: within tol in the natural
// parameters, or, where the mean is NaN, the variance within tol.
type marginalTest struct {
	name           string
	at             []int
	mean, variance float64
	tol            float64
}

// variance is a test of the variance alone.
func variance(name string, v, tol float64, at ...int) marginalTest {
	return marginalTest{name, at, math.NaN(), v, tol}
}

func marginal(name string, m, v, tol float64, at ...int) marginalTest {
	return marginalTest{name, at, m, v, tol}
}

// steps returns the variances 1, 2, ..., n of a chain, reversed on request.
func steps(name string, n int, reversed bool) []marginalTest {
	var list []marginalTest
	for i := range n {
		v := i + 1
		if reversed {
			v = n - i
		}
		list = append(list, variance(name, float64(v), 1e-8, i))
	}
	return list
}

// A found is a posterior in the result file.
type found struct {
	Dist           string
	Mean, Variance float64
	Value          float64
	P, A, B        float64
	Shape, Rate    float64
	Uniform        bool
	Alpha          []float64
}

func (f found) natural() (h, p float64) {
	switch {
	case f.Dist == "bernoulli":
		return f.P, 0
	case f.Dist == "point":
		return f.Value, 0
	case f.Dist == "beta":
		return f.A, f.B
	case f.Dist == "gamma":
		return f.Shape, f.Rate
	case f.Uniform:
		return 0, 0
	}
	return f.Mean / f.Variance, 1 / f.Variance
}

func maxDiff(a, b found) float64 {
	ha, pa := a.natural()
	hb, pb := b.natural()
	return math.Max(math.Abs(ha-hb), math.Abs(pa-pb))
}

// collectFound lists the marginals of a nested posterior by their indices.
func collectFound(t *testing.T, name string, raw json.RawMessage, into map[string]found) {
	t.Helper()
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for i, x := range list {
			collectFound(t, fmt.Sprintf("%s[%d]", name, i), x, into)
		}
		return
	}
	if string(raw) == "null" {
		return
	}
	var f found
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	into[name] = f
}

func runRow(t *testing.T, c *mpc.Compilation, set *data.Set, iterations int) map[string]found {
	t.Helper()
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Iterations: iterations})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var file run.Result
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]found{}
	for name, p := range file.Posteriors {
		collectFound(t, name, p.JSON(), out)
	}
	return out
}

func planRow(t *testing.T, row rowTest) (*mpc.Compilation, *data.Set) {
	t.Helper()
	inputs := ""
	if row.data != "" {
		inputs = "inputs:\n"
		var values map[string]json.RawMessage
		if err := json.Unmarshal([]byte(row.data), &values); err != nil {
			t.Fatal(err)
		}
		for name, v := range values {
			kind := "real[n]"
			switch {
			case name == "n":
				kind = "int"
			case name == "point":
				kind = "range"
			case name == "first" || name == "last":
				kind = "bool[n]"
			case v[0] != '[':
				kind = "real"
			}
			inputs += "  " + name + ": " + kind + "\n"
		}
	}
	src := "model: row\n" + inputs + "program: |\n  " + row.program + "\n" + "infer: [" + row.infer + "]\n" + row.keys + "\n"
	c, err := mpc.Plan(row.row, []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	text := row.data
	if text == "" {
		text = "{}"
	}
	set, d := data.ReadJSON("data.json", []byte(text), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	return c, set
}

// TestScheduleRows runs the rows of the table in docs/schedules.md.
func TestScheduleRows(t *testing.T) {
	for _, row := range append(scheduleRows(), gateRows()...) {
		t.Run(row.row, func(t *testing.T) {
			c, set := planRow(t, row)
			count := c.Schedule.Count()
			if n := count.Iteration; row.tree != (n == 0) {
				t.Errorf("%d updates per iteration, want none: %v\n%s", n, row.tree, c.Schedule.Text(c.Deps))
			}
			got := runRow(t, c, set, row.few)
			if row.many > 0 {
				worst, at := 0.0, ""
				for name, f := range runRow(t, c, set, row.many) {
					if d := maxDiff(f, got[name]); !(d <= worst) {
						worst, at = d, name
					}
				}
				if !(worst <= row.same) {
					t.Errorf("after %d and %d iterations %s differs by %.3g, want at most %.3g", row.few, row.many, at, worst, row.same)
				}
			}
			for _, w := range row.want {
				name := w.name
				for _, i := range w.at {
					name += fmt.Sprintf("[%d]", i)
				}
				f, ok := got[name]
				if !ok {
					t.Errorf("no %s in the result", name)
					continue
				}
				d := maxDiff(f, found{Dist: "normal", Mean: w.mean, Variance: w.variance})
				switch {
				case f.Dist == "beta":
					n := f.A + f.B
					d = math.Abs(f.A*f.B/(n*n*(n+1)) - w.variance)
				case f.Dist == "dirichlet":
					d = 0
					for _, a := range f.Alpha {
						d = math.Max(d, math.Abs(a-w.mean))
					}
				case math.IsNaN(w.mean):
					d = math.Abs(f.Variance - w.variance)
				case f.Dist == "bernoulli":
					d = math.Abs(f.P - w.mean)
				case f.Dist == "point":
					d = math.Abs(f.Value - w.mean)
				}
				if !(d <= w.tol) {
					t.Errorf("%s is %+v, want mean %g variance %g: off by %.3g, more than %g", name, f, w.mean, w.variance, d, w.tol)
				}
			}
		})
	}
}

package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/factor/families"
	"mpc/model"
)

// tests prints the test and the benchmark of a generated package. They run on
// testdata/data.json where that is there, and on made-up data otherwise.
func (g *generator) tests() string {
	var p printer
	p.line("// inferenceOf returns an Inference after two iterations.")
	p.line("func inferenceOf(data Data) (*Inference, error) {\ninf, err := New(data)\nif err != nil {\nreturn nil, err\n}")
	p.line("_, err = inf.Run(context.Background(), Iterations(2))\nreturn inf, err\n}\n")
	if g.code.program.Gaussian != nil && !g.code.program.HasJoint() { // it makes its nodes as it finds them
		p.line("// TestRuns asserts that there are posteriors.\nfunc TestRuns(t *testing.T) { checking.Prepared(t, inferenceOf, madeUpData) }\n")
		g.madeUpData(&p)
		return p.String()
	}
	p.line("// TestAllocations asserts that the loops allocate nothing once they have run.")
	p.line("func TestAllocations(t *testing.T) { checking.Allocations(t, loops(checking.Prepared(t, inferenceOf, madeUpData))) }\n")
	p.line("// BenchmarkIteration times what runs again and again.")
	p.line("func BenchmarkIteration(b *testing.B) { checking.Benchmark(b, loops(checking.Prepared(b, inferenceOf, madeUpData))) }\n")
	p.line("// loops lists the iterations, or, of a model without one, what runs once; of a posterior that is computed as a whole a fit at its mode.")
	p.line("func loops(inf *Inference) map[string]func() error {\nreturn map[string]func() error{")
	run := g.code.program.Run
	for _, s := range run.Steps {
		switch {
		case s.Once == "":
			p.line("\"%s\": inf.%s,", s.Body, s.Body)
			if s.Keep != "" {
				p.line("\"guard%d\": func() error {\ninf.%s()\nvar sum engine.TermSum\ninf.%s(&sum)\ninf.%s()\nreturn nil\n},", s.ID, s.Keep, s.Bound, s.Restore)
			}
		case g.code.program.HasJoint():
			p.line("\"fit\": inf.solution.Again(&joint{Inference: inf}),")
		case !run.Iterates() && g.code.has(s.Once):
			p.line("\"%s\": inf.%s,", s.Once, s.Once)
		}
	}
	p.line("}\n}\n")
	g.madeUpData(&p)
	return p.String()
}

// madeUpData prints the function that makes data up.
func (g *generator) madeUpData(p *printer) {
	p.line("// madeUpData returns data of the right shape: sizes of a few, values in the middle\n// of what is usual. Those of kind 0 differ, of kind 1 and 2 they are all the same.")
	p.line("func madeUpData(kind int) Data {\nvar data Data")
	for _, in := range g.model.Inputs {
		if len(in.Dims) == 0 {
			p.line("data.%s = %s", exported(in.Name), g.madeUp(in, "0"))
		}
	}
	for _, in := range g.code.program.Arrays() {
		g.madeUpArray(p, in)
	}
	p.line("return data\n}")
}

// madeUp is a value of an input.
func (g *generator) madeUp(in *model.Input, i string) string {
	if lower.MayBe(in) {
		return "engine.Known(" + g.madeUpValue(in, i) + ")"
	}
	return g.madeUpValue(in, i)
}

func (g *generator) madeUpValue(in *model.Input, i string) string {
	switch in.Type.Kind {
	case model.RangeKind:
		return "4"
	case model.Int:
		return "[]int{3, 1, 0}[kind]"
	case model.Bool:
		return "kind == 1 || kind == 0 && " + i + "%2 == 0"
	case model.IndexKind:
		n := "data." + exported(in.Type.Range.Name)
		return fmt.Sprintf("[]int{(%s + %d) %% %s, 0, %s - 1}[kind]", i, g.before(in), n, n)
	case model.DistKind:
		return "dist." + families.Named(in.Type.Family).Usual
	}
	if len(in.Dims) == 0 {
		return "[]float64{0.5, 8, 1}[kind]"
	}
	return fmt.Sprintf("[]float64{0.5 + 0.1*float64(%s%%7), 0.5, 1}[kind]", i)
}

// before counts the inputs before one that are members of the same range: what they
// choose is to differ, as the two players of a game do.
func (g *generator) before(in *model.Input) int {
	n := 0
	for _, other := range g.model.Inputs {
		if other == in {
			break
		}
		if other.Type.Range == in.Type.Range {
			n++
		}
	}
	return n
}

// madeUpArray prints the loops that fill an array input.
func (g *generator) madeUpArray(p *printer, in *model.Input) {
	p.line("{")
	if in.Demand != "probabilities" && in.Demand != "definite" {
		p.line("n := 0")
	}
	x := "data." + exported(in.Name)
	var at []string
	row := x
	for k, d := range in.Dims {
		row = x
		size := g.madeUpSize(d, at)
		p.line("%s = make(%s, %s)", x, fields.Nested(len(in.Dims)-k, fields.ValueType(in)), size)
		i := names.Depth.Name(k)
		p.line("for %s := range %s {", i, x)
		x += "[" + i + "]"
		at = append(at, i)
	}
	switch {
	case in.Demand == "probabilities":
		p.line("%s = 1 / float64(len(%s))", x, row)
	case in.Demand == "definite":
		p.line("if %s == %s {\n%s = 1\n}", at[len(at)-2], at[len(at)-1], x)
	default:
		p.line("%s = %s\nn++", x, g.madeUp(in, "n"))
	}
	p.line("%s}", strings.Repeat("}\n", len(in.Dims)))
}

// madeUpSize prints a size in terms of the data.
func (g *generator) madeUpSize(d *model.Expr, at []string) string {
	switch d.Op {
	case model.OpNumber:
		return fmt.Sprint(int(d.Value))
	case model.OpInput:
		s := "data." + exported(d.Input.Name)
		for _, a := range d.Args {
			if a.Op == model.OpDim {
				s += "[" + at[a.Dim] + "]"
			}
		}
		return s
	}
	return "4"
}

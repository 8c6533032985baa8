package codegen

import (
	"fmt"
	"strings"

	"mpc/families"
	"mpc/model"
)

// tests prints the test and the benchmark of a generated package. They run on
// testdata/data.json where that is there, and on made-up data otherwise.
func (g *generator) tests() string {
	var p printer
	p.WriteString(`// testInference returns an Inference over testdata/data.json, or over made-up
// data where there is no such file, after two iterations.
func testInference(tb testing.TB) *Inference {
	data := madeUpData()
	made := true
	if b, err := os.ReadFile("testdata/data.json"); err == nil {
		made = false
		data = Data{}
		if err := json.Unmarshal(b, &data); err != nil {
			tb.Fatal(err)
		}
	}
	inf, err := New(data)
	if err == nil {
		_, err = inf.Run(context.Background(), Iterations(2))
	}
	if err != nil && made {
		tb.Skipf("the made-up data do not fit the model (%v): put data into testdata/data.json", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

// TestAllocations asserts that the loops allocate nothing once they have run.
func TestAllocations(t *testing.T) {
	inf := testInference(t)
	for name, step := range loops(inf) {
		if n := testing.AllocsPerRun(10, func() {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// BenchmarkIteration times what runs again and again.
func BenchmarkIteration(b *testing.B) {
	inf := testInference(b)
	for name, step := range loops(inf) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

`)
	p.line("// loops lists the iterations, or, of a model without one, what runs once.")
	p.line("func loops(inf *Inference) map[string]func() error {\nreturn map[string]func() error{")
	iterates := g.iterates()
	for _, s := range g.program.Steps {
		switch {
		case s.Iterate:
			p.line("\"iterate%d\": inf.iterate%d,", s.ID, s.ID)
			if s.Checks {
				p.line("\"guard%d\": func() error {\ninf.keep%d()\ninf.bound%d()\ninf.restore%d()\nreturn nil\n},", s.ID, s.ID, s.ID, s.ID)
			}
		case !iterates && len(s.Body) > 0:
			p.line("\"once%d\": inf.once%d,", s.ID, s.ID)
		}
	}
	p.line("}\n}\n")
	p.line("// madeUpData returns data of the right shape: sizes of a few, values in the middle\n// of what is usual.")
	p.line("func madeUpData() Data {\nvar data Data")
	for _, in := range g.model.Inputs {
		if len(in.Dims) == 0 {
			p.line("data.%s = %s", exported(in.Name), g.madeUp(in, "0"))
		}
	}
	for _, in := range g.order(g.later) {
		if !g.isOthers(in) {
			g.madeUpArray(&p, in)
		}
	}
	p.line("return data\n}")
	return p.String()
}

// madeUp is a value of an input.
func (g *generator) madeUp(in *model.Input, i string) string {
	if maybe(in) {
		return "Known(" + g.madeUpValue(in, i) + ")"
	}
	return g.madeUpValue(in, i)
}

func (g *generator) madeUpValue(in *model.Input, i string) string {
	switch in.Type.Kind {
	case model.RangeKind:
		return "4"
	case model.Int:
		return "3"
	case model.Bool:
		return i + "%2 == 0"
	case model.IndexKind:
		return i + " % data." + exported(in.Type.Range.Name)
	case model.DistKind:
		return "dist." + families.Named(in.Type.Family).Usual
	}
	return fmt.Sprintf("0.5 + 0.1*float64(%s%%7)", i)
}

// madeUpArray prints the loops that fill an array input.
func (g *generator) madeUpArray(p *printer, in *model.Input) {
	p.line("{\nn := 0")
	x := "data." + exported(in.Name)
	var at []string
	for k, d := range in.Dims {
		size := g.madeUpSize(d, at)
		p.line("%s = make(%s, %s)", x, nested(len(in.Dims)-k, valueType(in)), size)
		i := depthPrefix.name(k)
		p.line("for %s := range %s {", i, x)
		x += "[" + i + "]"
		at = append(at, i)
	}
	p.line("%s = %s\nn++", x, g.madeUp(in, "n"))
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

package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// String is the dump of the stage lang: a line for each item, ending in the
// place that it came from. The lines between "program {" and its "}" are
// themselves a program, with the same statements.
func (f *File) String() string {
	d := &dump{}
	if f.Model.Name != "" {
		d.line(f.Model.At, "model %s", f.Model.Name)
	}
	if f.Doc != "" {
		d.line(f.DocAt, "doc %s", strconv.Quote(f.Doc))
	}
	d.line(f.Algorithm.Default.At, "algorithm %s", f.Algorithm.Default.Name)
	for _, c := range f.Algorithm.PerVariable {
		d.line(c.Key.At, "algorithm of %s: %s", c.Key.Name, c.Value.Name)
	}
	for _, in := range f.Inputs {
		text := fmt.Sprintf("input %s: %s", in.Name.Name, in.Type)
		if in.Missing {
			text += ", missing"
		}
		if in.Default != nil {
			text += ", default " + in.Default.String()
		}
		if in.Doc != "" {
			text += ", doc " + strconv.Quote(in.Doc)
		}
		d.line(in.Name.At, "%s", text)
	}
	if len(f.Program) > 0 {
		at := f.Program[0].Pos()
		d.line(at, "program {")
		d.indented(f.Program)
		d.line(at, "}")
	}
	for _, i := range f.Infer {
		d.line(i.At, "infer %s", i)
	}
	for _, i := range f.Init {
		of := ""
		if i.Chain > 0 {
			of = fmt.Sprintf(" of chain %d", i.Chain)
		}
		d.line(i.Name.At, "init %s%s: %s", i.Name.Name, of, i.Value)
	}
	d.names("point", f.Point)
	d.names("shared", f.Shared)
	for _, c := range f.Operators {
		d.line(c.Key.At, "operator of %s: %s", c.Key.Name, c.Value.Name)
	}
	for _, c := range f.Methods {
		d.line(c.Key.At, "method of %s: %s", c.Key.Name, c.Value.Name)
	}
	for _, b := range f.Blocks {
		if len(b) > 0 {
			d.line(b[0].At, "block %s", joinNames(b))
		}
	}
	d.names("integrate", f.Integrate)
	if f.Power != nil {
		d.line(f.Power.At, "power %g", f.Power.Value)
	}
	d.iterate(f.Iterate)
	return d.b.String()
}

// A dump collects lines.
type dump struct {
	b     strings.Builder
	depth int
	plain bool // without places
}

func (d *dump) line(at Pos, format string, args ...any) {
	for range d.depth {
		d.b.WriteString("  ")
	}
	fmt.Fprintf(&d.b, format, args...)
	if !d.plain {
		d.b.WriteString("  # ")
		d.b.WriteString(at.String())
	}
	d.b.WriteByte('\n')
}

func (d *dump) names(what string, names []Name) {
	for _, n := range names {
		d.line(n.At, "%s %s", what, n.Name)
	}
}

func (d *dump) statements(list []Stmt) {
	for _, s := range list {
		d.line(s.Pos(), "%s", s)
		switch s := s.(type) {
		case *For:
			d.body(s.At, s.Body)
		case *Switch:
			d.body(s.At, s.Body)
		case *Repeat:
			d.body(s.At, s.Body)
		case *If:
			d.branches(s)
		}
	}
}

// body is what a block's statement holds, and its end.
func (d *dump) body(at Pos, list []Stmt) {
	d.indented(list)
	d.line(at, "}")
}

func (d *dump) indented(list []Stmt) {
	d.depth++
	d.statements(list)
	d.depth--
}

// branches is what follows if (c) {.
func (d *dump) branches(s *If) {
	for {
		d.indented(s.Then)
		if s.Else == nil {
			d.line(s.At, "}")
			return
		}
		inner, chained := (*If)(nil), false
		if len(s.Else) == 1 {
			inner, chained = s.Else[0].(*If)
		}
		if !chained {
			d.line(s.At, "} else {")
			d.body(s.At, s.Else)
			return
		}
		d.line(inner.At, "} else %s", inner)
		s = inner
	}
}

func (d *dump) iterate(it Iterate) {
	for _, s := range []struct {
		key     string
		setting *Setting
	}{
		{"max", it.Max}, {"tolerance", it.Tolerance}, {"damping", it.Damping}, {"restarts", it.Restarts},
		{"burnin", it.BurnIn}, {"samples", it.Samples}, {"thin", it.Thin}, {"chains", it.Chains}, {"seed", it.Seed},
	} {
		if s.setting != nil {
			d.line(s.setting.At, "iterate %s: %s", s.key, strconv.FormatFloat(s.setting.Value, 'g', -1, 64))
		}
	}
	d.names("iterate sequential:", it.Sequential)
	if it.Messages != nil {
		d.line(it.Messages.At, "iterate messages: %s", it.Messages.Name)
	}
	if it.Projection != nil {
		d.line(it.Projection.At, "iterate projection: %s", it.Projection.Name)
	}
	if it.Of != nil {
		d.line(it.Of.At, "iterate of: %s", it.Of.Name)
	}
}

func joinNames(names []Name) string {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = n.Name
	}
	return strings.Join(words, ", ")
}

package codegen

import (
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/model"
)

// parameters prints the parameters of an initial marginal.
func (f *function) parameters(d *model.Dist) []string {
	args := make([]string, len(d.Args))
	for i, a := range d.Args {
		if a.Type.Dimensions > 0 {
			args[i] = f.vector(a)
			if a.Op != model.OpList && a.Type.Kind != model.Real {
				args[i] = f.g.use(realsHelper) + "(nil, " + args[i] + ")"
			}
		} else {
			args[i] = f.env().real(a)
		}
	}
	return args
}

// startVectors prints the start of messages about vectors or matrices: an initial
// marginal that is written in the model, one for all elements.
func (f *function) startVectors(t *loops.Table, d *model.Dist) {
	f.eachStart(t, d, "inf."+f.g.tableField(t)+"[i].Set(start)")
}

// eachStart prints a statement for each element of a table, in which start is the
// initial marginal.
func (f *function) eachStart(t *loops.Table, d *model.Dist, text string) {
	field := f.g.tableField(t)
	c := t.Family.Row().Constructor(d.Names)
	if c == nil {
		f.g.internal("no %s has the parameters %v", t.Family, d.Names)
		return
	}
	list := strings.Join(f.parameters(d), ", ")
	if c.Variadic() {
		list += "..."
	}
	f.g.need["dist."+c.Name()] = true
	if c.Fails() {
		f.body.comment("That the matrix is one is checked when the messages are computed.")
		f.body.line("start, err := dist.%s(%s)", c.Name(), list)
		f.body.line("if err == nil {\nfor i := range inf.%s {\n%s\n}\n}", field, text)
		return
	}
	f.body.line("start := dist.%s(%s)", c.Name(), list)
	f.body.line("for i := range inf.%s {\n%s\n}", field, text)
}

// startVectorPoints prints the start of point estimates of vectors or matrices.
func (f *function) startVectorPoints(t *loops.Table, d *model.Dist) {
	field := f.g.tableField(t)
	if d == nil || d.Name != "given" {
		f.body.line("for i := range inf.%s {\ninf.%s[i].SetStart()\n}", field, field)
	}
	value := "Mean()"
	if t.Family.Row().Draws() != model.Real {
		value = "Mode()"
	}
	switch {
	case d == nil:
	case d.Name == "point" && t.Family == factor.Categorical:
		f.body.line("for i := range inf.%s {\ninf.%s[i].SetPoint(%s)\n}", field, field, f.env().whole(d.Arg("value")))
	case d.Name == "given":
		f.body.line("for i := range inf.%s {\ninf.%s[i].SetPoint(%s.%s)\n}", field, field, f.startInput(d), value)
	default:
		f.eachStart(t, d, "inf."+field+"[i].SetPoint(start."+value+")")
	}
}

package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/model"
)

// parameters prints the parameters of the initial marginal of element i of a table.
func (f *function) parameters(d *model.Dist) []string {
	v := f.ofElement()
	args := make([]string, len(d.Args))
	for i, a := range d.Args {
		if a.Op == model.OpCall && a.Fun == "component" && a.Type.Dimensions > 0 {
			args[i] = v.component(flattened(a), "float64", v.real)
		} else if a.Type.Dimensions > 0 {
			if args[i] = f.vector(a); a.Op != model.OpList && a.Type.Kind != model.Real {
				args[i] = "engine.Reals(nil, " + args[i] + ")"
			}
		} else {
			args[i] = v.real(flattened(a))
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
	f.g.need.Add("dist." + c.Name())
	if c.Fails() && d.ByElement() {
		f.body.line("for i := range %s {\nstart, err := dist.%s(%s)\nif err != nil {\ncontinue\n}\n%s\n}", startsIn("inf."+field, d), c.Name(), list, text)
		return
	}
	if c.Fails() {
		f.body.comment("That the matrix is one is checked when the messages are computed.")
		f.body.line("start, err := dist.%s(%s)", c.Name(), list)
		f.body.line("if err == nil {\nfor i := range inf.%s {\n%s\n}\n}", field, text)
		return
	}
	if d.ByElement() {
		f.body.line("for i := range %s {\nstart := dist.%s(%s)\n%s\n}", startsIn("inf."+field, d), c.Name(), list, text)
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
		f.body.line("for i := range %s {\ninf.%s[i].SetPoint(%s)\n}", startsIn("inf."+field, d), field, f.ofElement().whole(flattened(d.Arg("value"))))
	case d.Name == "given":
		f.body.line("for i := range inf.%s {\ninf.%s[i].SetPoint(%s.%s)\n}", field, field, f.startInput(d), value)
	default:
		f.eachStart(t, d, "inf."+field+"[i].SetPoint(start."+value+")")
	}
}

// ofElement prints expressions of element i of a table.
func (f *function) ofElement() env {
	v := f.env()
	v.dims = []string{"i"}
	return v
}

// startsIn prints the elements of a table that have a start, which are all: of a list that
// has fewer, a check says so once the messages are computed.
func startsIn(field string, d *model.Dist) string {
	if d == nil || d.Name == "given" || !d.ByElement() {
		return field
	}
	n := 1
	for _, a := range d.Args {
		if a.Op == model.OpCall && a.Fun == "component" {
			n = 1
			for _, size := range a.Args[0].Lengths()[:len(a.Args)-1] {
				n *= int(size.Value)
			}
		}
	}
	return fmt.Sprintf("min(len(%s), %d)", field, n)
}

// flattened is an element of a list by its number: elements are stored row by row.
func flattened(e *model.Expr) *model.Expr {
	if e.Op != model.OpCall || e.Fun != "component" || len(e.Args) < 3 {
		return e
	}
	flat := *e.Args[0]
	for range len(e.Args) - 2 {
		var rows []*model.Expr
		for _, row := range flat.Args {
			rows = append(rows, row.Args...)
		}
		flat.Args = rows
	}
	c := *e
	c.Args = []*model.Expr{&flat, e.Args[1]}
	return &c
}

// component prints an element of a list of constants.
func (v env) component(e *model.Expr, kind string, print func(*model.Expr) string) string {
	var values func(e *model.Expr) []string
	values = func(e *model.Expr) []string {
		if e.Op != model.OpList {
			return []string{print(e)}
		}
		var list []string
		for _, a := range e.Args {
			list = append(list, values(a)...)
		}
		return list
	}
	at := ""
	lengths := e.Args[0].Lengths()
	for k, a := range e.Args[1:] {
		if at != "" {
			at = group(at) + "*" + lengths[k].String() + " + "
		}
		at += group(v.whole(a))
	}
	text := strings.Join(values(e.Args[0]), ", ")
	if e.Type.Dimensions == 0 {
		return fmt.Sprintf("[...]%s{%s}[%s]", kind, text, at)
	}
	n := 1
	for _, length := range lengths[len(e.Args)-1:] {
		n *= int(length.Value)
	}
	return fmt.Sprintf("[]%s{%s}[%s*%d:][:%d]", kind, text, group(at), n, n)
}

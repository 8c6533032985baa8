package codegen

import (
	"slices"

	"mpc/conditional"
	"mpc/loops"
	"mpc/model"
)

// A steadyState says which values do not change while the body of a function runs, or a
// loop in it, so that they are read once: Go's compiler does not find that out, as what
// the loop writes might be the same memory.
type steadyState struct {
	drawing *conditional.Draw     // of a scan, nil elsewhere
	steady  map[*loops.Table]bool // of one element, that the function does not write
	looping []*model.Loop         // around what is printed, outermost first
	locals  map[string]string     // by the text of an element: the local variable with its value
	// stretches are those around what is printed, outermost first.
	stretches []*stretch
	writes    *model.Variable // what is written in the passes of a loop, nil where nothing is
}

// keepSteady lists the tables that a draw does not write.
func (f *function) keepSteady(d *conditional.Draw) {
	f.steady = map[*loops.Table]bool{}
	for _, t := range f.g.program.Tables {
		f.steady[t] = true
	}
	for _, v := range d.Variables {
		delete(f.steady, f.g.program.Constants[v])
	}
}

// settled is the local variable that holds an element, or the element.
func (f *function) settled(text string) string {
	if name, ok := f.locals[text]; ok {
		return name
	}
	return text
}

// settle prints, before the innermost loop of a term, local variables for the elements
// that all its passes read. What it returns is to be called behind the loop.
func (f *function) settle(t *conditional.Term) func() {
	type declared struct {
		text, name string
		start, end int // of its line
	}
	var mine []declared
	list := t.Dist
	visit := func(e *model.Expr) {
		e.Walk(func(x *model.Expr) {
			var name string
			var dims []*model.Expr
			switch x.Op {
			case model.OpInput:
				name, dims = local(x.Input.Name), x.Input.Dims
			case model.OpVariable:
				if x.Variable == f.writes {
					return
				}
				name, dims = local(x.Variable.Name), x.Variable.Dims
			default:
				return
			}
			if len(x.Args) == 0 || len(x.Args) != len(dims) || x.Type.Dimensions > 0 || x.Type.Kind == model.DistKind {
				return
			}
			for k, a := range x.Args {
				if !f.within(a, dims[k]) {
					return
				}
				name += exported(a.Index.Name)
			}
			v := f.at0()
			text := ""
			switch {
			case x.Type.Kind == model.Real:
				text = v.real(x)
			case x.Type.Kind == model.Bool:
				text = v.truth(x)
			default:
				text = v.whole(x)
			}
			if isName(text) {
				return // it is in one
			}
			name = f.fresh(name)
			start := f.body.Len()
			f.body.line("%s := %s", name, text)
			if f.locals == nil {
				f.locals = map[string]string{}
			}
			f.locals[text] = name
			mine = append(mine, declared{text, name, start, f.body.Len()})
		})
	}
	if t.Message != nil {
		for _, a := range t.Message.Args {
			visit(a)
		}
		if t.Times != nil {
			visit(t.Times)
		}
	} else {
		for _, e := range []*model.Expr{t.X, t.Holds, t.Log, t.Times} {
			if e != nil {
				visit(e)
			}
		}
		if list != nil {
			for _, a := range list.Args {
				visit(a)
			}
		}
	}
	return func() {
		for _, m := range slices.Backward(mine) {
			delete(f.locals, m.text)
			if all := f.body.String(); !hasWord(spoken(all[m.end:]), m.name) {
				// What is printed has another form of it.
				f.body.Truncate(m.start)
				f.body.WriteString(all[m.end:])
			}
		}
	}
}

// within tells whether an index is that of a loop around over all of a dimension.
func (f *function) within(at, dim *model.Expr) bool {
	return at.Op == model.OpIndex && slices.ContainsFunc(f.looping, func(l *model.Loop) bool {
		return l.Index == at.Index && l.Hi.Equal(dim)
	})
}

// simpler is the operator of a message with its arguments, of those that give the same
// numbers the one that computes least.
func simpler(m *conditional.Message) (string, []*model.Expr) {
	if m.Operator != "NormalResidual" {
		return m.Operator, m.Args
	}
	rest, slope, precision := m.Args[0], m.Args[1], m.Args[2]
	switch {
	case slope.IsNumber(1):
		return "NormalValue", []*model.Expr{rest, precision}
	case slope.IsNumber(-1):
		return "NormalValue", []*model.Expr{opposite(rest), precision}
	case negated(rest) && negated(slope):
		return m.Operator, []*model.Expr{opposite(rest), opposite(slope), precision}
	}
	return m.Operator, m.Args
}

// negated tells whether an expression is minus another.
func negated(e *model.Expr) bool { return e.Op == model.OpCall && e.Fun == "neg" }

// opposite is minus an expression.
func opposite(e *model.Expr) *model.Expr {
	switch {
	case negated(e):
		return e.Args[0]
	case e.Op == model.OpNumber:
		n := *e
		n.Value = 0 - e.Value
		return &n
	}
	return model.Call("neg", e.Type, e)
}

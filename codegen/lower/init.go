package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// initial lowers what is done before an iteration: point estimates without an initial value start at the mode of
// their definition, tables at initial marginals that the steps before compute.
func (l *lowering) initial(s *loops.Step) {
	late := slices.ContainsFunc(l.Loops.Written(s), s.StartsLate)
	points := slices.DeleteFunc(l.Loops.Written(s), func(t *loops.Table) bool {
		return t.Role != loops.Point || t.Variable.Init != nil || l.Loops.Store[t.Variable.ID].Definition == nil
	})
	if !late && len(points)+len(s.Init) == 0 {
		return
	}
	l.make(Steps.has(fmt.Sprintf("init%d", s.ID), fmt.Sprintf("prepares iteration %d.", s.ID)), types(code.Fault), func(f *function) {
		if late {
			for _, t := range l.Loops.Written(s) {
				if s.StartsLate(t) && (t.Role == loops.Point || l.Loops.AtInitial(t)) {
					f.own(fmt.Sprintf("begin%d", t.ID))
				}
			}
			if slices.ContainsFunc(l.Loops.Tables, func(t *loops.Table) bool { return t.Role == loops.Total }) {
				f.own("sumTotals")
			}
			if l.Loops.SetsMoments() {
				f.own("setMoments")
			}
		}
		for _, t := range points {
			f.startAtMode(t)
		}
		f.streams(s.Init)
		f.forgetFound(s.Init)
		f.stmts(s.Init)
	})
}

// own calls a function of the package that gives nothing.
func (f *function) own(name string) {
	f.call("", f.lowering.row(name, Callee{Kind: Own, Name: name}, nil))
}

// startAtMode starts points at the mode of the messages from their definition.
func (f *function) startAtMode(t *loops.Table) {
	v, fam := t.Variable, t.Family.Row()
	def := f.Loops.Store[v.ID].Definition
	f.elementwise(v, func(index []*model.Expr) {
		to := f.placeOf(&loops.Place{Table: t, Index: index})
		if fam.Vector() {
			m := f.stored(&loops.Place{Table: def, Index: index})
			f.choose(f.ask(fam, m, "IsProper", code.Truth), func() { f.mode(t, to, m) }, nil)
			return
		}
		m := f.term(loops.Term{Place: loops.Place{Table: def, Index: index}})
		f.choose(f.ask(fam, m, "IsProper", code.Truth), func() { f.store(to, f.point(t.Family, m)) }, nil)
	})
}

// point is the point mass at the mode of a message about a number.
func (f *function) point(fam factor.Family, m code.Operand) code.Operand {
	of := code.Real
	if fam == factor.Bernoulli {
		of = code.Truth
	}
	return f.pointAt(fam, f.ask(nil, m, "Mode", of))
}

// pointAt is the point mass at a number, or a truth.
func (f *function) pointAt(fam factor.Family, x code.Operand) code.Operand {
	t := f.family(fam.String())
	return f.call("point", f.lowering.row("point"+title(t), Callee{Kind: Function, Name: "dist." + fam.Row().Go() + "Point"}, types(t), param("x", x.Type())), x)
}

// streams begins the random numbers that the guesses in statements are drawn from, one stream for each variable.
func (f *function) streams(list []loops.Stmt) {
	f.random = map[*factor.Variable]code.Operand{}
	for s := range loops.All(list) {
		d, ok := s.(*loops.Guess)
		if !ok || f.random[d.To.Table.Variable] != nil {
			continue
		}
		v := d.To.Table.Variable
		name := "stream_" + v.Name
		f.random[v] = f.call(name, f.lowering.row(name, Callee{Kind: Stream, Name: v.Name, Random: d.To.Table.Variable.Stream()}, types(code.Stream)))
	}
}

// guess lowers the draw of the initial marginal of an element.
func (f *function) guess(d *loops.Guess) {
	t := d.To.Table
	f.origin = code.Origin{Line: t.Variable.At.Line}
	to := f.stored(d.To)
	r := f.lowering.row("random"+title(to.Type()), Callee{Kind: Function, Name: "dist." + t.Family.Row().Go() + "Random"}, nil, written("to", to.Type(), code.Update), param("random", code.Stream))
	f.call("", r, to, f.random[t.Variable])
	if d.Moments != nil {
		f.change(f.stored(d.Moments), "Set", to)
	}
}

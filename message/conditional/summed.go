package conditional

import (
	"fmt"
	"math"
	"slices"

	"mpc/lang"
	"mpc/model"
)

// summed takes the variables that the model wants summed out from the factors: in the place
// of those that read an element of one there is its sum over the values of the element, so
// that all else is drawn as if the variable were not there (Liu 1994, The collapsed Gibbs
// sampler). The variable is drawn after, given all else, for the draws that are kept.
func (b *builder) summed() {
	for _, v := range b.program.Model.Variables {
		asked, ok := b.program.Model.Methods[v]
		if !ok || asked.Name != "summed" || !v.Random {
			continue
		}
		leaf := b.leaves()
		if leaf[v] {
			continue // no data depend on it
		}
		d := b.unmethodical(v, leaf)
		if f, why := b.unsummable(d); why != "" {
			e := b.Errorf(asked.At, lang.CodeMethod, "%s cannot be summed out: %s", v.Name, why).WithRelated(v.At, "defined here").
				WithHint("a truth or a whole number of few values can be, of which each factor reads one element, and nothing but numbers beside it")
			if f != nil {
				e.WithRelated(f.At, "said here")
			}
			continue
		}
		d.Method, d.Reason = Summed, "the model says so: all else is drawn without it"
		b.sums = append(b.sums, d)
		b.program.Factors = slices.DeleteFunc(b.program.Factors, func(f *Factor) bool {
			reads := len(f.occurrences(v)) > 0
			if reads {
				b.replaced = append(b.replaced, f)
			}
			return reads
		})
		prior := d.Prior[0].Factor
		b.add(&Factor{Loops: d.Elements, Guards: d.Guards, Log: b.sumOf(d), Text: prior.Text + ", summed out", At: prior.At})
	}
}

// unsummable tells why a variable cannot be summed out: "" where it can.
func (b *builder) unsummable(d *Draw) (*Factor, string) {
	v := d.Variable()
	switch {
	case v.Type.Kind == model.Real || len(d.Prior) == 0 || counts(d):
		return nil, "it is no truth or whole number of few values"
	case d.Values() == nil || readsDrawn(d.Values()):
		return nil, "how many values it has is drawn"
	}
	for _, t := range d.Terms {
		f := t.Factor
		list := f.occurrences(v)
		switch {
		case f.coupled(list):
			return f, fmt.Sprintf("%s reads several elements of it", f.Text)
		case slices.ContainsFunc(list[0].args(), readsDrawn):
			return f, fmt.Sprintf("%s reads an element of it that is drawn", f.Text)
		case f.Drawn != nil && f.Drawn.Variable != v:
			return f, fmt.Sprintf("%s is drawn given it", f.Drawn.Variable.Name)
		case f.Dist.Point() != nil:
			return f, fmt.Sprintf("%s gives some of its elements a value", f.Text)
		}
		vector, written := "", false
		f.exprs(func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				if x.Op == model.OpVariable && x.Variable.Random && x.Variable.Type.Dimensions > 0 {
					vector = x.Variable.Name
				}
				written = written || x.Op == model.OpList
			})
		})
		switch {
		case vector != "":
			return f, fmt.Sprintf("%s, which %s reads, is a vector, that would have no closed form", vector, f.Text)
		case written:
			return f, fmt.Sprintf("%s has a list: make it an input", f.Text)
		}
	}
	return nil, ""
}

// sumOf is the log of the sum over the values of an element of all that is said of it.
func (b *builder) sumOf(d *Draw) *model.Expr {
	v := d.Variable()
	l := b.valuesOf(elementOf(v, d.At), 1)
	by := valued(elementOf(v, d.At), l.Index)
	of := func(e *model.Expr) *model.Expr {
		return e.Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpVariable && x.Variable == v {
				return by
			}
			return x
		})
	}
	var all *model.Expr
	for _, t := range d.Terms {
		t = t.mapped(of)
		e := t.Log
		switch {
		case t.Holds != nil:
			e = choose(t.Holds, model.Number(0), model.Number(math.Inf(-1)))
		case e == nil:
			e = model.LogDensity(t.X, t.Dist)
		}
		if t.Times != nil {
			e = model.Call("*", realType, t.Times, e)
		}
		for _, g := range slices.Backward(t.Guards) {
			e = choose(g, e, model.Number(0))
		}
		for _, l := range slices.Backward(t.Loops) {
			e = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{e}, Random: true, Loop: l, At: e.At}
		}
		if all != nil {
			e = model.Call("+", realType, all, e)
		}
		all = e
	}
	return &model.Expr{Op: model.OpReduce, Fun: model.LogSum, Type: realType, Args: []*model.Expr{all}, Random: true, Loop: l, At: v.At}
}

package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// estimate lowers the point estimates of a variable.
func (f *function) estimate(a *loops.Apply) {
	v, t := a.Update.Variable, a.To.Table
	f.elementwise(v, func(index []*model.Expr) {
		to := f.placeOf(&loops.Place{Table: t, Index: index})
		if t.Family.Row().Vector() {
			f.mode(t, to, f.marginal(v, index))
			return
		}
		search := f.place(f.searches(t), t.Dims, index)
		m := to.Type()
		r := f.lowering.row("next"+m.String(), Callee{Kind: Method, Name: "Next" + t.Family.Row().Go()}, types(m), written("search", search.Type(), code.Update), param("point", m), param("marginal", m))
		f.store(to, f.call("point", r, search, f.load("old", to), f.marginal(v, index)))
	})
}

// mode sets a point of a vector to the mode of a marginal.
func (f *function) mode(t *loops.Table, to, marginal code.Operand) {
	if !t.Family.Row().Work {
		f.change(to, "SetMode", marginal)
		return
	}
	w := f.work(f.handle("dist", "MvWork"))
	r := f.lowering.row("setModeIn"+title(to.Type()), Callee{Kind: Method, Name: "SetMode"}, nil, written("x", to.Type(), code.Update), param("of", marginal.Type()), written("work", w.Type(), code.Work))
	f.call("", r, to, marginal, w)
}

// searches is the table in which the search for the point estimates of a table keeps its state.
func (f *function) searches(t *loops.Table) *code.Table {
	key := fmt.Sprintf("search %d", t.ID)
	if f.named[key] == nil {
		x := &code.Table{Name: t.Variable.Name + "_search", Type: f.handle("dist", "PointSearch"), Keep: code.State}
		f.dims(x, t.Dims)
		f.named[key] = f.declare(x, Source{ForTable: ForTable{Search: t}})
	}
	return f.named[key]
}

// elementwise lowers a loop over all elements of a variable, in their order.
func (f *function) elementwise(v *factor.Variable, body func(index []*model.Expr)) {
	f.eachIndex(v.Dims, body)
}

// eachIndex runs over the elements of an array.
func (f *function) eachIndex(dims []*model.Expr, body func(index []*model.Expr)) {
	var index []*model.Expr
	var nest func()
	nest = func() {
		k := len(index)
		if k == len(dims) {
			body(index)
			return
		}
		l := &loops.For{Index: f.dimensionAt(k), Lo: model.Number(0), Hi: sizeOf(dims[k], index)}
		f.loops = append(f.loops, l)
		f.loop(l.Index, whole(0), f.whole(l.Hi), false, false, func() {
			index = append(index, model.IndexExpr(l.Index))
			nest()
			index = index[:k]
		})
		f.loops = f.loops[:len(f.loops)-1]
	}
	nest()
}

// dimensionAt is the index of a loop over dimension k of a variable.
func (l *lowering) dimensionAt(k int) *model.Index {
	for k >= len(l.dimension) {
		l.dimension = append(l.dimension, &model.Index{Name: string(rune('i' + len(l.dimension)))})
	}
	return l.dimension[k]
}

// marginal is what is known of an element of a variable.
func (f *function) marginal(v *factor.Variable, index []*model.Expr) code.Operand {
	list := f.Loops.Marginal(v, index)
	if v.Point {
		list = f.Loops.All(v, index)
	}
	if v.Family.Row().Vector() {
		return f.vectorProduct(f.Loops.Marginal(v, index), v, index)
	}
	return f.product("q", list, v.Family)
}

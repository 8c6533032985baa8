package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// shared lowers what is computed of the variables that batches of data share: what the batch says of each, what is
// known of each, and the part of the log evidence that is the batch's own.
func (l *lowering) shared() {
	for _, s := range l.Loops.Message.Graph.Shared {
		v := s.Variable
		l.make(Batches.has("batch", "is the product of the messages of the data to "+v.Name+", one for each element.").of(v.Source.Name), types(code.Array{Elem: l.family(v.Family.String())}), func(f *function) {
			product := f.uniformArray("product", v)
			f.timesEach(product, v, true)
			f.gives(f.arrayOf(product))
		})
		l.known(v)
	}
	if len(l.Loops.Message.Graph.Shared) == 0 || l.Loops.Evidence == nil {
		return
	}
	l.sum(Batches.has("addShared", "adds up the terms of the log evidence that are the data's own."), func(f *function, sum code.Operand) {
		var own []*message.Term
		for _, t := range l.Loops.Evidence.Terms {
			if t.OfBatch() {
				own = append(own, t)
			}
		}
		f.terms(sum, own)
		for _, s := range l.Loops.Message.Graph.Shared {
			if s.Scaled && f.said(s.Variable) {
				f.ownScale(sum, s.Variable)
			}
		}
	})
}

// arrayOf is a local array as a value.
func (f *function) arrayOf(t *code.Table) code.Operand {
	return f.call("all", f.lowering.row("all"+title(t.Type), Callee{Kind: All}, types(code.Array{Elem: t.Type}), param("first", t.Type)), firstOf(t))
}

// firstOf is the first element of a table, for rows that are given all of them.
func firstOf(t *code.Table) *code.Place {
	p := &code.Place{Table: t, Known: true}
	for range t.Dims {
		p.Index = append(p.Index, whole(0))
	}
	return p
}

// set makes a message one that another one is.
func (f *function) set(to *code.Place, m code.Operand) {
	if isHandle(to.Type()) {
		f.change(to, "Set", m)
		return
	}
	f.store(to, m)
}

// said tells whether the data of a batch say anything about a variable.
func (f *function) said(v *factor.Variable) bool {
	for _, e := range v.Edges {
		if ofBatch(e) && f.Loops.MessagePlace(e) != nil {
			return true
		}
	}
	return false
}

func ofBatch(e *factor.Edge) bool { return e.Factor.Part == factor.Batch }

// uniformArray is a local array of messages to a variable that say nothing.
func (f *function) uniformArray(name string, v *factor.Variable) *code.Table {
	fam := v.Family.Row()
	t := f.array(name, f.family(v.Family.String()), v)
	f.emit(&code.Fill{Table: t, Value: f.zero(t.Type)})
	switch {
	case fam.Vector():
		f.elementwise(v, func(index []*model.Expr) { f.change(f.place(t, v.Dims, index), "SetUniform") })
	case !fam.ZeroIsUniform():
		f.elementwise(v, func(index []*model.Expr) {
			f.store(f.place(t, v.Dims, index), f.call("none", f.lowering.uniform(v.Family)))
		})
	}
	return t
}

// timesEach multiplies the messages of the batch, or all others, into an array.
func (f *function) timesEach(product *code.Table, v *factor.Variable, batch bool) {
	times := func(to *code.Place, x code.Operand) {
		if isHandle(to.Type()) {
			f.change(to, "SetTimes", to, x)
			return
		}
		f.store(to, f.ask(nil, f.load("before", to), "Times", x.Type(), x))
	}
	if batch {
		f.pooledTables(v, func(t *loops.Table) {
			f.elementwise(v, func(index []*model.Expr) {
				times(f.place(product, v.Dims, index), f.sent(&loops.Place{Table: t, Index: index}))
			})
		})
	}
	f.eachMessage(v, func(e *factor.Edge) bool { return ofBatch(e) == batch && !f.Loops.Message.To[e.ID].Pooled }, func(e *factor.Edge, index []*model.Expr, x code.Operand) {
		times(f.place(product, v.Dims, index), x)
	})
}

// pooledTables calls body with each table of products of pooled messages to a variable.
func (f *function) pooledTables(v *factor.Variable, body func(t *loops.Table)) {
	for _, e := range v.Edges {
		if place := f.Loops.MessagePlace(e); place != nil && f.Loops.Message.To[e.ID].Pooled {
			body(place.Table)
		}
	}
}

// ownScale adds the scale of multiplying the messages of the batch to a variable one by one into what the others
// say, without that of multiplying their product into it.
func (f *function) ownScale(sum code.Operand, v *factor.Variable) {
	fam := v.Family.Row()
	first := FirstUpdate(f.Loops, v.Edges[0].Factor)
	g := &gathering{f: f, v: v, sum: sum, product: f.uniformArray("product", v)}
	f.timesEach(g.product, v, false)
	batch := f.uniformArray("batch", v)
	f.timesEach(batch, v, true)
	each := func(body func(m, product, at code.Operand, index []*model.Expr)) {
		f.elementwise(v, func(index []*model.Expr) {
			m, product := code.Operand(f.place(batch, v.Dims, index)), code.Operand(g.at(g.product, index))
			if !fam.Vector() {
				m, product = f.load("m", m.(*code.Place)), f.load("product", product.(*code.Place))
			}
			body(m, product, f.place(f.elements(v), v.Dims, index), index)
		})
	}
	each(func(m, product, at code.Operand, _ []*model.Expr) {
		f.choose(f.ask(nil, m, "IsUniform", code.Truth), nil, func() { f.addNumber(sum, -1, f.overlap(fam, product, m), first, at) })
	})
	if f.Loops.Message.MayFaint(v) {
		each(func(m, product, at code.Operand, _ []*model.Expr) {
			f.choose(f.ask(nil, m, "LostScale", code.Truth, product), func() { f.addNumber(sum, 1, real(nan), first, at) }, nil)
		})
	}
	if fam.Passes {
		g.several = f.array("several", code.Truth, v)
		g.clear(g.several)
	}
	g.addScale = func(e *factor.Edge, z code.Operand) { f.addTerm(sum, &message.Term{Sign: 1, Factor: e.Factor}, z) }
	g.multiply(func(e *factor.Edge) bool { return ofBatch(e) && !f.Loops.Message.To[e.ID].Pooled })
	g.passes()
	f.pooledTables(v, func(t *loops.Table) {
		each(func(_, product, at code.Operand, index []*model.Expr) {
			pool := f.sent(&loops.Place{Table: t, Index: index})
			f.addNumber(sum, 1, f.ask(nil, product, "LogTilt", code.Real, pool), first, at)
			f.change(product, "SetTimes", product, pool)
		})
	})
}

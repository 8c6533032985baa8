package loops

import (
	"slices"

	"mpc/model"
	"mpc/operators"
)

// rows are the rows of a running sum, as an update reads it.
type rows struct {
	running      *Running
	slots        operators.Running
	loops        []*model.Loop // of the factor
	at           []*model.Expr // for each loop the index that the statement is at
	fixed        []bool        // whether that is of a loop around the one over the elements
	guards       []*model.Expr
	element      *model.Expr // the index of the loop over the elements
	terms, times Value       // the arrays
	conds        []*model.Expr
}

// rowsAt finds the rows of an update in a loop over the elements of an array; nil where
// a sum cannot be kept.
func (b *builder) rowsAt(a *Apply, l *For, around []*For) *rows {
	u := a.Update
	r := &rows{slots: u.Op.Running, loops: u.Factor.Loops, guards: u.Guards, element: model.IndexExpr(l.Index)}
	r.running = &Running{Update: u}
	for _, v := range b.program.values(u.Args) {
		switch v.Arg.Name {
		case r.slots.Terms:
			r.terms = v
		case r.slots.Times:
			r.times = v
		}
	}
	if len(a.Element) < len(r.loops) || r.terms.Data != nil || r.terms.Point != nil || len(r.terms.Product) != 1 || r.slots.Times != "" && r.times.Data == nil {
		return nil
	}
	if t := r.terms.Product[0]; t.Except != nil || t.Copies != nil || t.Table.Seen != nil || t.Table.Sparse || t.Table.Local || t.Table.Role == Total {
		return nil
	}
	in := make([]*For, len(r.loops)) // of those around
	for k, loop := range r.loops {
		at := a.Element[k]
		if f := slices.IndexFunc(around, func(f *For) bool { return at.Op == model.OpIndex && f.Index == at.Index }); f >= 0 {
			in[k] = around[f]
		}
		fixed := in[k] != nil
		if !fixed && (at.Op != model.OpIndex || at.Index == l.Index) {
			return nil
		}
		if fixed && at.Index != loop.Index && (r.terms.loop().uses(loop.Index) || r.times.Data != nil && r.times.loop().uses(loop.Index)) {
			return nil // what is collected is written with the index of the factor
		}
		r.at, r.fixed = append(r.at, at), append(r.fixed, fixed)
	}
	for k, loop := range r.loops {
		if f := in[k]; f != nil && (!r.write(loop.Lo).Equal(f.Lo) || !r.write(loop.Hi).Equal(f.Hi)) {
			return nil // which is at elements that the factor does not have
		}
	}
	return r
}

type over struct{ *model.Loop }

func (v Value) loop() over { return over{v.Arg.Slot.Over} }

func (l over) uses(i *model.Index) bool { return l.Lo.Uses(i) || l.Hi.Uses(i) }

// find tells whether a sum can be kept through the passes of a loop, and how.
func (r *rows) find(l *For) bool {
	term := r.terms.Product[0]
	d, c := -1, 0
	for k, x := range term.Index {
		if !x.Uses(r.terms.loop().Index) {
			continue
		}
		i, offset, ok := x.Affine()
		if !ok || i != r.terms.loop().Index {
			d = -1
			break
		}
		if d >= 0 {
			return false
		}
		d, c = k, offset
	}
	changes := false
	written := func(p *Place) bool {
		if p == nil || p.Table != term.Table {
			return true
		}
		changes = true
		if d < 0 || len(p.Index) != len(term.Index) {
			return false
		}
		i, offset, ok := p.Index[d].Affine()
		return ok && i == l.Index && offset == c
	}
	for s := range All(l.Body) {
		switch s := s.(type) {
		case *Apply:
			if !written(s.To) {
				return false
			}
		case *Clear:
			if !written(&Place{s.Table, s.Index}) {
				return false
			}
		}
	}
	over := r.terms.loop()
	boolean := model.Type{Kind: model.Bool}
	if lo := r.write(over.Lo); !lo.Equal(l.Lo) {
		r.conds = append(r.conds, model.Call(">=", boolean, r.element, lo))
	}
	if hi := r.write(over.Hi); !hi.Equal(l.Hi) {
		r.conds = append(r.conds, model.Call("<", boolean, r.element, hi))
	}
	r.running.Holds = HoldsOld
	if !changes {
		r.running.Holds = HoldsAll
	}
	free := false
	for k, loop := range r.loops {
		if r.fixed[k] {
			continue
		}
		free = true
		if changes && slices.ContainsFunc(term.Index, func(x *model.Expr) bool { return x.Uses(loop.Index) }) {
			r.running.Holds = HoldsOthers
		}
	}
	if free {
		r.running.Dims = model.PlateDims(r.stored())
	}
	return free || len(r.guards) == 0
}

// stored are the loops that the sums are stored over: those inside the loop over the
// elements, unless their sizes depend on others.
func (r *rows) stored() []*model.Loop {
	var list []*model.Loop
	for k, loop := range r.loops {
		if r.fixed[k] {
			continue
		}
		for j, other := range r.loops[:k] {
			if r.fixed[j] && (loop.Full.Uses(other.Index) || loop.Lo.Uses(other.Index) || loop.Hi.Uses(other.Index)) {
				return r.loops
			}
		}
		list = append(list, loop)
	}
	return list
}

// write writes an expression with the indices of the loops around.
func (r *rows) write(e *model.Expr) *model.Expr {
	for k, loop := range r.loops {
		if r.fixed[k] && r.at[k].Index != loop.Index {
			e = e.Subst(loop.Index, r.at[k])
		}
	}
	return e
}

// value is an array with the indices of the loops around.
func (r *rows) value(v Value, write func(*model.Expr) *model.Expr) Value {
	if v.Data != nil {
		v.Data = write(v.Data)
	}
	if len(v.Product) == 1 {
		t := v.Product[0]
		var index []*model.Expr
		for _, x := range t.Index {
			index = append(index, write(x))
		}
		v.Product = Product{{Place: Place{t.Table, index}}}
	}
	return v
}

// one is the element of an array that the loop is at.
func (r *rows) one(v Value, write func(*model.Expr) *model.Expr) Value {
	if v.Arg.Slot == nil {
		return v
	}
	return r.value(v, func(e *model.Expr) *model.Expr { return write(e.Subst(v.loop().Index, r.element)) })
}

// index is the place of a row in the array of sums.
func (r *rows) index(write func(*model.Expr) *model.Expr) []*model.Expr {
	if !slices.Contains(r.fixed, false) {
		return nil
	}
	var list []*model.Expr
	for _, loop := range r.stored() {
		list = append(list, write(model.IndexExpr(loop.Index)))
	}
	return list
}

// step makes a statement about all rows.
func (r *rows) step(what TallyStep) Stmt {
	s := &Tally{Running: r.running, What: what, Index: r.index(r.write), Terms: r.one(r.terms, r.write), Times: r.one(r.times, r.write)}
	conds := r.conds
	if what == SumUp {
		s.Terms, s.Times, conds = r.value(r.terms, r.write), r.value(r.times, r.write), nil
	}
	conds = slices.Clone(conds)
	for _, g := range r.guards {
		conds = append(conds, r.write(g))
	}
	body := []Stmt{s}
	if len(conds) > 0 {
		body = []Stmt{&If{Conds: conds, Body: body}}
	}
	for k := len(r.loops) - 1; k >= 0; k-- {
		if !r.fixed[k] {
			loop := r.loops[k]
			body = []Stmt{&For{Index: loop.Index, Lo: r.write(loop.Lo), Hi: r.write(loop.Hi), Body: body}}
		}
	}
	return body[0]
}

func (r *rows) sumUp() Stmt { return r.step(SumUp) }

// around puts what keeps the sums into the loop over the elements.
func (r *rows) around(l *For) {
	switch r.running.Holds {
	case HoldsOld:
		terms := r.one(r.terms, r.write)
		conds := r.there(terms.Product[0], l)
		term := func(what TallyStep) Stmt {
			return &Tally{Running: r.running, What: what, Terms: terms, Conds: conds}
		}
		l.Body = slices.Concat([]Stmt{term(SumKeep)}, l.Body, []Stmt{term(SumFresh), r.step(SumReplace)})
	case HoldsOthers:
		l.Body = slices.Concat([]Stmt{r.step(SumWithout)}, l.Body, []Stmt{r.step(SumWith)})
	}
}

// there are the conditions under which there is an element of the array that the loop
// is at: the loop may be longer.
func (r *rows) there(at Term, l *For) []*model.Expr {
	var conds []*model.Expr
	boolean := model.Type{Kind: model.Bool}
	for d, x := range at.Index {
		if !x.Uses(l.Index) {
			continue
		}
		size := atDims(at.Table.Dims[d], at.Index)
		if x.Op != model.OpIndex || !l.Lo.IsNumber(0) {
			conds = append(conds, model.Call(">=", boolean, x, model.Number(0)))
		}
		if x.Op != model.OpIndex || !l.Hi.Equal(size) {
			conds = append(conds, model.Call("<", boolean, x, size))
		}
	}
	return conds
}

// same tells whether two updates have the same rows.
func (r *rows) same(q *rows) bool {
	if len(r.loops) != len(q.loops) || len(r.guards) != len(q.guards) {
		return false
	}
	for k := range r.loops {
		if r.fixed[k] != q.fixed[k] || r.fixed[k] && r.at[k].Index != q.at[k].Index {
			return false
		}
	}
	for k, g := range r.guards {
		if !g.Equal(q.guards[k]) {
			return false
		}
	}
	return true
}

// row says what an update reads of a running sum.
func (r *rows) row(s *Running, a *Apply) *Row {
	write := func(e *model.Expr) *model.Expr {
		for k, loop := range r.loops {
			if r.at[k].Index != loop.Index {
				e = e.Subst(loop.Index, r.at[k])
			}
		}
		return e
	}
	return &Row{Running: s, Index: r.index(write), Terms: r.one(r.terms, write), Times: r.one(r.times, write)}
}

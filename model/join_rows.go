package model

// mostListed is up to how many elements of a vector a row is written as a list.
const mostListed = 16

// total is a combination as an expression: the product of the vector and a row, and the rest.
func (j *join) total(c *combination, at place, of *Expr) *Expr {
	var sum *Expr
	switch {
	case len(c.terms) == 0:
		return c.rest
	case len(c.terms) == 1 && len(c.terms[0].loops) == 0:
		t := c.terms[0]
		sum = j.component(t.at)
		if t.times != nil {
			sum = Call("*", realType, t.times, sum)
		}
	default:
		sum = &Expr{Op: OpCall, Fun: "dot", Type: realType, Args: []*Expr{j.whole(), j.row(c.terms, at)}}
	}
	sum.Random, sum.At = true, of.At
	if c.rest != nil {
		sum = Call("+", realType, sum, c.rest)
		sum.Random, sum.At = true, of.At
	}
	return sum
}

// row is the vector of what each element counts in a combination: a list where all places are
// known, else an array that is computed from the data before anything runs.
func (j *join) row(terms []term, at place) *Expr {
	if list := j.listed(terms); list != nil {
		return list
	}
	k := j.loop("place", j.size)
	var value *Expr
	for _, t := range terms {
		e := t.where(IndexExpr(k.Index))
		if value == nil {
			value = e
			continue
		}
		value = Call("+", realType, value, e)
	}
	all := append(at.of.Loops[:len(at.of.Loops):len(at.of.Loops)], at.around...)
	loops := needed(all, append([]*Expr{value}, at.of.Guards...))
	v := j.variable(j.vector.Name+"_row", realType)
	v.Derived = true
	var index []*Expr
	for _, l := range loops {
		index = append(index, IndexExpr(l.Index))
	}
	row := &Relation{Kind: Assign, Loops: append(loops[:len(loops):len(loops)], k), Guards: at.of.Guards, Value: value, At: at.of.At, Text: at.of.Text}
	row.Target = element(v, append(index[:len(index):len(index)], IndexExpr(k.Index))...)
	v.Dims, v.Ranges, _ = j.extents(row)
	j.model.Relations = append(j.model.Relations, row)
	return &Expr{Op: OpVariable, Type: Type{Kind: Real, Dimensions: 1}, Variable: v, Args: index, At: at.of.At}
}

// listed is a row as a list; nil where some place is not a number.
func (j *join) listed(terms []term) *Expr {
	if j.size.Op != OpNumber || j.size.Value > mostListed {
		return nil
	}
	x := &Expr{Op: OpList, Type: Type{Kind: Real, Dimensions: 1}, At: j.at}
	for range int(j.size.Value) {
		x.Args = append(x.Args, realNumber(0))
	}
	for _, t := range terms {
		if len(t.loops) > 0 || t.at.Op != OpNumber {
			return nil
		}
		k := int(t.at.Value)
		x.Args[k] = Call("+", realType, x.Args[k], t.factor())
	}
	return x
}

func (t term) factor() *Expr {
	if t.times == nil {
		return realNumber(1)
	}
	return t.times
}

// where is what a term adds to element k of the row.
func (t term) where(k *Expr) *Expr {
	boolean := Type{Kind: Bool}
	choose := func(cond, x *Expr) *Expr {
		return &Expr{Op: OpCall, Fun: Choose, Type: realType, Args: []*Expr{cond, x, realNumber(0)}, At: x.At}
	}
	if len(t.loops) == 1 {
		l := t.loops[0]
		if base := without(t.at, l.Index); base != nil {
			// Of all passes of the loop one is about k.
			i := Call("-", wholeInt, k, base)
			in := Call("between", boolean, k, Call("+", wholeInt, base, l.Lo), Call("+", wholeInt, base, l.Hi))
			return choose(in, t.factor().Subst(l.Index, i))
		}
	}
	e := choose(Call("==", boolean, k, t.at), t.factor())
	for i := len(t.loops) - 1; i >= 0; i-- {
		e = &Expr{Op: OpReduce, Fun: "sum", Type: realType, Args: []*Expr{e}, Loop: t.loops[i], At: e.At}
	}
	return e
}

// without is at less the index where it is a sum of that and of what does not read it; else nil.
func without(at *Expr, i *Index) *Expr {
	if at.Op == OpIndex && at.Index == i {
		return Number(0)
	}
	if at.Op != OpCall || at.Fun != "+" {
		return nil
	}
	x, y := at.Args[0], at.Args[1]
	if x.Uses(i) {
		x, y = y, x
	}
	if x.Uses(i) {
		return nil
	}
	if rest := without(y, i); rest != nil {
		return Call("+", wholeInt, x, rest)
	}
	return nil
}

// needed are the loops that expressions read the indices of, and those that these run within.
func needed(all []*Loop, list []*Expr) []*Loop {
	uses := map[*Index]bool{}
	note := func(e *Expr) {
		e.Walk(func(x *Expr) {
			if x.Op == OpIndex {
				uses[x.Index] = true
			}
		})
	}
	for _, e := range list {
		note(e)
	}
	var out []*Loop
	for i := len(all) - 1; i >= 0; i-- {
		if l := all[i]; uses[l.Index] {
			note(l.Lo)
			note(l.Hi)
			out = append([]*Loop{l}, out...)
		}
	}
	return out
}

func realNumber(v float64) *Expr { return &Expr{Op: OpNumber, Type: realType, Value: v} }

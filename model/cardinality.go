package model

import (
	"slices"

	"mpc/lang"
)

// CodeCardinality marks a random whole number of which it cannot be seen how many
// values it has.
const CodeCardinality = lang.CodeCardinality

// Cardinality is how many values a whole-number expression has that counts from 0,
// one more than its largest, in terms of what its indices are; nil where that is not
// known, or where a value may be negative.
func (e *Expr) Cardinality() *Expr { return e.cardinality(nil) }

// cardinality is Cardinality in a statement of branches, in which the index that
// stands for the selector of a switch is of a selector. Nil: of none.
func (e *Expr) cardinality(selector func(*Index) *Expr) *Expr {
	whole := Type{Kind: Int}
	plus := func(x *Expr, n float64) *Expr {
		if n < 0 {
			return Call("-", whole, x, Number(-n))
		}
		return Call("+", whole, x, Number(n))
	}
	switch {
	case !e.Type.whole():
		return nil
	case !e.Random && e.Op == OpInput && e.Type.Kind == IndexKind && e.Type.Range != nil:
		return &Expr{Op: OpInput, Type: e.Type.Range.Type, Input: e.Type.Range, At: e.At}
	case !e.Random && e.Op == OpIndex && e.Index.Selects && selector != nil:
		if on := selector(e.Index); on != nil {
			return on.cardinality(selector)
		}
		return nil
	case !e.Random && !e.usesSelector() && len(entries(e)) == 0: // a missing entry is random, as what is computed from it
		if v, ok := constantNumber(e); ok && v < 0 {
			return nil
		}
		return plus(e, 1)
	case e.Op == OpVariable:
		if len(e.Variable.Sizes) == 0 {
			return nil
		}
		return e.of(e.Variable.Sizes[0])
	case e.CountsTruths():
		n := e.Loop.Hi
		if !e.Loop.Lo.IsNumber(0) || n.Type.Kind != RangeKind {
			n = Call("max", whole, Call("-", whole, n, e.Loop.Lo), Number(0))
		}
		return plus(n, 1)
	case e.Places():
		return e.Loop.Hi
	case e.Op != OpCall || len(e.Args) != 2:
		return nil
	}
	a, b := e.Args[0].cardinality(selector), e.Args[1].cardinality(selector)
	if a == nil || b == nil {
		return nil
	}
	switch extreme := e.Extreme(); {
	case e.Fun == "+":
		return plus(Call("+", whole, a, b), -1)
	case e.Fun == "*" && (e.Args[0].Op == OpNumber || e.Args[1].Op == OpNumber):
		return plus(Call("*", whole, plus(a, -1), plus(b, -1)), 1)
	case e.Fun == "-":
		if x := e.Args[0]; !x.Random && !x.usesSelector() && len(entries(x)) == 0 { // what it is taken from is the largest value
			return a
		}
	case extreme > 0:
		return larger(a, b)
	case extreme < 0:
		return smaller(a, b)
	}
	return nil
}

// usesSelector tells whether the index of a branch of a switch has a part in e.
func (e *Expr) usesSelector() bool {
	uses := false
	e.Walk(func(x *Expr) { uses = uses || x.Op == OpIndex && x.Index.Selects })
	return uses
}

// selector is the random whole number that an index of r stands for, nil for none.
func (r *Relation) selector(i *Index) *Expr {
	for _, b := range r.Branches {
		if b.Value.Op != OpIndex || b.Value.Index != i {
			continue
		}
		on := b.Gate.Selector
		for p, l := range b.Gate.Plate {
			on = on.Subst(l.Index, b.Index[p])
		}
		return on
	}
	return nil
}

// sources are the arguments of r and the selectors that its indices stand for.
func (r *Relation) sources() []*Expr {
	out := r.arguments()
	for _, l := range r.Loops {
		if on := r.selector(l.Index); on != nil {
			out = append(out[:len(out):len(out)], on)
		}
	}
	return out
}

// of writes the size of a variable's element in terms of the indices of e, which is
// that element.
func (e *Expr) of(size *Expr) *Expr {
	return size.Map(func(x *Expr) *Expr {
		if x.Op == OpDim && x.Dim < len(e.Args) {
			return e.Args[x.Dim]
		}
		return x
	})
}

// cardinality is how many values what a relation says of its target has.
func (r *Relation) cardinality() *Expr {
	if r.Dist == nil {
		if n := r.remainder(); n != nil {
			return n
		}
		return r.Value.cardinality(r.selector)
	}
	if r.Dist.Given() != nil {
		return r.valuesOfTable()
	}
	if sig := r.Dist.sig(); sig.values != nil {
		return sig.values(r)
	}
	if row, _ := r.Dist.Row(); row == nil || r.Dist.Boundless() {
		return nil
	}
	if _, high, _ := r.Dist.Ends(); len(high) > 0 {
		return r.counted(high[0])
	}
	return nil
}

// truncatedCardinality is how many values a draw has of a distribution without a largest value that is truncated above at a
// known whole number; nil of others.
func (r *Relation) truncatedCardinality() *Expr {
	if r.Dist == nil {
		return nil
	}
	if row, truncated := r.Dist.Row(); row == nil || !truncated || !row.Whole {
		return nil
	}
	high := r.Dist.Arg("high")
	if high.Random || !high.Type.whole() {
		return nil
	}
	return r.counted(high)
}

// selecting are the variables that branches and indices of others are selected by: how many values these have is asked for.
func (c *checker) selecting() map[*Variable]bool {
	found := map[*Variable]bool{}
	for _, g := range c.model.Gates {
		g.Selector.Walk(func(x *Expr) {
			if x.Op == OpVariable {
				found[x.Variable] = true
			}
		})
	}
	return found
}

// valuesOfTable are those that a table has probabilities of.
func (r *Relation) valuesOfTable() *Expr {
	if n := r.drawn(); len(n) > 0 {
		return n[0]
	}
	return nil
}

// valuesBelow are the whole numbers below n; in branches n may be random.
func (r *Relation) valuesBelow() *Expr {
	n, least := r.Dist.Arg("n"), 0.0
	if !n.Random && !n.usesSelector() {
		return n
	}
	if r.Dist.Some != nil {
		n, least = r.Dist.Some, 1
	}
	if k := r.counted(n); k != nil {
		whole := Type{Kind: Int}
		return Call("max", whole, Call("-", whole, k, Number(1)), Number(least))
	}
	return nil
}

// valuesOfTrials are 0 to the number of trials.
func (r *Relation) valuesOfTrials() *Expr { return r.counted(r.Dist.Arg("n")) }

// valuesOfRate are those up to what a count of the largest rate hardly exceeds.
func (r *Relation) valuesOfRate() *Expr {
	rate := r.Dist.Arg("rate")
	most := r.mostHere(rate)
	switch {
	case rate.Random:
		most = rate.most()
	case !rate.usesSelector():
		most = rate
	}
	if most == nil {
		return nil
	}
	return poissonSize(most)
}

// withoutRate says what to write in place of a count whose rate has no largest value.
const withoutRate = "draw the rate itself from a gamma of known shape and rate, give the count a known rate, or observe it: declare it under inputs; algorithm: gibbs takes any rate"

// remainder is the cardinality of x - k in branches of the values of x that are not below k,
// as in if (x < k) { ... } else { y = x - k }; nil of all else.
func (r *Relation) remainder() *Expr {
	i, c, ok := r.Value.Affine()
	if !ok || c >= 0 || !i.Selects || r.least(i) < float64(-c) {
		return nil
	}
	return r.counted(r.Value)
}

// least is the smallest value of an index of r, as far as its loop and conditions with
// constants say.
func (r *Relation) least(i *Index) float64 {
	least := 0.0
	for _, l := range r.Loops {
		if l.Index == i && l.Lo.Op == OpNumber {
			least = max(least, l.Lo.Value)
		}
	}
	for _, g := range r.Guards {
		if g.Op != OpCall || len(g.Args) != 2 {
			continue
		}
		x, k, above := g.Args[0], g.Args[1], g.Fun
		if mirrored := map[string]string{"<": ">", "<=": ">=", "==": "=="}[g.Fun]; x.Op == OpNumber && mirrored != "" {
			x, k, above = k, x, mirrored
		}
		if x.Op != OpIndex || x.Index != i || k.Op != OpNumber {
			continue
		}
		switch above {
		case ">=", "==":
			least = max(least, k.Value)
		case ">":
			least = max(least, k.Value+1)
		}
	}
	return least
}

// poissonSize is how many values of a Poisson count are kept: what lies above has a
// probability below exp(-100) = 4e-44, by Bernstein's inequality P(x >= r + t) <=
// exp(-t^2/(2 (r + t/3))).
func poissonSize(rate *Expr) *Expr {
	number := Type{Kind: Real}
	spread := Call("sqrt", number, Call("+", number, Number(1112), Call("*", number, Number(200), rate)))
	return Call("ceil", Type{Kind: Int}, Call("+", number, rate, Call("+", number, Number(35), spread)))
}

// cardinalities finds how many values each random whole number has: as many as the
// largest of its definitions needs.
func (c *checker) cardinalities() {
	c.mosts()
	c.chosenBy = c.selecting()
	definitions := map[*Variable][]*Relation{}
	for _, r := range c.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && (r.Kind == Draw || r.Kind == Assign) {
			if v := r.Target.Variable; v.Random && v.Type.whole() {
				definitions[v] = append(definitions[v], r)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, chains := range []bool{false, true} {
			for _, v := range c.model.Variables {
				if definitions[v] == nil || len(v.Sizes) > 0 || again && chains {
					continue
				}
				if size := c.cardinality(v, definitions[v], chains); size != nil {
					v.Sizes, again = []*Expr{size}, true
				}
			}
		}
	}
	for _, roots := range []bool{true, false} {
		for _, v := range c.model.Variables {
			if definitions[v] != nil && len(v.Sizes) == 0 && !c.HasErrors() && !((c.model.Samples() || c.separate) && boundless(definitions[v])) {
				c.noCardinality(v, definitions[v], roots)
			}
		}
	}
}

// cardinality is how many values v has by its definitions, nil where one of them
// does not tell yet. With chains, a definition by another element of v may tell
// later.
func (c *checker) cardinality(v *Variable, list []*Relation, chains bool) *Expr {
	var size *Expr
	var later []*Relation
	for _, r := range list {
		n := r.cardinality()
		if n == nil && c.chosenBy[v] {
			n = r.truncatedCardinality()
		}
		switch {
		case n == nil && chains && r.reads(v):
			later = append(later, r)
			continue
		case n == nil:
			return nil
		}
		n = c.ofElement(r, []*Expr{n})[0]
		if size == nil {
			size = n
		} else if !size.Equal(n) {
			size = larger(size, n)
		}
	}
	if size == nil {
		return nil
	}
	most := size
	for _, r := range later {
		v.Sizes = []*Expr{size}
		n := r.cardinality()
		v.Sizes = nil
		if n == nil {
			return nil
		}
		n = c.grown(r, v, size, n)
		switch {
		case n == nil:
			return nil
		case most.Equal(size):
			most = n
		case !n.Equal(size) && !n.Equal(most):
			most = larger(most, n)
		}
	}
	return most
}

// grown is the size of v where its element defined by r, from one before it, would
// have n values if all had size: as many more from element to element.
func (c *checker) grown(r *Relation, v *Variable, size, n *Expr) *Expr {
	if n.Equal(size) {
		return size
	}
	base, from := size.base()
	other, to := n.base()
	if base != other || len(r.Target.Args) == 0 {
		return nil
	}
	if to <= from {
		return size
	}
	for k, a := range r.Target.Args {
		i, at, ok := a.Affine()
		before := ok
		for _, e := range r.sources() {
			e.Walk(func(x *Expr) {
				if x.Op != OpVariable || x.Variable != v {
					return
				}
				j, was, ok := x.Args[k].Affine()
				before = before && ok && i == j && was == at-1
			})
		}
		if before {
			whole := Type{Kind: Int}
			steps := Call("*", whole, Number(to-from), &Expr{Op: OpDim, Type: whole, Dim: k, At: size.At})
			return Call("+", whole, size, steps)
		}
	}
	return nil
}

// reads tells whether the right side of a definition reads v.
func (r *Relation) reads(v *Variable) bool {
	found := false
	for _, e := range r.sources() {
		e.Walk(func(x *Expr) { found = found || x.Op == OpVariable && x.Variable == v })
	}
	return found
}

// boundless tells whether some definition of a whole number leaves it without a largest
// value: Gibbs sampling needs none, nor do posteriors that are computed as a whole.
func boundless(list []*Relation) bool {
	return slices.ContainsFunc(list, func(r *Relation) bool {
		return r.cardinality() == nil && (r.Dist.Boundless() || r.readsUnsized() || r.sums())
	})
}

// sums tells whether the right side of a definition adds up whole numbers, each of which may have a largest value, or counts.
func (r *Relation) sums() bool {
	found := false
	for _, e := range r.sources() {
		e.Walk(func(x *Expr) {
			found = found || (x.Sums() || x.CountsTruths()) && x.Type.whole() && (x.Random || len(entries(x)) > 0)
		})
	}
	return r.Dist == nil && found
}

// noCardinality reports a random whole number of which it cannot be seen how many
// values it has: with roots only where that does not come from another variable.
func (c *checker) noCardinality(v *Variable, list []*Relation, roots bool) {
	for _, r := range list {
		if r.cardinality() != nil || roots && r.readsUnsized() {
			continue
		}
		if r.Dist != nil && r.Dist.sig().without != "" {
			c.unsupported(r.Dist.At, "a random "+r.Dist.Name+" count with a random rate", r.Dist.sig().without)
			return
		}
		if r.Dist.Boundless() {
			c.unsupported(r.Dist.At, "a random "+r.Dist.Name+" by message passing", "write algorithm: gibbs, or observe it: declare it under inputs")
			return
		}
		if r.Value != nil && r.Value.Op == OpCall && r.Value.Fun == "-" {
			c.Errorf(r.Target.At, CodeCardinality, "%s may be negative, and a random whole number counts from 0: %s", r.Target, r.Text).
				WithHint("compare without the difference, a > b + 1 in place of a - b > 1; or take it from something that is not smaller: n - count(x[i] : i in n)")
			return
		}
		c.Errorf(r.Target.At, CodeCardinality, "how many values %s has cannot be found, in %s", r.Target, r.Text).
			WithHint("a random whole number is one of 0..K-1; K comes from the length of p in categorical(p), from n of discreteuniform(n) and binomial(n, p), or from an input of type index(R) or categorical(K)")
		return
	}
}

// readsUnsized tells whether the right side of a definition reads a random whole
// number of which it is not known how many values it has.
func (r *Relation) readsUnsized() bool {
	found := false
	for _, e := range r.sources() {
		e.Walk(func(x *Expr) {
			found = found || x.Op == OpVariable && x.Random && x.Type.whole() && len(x.Variable.Sizes) == 0
		})
	}
	return found
}

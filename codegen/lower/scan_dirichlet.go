package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// Counts are memory to count in, less 1: those of one element, or of each.
type counts struct {
	table *code.Table
	dims  []*model.Expr
	at    []*model.Expr // the element
	n     code.Operand  // how many there are of it
}

// place is that of the count of a value.
func (f *chain) countAt(c *counts, k code.Operand) *code.Place {
	p := f.place(c.table, c.dims, append(slices.Clip(c.at), zeros(nil, len(c.dims)-len(c.at))...))
	p.Index[len(p.Index)-1], p.Known = k, true
	return p
}

// countsOf are the counts of an element of a variable.
func (f *chain) countsOf(d *conditional.Draw, t *code.Table, at []*model.Expr) *counts {
	dims := f.Loops.Constants[d.Variable()].Dims
	c := &counts{table: t, dims: dims, at: at}
	if t.Keep == code.Local {
		c.dims, c.at = dims[len(dims)-1:], nil
	}
	c.n = f.whole(sizeOf(dims[len(dims)-1], at))
	return c
}

// each runs over the counts of an element: update makes one of what it was.
func (f *chain) eachCount(c *counts, n code.Operand, update func(k, was code.Operand) code.Operand) {
	k := f.value("entry", code.Whole)
	s := &code.Strand{Index: k, Lo: whole(0), Hi: n, Body: &code.Block{}}
	f.emit(&code.For{Strands: []*code.Strand{s}})
	f.within(s.Body, func() {
		p := f.countAt(c, k)
		f.store(p, update(k, f.load("count", &code.Place{Table: p.Table, Index: p.Index, Known: true})))
	})
}

// drawDirichlet lowers a draw of probabilities: prior counts, and those that are seen.
func (f *chain) drawDirichlet(u *message.Update) {
	d := u.Sampled
	dims := f.Loops.Constants[d.Variable()].Dims
	size := dims[len(dims)-1]
	t := &code.Table{Name: d.Variable().Name + "_counts", Type: code.Real, Keep: code.Local}
	s := Source{InChain: InChain{Added: f.Loops.Constants[d.Variable()]}, What: "counts"}
	if ragged(size) {
		t.Keep = code.Scratch // as many as there are of all elements
		f.dims(t, dims)
	} else {
		f.dims(t, dims[len(dims)-1:])
		s.One = true
	}
	c := f.countsOf(d, f.declare(t, s), d.At)
	if t.Keep == code.Local {
		f.emit(&code.Fill{Table: t, Value: real(0)})
	} else {
		f.eachCount(c, c.n, func(k, _ code.Operand) code.Operand { return real(0) })
	}
	for _, term := range d.Terms {
		f.instances(term, nil, func([]code.Operand) []code.Operand {
			f.sayCounts(term, c, func() { f.faultAt("Contradiction", u.ID, d.At) })
			return nil
		})
	}
	f.origin = code.Origin{}
	f.drawFromCounts(u, c)
}

// sayCounts adds a message to counts; fails is what is done where there is none for a value.
func (f *chain) sayCounts(t *conditional.Term, c *counts, fails func()) {
	a := t.Message.Args
	var times code.Operand
	if t.Times != nil {
		times = f.real(t.Times)
	}
	multiple := func(x code.Operand) code.Operand {
		if times != nil {
			return f.apply("*", times, x)
		}
		return x
	}
	switch t.Message.Operator {
	case "DirichletPrior":
		f.addCounts(c, f.realSlice(a[0]), func(x code.Operand) code.Operand { return multiple(f.apply("-", x, real(1))) })
	case "DirichletValue":
		k := f.whole(a[0])
		there := f.both(func() code.Operand { return f.apply(">=", k, whole(0)) }, func() code.Operand { return f.apply("<", k, c.n) })
		f.choose(there, func() {
			p := f.countAt(c, k)
			was := f.load("count", &code.Place{Table: p.Table, Index: p.Index, Known: true})
			if times == nil {
				f.store(p, f.apply("+", was, real(1)))
			} else {
				f.store(p, f.apply("+", was, times))
			}
		}, fails)
	case "DirichletCounts":
		f.addCounts(c, f.wholeSlice(a[0]), func(x code.Operand) code.Operand { return multiple(f.apply("real", x)) })
	case "GivenDirichlet":
		f.addCounts(c, f.vectorPart(f.datum(a[0]), "A"), func(x code.Operand) code.Operand { return multiple(f.apply("-", x, real(1))) })
	default:
		notYet("a message %s", t.Message.Operator)
	}
}

// addCounts adds to each count what an array says of it.
func (f *chain) addCounts(c *counts, list code.Operand, says func(x code.Operand) code.Operand) {
	n := f.value("n", code.Whole)
	f.emit(&code.Length{Of: list}, n)
	f.eachCount(c, n, func(k, was code.Operand) code.Operand {
		x := f.value("a", list.Type().(code.Array).Elem)
		f.emit(&code.Element{Of: list, Index: k}, x)
		return f.apply("+", was, says(x))
	})
}

// stretchOf is the array of the n numbers from a place on.
func (f *chain) stretchOf(first *code.Place, n code.Operand) code.Operand {
	r := f.lowering.row("stretchReal", Callee{Kind: Stretch}, types(code.Array{Elem: code.Real}), param("from", code.Real), param("n", code.Whole))
	return f.call("list", r, first, n)
}

// drawFromCounts lowers a draw of probabilities from counts less 1.
func (f *chain) drawFromCounts(u *message.Update, c *counts) {
	f.eachCount(c, c.n, func(_, was code.Operand) code.Operand { return f.apply("+", was, real(1)) })
	first := f.countAt(c, whole(0))
	f.drawVector(u, 0, f.stretchOf(first, c.n))
}

// drawVector lowers a draw of probabilities given those counts.
func (f *chain) drawVector(u *message.Update, k int, alpha code.Operand) {
	d := u.Sampled
	r := f.lowering.vectorDistribution("DrawDirichlet", written("to", code.Real, code.Write), param("n", code.Whole), param("alpha", code.Array{Elem: code.Real}))
	to, n := f.valueOfElement(d, k)
	ok := f.drawFrom(d, k, r, to, n, alpha)[0]
	f.choose(ok, nil, func() { f.faultAt("Improper", u.ID, d.At) })
}

// drawCounts lowers draws of probabilities whose counts are added up before.
func (f *chain) drawCounts(u *message.Update, scatters map[int]*conditional.Scatter) {
	d := u.Sampled
	t := f.sumTable(d, "counts")
	f.emit(&code.Fill{Table: t, Value: real(0)})
	var each []*conditional.Term
	open := func() *counts {
		c := f.countsOf(d, t, d.At)
		for _, term := range each {
			f.instances(term, nil, func([]code.Operand) []code.Operand {
				f.sayCounts(term, c, func() { f.faultAt("Contradiction", u.ID, d.At) })
				return nil
			})
		}
		f.origin = code.Origin{}
		return c
	}
	for k, term := range d.Terms {
		s := scatters[k]
		if s == nil {
			each = append(each, term)
			continue
		}
		if each != nil {
			f.elements(d, func() { open() })
			each = nil
		}
		f.scattered(s, func() {
			f.sayCounts(s.Term, f.countsOf(d, t, s.At), func() { f.faultAt("Contradiction", u.ID, s.At) })
		})
	}
	f.elements(d, func() { f.drawFromCounts(u, open()) })
}

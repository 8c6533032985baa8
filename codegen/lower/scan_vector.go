package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// Vectors and matrices that are drawn: what is said of one is added up in memory of the chain, mcmc.VectorWork.

func (l *lowering) vectorWork() *code.Place { return l.chainWork("vector", "VectorWork") }

// chainWork is memory of a chain, of package mcmc.
func (l *lowering) chainWork(name, handle string) *code.Place {
	if l.state[name] == nil {
		l.state[name] = l.declare(&code.Table{Name: name, Type: l.handle("mcmc", handle), Keep: code.State}, Source{InChain: InChain{State: name}})
	}
	return &code.Place{Table: l.state[name]}
}

// works calls a method of the memory that vectors are drawn in.
func (f *chain) works(method string, args ...code.Operand) { f.asks(f.vectorWork(), method, args) }

// possible calls one that may fail: then the function ends with a fault about the element that is drawn.
func (f *chain) possible(u *message.Update, kind, method string, args ...code.Operand) {
	ok := f.asks(f.vectorWork(), method, args, code.Truth)[0]
	f.choose(ok, nil, func() { f.faultAt(kind, u.ID, u.Sampled.At) })
}

// rowsOf is how many components the element that is drawn has, rows of a matrix.
func (f *chain) rowsOf(d *conditional.Draw) code.Operand {
	return f.whole(sizeOf(d.Variable().Sizes[0], d.At))
}

// valueOfElement is the vector or matrix of the element that is drawn: where its first number is, and how many there are.
func (f *chain) valueOfElement(d *conditional.Draw, k int) (*code.Place, code.Operand) {
	t := f.Loops.Constants[d.Variables[k]]
	p := f.place(f.table(t), t.Dims, zeros(d.At, len(t.Dims)))
	p.Known = true
	if len(t.Dims) == len(d.At)+1 {
		return p, f.whole(sizeOf(t.Dims[len(d.At)], d.At))
	}
	n := f.value("n", code.Whole)
	f.emit(&code.Length{Of: f.part(f.table(t), t.Dims, d.At)}, n)
	return p, n
}

// several adds what is said of a vector, as often as its factor counts.
func (f *chain) several(t *conditional.Term, say func()) {
	if t.Times == nil {
		say()
		return
	}
	f.works("Apart")
	say()
	f.works("Together", f.real(t.Times))
}

// drawMvNormal lowers a draw of a normal vector from the product of messages.
func (f *chain) drawMvNormal(u *message.Update) {
	d := u.Sampled
	f.works("Reset", f.rowsOf(d))
	for _, t := range d.Terms {
		f.instances(t, nil, func([]code.Operand) []code.Operand {
			f.several(t, func() { f.sayMvNormal(u, t.Message) })
			return nil
		})
	}
	f.origin = code.Origin{}
	f.drawSeen(u, 0)
}

// sayMvNormal adds a message to the natural parameters of a normal vector.
func (f *chain) sayMvNormal(u *message.Update, m *conditional.Message) {
	switch m.Operator {
	case "MvNormalPrecision":
		f.works("AddPrecision", f.realSlice(m.Args[0]), f.realSlice(m.Args[1]))
	case "MvNormalCovariance":
		f.possible(u, "NotFinite", "AddCovariance", f.realSlice(m.Args[0]), f.realSlice(m.Args[1]))
	case "MvNormalDot":
		f.slopesOf(u.Sampled, m)
		f.works("AddResidual", f.elementSlice(u.Sampled), f.real(m.Args[0]), f.real(m.Args[2]))
	case "GivenMvNormal":
		x := f.datum(m.Args[0])
		f.works("AddNatural", f.vectorPart(x, "H"), f.vectorPart(x, "P"))
	default:
		notYet("a message %s", m.Operator)
	}
}

// slopesOf are how a number depends on the components of the vector that is drawn.
func (f *chain) slopesOf(d *conditional.Draw, m *conditional.Message) {
	k := f.value(m.Component.Name, code.Whole)
	f.Indices[k] = m.Component
	s := &code.Strand{Index: k, Lo: whole(0), Hi: f.rowsOf(d), Body: &code.Block{}}
	f.emit(&code.For{Strands: []*code.Strand{s}})
	f.within(s.Body, func() {
		f.scope.indices[m.Component] = k
		f.works("SetRow", k, f.real(m.Args[1]))
	})
}

// vectorPart is a part of a distribution of vectors that the data give.
func (f *chain) vectorPart(x code.Operand, name string) code.Operand {
	t := code.Array{Elem: code.Real}
	r := f.lowering.row(lowerFirst(name)+"Of"+title(x.Type()), Callee{Kind: FieldOf, Name: name}, types(t), param("of", x.Type()))
	return f.call("part", r, x)
}

// elementSlice is the vector that is drawn, as it is.
func (f *chain) elementSlice(d *conditional.Draw) code.Operand {
	t := f.Loops.Constants[d.Variable()]
	return f.part(f.table(t), t.Dims, d.At)
}

// drawSeen lowers the draw of a normal vector of which the natural parameters are known, or of the components that are not
// seen given the others.
func (f *chain) drawSeen(u *message.Update, k int) {
	d := u.Sampled
	if d.Seen != nil {
		f.works("Observe", f.realSlice(d.Seen))
	}
	f.drawWith(u, k, "DrawNormalVector")
	if d.Seen != nil {
		f.keepSeen(d, k)
	}
}

// keepSeen gives the components that are seen their values.
func (f *chain) keepSeen(d *conditional.Draw, k int) {
	to, n := f.valueOfElement(d, k)
	array := code.Array{Elem: code.Real}
	r := f.lowering.row("keep", Callee{Kind: IntoPart, Name: "mcmc.Keep"}, nil, written("to", code.Real, code.Update), param("n", code.Whole), param("seen", array))
	f.call("", r, to, n, f.realSlice(d.Seen))
}

// drawWith draws a vector or a matrix from what is known of it; more are arguments of the function of package mcmc behind the
// memory.
func (f *chain) drawWith(u *message.Update, k int, sampler string, more ...code.Operand) {
	d := u.Sampled
	to, n := f.valueOfElement(d, k)
	work := f.vectorWork()
	params := []*code.Param{written("to", code.Real, code.Update), param("n", code.Whole), written("work", work.Type(), code.Update)}
	for i, x := range more {
		params = append(params, param(string(rune('a'+i)), x.Type()))
	}
	r := f.lowering.vectorDistribution(sampler, params...)
	ok := f.drawFrom(d, k, r, append([]code.Operand{to, n, work}, more...)...)[0]
	f.choose(ok, nil, func() { f.faultAt("Improper", u.ID, d.At) })
}

// drawWishart lowers a draw of a matrix from the product of messages.
func (f *chain) drawWishart(u *message.Update) {
	d := u.Sampled
	size := f.rowsOf(d)
	f.works("Reset", size)
	shape := f.apply("*", real(0.5), f.apply("real", f.apply("+", size, whole(1))))
	for _, t := range d.Terms {
		f.drawing.sums = []string{"shape"}
		shape = f.instances(t, []code.Operand{shape}, func(s []code.Operand) []code.Operand {
			sum := s[0]
			f.several(t, func() { sum = f.sayWishart(u, t, sum, size) })
			return []code.Operand{sum}
		})[0]
	}
	f.origin = code.Origin{}
	f.drawWith(u, 0, "DrawWishartMatrix", shape, size)
}

// sayWishart adds a message to the rate of a wishart; it gives the shape with it.
func (f *chain) sayWishart(u *message.Update, t *conditional.Term, shape, size code.Operand) code.Operand {
	m := t.Message
	half := code.Operand(real(0.5))
	if t.Times != nil {
		half = f.apply("*", f.real(t.Times), half)
	}
	switch m.Operator {
	case "WishartScale", "WishartInverse":
		freedom := f.apply("-", f.real(m.Args[0]), f.apply("real", f.apply("+", size, whole(1))))
		multiple := code.Operand(real(0.5))
		if len(m.Args) > 2 {
			multiple = f.apply("*", multiple, f.real(m.Args[2]))
		}
		if m.Operator == "WishartInverse" {
			f.works("AddMatrix", f.realSlice(m.Args[1]), multiple)
		} else {
			f.possible(u, "NotFinite", "AddInverse", f.realSlice(m.Args[1]), multiple)
		}
		return f.apply("+", shape, f.apply("*", half, freedom))
	case "WishartResidual":
		multiple := code.Operand(real(1))
		if len(m.Args) > 2 {
			multiple = f.real(m.Args[2])
		}
		f.works("AddOuter", f.realSlice(m.Args[0]), f.realSlice(m.Args[1]), multiple)
		return f.apply("+", shape, half)
	}
	notYet("a message %s", m.Operator)
	return nil
}

// priorOfVector makes what a distribution of vectors says all that is known of one.
func (f *chain) priorOfVector(u *message.Update, mean code.Operand, dist *model.Dist) {
	f.works("Reset", f.rowsOf(u.Sampled))
	if e := dist.Arg("precision"); e != nil {
		f.works("AddPrecision", mean, f.realSlice(e))
	} else {
		f.possible(u, "NotFinite", "AddCovariance", mean, f.realSlice(dist.Arg("covariance")))
	}
}

// drawMatrixPrior lowers a draw of a matrix from its prior.
func (f *chain) drawMatrixPrior(u *message.Update, k int, dist *model.Dist) {
	size := f.rowsOf(u.Sampled)
	f.works("Reset", size)
	if e := dist.Arg("inverse"); e != nil {
		f.works("AddMatrix", f.realSlice(e), real(0.5))
	} else {
		f.possible(u, "NotFinite", "AddInverse", f.realSlice(dist.Arg("scale")), real(0.5))
	}
	f.drawWith(u, k, "DrawWishartMatrix", f.apply("*", real(0.5), f.real(dist.Arg("df"))), size)
}

// inverseAt is an entry of the inverse of a matrix that never changes.
func (f *chain) inverseAt(e *model.Expr) code.Operand {
	list := f.asks(f.vectorWork(), "Inverse", []code.Operand{f.realSlice(e.Args[0])}, code.Array{Elem: code.Real})[0]
	size := f.whole(e.Args[0].Lengths()[0])
	at := f.apply("+", f.apply("*", f.whole(e.Args[1]), size), f.whole(e.Args[2]))
	v := f.value("v", code.Real)
	f.emit(&code.Element{Of: list, Index: at}, v)
	return v
}

// whiteningAt is an entry of the matrix that makes the components of a vector independent.
func (f *chain) whiteningAt(e *model.Expr) code.Operand {
	args := []code.Operand{f.realSlice(e.Args[0]), truth(e.Args[1].IsNumber(1)), f.whole(e.Args[2]), f.whole(e.Args[3])}
	method := "WhiteningOf"
	if op := e.Args[0].Op; op == model.OpInput || op == model.OpVariable {
		method = "Whitening" // it stands in memory
	}
	return f.asks(f.vectorWork(), method, args, code.Real)[0]
}

// copyVector gives the element that is drawn the value of a vector.
func (f *chain) copyVector(d *conditional.Draw, k int, x code.Operand) {
	to, n := f.valueOfElement(d, k)
	f.copyInto(to, n, x)
}

func (f *chain) copyInto(to *code.Place, n, x code.Operand) {
	r := f.lowering.row("copy", Callee{Kind: IntoPart, Name: "copy"}, nil, written("to", code.Real, code.Update), param("n", code.Whole), param("from", x.Type()))
	f.call("", r, to, n, x)
}

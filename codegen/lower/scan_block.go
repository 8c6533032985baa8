package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// Normals that are drawn together. Their pattern says which of them factors tie and is made once, with the data; a scan adds
// up what the factors say, factors the precision matrix and draws.

// A Beside is a function of a chain that the draw of an update calls.
type Beside struct {
	Row *code.Row
	// Verb begins its name, Variable ends it: nil stands for what the draw is called by.
	Verb     string
	Variable *model.Variable
	After    string
	Says     string // what it does, as "adds up ..."
}

// beside makes such a function.
func (l *lowering) beside(u *message.Update, b Beside, writes []*model.Variable, body func(f *chain), params ...*code.Param) *code.Row {
	v := b.Variable
	if v == nil {
		v = u.Sampled.Variable()
	}
	b.Row = l.chainFunction(b.Verb+"_"+v.Name+b.After, writes, body, params...)
	l.Scan.Beside[u] = append(l.Scan.Beside[u], b)
	return b.Row
}

// ofBlock is the place of a handle of a joint draw: what it is drawn with, the pattern, what is known, the integral.
func (l *lowering) ofBlock(u *message.Update, what, handle string) *code.Place {
	name := fmt.Sprintf("%s%d", what, u.ID)
	if l.state[name] == nil {
		l.state[name] = l.declare(&code.Table{Name: name, Type: l.handle("mcmc", handle), Keep: code.State}, Source{InChain: InChain{Block: u}, What: what})
	}
	return &code.Place{Table: l.state[name]}
}

func (l *lowering) blockOf(u *message.Update) *code.Place {
	return l.ofBlock(u, "block", "NormalBlock")
}
func (l *lowering) patternOf(u *message.Update) *code.Place {
	return l.ofBlock(u, "pattern", "NormalPattern")
}
func (l *lowering) knownOf(u *message.Update) *code.Place { return l.ofBlock(u, "known", "NormalSums") }
func (l *lowering) integralOf(u *message.Update) *code.Place {
	return l.ofBlock(u, "integral", "NormalIntegral")
}

// scanBlock lowers a joint draw, with the functions that it calls.
func (l *lowering) scanBlock(u *message.Update) {
	d := u.Sampled
	switch {
	case d.Block.Tables != nil:
		l.scanNetwork(u)
		return
	case d.Block.Each:
		l.scanEach(u)
		return
	}
	name := d.Name()
	say := l.beside(u, Beside{Verb: "say", Says: "adds up what is said of " + name + ": how far each mean is from where they stand."}, nil,
		func(f *chain) { f.sayRows(u, d.Block.Rows, nil) })
	var refer, integrate *code.Row
	if d.Block.Sums != nil {
		refer = l.scanKnown(u)
	}
	if d.Block.Integral != nil {
		integrate = l.scanIntegral(u)
	}
	var rescales []*code.Row
	for _, r := range d.Block.Rescales {
		rescales = append(rescales, l.scanRescale(u, r))
	}
	var collapse *code.Row
	if d.Collapse != nil {
		collapse = l.scanCollapse(u, say, refer)
	}
	l.Scan.Draws[u] = l.chainFunction("draw_"+d.Variable().Name, d.Writes(), func(f *chain) {
		if integrate != nil {
			f.unlessCollapsed(d.Block.Integral.Precisions[0].Draw, func() { f.calls(integrate) })
		}
		if collapse != nil {
			f.calls(collapse)
		}
		f.drawBlock(u, say, refer)
		for _, r := range rescales {
			f.calls(r)
		}
	})
}

// drawBlock lowers a joint draw. Where precisions are so different that digits are lost, what is said is added up again,
// row by row.
func (f *chain) drawBlock(u *message.Update, say, refer *code.Row) {
	block := f.blockOf(u)
	if refer != nil {
		f.calls(refer)
	}
	f.sayBlock(u, say, refer)
	f.choose(f.asks(block, "Factor", nil, code.Truth)[0], nil, func() {
		f.asks(block, "Again", nil)
		f.calls(say)
		f.choose(f.asks(block, "FactorRows", nil, code.Truth)[0], nil, func() { f.faultAt("Improper", u.ID, nil) })
	})
	f.choose(f.asks(block, "Draw", []code.Operand{f.drawing.stream}, code.Truth)[0], nil, func() { f.faultAt("NotFinite", u.ID, nil) })
	f.eachPart(u, block, "Move")
}

// sayBlock lowers how all is added up that is said of a block, which stands at the reference where there is one.
func (f *chain) sayBlock(u *message.Update, say, refer *code.Row) {
	block := f.blockOf(u)
	f.asks(block, "Reset", []code.Operand{f.patternOf(u)})
	if refer == nil {
		f.calls(say)
		return
	}
	for k, scale := range u.Sampled.Block.Scales {
		f.asks(block, "AddSums", []code.Operand{f.knownOf(u), whole(k), f.real(scale)})
	}
}

// eachPart calls a method that goes over the coordinates of a block, with the elements of each of its variables: it is given
// the coordinate of the first one, and gives the one behind the last.
func (f *chain) eachPart(u *message.Update, of *code.Place, method string) {
	from := code.Operand(whole(0))
	parts := u.Sampled.Block.Parts
	for k, part := range parts {
		var results []code.Type
		name := lowerFirst(method)
		if k+1 < len(parts) {
			results = types(code.Whole)
		} else {
			name += "Last"
		}
		all := f.firstOf(part.Variable())
		called := method
		if all.Type() == code.Truth {
			name, called = name+"Truths", method+"Truths"
		}
		r := f.lowering.row(name, Callee{Kind: OnAll, Name: called}, results, written("of", of.Type(), code.Update), written("first", all.Type(), code.Update), param("from", code.Whole))
		if v := f.call("from", r, of, all, from); v != nil {
			from = v
		}
	}
}

// firstOf is the place of the first element of a variable, which may have none.
func (f *chain) firstOf(v *model.Variable) *code.Place {
	t := f.Loops.Constants[v]
	p := f.place(f.table(t), t.Dims, nowhere(len(t.Dims)))
	p.Known = true
	return p
}

// nowhere is the index of a first element, which may not be there.
func nowhere(n int) []*model.Expr {
	at := make([]*model.Expr, n)
	for k := range at {
		at[k] = model.Number(0)
	}
	return at
}

// countOf is how many elements a variable has.
func (f *chain) countOf(v *model.Variable) code.Operand {
	first := f.firstOf(v)
	of := first.Type()
	r := f.lowering.row("elements"+title(of), Callee{Kind: All}, types(code.Array{Elem: of}), param("first", of))
	list := f.call("list", r, first)
	n := f.value("n", code.Whole)
	f.emit(&code.Length{Of: list}, n)
	return n
}

// positionOf is where an element stands among all of its variable.
func (f *chain) positionOf(v *model.Variable, at []*model.Expr) code.Operand {
	t := f.Loops.Constants[v]
	if len(t.Dims) == 0 {
		return whole(0)
	}
	position := f.value("at", code.Whole)
	f.emit(&code.Position{Of: f.place(f.table(t), t.Dims, at)}, position)
	return position
}

// sloped is the slope, 0 where its condition does not hold.
func sloped(s *conditional.Slope) *model.Expr {
	if s.If == nil {
		return s.Slope
	}
	return &model.Expr{Op: model.OpCall, Fun: model.Choose, Type: model.Type{Kind: model.Real}, Args: []*model.Expr{s.If, s.Slope, model.Number(0)}, At: s.Slope.At}
}

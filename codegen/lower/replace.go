package lower

import (
	"mpc/codegen/code"
)

// replace lowers the function that takes over the data of another inference: of a model that passes messages it is told which
// steps run again, the others keep their results where all sizes are the same. Where it takes over one input alone,
// rows of other inputs must have their lengths still. Of a model that is sampled the chains are forgotten.
func (l *lowering) replace() {
	doc := "takes over the data of next, unless they were refused, and marks the given steps to be run again. Where one input alone is new, the rows of the others must have their lengths still."
	if l.Loops.Message.Sampling != nil {
		doc = "takes over the data of next, unless they were refused, and forgets the chains."
	}
	l.make(Main.has("replace", doc).direct(), types(code.Fault), func(f *function) {
		next := written(f.fresh("next"), f.handle("", "Inference"), code.Update)
		refused := param(f.fresh("refused"), code.Fault)
		f.row.Params = append(f.row.Params, next, refused)
		f.fail(refused.Value)
		x := &replacing{f, next.Value}
		f.fail(x.does("prepare", "prepare", code.Fault))
		if l.Loops.Message.Sampling != nil {
			x.does("samplerForget", "sampler.Forget")
		} else {
			x.messages()
		}
		f.call("", f.lowering.row("becomeNext", Callee{Kind: BecomeNext}, nil, written("next", next.Of, code.Update)), next.Value)
		if l.Loops.Message.Sampling == nil {
			f.call("", l.Functions["reset"], whole(0))
		}
	})
}

// A replacing is that function while its body is made.
type replacing struct {
	*function
	next *code.Value
}

// does calls a function of the other inference.
func (x *replacing) does(short, name string, results ...code.Type) code.Operand {
	v := x.call("e", x.lowering.row(short+"Next", Callee{Kind: DoNext, Name: name}, results, written("next", x.next.Of, code.Update)), x.next)
	if v == nil {
		return nil
	}
	return v
}

// takes has the other inference take over what this one has.
func (x *replacing) takes(name string) {
	x.call("", x.lowering.row("take"+title(code.Handle{Name: name}), Callee{Kind: TakeNext, Name: name}, nil, written("next", x.next.Of, code.Update)), x.next)
}

// of is what a place is in the other inference.
func (x *replacing) of(p *code.Place) code.Operand {
	r := x.lowering.row(p.Table.Name+"_next", Callee{Kind: OfNext, Of: p.Table}, types(p.Type()), param("next", x.next.Of))
	return x.call("n", r, x.next)
}

// messages takes over the messages.
func (x *replacing) messages() {
	x.sameRows()
	again := param(x.fresh("again"), code.Array{Elem: code.Whole})
	x.row.Params = append(x.row.Params, again)
	if x.Shares {
		x.takes("workers")
	}
	same := x.sameSizes()
	x.choose(same, func() {
		x.takes("msg")
		if len(x.Constants()) > 0 {
			x.takes("constant")
		}
	}, nil)
	follow := x.lowering.row("follow", Callee{Kind: FollowNext}, nil, written("next", x.next.Of, code.Update), param("same", code.Truth), param("again", again.Of))
	x.call("", follow, x.next, same, again.Value)
}

// sameSizes tells whether all arrays, and all rows of them, are as long as those of the other inference.
func (x *replacing) sameSizes() code.Operand {
	var same code.Operand
	and := func(v code.Operand) {
		if same == nil {
			same = v
			return
		}
		both := x.value("same", code.Truth)
		x.emit(&code.Apply{Operation: code.FindOperation("&", code.Truth, code.Truth), Args: []code.Operand{same, v}}, both)
		same = both
	}
	for _, s := range x.Shapes() {
		for k := range s.Dims {
			if s.Ragged(k) {
				and(x.equalRows(s, k))
			}
		}
		if len(s.Dims) > 0 {
			total := x.totalOf(s.Dims)
			now, then := x.load("n", total), x.of(total)
			and(x.apply("==", now, then))
		}
	}
	if same == nil {
		return truth(true)
	}
	return same
}

// equalRows tells whether the rows of a dimension are as long as those of the other inference.
func (x *replacing) equalRows(s *Shape, k int) code.Operand {
	starts := x.shapeField(s.Dims, "start", k, code.Array{Elem: code.Whole})
	equal := x.lowering.row("equalRows", Callee{Kind: Function, Name: "slices.Equal"}, types(code.Truth), param("a", starts.Type()), param("b", starts.Type()))
	return x.call("v", equal, x.load("rows", starts), x.of(starts))
}

// sameRows refuses rows of other lengths where not all inputs are new.
func (x *replacing) sameRows() {
	rows := x.raggedInputs()
	if len(rows) == 0 {
		return
	}
	all := param(x.fresh("all"), code.Truth)
	x.row.Params = append(x.row.Params, all)
	x.choose(all.Value, nil, func() {
		for _, in := range rows {
			s := x.ShapeOf(in.Dims)
			for k := range s.Dims {
				if !s.Ragged(k) {
					continue
				}
				r := &reading{function: x.function, in: in, name: in.Name}
				x.choose(x.equalRows(s, k), nil, func() {
					r.refuse("its rows would have other lengths; SetData replaces all inputs")
				})
			}
		}
	})
}

// shares tells whether workers share what a run does: the passes of a loop, or the nodes of a posterior.
func (l *lowering) shares() bool {
	found := l.Loops.Message.Gaussian != nil
	for _, r := range l.Rows {
		if r.Body != nil {
			r.Body.Walk(func(s *code.Stmt) bool {
				loop, ok := s.Do.(*code.For)
				found = found || ok && loop.Parallel
				return !found
			})
		}
	}
	return found
}

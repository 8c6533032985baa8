package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// oneBlockOf is the place of what a chain knows of normals that are proposed as one block.
func (f *chain) oneBlockOf(o *conditional.OneBlock) *code.Place {
	dims := []*model.Expr{model.Number(float64(f.Loops.Message.Sampling.OneBlocks))}
	if f.lowering.oneBlocks == nil {
		x := &code.Table{Name: "oneBlocks", Type: f.handle("mcmc", "OneBlock"), Keep: code.State}
		f.dims(x, dims)
		f.lowering.oneBlocks = f.declare(x, Source{InChain: InChain{OneBlocks: dims}})
	}
	return f.place(f.lowering.oneBlocks, dims, []*model.Expr{model.Number(float64(o.Number))})
}

// unlessInBlock draws numbers one by one, where proposals of a block that they are in do not take their place in this scan.
func (f *chain) unlessInBlock(d *conditional.Draw, draw func()) {
	if d.InBlock == nil {
		draw()
		return
	}
	f.choose(f.asks(f.oneBlockOf(d.InBlock), "Rests", nil, code.Truth)[0], nil, draw)
}

// scanOneBlock lowers the function that proposes normals as one block with their hyperparameters, with those that it calls.
func (l *lowering) scanOneBlock(of *message.Update) *code.Row {
	o := of.Sampled.OneBlock
	u := &message.Update{ID: of.ID, Kind: of.Kind, Sampled: o.Normals, At: of.At}
	l.Scan.OneBlocks = append(l.Scan.OneBlocks, u)
	all, name := o.All(), o.Normals.Name()
	learn := l.beside(of, Beside{Verb: "learn", After: "Sites", Says: "learns of the densities that are no normal ones of " + name + "."}, nil,
		func(f *chain) { f.learnSites(o) })
	say := l.beside(of, Beside{Verb: "say", After: "Block", Says: "adds up what is said of " + name + ", the rest by its normal approximation."}, nil, func(f *chain) {
		f.asks(f.blockOf(u), "Reset", []code.Operand{f.patternOf(u)})
		f.drawing.oneBlock = o
		f.sayRows(u, o.Normals.Block.Rows, nil)
		f.drawing.oneBlock = nil
	})
	says := "proposes " + all.Name() + " as one block, which may take the place of slices."
	return l.beside(of, Beside{Verb: "propose", After: "Block", Says: says}, all.Variables, func(f *chain) {
		at := f.oneBlockOf(o)
		f.choose(f.asks(f.patternOf(u), "Ordered", nil, code.Truth)[0], func() {
			f.gather(at, o.Parts)
			begins := f.asks(at, "Begin", []code.Operand{f.drawing.stream, f.load("burning", f.stateOf("burning")), truth(o.Alone)}, code.Truth)[0]
			f.choose(begins, func() {
				f.choose(f.asks(at, "Learns", nil, code.Truth)[0], func() { f.calls(learn) }, nil)
				f.proposeBlock(u, o, say)
			}, nil)
		}, nil)
	})
}

// proposeBlock lowers the proposal.
func (f *chain) proposeBlock(u *message.Update, o *conditional.OneBlock, say *code.Row) {
	at, block, all := f.oneBlockOf(o), f.blockOf(u), o.All()
	density := func() code.Operand {
		f.drawing.of = all
		log := f.densityOf(all, real(0), nil)
		f.drawing.of = nil
		f.origin = code.Origin{}
		return log
	}
	factor := func() code.Operand {
		f.calls(say)
		return f.asks(block, "Factor", nil, code.Truth)[0]
	}
	// Both change what a chain keeps of the block.
	both := func(method, gives string, results []code.Type, x code.Operand) code.Operand {
		r := f.lowering.row(lowerFirst(method)+"OneBlock", Callee{Kind: Method, Name: method}, results,
			written("of", at.Type(), code.Update), written("block", block.Type(), code.Update), param("x", x.Type()))
		if v := f.call(gives, r, at, block, x); v != nil {
			return v
		}
		return nil
	}
	f.asks(at, "Stand", nil)
	f.eachPart(u, at, "Keep")
	f.choose(f.asks(at, "Asks", nil, code.Truth)[0], func() {
		f.choose(factor(), func() {
			both("Stands", "", nil, density())
		}, func() { f.asks(at, "Lost", nil) })
	}, nil)
	f.choose(f.asks(at, "Propose", []code.Operand{f.drawing.stream}, code.Truth)[0], func() {
		f.takeNumbers(at, o.Parts)
		f.choose(factor(), func() {
			f.choose(both("Normals", "ok", types(code.Truth), f.drawing.stream), func() {
				f.eachPart(u, block, "Move")
				f.asks(at, "Decide", []code.Operand{f.drawing.stream, density()})
			}, nil)
		}, nil)
		f.choose(f.asks(at, "Refused", nil, code.Truth)[0], func() {
			f.takeNumbers(at, o.Parts)
			f.eachPart(u, at, "Restore")
		}, func() { f.eachPart(u, at, "Keep") })
	}, nil)
}

// learnSites lowers what sites are learned from, in the order in which rows are said.
func (f *chain) learnSites(o *conditional.OneBlock) {
	at := f.oneBlockOf(o)
	for _, r := range o.Normals.Block.Rows {
		if r.Site == nil {
			continue
		}
		f.instances(r.Instances(), nil, func([]code.Operand) []code.Operand {
			f.instances(r.Said(), nil, func([]code.Operand) []code.Operand {
				f.about(r.Term.Factor)
				combination := f.real(r.Site.Of)
				f.drawing.known = map[*model.Variable]code.Operand{r.Site.At: combination}
				log := f.logDensity(r.Term.X, r.Term.Dist)
				f.drawing.known = nil
				f.asks(at, "Learn", []code.Operand{combination, log})
				return nil
			})
			return nil
		})
	}
	f.origin = code.Origin{}
}

// approximated is how far the mean of the normal approximation of a site is from its combination, and the precision.
func (f *chain) approximated(r *conditional.Row) (rest, precision code.Operand) {
	x := f.asks(f.oneBlockOf(f.drawing.oneBlock), "Site", []code.Operand{f.real(r.Site.Of)}, code.Real, code.Real)
	return x[0], x[1]
}

package lower

import (
	"math"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// collapsedOf is the place of what a chain knows of numbers that are proposed with others integrated out.
func (f *chain) collapsedOf(c *conditional.Collapse) *code.Place {
	dims := []*model.Expr{model.Number(float64(f.Loops.Message.Sampling.Collapses))}
	if f.lowering.collapsed == nil {
		x := &code.Table{Name: "collapsed", Type: f.handle("mcmc", "Collapsed"), Keep: code.State}
		f.dims(x, dims)
		f.lowering.collapsed = f.declare(x, Source{InChain: InChain{Collapsed: dims}})
	}
	return f.place(f.lowering.collapsed, dims, []*model.Expr{model.Number(float64(c.Number))})
}

// unlessCollapsed draws a number by itself, where proposals with others integrated out do not take its place in this scan.
func (f *chain) unlessCollapsed(d *conditional.Draw, draw func()) {
	if d.Collapsed == nil {
		draw()
		return
	}
	f.choose(f.asks(f.collapsedOf(d.Collapsed), "Rests", nil, code.Truth)[0], nil, draw)
}

// scanCollapse lowers the function that proposes numbers with the normals of a block integrated out. A point at which digits are lost is
// none.
func (l *lowering) scanCollapse(u *message.Update, say, refer *code.Row) *code.Row {
	c := u.Sampled.Collapse
	all := c.All()
	says := "proposes " + all.Name() + " with what is drawn next integrated out, where they move slowly."
	return l.beside(u, Beside{Verb: "collapse", Says: says}, u.Sampled.Writes(), func(f *chain) {
		at := f.collapsedOf(c)
		write := func() {
			for _, p := range c.Parts {
				f.store(f.slot(p, 0), f.asks(at, "Take", nil, code.Real)[0])
			}
		}
		f.asks(at, "Gather", nil)
		for _, p := range c.Parts {
			lo, hi := p.Support()
			f.asks(at, "Add", []code.Operand{f.load("x", f.slot(p, 0)), real(lo), real(hi)})
		}
		begins := f.asks(at, "Begin", []code.Operand{f.drawing.stream, f.load("burning", f.stateOf("burning")), truth(c.Alone)}, code.Truth)[0]
		f.choose(begins, func() {
			if refer != nil {
				f.calls(refer)
			}
			rest := code.Operand(real(0))
			if refer == nil { // else the normals stand at one place in all scans
				others := c.Others()
				f.drawing.of = others
				rest = f.densityOf(others, rest, nil)
			}
			f.drawing.of = all
			summed := f.severalSums(all)
			f.drawing.sums = []string{"more"}
			f.untilNoMore([]code.Operand{truth(true)}, 0, func([]code.Operand) []code.Operand {
				write()
				log := f.integratedLog(u, f.densityOf(all, rest, summed), say, refer)
				f.drawing.sums = []string{"more"}
				return f.asks(at, "Next", []code.Operand{log}, code.Truth)
			})
			f.drawing.of = nil
			write()
		}, nil)
	})
}

// integratedLog makes of the log density of all there is that with the normals integrated out.
func (f *chain) integratedLog(u *message.Update, log code.Operand, say, refer *code.Row) code.Operand {
	f.origin = code.Origin{}
	f.sayBlock(u, say, refer)
	block := f.blockOf(u)
	f.drawing.sums = []string{"log"}
	return f.selected(f.asks(block, "Factor", nil, code.Truth)[0], []code.Operand{log}, func() []code.Operand {
		return []code.Operand{f.apply("+", log, f.asks(block, "LogSpread", nil, code.Real)[0])}
	}, func() []code.Operand { return []code.Operand{real(math.Inf(-1))} })[0]
}

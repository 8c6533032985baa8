package codegen

import (
	"fmt"
	"slices"

	"mpc/conditional"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// values lists the tables of what a chain holds.
func (g *generator) values() (list []*loops.Table) {
	for _, t := range g.program.Tables {
		if t.Role == loops.Drawn {
			list = append(list, t)
		}
	}
	return list
}

// chainType prints the type of a chain.
func (g *generator) chainType() string {
	var p printer
	p.comment("A chain is one sequence of draws: the present value of each variable, and the random numbers that the next ones are drawn with. It reads the data of its Inference.")
	p.line("type chain struct {\n_ [64]byte // chains share no cache line\n*Inference\ncourse sampling.Course")
	p.line("value struct {")
	for _, t := range g.values() {
		p.line("%s []%s", g.tableName(t), g.elementType(t))
	}
	p.line("}")
	g.declareFree(&p)
	sliced := g.slicedVariables()
	if len(sliced) > 0 {
		p.line("width struct { // of slices, adapted in burn-in")
		for _, v := range sliced {
			p.line("%s []mcmc.SliceWidth", g.widths(v))
		}
		p.line("}")
	}
	if g.slices {
		p.line("slice mcmc.Slice")
	}
	if g.wholeSlices {
		p.line("wholeSlice mcmc.WholeSlice")
	}
	if g.draws(conditional.AdaptiveRejection) {
		p.line("adaptive mcmc.AdaptiveRejection")
	}
	if g.draws(conditional.Elliptical) {
		p.line("elliptical mcmc.Elliptical")
	}
	if g.counts {
		p.line("counts mcmc.CountWork")
	}
	if g.needsMatrices() {
		p.line("vector mcmc.VectorWork")
	}
	g.declareSums(&p)
	for k, u := range g.blocks() {
		p.line("%s mcmc.%s", blockPrefix.name(k+1), blockKind(u)+"Block")
		if u.Sampled.Block.Integral != nil {
			p.line("%s mcmc.NormalIntegral", integralPrefix.name(k+1))
		}
	}
	if g.finite {
		p.line("weights []float64 // of the values of a whole number")
	}
	for _, name := range g.scratchNames() {
		p.line("%s []%s // to work in", name, g.chainScratch[name])
	}
	if g.settles {
		p.line("beginning, skipped bool // in the first scan; some variable had no possible value\ntry int // to make it")
	}
	p.line("_ [64]byte\n}\n")
	p.line("// newChain makes a chain without values.")
	p.line("func (inf *Inference) newChain(number int, seed uint64) *chain {")
	p.line("c := &chain{Inference: inf, course: sampling.NewCourse(number, seed)}")
	for _, t := range g.values() {
		p.line("c.value.%s = engine.Apart[%s](inf.%s)", g.tableName(t), g.elementType(t), g.count(t.Dims))
	}
	for _, v := range g.tried() {
		p.line("c.free.%s = engine.Apart[bool](inf.%s)", local(v.Name), g.count(v.Dims))
	}
	for _, v := range sliced {
		p.line("c.width.%s = engine.Apart[mcmc.SliceWidth](inf.%s)", g.widths(v), g.count(v.Dims))
	}
	g.makeSums(&p)
	p.line("return c\n}\n")
	return p.String()
}

// draws tells whether some draw is by a method.
func (g *generator) draws(m conditional.Method) bool {
	return slices.ContainsFunc(g.program.Message.Sampling.Draws, func(d *conditional.Draw) bool { return d.Method == m })
}

func (g *generator) slicedVariables() (list []*model.Variable) {
	for _, v := range append(slices.Clone(g.model.Variables), g.program.Message.Sampling.Latents...) {
		if g.sliced[v] {
			list = append(list, v)
		}
	}
	return list
}

// chainFunction is a method of a chain.
func (g *generator) chainFunction() *function {
	f := g.function()
	f.self = "c"
	f.used["c"] = true
	return f
}

// startChain prints the method that gives each variable its first value.
func (g *generator) startChain() string {
	f := g.chainFunction()
	byDraw := map[*conditional.Draw]*message.Update{}
	for _, u := range g.program.Message.Updates {
		if u.Kind != message.Draw {
			continue
		}
		for _, d := range u.Sampled.Alone() {
			alone := *u
			alone.Sampled = d
			byDraw[d] = &alone
		}
	}
	for _, d := range g.program.Message.Sampling.Starts() {
		u := byDraw[d]
		f.elements(d, func() {
			for k, v := range d.Variables {
				if dist := g.program.Message.Sampling.Init(v); dist != nil {
					f.startGiven(u, k, dist)
					continue
				}
				f.drawVariable(u, k, v, true)
			}
		})
	}
	var p printer
	p.comment(startComment)
	p.line("func (c *chain) start() error {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
	return p.String()
}

// startGiven prints a first value that the model says.
func (f *function) startGiven(u *message.Update, k int, dist *model.Dist) {
	d := u.Sampled
	v := d.Variables[k]
	f.stream()
	if dist = dist.OfElement(d.At); dist.Name != "point" {
		f.drawPrior(u, k, dist, false)
		return
	}
	if v.Type.Dimensions > 0 {
		f.body.line("copy(%s, %s)", f.wholeValue(d), f.slice(dist.Args[0]))
		if d.Seen != nil {
			f.body.line("mcmc.Keep(%s, %s)", f.wholeValue(d), f.slice(d.Seen))
		}
		return
	}
	f.body.line("%s = %s", f.drawn(d, k), f.typed(v, dist.Args[0]))
}

// computed prints the method that computes what is asked of a draw that is kept, and records
// it.
func (g *generator) computed() string {
	var p printer
	f := g.chainFunction()
	for _, u := range g.program.Kept {
		if u.Kind == message.Draw {
			f.body.comment(fmt.Sprintf("%s, line %d: %s", u.Sampled.Name(), u.At.Line, u.Sampled.Reason))
			f.elements(u.Sampled, func() { f.draw(u) })
			continue
		}
		v := u.Computed
		t := g.program.Constants[v.Variable]
		f.body.comment(fmt.Sprintf("%s, line %d", v.Variable.Name, u.At.Line))
		for _, l := range v.Loops {
			f.loop(l.Index, l.Lo, l.Hi, false)
		}
		if v.Variable.Type.Dimensions > 0 {
			f.body.line("copy(%s, %s)", f.part(f.table(t), g.shape(t.Dims), v.At, f.at0()), f.slice(v.Expr))
		} else {
			f.body.line("%s = %s", f.load(t, v.At, f.at0()), f.typed(v.Variable, v.Expr))
		}
		for range v.Loops {
			f.close()
		}
	}
	p.line("// compute gives each variable its value that no other draw depends on.")
	p.line("func (c *chain) compute() error {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
	return p.String()
}

package codegen

import (
	"mpc/codegen/code"
)

func (g *generator) newFunc(p *printer) {
	p.line("// New checks the data and returns an Inference over a copy of it.")
	p.line("func New(data Data) (*Inference, error) {")
	p.line("inf := &Inference{progress: engine.NewProgress(&schedule)}")
	if g.code.program.Run.Guarded() {
		p.line("inf.progress.Ascend(engine.NewAscent)")
	}
	if g.code.program.Run.Starts {
		p.line("inf.progress.Seed = %d", g.model.Iterate.Seed)
		if g.code.program.Run.Restarts {
			p.line("inf.progress.From = inf.progress.Seed")
		}
	}
	if g.code.program.Shares {
		p.line("inf.workers = 1\ninf.progress.Share()")
	}
	p.line("if err := inf.read(%s); err != nil {\nreturn nil, err\n}", g.dataArgument("read"))
	p.line("if err := inf.prepare(); err != nil {\nreturn nil, err\n}")
	p.line("inf.reset(0)\nreturn inf, nil\n}\n")
}

// dataArgument is what a function that reads data is given: a pointer where it finds numbers by their labels.
func (g *generator) dataArgument(reads string) string {
	if g.code.program.Functions[reads].Params[0].Access == code.Update {
		return "&data"
	}
	return "data"
}

package codegen

import (
	"mpc/codegen/code"
	"mpc/codegen/lower"
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
	g.prepare(p)
}

// dataArgument is what a function that reads data is given: a pointer where it finds numbers by their labels.
func (g *generator) dataArgument(reads string) string {
	if g.code.program.Functions[reads].Params[0].Access == code.Update {
		return "&data"
	}
	return "data"
}

// prepare prints the methods that lay out the arrays.
func (g *generator) prepare(p *printer) {
	g.code.fields(p, "prepare", "lays out the arrays and checks all indices.")
	for _, in := range g.code.program.Arrays() {
		g.code.function(p, lower.FitsOf(in), "checks that the input "+in.Name+" has as many values as sizes ask for.")
	}
	for _, s := range g.program.Message.Graph.Shared {
		g.code.fields(p, lower.FitsOf(s.Others), "checks that what other batches say of "+s.Variable.Name+" fits the sizes. What they have not said says nothing.")
	}
	g.layouts(p)
}

// allocate prints the function that makes the arrays, and those of the sizes of elements.
func (g *generator) allocate(p *printer) {
	for _, t := range g.program.Tables {
		if name := g.code.program.SizesOf(t); g.code.has(name) {
			g.code.function(p, name, "are the sizes of the elements of "+g.tableName(t)+".")
		}
	}
	g.code.fields(p, "allocate", "makes the arrays of what is kept.")
}

// reset prints the function that makes the messages uniform that steps write, and those that set tables to where they start.
func (g *generator) reset(p *printer) {
	g.code.fields(p, "reset", "forgets the results of the steps from first on that are not done.")
	g.begins(p)
}

// begins prints the methods that set tables to where they start.
func (g *generator) begins(p *printer) {
	for _, t := range g.program.Tables {
		if begin := g.code.program.BeginOf(t); begin != "" {
			g.code.function(p, begin, "sets what is known of "+t.Variable.Name+" to where it starts.")
		}
	}
}

package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/lower"
	"mpc/codegen/names"
)

// The package of a model whose variables are sampled. Its Inference holds the data and
// the chains; a chain holds the present value of each variable, and draws new ones.

// sampled prints that package.
func (g *generator) sampled() (*Package, error) {
	g.chain = true
	if g.code.program.Scan == nil {
		return nil, fmt.Errorf("code of the draws: %w", g.code.program.Unscanned)
	}
	results := g.samples()
	data := g.data()
	var chain printer
	chain.record(g.types.Chain())
	state := g.samplingState()
	inference := g.sampler()
	return g.assemble([]part{
		{names.MainFile(g.model.Name) + ".go", packageDoc(g.model), inference + g.code.declarations(lower.Main)},
		{"data.go", "", data + g.code.declarations(lower.Setters) + g.code.declarations(lower.Data)},
		{"chain.go", "", chain.String() + g.code.declarations(lower.Chains) + g.code.declarations(lower.Steps)},
		{"results.go", "", results},
		{"state.go", "", state},
	}, g.samplingTests)
}

// sampler prints the type Inference, New, Run and what is asked of them.
func (g *generator) sampler() string {
	var p, hooks printer
	g.samplingHooks(&hooks)
	p.record(g.types.Inference())
	p.line("// New checks the data and returns an Inference over a copy of it.")
	p.line("func New(data Data) (*Inference, error) {\ninf := &Inference{}")
	p.line("if err := inf.read(%s); err != nil {\nreturn nil, err\n}\nif err := inf.prepare(); err != nil {\nreturn nil, err\n}\nreturn inf, nil\n}\n", g.dataArgument("read"))
	p.Write(hooks.Bytes())
	g.drawOrigins(&p)
	return p.String()
}

// samplingHooks prints Run, and what the model does in the runs of a sampler.
func (g *generator) samplingHooks(p *printer) {
	it := g.model.Iterate
	p.comment("hooks are what this model does in runs.")
	p.line("var hooks = sampling.Hooks[*Inference, *chain]{")
	p.line("Defaults: sampling.Defaults{BurnIn: %d, Samples: %d, Thin: %d, Chains: %d, Seed: %d},", it.Sampling.BurnIn, it.Sampling.Samples, it.Sampling.Thin, it.Sampling.Chains, it.Seed)
	var constants []string
	for _, name := range g.code.program.Once() {
		constants = append(constants, "(*Inference)."+name)
	}
	if m := g.code.memory.Chain; len(m.Lists)+len(m.Orders) > 0 {
		constants = append(constants, "(*Inference).lists")
	}
	p.line("Constants: []func(*Inference) error{%s},", strings.Join(constants, ", "))
	if len(g.code.program.JointDraws()) > 0 {
		p.line("Patterns: (*chain).patterns,")
	}
	g.makeChain(p)
	p.line("Course: func(c *chain) *sampling.Course { return &c.course },\nStart: (*chain).start, Scan: (*chain).scan, Compute: (*chain).compute,")
	g.columns(p)
	p.line("}\n")
	p.comment("Run draws. A first Run begins the chains and makes their burn-in, a later one goes on with them. After a run that was cancelled, or that Progress stopped, all draws that there are count, and the next one goes on as if it had not been cut off: chains that are behind catch up.")
	p.line("func (inf *Inference) Run(ctx context.Context, opts ...Option) (Summary, error) {\nreturn inf.sampler.Run(ctx, inf, &hooks, opts)\n}\n")
	p.comment("Summary says how good the draws so far are, as Run does at its end.")
	p.line("func (inf *Inference) Summary() Summary { return inf.sampler.Summary(inf, &hooks) }\n")
}

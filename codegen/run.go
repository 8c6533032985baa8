package codegen

import (
	"strings"

	"mpc/codegen/lower"
)

// run prints Run, and what the model does in a run.
func (g *generator) run(p *printer) {
	run := g.code.program.Run
	p.line("const (\nsteps = %d\nupdates = %d // of the message program\n)\n", len(run.Steps), g.code.program.Updates())
	if run.Iterates() {
		g.reach(p)
	}
	p.line("// Run runs the inference: what is up to date is not computed again, an iteration\n// that has not converged goes on.")
	p.line("func (inf *Inference) Run(ctx context.Context, opts ...Option) (Summary, error) {")
	if run.Restarts {
		p.line("return inf.restarts().Run(ctx, inf, %s, opts)\n}\n", g.hooks())
	} else {
		p.line("return passing.Run(ctx, %s, opts)\n}\n", g.hooks())
	}
	g.startsOver(p)
}

// hooks prints what the model does in a run.
func (g *generator) hooks() string {
	var p printer
	run := g.code.program.Run
	p.line("&passing.Hooks{\nMax: %d, Tolerance: %s, Progress: &inf.progress,\nSteps: []passing.Step{", run.Max, number(run.Tolerance))
	for _, s := range run.Steps {
		posteriors := ""
		if s.Posteriors {
			posteriors = "Posteriors: true, "
		}
		if s.Once != "" {
			p.line("{Once: inf.%s},", s.Once)
		} else {
			p.line("{%sIteration: engine.Hooks{\n%s,\n}},", posteriors, iteration(s, run.Totals))
		}
	}
	var checks []string
	if run.Ignored {
		checks = append(checks, "inf.checkIgnored")
	}
	checks = append(checks, "inf.checkMarginals")
	if run.Evidence {
		checks = append(checks, "func() error { return inf.progress.CheckEvidence(inf.addEvidence) }")
	}
	p.line("},\nChecks: []func() error{%s},", strings.Join(checks, ", "))
	if g.code.program.Shares {
		p.line("Workers: &inf.workers,")
	}
	if run.Starts {
		p.line("Reset: inf.reset, RandomStep: %d,", run.StartSteps[0])
	}
	if run.Restarts {
		p.line("Starts: &inf.starts,")
	}
	return p.String() + "}"
}

// iteration prints what an iteration consists of.
func iteration(s lower.RunStep, totals bool) string {
	var list []string
	hook := func(name, method string) {
		if method != "" {
			list = append(list, name+": inf."+method)
		}
	}
	hook("First", s.First)
	hook("Body", s.Body)
	hook("Change", s.Change)
	list = append(list, "Check: inf.checkMarginals")
	hook("Last", s.Last)
	if totals {
		list = append(list, "Sum: inf.sumTotals", "Sound: inf.soundTotals")
	}
	if s.Bound == "" {
		return strings.Join(list, ", ")
	}
	outer := list
	list = nil
	hook("Bound", s.Bound)
	list = append(list, "Step: &inf.step")
	hook("Keep", s.Keep)
	hook("Restore", s.Restore)
	if s.OfEvidence {
		list = append(list, "OfEvidence: true")
	}
	return strings.Join(append(outer, "Guard: engine.Guard{"+strings.Join(list, ", ")+"}"), ", ")
}

// state prints MarshalBinary and UnmarshalBinary.
func (g *generator) state(p *printer) {
	p.line("// stateVersion tells states of this model from those of others.")
	p.line("const stateVersion = 0x%016x\n", g.code.program.StateVersion())
	p.line("// MarshalBinary returns the messages, so that a run can be continued: by New with\n// the same data, then UnmarshalBinary.")
	p.line("func (inf *Inference) MarshalBinary() ([]byte, error) {\nreturn inf.progress.Save(engine.DataSum(inf.in), inf.state)\n}\n")
	p.line("// UnmarshalBinary restores what MarshalBinary returned. It refuses the state of\n// another model or of other data.")
	p.line("func (inf *Inference) UnmarshalBinary(b []byte) error {\nif err := inf.progress.Load(b, engine.DataSum(inf.in), inf.state); err != nil {\nreturn err\n}")
	for _, name := range g.code.program.Again() {
		p.line("inf.%s()", name)
	}
	if len(g.code.program.Constants()) > 0 {
		p.line("inf.progress.Done[0] = false // constants are computed again")
	}
	p.line("return nil\n}\n")
}

// reach prints how many sweeps news may need to get through each iteration.
func (g *generator) reach(p *printer) {
	p.line("// reach bounds for each step the iterations that news may take to reach a\n// posterior: the number of its updates.")
	p.line("var reach = [steps]int{")
	for _, s := range g.code.program.Run.Steps {
		if s.Once == "" {
			p.line("%d: %d,", s.ID, s.Reach)
		}
	}
	p.line("}\n")
}

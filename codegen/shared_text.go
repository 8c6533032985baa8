package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
)

// batches prints Batches: with damping where the model has it, and with the check
// that the inputs which define shared variables are the same in all batches.
func (g *generator) batches(p *printer, list []lower.Common) {
	same := g.code.program.SameInputs()
	if len(same) > 0 {
		g.givens(p, same)
	}
	p.comment("Batches are data in parts that are run one at a time: it keeps what each batch says about the shared variables, and the last Inference. The zero value is ready. The messages are the leaves of a tree, whose inner nodes are the products of those below: what all batches but one say is the product of few, and nothing is ever divided.")
	p.line("type Batches struct {\nvisits passing.Batches[Inference, Shared]")
	if len(same) > 0 {
		p.line("given *givens // what defines the shared variables")
	}
	p.line("}\n")
	p.comment("Visit runs one batch, given what the others said when they were visited last, and keeps what it says. Batches count from 0, and may be visited in any order and again and again: once no visit changes anything, the posteriors of the shared variables are those of a run on all data. After an error nothing is kept.")
	said := "inf.Shared()"
	if d := g.model.Iterate.Damping; d != 0 {
		p.comment("With damping, what a batch says is a mixture with what it said before.")
		said = "inf.Shared().damped(b.visits.Said(batch), " + number(d) + ")"
	}
	p.line("func (b *Batches) Visit(ctx context.Context, batch int, data Data, opts ...Option) (Summary, error) {")
	g.visit(p, list, said, len(same) > 0)
	p.line("}\n")
	if g.model.Iterate.Damping != 0 {
		g.dampedShared(p, list)
	}
	p.comment("Inference returns that of the last visit: its posteriors of the shared variables are of all batches visited so far. It is nil before the first visit; after an error it is that of the last visit that had none, which therefore stays in memory while the next runs.")
	p.line("func (b *Batches) Inference() *Inference { return b.visits.Last }\n")
	p.comment("Change is how much the last visit changed a posterior of a shared variable at most, +Inf after the first one.")
	p.line("func (b *Batches) Change() float64 { return b.visits.Change }\n")
	p.comment("Others returns the product of what all batches but one say.")
	p.line("func (b *Batches) Others(batch int) (Shared, error) { return b.visits.Others(batch) }\n")
	p.comment("Set keeps what a batch says: the result of Shared of its Inference, of this run or of an earlier one.")
	p.line("func (b *Batches) Set(batch int, m Shared) error { return b.visits.Set(batch, m) }\n")
}

// visit prints the body of Visit: said is what the batch says then.
func (g *generator) visit(p *printer, list []lower.Common, said string, checks bool) {
	run := "return"
	if checks {
		run = "var given *givens\ns, err :="
	}
	p.line("%s b.visits.Visit(batch, func(others Shared) (inf *Inference, said Shared, now []passing.Belief, s Summary, err error) {", run)
	p.line("if inf, err = New(data); err != nil {\nreturn\n}")
	if checks {
		p.line("given = inf.givens()\nif err = given.check(b.given, batch); err != nil {\nreturn\n}")
	}
	p.line("if err = inf.SetShared(others); err != nil {\nreturn\n}\nif s, err = inf.Run(ctx, opts...); err != nil {\nreturn\n}")
	var known []string
	for _, s := range list {
		kind := "Known"
		if s.Family.Work {
			kind = "KnownIn"
		}
		known = append(known, fmt.Sprintf("passing.%s[%s](%s())", kind, fields.MessageType(s.Family), g.own(s.Known)))
	}
	p.line("return inf, %s, []passing.Belief{%s}, s, nil\n})", said, strings.Join(known, ", "))
	if checks {
		p.line("if err == nil {\nb.given = given\n}\nreturn s, err")
	}
}

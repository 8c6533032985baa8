package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// evidence prints the sum of the terms of the log evidence.
func (g *generator) evidence() string {
	u := g.program.Evidence
	if u == nil {
		return ""
	}
	f := g.function()
	f.terms(u.Terms)
	if g.others() != nil {
		f.body.line("sum.add(inf.in.othersScale, %d)", g.firstUpdate(g.program.Message.Graph.Shared[0].Variable.Edges[0].Factor))
	}
	var p printer
	p.comment(g.evidenceDoc())
	p.line("func (inf *Inference) LogEvidence() float64 {")
	p.line("z, err := inf.evidence()\nif err != nil {\nreturn math.Inf(-1)\n}\nreturn z\n}\n")
	p.line("// evidence adds up the log evidence. The error says which statement contradicts the\n// others, or makes it improper.")
	p.line("func (inf *Inference) evidence() (float64, error) {")
	f.header(&p)
	p.line("var sum logSum")
	p.Write(f.body.Bytes())
	p.line("return inf.total(&sum)\n}\n")
	p.WriteString(sumText)
	if strings.Contains(f.body.String(), "overlap(") {
		p.WriteString(overlapText)
	}
	return p.String()
}

// evidenceDoc says what the log evidence is worth.
func (g *generator) evidenceDoc() string {
	doc := "exact where the model is a tree of exact messages, an estimate elsewhere"
	for _, t := range g.program.Evidence.Terms {
		if t.Kind == message.EntropyTerm {
			doc = "a lower bound of it, as variational message passing has it"
		}
	}
	return "LogEvidence returns the log evidence of the model, log p(data): " + doc + ". It is -Inf where it has no value, for which Run returns an error."
}

// factorTerms prints the terms of one factor in its plate.
func (f *function) factorTerms(list []*message.Term) {
	fac := list[0].Factor
	f.body.comment(fmt.Sprintf("line %d: %s", fac.At.Line, fac.Text))
	f.plate(fac.Loops, fac.Guards, func() {
		for _, t := range list {
			if t.Kind == message.FactorTerm {
				f.addTerm(t, f.call(f.g.program.Values(t), t.Op.Name(), t.Op.In(), ""))
				continue
			}
			place := f.g.program.MessagePlace(t.Edge)
			if place == nil {
				continue // always uniform
			}
			term := func() {
				m := f.load(place.Table, place.Index, f.env())
				q := f.incoming(t.Edge)
				if n := t.Edge.Power(); n != nil {
					f.open("if %s != 0 {", group(f.env().real(n)))
					defer f.close()
					q += ".Times(" + f.term(loops.Term{Place: *place, Copies: n}) + ")"
					m += ".Power(1 / " + group(f.env().real(n)) + ")"
				}
				switch t.Kind {
				case message.PowerTerm:
					f.addTerm(t, m+".LogPower("+f.env().real(t.Edge.Power())+")")
				case message.OutputTerm:
					f.addTerm(t, m+".LogIntegral("+q+")")
				default:
					f.addTerm(t, "overlap("+m+", "+q+")")
				}
			}
			if over := t.Edge.Slot.Over; over != nil {
				f.plate([]*model.Loop{over}, nil, term)
			} else {
				term()
			}
		}
	})
}

// incoming prints what comes to a factor over an edge.
func (f *function) incoming(e *factor.Edge) string {
	if e.Variable.Point {
		return f.load(f.g.program.Points[e.Variable.ID], e.Index, f.env())
	}
	return f.product(f.g.program.Cavity(e), e.Variable.Family)
}

// addTerm prints the addition of a number to the sum.
func (f *function) addTerm(t *message.Term, z string) {
	do := "add"
	if t.Sign < 0 {
		do = "subtract"
	}
	if t.Times == nil {
		f.body.line("sum.%s(%s, %s)", do, z, f.site(t.Factor))
		return
	}
	n := f.env().real(t.Times)
	f.body.line("if n := %s; n != 0 {\nsum.%s(n*%s, %s)\n}", n, do, z, f.site(t.Factor))
}

// site prints what names an instance of a factor in an error: its first update,
// and the loop indices.
func (f *function) site(fac *factor.Factor) string {
	parts := []string{fmt.Sprint(f.g.firstUpdate(fac))}
	for _, l := range fac.Loops {
		parts = append(parts, f.index(l.Index))
	}
	return strings.Join(parts, ", ")
}

// firstUpdate is the ID of the first update of a factor, which says where it
// stands in the model.
func (g *generator) firstUpdate(fac *factor.Factor) int {
	for _, u := range g.program.Message.Updates {
		if u.Factor == fac {
			return u.ID
		}
	}
	return -1
}

// entropy prints the entropies of what is known of each element of a variable.
func (f *function) entropy(t *message.Term) {
	v := t.Variable
	f.body.comment("entropy of " + v.Name)
	f.open("for i := range inf.%s {", f.g.count(v.Dims))
	f.body.line("q := %s", f.at(v, "i"))
	z := "q.Entropy()"
	if t.Times != nil {
		z = group(f.env().real(t.Times)) + "*" + z
	}
	f.body.line("sum.add(%s, %d, i)", z, f.g.firstUpdate(v.Edges[0].Factor))
	f.close()
}

// together prints the log integral of the product of all messages to each
// element of a variable. The proper messages are multiplied first, so that the
// product is proper all the way.
func (f *function) together(t *message.Term) {
	v := t.Variable
	f.body.comment(v.Name + ": messages multiplied one after the other, proper ones first")
	f.open("{")
	f.body.line("product := make([]%s, inf.%s)\nbegun := make([]bool, len(product))", familyType(v.Family), f.g.count(v.Dims))
	f.open("for _, proper := range [...]bool{true, false} {")
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil {
			continue // always uniform
		}
		loops := e.Factor.Loops
		if e.Slot.Over != nil {
			loops = append(loops[:len(loops):len(loops)], e.Slot.Over)
		}
		f.plate(loops, e.Factor.Guards, func() {
			f.body.line("m := %s", f.load(place.Table, place.Index, f.env()))
			f.open("if m.IsProper() == proper {")
			at := "0"
			if len(v.Dims) > 0 {
				at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
			}
			f.body.line("if begun[%s] {", at)
			p := &message.Term{Sign: t.Sign, Factor: e.Factor, Times: t.Times}
			f.addTerm(p, fmt.Sprintf("overlap(product[%s], m)", at))
			f.body.line("m = product[%s].Times(m)\n}\nproduct[%s], begun[%s] = m, true", at, at, at)
			f.close()
		})
	}
	f.close()
	f.close()
}

// possible prints the check that an instance of a factor in which nothing is
// random is possible.
func (f *function) possible(a *loops.Apply) {
	u := a.Update
	f.g.need["dist.NotFinite"] = true
	f.body.line("if logZ := %s; math.IsInf(logZ, -1) {", f.call(a.Args, u.Op.Name(), u.Op.In(), ""))
	f.body.line("return inf.contradiction(%d, %s)", u.ID, f.element(a))
	f.body.line("} else if math.IsNaN(logZ) {")
	f.body.line("return inf.skip(%d, dist.NotFinite, %s)\n}", u.ID, f.element(a))
}

// plate prints loops and conditions around a body.
func (f *function) plate(list []*model.Loop, guards []*model.Expr, body func()) {
	if len(list) == 0 && len(guards) == 0 {
		f.open("{")
		body()
		f.close()
		return
	}
	for _, l := range list {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	for _, g := range guards {
		f.open("if %s {", f.env().truth(g))
	}
	body()
	for range len(list) + len(guards) {
		f.close()
	}
}

// sumText adds up the evidence.
const sumText = `// A logSum adds up numbers, and keeps where the first came that is none.
type logSum struct {
	sum     float64
	bad     float64 // 0 while there is none
	update  int
	element []int
}

func (s *logSum) add(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.sum += z
}

func (s *logSum) subtract(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.sum -= z
}

func (s *logSum) note(z float64, update int, element []int) {
	if s.bad == 0 && (math.IsNaN(z) || math.IsInf(z, 0)) {
		s.bad, s.update, s.element = z, update, append([]int(nil), element...)
	}
}

// total returns the sum, or an error that names the first term without a value.
func (inf *Inference) total(s *logSum) (float64, error) {
	if s.bad == 0 {
		return s.sum, nil
	}
	at := origins[s.update]
	where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: s.element, Iteration: inf.sweeps()}
	switch {
	case math.IsNaN(s.bad):
		return 0, &ImproperError{where}
	case s.bad < 0:
		return 0, &ContradictionError{where}
	}
	return 0, &NotFiniteError{where}
}
`

const overlapText = `
// overlap is the log integral of two messages. One that says nothing is 1
// everywhere.
func overlap[M interface {
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](a, b M) float64 {
	if a.IsUniform() && !a.IsProper() || b.IsUniform() && !b.IsProper() {
		return 0
	}
	return a.LogIntegral(b)
}
`

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
	var parts []string
	for _, x := range g.code.program.EvidenceParts {
		parts = append(parts, fmt.Sprintf("{%d, %q, 0}", x.Line, x.Statement))
	}
	var p printer
	p.comment(g.evidenceDoc())
	p.line("func (inf *Inference) LogEvidence() float64 {")
	p.line("z, err := inf.evidence()\nif err != nil {\nreturn math.Inf(-1)\n}\nreturn z\n}\n")
	p.line("// evidenceTerms lists the statements and variables that have a part in the log evidence.")
	p.line("var evidenceTerms = [...]EvidenceTerm{\n%s,\n}\n", strings.Join(parts, ",\n"))
	p.WriteString(evidenceText)
	g.code.function(&p, "addEvidence", "adds up the terms of the log evidence.")
	return p.String()
}

// terms prints the sum of terms. part, if not nil, is called before those of each
// factor and of each variable.
func (f *function) terms(list []*message.Term, part func(t *message.Term)) {
	f.sums = true
	for len(list) > 0 {
		t := list[0]
		if part != nil {
			part(t)
		}
		if t.Variable != nil {
			switch {
			case t.Edge != nil && t.Kind != message.PooledTerm:
				f.definedTerm(t)
			case t.Kind == message.EntropyTerm:
				f.entropy(t)
			case t.Kind == message.PooledTerm:
				f.pooledTerm(t)
			case t.Variable.Family.Row().Vector():
				f.togetherVector(t)
			default:
				f.together(t)
			}
			list = list[1:]
			continue
		}
		n := 1
		for n < len(list) && list[n].Factor == t.Factor && list[n].Variable == nil {
			n++
		}
		f.factorTerms(list[:n])
		list = list[n:]
	}
}

// sums prints the evidence, the bounds, and what adds them up.
func (g *generator) sums() string {
	text := g.evidence() + g.bounds()
	if text == "" {
		return ""
	}
	return text + sumText
}

// evidenceDoc says what the log evidence is worth.
func (g *generator) evidenceDoc() string {
	doc := "exact where the model is a tree of exact messages, an estimate elsewhere"
	if g.program.Evidence.IsBound() {
		doc = "a lower bound of it, as variational message passing has it"
	}
	return "LogEvidence returns the log evidence of the model, log p(data): " + doc + ". It is -Inf where it has no value, for which Run returns an error."
}

// factorTerms prints the terms of one factor in its plate.
func (f *function) factorTerms(list []*message.Term) {
	fac := list[0].Factor
	f.body.comment(fmt.Sprintf("line %d: %s", fac.At.Line, fac.Text))
	f.plate(fac.Loops, fac.Guards, func() {
		for _, t := range list {
			value := func() { f.termValue(t, func(z string) { f.addTerm(t, z) }) }
			if over := overOf(t); over != nil && f.g.program.MessagePlace(t.Edge) != nil {
				f.plate([]*model.Loop{over}, nil, value)
			} else {
				value()
			}
		}
	})
}

// overOf is the loop over the elements of the array that a term is about one by one,
// nil of another.
func overOf(t *message.Term) *model.Loop {
	if t.Edge == nil {
		return nil
	}
	return t.Edge.Slot.Over
}

// termValue prints what computes the term of a factor and of one of its edges, and
// calls add with the expression of its value, if there is one.
func (f *function) termValue(t *message.Term, add func(z string)) {
	if e := t.Paired; e != nil {
		place := f.g.program.MessagePlace(e)
		if place == nil {
			return
		}
		f.open("if !%s.FaintBeside(%s) {", f.incoming(e), f.load(place.Table, place.Index, f.env()))
		defer f.close()
	}
	if t.Kind == message.FactorTerm {
		for _, a := range t.Args {
			if a.Buffer != nil && a.Buffer.Kind == message.Branches {
				f.openedTerm(t, a.Buffer, add)
				return
			}
		}
		add(f.call(f.g.program.Values(t), t.Op.Name(), t.Op.In(), ""))
		return
	}
	place := f.g.program.MessagePlace(t.Edge)
	if place == nil {
		return // always uniform
	}
	m := f.load(place.Table, place.Index, f.env())
	fam := t.Edge.Variable.Family.Row()
	if t.Kind == message.MeanTerm {
		v := t.Edge.Variable
		q := f.g.program.Marginal(v, t.Edge.Index)
		if fam.Vector() {
			add(fmt.Sprintf("operators.%s(%s, %s)", t.Op.Name(), m, f.vectorProduct(q, v, t.Edge.Index)))
		} else {
			add(fmt.Sprintf("operators.%s(%s, %s)", t.Op.Name(), m, f.product(q, v.Family)))
		}
		return
	}
	n, q := t.Edge.Power(), ""
	if n == nil || !fam.Vector() {
		q = f.incoming(t.Edge)
	}
	if n != nil {
		f.open("if %s != 0 {", group(f.env().real(n)))
		defer f.close()
		if fam.Vector() {
			q = f.vectorProduct(append(f.g.program.Cavity(t.Edge), loops.Term{Place: *place, Copies: n}), t.Edge.Variable, t.Edge.Index)
			s := f.scratchVector(t.Edge.Variable.Family)
			f.body.line("%s.SetPower(%s, 1/%s)", s, m, group(f.env().real(n)))
			m = "*" + s
		} else {
			count, copies := f.env().real(n), ".Times("+f.term(loops.Term{Place: *place, Copies: n})+")"
			if f.g.program.Message.Faint(t.Edge.Variable) {
				switch t.Kind {
				case message.PowerTerm:
					add(fmt.Sprintf("%s.LogCopies(%s, %s)", operand(m), count, q))
					return
				case message.EdgeTerm:
					add(fmt.Sprintf("%s.LogCopy(%s, %s)", operand(m), count, q+copies))
					return
				}
			}
			q += copies
			m += ".Power(1 / " + group(f.env().real(n)) + ")"
		}
	}
	switch {
	case t.Kind == message.PowerTerm:
		add(f.method(fam, operand(m), "LogPower", f.env().real(t.Edge.Power())))
	case t.Kind == message.OutputTerm:
		add(f.method(fam, operand(m), "LogIntegral", q))
	case f.g.program.Message.Faint(t.Edge.Variable):
		add(operand(m) + ".LogMessage(" + q + ")")
	default:
		add(f.overlap(fam, m, q))
	}
}

// incoming prints what comes to a factor over an edge.
func (f *function) incoming(e *factor.Edge) string {
	if e.Variable.Point {
		return f.load(f.g.program.Points[e.Variable.ID], e.Index, f.env())
	}
	if e.Variable.Family.Row().Vector() {
		return f.vectorProduct(f.g.program.Cavity(e), e.Variable, e.Index)
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
	return -2 - fac.ID // see origins
}

// possible prints the check that an instance of a factor in which nothing is
// random is possible.
func (f *function) possible(a *loops.Apply) {
	u := a.Update
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

// evidenceText is what is asked of the evidence.
const evidenceText = `// evidence adds up the log evidence. The error says which statement contradicts the
// others, or makes it improper.
func (inf *Inference) evidence() (float64, error) {
	var sum logSum
	inf.addEvidence(&sum)
	return inf.total(&sum)
}

// An EvidenceTerm is the part that a statement or a variable has in the log
// evidence.
type EvidenceTerm struct {
	Line      int
	Statement string // or what is said of a variable
	Value     float64
}

// EvidenceTerms returns the parts that LogEvidence is the sum of.
func (inf *Inference) EvidenceTerms() []EvidenceTerm {
	list := evidenceTerms
	sum := logSum{parts: make([]float64, len(list))}
	inf.addEvidence(&sum)
	for i, z := range sum.parts {
		list[i].Value = z
	}
	return list[:]
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
		return 0, &ImproperError{Where: where}
	case s.bad < 0:
		return 0, &ContradictionError{where}
	}
	return 0, &NotFiniteError{where}
}

`

// sumText adds up the evidence.
const sumText = `// A logSum adds up numbers, and keeps where the first came that is none.
type logSum struct {
	sum, size float64   // of the numbers, of their sizes
	part      int       // that the numbers are of
	parts     []float64 // sums, if not nil
	bad       float64   // 0 while there is none
	update    int
	element   []int
}

func (s *logSum) add(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.sum += z
	if s.parts != nil {
		s.parts[s.part] += z
	}
}

func (s *logSum) subtract(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.sum -= z
	if s.parts != nil {
		s.parts[s.part] -= z
	}
}

func (s *logSum) note(z float64, update int, element []int) {
	s.size += math.Abs(z)
	if s.bad == 0 && (math.IsNaN(z) || math.IsInf(z, 0)) {
		s.bad, s.update, s.element = z, update, append([]int(nil), element...)
	}
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

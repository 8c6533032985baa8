package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/lower"
)

// leftOut prints the part of a package that says what each observation has given all others.
func (g *generator) leftOut(p *printer, of *lower.Gaussian) {
	p.comment("LeaveOneOut returns what each observation has given all others: the log of its density, and the probability of less than what is observed, as the last run and its joint posterior say, without another run; nil where there was none since the data were set, or since a state was read. Vectors are not among them, nor what is drawn.")
	p.line("func (inf *Inference) LeaveOneOut() ([]LeftOut, error) {\nif inf.solution == nil {\nreturn nil, nil\n}")
	p.line("own := *inf\nq := &joint{Inference: &own}\nreturn inf.solution.Joint(q).LeaveOneOut(q, []engine.LeftOut{")
	for _, o := range of.Observed {
		name := ""
		if o.Name != "" {
			name = fmt.Sprintf(", Name: %q", o.Name)
		}
		if o.Seen == nil {
			p.line("{},") // of no observation
		} else {
			p.line("{Line: %d, Statement: %q%s},", o.Seen.Factor.At.Line, o.Seen.Factor.Text, name)
		}
	}
	p.line("})\n}\n")
	p.line("// Observe says all observations.\nfunc (q *joint) Observe(to *latent.Observations) {\nq.observations = to\nq.observe()\n}\n")
	p.comment("AddBelow adds the probability of less than what an instance of a statement sees, and half of that of it itself, were what it reads z.")
	g.addBelow(p, of)
}

// addBelow prints the method that asks the functions of statements.
func (g *generator) addBelow(p *printer, of *lower.Gaussian) {
	unknown, most := false, 0
	var cases []string
	for k, o := range of.Observed {
		switch {
		case !o.AsksBelow():
		case o.Below == nil:
			unknown = true
		default:
			n := len(o.Term.Loops)
			most = max(most, n)
			args := append([]string{"i", "j", "k"}[:n:n], "x")
			cases = append(cases, fmt.Sprintf("case %d:\nfor n, x := range z {\nout[n] += q.%s(%s)\n}", k, g.code.program.Declared(o.Below).Name, strings.Join(args, ", ")))
		}
	}
	params := []string{"statement", "i", "j", "k"}
	if len(cases) == 0 {
		params[0] = "_"
	}
	for n := most; n < 3; n++ {
		params[1+n] = "_"
	}
	z := "z"
	if len(cases) == 0 {
		z = "_"
	}
	if len(cases) == 0 && !unknown {
		p.line("func (q *joint) AddBelow(_, _, _, _ int, _, _ []float64) {} // there are none\n")
		return
	}
	p.line("func (q *joint) AddBelow(%s int, %s, out []float64) {", strings.Join(params, ", "), z)
	if len(cases) > 0 {
		p.line("switch statement {\n%s", strings.Join(cases, "\n"))
	}
	switch {
	case unknown && len(cases) > 0:
		p.line("default:\nfor n := range out {\nout[n] = math.NaN()\n}\n}")
	case unknown:
		p.line("for n := range out {\nout[n] = math.NaN()\n}")
	case len(cases) > 0:
		p.line("}")
	}
	p.line("}\n")
}

package codegen

import (
	"fmt"
	"mpc/codegen/names"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/text"
	"mpc/message"
	"mpc/model"
)

// chainTable is the variable of a table that a chain has and an Inference has not; ok is false of others.
func (l *lowered) chainTable(t *code.Table) (name, field string, element, ok bool) {
	s := l.program.Tables[t]
	switch {
	case s.Block != nil && s.Block.Gaussian != nil:
		return "q." + s.What, "", false, true
	case s.State != "":
		return "c." + stateField(s.State), "", false, true
	case s.Block != nil:
		return "c." + names.Prefix(s.What).Name(l.g.blockNumber(s.Block)), "", false, true
	case s.Free != nil:
		return "c.free." + local(s.Free.Name), "", true, true
	case s.Width != nil:
		name := widths(s.Width)
		return name, "c.width." + name, true, true
	case s.Weights:
		return "weights", "c.weights", false, true
	case s.List != nil:
		name := l.g.listOf(s.List)
		return name, "&" + l.self + "." + name, false, true
	case s.Added != nil:
		name := l.g.tableName(s.Added) + strings.ToUpper(s.What[:1]) + s.What[1:]
		return name, "c." + sumsField(s) + "." + name, true, true
	}
	return "", "", false, false
}

// stateField is the field of a chain for what it keeps of its scans, some of it of its course.
func stateField(state string) string {
	switch state {
	case "burning", "scans":
		return "course." + strings.ToUpper(state[:1]) + state[1:]
	}
	return state
}

// Stream is the local variable for the stream of random numbers.
func (l *lowered) Stream() (name, field string) { return "stream", "&c.course.Stream" }

// elementsFrom is a slice of n numbers from a place on.
func elementsFrom(from text.Arg, n string) string {
	if from.Index == "0" {
		return fmt.Sprintf("%s[:%s]", from.Array, n)
	}
	return fmt.Sprintf("%s[%s:][:%s]", from.Array, from.Index, n)
}

// scan prints the methods that draw, from their code: the one that begins a chain, those of a scan, and the one that
// computes what is asked of a draw that is kept.
func (l *lowered) scan() (start, scan, kept string) {
	s := l.program.Scan
	g := l.g
	l.self = "c"
	defer func() { l.self = "inf" }()
	names := g.drawnNames()
	for k, u := range g.program.Scan {
		l.methods[s.Draws[u]] = "draw" + names[k]
		for _, b := range s.Beside[u] {
			name := names[k]
			if b.Variable != nil {
				name = exported(b.Variable.Name)
			}
			l.methods[b.Row] = b.Verb + name + b.After
		}
	}
	if s.Look != nil {
		l.methods[s.Look] = "look"
	}
	if s.Excluded != nil {
		l.methods[s.Excluded] = "excluded"
	}
	if s.Patterns != nil {
		l.methods[s.Patterns] = "patterns"
	}
	l.methods[s.Sweep] = "sweep"
	l.methods[s.Scan] = "scan"
	var p printer
	if s.Sweep != s.Scan {
		l.chainMethod(&p, s.Scan, "scan draws each variable once, given the present values of all others. The first values of a chain are draws from the prior, and some may be impossible given others: a variable that has no possible value then is left as it is, or keeps one of its bounds, and the first scan is made again.")
	}
	l.chainMethod(&p, s.Sweep, l.methods[s.Sweep]+" draws each variable once, given the present values of all others.")
	for k, u := range g.program.Scan {
		l.chainMethod(&p, s.Draws[u], drawComment("draw"+names[k], u))
		for _, b := range s.Beside[u] {
			l.chainMethod(&p, b.Row, l.methods[b.Row]+" "+b.Says)
		}
	}
	if s.Patterns != nil {
		l.chainMethod(&p, s.Patterns, "patterns finds which of the values that are drawn together are tied to each other.")
	}
	if s.Look != nil {
		l.chainMethod(&p, s.Look, "look finds what has no density after the first scan, whatever is drawn: the data leave it none.")
	}
	if s.Excluded != nil {
		l.chainMethod(&p, s.Excluded, "excluded finds what leaves the values of a chain, where a slice begins, no density.")
	}
	scan = p.String()
	p.Reset()
	l.methods[s.Start] = "start"
	l.chainMethod(&p, s.Start, startComment)
	start = p.String()
	p.Reset()
	l.methods[s.Compute] = "compute"
	l.chainMethod(&p, s.Compute, "compute gives each variable its value that no other draw depends on.")
	return start, scan, p.String()
}

const startComment = "start gives each variable its first value: a draw from its prior, of vague priors one that is not far out, or what the model says under init."

// drawComment says what a method draws, and how.
func drawComment(name string, u *message.Update) string {
	d := u.Sampled
	return fmt.Sprintf("%s draws %s, line %d, %s: %s.", name, d.Name(), d.Pos().Line, d.Method.Phrase(), d.Reason)
}

// chainMethod prints a function of a chain.
func (l *lowered) chainMethod(p *printer, r *code.Row, comment string) {
	l.f, l.locals = l.g.locals(), map[*code.Table]string{}
	m := text.Function(l.program.Program, r, l)[0]
	m.Name = l.methods[r]
	p.comment(comment)
	l.method(p, m)
}

// widths is the field with the widths of slices of a variable.
func widths(v *model.Variable) string { return local(v.Name) + "Width" }

package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/names"
	"mpc/message"
)

// declareScan says what the functions of a scan are in the package.
func (l *lowering) declareScan() {
	s := l.Scan
	adds := func(r *code.Row, name, doc string) {
		if r != nil && l.declared[r] == nil {
			l.adds(Chains.has(name, doc).on(OfChain), r)
		}
	}
	adds(s.Start, "start", "gives each variable its first value: a draw from its prior, of vague priors one that is not far out, or what the model says under init.")
	if s.Sweep != s.Scan {
		adds(s.Scan, "scan", "draws each variable once, given the present values of all others. The first values of a chain are draws from the prior, and some may be impossible given others: a variable that has no possible value then is left as it is, or keeps one of its bounds, and the first scan is made again.")
	}
	sweep := "sweep"
	if s.Sweep == s.Scan {
		sweep = "scan"
	}
	adds(s.Sweep, sweep, "draws each variable once, given the present values of all others.")
	drawn := l.drawnNames()
	for k, u := range l.Loops.Scan {
		d := u.Sampled
		adds(s.Draws[u], "draw"+drawn[k], fmt.Sprintf("draws %s, line %d, %s: %s.", d.Name(), d.Pos().Line, d.Method.Phrase(), d.Reason))
		for _, b := range s.Beside[u] {
			name := drawn[k]
			if b.Variable != nil {
				name = names.Exported(b.Variable.Name)
			}
			adds(b.Row, b.Verb+name+b.After, b.Says)
		}
	}
	adds(s.Patterns, "patterns", "finds which of the values that are drawn together are tied to each other.")
	adds(s.Look, "look", "finds what has no density after the first scan, whatever is drawn: the data leave it none.")
	adds(s.Excluded, "excluded", "finds what leaves the values of a chain, where a slice begins, no density.")
	adds(s.Compute, "compute", "gives each variable its value that no other draw depends on.")
}

// drawnNames are what the names of the methods that draw have behind their verbs: what is drawn, or, of many variables
// or where another is called so, the first of it.
func (l *lowering) drawnNames() []string {
	const few = 3
	methods := make([]string, len(l.Loops.Scan))
	taken := map[string]bool{}
	for k, u := range l.Loops.Scan {
		methods[k] = names.Exported(u.Sampled.Variable().Name)
		taken[names.Plain(methods[k])] = true
	}
	for k, u := range l.Loops.Scan {
		if name := together(u); len(u.Sampled.Variables) <= few && !taken[names.Plain(name)] {
			methods[k], taken[names.Plain(name)] = name, true
		}
	}
	return methods
}

// together are the names of all variables of a draw.
func together(u *message.Update) string {
	name := ""
	for _, v := range u.Sampled.Variables {
		name += names.Exported(v.Name)
	}
	return name
}

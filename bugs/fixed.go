package bugs

import (
	"strings"

	"mpc/lang"
)

// What is drawn and computed from data is observed, as in BUGS. Where a definition reads no data, a <- 3, and other statements read
// what it defines, the two are more likely one definition too many: a would be a parameter that is not estimated. The zeros of the zeros trick are
// read by nothing, and so are those of dloglik.

// fixed warns of parameters that are given a constant beside their priors.
func (t *translator) fixed() {
	for _, s := range t.all {
		if s.Dist != nil || s.data || !t.constant(s) {
			continue
		}
		for _, o := range t.all {
			if o.Dist == nil || writtenAs(o) != writtenAs(s) || !t.readElsewhere(o) {
				continue
			}
			t.Warnf(o.At, lang.CodeDouble, "%s is drawn here, and is %s by its definition: it is observed, and not estimated", o.Target, s.Value).
				WithHint("leave out one of the two, if %s is a parameter", o.Target.Name).WithRelated(s.At, "defined here")
			break
		}
	}
}

// writtenAs is what a statement is of, as the program writes it.
func writtenAs(s *site) string { return s.Target.String() + " " + strings.Join(loopTexts(s), ";") }

// constant tells whether a definition reads nothing, not even the index of a loop.
func (t *translator) constant(s *site) bool {
	reads := false
	walk(s.Value, func(e Expr) {
		if _, ok := e.(*Ref); ok {
			reads = true
		}
	})
	return !reads
}

// readElsewhere tells whether another statement of the model reads what a statement draws.
func (t *translator) readElsewhere(s *site) bool {
	found := false
	for _, o := range t.all {
		if o.data || o.Target.Name == s.Target.Name {
			continue
		}
		o.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name == s.Target.Name && o.loop(r.Name) == nil {
				found = true
			}
		})
	}
	return found
}

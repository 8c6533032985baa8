package bugs

import (
	"mpc/lang"
)

// withoutData reports what dflat() draws and no data depend on: its posterior is flat as it is.
func (t *translator) withoutData() {
	if t.options.Simulate {
		return // said of all that dflat draws
	}
	reached := t.reachingData()
	for _, s := range t.all {
		if s.Dist == nil || alias(s.Dist.Fun) != "dflat" || s.Bounds != nil || reached[s.Target.Name] {
			continue
		}
		t.Errorf(s.At, lang.CodeImproper, "%s has no posterior: dflat() is improper, and no data depend on %s", s.Target, s.Target).
			WithHint("take it out, or give it a proper prior")
	}
}

// reachingData are the names that data depend on, by what is computed or drawn from them: as far as names say it. Bounds count too.
func (t *translator) reachingData() map[string]bool {
	reached := map[string]bool{}
	for n := range t.given {
		reached[n] = true
	}
	for _, s := range t.all {
		if s.Dist == nil {
			continue
		}
		for _, o := range t.all { // what is drawn and defined is observed
			if o.Dist == nil && o.Target.Name == s.Target.Name {
				reached[s.Target.Name] = true
			}
		}
		if s.Bounds == nil {
			continue
		}
		for _, e := range []Expr{s.Bounds.Lo, s.Bounds.Hi} {
			walk(e, func(e Expr) {
				if r, ok := e.(*Ref); ok {
					reached[r.Name] = true
				}
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range t.all {
			if !reached[s.Target.Name] {
				continue
			}
			s.each(func(e Expr) {
				if r, ok := e.(*Ref); ok && !reached[r.Name] {
					reached[r.Name], changed = true, true
				}
			})
		}
	}
	return reached
}

package bugs

import "mpc/lang"

// apart looks for names that are drawn in some elements and defined in others, which only the
// subscripts keep apart: these are no constants, and neither is what reads them.
func (t *translator) apart() {
	data := Data{}
	for n, a := range t.given {
		data[n] = a
	}
	v := &evaluation{report: &lang.Collector{}, data: data, all: t.all, known: t.known, index: map[string]int{}, steps: new(int)}
	v.run()
	v.report = &lang.Collector{} // of errors the evaluation that counts says so
	for _, s := range t.all {
		name := s.Target.Name
		a := data[name]
		if s.Dist == nil || !t.known[name] || a == nil || len(a.Dim) == 0 {
			continue
		}
		defined := map[int]bool{}
		for _, d := range t.all {
			if d.Dist == nil && d.Target.Name == name {
				v.loops(d, func() *unknown {
					places, _, left := v.places(d.Target, a)
					for _, p := range places {
						defined[p] = true
					}
					return left
				})
			}
		}
		v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, a)
			for _, p := range places {
				if !defined[p] {
					t.known[name] = false
				}
			}
			if left != nil { // an element beyond those that are defined
				t.known[name] = false
			}
			return left
		})
		if !t.known[name] {
			delete(t.known, name)
		}
	}
	unsettle(t.all, t.given, t.known)
}

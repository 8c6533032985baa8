package factor

import "mpc/operators"

// ofFunctions gives functions of variables to EP that functions of EP read, where data tell of
// these. A function of VMP has no posterior to be read but the message from its definition, and
// that knows already, through the posteriors of what it is computed from, what comes back: the
// function of EP would count it twice.
func (b *builder) ofFunctions() {
	told := map[*Variable]bool{}
	for again := true; again; {
		again = false
		for _, f := range b.graph.Factors {
			out := f.output()
			if out != nil && (!out.Derived || !f.Kind.Deterministic) {
				out = nil
			}
			if out != nil && !told[out] {
				continue // so far
			}
			for _, s := range f.Slots {
				if s.Edge == nil || s.Edge.Defines {
					continue
				}
				v := s.Edge.Variable
				if again = again || !told[v]; !told[v] {
					told[v] = true
				}
				if out != nil && out.Algorithm == operators.EP && v.Algorithm == operators.VMP && v.settles() {
					v.Algorithm, again = operators.EP, true
				}
			}
		}
	}
}

// output is the variable that a factor defines, nil where there is none.
func (f *Factor) output() *Variable {
	if e := f.Slots[0].Edge; e != nil && e.Defines {
		return e.Variable
	}
	return nil
}

// settles tells whether a variable is a function that may as well be by EP: outside of gates,
// and not of truths or whole numbers, which have an order of their own.
func (v *Variable) settles() bool {
	return v.Derived && v.Depth == 0 && !v.whole && len(v.Sizes) == 0 && !v.HalfDrawn
}

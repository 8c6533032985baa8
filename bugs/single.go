package bugs

// singles gives data of one element the dimensions that the program has: R knows no numbers but arrays of one element, so
// that N <- c(60) is a number where the program reads N, and y <- 3 an array where it reads y[i].
func (t *translator) singles() {
	given := Data{}
	for n, a := range t.given {
		given[n] = a
		if len(a.Values) != 1 {
			continue
		}
		switch dims, whole := t.used(n); {
		case dims > 0 && len(a.Dim) == 0:
			given[n] = &Array{Dim: make([]int, dims), Values: a.Values, Missing: a.Missing, Whole: a.Whole}
			for d := range dims {
				given[n].Dim[d] = 1
			}
		case dims == 0 && len(a.Dim) == 1 && !whole:
			given[n] = &Array{Values: a.Values, Missing: a.Missing, Whole: a.Whole}
		}
	}
	t.given = given
}

// used is how many subscripts a name has in the program, and whether its name alone stands for an array somewhere.
func (t *translator) used(name string) (dims int, whole bool) {
	of := func(e Expr) bool {
		r, ok := e.(*Ref)
		return ok && r.Name == name
	}
	list := func(args []Expr) {
		for _, a := range args {
			whole = whole || of(a)
		}
	}
	for _, s := range t.all {
		if s.loop(name) != nil {
			continue
		}
		if s.Target.Name == name {
			dims = max(dims, len(s.Target.Subs))
		}
		if s.Dist != nil && vectors[alias(s.Dist.Fun)] > 0 {
			list(s.Dist.Args)
		}
		s.each(func(e Expr) {
			switch e := e.(type) {
			case *Ref:
				if of(e) {
					dims = max(dims, len(e.Subs))
				}
			case *Call:
				if ofNumber(e.Fun) == nil {
					list(e.Args)
				}
			case *Binary:
				if e.Op == "%*%" {
					list([]Expr{e.X, e.Y})
				}
			}
		})
	}
	return dims, whole
}

package factor

// Parts are sets of variables that factors connect.
type Parts []int // a variable of the same part, at last itself

// NewParts has each variable of a graph in a part of its own.
func NewParts(g *Graph) Parts {
	p := make(Parts, len(g.Variables))
	for i := range p {
		p[i] = i
	}
	return p
}

// Of returns the part of a variable, as the number of one of its variables.
func (p Parts) Of(v *Variable) int {
	i := v.ID
	for p[i] != i {
		i = p[i]
	}
	return i
}

// Join makes one part of those of two variables.
func (p Parts) Join(a, b *Variable) { p[p.Of(b)] = p.Of(a) }

// Connect joins the variables of a factor with each other, and with first where it is not nil.
// It returns first, or else the first variable of the factor, nil where it has none.
func (p Parts) Connect(f *Factor, first *Variable) *Variable {
	for _, s := range f.Slots {
		if s.Edge == nil {
			continue
		}
		if first == nil {
			first = s.Edge.Variable
		}
		p.Join(first, s.Edge.Variable)
	}
	return first
}

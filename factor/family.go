package factor

import "mpc/model"

// families finds the family of each variable: from the factor that defines it,
// for the result of a function from the families of the arguments.
func (b *builder) families() {
	s := sentFamilies()
	for changed := true; changed; {
		changed = false
		for _, v := range b.graph.Variables {
			if v.Family != Unknown {
				continue
			}
			for _, e := range v.Edges {
				if f := e.implies(s); e.Defines && f != Unknown {
					v.Family, changed = f, true
					break
				}
			}
		}
	}
	for _, v := range b.graph.Variables {
		if v.Family == Unknown && v.addedUp() {
			v.Family = Normal
		}
	}
	for _, v := range b.graph.Variables {
		if v.Family == Unknown && !b.HasErrors() && !b.graph.Model.Lacking {
			b.Errorf(v.At, CodeNoOperator, "the family of %s cannot be found: it is defined by itself alone", v.Name)
		}
	}
}

// implies is the family that the defining factor gives to its output, Unknown
// where it depends on arguments that are not known yet.
func (e *Edge) implies(s sent) Family {
	f := e.Factor
	if fam := s.only(e); fam != Unknown {
		return fam
	}
	of := func(slot string) Family {
		if s := f.Slot(slot); s.Edge != nil {
			return s.Edge.Variable.Family
		}
		return Unknown
	}
	switch {
	case f.sum():
		return sumOf(of(f.Kind.Adds[0]), of(f.Kind.Adds[len(f.Kind.Adds)-1]))
	case f.Kind.Like != "":
		return of(f.Kind.Like)
	case f.Kind.AsUsed:
		return e.Variable.expFamily(s)
	}
	for _, slot := range f.Slots {
		if given := slot.Data; given != nil && given.Type.Kind == model.DistKind {
			return Family(given.Type.Family)
		}
	}
	switch f.Kind.Name {
	case "product", "ratio":
		a, b := of("a"), of("b")
		switch {
		case a == MvNormal || b == MvNormal:
			return MvNormal
		case a == Normal || b == Normal:
			return Normal // a scale times a normal
		case a == Bernoulli && f.Slot("b").Edge == nil || b == Bernoulli && f.Slot("a").Edge == nil:
			return Normal // a number times a truth, which counts as 0 or 1
		case a == Unknown:
			return b
		}
		return a
	case "equal":
		// The variable is defined by a constant here; what else defines elements
		// of it says more.
		for _, other := range e.Variable.Edges {
			if other.Defines && other.Factor.Kind.Name != "equal" {
				return Unknown
			}
		}
		return Normal
	}
	return Unknown
}

// sumOf is the family of a sum: a gamma, as positive terms make it, if all terms
// are gammas, else a normal; Unknown where that is not seen yet.
func sumOf(a, b Family) Family {
	switch {
	case a == Gamma && b == Gamma:
		return Gamma
	case (a == Unknown || a == Gamma) && (b == Unknown || b == Gamma):
		return Unknown
	}
	return Normal
}

// addedUp tells whether a sum defines v.
func (v *Variable) addedUp() bool {
	for _, e := range v.Edges {
		if e.Defines && e.Factor.sum() {
			return true
		}
	}
	return false
}

func (f *Factor) sum() bool { return len(f.Kind.Adds) > 0 }

// expFamily is the family of the result of exp: what its uses want. A value that is
// added is normal; one of which a factor takes normals alone, or inverse gammas alone,
// is that; one that is nothing but the variance of normals is an inverse gamma, to
// which they are conjugate; any other is a gamma.
func (v *Variable) expFamily(s sent) Family {
	if v.onlyVariance() {
		return InverseGamma
	}
	for _, e := range v.Edges {
		if e.Factor.sum() {
			return Normal
		}
		if f := s.only(e); f == Normal || f == InverseGamma {
			return f
		}
	}
	return Gamma
}

// onlyVariance tells whether v is used as the variance of normals and as nothing
// else.
func (v *Variable) onlyVariance() bool {
	used := false
	for _, e := range v.Edges {
		switch {
		case e.Defines:
		case e.Factor.Kind.Name == "normal_variance" && e.Slot.Name == "variance":
			used = true
		default:
			return false
		}
	}
	return used
}

// inits checks that initial marginals are of the family of their variable.
func (b *builder) inits() {
	for _, v := range b.graph.Variables {
		d := v.Init
		if d == nil || v.Family == Unknown {
			continue
		}
		if d.Name == model.Listed {
			b.listed(v)
			continue
		}
		if d.Name == model.Random {
			if v.Family.Row().Random == nil {
				b.Errorf(d.At, CodeUnsupported, "a random initial marginal of %s, which is %s, is not supported by this version", v.Name, v.Family).
					WithHint("start other variables at random, or give one: an input of type %s", v.Family)
			}
			continue
		}
		name, point := d.Family(), d.Point() != nil
		if point && v.Point || name == v.Family.String() {
			if v.Family.Row().Vector() && d.Given() == nil {
				b.initSize(v, d)
			}
			continue
		}
		if point {
			b.Errorf(d.At, CodeUnsupported, "a point as the initial marginal of %s, which gets no point estimate, is not supported by this version", v.Name).
				WithHint("give a %s, or add point: [%s]", v.Family, v.Name)
			continue
		}
		b.Errorf(d.At, CodeNoOperator, "the initial marginal of %s is %s, but its messages are %s", v.Name, name, v.Family)
	}
}

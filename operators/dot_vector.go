package operators

import "mpc/dist"

// What a dot product or a component of a random vector says of the vector has rank
// one: it is added to the precision, and never inverted.
func dotVectorOps() []*Op {
	return []*Op{
		{
			Func: DotVectorToOut, Factor: "dot_vector", To: "out", Algorithm: EP, Exact: true,
			Args: []Arg{{"w", SkipIfUniform}, {"x", 0}, {"work", 0}},
		},
		{
			Func: DotVectorToW, Factor: "dot_vector", To: "w", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"to", 0}},
		},
		{Func: DotVectorToOut, Factor: "dot_vector", To: "out", Algorithm: VMP, Args: []Arg{{"w", 0}, {"x", 0}, {"work", 0}}},
		{
			Func: DotVectorToW, Factor: "dot_vector", To: "w", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"to", 0}},
		},
		{
			Func: ComponentToOut, Factor: "component", To: "out", Algorithm: EP, Exact: true,
			Args: []Arg{{"w", SkipIfUniform}, {"k", 0}, {"work", 0}},
		},
		{
			Func: ComponentToW, Factor: "component", To: "w", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}},
		},
		{Func: ComponentToOut, Factor: "component", To: "out", Algorithm: VMP, Args: []Arg{{"w", 0}, {"k", 0}, {"work", 0}}},
		{
			Func: ComponentToW, Factor: "component", To: "w", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}},
		},
	}
}

// DotVectorToOut sends out = dot(w, x), x known: the normal of mean x'E[w] and
// variance x'V x, the point 0 where x is 0. A uniform w gives a uniform message; the
// fault is Improper where w is otherwise improper.
func DotVectorToOut(w dist.MvNormal, x []float64, work *dist.MvWork) (dist.Normal, dist.Fault) {
	if w.IsUniform() {
		return dist.NormalUniform(), dist.NoFault
	}
	m := w.Dot(x, work)
	if !m.IsFinite() {
		return dist.NormalUniform(), dist.Improper
	}
	return m, dist.NoFault
}

// DotVectorToW sends the w of out = dot(w, x): the precision p x x' and h x for an
// out of natural parameters h and p. The fault is NotFinite where out is a point
// mass: on a plane there is no density.
func DotVectorToW(out dist.Normal, x []float64, to *dist.MvNormal) dist.Fault {
	to.Resize(len(x))
	if out.IsPoint() {
		return dist.NotFinite
	}
	to.AddDot(x, out)
	return dist.NoFault
}

// ComponentToOut sends out = w[k]: the marginal of that component. A uniform w gives
// a uniform message; the fault is Improper where w is otherwise improper.
func ComponentToOut(w dist.MvNormal, k int, work *dist.MvWork) (dist.Normal, dist.Fault) {
	if w.IsUniform() {
		return dist.NormalUniform(), dist.NoFault
	}
	m := w.MarginalIn(k, work)
	if !m.IsFinite() {
		return dist.NormalUniform(), dist.Improper
	}
	return m, dist.NoFault
}

// ComponentToW sends the w of out = w[k]. The fault is NotFinite where out is a point
// mass.
func ComponentToW(out dist.Normal, k int, to *dist.MvNormal) dist.Fault {
	size := to.Size()
	to.SetUniform()
	if out.IsPoint() {
		return dist.NotFinite
	}
	to.H[k], to.P[k*size+k] = out.H, out.P
	return dist.NoFault
}

package model

// mosts finds for each variable that is drawn from gammas of known parameters what it
// exceeds with no more than a probability of exp(-100) = 4e-44: as many values as follow from
// it are kept of a Poisson count of that rate.
func (c *checker) mosts() {
	known := map[*Variable]*Expr{}
	for _, r := range c.model.Relations {
		if r.Target == nil || r.Target.Op != OpVariable || !r.Target.Variable.Random {
			continue
		}
		v, most := r.Target.Variable, r.most()
		if before, ok := known[v]; ok && (before == nil || most == nil) {
			most = nil
		} else if ok && !before.Equal(most) {
			most = larger(before, most)
		}
		known[v] = most
	}
	for v, most := range known {
		v.most = most
	}
}

// most is the bound of what a statement draws, in terms of the indices of its target; nil of one without.
func (r *Relation) most() *Expr {
	if r.Kind != Draw || r.Dist == nil || r.Dist.sig().most == nil {
		return nil
	}
	most := r.Dist.sig().most(r.Dist)
	if most == nil {
		return nil
	}
	for k, index := range r.Target.Args {
		if i, off, ok := index.Affine(); ok && off == 0 {
			most = most.Subst(i, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: k, At: index.At})
		}
	}
	free := false
	most.Walk(func(x *Expr) { free = free || x.Op == OpIndex })
	if free {
		return nil
	}
	return most
}

// mostOfGamma is the bound of a gamma of shape a and rate b, nil where these are random. By Bernstein's inequality for gammas
// (Boucheron, Lugosi and Massart, "Concentration Inequalities", 2013, section 2.4)
//
//	P(x > a/b + sqrt(2 a t)/b + t/b) <= exp(-t), here with t = 100.
func mostOfGamma(d *Dist) *Expr {
	a, b := d.Arg("shape"), d.Arg("rate")
	if a == nil || b == nil || a.Random || b.Random {
		return nil
	}
	number := Type{Kind: Real}
	spread := Call("sqrt", number, Call("*", number, Number(200), a))
	return Call("/", number, Call("+", number, a, Call("+", number, spread, Number(100))), b)
}

// most bounds a random rate: a variable, or a sum or product of such and of what is known.
func (e *Expr) most() *Expr {
	switch {
	case !e.Random && !e.usesSelector():
		return e
	case e.Op == OpVariable && e.Variable.most != nil:
		return e.of(e.Variable.most)
	case e.Op == OpCall && (e.Fun == "*" || e.Fun == "+") && len(e.Args) == 2:
		a, b := e.Args[0].most(), e.Args[1].most()
		if a != nil && b != nil {
			return Call(e.Fun, Type{Kind: Real}, a, b)
		}
	}
	return nil
}

package conditional

import (
	"slices"

	"mpc/model"
)

// A single is an element of an array whose prior is no normal, and that is tied to no other unknown number, given the
// hyperparameters: all densities that read it read no other single, and no normal or one combination of them, as the data of
// a group do whose mean and precision are drawn. It is integrated by itself, at each value of the combination.

// singlesOf finds the elements of singles that expressions read, each once; ok is false where one is read that is none of the
// array by itself: of a random index, or in a reduction.
func (g *Gaussian) singlesOf(exprs ...*model.Expr) (list []*model.Expr, ok bool) {
	ok = true
	for _, e := range exprs {
		if e == nil {
			continue
		}
		var inner []*model.Index
		e.Walk(func(x *model.Expr) {
			if x.Loop != nil {
				inner = append(inner, x.Loop.Index)
			}
		})
		e.Walk(func(x *model.Expr) {
			if x.Op != model.OpVariable || !g.IsSingle(x.Variable) {
				return
			}
			ok = ok && !slices.ContainsFunc(x.Args, func(a *model.Expr) bool { return readsDrawn(a) || slices.ContainsFunc(inner, a.Uses) })
			if !slices.ContainsFunc(list, x.Equal) {
				list = append(list, x)
			}
		})
	}
	return list, ok
}

// IsSingle tells whether the elements of a variable are singles.
func (g *Gaussian) IsSingle(v *model.Variable) bool {
	return slices.ContainsFunc(g.Singles, func(d *Draw) bool { return d.Variable() == v })
}

// readsSingle tells whether a factor reads singles.
func (g *Gaussian) readsSingle(f *Factor) bool { return slices.ContainsFunc(f.variables(), g.IsSingle) }

// addSingle adds a factor that reads one.
func (g *Gaussian) addSingle(p parts, f *Factor) *refusal {
	f = f.mapped(func(e *model.Expr) *model.Expr { return whereHold(e, f.Guards) })
	if f.Holds != nil {
		return g.cutSingle(f)
	}
	if f.Log != nil || f.Times != nil || f.Exact || f.Dist == nil || f.Dist.Given() != nil || f.Dist.LogDensity() == nil {
		return refuse(f, "%s is no density of a number that is integrated by itself", f.Text)
	}
	for _, e := range f.Guards {
		if list, _ := g.singlesOf(e); len(list) > 0 {
			return refuse(f, "a condition of %s is random", f.Text)
		}
	}
	list, ok := g.singlesOf(append([]*model.Expr{f.X}, f.Dist.Args...)...)
	if !ok || len(list) != 1 {
		return refuse(f, "%s ties numbers whose priors are no normals", f.Text)
	}
	if len(p.readBy(f)) > 0 {
		return g.addBeside(p, f, list[0])
	}
	own := f.Drawn != nil && f.Drawn.Variable == list[0].Variable
	if own {
		if low, high := endsOf(f.Dist); low != nil && low.Random || high != nil && high.Random {
			return refuse(f, "the bounds of %s are random", f.Drawn)
		}
	}
	value := combinationOf(list[0].Variable)
	by := func(e *model.Expr) *model.Expr { return replaced(e, list[0].Key(), elementOf(value, nil)) }
	dist := *f.Dist
	dist.Args = nil
	for _, a := range f.Dist.Args {
		dist.Args = append(dist.Args, by(a))
	}
	r := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: by(f.X), Dist: &dist}, Rest: model.Number(0), Site: &Site{At: value, Single: list[0]}}
	if r = r.wide(); r == nil {
		return refuse(f, "%s depends on a condition", f.Text)
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, r)
	return nil
}

// addBeside adds a factor that reads one beside a linear combination of normals.
func (g *Gaussian) addBeside(p parts, f *Factor, single *model.Expr) *refusal {
	exprs := append([]*model.Expr{f.X}, f.Dist.Args...)
	of, ok := p.combinationsOf(exprs)
	if !ok || len(of) != 1 || f.Drawn != nil || slices.ContainsFunc(f.Guards, p.read) {
		return refuse(f, "%s ties a number whose prior is no normal to several combinations of normals", f.Text)
	}
	slopes := p.slopesOf(of[0])
	if list, ok := g.singlesOf(of[0]); slopes == nil || !ok || len(list) > 0 {
		return refuse(f, "%s multiplies a number whose prior is no normal by a normal, or adds the two", f.Text)
	}
	if slopesDiffer(slopes, f, single) { // a number among them may be integrated over, and of the others the rows then read one combination
		return refuse(f, "%s ties a number whose prior is no normal to different combinations of normals", f.Text)
	}
	at, value := combinationOf(single.Variable), combinationOf(single.Variable)
	value.Name = "value" // expressions are equal whose variables have one name
	by := func(e *model.Expr) *model.Expr {
		return replaced(p.inTermsOf(e, of, []*model.Expr{elementOf(at, nil)}), single.Key(), elementOf(value, nil))
	}
	dist := *f.Dist
	dist.Args = nil
	for _, a := range f.Dist.Args {
		dist.Args = append(dist.Args, by(a))
	}
	r := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: by(f.X), Dist: &dist}, Rest: of[0], Slopes: slopes,
		Site: &Site{Of: of[0], At: at, Single: single, Value: value}}
	if r = r.wide(); r == nil {
		return refuse(f, "%s depends on a condition", f.Text)
	}
	if len(r.Slopes) > 1 || len(r.Slopes[0].Over) > 0 {
		g.Ties = r
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, r)
	return nil
}

// Besides tells whether elements of a variable are read beside combinations.
func (g *Gaussian) Besides(v *model.Variable) bool {
	return slices.ContainsFunc(g.Sites(), func(r *Row) bool { return r.Site.Beside() && r.Site.Single.Variable == v })
}

// slopesDiffer tells whether instances of a factor that read the same single may read different combinations.
func slopesDiffer(list []*Slope, f *Factor, single *model.Expr) bool {
	differs := func(e *model.Expr) bool {
		if e == nil {
			return false
		}
		e = e.Map(func(x *model.Expr) *model.Expr {
			if slices.ContainsFunc(single.Args, x.Equal) {
				return model.Number(0)
			}
			return x
		})
		return slices.ContainsFunc(f.Loops, func(l *model.Loop) bool { return e.Uses(l.Index) })
	}
	return slices.ContainsFunc(list, func(s *Slope) bool {
		return slices.ContainsFunc(append(slices.Clone(s.At), s.Slope, s.If), differs) ||
			slices.ContainsFunc(s.Over, func(l *model.Loop) bool { return differs(l.Lo) || differs(l.Hi) })
	})
}

// whereHold is an expression where conditions hold, of which what they choose is left.
func whereHold(e *model.Expr, conditions []*model.Expr) *model.Expr {
	return e.Map(func(x *model.Expr) *model.Expr {
		if x.Op == model.OpCall && x.Fun == model.Choose {
			for _, c := range conditions {
				switch {
				case c.Equal(x.Args[0]):
					return x.Args[1]
				case c.Equal(not(x.Args[0])):
					return x.Args[2]
				}
			}
		}
		return x
	})
}

// cutSingle adds a condition that bounds one: it is integrated between its bounds.
func (g *Gaussian) cutSingle(f *Factor) *refusal {
	list, ok := g.singlesOf(append(slices.Clone(f.Guards), f.Holds)...)
	above := positive(f.Holds)
	if !ok || len(list) != 1 || above == nil || f.Times != nil {
		return refuse(f, "%s is no bound of a number whose prior is no normal", f.Text)
	}
	slope, rest, ok := affine(above, list[0])
	if !ok || slope.Op != model.OpNumber || slope.Value == 0 || rest.Random {
		return refuse(f, "%s is no bound that the data give", f.Text)
	}
	r := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards}, Rest: quotient(negated(rest), slope), Site: &Site{Single: list[0], Bound: ">"}}
	if slope.Value < 0 {
		r.Site.Bound = "<"
	}
	if r = r.wide(); r == nil {
		return refuse(f, "%s depends on a condition", f.Text)
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, r)
	return nil
}

// endsOf are the ends of a prior, nil where there is none.
func endsOf(d *model.Dist) (low, high *model.Expr) {
	from, to, _ := d.Ends()
	return tightest("max", from), tightest("min", to)
}

// Ends are those of the prior of a single, nil where there is none, if the row is that.
func (r *Row) Ends() (low, high *model.Expr, ok bool) {
	if r.Site.Answer != nil || r.Term.Factor.Drawn == nil || r.Term.Factor.Drawn.Variable != r.Site.Single.Variable {
		return nil, nil, false
	}
	low, high = endsOf(r.Term.Dist)
	return low, high, true
}

// singleAsked is the single that the expressions of an answer read; nil where they read none.
func (g *Gaussian) singleAsked(v *model.Variable, exprs ...*model.Expr) (of *model.Expr, no *Refusal) {
	list, ok := g.singlesOf(exprs...)
	switch {
	case ok && len(list) == 0:
		return nil, nil
	case !ok, len(list) > 1, slices.ContainsFunc(exprs, partsOf(g.Parts()).read):
		no = refusedAnswer(v, " reads several numbers, of which one or more has a prior that is no normal: these are integrated one by one")
		no.Hint = "infer names a function of several numbers whose priors are no normals: without it the posterior is computed as a whole"
		return nil, no
	}
	return list[0], nil
}

// singleFamily is the family of the posterior of singles.
func (g *Gaussian) singleFamily(v *model.Variable) string {
	for _, d := range g.Singles {
		if d.Variable() != v {
			continue
		}
		name := d.Prior[0].Dist.Family()
		if sig := model.Distribution(name); sig != nil && sig.OfNumbers() {
			return name
		}
		low, high := endsOf(d.Prior[0].Dist)
		switch {
		case low == nil || low.Op != model.OpNumber || low.Value < 0:
		case high != nil && high.Op == model.OpNumber && high.Value <= 1:
			return "beta"
		default:
			return "gamma"
		}
	}
	return "normal"
}

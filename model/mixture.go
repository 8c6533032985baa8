package model

// By VMP a vector of Student's t whose precision is drawn is a normal vector given a gamma of its own, times which its precision is:
// w ~ gamma(df / 2, rate = df / 2), x ~ mvnormal(location, precision = P * w). Gibbs sampling makes the same of it, but of the joint
// density, which is that of the model.

// mixtures writes such draws so.
func (c *checker) mixtures() {
	if c.model.Algorithm != "vmp" {
		return
	}
	var out []*Relation
	for _, r := range c.model.Relations {
		if r.Dist == nil || r.Dist.Name != StudentVector || len(r.Branches) > 0 || len(r.Repeats) > 0 {
			out = append(out, r)
			continue
		}
		d := r.Dist
		precision := d.Arg("precision")
		if precision == nil || !precision.Random {
			out = append(out, r) // which no operator takes
			continue
		}
		w := c.perInstance(r)
		half := Call("/", Type{Kind: Real}, d.Arg("df"), Number(2))
		out = append(out, &Relation{Kind: Draw, Loops: r.Loops, Guards: r.Guards, Target: w, At: r.At, Text: r.Text,
			Dist: &Dist{Name: "gamma", Names: []string{"shape", "rate"}, Args: []*Expr{half, half}, At: d.At}})
		scaled := &Expr{Op: OpCall, Fun: "*", Type: precision.Type, Args: []*Expr{precision, w}, Random: true, At: precision.At}
		given := *r
		given.Dist = &Dist{Name: "mvnormal", Names: []string{"mean", "precision"}, Args: []*Expr{d.Arg("location"), scaled}, Require: d.Require, Within: d.Within, At: d.At}
		out = append(out, &given)
	}
	c.model.Relations = out
}

// perInstance makes a variable with an element for each instance of a relation, and that element.
func (c *checker) perInstance(r *Relation) *Expr {
	base := "y"
	if x := r.defines(); x != nil && x.Op == OpVariable {
		base = x.Variable.Name
	} else if x != nil && x.Op == OpInput {
		base = x.Input.Name
	}
	v := &Variable{ID: len(c.model.Variables), Name: base + "_scale", Random: true, Type: Type{Kind: Real}, At: r.At, Dims: []*Expr{}, used: true}
	for c.inputs[v.Name] != nil || c.variables[v.Name] != nil {
		v.Name += "_"
	}
	e := &Expr{Op: OpVariable, Type: v.Type, Variable: v, Random: true, At: r.At}
	for k, l := range r.Loops {
		size := l.Full
		for d, outer := range r.Loops[:k] {
			size = size.Subst(outer.Index, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: d, At: r.At})
		}
		v.Dims, v.Ranges, e.Args = append(v.Dims, size), append(v.Ranges, l.Index.Range), append(e.Args, IndexExpr(l.Index))
	}
	c.variables[v.Name] = v
	c.model.Variables = append(c.model.Variables, v)
	return e
}

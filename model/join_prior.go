package model

import "math"

// faint is how precise the prior of an element is whose own prior another statement says,
// beside the precision that this is drawn or given around: the vector has a distribution
// before any message came.
const faint = 1e-12

// nothing is how precise the prior of an element is that is drawn from flat(): so little that no number of a posterior
// shows it.
const nothing = 1e-60

var (
	realType = Type{Kind: Real}
	wholeInt = Type{Kind: Int}
)

// prior adds the draw of the vector. What is known of its elements stands in it: the means
// and, on the diagonal, the precisions.
func (j *join) prior() {
	of := &Relation{At: j.at, Text: j.vector.Name, Loops: []*Loop{}}
	for _, m := range j.inOrder() {
		of.At, of.Text = m.draws[0].At, m.draws[0].Text
		break
	}
	j.means = j.variable(j.vector.Name+"_mean", realType)
	j.precision = j.variable(j.vector.Name+"_precision", realType)
	j.means.Derived, j.precision.Derived = true, true
	j.means.Dims, j.means.Ranges = []*Expr{j.size}, []*Input{nil}
	j.precision.Dims, j.precision.Ranges = []*Expr{j.size, j.size}, []*Input{nil, nil}
	row, column := j.loop("row", j.size), j.loop("column", j.size)
	r, k := IndexExpr(row.Index), IndexExpr(column.Index)
	j.add(Relation{Kind: Assign, Loops: []*Loop{row, column}, Guards: []*Expr{Call("!=", Type{Kind: Bool}, r, k)},
		Target: element(j.precision, r, k), Value: Number(0)}, of)
	mean := &Expr{Op: OpVariable, Type: Type{Kind: Real, Dimensions: 1}, Variable: j.means, At: j.at}
	precision := &Expr{Op: OpVariable, Type: Type{Kind: Real, Dimensions: 2}, Variable: j.precision, At: j.at}
	d := &Dist{Name: "mvnormal", Names: []string{"mean", "precision"}, Args: []*Expr{mean, precision}, At: j.at}
	d.Require = []*Expr{{Op: OpCall, Fun: "definite", Type: Type{Kind: Bool}, Args: []*Expr{precision}, At: j.at}}
	j.add(Relation{Kind: Draw, Loops: []*Loop{}, Target: &Expr{Op: OpVariable, Type: j.vector.Type, Random: true, Variable: j.vector, At: j.at}, Dist: d}, of)
	few := Call("<=", Type{Kind: Bool}, j.size, Number(mostJoined))
	if few.Op != OpBool {
		few.Says = "a block of %v normals is too large: its posterior is dense, and %v are the most; take variables out of it, or choose algorithm: gibbs"
		few.At = j.at
		j.model.Required = append(j.model.Required, &Requirement{Value: few, Text: "blocks", At: j.at})
	}
}

// inOrder are the members as they stand in the vector.
func (j *join) inOrder() []*member {
	var out []*member
	for _, v := range j.model.Variables {
		if m := j.members[v]; m != nil {
			out = append(out, m)
		}
	}
	return out
}

func element(v *Variable, at ...*Expr) *Expr {
	return &Expr{Op: OpVariable, Type: Type{Kind: v.Type.Kind}, Variable: v, Args: at, At: v.At}
}

// drawn writes the draw of elements of a member. A known prior stands in that of the vector.
// Any other, of a mean that reads elements or of a scale that is drawn, is a factor of the
// difference of the element and its mean, which is seen to be 0.
func (j *join) drawn(r *Relation) {
	m := j.members[r.Target.Variable]
	at := j.position(m, r.Target.Args)
	j.add(Relation{Kind: Assign, Target: r.Target, Value: j.component(at)}, r)
	mean, scale := r.Dist.Arg("mean"), j.scale(r.Dist)
	for _, c := range r.Dist.Require {
		j.model.Required = append(j.model.Required, &Requirement{Value: c, Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: r.At})
	}
	diagonal := element(j.precision, at, at)
	if r.Dist.Flat() {
		j.add(Relation{Kind: Assign, Target: element(j.means, at), Value: Number(0)}, r)
		j.add(Relation{Kind: Assign, Target: diagonal, Value: Number(nothing)}, r)
		j.without(Number(nothing), r)
		return
	}
	if !mean.Random && !scale.Random {
		j.add(Relation{Kind: Assign, Target: element(j.means, at), Value: mean}, r)
		j.add(Relation{Kind: Assign, Target: diagonal, Value: precisionOf(r.Dist)}, r)
		return
	}
	weight := Call("*", realType, Number(faint), j.typical(r.Dist, scale))
	j.add(Relation{Kind: Assign, Target: element(j.means, at), Value: j.center(mean)}, r)
	j.add(Relation{Kind: Assign, Target: diagonal, Value: weight}, r)
	difference := Call("-", realType, r.Target, mean)
	difference.Random, difference.At = true, r.At
	c := &combination{}
	here := place{of: r}
	j.linear(difference, nil, here, c)
	d := *r.Dist
	d.Args = append([]*Expr(nil), r.Dist.Args...)
	d.Require = nil
	seen := Number(0)
	if c.rest != nil && !c.rest.Random {
		seen, c.rest = Call("neg", realType, c.rest), nil
	}
	for i, n := range d.Names {
		if n == "mean" {
			d.Args[i] = j.total(c, here, difference)
		} else {
			d.Args[i] = j.read(d.Args[i], here)
		}
	}
	j.add(Relation{Kind: ObserveDraw, Value: seen, Dist: &d}, r)
	j.without(weight, r)
}

// without takes the density of a faint prior, where the element may be, out of the evidence.
func (j *join) without(weight *Expr, r *Relation) {
	if j.model.Evidence {
		flat := &Dist{Name: "normal", Names: []string{"mean", "precision"}, Args: []*Expr{Number(0), Call("/", realType, Number(4*math.Pi*math.Pi), weight)}, At: r.Dist.At}
		j.add(Relation{Kind: ObserveDraw, Value: Number(0), Dist: flat}, r)
	}
}

// scale is the parameter beside the mean of a normal.
func (j *join) scale(d *Dist) *Expr {
	for i, n := range d.Names {
		if n != "mean" {
			return d.Args[i]
		}
	}
	return Number(1)
}

// precisionOf is the precision of a normal whose scale is known.
func precisionOf(d *Dist) *Expr {
	if p := d.Arg("precision"); p != nil {
		return p
	}
	v := d.Arg("variance")
	if v == nil {
		v = Call("*", realType, d.Arg("sd"), d.Arg("sd"))
	}
	return Call("/", realType, Number(1), v)
}

// center is the mean of a prior where all elements stand at the means of theirs, as far as
// those are known: 0 of an element that is drawn around others.
func (j *join) center(mean *Expr) *Expr {
	if !mean.Random {
		return mean
	}
	return Number(0)
}

// typical is about how precise a normal is: what is known of its precision, else the mean of
// the prior of that, and 1 where it is drawn in another way.
func (j *join) typical(d *Dist, scale *Expr) *Expr {
	if !scale.Random {
		return precisionOf(d)
	}
	if scale.Op != OpVariable {
		return Number(1)
	}
	var prior *Relation
	for _, r := range j.all {
		if r.Target != nil && r.Target.Op == OpVariable && r.Target.Variable == scale.Variable {
			prior = r
		}
	}
	if prior == nil || prior.Kind != Draw || !plain(prior) {
		return Number(1)
	}
	shape, rate := prior.Dist.Arg("shape"), prior.Dist.Arg("rate")
	if rate == nil && prior.Dist.Arg("scale") != nil {
		rate = Call("/", realType, Number(1), prior.Dist.Arg("scale"))
	}
	if shape == nil || rate == nil || shape.Random || rate.Random {
		return Number(1)
	}
	mean := Call("/", realType, shape, rate)
	if prior.Dist.sig().Spread == "precision" && d.Arg("precision") == nil && d.Arg("sd") == nil {
		mean = Call("/", realType, rate, shape)
	}
	for i, a := range prior.Target.Args {
		mean = mean.Subst(a.Index, scale.Args[i])
	}
	return mean
}

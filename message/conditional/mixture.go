package conditional

import (
	"fmt"
	"slices"

	"mpc/model"
)

// A vector of Student's t says nothing in closed form of what it is drawn with. It is a normal vector given a number of its own
// (Andrews and Mallows, "Scale mixtures of normal distributions", JRSS B 36, 1974):
//
//	w ~ gamma(df / 2, rate = df / 2), x ~ mvnormal(location, precision = P w)
//	v ~ inversegamma(df / 2, df / 2), x ~ mvnormal(location, covariance = S v)
//
// so that what is conjugate to a normal vector is to this one, and so are these numbers. The joint density of the model is
// still that without them: it is what data are compared by.

// density adds a factor that has a density: as two where it is such a mixture.
func (b *builder) density(f *Factor) {
	if b.whole || f.Dist.Name != model.StudentVector || f.Times != nil || !f.readsDrawn() {
		b.add(f)
		return
	}
	base := "y"
	switch {
	case f.X.Op == model.OpInput:
		base = f.X.Input.Name
	case f.X.Op == model.OpVariable:
		base = f.X.Variable.Name
	}
	prior, given := *f, *f
	prior.Dist = &model.Dist{Name: "gamma", Names: []string{"shape", "rate"}, At: f.At}
	given.Dist = &model.Dist{Name: "mvnormal", Names: []string{"mean", "precision"}, At: f.At}
	matrix := f.Dist.Arg("precision")
	if matrix == nil {
		matrix = f.Dist.Arg("scale")
		prior.Dist.Name, given.Dist.Names[1] = "inversegamma", "covariance"
	}
	w, x := b.perInstance(f, base, "Weight")
	half := quotient(f.Dist.Arg("df"), model.Number(2))
	prior.Dist.Args = []*model.Expr{half, half}
	prior.X, prior.Drawn = x, x
	// Which of several branches counts is drawn too: the number has its prior in all of them.
	prior.Guards = slices.DeleteFunc(slices.Clone(f.Guards), readsDrawn)
	matrix = &model.Expr{Op: model.OpCall, Fun: "*", Type: model.Type{Kind: model.Real, Dimensions: 2}, Args: []*model.Expr{matrix, x}, Random: true, At: matrix.At}
	given.Dist.Args = []*model.Expr{f.Dist.Arg("location"), matrix}
	b.mixed[w] = &definition{loops: f.Loops, target: x.Args, value: model.Number(0), guards: prior.Guards}
	b.notes[w] = fmt.Sprintf(": given it %s is a normal vector (Andrews and Mallows 1974)", f.Text)
	b.program.described[w] = description{"the number that scales " + f.Text, nil}
	b.add(&prior)
	b.add(&given)
}

// readsDrawn tells whether a factor reads a variable that is drawn.
func (f *Factor) readsDrawn() (found bool) {
	f.exprs(func(e *model.Expr) { found = found || readsDrawn(e) })
	return found
}

// perInstance makes a variable with an element for each instance of a factor, and that element.
func (b *builder) perInstance(f *Factor, base, what string) (*model.Variable, *model.Expr) {
	var dims, at []*model.Expr
	var ranges []*model.Input
	for k, l := range f.Loops {
		size := l.Full
		if size == nil {
			size = l.Hi
		}
		for d, outer := range f.Loops[:k] {
			size = size.Subst(outer.Index, &model.Expr{Op: model.OpDim, Type: wholeType, Dim: d, At: f.At})
		}
		dims, ranges, at = append(dims, size), append(ranges, l.Index.Range), append(at, model.IndexExpr(l.Index))
	}
	w := b.latent(base, what, dims, ranges, f.At)
	return w, elementOf(w, at)
}

// instanceOf are the conditions that an element of a variable is one of an instance of a factor, where it is of a mixture.
func (b *builder) instanceOf(v *model.Variable, at []*model.Expr) []*model.Expr {
	d := b.mixed[v]
	if d == nil {
		return nil
	}
	_, conds, _ := d.at0(at)
	return conds
}

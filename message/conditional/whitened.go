package conditional

import (
	"cmp"
	"slices"

	"mpc/model"
)

// A normal vector whose precision is C C', C lower triangular, is as many independent standard normals C'(x - m): its density is
// a row of a block for each of them, linear in the components. Slopes are functions of the precision, or the covariance,
// which may be of hyperparameters.

// vectors tells whether all that draws a variable is normal vectors.
func (d *Draw) vectors() bool {
	v := d.Variable()
	return v.Type.Kind == model.Real && v.Type.Dimensions == 1 && len(d.Prior) > 0 && !slices.ContainsFunc(d.Prior, func(t *Term) bool { return !t.Factor.ofVector() })
}

// matrix tells whether a variable is a matrix of hyperparameters.
func (d *Draw) matrix() bool { return d.Variable().Type.Dimensions == 2 }

// addVector adds a factor that is the density of a normal vector.
func (g *Gaussian) addVector(b *builder, p parts, f *Factor) *refusal {
	mean, covariance := f.Dist.Arg("mean"), f.Dist.Arg("covariance")
	matrix := cmp.Or(covariance, f.Dist.Arg("precision"))
	sizes := mean.Lengths()
	if len(sizes) == 0 {
		sizes = f.X.Lengths()
	}
	if len(sizes) == 0 {
		return refuse(f, "the size of %s is not seen", f.Text)
	}
	if p.read(matrix) {
		return refuse(f, "the precision of %s reads it", f.Text)
	}
	row, column := b.over("j", f), b.over("k", f)
	at := model.IndexExpr(column)
	x, ok := b.entry(f.X, at)
	m, ok2 := b.entry(mean, at)
	if !ok || !ok2 {
		return refuse(f, "components of %s are not seen", f.Text)
	}
	// C' is an upper triangle, the inverse of the factor of a covariance a lower one.
	first, behind, kind := model.IndexExpr(row), sizes[0], model.Number(0)
	if covariance != nil {
		first, behind, kind = model.Number(0), sum(model.IndexExpr(row), model.Number(1)), model.Number(1)
	}
	slope := model.Call(model.Whitening, realType, matrix, kind, model.IndexExpr(row), at)
	s := *f
	s.Drawn, s.Of = nil, f
	s.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], &model.Loop{Index: row, Lo: model.Number(0), Hi: sizes[0], Full: sizes[0]})
	s.X = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{product(slope, difference(x, m))}, Random: true, At: f.At,
		Loop: &model.Loop{Index: column, Lo: first, Hi: behind, Full: sizes[0]}}
	s.Dist = &model.Dist{Name: "normal", Names: []string{"mean", "precision"}, Args: []*model.Expr{model.Number(0), model.Number(1)}, At: f.Dist.At}
	made, no := p.row(&s)
	if no != nil {
		no.factor = f
		return no
	}
	g.Ties = made
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, made)
	return nil
}

// matrixPrior tells why a matrix cannot be integrated: "" where it can.
func (d *Draw) matrixPrior() string {
	v := d.Variable()
	switch {
	case len(v.Dims) > 0:
		return "is an array of matrices"
	case len(d.Prior) != 1 || len(d.Guards) > 0:
		return "has several priors"
	}
	df, scale, _ := d.MatrixPrior()
	switch {
	case df == nil || scale == nil:
		return "is drawn from " + d.Prior[0].Dist.Name + ", which has no freedom and no scale"
	case slices.ContainsFunc(d.Prior[0].Dist.Args, readsDrawn):
		return "is drawn from a wishart whose parameters are drawn"
	}
	return ""
}

// MatrixPrior are the parameters of the wishart that a matrix is drawn from: the freedom, and the scale, or the inverse of it.
func (d *Draw) MatrixPrior() (df, scale *model.Expr, inverse bool) {
	dist := d.Prior[0].Dist
	if e := dist.Arg("inverse"); e != nil {
		return dist.Arg("df"), e, true
	}
	return dist.Arg("df"), dist.Arg("scale"), false
}

// HasVectors tells whether vectors are normal.
func (g *Gaussian) HasVectors() bool {
	return slices.ContainsFunc(g.Parts(), func(d *Draw) bool { return d.Variable().Type.Dimensions > 0 })
}

// tiesVectors tells whether a row reads two vectors or numbers, or draws one around two: messages about each, which are joint
// normals of the components of one, may go around then.
func (g *Gaussian) tiesVectors() bool {
	return slices.ContainsFunc(g.Rows(), func(r *Row) bool {
		drawn := r.Term.Factor.Drawn
		if of := r.Term.Factor.Of; of != nil {
			drawn = of.Drawn
		}
		return !r.asks() && g.readsSeveral(r, drawn)
	})
}

// asks tells whether a row says nothing, and asks for a combination.
func (r *Row) asks() bool { return r.Site != nil && r.Site.Answer != nil }

// readsSeveral tells whether a row reads several whole vectors and numbers but what it draws.
func (g *Gaussian) readsSeveral(r *Row, drawn *model.Expr) bool {
	var read []*model.Expr
	for _, s := range r.Slopes {
		v := g.Parts()[s.Part].Variable()
		x := &model.Expr{Op: model.OpVariable, Variable: v, Args: s.At[:len(v.Dims)], At: v.At}
		if drawn != nil && x.Equal(&model.Expr{Op: model.OpVariable, Variable: drawn.Variable, Args: drawn.Args, At: v.At}) {
			continue
		}
		wide := slices.ContainsFunc(s.Over, func(l *model.Loop) bool {
			return slices.ContainsFunc(x.Args, func(e *model.Expr) bool { return e.Uses(l.Index) })
		})
		if !slices.ContainsFunc(read, x.Equal) {
			read = append(read, x)
		}
		if wide || len(read) > 1 {
			return true
		}
	}
	return false
}

// Computed tells whether the precision or the covariance of a vector is a list that hyperparameters are in.
func (g *Gaussian) Computed(f *Factor) bool {
	return slices.ContainsFunc(precisionsOf(f.Dist), func(e *model.Expr) bool { return e.Op == model.OpList && readsDrawn(e) })
}

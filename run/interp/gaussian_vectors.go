package interp

import (
	"errors"
	"math"

	"mpc/data"
	"mpc/engine"
	"mpc/engine/latent"
	"mpc/message/conditional"
	"mpc/model"
)

// matrix adds the hyperparameters of a matrix.
func (g *gaussian) matrix(to []latent.Hyper, d *conditional.Draw) ([]latent.Hyper, error) {
	df, scale, inverse := d.MatrixPrior()
	freedom, err := data.Eval(df, g.run.env)
	if err != nil {
		return nil, g.run.evalError(err, d.Pos(), d.Prior[0].Factor.Text, "")
	}
	matrix, err := data.Vector(scale, g.run.env)
	if err != nil {
		return nil, g.run.evalError(err, d.Pos(), d.Prior[0].Factor.Text, "")
	}
	return latent.AddMatrix(to, freedom, matrix, inverse), nil
}

// vectors sets the posteriors of vectors and of matrices.
func (g *gaussian) vectors(posterior *latent.Posterior) error {
	for k, d := range g.of.Parts() {
		v := d.Variable()
		if v.Type.Dimensions == 0 {
			continue
		}
		table := g.values[v]
		for i := range table.numbers {
			index := table.indexAt(i)
			if index[len(index)-1] > 0 {
				continue
			}
			x, err := posterior.Vector(g.block.from[k] + i)
			if err != nil {
				return g.run.errorf(Unintegrated, d.Pos(), d.Prior[0].Factor.Text, "the posterior of %s was not found: %v", v.Name, err)
			}
			if e := g.vectorAt(v, index[:len(index)-1]); e != nil {
				e.posterior = x
				list := make([]engine.Quantiles, x.Size())
				for j := range list {
					list[j] = posterior.Quantiles(g.block.from[k] + i + j)
				}
				g.run.quantiles[e] = list
			}
		}
	}
	for k, d := range g.of.Matrices {
		x, err := posterior.Wishart(k)
		if err != nil {
			return g.run.errorf(Unintegrated, d.Pos(), d.Prior[0].Factor.Text, "the posterior of %s was not found: %v", d.Variable().Name, err)
		}
		if e := g.vectorAt(d.Variable(), nil); e != nil {
			e.posterior = x
			g.run.quantiles[e] = posterior.MatrixQuantiles(k)
		}
	}
	return nil
}

// vectorAt is the element of a variable as the graph has it, nil where it has none.
func (g *gaussian) vectorAt(v *model.Variable, index []int) *element {
	for _, x := range g.run.program.Graph.Variables {
		if x.Source == v {
			g.run.posteriors[x] = true
			return g.run.elements[x.ID][key(index)]
		}
	}
	return nil
}

// matrices is the error of matrices that have too many numbers; nil of others.
func (r *run) matrices(of *conditional.Gaussian, err error) error {
	if errors.Is(err, latent.ErrTooMany) && len(of.Matrices) > 0 {
		f := of.Matrices[0].Prior[0].Factor
		e := r.errorf(Unintegrated, f.At, f.Text, "the posterior of %s was not found: %v", of.Name(), err)
		e.Hint = "vectors of 2 or 3 components have fewer, those of a known precision none; algorithm: gibbs draws all variables"
		return e
	}
	return nil
}

// indefinite is the error of a covariance or a precision that hyperparameters make none, where they were when the integration
// failed; nil where all are positive definite.
func (g *gaussian) indefinite() error {
	for _, row := range g.of.Rows() {
		f := row.Term.Factor.Of
		if f == nil || !g.of.Computed(f) {
			continue
		}
		found := g.instances(&conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards}, func() error {
			name := "precision"
			if f.Dist.Arg(name) == nil {
				name = "covariance"
			}
			matrix, err := data.Vector(f.Dist.Arg(name), g.env)
			if err != nil || len(matrix) == 0 || !math.IsNaN(g.vector.WhiteningOf(matrix, true, 0, 0)) {
				return err
			}
			e := g.run.errorf(Unintegrated, f.At, f.Text, "the posterior of %s was not found: the %s of %s is %v, row by row, which is not positive definite", g.of.Name(), name, f.Text, matrix)
			e.Hint = "it is to be, whatever the values of what it is computed from: [[s * s, r * s * t], [r * s * t, t * t]] is, of r between -1 and 1"
			return e
		})
		if found != nil {
			return found
		}
	}
	return nil
}

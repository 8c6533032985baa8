package interp

import (
	"mpc/data"
	"mpc/message"
	"mpc/model"
	"mpc/samples"
)

// A recorder keeps the draws of a variable, one part for each of its elements; nil where
// an entry of an input is not missing.
type recorder struct {
	variable *model.Variable
	size     int // of a vector or a matrix: how many components
	reals    []*samples.Recorder
	truths   []*samples.Truths
	indices  []*samples.Indices
	vectors  []*samples.Vectors
}

// record makes the recorders of what is asked for.
func (x *sampler) record() error {
	for _, u := range x.program.Updates {
		if u.Kind != message.Marginal || u.Variable == nil {
			continue
		}
		r, err := x.newRecorder(u.Variable.Source)
		if err != nil {
			return x.evalError(err, u.At, u.Variable.Name, "")
		}
		x.recorders = append(x.recorders, r)
	}
	return nil
}

func (x *sampler) newRecorder(v *model.Variable) (recorder, error) {
	r := recorder{variable: v, size: 1}
	size := x.recordSize()
	var sizes []int
	if v.Type.Dimensions > 0 || v.Type.Kind != model.Real && v.Type.Kind != model.Bool {
		for _, e := range v.Sizes {
			n, err := data.Int(e, x.run.env)
			if err != nil {
				return r, err
			}
			sizes = append(sizes, n)
		}
	}
	if v.Type.Dimensions == 2 && len(sizes) == 1 {
		sizes = append(sizes, sizes[0])
	}
	_, err := x.nested(v.Dims, nil, func(index []int) (any, error) {
		there := true
		if v.Input != nil {
			var err error
			if there, err = x.run.env.Set.Absent(v.Input, index...); err != nil {
				return nil, err
			}
		}
		switch {
		case v.Type.Dimensions == 1:
			r.size = sizes[0]
			r.vectors = add(r.vectors, there, func() *samples.Vectors { return samples.NewVectors(size, sizes[0]) })
		case v.Type.Dimensions == 2:
			r.size = sizes[0] * sizes[1]
			r.vectors = add(r.vectors, there, func() *samples.Vectors { return samples.NewMatrices(size, sizes[0], sizes[1]) })
		case v.Type.Kind == model.Bool:
			r.truths = add(r.truths, there, func() *samples.Truths { return samples.NewTruths(size) })
		case len(sizes) > 0:
			r.indices = add(r.indices, there, func() *samples.Indices { return samples.NewIndices(size, sizes[0]) })
		default:
			r.reals = add(r.reals, there, func() *samples.Recorder { return samples.NewRecorder(size) })
		}
		return nil, nil
	})
	return r, err
}

func add[T any](list []*T, there bool, make func() *T) []*T {
	if !there {
		return append(list, nil)
	}
	return append(list, make())
}

// add records the present values of a chain.
func (r *recorder) add(c *chain) {
	values := c.values[r.variable].numbers
	for i, x := range r.reals {
		if x != nil {
			x.Add(c.number, values[i])
		}
	}
	for i, x := range r.truths {
		if x != nil {
			x.Add(c.number, values[i] != 0)
		}
	}
	for i, x := range r.indices {
		if x != nil {
			x.Add(c.number, int(values[i]))
		}
	}
	for i, x := range r.vectors {
		x.Add(c.number, values[i*r.size:(i+1)*r.size])
	}
}

// summary is what is reported of the i-th element.
func (r *recorder) summary(i int, w *samples.SummaryWork) any {
	switch {
	case r.variable.Type.Dimensions == 1:
		return r.vectors[i].Vector(w)
	case r.variable.Type.Dimensions == 2:
		return r.vectors[i].Matrix(w)
	case r.truths != nil:
		return r.truths[i].Summary(w)
	case r.indices != nil:
		return r.indices[i].Summary(w)
	}
	return r.reals[i].Summary(w)
}

// result reports what the draws say.
func (x *sampler) result() (*Result, error) {
	m := x.program.Graph.Model
	out := &Result{Model: m.Name, Algorithm: m.Algorithm, Iterations: x.iterations, Converged: true, Labels: x.run.env.Set.Labels, Seed: &x.seed}
	next := 0
	for _, u := range x.program.Updates {
		if u.Kind != message.Marginal {
			continue
		}
		if u.Constant != nil {
			p, err := x.posterior(u)
			if err != nil {
				return nil, err
			}
			out.Posteriors = append(out.Posteriors, p)
			continue
		}
		r := &x.recorders[next]
		next++
		var work samples.SummaryWork
		i := 0
		value, err := x.nested(r.variable.Dims, nil, func(index []int) (any, error) {
			i++
			if in := r.variable.Input; in != nil {
				absent, err := x.run.env.Set.Absent(in, index...)
				if err != nil {
					return nil, err
				}
				if !absent {
					return x.seenSample(r.variable, index)
				}
			}
			return r.summary(i-1, &work), nil
		})
		if err != nil {
			return nil, x.evalError(err, u.At, u.Variable.Name, "")
		}
		out.Posteriors = append(out.Posteriors, Posterior{u.Variable.Source.Name, value})
	}
	return out, nil
}

// seenSample is what is reported of an entry of an input that is not missing.
func (x *sampler) seenSample(v *model.Variable, index []int) (any, error) {
	y, err := x.run.env.Set.Value(v.Input, index...)
	if err != nil {
		return nil, err
	}
	if v.Type.Kind == model.Bool {
		return Truth{y != 0}, nil
	}
	return Point{y}, nil
}

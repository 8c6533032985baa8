package interp

import (
	"math"
	"slices"

	"mpc/data"
	"mpc/engine/sampling"
	"mpc/message"
	"mpc/model"
	"mpc/samples"
)

// A recorder keeps the draws of a variable, one part for each of its elements; nil where
// an entry of an input is not missing.
type recorder struct {
	variable *model.Variable
	elements []samples.Element
	sizes    []int // of a vector or a matrix: its lengths; of a whole number how many values it has
	size     int   // of a vector or a matrix: how many components
	reals    []*samples.Recorder
	truths   []*samples.Truths
	indices  []*samples.Indices
	vectors  []*samples.Vectors
	// there is the variable that tells where elements are there, of one that lives in
	// branches alone; else nil.
	there *model.Variable
	// free, of a variable whose values are all tried in a draw, tells of which elements
	// several were possible in some draw of some chain; else nil.
	free []bool
	// fixed tells that some elements are the same in all draws.
	fixed bool
}

// record makes the recorders of what is asked for.
func (x *sampler) record() error {
	seen := map[*model.Variable]bool{}
	for _, u := range x.program.Updates {
		if u.Kind != message.Marginal || u.Variable == nil || seen[u.Variable.Source] {
			continue
		}
		seen[u.Variable.Source] = true
		r, err := x.newRecorder(u.Variable.Source)
		if err != nil {
			return x.evalError(err, u.At, u.Variable.Name, "")
		}
		x.recorders = append(x.recorders, r)
	}
	// Where all that is asked for would take too much memory, fewer draws are kept as they
	// are, as in generated code.
	numbers := 0
	for _, r := range x.recorders {
		numbers += len(r.elements) * r.size
	}
	size := sampling.RecordSize(numbers, x.settings.Chains, x.settings.Samples)
	for i := range x.recorders {
		if err := x.fill(&x.recorders[i], size); err != nil {
			return err
		}
	}
	return nil
}

// newRecorder is that of a variable, without parts.
func (x *sampler) newRecorder(v *model.Variable) (recorder, error) {
	r := recorder{variable: v, size: 1, there: x.program.Sampling.There(v), fixed: x.program.Sampling.Fixed(v)}
	tried := x.program.Sampling.Tried(v)
	if v.Type.Dimensions > 0 || v.Tallied() {
		for _, e := range v.Sizes {
			n, err := data.Int(e, x.run.env)
			if err != nil {
				return r, err
			}
			r.sizes = append(r.sizes, n)
		}
	}
	if v.Type.Dimensions == 2 && len(r.sizes) == 1 {
		r.sizes = append(r.sizes, r.sizes[0])
	}
	for _, n := range r.sizes[:v.Type.Dimensions] {
		r.size *= n
	}
	_, err := x.nested(v.Dims, nil, func(index []int) (any, error) {
		r.elements = append(r.elements, samples.Element{Variable: v.Name, Index: slices.Clone(index)})
		if tried {
			r.free = append(r.free, false)
		}
		return nil, nil
	})
	return r, err
}

// fill makes the parts of a recorder.
func (x *sampler) fill(r *recorder, size samples.Size) error {
	v := r.variable
	_, err := x.nested(v.Dims, nil, func(index []int) (any, error) {
		there := true
		if v.Entries() != nil {
			var err error
			if there, err = x.run.env.Set.Absent(v.Entries(), index...); err != nil {
				return nil, err
			}
		}
		switch {
		case v.Type.Dimensions == 1:
			r.vectors = add(r.vectors, there, func() *samples.Vectors { return samples.NewVectors(size, r.sizes[0]) })
		case v.Type.Dimensions == 2:
			r.vectors = add(r.vectors, there, func() *samples.Vectors { return samples.NewMatrices(size, r.sizes[0], r.sizes[1]) })
		case v.Type.Kind == model.Bool:
			r.truths = add(r.truths, there, func() *samples.Truths { return samples.NewTruths(size) })
		case len(r.sizes) > 0:
			r.indices = add(r.indices, there, func() *samples.Indices { return samples.NewIndices(size, r.sizes[0]) })
		default:
			r.reals = add(r.reals, there, func() *samples.Recorder { return samples.NewRecorder(size) })
		}
		return nil, nil
	})
	return err
}

// known tells whether the i-th element is an entry of an input that is not missing.
func (r *recorder) known(i int) bool {
	return r.variable.Entries() != nil && (r.truths == nil || r.truths[i] == nil) && (r.indices == nil || r.indices[i] == nil) && (r.reals == nil || r.reals[i] == nil)
}

// columns names the values of a draw.
func (r *recorder) columns() (list []string) {
	for i, e := range r.elements {
		switch {
		case r.known(i):
		case r.variable.Type.Dimensions == 1:
			for k := range r.sizes[0] {
				list = append(list, e.At(k).String())
			}
		case r.variable.Type.Dimensions == 2:
			for k := range r.sizes[0] {
				for l := range r.sizes[1] {
					list = append(list, e.At(k, l).String())
				}
			}
		default:
			list = append(list, e.String())
		}
	}
	return list
}

// row appends the present values of the elements to list; there, where not nil, tells which of them are there.
func (r *recorder) row(values, there, list []float64) []float64 {
	if r.variable.Entries() == nil && r.there == nil {
		return append(list, values...)
	}
	for i, v := range values {
		switch {
		case r.known(i):
		case r.there != nil && there[i/r.size] == 0:
			list = append(list, math.NaN())
		default:
			list = append(list, v)
		}
	}
	return list
}

func add[T any](list []*T, there bool, make func() *T) []*T {
	if !there {
		return append(list, nil)
	}
	return append(list, make())
}

// add records the present values of a chain.
func (r *recorder) add(chain int, values, there []float64) {
	for i := range r.elements {
		switch {
		case r.there != nil && there[i] == 0:
		case r.vectors != nil:
			r.vectors[i].Add(chain, values[i*r.size:(i+1)*r.size])
		case r.known(i):
		case r.truths != nil:
			r.truths[i].Add(chain, values[i] != 0)
		case r.indices != nil:
			r.indices[i].Add(chain, int(values[i]))
		default:
			r.reals[i].Add(chain, values[i])
		}
	}
}

// several notes of which elements several values were possible in a chain.
func (r *recorder) several(c *chain) error {
	if r.free == nil {
		return nil
	}
	list, err := c.code.Several(r.variable)
	for k, free := range list {
		r.free[k] = r.free[k] || free
	}
	return err
}

// A summary is what is reported of an element.
type summary interface {
	Warnings(samples.Element) []samples.Warning
}

// summary is what is reported of the i-th element.
func (r *recorder) summary(i int, w *samples.SummaryWork) summary {
	kind := r.variable.Type.Dimensions
	if r.there != nil {
		switch {
		case kind == 1:
			return r.vectors[i].LocalVector(w)
		case kind == 2:
			return r.vectors[i].LocalMatrix(w)
		case r.truths != nil:
			return r.truths[i].LocalSummary(w)
		case r.indices != nil:
			return r.indices[i].LocalSummary(w)
		}
		return r.reals[i].LocalSummary(w)
	}
	switch {
	case kind == 1:
		return r.vectors[i].Vector(w)
	case kind == 2:
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
	out := &Result{Model: m.Name, Algorithm: m.Algorithm, Iterations: x.iterations, Labels: x.run.env.Set.Labels, Seed: &x.seed,
		Chains: x.settings.Chains, Draws: x.settings.Samples}
	var warnings []samples.Warning
	next := 0
	for _, u := range x.program.Updates {
		switch {
		case u.Kind != message.Marginal:
		case u.Constant != nil:
			p, err := x.posterior(u)
			if err != nil {
				return nil, err
			}
			out.Posteriors = append(out.Posteriors, p)
		case next < len(x.recorders) && x.recorders[next].variable == u.Variable.Source:
			r := &x.recorders[next]
			next++
			value, list, err := x.report(r)
			if err != nil {
				return nil, x.evalError(err, r.variable.At, r.variable.Name, "")
			}
			out.Posteriors = append(out.Posteriors, Posterior{Name: r.variable.Name, Value: value})
			warnings = append(warnings, list...)
		}
	}
	out.DrawWarnings = samples.GatherWarnings(warnings)
	out.Converged = out.Draws > 0 && sampling.Agree(out.DrawWarnings)
	return out, nil
}

// report is what the draws of a variable say, nested as its elements are, and what is not
// to be relied on.
func (x *sampler) report(r *recorder) (value any, warnings []samples.Warning, err error) {
	var work samples.SummaryWork
	i := -1
	dims := r.variable.Dims
	if in := r.variable.Entries(); in != nil {
		dims = in.Dims // the variable has no elements where no entry is missing
	}
	value, err = x.nested(dims, nil, func(index []int) (any, error) {
		if i++; r.known(i) {
			y, err := x.run.env.Set.Value(r.variable.Entries(), index...)
			return r.datum(y), err
		}
		s := r.summary(i, &work)
		switch x := s.(type) {
		case samples.Real:
			if x.SD > 0 || !r.fixed {
				warnings = append(warnings, s.Warnings(r.elements[i])...)
			}
		case samples.Vector:
			if r.fixed {
				warnings = append(warnings, x.Varying(r.elements[i])...)
				break
			}
			warnings = append(warnings, s.Warnings(r.elements[i])...)
		default:
			warnings = append(warnings, s.Warnings(r.elements[i])...)
		}
		if one, ok := s.(interface {
			OneValue(samples.Element) []samples.Warning
		}); ok && r.free != nil && !r.free[i] {
			in := r.variable.Data
			if in != nil {
				if absent, err := x.run.env.Set.Absent(in, index...); err != nil || !absent {
					return s, err
				}
			}
			warnings = append(warnings, one.OneValue(r.elements[i])...)
		}
		return s, nil
	})
	return value, warnings, err
}

// datum is what is reported of an entry of an input that is not missing.
func (r *recorder) datum(y float64) any {
	switch {
	case r.variable.Type.Kind == model.Bool:
		return samples.KnownTruth(y != 0)
	case len(r.sizes) > 0:
		return samples.KnownIndex(r.sizes[0], int(y))
	}
	return samples.KnownReal(y)
}

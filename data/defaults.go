package data

import (
	"strings"

	"mpc/factor/families"
	"mpc/lang"
	"mpc/model"
)

// A filling is the distribution that elements of an array have which the data do not
// give: all of them, or those of labels that a list did not have.
type filling struct {
	entry // where the distribution stands, nil where it is the default
	value any
}

// defaultOf is the default of an input of distribution type, nil where it has none or
// where that is none, which is reported.
func (a *assembly) defaultOf(in *model.Input) any {
	d := in.DefaultDist
	if d == nil {
		return nil
	}
	f := families.Named(in.Type.Family)
	args := make([]any, len(d.Args))
	for i, x := range d.Args {
		args[i] = x.Value
		if list, ok := model.ConstantVector(x); ok {
			args[i] = list
		}
	}
	if d.Point() != nil {
		return f.Point(args[0])
	}
	if !f.Vector() {
		return f.Constructor(d.Names).Call(args...)
	}
	value, err := f.Constructor(d.Names).Make(args...)
	if err != nil {
		a.bad[in] = true
		a.inModel(d.At, CodeType, "the default of %s is no %s: %v", in.Name, in.Type.Family, err)
		return nil
	}
	return value
}

// bare reads one distribution that is given for all elements of an array.
func (a *assembly) bare(in *model.Input, e entry) bool {
	if in.Type.Kind != model.DistKind || len(in.Dims) == 0 || e.node.kind != object {
		return false
	}
	one := &shape{entry: e, input: &model.Input{Name: in.Name, Type: in.Type, Prior: in.Prior, Sizes: in.Sizes}}
	before := e.source.report.Errors()
	value := one.dist(0, e.node)
	if e.source.report.Errors() > before {
		a.bad[in] = true
		value = nil
	}
	a.fillings[in] = &filling{entry: e, value: value}
	return true
}

// fill makes the array of an input of which the data give one distribution, or not all
// elements. It returns nil where the sizes are not known.
func (a *assembly) fill(in *model.Input, f *filling) *column {
	s := a.shapes[in]
	var have *column
	if s != nil {
		have = a.convert(s)
	}
	c := &column{input: in, starts: make([][]int32, len(in.Dims)), dists: []any{}}
	for k := range c.starts {
		c.starts[k] = []int32{0}
	}
	var walk func(k int, at []int) bool
	walk = func(k int, at []int) bool {
		if k == len(in.Dims) {
			d := f.value
			if have != nil {
				if i, err := have.position(at); err == nil {
					d = have.dists[i]
				}
			}
			c.dists = append(c.dists, d)
			return true
		}
		if !a.known(in.Dims[k]) {
			return false
		}
		n, err := Int(in.Dims[k], &Env{Set: a.set, Dims: at})
		if err != nil || n < 0 {
			return false
		}
		starts := c.starts[k]
		c.starts[k] = append(starts, starts[len(starts)-1]+int32(n))
		for i := range n {
			if !walk(k+1, append(at[:len(at):len(at)], i)) {
				return false
			}
		}
		return true
	}
	if !walk(0, nil) {
		return nil
	}
	return c
}

// checkFilling reports a distribution over vectors, given for all elements of an array,
// of another size than one of them has, and sizes that do not exist.
func (a *assembly) checkFilling(in *model.Input, f *filling, c *column) {
	if c == nil {
		if !a.failed() {
			a.main.errorf(0, CodeMissing, "the elements of %s, which is %s, cannot be counted", in.Name, describeInput(in))
		}
		return
	}
	if len(in.Sizes) == 0 || f.value == nil {
		return
	}
	for i, d := range c.dists {
		s := &shape{input: in, array: array{starts: c.starts}}
		n, err := Int(in.Sizes[0], &Env{Set: a.set, Dims: s.path(len(in.Dims), i)})
		got := d.(interface{ Size() int }).Size()
		if err != nil || got == n {
			continue
		}
		if f.source == nil {
			a.inModel(in.DefaultDist.At, CodeShape, "the default of %s has the size %d, and %s has the size %d", in.Name, got, s.name(len(in.Dims), i), n)
		} else {
			f.source.errorf(f.node.at, CodeShape, "%s is given as one distribution, of size %d, and %s has the size %d", in.Name, got, s.name(len(in.Dims), i), n)
		}
		return
	}
}

// openLabels adds the labels that members have to a list that may grow: that of the
// posteriors that are priors now. They come behind it, in their order.
func (x *extent) openLabels(found []label, order Order) {
	if len(found) > 0 {
		x.order = order
	}
	had := len(x.labels)
	for _, n := range found {
		if _, ok := x.number[n.text]; !ok {
			x.labels = append(x.labels, strings.Clone(n.text))
		}
	}
	SortLabels(x.labels[had:], order)
	for i, l := range x.labels[had:] {
		x.number[l] = had + i
	}
	x.size = len(x.labels)
}

// unlisted is what helps against a label that is new, beside priors that are posteriors.
func unlisted(d *lang.Diagnostic, source *source) {
	if source != nil && source.prior != "" {
		d.WithHint("it is new: where the model gives %s a default, {type: ..., default: ...}, new elements have that prior", source.prior)
	}
}

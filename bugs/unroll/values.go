package unroll

import (
	"fmt"
	"math"

	"mpc/bugs"
	"mpc/lang"
	"mpc/lang/functions"
)

// values computes expressions. read gives elements that data do not give.
type values struct {
	world *World
	env   Env
	read  func(x int, r *bugs.Ref) (float64, error)
	sums  map[string]*running // sums of slices that go on, nil to start each anew
	// What follows from data has its value from the start: for bounds and subscripts.
	inspect bool
}

// A running sum is that of the elements from the first of a slice to hi, which the next sum of the slice goes on from.
type running struct {
	hi    int
	total float64
}

// vector is the value of an expression, element by element.
func (v *values) vector(e bugs.Expr) ([]float64, error) {
	switch e := e.(type) {
	case *bugs.Number:
		return []float64{e.Value}, nil
	case *bugs.Ref:
		if i, ok := v.env[e.Name]; ok && e.Subs == nil {
			return []float64{float64(i)}, nil
		}
		x, _, err := v.ref(e)
		return x, err
	case *bugs.Unary:
		x, err := v.vector(e.X)
		if err != nil {
			return nil, err
		}
		y := make([]float64, len(x))
		for i := range x {
			if y[i] = -x[i]; e.Op == "!" {
				y[i] = truth(x[i] == 0)
			}
		}
		return y, nil
	case *bugs.Binary:
		return v.binary(e)
	case *bugs.Call:
		if x, ok, err := v.sum(e); ok || err != nil {
			return []float64{x}, err
		}
		if bugs.OfSize(e) {
			return v.size(e)
		}
		if x := bugs.WrittenOut(e); x != nil {
			return v.vector(x)
		}
		if e.Fun == "t" && len(e.Args) == 1 {
			x, _, err := v.transposed(e)
			return x, err
		}
		args := make([][]float64, len(e.Args))
		for i, a := range e.Args {
			var err error
			if args[i], err = v.vector(a); err != nil {
				return nil, err
			}
		}
		x, err := bugs.Apply(e.Fun, args)
		if err != nil {
			return nil, placed(e.At, lang.CodeArguments, "%s: %v", e.Fun, err)
		}
		return x, nil
	}
	return nil, placed(e.Pos(), lang.CodeUnsupported, "%s is not computed here", e)
}

// size is length(x) or dim(x), which need no value of x.
func (v *values) size(e *bugs.Call) ([]float64, error) {
	r := e.Args[0].(*bugs.Ref)
	w := v.world
	size := []int(nil)
	if a, known := w.arrays[r.Name], w.data[r.Name]; a != nil {
		size = a.dims
	} else if known != nil {
		size = known.Dim
	} else {
		return nil, placed(r.At, lang.CodeUndefined, "%s has no size here", r)
	}
	_, dims, err := v.places(r, size)
	if err != nil {
		return nil, err
	}
	if e.Fun == "dim" {
		list := make([]float64, len(dims))
		for i, n := range dims {
			list[i] = float64(n)
		}
		return list, nil
	}
	n := 1.0
	for _, k := range dims {
		n *= float64(k)
	}
	return []float64{n}, nil
}

// shaped is the value of an expression with its dimensions, none of a number.
func (v *values) shaped(e bugs.Expr) (x []float64, dims []int, err error) {
	switch y := e.(type) {
	case *bugs.Ref:
		if _, index := v.env[y.Name]; !index || y.Subs != nil {
			return v.ref(y)
		}
	case *bugs.Binary:
		if y.Op == "%*%" {
			return v.product(y)
		}
	case *bugs.Call:
		if y.Fun == "t" && len(y.Args) == 1 {
			return v.transposed(y)
		}
	}
	if x, err = v.vector(e); len(x) > 1 {
		dims = []int{len(x)}
	}
	return x, dims, err
}

// transposed is t(x): of what has one dimension a row.
func (v *values) transposed(e *bugs.Call) (y []float64, dims []int, err error) {
	x, dims, err := v.shaped(e.Args[0])
	if err != nil || len(dims) == 0 {
		return x, dims, err
	}
	if len(dims) == 1 {
		return x, []int{1, dims[0]}, nil
	}
	if len(dims) > 2 {
		return nil, nil, placed(e.At, lang.CodeDataShape, "%s: a matrix has two dimensions", e)
	}
	n, m := dims[0], dims[1]
	y = make([]float64, n*m)
	for i := range n {
		for j := range m {
			y[j*n+i] = x[i*m+j]
		}
	}
	return y, []int{m, n}, nil
}

// product is a product of matrices: what has one dimension is a row on the left, and a column on the right.
func (v *values) product(e *bugs.Binary) (z []float64, dims []int, err error) {
	x, left, err := v.shaped(e.X)
	if err != nil {
		return nil, nil, err
	}
	y, right, err := v.shaped(e.Y)
	if err != nil {
		return nil, nil, err
	}
	n, k, l, m := 1, len(x), len(y), 1
	if len(left) == 2 {
		n, k, dims = left[0], left[1], append(dims, left[0])
	}
	if len(right) == 2 {
		l, m, dims = right[0], right[1], append(dims, right[1])
	}
	if k != l || len(left) > 2 || len(right) > 2 {
		return nil, nil, placed(e.At, lang.CodeDataShape, "%s: a matrix of %d columns times one of %d rows", e, k, l)
	}
	z = make([]float64, n*m)
	for i := range n {
		for j := range m {
			for h := range k {
				z[i*m+j] += x[i*k+h] * y[h*m+j]
			}
		}
	}
	return z, dims, nil
}

func (v *values) binary(e *bugs.Binary) ([]float64, error) {
	if e.Op == "%*%" {
		z, _, err := v.product(e)
		return z, err
	}
	x, err := v.vector(e.X)
	if err != nil {
		return nil, err
	}
	y, err := v.vector(e.Y)
	if err != nil {
		return nil, err
	}
	f := bugs.Operator(e.Op)
	if f == nil {
		return nil, placed(e.At, lang.CodeUnsupported, "%s is not computed here", e)
	}
	n := max(len(x), len(y))
	if len(x) == 0 || len(y) == 0 || len(x) != n && len(x) != 1 || len(y) != n && len(y) != 1 {
		return nil, placed(e.At, lang.CodeIndex, "%s has %d elements on the left, and %d on the right", e, len(x), len(y))
	}
	z := make([]float64, n)
	for i := range z {
		z[i] = f(x[min(i, len(x)-1)], y[min(i, len(y)-1)])
	}
	return z, nil
}

// ref is the value of a reference, with the dimensions that its ranges keep.
func (v *values) ref(r *bugs.Ref) (x []float64, dims []int, err error) {
	a := v.world.arrays[r.Name]
	known := v.world.data[r.Name]
	if a == nil && known == nil {
		return nil, nil, placed(r.At, lang.CodeUndefined, "%s has no value", r)
	}
	var size []int
	if a != nil {
		size = a.dims
	} else {
		size = known.Dim
	}
	places, dims, err := v.places(r, size)
	if err != nil {
		return nil, nil, err
	}
	x = make([]float64, len(places))
	for i, p := range places {
		there := known != nil && p < len(known.Values) && (known.Missing == nil || !known.Missing[p])
		if a == nil || v.inspect && there || !v.inspect && v.world.isData[a.base+p] {
			if x[i] = known.Values[p]; known.Missing != nil && known.Missing[p] {
				return nil, nil, placed(r.At, lang.CodeUndefined, "%s is missing in the data", r)
			}
			continue
		}
		if x[i], err = v.read(a.base+p, r); err != nil {
			return nil, nil, err
		}
	}
	return x, dims, nil
}

// places lists the places of an array of some size that a reference names, with the dimensions that its ranges keep.
func (v *values) places(r *bugs.Ref, size []int) (places, dims []int, err error) {
	places = []int{0}
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		n := 1
		for _, k := range size {
			n *= k
		}
		places, dims = make([]int, n), size
		for i := range places {
			places[i] = i
		}
	} else if len(r.Subs) != len(size) {
		return nil, nil, placed(r.At, lang.CodeIndex, "%s has %d subscripts, and %s %d dimensions", r, len(r.Subs), r.Name, len(size))
	} else {
		for i, s := range r.Subs {
			lo, hi := 1, size[i]
			if !s.Empty && s.Hi == nil && s.IsRow(v.isArray) {
				if places, dims, err = v.chosen(s, places, dims, r, size[i]); err != nil {
					return nil, nil, err
				}
				continue
			}
			if !s.Empty {
				if lo, err = v.whole(s.Lo); err != nil {
					return nil, nil, err
				}
				if hi = lo; s.Hi != nil {
					if hi, err = v.whole(s.Hi); err != nil {
						return nil, nil, err
					}
				}
			}
			if lo <= hi && (lo < 1 || hi > size[i]) {
				return nil, nil, placed(s.At, lang.CodeIndex, "%s is %d to %d here, and %s has %d there", s, lo, hi, r.Name, size[i])
			}
			if s.Empty || s.Hi != nil {
				dims = append(dims, max(0, hi-lo+1))
			}
			next := make([]int, 0, len(places)*max(0, hi-lo+1))
			for _, p := range places {
				for k := lo; k <= hi; k++ {
					next = append(next, p*size[i]+k-1)
				}
			}
			places = next
		}
	}
	return places, dims, nil
}

// isArray tells whether a bare name is an array.
func (v *values) isArray(name string) bool {
	if _, index := v.env[name]; index {
		return false
	}
	if a := v.world.arrays[name]; a != nil {
		return len(a.dims) > 0
	}
	a := v.world.data[name]
	return a != nil && len(a.Dim) > 0
}

// chosen takes the elements of a dimension that a row of whole numbers says.
func (v *values) chosen(s bugs.Sub, from, dims []int, r *bugs.Ref, size int) (places, kept []int, err error) {
	x, err := v.vector(s.Lo)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range from {
		for _, k := range x {
			if k != math.Round(k) || k < 1 || k > float64(size) {
				return nil, nil, placed(s.At, lang.CodeIndex, "%s has %v among its elements here, and %s has %d there", s, k, r.Name, size)
			}
			places = append(places, p*size+int(k)-1)
		}
	}
	return places, append(dims, len(x)), nil
}

func (v *values) whole(e bugs.Expr) (int, error) {
	x, err := v.vector(e)
	if err != nil {
		return 0, err
	}
	if len(x) != 1 || x[0] != math.Round(x[0]) || math.Abs(x[0]) > 1<<40 {
		return 0, placed(e.Pos(), lang.CodeIndex, "%s is %v here, and a subscript is a whole number", e, x)
	}
	return int(x[0]), nil
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// sum is sum(x[lo:hi]), which goes on from an earlier one of the same lo: the same additions in the
// same order, so that sums of x[1:j] for all j take linear time.
func (v *values) sum(c *bugs.Call) (total float64, ok bool, err error) {
	if f := functions.ReducesBUGS(c.Fun); v.sums == nil || f == nil || !f.Adds() || len(c.Args) != 1 {
		return 0, false, nil
	}
	r, ok := c.Args[0].(*bugs.Ref)
	if !ok {
		return 0, false, nil
	}
	along, key := -1, r.Name
	x := *r
	x.Subs = append([]bugs.Sub{}, r.Subs...)
	for i, s := range r.Subs {
		if s.Empty || s.Hi != nil && along >= 0 || s.Hi == nil && s.IsRow(v.isArray) {
			return 0, false, nil
		}
		k, err := v.whole(s.Lo)
		if err != nil {
			return 0, true, err
		}
		key += fmt.Sprintf(",%d", k)
		if s.Hi != nil {
			along = i
			key += ":"
		}
	}
	if along < 0 {
		return 0, false, nil
	}
	lo, err := v.whole(r.Subs[along].Lo)
	if err != nil {
		return 0, true, err
	}
	hi, err := v.whole(r.Subs[along].Hi)
	if err != nil {
		return 0, true, err
	}
	s := v.sums[key]
	if s == nil || s.hi > hi {
		s = &running{hi: lo - 1}
		v.sums[key] = s
	}
	if s.hi < hi {
		x.Subs[along].Lo, x.Subs[along].Hi = whole(s.hi+1), whole(hi)
		list, _, err := v.ref(&x)
		if err != nil {
			return 0, true, err
		}
		for _, y := range list {
			s.total += y
		}
		s.hi = hi
	}
	return s.total, true, nil
}

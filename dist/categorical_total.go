package dist

import "math"

// A CategoricalTotal is a product of Categorical messages of one size, kept so that
// one of them can be taken out again without loss: sums of log weights in
// double-double arithmetic. Weights 0 are counted apart, for each value, so that one
// that only a single message excludes comes back where that is taken out.
type CategoricalTotal struct {
	t     vectorTotal
	zeros []int32 // how many of the messages exclude each value
}

// NewCategoricalTotals returns n empty products; size is the size of each.
func NewCategoricalTotals(n int, size func(i int) int) []CategoricalTotal {
	list := make([]CategoricalTotal, n)
	for i := range list {
		list[i].t, list[i].zeros = newVectorTotal(size(i)), make([]int32, size(i))
	}
	return list
}

// Reset makes s empty.
func (s *CategoricalTotal) Reset() {
	s.t.reset()
	clear(s.zeros)
}

// Set makes s equal to o, without sharing memory.
func (s *CategoricalTotal) Set(o CategoricalTotal) {
	s.t.set(o.t)
	s.zeros = append(s.zeros[:0], o.zeros...)
}

// Value writes the product to d; NaN where no value is left.
func (s *CategoricalTotal) Value(d *Categorical) {
	d.LogP = distResize(d.LogP, len(s.zeros))
	left := len(d.LogP) == 0
	for k, n := range s.zeros {
		if n > 0 {
			d.LogP[k] = math.Inf(-1)
			continue
		}
		d.LogP[k] = s.t.sum[k] + s.t.low[k]
		left = true
	}
	if !left {
		d.setNaN(len(d.LogP))
	}
}

// Except writes to d the product without m, which must be one of the messages.
func (s *CategoricalTotal) Except(m Categorical, d *Categorical) {
	d.LogP = distResize(d.LogP, len(s.zeros))
	left := len(d.LogP) == 0
	for k, n := range s.zeros {
		l := m.LogP[k]
		if l < -math.MaxFloat64 {
			n, l = n-1, 0
		}
		if n > 0 {
			d.LogP[k] = math.Inf(-1)
			continue
		}
		d.LogP[k] = (s.t.sum[k] - l) + s.t.low[k]
		left = true
	}
	if !left {
		d.setNaN(len(d.LogP))
	}
}

// Add multiplies m in.
func (s *CategoricalTotal) Add(m Categorical) {
	for k, l := range m.LogP {
		if l < -math.MaxFloat64 {
			s.zeros[k]++
			continue
		}
		s.t.sum[k], s.t.low[k] = addDouble(s.t.sum[k], s.t.low[k], l)
	}
}

// Remove takes m out.
func (s *CategoricalTotal) Remove(m Categorical) {
	for k, l := range m.LogP {
		if l < -math.MaxFloat64 {
			s.zeros[k]--
			continue
		}
		s.t.sum[k], s.t.low[k] = addDouble(s.t.sum[k], s.t.low[k], -l)
	}
}

// Replace takes old out and multiplies m in.
func (s *CategoricalTotal) Replace(old, m Categorical) {
	s.Remove(old)
	s.Add(m)
}

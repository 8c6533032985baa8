package dist

// A vectorTotal is the product of many messages of a family over vectors, kept so
// that one of them can be taken out again without loss: like a total, sums of
// parameters in double-double arithmetic. Recomputing the product from all
// messages would cost as many times more as there are messages; sums in plain
// doubles would lose what a message of precision 1e-10 says beside one of 1e12.
// The arithmetic costs less than the Cholesky factor that every update of such a
// vector needs anyway.
//
// Point masses are counted apart: at holds where they are.
type vectorTotal struct {
	sum, low []float64
	at       []float64
	points   int
	clash    bool // two points are at different places
}

// newVectorTotal returns the empty product of messages with n parameters.
func newVectorTotal(n int) vectorTotal {
	return vectorTotal{sum: make([]float64, n), low: make([]float64, n)}
}

func (t *vectorTotal) reset() {
	clear(t.sum)
	clear(t.low)
	t.points, t.clash = 0, false
}

// add adds x to the sums from the parameter at on.
func (t *vectorTotal) add(at int, x []float64) {
	sum, low := t.sum[at:at+len(x)], t.low[at:at+len(x)]
	for i, v := range x {
		sum[i], low[i] = addDouble(sum[i], low[i], v)
	}
}

// remove takes x from the sums from the parameter at on.
func (t *vectorTotal) remove(at int, x []float64) {
	sum, low := t.sum[at:at+len(x)], t.low[at:at+len(x)]
	for i, v := range x {
		sum[i], low[i] = addDouble(sum[i], low[i], -v)
	}
}

// except writes to dst the sums from the parameter at on, without x.
func (t *vectorTotal) except(dst []float64, at int, x []float64) {
	sum, low := t.sum[at:at+len(x)], t.low[at:at+len(x)]
	for i, v := range x {
		dst[i] = (sum[i] - v) + low[i]
	}
}

func (t *vectorTotal) addPoint(x []float64) {
	if t.points == 0 {
		t.at = append(t.at[:0], x...)
	} else if !distAllEqual(t.at, x) {
		t.clash = true
	}
	t.points++
}

// removePoint takes out one point mass. After a clash the places of the others
// are not known any more, and the product stays contradictory.
func (t *vectorTotal) removePoint() {
	t.points--
	if t.points <= 0 {
		t.points, t.clash = 0, false
	}
}

// A DirichletTotal is a product of Dirichlet messages of one size.
type DirichletTotal struct{ t vectorTotal }

// NewDirichletTotals returns n empty products; size is the size of each.
func NewDirichletTotals(n int, size func(i int) int) []DirichletTotal {
	list := make([]DirichletTotal, n)
	for i := range list {
		list[i].t = newVectorTotal(size(i))
	}
	return list
}

// Reset makes s empty.
func (s *DirichletTotal) Reset() { s.t.reset() }

// Value writes the product to d.
func (s *DirichletTotal) Value(d *Dirichlet) {
	switch {
	case s.t.clash:
		d.setNaN(len(s.t.sum))
	case s.t.points > 0:
		d.SetPoint(s.t.at)
	default:
		d.A, d.Point = distResize(d.A, len(s.t.sum)), false
		for k, a := range s.t.sum {
			d.A[k] = (a + 1) + s.t.low[k]
		}
	}
}

// Except writes to d the product without m, which must be one of the messages.
func (s *DirichletTotal) Except(m Dirichlet, d *Dirichlet) {
	if m.Point || s.t.points > 0 {
		c := s.t
		if m.Point {
			c.removePoint()
		}
		(&DirichletTotal{c}).Value(d)
		if m.Point || c.points > 0 {
			return
		}
	}
	d.A, d.Point = distResize(d.A, len(s.t.sum)), false
	for k, a := range s.t.sum {
		x, low := addDouble(a, s.t.low[k], -m.A[k])
		d.A[k] = (x + 2) + low
	}
}

// Add multiplies m in.
func (s *DirichletTotal) Add(m Dirichlet) {
	if m.Point {
		s.t.addPoint(m.A)
		return
	}
	for k, a := range m.A {
		x, low := addDouble(s.t.sum[k], s.t.low[k], a)
		s.t.sum[k], s.t.low[k] = addDouble(x, low, -1)
	}
}

// Remove takes m out.
func (s *DirichletTotal) Remove(m Dirichlet) {
	if m.Point {
		s.t.removePoint()
		return
	}
	for k, a := range m.A {
		x, low := addDouble(s.t.sum[k], s.t.low[k], -a)
		s.t.sum[k], s.t.low[k] = addDouble(x, low, 1)
	}
}

// Replace takes old out and multiplies m in.
func (s *DirichletTotal) Replace(old, m Dirichlet) {
	s.Remove(old)
	s.Add(m)
}

// An MvNormalTotal is a product of MvNormal messages of one size.
type MvNormalTotal struct{ t vectorTotal }

// NewMvNormalTotals returns n empty products; size is the size of each.
func NewMvNormalTotals(n int, size func(i int) int) []MvNormalTotal {
	list := make([]MvNormalTotal, n)
	for i := range list {
		k := size(i)
		list[i].t = newVectorTotal(k + k*k)
	}
	return list
}

// size is the number of components.
func (s *MvNormalTotal) size() int {
	k := 0
	for k+k*k < len(s.t.sum) {
		k++
	}
	return k
}

// Reset makes s empty.
func (s *MvNormalTotal) Reset() { s.t.reset() }

// Value writes the product to d.
func (s *MvNormalTotal) Value(d *MvNormal) {
	k := s.size()
	switch {
	case s.t.clash:
		d.setNaN(k)
	case s.t.points > 0:
		d.SetPoint(s.t.at)
	default:
		d.resize(k)
		d.Point = false
		copy(d.H, s.t.sum[:k])
		copy(d.P, s.t.sum[k:])
	}
}

// Except writes to d the product without m, which must be one of the messages.
func (s *MvNormalTotal) Except(m MvNormal, d *MvNormal) {
	if m.Point || s.t.points > 0 {
		c := s.t
		if m.Point {
			c.removePoint()
		}
		(&MvNormalTotal{c}).Value(d)
		return
	}
	k := len(m.H)
	d.resize(k)
	d.Point = false
	s.t.except(d.H, 0, m.H)
	s.t.except(d.P, k, m.P)
}

// Add multiplies m in.
func (s *MvNormalTotal) Add(m MvNormal) {
	if m.Point {
		s.t.addPoint(m.H)
		return
	}
	s.t.add(0, m.H)
	s.t.add(len(m.H), m.P)
}

// Remove takes m out.
func (s *MvNormalTotal) Remove(m MvNormal) {
	if m.Point {
		s.t.removePoint()
		return
	}
	s.t.remove(0, m.H)
	s.t.remove(len(m.H), m.P)
}

// Replace takes old out and multiplies m in.
func (s *MvNormalTotal) Replace(old, m MvNormal) {
	s.Remove(old)
	s.Add(m)
}

// A WishartTotal is a product of Wishart messages of one size.
type WishartTotal struct{ t vectorTotal }

// NewWishartTotals returns n empty products; size is the number of rows of each.
func NewWishartTotals(n int, size func(i int) int) []WishartTotal {
	list := make([]WishartTotal, n)
	for i := range list {
		k := size(i)
		list[i].t = newVectorTotal(k*k + 1)
	}
	return list
}

// Reset makes s empty.
func (s *WishartTotal) Reset() { s.t.reset() }

// Value writes the product to d.
func (s *WishartTotal) Value(d *Wishart) {
	n := len(s.t.sum) - 1
	switch {
	case s.t.clash:
		d.setNaN(n)
	case s.t.points > 0:
		d.SetPoint(s.t.at)
	default:
		d.Shape, d.Rate, d.Point = s.t.sum[n]+float64(mvRows(n)+1)/2, append(d.Rate[:0], s.t.sum[:n]...), false
	}
}

// Except writes to d the product without m, which must be one of the messages.
func (s *WishartTotal) Except(m Wishart, d *Wishart) {
	if m.Point || s.t.points > 0 {
		c := s.t
		if m.Point {
			c.removePoint()
		}
		(&WishartTotal{c}).Value(d)
		return
	}
	n := len(m.Rate)
	half := float64(mvRows(n)+1) / 2
	d.Shape, d.Rate, d.Point = ((s.t.sum[n]-(m.Shape-half))+s.t.low[n])+half, distResize(d.Rate, n), false
	s.t.except(d.Rate, 0, m.Rate)
}

// Add multiplies m in.
func (s *WishartTotal) Add(m Wishart) {
	if m.Point {
		s.t.addPoint(m.Rate)
		return
	}
	n := len(m.Rate)
	s.t.add(0, m.Rate)
	s.t.sum[n], s.t.low[n] = addDouble(s.t.sum[n], s.t.low[n], m.Shape-float64(mvRows(n)+1)/2)
}

// Remove takes m out.
func (s *WishartTotal) Remove(m Wishart) {
	if m.Point {
		s.t.removePoint()
		return
	}
	n := len(m.Rate)
	s.t.remove(0, m.Rate)
	s.t.sum[n], s.t.low[n] = addDouble(s.t.sum[n], s.t.low[n], float64(mvRows(n)+1)/2-m.Shape)
}

// Replace takes old out and multiplies m in.
func (s *WishartTotal) Replace(old, m Wishart) {
	s.Remove(old)
	s.Add(m)
}

// Set makes s equal to o, without sharing memory.
func (s *DirichletTotal) Set(o DirichletTotal) { s.t.set(o.t) }

// Set makes s equal to o, without sharing memory.
func (s *MvNormalTotal) Set(o MvNormalTotal) { s.t.set(o.t) }

// Set makes s equal to o, without sharing memory.
func (s *WishartTotal) Set(o WishartTotal) { s.t.set(o.t) }

func (t *vectorTotal) set(o vectorTotal) {
	t.sum, t.low, t.at = append(t.sum[:0], o.sum...), append(t.low[:0], o.low...), append(t.at[:0], o.at...)
	t.points, t.clash = o.points, o.clash
}

package codegen

import (
	"strings"

	"mpc/model"
)

// A shape is how a flat array is laid out: dimension k has size(k) elements, or,
// where it is ragged, its elements for the prefix at position p lie from
// start(k)[p] to start(k)[p+1].
type shape struct {
	id     int
	dims   []*model.Expr
	ragged []bool
}

func (s *shape) size(k int) string  { return countPrefix.name(s.id, k) }
func (s *shape) start(k int) string { return startPrefix.name(s.id, k) }
func (s *shape) total() string      { return totalPrefix.name(s.id) }

// shape returns the shape of dimensions; equal ones are one.
func (g *generator) shape(dims []*model.Expr) *shape {
	var key strings.Builder
	for _, d := range dims {
		key.WriteString(d.String() + ";")
	}
	if s, ok := g.shapeOf[key.String()]; ok {
		return s
	}
	s := &shape{id: len(g.shapes), dims: dims}
	for _, d := range dims {
		ragged := false
		d.Walk(func(e *model.Expr) { ragged = ragged || e.Op == model.OpDim })
		s.ragged = append(s.ragged, ragged)
	}
	g.shapes = append(g.shapes, s)
	g.shapeOf[key.String()] = s
	return s
}

// declareShapes prints the fields that shapes need.
func (g *generator) declareShapes(p *printer) {
	for _, s := range g.shapes {
		var parts []string
		for k := range s.dims {
			if s.ragged[k] {
				p.line("%s []int // where rows of dimension %d start", s.start(k), k)
			} else {
				parts = append(parts, s.size(k))
			}
		}
		if len(s.dims) == 0 {
			continue
		}
		text := make([]string, len(s.dims))
		for k, d := range s.dims {
			text[k] = d.String()
		}
		p.line("%s int // [%s]", strings.Join(append(parts, s.total()), ", "), strings.Join(text, "]["))
	}
}

// reads tells whether a size of the dimensions up to k depends on the index of
// dimension j.
func (s *shape) reads(j, k int) bool {
	found := false
	for _, d := range s.dims[j+1 : k+1] {
		d.Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim && e.Dim == j })
	}
	return found
}

// layout prints the computation of the sizes of one shape.
func (g *generator) layout(f *function, s *shape) {
	if len(s.dims) == 0 {
		return
	}
	total := "inf." + s.total()
	f.body.line("%s = 1", total)
	for k, d := range s.dims {
		if !s.ragged[k] {
			v := f.env([]string{}...)
			v.inline = true
			size := "inf." + s.size(k)
			f.body.line("%s = max(0, %s)", size, v.whole(d))
			f.body.line("%s *= %s", total, size)
			continue
		}
		start := "inf." + s.start(k)
		f.body.line("%s = make([]int, %s+1)", start, total)
		f.body.line("{\np := 0")
		var dims []string
		for j := range k {
			v := f.env(dims...)
			v.inline = true
			n := f.depth(j)
			if s.reads(j, k) {
				f.body.line("for %s := range max(0, %s) {", n, v.whole(s.dims[j]))
			} else {
				f.body.line("for range max(0, %s) {", v.whole(s.dims[j]))
			}
			dims = append(dims, n)
		}
		v := f.env(dims...)
		v.inline = true
		f.body.line("%s[p+1] = %s[p] + max(0, %s)\np++", start, start, v.whole(d))
		f.body.line("%s", strings.Repeat("}\n", k)+"}")
		f.body.line("%s = %s[%s]", total, start, total)
	}
}

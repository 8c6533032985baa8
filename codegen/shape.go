package codegen

import (
	"mpc/codegen/names"
	"strings"

	"mpc/codegen/lower"
	"mpc/model"
)

// A shape names the fields for how arrays lie in memory: dimension k has size(k) elements, or, where it is ragged, its elements for
// the prefix at position p lie from start(k)[p] to start(k)[p+1].
type shape struct{ *lower.Shape }

func (s shape) size(k int) string  { return names.Count.Name(s.ID, k) }
func (s shape) start(k int) string { return names.Start.Name(s.ID, k) }
func (s shape) total() string      { return names.Total.Name(s.ID) }

// field is the field that a layout sets.
func (s shape) field(what string, k int) string {
	switch what {
	case "size":
		return s.size(k)
	case "start":
		return s.start(k)
	}
	return s.total()
}

// shape is the shape of dimensions.
func (g *generator) shape(dims []*model.Expr) shape {
	s := g.code.program.ShapeOf(dims)
	if s == nil {
		g.internal("no layout of %v", dims)
		return shape{&lower.Shape{Dims: dims}}
	}
	return shape{s}
}

// declareShapes prints the fields that shapes need.
func (g *generator) declareShapes(p *printer) {
	for _, of := range g.code.program.Shapes() {
		s := shape{of}
		var parts []string
		for k := range s.Dims {
			if s.Ragged(k) {
				p.line("%s []int // where rows of dimension %d start", s.start(k), k)
			} else {
				parts = append(parts, s.size(k))
			}
		}
		if len(s.Dims) > 0 {
			p.line("%s int // %s", strings.Join(append(parts, s.total()), ", "), lower.ShapeText(s.Dims))
		}
	}
}

package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/lower"
	"mpc/model"
)

// A shape names the fields for how arrays lie in memory: dimension k has size(k) elements, or, where it is ragged, its elements for
// the prefix at position p lie from start(k)[p] to start(k)[p+1].
type shape struct{ *lower.Shape }

func (s shape) size(k int) string  { return countPrefix.name(s.ID, k) }
func (s shape) start(k int) string { return startPrefix.name(s.ID, k) }
func (s shape) total() string      { return totalPrefix.name(s.ID) }

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

// shape returns the shape of dimensions, which the package has from now on.
func (g *generator) shape(dims []*model.Expr) shape {
	s := g.code.program.ShapeOf(dims)
	if s == nil {
		g.internal("no layout of %v", dims)
		return shape{&lower.Shape{Dims: dims}}
	}
	if !slices.Contains(g.shapes, shape{s}) {
		g.shapes = append(g.shapes, shape{s})
	}
	return shape{s}
}

// declareShapes prints the fields that shapes need.
func (g *generator) declareShapes(p *printer) {
	for _, s := range g.shapes {
		var parts []string
		for k := range s.Dims {
			if s.Ragged(k) {
				p.line("%s []int // where rows of dimension %d start", s.start(k), k)
			} else {
				parts = append(parts, s.size(k))
			}
		}
		if len(s.Dims) == 0 {
			continue
		}
		p.line("%s int // %s", strings.Join(append(parts, s.total()), ", "), shapeText(s.Dims))
	}
}

// layouts prints the methods that lay out the arrays of the package.
func (g *generator) layouts(p *printer) {
	g.code.direct = true
	defer func() { g.code.direct = false }()
	for n := 0; n < len(g.shapes); n++ { // a layout may read where the rows of others start
		if s := g.shapes[n]; len(s.Dims) > 0 {
			g.code.function(p, s.Row, fmt.Sprintf("lays out arrays of %s.", shapeText(s.Dims)))
		}
	}
}

// layout prints a call of the layout of arrays.
func (g *generator) layout(p *printer, s shape) {
	if len(s.Dims) > 0 {
		p.line("inf.%s()", s.Row)
	}
}

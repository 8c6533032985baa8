package fields

import (
	"fmt"
	"strings"

	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/model"
)

// A Shape names the fields for how arrays lie in memory: dimension k has Size(k) elements, which are all of an array of one dimension,
// or, where it is ragged, its elements for the prefix at position p lie from Start(k)[p] to Start(k)[p+1].
type Shape struct{ *lower.Shape }

// Size is the field with the size of a dimension, Start that with the starts of its rows, Total that with how many elements there are.
func (s Shape) Size(k int) string {
	if len(s.Dims) == 1 {
		return s.Total()
	}
	return names.Count.Name(s.ID, k)
}
func (s Shape) Start(k int) string { return names.Start.Name(s.ID, k) }
func (s Shape) Total() string      { return names.Total.Name(s.ID) }

// field is the field that a layout sets.
func (s Shape) field(what string, k int) string {
	switch what {
	case "size":
		return s.Size(k)
	case "start":
		return s.Start(k)
	}
	return s.Total()
}

// Shape is the shape of dimensions.
func (t *Types) Shape(dims []*model.Expr) Shape { return Shape{t.program.ShapeOf(dims)} }

// Count is the number of elements of an array.
func (t *Types) Count(dims []*model.Expr) string {
	if len(dims) == 0 {
		return "1"
	}
	return "inf." + t.Shape(dims).Total()
}

// shapes are the fields that shapes need.
func (t *Types) shapes() (list []Field) {
	for _, of := range t.program.Shapes() {
		s := Shape{of}
		var plain []string
		for k := range s.Dims {
			switch {
			case s.Ragged(k):
				list = append(list, field(s.Start(k), "[]int", fmt.Sprintf("where rows of dimension %d start", k)))
			case len(s.Dims) > 1:
				plain = append(plain, s.Size(k))
			}
		}
		if len(s.Dims) > 0 {
			list = append(list, field(strings.Join(append(plain, s.Total()), ", "), "int", lower.ShapeText(s.Dims)))
		}
	}
	return above("sizes of arrays", list)
}

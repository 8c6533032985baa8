package interp

import (
	"fmt"
	"strings"

	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// values holds the present value of each element of a variable, those of vectors and
// matrices component by component. Truths are 0 and 1.
type values struct {
	name string
	// starts tells, by dimension, where the lists below each list begin, as in data.Set.
	starts  [][]int
	numbers []float64
}

// newValues makes the elements of an array, all 0.
func newValues(name string, dims []*model.Expr, env data.Env) (*values, error) {
	v := &values{name: name}
	paths := [][]int{nil}
	for k := range dims {
		starts := []int{0}
		var next [][]int
		for _, p := range paths {
			env.Dims = p
			n, err := data.Int(dims[k], &env)
			if err != nil {
				return nil, err
			}
			for i := range max(n, 0) {
				next = append(next, append(p[:len(p):len(p)], i))
			}
			starts = append(starts, len(next))
		}
		v.starts, paths = append(v.starts, starts), next
	}
	v.numbers = make([]float64, len(paths))
	return v, nil
}

// part is where the elements below an index are, which has as many entries as there are
// dimensions or fewer.
func (v *values) part(index []int) (from, to int, err error) {
	if len(index) > len(v.starts) {
		return 0, 0, fmt.Errorf("%s has %d indices, not %d", v.name, len(v.starts), len(index))
	}
	for k, i := range index {
		s := v.starts[k]
		if n := s[from+1] - s[from]; i < 0 || i >= n {
			return 0, 0, &data.IndexError{Name: v.name, Dim: k, Index: i, Size: n}
		}
		from = s[from] + i
	}
	to = from + 1
	for _, s := range v.starts[len(index):] {
		from, to = s[from], s[to]
	}
	return from, to, nil
}

// present is the value of an element of a random variable.
func (c *scene) present(v *model.Variable, index []int) (float64, error) {
	table := c.values[v]
	if table == nil {
		return 0, fmt.Errorf("%s is not drawn", v.Name)
	}
	from, to, err := table.part(index)
	if err == nil && to != from+1 {
		err = fmt.Errorf("%s is a vector", v.Name)
	}
	if err != nil {
		return 0, err
	}
	return table.numbers[from], nil
}

// place is the element of a variable, or the components of one, as numbers to write to.
func (c *scene) slot(v *model.Variable, at []*model.Expr) ([]float64, error) {
	index, err := data.Index(at, c.env)
	if err != nil {
		return nil, err
	}
	from, to, err := c.values[v].part(index)
	if err != nil {
		return nil, err
	}
	return c.values[v].numbers[from:to], nil
}

// indexAt is the index of the element at a position.
func (v *values) indexAt(position int) []int {
	index := make([]int, len(v.starts))
	for k := len(v.starts) - 1; k >= 0; k-- {
		s := v.starts[k]
		list := 0
		for list+2 < len(s) && s[list+1] <= position {
			list++
		}
		index[k], position = position-s[list], list
	}
	if len(index) == 0 {
		return nil
	}
	return index
}

// place prints the present values of loop indices, as "i = 3".
func (c *scene) place(loops []*model.Loop) string {
	var parts []string
	for _, l := range loops {
		if i, ok := c.env.Index[l.Index]; ok {
			parts = append(parts, fmt.Sprintf("%s = %d", l.Index.Name, c.origin().Index(i)))
		}
	}
	return strings.Join(parts, ", ")
}

// elementAt prints the element that is drawn, as "z[3]".
func (c *scene) elementAt(v *model.Variable, at []*model.Expr) string {
	index, err := data.Index(at, c.env)
	if err != nil {
		return c.nameOf(v)
	}
	return c.elementName(v, index)
}

// nameOf prints all of a variable by the name that the model has for it.
func (c *scene) nameOf(v *model.Variable) string { return c.elementName(v, nil) }

// elementName prints an element by the name that the model has for it, as "z[3]".
func (c *scene) elementName(v *model.Variable, index []int) string {
	if c.run.program.Sampling == nil {
		return c.origin().Element(v.Name, index)
	}
	text, of := c.program.Sampling.Describe(v)
	if of == nil {
		return text
	}
	return fmt.Sprintf(text, c.origin().Element(of.Name, index[:min(len(index), len(of.Dims))]))
}

// origin is the program that the model says, nil of a model file.
func (c *scene) origin() *lang.Origin { return c.run.origin() }

package code

import "slices"

// declarations checks that names are used once, and that sizes and layouts speak of tables
// of data.
func (c *checker) declarations() {
	names := map[string]bool{}
	declare := func(name string) {
		if names[name] {
			c.report("there are two declarations of %s", name)
		}
		if keywords[name] {
			c.report("%s is a word of the language", name)
		}
		names[name] = true
	}
	for _, r := range c.program.Records {
		declare(r.Name)
	}
	for _, h := range c.program.Handles {
		declare(h.Name)
	}
	for _, r := range c.program.Rows {
		declare(r.Name)
	}
	for _, t := range c.program.Tables {
		declare(t.Name)
		c.table(t)
	}
}

func (c *checker) table(t *Table) {
	if t.Bound != nil {
		if t.Type != Whole {
			c.report("table %s: its bound is one of whole numbers, and it holds %s", t.Name, t.Type)
		}
		c.size(t, t.Bound, len(t.Dims))
	}
	for d, dim := range t.Dims {
		c.size(t, dim.Size, d)
	}
	of := t.Layout.Of
	switch t.Layout.Arrangement {
	case ByValue:
		if of.Type != Whole || of.Bound == nil {
			c.report("table %s: %s has no bound: there is no element for each of its values", t.Name, of.Name)
		}
	case Sparse:
		if of.Type != Truth {
			c.report("table %s: %s does not say which entries are missing", t.Name, of.Name)
		}
	default:
		return
	}
	if of.Keep != Input {
		c.report("table %s: %s is no data", t.Name, of.Name)
	}
	if len(of.Dims) > len(t.Dims) || !slices.EqualFunc(of.Dims, t.Dims[:len(of.Dims)], func(a, b *Dim) bool { return a.Size.Equal(b.Size) }) {
		c.report("table %s: the dimensions of %s are not its first ones", t.Name, of.Name)
	}
}

// size checks a size that speaks of dimensions before one.
func (c *checker) size(t *Table, s *Size, before int) {
	switch {
	case s.Table == nil && s.Constant < 0:
		c.report("table %s: a size is %d", t.Name, s.Constant)
	case s.Table == nil:
	case s.Table.Type != Whole || s.Table.Keep != Input:
		c.report("table %s: a size is of %s, which does not hold whole numbers of data", t.Name, s.Table.Name)
	case len(s.At) != len(s.Table.Dims):
		c.report("table %s: %s has %d dimensions", t.Name, s.Table.Name, len(s.Table.Dims))
	}
	for _, d := range s.At {
		if d >= before {
			c.report("table %s: a size speaks of a dimension behind it", t.Name)
		}
	}
}

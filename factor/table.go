package factor

import (
	"fmt"

	"mpc/model"
)

// table adds the factor of a draw by a conditional probability table.
func (b *builder) table(c context, x *Slot, e *model.Expr) bool {
	if e.Op == model.OpReduce {
		return b.tableRandom(c, x, e)
	}
	rows, parents := e.Table()
	sizes := rows.Lengths()
	columns := data(model.Number(1)) // of truths, whose probabilities are numbers
	if e.Type.Dimensions == 1 {
		columns = data(sizes[len(parents)])
		if x.Edge == nil {
			b.inRange(c, x.Data, e, sizes[len(parents)], "p of categorical")
		}
	}
	for k, a := range parents {
		b.reaches(c, rows, a, sizes[k])
	}
	first := b.slot(c, parents[0])
	if len(parents) == 1 {
		return b.factor(c, "table", x, first, data(rows), columns)
	}
	return b.factor(c, "table_two", x, first, b.slot(c, parents[1]), data(rows), data(sizes[1]), columns)
}

// tableRandom adds the factor of a draw by a table of random rows.
func (b *builder) tableRandom(c context, x *Slot, e *model.Expr) bool {
	row, a := e.Args[0], e.Args[1]
	if n := e.Lengths(); len(n) > 0 && x.Edge == nil {
		b.inRange(c, x.Data, e, n[0], "p of categorical")
	}
	last := len(row.Args) - 1
	size := row.Variable.Dims[last].Map(func(d *model.Expr) *model.Expr {
		if d.Op == model.OpDim && d.Dim < last {
			return row.Args[d.Dim]
		}
		return d
	})
	b.reaches(c, row, a, size)
	rows := b.slot(c, row)
	if rows == nil || rows.Edge == nil {
		return false
	}
	rows.Over = e.Loop
	return b.factor(c, "table_random", x, b.slot(c, a), rows)
}

// reaches adds the check that a table has a row for each value of a parent.
func (b *builder) reaches(c context, rows, a, size *model.Expr) {
	n := a.Cardinality()
	if n == nil || n.Equal(size) {
		return // how many values a has is asked for where it is defined
	}
	e := model.Call("<=", model.Type{Kind: model.Bool}, n, size)
	e.At = c.at
	e.Says = fmt.Sprintf("%s has %%[1]v values, but %s has %%[2]v elements", a, rows)
	if e.Op == model.OpBool {
		if e.Value == 0 {
			b.Errorf(c.at, model.CodeIndex, "%s has %s values, but %s has %s elements", a, n, rows, size)
		}
		return
	}
	b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Parameter: true, Loops: needed(e, c), Guards: c.guards, Text: c.text, At: c.at})
}

// overRows are the loops that a condition on the rows of a table must be checked in: over
// the rows, and of those around the draw the ones that pick the table.
func overRows(e *model.Expr, c context, over []*model.Loop) []*model.Loop {
	all := append(c.loops[:len(c.loops):len(c.loops)], over...)
	var list []*model.Loop
	for i := len(all) - 1; i >= 0; i-- {
		l := all[i]
		used := len(c.guards) > 0 || e.Uses(l.Index)
		for _, inner := range list {
			used = used || inner.Lo.Uses(l.Index) || inner.Hi.Uses(l.Index)
		}
		if used {
			list = append([]*model.Loop{l}, list...)
		}
	}
	return list
}

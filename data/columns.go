package data

import (
	"strconv"

	"mpc/model"
)

// A tableColumn is what the cells of a column hold: numbers, and the places of all others.
type tableColumn struct {
	grid   *grid
	column int
	input  *model.Input // nil where none is named
	fields []field      // of a distribution
	cells  packed
	last   struct{ row, at int } // that was looked for last, and where it begins
}

// fill reads the columns of a table that are of use.
func (g *grid) fill() {
	g.columns = make([]*tableColumn, len(g.names))
	for c, in := range g.inputs {
		g.columns[c] = &tableColumn{grid: g, column: c, input: in}
	}
	for _, c := range g.repeats {
		g.columns[c] = nil
	}
	g.rows(g.from, func(start int, row []cell, _ bool) bool {
		bad := g.isBroken(row)
		for c, x := range g.columns {
			switch {
			case x == nil:
			case bad:
				x.cells.place(start, start, true)
			case !x.add(g.adjusted(c, row[c]), start):
				g.columns[c] = nil
			}
		}
		return true
	})
	for _, c := range g.unknown {
		if g.columns[c] != nil {
			g.spare = append(g.spare, c)
		}
	}
}

// add adds a cell. It returns false where the column is of no use: it has no name of an
// input, and other cells than whole numbers, which may be indices.
func (x *tableColumn) add(c cell, start int) bool {
	switch {
	case c.broken:
		x.cells.place(c.at, start, false) // read again, it is broken again
		return true
	case x.input == nil:
		i, ok := c.whole()
		if ok && i >= 0 {
			x.cells.number(float64(i), start)
		} else if ok {
			x.cells.place(c.at, start, false)
		}
		return ok
	case x.isNumeric():
		if v, ok := c.number(); ok && !c.empty() {
			x.cells.number(v, start)
			return true
		}
	case x.isIndex() && !c.quoted:
		// The text of a label counts: 007 is another than 7.
		if c.text == "" || c.text[0] < '0' || c.text[0] > '9' {
			break
		}
		if i, err := strconv.Atoi(c.text); err == nil && i <= 1<<31 && strconv.Itoa(i) == c.text {
			x.cells.number(float64(i), start)
			return true
		}
	}
	x.cells.place(c.at, start, false)
	return true
}

// isNumeric tells whether the cells are read as elements that are numbers.
func (x *tableColumn) isNumeric() bool {
	if x.input == nil || len(x.input.Dims) == 0 {
		return false
	}
	switch x.input.Type.Kind {
	case model.Bool, model.IndexKind, model.RangeKind, model.DistKind:
		return false
	}
	return true
}

// isIndex tells whether the cells are members of a range.
func (x *tableColumn) isIndex() bool {
	switch x.input.Type.Kind {
	case model.IndexKind:
		return len(x.input.Dims) > 0
	case model.RangeKind:
		return true
	}
	return false
}

// cell is the cell of a row, without its place where it is a number.
func (x *tableColumn) cell(row int) cell {
	v, place, bad := x.cells.leaf(row)
	switch {
	case bad:
		return cell{at: place, broken: true}
	case v == v:
		return cell{text: strconv.FormatFloat(v, 'f', -1, 64)}
	}
	c, _, _ := x.grid.cell(place)
	return x.grid.adjusted(x.column, c)
}

// index is the cell of a row as an index.
func (x *tableColumn) index(row int) (int, bool) {
	if v, _, _ := x.cells.leaf(row); v == v {
		return int(v), v <= maxSize
	}
	return x.cell(row).index()
}

// isEmpty tells whether the cell of a row holds no value.
func (x *tableColumn) isEmpty(row int) bool {
	if v, _, bad := x.cells.leaf(row); v == v || bad {
		return false
	}
	return x.cell(row).empty()
}

// node is the value of a row: of a cell that is no number, or of several that are a
// distribution.
func (x *tableColumn) node(row, place int, bad bool) node {
	if x.fields != nil {
		return distNode(x.input.Type.Family, x.fields, x.grid.cellsOf(row, x.fields))
	}
	if bad {
		return node{kind: broken, at: place}
	}
	c, _, _ := x.grid.cell(place)
	return x.grid.adjusted(x.column, c).node(x.input.Type)
}

// cellsOf are the cells of the fields of a distribution.
func (g *grid) cellsOf(row int, fields []field) []cell {
	list := make([]cell, len(fields))
	for k, f := range fields {
		list[k] = g.columns[f.column].cell(row)
	}
	return list
}

// place is where the cell of a row stands.
func (x *tableColumn) place(row int) int {
	v, place, _ := x.cells.leaf(row)
	if v != v {
		return place
	}
	from, at := row/chunkSize*chunkSize, x.cells.chunks[row/chunkSize].at
	if x.last.row > from && x.last.row <= row {
		from, at = x.last.row, x.last.at
	}
	x.grid.rows(at, func(start int, cells []cell, _ bool) bool {
		if from < row {
			from++
			return true
		}
		x.last.row, x.last.at = row, start
		at = cells[x.column].at
		return false
	})
	return at
}

package data

import (
	"fmt"
	"sort"

	"mpc/model"
)

// indices finds the index columns of an array, -1 for one that is counted in
// the order of the rows.
func (g *grid) indices(in *model.Input, value int) ([]int, bool) {
	columns := make([]int, len(in.Dims))
	counted := 0
	spare := g.spare
	for k, d := range in.Dims {
		columns[k] = -1
		if d.Op == model.OpInput && d.Input.Type.Kind == model.RangeKind {
			columns[k] = g.column(d.Input)
		}
		if columns[k] < 0 && len(in.Dims) > 1 && len(spare) > 0 && spare[0] < value {
			columns[k] = spare[0]
			g.used[spare[0]] = true
			spare = spare[1:]
		}
		if columns[k] < 0 {
			counted++
			if counted > 1 || k < len(in.Dims)-1 {
				g.errorf(g.names[value].at, CodeShape, "%s is %s: a column with the index of %s is missing", in.Name, describeInput(in), dimText(in, d)).
					WithHint("a nested array is a long table: a column per index, one row per element")
				return nil, false
			}
		}
	}
	return columns, true
}

// A longTable is the elements of an array whose index columns name them: the row of each,
// and its indices by dimension.
type longTable struct {
	rows  []int32
	index [][]int32
}

func (l *longTable) Len() int { return len(l.rows) }
func (l *longTable) Swap(i, j int) {
	l.rows[i], l.rows[j] = l.rows[j], l.rows[i]
	for _, x := range l.index {
		x[i], x[j] = x[j], x[i]
	}
}

// Less compares the indices, of the same element the rows.
func (l *longTable) Less(i, j int) bool {
	if k := l.differ(i, j); k < len(l.index) {
		return l.index[k][i] < l.index[k][j]
	}
	return l.rows[i] < l.rows[j]
}

// differ is the first dimension in which two elements have different indices.
func (l *longTable) differ(i, j int) int {
	k := 0
	for k < len(l.index) && l.index[k][i] == l.index[k][j] {
		k++
	}
	return k
}

// at is the indices of an element.
func (l *longTable) at(i int) []int {
	index := make([]int, len(l.index))
	for k := range index {
		index[k] = int(l.index[k][i])
	}
	return index
}

// nested adds the entry of an array whose elements are named by index columns. It
// returns false after a mistake, which is reported.
func (g *grid) nested(in *model.Input, fields []field, columns []int, labels map[*model.Input]*labelling, m *model.Model, out *entries) bool {
	x := *g.columns[fields[0].column]
	if fields[0].name != "" {
		x.fields = fields
	}
	all := &shape{entry: entry{source: g.source}, array: array{column: &x, leaves: x.cells, starts: make([][]int32, 1)}, input: in}
	l, ok := g.long(in, all, columns, labels)
	if !ok {
		return false
	}
	if !sort.IsSorted(l) {
		sort.Sort(l)
	}
	l.counted(columns)
	if !g.unique(in, all, columns, l) {
		return false
	}
	a := &array{column: &x, rows: l.rows, starts: make([][]int32, len(columns))}
	for k := range a.starts {
		a.starts[k] = []int32{0}
	}
	if !g.tree(in, all, l, a, 0, len(l.rows), 0) {
		return false
	}
	for _, row := range l.rows {
		if v, place, bad := x.cells.leaf(int(row)); v == v {
			a.leaves.number(v, 0)
		} else {
			a.leaves.place(place, place, bad)
		}
	}
	out.addArray(g.source, m, in.Name, g.names[x.column].at, a)
	return true
}

// long finds the elements in the rows. An index that is counted is 0.
func (g *grid) long(in *model.Input, all *shape, columns []int, labels map[*model.Input]*labelling) (*longTable, bool) {
	l := &longTable{rows: make([]int32, 0, g.count), index: make([][]int32, len(columns))}
	for k := range l.index {
		l.index[k] = make([]int32, 0, g.count)
	}
	others := g.others(in)
	for row := range g.count {
		if f := all.column.fields; f != nil {
			g.emptyField(in, f, row)
		}
		if _, ok := all.number(row); !ok {
			switch n := all.raw(row); {
			case n.kind == null && !in.Missing && g.given(others, row):
				continue // a row of other arrays in the same table
			case n.kind == broken:
				return nil, false // which element it is is not known
			}
		}
		for k, c := range columns {
			i, ok := 0, true
			if c >= 0 {
				if i, ok = g.indexAt(in, k, c, row, labels); !ok {
					return nil, false
				}
			}
			l.index[k] = append(l.index[k], int32(i))
		}
		l.rows = append(l.rows, int32(row))
	}
	return l, true
}

// indexAt is the index of a dimension in a row.
func (g *grid) indexAt(in *model.Input, k, c, row int, labels map[*model.Input]*labelling) (int, bool) {
	l := labels[in.Dims[k].Input]
	labelled := l != nil && in.Dims[k].Op == model.OpInput
	var i int
	var ok bool
	if labelled {
		x := g.columns[c].cell(row)
		i, ok = l.number[x.label()]
		ok = ok && !x.empty()
	} else {
		i, ok = g.columns[c].index(row)
	}
	if ok && i >= 0 {
		return i, true
	}
	d := g.errorf(g.columns[c].place(row), CodeRange, "%q is no index of %s", g.columns[c].cell(row).text, dimText(in, in.Dims[k]))
	if l != nil && l.given {
		d.WithHint("the labels of %s are given %s", in.Dims[k].Input.Name, l.source.name)
	}
	return 0, false
}

// counted numbers the elements of the innermost dimension in the order of the rows, where
// no column has its index.
func (l *longTable) counted(columns []int) {
	last := len(columns) - 1
	if columns[last] >= 0 {
		return
	}
	for i := 1; i < len(l.rows); i++ {
		if l.differ(i-1, i) >= last {
			l.index[last][i] = l.index[last][i-1] + 1
		}
	}
}

// unique leaves out elements that are given twice alike.
func (g *grid) unique(in *model.Input, all *shape, columns []int, l *longTable) bool {
	n := 0
	for i := range l.rows {
		if n > 0 && l.differ(n-1, i) == len(columns) {
			if !g.same(in, all, columns, l, n-1, i) {
				return false
			}
			continue
		}
		l.rows[n] = l.rows[i]
		for _, x := range l.index {
			x[n] = x[i]
		}
		n++
	}
	l.rows = l.rows[:n]
	for k := range l.index {
		l.index[k] = l.index[k][:n]
	}
	return true
}

// same tells whether an element that is given twice has the same value; else it is
// reported.
func (g *grid) same(in *model.Input, all *shape, columns []int, l *longTable, i, j int) bool {
	place := all.place(int(l.rows[j]))
	if len(in.Dims) == 1 && g.over(in) {
		c := columns[0]
		g.errorf(place, CodeDuplicate, "%s is given twice: two rows have the same %s", elementText(in, l.at(j)), g.names[c].text).
			WithHint("the column %s, which has the name of a range, is the index of %s; give it another name if it is something else", g.names[c].text, in.Name)
		return false
	}
	a, b := all.raw(int(l.rows[i])), all.raw(int(l.rows[j]))
	if a.kind == b.kind && a.number == b.number && a.text == b.text {
		return true
	}
	g.errorf(place, CodeDuplicate, "%s is given twice, as %s and %s", elementText(in, l.at(j)), a.describe(), b.describe())
	return false
}

// over tells whether all arrays of a table run over the dimensions of an input.
func (g *grid) over(in *model.Input) bool {
	for _, x := range g.inputs {
		if x != nil && len(x.Dims) > 0 && allDims(x) != allDims(in) {
			return false
		}
	}
	return true
}

// others lists the columns of arrays that run over other dimensions than in does.
func (g *grid) others(in *model.Input) (list []int) {
	for c, x := range g.inputs {
		if x != nil && len(x.Dims) > 0 && allDims(x) != allDims(in) {
			list = append(list, c)
		}
	}
	return list
}

// given tells whether a row has a value in some columns.
func (g *grid) given(columns []int, row int) bool {
	for _, c := range columns {
		if !g.columns[c].isEmpty(row) {
			return true
		}
	}
	return false
}

func elementText(in *model.Input, index []int) string {
	s := in.Name
	for _, i := range index {
		s += fmt.Sprintf("[%d]", i)
	}
	return s
}

// tree nests sorted elements from one to before another, from depth k on. An index that
// has no row is an empty list, or at the innermost depth a mistake.
func (g *grid) tree(in *model.Input, all *shape, l *longTable, a *array, from, to, k int) bool {
	last := len(a.starts) - 1
	for next := int32(0); from < to; next++ {
		want := l.index[k][from]
		if want > next && (k == last || want > 1<<24) {
			missing := append(l.at(from)[:k], int(next))
			g.errorf(all.place(int(l.rows[from])), CodeMissing, "%s has no row, but %s has", elementText(in, missing), elementText(in, l.at(from)))
			return false
		}
		for ; next < want; next++ {
			a.close(k+1, from)
		}
		end := from + 1
		for k < last && end < to && l.index[k][end] == want {
			end++
		}
		if k < last && !g.tree(in, all, l, a, from, end, k+1) {
			return false
		}
		from = end
	}
	a.close(k, to)
	return true
}

// allDims prints the dimensions of an input, those of its vectors too.
func allDims(in *model.Input) string {
	s := ""
	for _, d := range in.Dims {
		s += "[" + dimText(in, d) + "]"
	}
	return s
}

package data

import (
	"fmt"
	"strconv"
	"strings"

	"mpc/model"
)

// A grid is one table with the meaning of its columns.
//
//   - A column named as an array input holds its elements: row i is element i
//     of an array over one range, or the element that the index columns say.
//   - A column named as a range is the index of that range, a number or a
//     label. Labels that are all different, in a table with arrays over that
//     range alone, fix the range.
//   - Of an array of several dimensions a size that is no range has its index
//     in a column that names no input; without one the elements of the
//     innermost dimension are counted in the order of the rows.
//   - A column name.field holds a parameter of a distribution.
//   - A scalar input has the same value in all rows.
type grid struct {
	*table
	inputs  []*model.Input // by column; nil where no input is named
	fields  map[*model.Input][]field
	unknown []int          // columns that name nothing
	repeats []int          // those that are there twice
	spare   []int          // those of the unknown that hold whole numbers
	used    map[int]bool   // those that are the index of an array
	columns []*tableColumn // nil where they are of no use
	commas  []bool         // columns of numbers with decimal commas; nil where none has
}

// entriesCSV returns the entries of tables, beside which others are set.
func entriesCSV(sources []*source, m *model.Model, set, out *entries) {
	var grids []*grid
	for _, s := range sources {
		s.table = true
		t := scanTable(s)
		if t == nil {
			out.all = true
			continue
		}
		g := newGrid(t, m)
		if len(sources) == 1 && len(g.unknown) == len(t.names) {
			d := t.errorf(t.names[0].at, CodeUnknown, "no column is named as an input").
				WithHint("the first line names the columns; the inputs are %s", strings.Join(inputNames(m), ", "))
			for _, n := range t.names {
				if near := nearColumn(n.text, m); near != "" {
					d.WithHint("name the column %s as the input, %s; the inputs are %s", n.text, near, strings.Join(inputNames(m), ", "))
					break
				}
			}
			out.all = true
			continue
		}
		grids = append(grids, g)
	}
	labels := rangeLabels(grids, m, set)
	for _, g := range grids {
		for c, in := range g.inputs {
			if in == nil {
				continue
			}
			f := g.fields[in]
			if f == nil {
				f = []field{{"", c}}
			}
			if c == f[0].column && !g.input(in, f, labels, m, out) {
				out.lost[in.Name] = true
			}
		}
	}
	for _, in := range m.Inputs {
		if l := labels[in]; l != nil && !l.given {
			if _, ok := out.given[in.Name]; !ok {
				out.add(l.source, m, in.Name, l.at, l.node)
			}
		}
	}
	for _, g := range grids {
		g.warnUnused(m)
	}
}

// warnUnused names the columns of a table that are of no use.
func (g *grid) warnUnused(m *model.Model) {
	var ignored []string
	var first cell
	hint := ""
	for _, c := range g.unknown {
		if g.used[c] {
			continue
		}
		name := g.names[c].text
		if len(ignored) == 0 {
			first = g.names[c]
		}
		ignored = append(ignored, name)
		if near := nearColumn(name, m); near != "" && hint == "" && g.column(inputOf(m, near)) < 0 {
			hint = near
		}
	}
	if len(ignored) == 0 {
		return
	}
	plural := "column"
	if len(ignored) > 1 {
		plural = "columns"
	}
	d := g.report.Warnf(g.pos(first.at), CodeUnused, "no input names the %s %s", plural, strings.Join(ignored, ", "))
	if hint != "" {
		d.WithHint("did you mean %s?", hint)
	}
}

// newGrid finds what the columns of a table mean.
func newGrid(t *table, m *model.Model) *grid {
	g := &grid{table: t, inputs: make([]*model.Input, len(t.names)), fields: map[*model.Input][]field{}, used: map[int]bool{}}
	seen := map[string]bool{}
	for c, n := range t.names {
		if seen[n.text] && inputOf(m, n.text) == nil && !strings.Contains(n.text, ".") {
			g.unknown = append(g.unknown, c)
			continue
		}
		if seen[n.text] {
			t.errorf(n.at, CodeDuplicate, "there are two columns %s", n.text)
			g.repeats = append(g.repeats, c)
			continue
		}
		seen[n.text] = true
		g.inputs[c] = inputOf(m, n.text)
		if name, f, ok := strings.Cut(n.text, "."); ok && g.inputs[c] == nil {
			if in := inputOf(m, name); in != nil && in.Type.Kind == model.DistKind {
				g.inputs[c] = in
				g.fields[in] = append(g.fields[in], field{f, c})
			}
		}
		if g.inputs[c] == nil {
			g.unknown = append(g.unknown, c)
		}
	}
	g.decimalCommas()
	g.fill()
	return g
}

// column returns the column that is named as an input, -1 if there is none.
func (g *grid) column(in *model.Input) int {
	for c, x := range g.inputs {
		if x == in && g.fields[in] == nil {
			return c
		}
	}
	return -1
}

// input adds the entry of an input from its column, or columns of fields. It
// returns false after a mistake, which is reported.
func (g *grid) input(in *model.Input, fields []field, labels map[*model.Input]*labelling, m *model.Model, out *entries) bool {
	c := fields[0].column
	at := g.names[c].at
	switch {
	case in.Type.Kind == model.RangeKind:
		g.size(in, c, m, out)
		return true
	case len(in.Dims) == 0:
		n, ok := g.scalar(in, fields)
		if ok {
			out.add(g.source, m, in.Name, at, n)
		}
		return ok
	}
	columns, ok := g.indices(in, c)
	if !ok {
		return false
	}
	if len(columns) == 1 && columns[0] < 0 {
		x := *g.columns[c]
		if fields[0].name != "" {
			x.fields = fields
			for i := range g.count {
				g.emptyField(in, fields, i)
			}
		}
		value := &array{column: &x, leaves: x.cells, starts: [][]int32{{0, int32(g.count)}}}
		short := !in.Missing && g.missingTail(in, value)
		out.addArray(g.source, m, in.Name, at, value)
		if e := out.given[in.Name]; short && e.source == g.source {
			e.short = true
			out.given[in.Name] = e
		}
		return true
	}
	g.warnIndex(in, columns, labels, m)
	return g.nested(in, fields, columns, labels, m, out)
}

// scalar is the value of an input that is no array, which all rows give alike. It returns
// false after a mistake, which is reported.
func (g *grid) scalar(in *model.Input, fields []field) (node, bool) {
	c := fields[0].column
	if g.count == 0 {
		g.errorf(g.names[c].at, CodeMissing, "the column %s has no row, and %s is a single value", in.Name, in.Name)
		return node{}, false
	}
	first := g.columns[c].cell(0)
	for i := 1; i < g.count; i++ {
		if x := g.columns[c].cell(i); x.text != first.text && !x.broken && !first.broken {
			g.errorf(x.at, CodeConflict, "%s is a single value, but the column has %s and %s", in.Name, quoted(first.text), quoted(x.text)).
				WithHint("give it in all rows alike, or by --set %s=value", in.Name)
			return node{}, false
		}
	}
	if fields[0].name == "" {
		return first.node(in.Type), true
	}
	g.emptyField(in, fields, 0)
	return distNode(in.Type.Family, fields, g.cellsOf(0, fields)), true
}

// warnIndex says that a column of numbers is taken as an index because it has the name
// of a range, where it may be something else: it changes the order of the rows, or their
// names, and no input has members of that range.
func (g *grid) warnIndex(in *model.Input, columns []int, labels map[*model.Input]*labelling, m *model.Model) {
	if len(columns) > 1 || g.used[columns[0]] {
		return
	}
	r := in.Dims[0].Input
	g.used[columns[0]] = true
	for _, x := range m.Inputs {
		if x.Type.Range == r {
			return
		}
	}
	inOrder := labels[r] == nil
	for i := range g.count {
		k, ok := g.columns[columns[0]].index(i)
		if !ok {
			return
		}
		inOrder = inOrder && k == i
	}
	if inOrder {
		return
	}
	what := "indices"
	if labels[r] != nil {
		what = "labels"
	}
	g.report.Warnf(g.pos(g.names[columns[0]].at), CodeUnused, "the column %s, which has the name of a range, is read as the %s of its elements", r.Name, what).
		WithHint("give the column another name if it is something else")
}

// emptyField reports a row that has some parameters of a distribution but not all.
func (g *grid) emptyField(in *model.Input, fields []field, row int) {
	cells := g.cellsOf(row, fields)
	if !incomplete(cells) {
		return
	}
	for k, f := range fields {
		if c := &cells[k]; c.empty() {
			g.errorf(c.at, CodeMissing, "%s.%s has no value", in.Name, f.name).WithHint("every parameter of a distribution needs one")
		}
	}
}

// incomplete tells whether of the parameters of a distribution some are there but not
// all.
func incomplete(cells []cell) bool {
	some, all := false, true
	for _, c := range cells {
		some = some || !c.empty() && !c.broken
		all = all && !c.empty()
	}
	return some && !all
}

// missingTail reports, once, the empty cells at the end of a column; it returns
// false where there are none, and where cells before them are empty too, which are
// reported one by one.
func (g *grid) missingTail(in *model.Input, a *array) bool {
	s := &shape{entry: entry{source: g.source}, array: *a, input: in}
	from := g.count
	for from > 0 {
		if _, ok := s.number(from - 1); ok || s.raw(from-1).kind != null {
			break
		}
		from--
	}
	if from == g.count {
		return false
	}
	for i := range from {
		if _, ok := s.number(i); !ok && s.raw(i).kind == null {
			return false
		}
	}
	what := fmt.Sprintf("%s[%d] has", in.Name, from)
	if g.count-from > 1 {
		what = fmt.Sprintf("%s[%d] to %s[%d] have", in.Name, from, in.Name, g.count-1)
	}
	d := g.errorf(s.place(from), CodeMissing, "%s no value", what)
	d.WithHint("%s", needed(in))
	for _, other := range g.inputs {
		if other != nil && len(other.Dims) > 0 && other.Dims[0].Key() != in.Dims[0].Key() {
			d.WithHint("every entry of %s needs one; columns of different lengths stand in files of their own, in a folder", in.Name)
		}
	}
	a.lost = from + 1
	return true
}

// quoted is a text in quotes, shortened.
func quoted(text string) string { return strconv.Quote(clip(text)) }

// size reads a column named as a range where it gives the size. Elsewhere it is an
// index.
func (g *grid) size(r *model.Input, c int, m *model.Model, out *entries) {
	if g.isSize(r) {
		out.add(g.source, m, r.Name, g.names[c].at, g.columns[c].cell(0).node(r.Type))
	}
}

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
	unknown []int        // columns that name nothing
	spare   []int        // those of them that hold whole numbers
	used    map[int]bool // those that are the index of an array
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
			t.errorf(t.names[0].at, CodeUnknown, "no column is named as an input").
				WithHint("the first line names the columns; the inputs are %s", strings.Join(inputNames(m), ", "))
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
		if near := nearInput(name, m); near != "" && hint == "" && g.column(inputOf(m, near)) < 0 {
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
		if g.inputs[c] != nil {
			continue
		}
		g.unknown = append(g.unknown, c)
		whole := true
		for _, row := range t.rows {
			if _, ok := row[c].whole(); !ok && !row[c].broken {
				whole = false
				break
			}
		}
		if whole {
			g.spare = append(g.spare, c)
		}
	}
	g.decimalCommas()
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
	value := func(row []cell) node {
		if fields[0].name != "" {
			g.emptyField(in, fields, row)
			return distNode(in.Type.Family, fields, row)
		}
		return row[c].node(in.Type)
	}
	switch {
	case in.Type.Kind == model.RangeKind:
		g.size(in, c, m, out)
		return true
	case len(in.Dims) == 0:
		if len(g.rows) == 0 {
			g.errorf(at, CodeMissing, "the column %s has no row, and %s is a single value", in.Name, in.Name)
			return false
		}
		for _, row := range g.rows[1:] {
			if row[c].text != g.rows[0][c].text && !row[c].broken && !g.rows[0][c].broken {
				g.errorf(row[c].at, CodeConflict, "%s is a single value, but the column has %s and %s", in.Name, quoted(g.rows[0][c].text), quoted(row[c].text)).
					WithHint("give it in all rows alike, or by --set %s=value", in.Name)
				return false
			}
		}
		out.add(g.source, m, in.Name, at, value(g.rows[0]))
		return true
	}
	columns, ok := g.indices(in, c)
	if !ok {
		return false
	}
	if len(columns) == 1 && columns[0] < 0 {
		n := node{kind: list, at: at, list: make([]node, 0, len(g.rows))}
		for _, row := range g.rows {
			n.list = append(n.list, value(row))
		}
		short := !in.Missing && g.missingTail(in, n.list)
		out.add(g.source, m, in.Name, at, n)
		if e := out.given[in.Name]; short && e.source == g.source {
			e.short = true
			out.given[in.Name] = e
		}
		return true
	}
	g.warnIndex(in, columns, labels, m)
	return g.nested(in, columns, labels, value, m, out)
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
	for i, row := range g.rows {
		k, ok := row[columns[0]].index()
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
func (g *grid) emptyField(in *model.Input, fields []field, row []cell) {
	some := false
	for _, f := range fields {
		some = some || !row[f.column].empty() && !row[f.column].broken
	}
	for _, f := range fields {
		if c := &row[f.column]; some && c.empty() {
			g.errorf(c.at, CodeMissing, "%s.%s has no value", in.Name, f.name).WithHint("every parameter of a distribution needs one")
			row[fields[0].column].broken = true
		}
	}
}

// missingTail reports, once, the empty cells at the end of a column; it returns
// false where there are none.
func (g *grid) missingTail(in *model.Input, column []node) bool {
	from := len(column)
	for from > 0 && column[from-1].kind == null {
		from--
	}
	tail := column[from:]
	if len(tail) == 0 {
		return false
	}
	what := fmt.Sprintf("%s[%d] has", in.Name, from)
	if len(tail) > 1 {
		what = fmt.Sprintf("%s[%d] to %s[%d] have", in.Name, from, in.Name, len(column)-1)
	}
	d := g.errorf(tail[0].at, CodeMissing, "%s no value", what)
	d.WithHint("%s", needed(in))
	for _, other := range g.inputs {
		if other != nil && len(other.Dims) > 0 && other.Dims[0].Key() != in.Dims[0].Key() {
			d.WithHint("every entry of %s needs one; columns of different lengths stand in files of their own, in a folder", in.Name)
		}
	}
	for i := range tail {
		tail[i].kind = broken
	}
	return true
}

// quoted is a text in quotes, shortened.
func quoted(text string) string { return strconv.Quote(clip(text)) }

// size reads a column named as a range where it gives the size. Elsewhere it is an
// index.
func (g *grid) size(r *model.Input, c int, m *model.Model, out *entries) {
	if g.isSize(r) {
		out.add(g.source, m, r.Name, g.names[c].at, g.rows[0][c].node(r.Type))
	}
}

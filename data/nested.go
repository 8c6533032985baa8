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

// nested adds the entry of an array whose elements are named by index columns. It
// returns false after a mistake, which is reported.
func (g *grid) nested(in *model.Input, columns []int, labels map[*model.Input]*labelling, value func([]cell) node, m *model.Model, out *entries) bool {
	at := g.names[g.valueColumn(in)].at
	elements := make([]item, 0, len(g.rows))
	count := map[string]int{}
	for _, row := range g.rows {
		e := item{index: make([]int, len(columns)), value: value(row)}
		if e.value.kind == null && !in.Missing && g.others(in, row) {
			continue // a row of other arrays in the same table
		}
		if e.value.kind == broken {
			return false // which element it is is not known
		}
		for k, c := range columns {
			if c < 0 {
				name := fmt.Sprint(e.index[:k])
				e.index[k] = count[name]
				count[name]++
				continue
			}
			l := labels[in.Dims[k].Input]
			i, ok := row[c].index()
			if l != nil && in.Dims[k].Op == model.OpInput {
				i, ok = l.number[row[c].label()]
				ok = ok && !row[c].empty()
			}
			if !ok || i < 0 {
				d := g.errorf(row[c].at, CodeRange, "%q is no index of %s", row[c].text, dimText(in, in.Dims[k]))
				if l != nil && l.given {
					d.WithHint("the labels of %s are given %s", in.Dims[k].Input.Name, l.source.name)
				}
				return false
			}
			e.index[k] = i
		}
		elements = append(elements, e)
	}
	sort.SliceStable(elements, func(i, j int) bool { return before(elements[i].index, elements[j].index) })
	unique := elements[:0]
	for _, e := range elements {
		if n := len(unique); n > 0 && !before(unique[n-1].index, e.index) {
			old := unique[n-1].value
			if len(in.Dims) == 1 && g.over(in) {
				c := columns[0]
				g.errorf(e.value.at, CodeDuplicate, "%s is given twice: two rows have the same %s", elementText(in, e.index), g.names[c].text).
					WithHint("the column %s, which has the name of a range, is the index of %s; give it another name if it is something else", g.names[c].text, in.Name)
				return false
			}
			if old.kind != e.value.kind || old.number != e.value.number || old.text != e.value.text {
				g.errorf(e.value.at, CodeDuplicate, "%s is given twice, as %s and %s", elementText(in, e.index), old.describe(), e.value.describe())
				return false
			}
			continue
		}
		unique = append(unique, e)
	}
	n, ok := g.tree(in, unique, 0, at)
	if !ok {
		return false
	}
	out.add(g.source, m, in.Name, at, n)
	return true
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

// others tells whether a row holds an element of an array that runs over other
// dimensions than in does.
func (g *grid) others(in *model.Input, row []cell) bool {
	for c, x := range g.inputs {
		if x == nil || len(x.Dims) == 0 || row[c].empty() {
			continue
		}
		if allDims(x) != allDims(in) {
			return true
		}
	}
	return false
}

func (g *grid) valueColumn(in *model.Input) int {
	if f := g.fields[in]; f != nil {
		return f[0].column
	}
	return g.column(in)
}

// An item is one element of an array, with its indices.
type item struct {
	index []int
	value node
}

func before(a, b []int) bool {
	for k := range a {
		if a[k] != b[k] {
			return a[k] < b[k]
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

// tree nests sorted items from depth k on. An index that has no row is an empty
// list, or at the innermost depth a mistake.
func (g *grid) tree(in *model.Input, items []item, k, at int) (node, bool) {
	n := node{kind: list, at: at}
	if len(items) > 0 {
		n.at = items[0].value.at
	}
	for len(items) > 0 {
		i := items[0].index[k]
		end := 0
		for end < len(items) && items[end].index[k] == i {
			end++
		}
		if i > len(n.list) && (k == len(in.Dims)-1 || i > 1<<24) {
			missing := append(append([]int(nil), items[0].index[:k]...), len(n.list))
			g.errorf(items[0].value.at, CodeMissing, "%s has no row, but %s has", elementText(in, missing), elementText(in, items[0].index))
			return n, false
		}
		for len(n.list) < i {
			n.list = append(n.list, node{kind: list, at: n.at})
		}
		x := items[0].value
		if k < len(in.Dims)-1 {
			var ok bool
			if x, ok = g.tree(in, items[:end], k+1, at); !ok {
				return n, false
			}
		}
		n.list = append(n.list, x)
		items = items[end:]
	}
	return n, true
}

// allDims prints the dimensions of an input, those of its vectors too.
func allDims(in *model.Input) string {
	s := ""
	for _, d := range in.Dims {
		s += "[" + dimText(in, d) + "]"
	}
	return s
}

package data

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"mpc/model"
)

// A labelling numbers the labels that index columns of a range hold.
type labelling struct {
	entry
	number map[string]int
	given  bool // the list comes from elsewhere, and has all labels
}

// rangeLabels numbers the labels in the columns named as ranges: as a list says that
// is set, else by the first table in which they are all different, else by first
// appearance. Dates and numbers are in their own order.
func rangeLabels(grids []*grid, m *model.Model, set *entries) map[*model.Input]*labelling {
	out := map[*model.Input]*labelling{}
	for _, r := range m.Inputs {
		if r.Type.Kind != model.RangeKind {
			continue
		}
		if e, ok := set.given[r.Name]; ok && e.node.kind == list {
			out[r] = givenLabels(e)
			if e.open {
				set.given[r.Name] = out[r].grow(grids, r)
			}
			continue
		}
		order, labelled := rangeColumns(grids, r)
		if len(order) == 0 || !labelled && numbersAreIndices(order, grids, r, set) {
			continue
		}
		l := &labelling{number: map[string]int{}}
		for _, g := range order {
			c := g.column(r)
			if l.source == nil {
				l.source, l.at = g.source, g.names[c].at
				l.node = node{kind: list, at: l.at}
			}
			l.add(g.columns[c])
		}
		sortLabels(l.node.list, func(n *node) string { return n.text }, labelled)
		for i, n := range l.node.list {
			l.number[n.text] = i
		}
		out[r] = l
	}
	return out
}

// givenLabels numbers the labels of a list that is set.
func givenLabels(e entry) *labelling {
	e.node = e.source.opened(e.node)
	l := &labelling{entry: e, number: map[string]int{}, given: true}
	for i := range e.node.list {
		l.number[e.node.list[i].labelText()] = i
	}
	return l
}

// grow adds the labels that columns of the range have to a list that may grow.
func (l *labelling) grow(grids []*grid, r *model.Input) entry {
	order, _ := rangeColumns(grids, r)
	for _, g := range order {
		c := g.column(r)
		l.add(g.columns[c])
	}
	return l.entry
}

// add adds the labels of a column that are new.
func (l *labelling) add(x *tableColumn) {
	for i := range x.grid.count {
		c := x.cell(i)
		if _, ok := l.number[c.label()]; ok || c.empty() || c.broken {
			continue
		}
		c.at = x.place(i)
		l.number[c.label()] = len(l.node.list)
		l.node.list = append(l.node.list, textNode(c))
	}
}

// rangeColumns lists the tables with a column of a range, those first in which its
// cells are all different, and tells whether one of these is a text.
func rangeColumns(grids []*grid, r *model.Input) (order []*grid, labelled bool) {
	for _, g := range grids {
		c := g.column(r)
		if c < 0 || g.count == 0 || g.isSize(r) {
			continue
		}
		different := map[string]bool{}
		for i := range g.count {
			x := g.columns[c].cell(i)
			different[x.text] = true
			if _, ok := x.index(); !ok && !x.empty() && !x.broken {
				labelled = true
			}
		}
		if len(different) == g.count {
			order = append([]*grid{g}, order...)
		} else {
			order = append(order, g)
		}
	}
	return order, labelled
}

// numbersAreIndices tells whether the numbers in the columns of a range are indices:
// where 0 is among them, or where the range has another size that is above all of
// them. Others are labels.
func numbersAreIndices(order, grids []*grid, r *model.Input, set *entries) bool {
	size := -1
	if e, ok := set.given[r.Name]; ok && e.node.kind == number {
		size = int(min(max(e.node.number, 0), maxSize))
	}
	for _, g := range grids {
		if g.column(r) < 0 && g.isOver(r) {
			size = max(size, g.count)
		}
		if g.isSize(r) {
			if n, ok := g.columns[g.column(r)].cell(0).whole(); ok {
				size = max(size, n)
			}
		}
	}
	zero, largest := false, -1
	for _, g := range order {
		x := g.columns[g.column(r)]
		for row := range g.count {
			if i, ok := x.index(row); ok {
				zero = zero || i == 0
				largest = max(largest, i)
				if i < 0 {
					return false
				}
			}
		}
	}
	return zero || largest < size
}

// isOver tells whether a table has an array over a range alone, or over it first.
func (g *grid) isOver(r *model.Input) bool {
	for _, in := range g.inputs {
		if in != nil && len(in.Dims) > 0 && in.Dims[0].Input == r {
			return true
		}
	}
	return false
}

// isSize tells whether a column named as a range gives its size: one row with a
// number, in a table without an array over the range. Elsewhere it is an index.
func (g *grid) isSize(r *model.Input) bool {
	c := g.column(r)
	if c < 0 || g.count != 1 {
		return false
	}
	for _, in := range g.inputs {
		if in == nil {
			continue
		}
		for _, d := range in.Dims {
			if d.Input == r {
				return false
			}
		}
	}
	_, ok := g.columns[c].cell(0).whole()
	return ok
}

// index reads a cell as an index, in quotes or without.
func (c cell) index() (int, bool) {
	c.quoted = false
	return c.whole()
}

// label is the text of a cell that is a label: 1001 too where a program has written
// 1001.0.
func (c cell) label() string {
	whole, zeros, ok := strings.Cut(c.text, ".")
	if _, isNumber := c.number(); ok && isNumber && !c.quoted && zeros != "" && strings.Trim(zeros, "0") == "" {
		return whole
	}
	return c.text
}

// labelText is the label that a node of a list gives: a text, or a whole number.
func (n *node) labelText() string {
	if n.kind == number && n.number == math.Trunc(n.number) {
		return strconv.FormatFloat(n.number, 'f', -1, 64)
	}
	return n.text
}

func textNode(c cell) node {
	return node{kind: text, at: c.at, end: c.at + len(c.text), text: c.label()}
}

// sortLabels puts labels that are dates in the order of time, and numbers in theirs;
// unless text says that numbers stand beside texts. All others keep their order.
func sortLabels[T any](labels []T, textOf func(*T) string, text bool) {
	var keys []float64
	for _, read := range []func(string) (float64, bool){readDate, readNumber} {
		all := len(labels) > 0
		keys = keys[:0]
		for i := range labels {
			key, ok := read(textOf(&labels[i]))
			if keys = append(keys, key); !ok {
				all = false
				break
			}
		}
		if all {
			sort.Stable(&byKey[T]{keys, labels})
			return
		}
		if text {
			return
		}
	}
}

type byKey[T any] struct {
	keys   []float64
	labels []T
}

func (b *byKey[T]) Len() int           { return len(b.keys) }
func (b *byKey[T]) Less(i, j int) bool { return b.keys[i] < b.keys[j] }
func (b *byKey[T]) Swap(i, j int) {
	b.keys[i], b.keys[j] = b.keys[j], b.keys[i]
	b.labels[i], b.labels[j] = b.labels[j], b.labels[i]
}

func readNumber(text string) (float64, bool) { return cell{text: text}.number() }

// readDate reads a date whose year comes first, or whose day does and has points.
func readDate(text string) (float64, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' || strings.Trim(text, "0123456789") == "" {
		return 0, false
	}
	for _, layout := range []string{"2006-1-2", "2006-1", "2006/1/2", "2.1.2006",
		"2006-1-2 15:04", "2006-1-2 15:04:05", "2006-1-2T15:04", "2006-1-2T15:04:05", time.RFC3339, "2.1.2006 15:04", "2.1.2006 15:04:05"} {
		if t, err := time.Parse(layout, text); err == nil {
			return float64(t.UnixNano()) / 1e9, true
		}
	}
	return 0, false
}

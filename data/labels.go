package data

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"mpc/model"
)

// A labelling numbers the labels that index columns of a range hold.
type labelling struct {
	entry  // with the order that they have
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
		l.order = ordered(labelled)
		if !sortLabels(l.node.list, func(n *node) string { return n.text }, l.order) {
			l.source.warnDates(r, l.at)
		}
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
	order, labelled := rangeColumns(grids, r)
	had := len(l.node.list)
	for _, g := range order {
		c := g.column(r)
		l.add(g.columns[c])
	}
	if len(order) > 0 {
		l.order = ordered(labelled)
	}
	added := l.node.list[had:]
	sortLabels(added, func(n *node) string { return n.text }, l.order)
	for i, n := range added {
		l.number[n.text] = had + i
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

// An Order says how the labels of a range are numbered.
type Order uint8

const (
	Listed  Order = iota // as a list has them
	Dates                // dates in the order of time, and others as they are first seen
	Numbers              // dates in the order of time, and numbers in theirs
)

// ordered is the order of labels that are seen; text says that some are no numbers of
// tables.
func ordered(text bool) Order {
	if text {
		return Dates
	}
	return Numbers
}

// SortLabels puts labels of several batches into their order. It returns false where
// they may be dates in another order of time.
func SortLabels(labels []string, o Order) bool {
	return sortLabels(labels, func(s *string) string { return *s }, o)
}

// sortLabels puts labels into their order. It returns false where they may be dates with
// the day first or with the month first, and stand in neither order.
func sortLabels[T any](labels []T, textOf func(*T) string, o Order) bool {
	if o == Listed || len(labels) == 0 {
		return true
	}
	dates, unsure := sortDates(labels, textOf)
	if keys := keysOf(labels, textOf, readNumber); !dates && o == Numbers && keys != nil {
		byKeys(labels, keys)
	}
	return !unsure
}

// keysOf reads all labels, nil where one is not read.
func keysOf[T any](labels []T, textOf func(*T) string, read func(string) (float64, bool)) []float64 {
	var keys []float64
	for i := range labels {
		key, ok := read(textOf(&labels[i]))
		if !ok {
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

// byKeys sorts labels.
func byKeys[T any](labels []T, keys []float64) { sort.Stable(&byKey[T]{keys, labels}) }

// warnDates says that labels may be dates in another order than that of time.
func (s *source) warnDates(r *model.Input, at int) {
	s.report.Warnf(s.pos(at), CodeLabel, "%s", UnsureDates(r.Name)).WithHint("%s", DatesHint)
}

// UnsureDates is the warning of labels that may be dates with the day or the month first,
// and DatesHint what helps.
func UnsureDates(r string) string {
	return fmt.Sprintf("the labels of %s may be dates with the day or with the month first: they are in the order in which they are first seen", r)
}

const DatesHint = "write dates as 2024-01-31, or give the list of the labels in the order of time"

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

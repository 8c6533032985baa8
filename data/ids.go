package data

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"mpc/model"
)

// readIDs decides what the numbers are that the columns of members of a range hold.
// They are labels where labels stand beside them, where a list of labels has them, and
// where nothing else says how many elements the range has; else they are indices. Where
// a size alone is given, and not all are below it, they are labels if there are so many
// different ones, and 0 is none of them.
func (a *assembly) readIDs(r *model.Input, x *extent) {
	shapes, texts := a.ids(r, x)
	if shapes == nil || !a.areLabels(r, x, shapes, texts) {
		return
	}
	for _, s := range shapes {
		s.labels = true
	}
}

// ids lists the arrays of members of a range with numbers that may be labels, and tells
// whether texts stand beside them.
func (a *assembly) ids(r *model.Input, x *extent) (list []*shape, texts bool) {
	for _, in := range a.model.Inputs {
		s := a.shapes[in]
		if s == nil || in.Type.Range != r {
			continue
		}
		s.named = x != nil && x.numbers
		some := false
		for i := range s.leaves.len() {
			if texts && some {
				break
			}
			if _, ok := s.number(i); ok && (s.column == nil || some) {
				continue
			}
			n := s.leaf(i)
			texts = texts || n.kind == text
			some = some || n.isID()
		}
		if some {
			list = append(list, s)
		}
	}
	return list, texts
}

// isID tells whether a value is a number that may be a label.
func (n *node) isID() bool { return n.kind == number && n.id && n.number == math.Trunc(n.number) }

// eachID calls f with the numbers that may be labels, until it returns false.
func eachID(shapes []*shape, f func(n node) bool) {
	for _, s := range shapes {
		for i := range s.leaves.len() {
			if n := s.leaf(i); n.isID() && !f(n) {
				return
			}
		}
	}
}

// firstID is the first number that may be a label, with its place.
func firstID(s *shape) node {
	for i := range s.leaves.len() {
		if n := s.leaf(i); n.isID() {
			return s.placed(i)
		}
	}
	return node{}
}

// areLabels tells whether the numbers that are members of a range are labels.
func (a *assembly) areLabels(r *model.Input, x *extent, ids []*shape, texts bool) bool {
	size, array := -1, false
	switch {
	case x != nil && x.fixed:
		return a.areListed(r, x, ids, texts)
	case texts:
		return true
	case x != nil:
		size = x.size
	}
	if s := a.arrayOver(r); s != nil {
		size, array = max(size, s.size), true
	} else if size < 0 && r.Default != nil {
		size = int(r.Default.Value)
	}
	if size < 0 {
		return true
	}
	below, zero := true, false
	different := map[string]bool{}
	eachID(ids, func(n node) bool {
		zero = zero || n.number == 0
		below = below && n.number >= 0 && n.number < float64(size)
		if !zero && !array && x != nil && len(different) <= size {
			different[n.text] = true
		}
		return !zero
	})
	if below || zero || array || x != nil && len(different) != size {
		return false
	}
	first := ids[0]
	first.source.report.Warnf(first.source.pos(firstID(first).at), CodeLabel,
		"the numbers in %s are read as labels of %s: not all of them are indices from 0 to %d", first.input.Name, r.Name, size-1).
		WithHint("if they are, leave the size of %s out, or give the list of its labels; else correct those that are below 0 or above %d", r.Name, size-1)
	return true
}

// areListed tells whether numbers are in the list of labels that is given. Where they
// may be indices as well a warning says how they are read.
func (a *assembly) areListed(r *model.Input, x *extent, ids []*shape, texts bool) bool {
	some, below, same := false, true, true
	eachID(ids, func(n node) bool {
		i, ok := x.number[n.text]
		some = some || ok
		below = below && n.number >= 0 && n.number < float64(x.size)
		same = same && ok && float64(i) == n.number
		return true
	})
	if texts || same {
		return true
	}
	numbers := x.numbers
	if !numbers {
		numbers = len(x.labels) > 0
		for _, l := range x.labels {
			_, ok := readNumber(l)
			numbers = numbers && ok
		}
	}
	if below && numbers {
		how := "labels, as its list has some of them, and not as indices"
		if !some {
			how = "indices, as its list of labels has none of them"
		}
		s := ids[0]
		n := firstID(s)
		s.source.report.Warnf(s.source.pos(n.at), CodeLabel, "the numbers in %s are read as members of %s by their %s", s.input.Name, r.Name, how)
		return some
	}
	return some || numbers
}

// arrayOver returns the extent that an array gives to a range, nil where there is none.
func (a *assembly) arrayOver(r *model.Input) *extent {
	var x *extent
	for _, d := range r.Size {
		s := a.shapes[d.Input]
		if s == nil || s.lists(d.Dim) == 0 {
			continue
		}
		// The last lists of a table may be empty, without a row.
		open := s.source.table && d.Dim < len(d.Input.Dims)-1
		if x != nil && open {
			continue
		}
		x = &extent{size: int(s.starts[d.Dim][1])}
		x.why = r.Name + " has " + elements(x.size) + ", as " + s.name(d.Dim, 0) + " has"
		if !open {
			break
		}
	}
	return x
}

// noMembers tells whether all arrays of members of a range are there and empty.
func (a *assembly) noMembers(r *model.Input) bool {
	some := false
	for _, in := range a.model.Inputs {
		if in.Type.Range != r || in.Type.Kind != model.IndexKind || in.Labelled {
			continue
		}
		if s := a.shapes[in]; s == nil || s.leaves.len() > 0 {
			return false
		}
		some = true
	}
	return some
}

// sizeHint says how to give the size of a range that no array over it says, by what its
// members are.
func (a *assembly) sizeHint(r *model.Input) string {
	form := func(value string) string {
		if a.main.table || a.main.inline {
			return fmt.Sprintf("--set %s='%s'", r.Name, value)
		}
		return fmt.Sprintf("%q: %s", r.Name, value)
	}
	seen, first := map[int]bool{}, ""
	for _, in := range a.model.Inputs {
		s := a.shapes[in]
		if s == nil || in.Type.Range != r {
			continue
		}
		for i := range s.leaves.len() {
			if v, ok := s.number(i); ok && v >= 0 && v == math.Trunc(v) && v < maxSize {
				seen[int(v)] = true
			}
		}
		if first == "" {
			first = in.Name
		}
	}
	if len(seen) == 0 {
		return fmt.Sprintf("no array over %s says its size: write how many there are, as %s", r.Name, form("3"))
	}
	ids := slices.Sorted(maps.Keys(seen))
	size := form(strconv.Itoa(ids[len(ids)-1] + 1))
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.Itoa(id)
	}
	if len(list) > mostLabels {
		list = append(list[:mostLabels], "...")
	}
	return fmt.Sprintf("where %s counts from 0 to %d, write %s; where its numbers are names, list them: %s", first,
		ids[len(ids)-1], size, form("["+strings.Join(list, ", ")+"]"))
}

// mostLabels is how many labels a hint lists.
const mostLabels = 4

package data

import (
	"math"

	"mpc/model"
)

// readIDs decides what the numbers are that the columns of members of a range hold.
// They are labels where labels stand beside them, where a list of labels has them, and
// where nothing else says how many elements the range has; else they are indices. Where
// a size alone is given, and not all are below it, they are labels if there are so many
// different ones, and 0 is none of them.
func (a *assembly) readIDs(r *model.Input, x *extent) {
	ids, texts := a.ids(r, x)
	if len(ids) == 0 || !a.areLabels(r, x, ids, texts) {
		return
	}
	for _, id := range ids {
		id.node.kind = text
	}
}

// An id is a member of a range that is a number in a table.
type id struct {
	shape *shape
	leaf  int
	node  *node
}

// ids lists the numbers that may be labels, and tells whether texts stand beside them.
func (a *assembly) ids(r *model.Input, x *extent) (list []id, texts bool) {
	for _, in := range a.model.Inputs {
		s := a.shapes[in]
		if s == nil || in.Type.Range != r {
			continue
		}
		for i, n := range s.leaves {
			switch {
			case n.kind == text:
				texts = true
			case n.kind != number || n.number != math.Trunc(n.number):
			case x != nil && x.numbers && n.text == "":
				n.text, n.id = n.labelText(), true
				fallthrough
			case n.id:
				list = append(list, id{s, i, n})
			}
		}
	}
	return list, texts
}

// areLabels tells whether the numbers that are members of a range are labels.
func (a *assembly) areLabels(r *model.Input, x *extent, ids []id, texts bool) bool {
	first := ids[0]
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
	for _, id := range ids {
		zero = zero || id.node.number == 0
		below = below && id.node.number >= 0 && id.node.number < float64(size)
		different[id.node.text] = true
	}
	if below || zero || array || x != nil && len(different) != size {
		return false
	}
	first.shape.source.report.Warnf(first.shape.source.pos(first.node.at), CodeLabel,
		"the numbers in %s are read as labels of %s: not all of them are indices from 0 to %d", first.shape.input.Name, r.Name, size-1).
		WithHint("if they are, leave the size of %s out, or give the list of its labels; else correct those that are below 0 or above %d", r.Name, size-1)
	return true
}

// areListed tells whether numbers are in the list of labels that is given. Where they
// may be indices as well a warning says how they are read.
func (a *assembly) areListed(r *model.Input, x *extent, ids []id, texts bool) bool {
	some, below, same := false, true, true
	for _, id := range ids {
		i, ok := x.number[id.node.text]
		some = some || ok
		below = below && id.node.number >= 0 && id.node.number < float64(x.size)
		same = same && ok && float64(i) == id.node.number
	}
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
		s, n := ids[0].shape, ids[0].node
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
		if s == nil || len(s.lists[d.Dim]) == 0 {
			continue
		}
		// The last lists of a table may be empty, without a row.
		open := s.source.table && d.Dim < len(d.Input.Dims)-1
		if x != nil && open {
			continue
		}
		x = &extent{size: s.starts[d.Dim][1]}
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
		if s := a.shapes[in]; s == nil || len(s.leaves) > 0 {
			return false
		}
		some = true
	}
	return some
}

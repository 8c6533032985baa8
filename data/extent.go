package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// An extent is the size of a range, its labels if it has any, and where both
// come from.
type extent struct {
	size   int
	labels []string
	number map[string]int
	fixed  bool // given as a list of labels
	// numbers: all of the labels of that list are numbers and no texts.
	numbers bool
	open    bool    // members may have other labels too, which come behind them
	order   Order   // of the labels
	source  *source // of the list
	why     string  // "game has 3 elements, as ..."
}

// givenRange reads the value given for a range: a size, or the list of labels.
func (a *assembly) givenRange(r *model.Input, e entry) {
	e.node = e.source.opened(e.node)
	n := &e.node
	x := &extent{source: e.source}
	switch {
	case n.kind == broken:
		return
	case n.kind == list:
		x.open, x.order = e.open, e.order
		x.fixed, x.number, x.numbers = true, map[string]int{}, len(n.list) > 0
		for i := range n.list {
			l := &n.list[i]
			if l.kind == broken {
				return
			}
			if l.kind != text && (l.kind != number || l.number != math.Trunc(l.number)) {
				e.source.errorf(l.at, CodeType, "%s is a range: a size, or a list of labels that are strings or whole numbers; %s[%d] is %s", r.Name, r.Name, i, l.describe())
				return
			}
			label := l.labelText()
			x.numbers = x.numbers && l.kind == number
			if j, ok := x.number[label]; ok {
				e.source.errorf(l.at, CodeLabel, "label %q of %s is given twice, as number %d and %d", label, r.Name, j, i)
				return
			}
			x.number[label] = i
			x.labels = append(x.labels, label)
		}
		x.size = len(x.labels)
		x.why = fmt.Sprintf("%s has %s, as the list of its labels says", r.Name, elements(x.size))
		if e.source.table {
			x.why = fmt.Sprintf("the labels of %s are those in the column %s; give that column another name if it is something else", r.Name, r.Name)
		}
	case n.kind != number:
		e.source.errorf(n.at, CodeType, "%s is a range: a size, or a list of labels, not %s", r.Name, n.describe())
		return
	case n.number != math.Trunc(n.number):
		e.source.errorf(n.at, CodeType, "%s is a range: its size is a whole number, not %s", r.Name, n.describe())
		return
	case n.number < 0:
		e.source.errorf(n.at, CodeRange, "%s is a range: its size cannot be negative, as %s", r.Name, n.describe())
		return
	case n.number > maxSize:
		e.source.errorf(n.at, CodeRange, "%s is a range: its size is at most %d, not %s", r.Name, maxSize, n.describe())
		return
	default:
		x.size = int(n.number)
		x.why = fmt.Sprintf("%s is given as %d", r.Name, x.size)
	}
	a.ranges[r] = x
}

// findRange settles the size of a range: as given, by the labels of its
// members, or by the length of the arrays over it.
func (a *assembly) findRange(r *model.Input) {
	x := a.ranges[r]
	if _, given := a.given.given[r.Name]; given && x == nil {
		return // reported
	}
	x, ok := a.findLabels(r, x)
	if !ok {
		return
	}
	if x == nil {
		x = a.arrayOver(r)
	}
	if x == nil && r.Default == nil && a.noMembers(r) {
		x = &extent{why: r.Name + " has no element, as no member of it is in the data"}
	}
	if x == nil {
		for _, in := range a.model.Inputs {
			if in.Type.Range == r && a.shapes[in] == nil && (len(in.Dims) > 0 && in.Default == nil || !a.given.missing(in.Name)) {
				return // a mistake there was reported, or that there is none
			}
		}
		for _, d := range r.Size {
			if a.shapes[d.Input] == nil && a.fillings[d.Input] == nil {
				return // the array over it is wrong or missing, which is reported
			}
		}
		switch {
		case r.Default != nil:
			x = &extent{size: int(r.Default.Value)}
			x.why = fmt.Sprintf("%s has %s, which is its default", r.Name, elements(x.size))
		case !a.given.missing(r.Name):
			return
		default:
			if d := a.missing(r); d.Hint == "" {
				d.WithHint("%s", a.sizeHint(r))
			}
			return
		}
	}
	a.ranges[r] = x
	a.set.columns[r] = &column{input: r, values: single(float64(x.size))}
	if x.labels != nil {
		a.set.Labels[r.Name], a.set.Orders[r.Name] = x.labels, x.order
	}
}

// A label is the name of a member of a range; id says that it is a number in a table.
type label struct {
	text string
	id   bool
}

// findLabels numbers the labels of all index(r) inputs, by first appearance, or in
// the order of the dates or numbers that they are. It returns false after a mistake, which is reported.
func (a *assembly) findLabels(r *model.Input, x *extent) (*extent, bool) {
	a.readIDs(r, x)
	var found []label
	seen := map[string]int{}
	numbered, labelled := false, false
	var where *shape
	unread := false
	for _, in := range a.model.Inputs {
		s := a.shapes[in]
		if s == nil || in.Type.Range != r {
			continue
		}
		for i := range s.leaves.len() {
			if _, ok := s.number(i); ok && !labelled {
				numbered, where = true, s
				continue
			}
			n := s.leaf(i)
			switch n.kind {
			case text:
				labelled = true
				if _, ok := seen[n.text]; !ok {
					seen[n.text] = len(found)
					found = append(found, label{n.text, n.id})
				}
			case number:
				numbered = true
			default:
				unread = true
				continue
			}
			if numbered && labelled {
				s.source.errorf(s.place(i), CodeLabel, "%s is %s, but other members of %s are %s: use labels or numbers, not both",
					s.name(len(in.Dims), i), n.describe(), r.Name, map[bool]string{true: "numbers", false: "labels"}[n.kind == text])
				return x, false
			}
			where = s
		}
	}
	order := ordered(slices.ContainsFunc(found, func(l label) bool { return !l.id }))
	if x != nil && x.fixed {
		if x.open {
			x.openLabels(found, order)
		}
		return x, true
	}
	if !labelled {
		return x, x != nil || numbered || !unread // what was not read may be labels
	}
	if !sortLabels(found, func(l *label) string { return l.text }, order) {
		where.source.warnDates(r, where.at)
	}
	labels := make([]string, len(found))
	for i, n := range found {
		labels[i], seen[n.text] = strings.Clone(n.text), i
	}
	if x != nil && x.size != len(labels) {
		if unread {
			return x, false // a label may be missing
		}
		where.source.errorf(where.at, CodeConflict, "%s is given as %d, but its members have %d different labels", r.Name, x.size, len(labels)).
			WithHint("leave %s out, or give it as the list of its labels", r.Name)
		return x, false
	}
	return &extent{size: len(labels), labels: labels, number: seen, order: order, why: fmt.Sprintf("%s has %s, as many as labels are seen", r.Name, elements(len(labels)))}, true
}

// findElement finds the number of an element that the program names by its label.
func (a *assembly) findElement(in *model.Input) {
	r := in.Type.Range
	x := a.ranges[r]
	if x == nil {
		return // reported
	}
	for i, label := range x.labels {
		if label == in.Label {
			a.set.columns[in] = &column{input: in, values: single(float64(i))}
			return
		}
	}
	d := a.inModel(in.At, CodeLabel, "%s has no element with the label %q", r.Name, in.Label)
	switch near := lang.Nearest(in.Label, x.labels); {
	case len(x.labels) == 0:
		d.WithHint("its elements have no labels in these data: give %s as the list of them", r.Name)
	case near != "":
		d.WithHint("did you mean %q? %s", near, x.allLabels(r))
	default:
		d.WithHint("%s; where no row has it, give %s as the list of all labels", x.allLabels(r), r.Name)
	}
}

// allLabels names the labels of a range, the first of them where they are many.
func (x *extent) allLabels(r *model.Input) string {
	const most = 12
	list := make([]string, 0, most)
	for _, label := range x.labels[:min(most, len(x.labels))] {
		list = append(list, strconv.Quote(label))
	}
	text := "the labels of " + r.Name + " are " + strings.Join(list, ", ")
	if more := len(x.labels) - most; more > 0 {
		text += fmt.Sprintf(" and %d others", more)
	}
	return text
}

// label finds the number of a label.
func (x *extent) label(s *shape, i int, n node) (float64, bool) {
	j, ok := x.number[n.text]
	if ok {
		return float64(j), true
	}
	if s.source.often(s.input.Name + " label") {
		return 0, false
	}
	n = s.placed(i)
	r := s.input.Type.Range.Name
	if x.number == nil {
		s.source.repeated(s.input.Name+" label", n.at, CodeLabel, "%s is %q, but the elements of %s have no labels", s.name(len(s.input.Dims), i), n.text, r)
		return 0, false
	}
	d := s.source.repeated(s.input.Name+" label", n.at, CodeLabel, "%s is %q, which is no label of %s", s.name(len(s.input.Dims), i), n.text, r)
	_, number := readNumber(n.text) // near to each other of the same length
	if near := lang.Nearest(n.text, x.labels); near != "" && !number {
		d.WithHint("did you mean %q?", near)
	} else {
		d.WithHint("%s", x.why)
	}
	unlisted(d, x.source)
	return 0, false
}

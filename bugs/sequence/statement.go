package sequence

import (
	"mpc/bugs"
)

// A Given says what data have of a name.
type Given byte

const (
	Not  Given = iota // nothing
	Part              // some elements are missing
	All               // each element
)

// Kinds are what of a program is data, by names. They decide the sequential program; sizes and
// values do not.
type Kinds map[string]Given

// KindsOf are the kinds that data have.
func KindsOf(data bugs.Data) Kinds {
	k := Kinds{}
	for n, a := range data {
		k[n] = All
		if a.HasMissing() {
			k[n] = Part
		}
	}
	return k
}

// A Role is what a statement does.
type Role byte

const (
	Define  Role = iota // <-
	Draw                // ~ of what no data give
	Observe             // ~ of data, or of what is computed from data
	Partly              // ~ of elements that data or definitions give in part
)

// A Statement is one of the text, with the loops around it.
type Statement struct {
	ID int // from 1, in the order of the text
	*bugs.Relation
	Loops  []*bugs.For
	InData bool // it stands in data { }
	Role   Role
}

// loop returns the innermost loop of a name, nil if there is none.
func (s *Statement) loop(name string) *bugs.For {
	for i := len(s.Loops) - 1; i >= 0; i-- {
		if s.Loops[i].Index == name {
			return s.Loops[i]
		}
	}
	return nil
}

// statements lists the statements of a block with the loops around them.
func statements(list []bugs.Stmt, loops []*bugs.For, data bool) (out []*Statement) {
	for _, s := range list {
		switch s := s.(type) {
		case *bugs.For:
			out = append(out, statements(s.Body, append(loops[:len(loops):len(loops)], s), data)...)
		case *bugs.Relation:
			out = append(out, &Statement{Relation: s, Loops: loops, InData: data})
		}
	}
	return out
}

// right lists the expressions of the right side, bounds among them.
func right(r *bugs.Relation) []bugs.Expr {
	if r.Dist == nil {
		return []bugs.Expr{r.Value}
	}
	list := append([]bugs.Expr{}, r.Dist.Args...)
	if r.Bounds != nil {
		list = append(list, r.Bounds.Lo, r.Bounds.Hi)
	}
	return list
}

// refs lists what a statement reads: in its right side, in subscripts, in the ranges of its loops.
func (s *Statement) refs() (list []*bugs.Ref) {
	add := func(e bugs.Expr) {
		bugs.Each(e, func(e bugs.Expr) {
			if r, ok := e.(*bugs.Ref); ok && s.loop(r.Name) == nil {
				list = append(list, r)
			}
		})
	}
	for _, e := range right(s.Relation) {
		add(e)
	}
	for _, sub := range s.Target.Subs {
		add(sub.Lo)
		add(sub.Hi)
	}
	for _, l := range s.Loops {
		add(l.Range.Lo)
		add(l.Range.Hi)
	}
	return list
}

package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// distinct prints the check that no two readings of a statement lead to one element of a
// variable, where the text does not show it: the messages would not be right.
func (f *function) distinct(m *message.Meeting) {
	if m.Repeats() {
		f.stamped(m)
		return
	}
	for i, r := range m.Readings {
		for _, o := range m.Readings[:i] {
			if !r.Apart(o) {
				f.unequal(m, o, r)
			}
		}
	}
}

// stamped prints the check of readings of which some are of arrays: each instance of the
// statement marks the elements that it meets with its number.
func (f *function) stamped(m *message.Meeting) {
	v := m.Variable
	f.open("{")
	stamps, number := f.fresh("stamps"), f.fresh("instance")
	f.body.line("%s, %s := make([]int, inf.%s), 0", stamps, number, f.g.count(v.Dims))
	f.plate(m.Loops, m.Factor.Guards, func() {
		f.body.line("%s++", number)
		for _, r := range m.Readings {
			for _, l := range r.Loops {
				if r.Counts(l) {
					f.loop(l.Index, l.Lo, l.Hi, false)
				} else {
					f.open("if %s < %s {", f.env().whole(l.Lo), f.env().whole(l.Hi))
				}
			}
			at := f.flat(f.g.shape(v.Dims), r.Index, f.env())
			f.body.line("if %s[%s] == %s {", stamps, at, number)
			f.twice(m, r, r)
			f.body.line("%s[%s] = %s", stamps, at, number)
			for range r.Loops {
				f.close()
			}
		}
	})
	f.close()
}

// unequal prints the check that two readings differ in an index.
func (f *function) unequal(m *message.Meeting, o, r *message.Reading) {
	f.plate(m.Loops, m.Factor.Guards, func() {
		v := f.env()
		v.inline = true
		var same []string
		for k := range r.Index {
			if !r.Index[k].Equal(o.Index[k]) {
				same = append(same, group(v.whole(r.Index[k]))+" == "+group(v.whole(o.Index[k])))
			}
		}
		if len(same) == 0 {
			same = []string{"true"} // the stages before refuse it
		}
		f.body.line("if %s {", strings.Join(same, " && "))
		f.twice(m, o, r)
	})
}

// twice prints the error of a statement that reads an element twice, and closes the block
// around it.
func (f *function) twice(m *message.Meeting, o, r *message.Reading) {
	fac := m.Factor
	where := fmt.Sprintf("Where: Where{Line: %d, Column: %d, Statement: %q%s}", fac.At.Line, fac.At.Col, fac.Text, f.elementOf(m.Loops))
	f.body.line("return &TwiceError{%s, Variable: %q%s, Help: %q}\n}", where, m.Variable.Name, f.originOf(m.Variable, r.Index), m.Hint(o, r))
}

// elementOf is the field of an error with the indices of loops.
func (f *function) elementOf(list []*model.Loop) string {
	if len(list) == 0 {
		return ""
	}
	var at []string
	for _, l := range list {
		at = append(at, f.index(l.Index))
	}
	return ", Element: []int{" + strings.Join(at, ", ") + "}"
}

// originOf is the field of an error with the element of the model's variable that an
// element of v stands for, where that is seen.
func (f *function) originOf(v *factor.Variable, index []*model.Expr) string {
	e := f.env()
	e.inline = true
	at := e
	for _, x := range index {
		at.dims = append(at.dims, e.whole(x))
	}
	var list []string
	for _, x := range v.Origins() {
		ok := true
		x.Walk(func(e *model.Expr) { ok = ok && e.Op != model.OpIndex })
		if !ok {
			return ""
		}
		list = append(list, at.whole(x))
	}
	if len(list) == 0 {
		return ""
	}
	return ", At: []int{" + strings.Join(list, ", ") + "}"
}

package codegen

import (
	"slices"
	"strconv"
	"strings"

	"mpc/model"
)

// A match is the part of a plate in which some indices have given values: the loops
// that are left, and the conditions where a loop is not seen to meet the value. A loop
// whose index is one of them is none: its index is a name for the value.
type match struct {
	f     *function
	parts []part // loops that are left, and conditions, from the outside
	never bool   // the values are seen to be others
	saved []named
}

// A part is a loop, or a condition.
type part struct {
	loop *model.Loop
	cond func() string
}

type named struct {
	index *model.Index
	name  string
	had   bool
}

// name makes a Go expression stand for an index, until the match is closed.
func (m *match) name(i *model.Index, text string) {
	old, had := m.f.names[i]
	m.saved = append(m.saved, named{i, old, had})
	m.f.names[i] = text
}

// close gives the indices back the names that they had.
func (m *match) close() {
	for k := len(m.saved) - 1; k >= 0; k-- {
		if s := m.saved[k]; s.had {
			m.f.names[s.index] = s.name
		} else {
			delete(m.f.names, s.index)
		}
	}
	m.saved = nil
}

// single tells whether the part is one instance.
func (m *match) single() bool { return len(m.parts) == 0 }

// A meets says that an index of a plate has a value, a name or a number in Go.
type meets struct {
	index *model.Expr
	value string
}

// bounds are those of a loop, as Go expressions.
type bounds struct{ lo, hi string }

// match finds the part of a plate in which indices meet values.
func (f *function) match(list []*model.Loop, guards []*model.Expr, where []meets) *match {
	m := &match{f: f}
	solved := map[*model.Index]string{}
	var rest []meets
	for _, x := range where {
		i, c, ok := x.index.Affine()
		_, taken := solved[i]
		if ok && i != nil && c == 0 && !taken && slices.ContainsFunc(list, func(l *model.Loop) bool { return l.Index == i }) {
			solved[i] = x.value
			continue
		}
		rest = append(rest, x)
	}
	cond := func(text func(v env) string) {
		m.parts = append(m.parts, part{cond: func() string {
			v := f.env()
			v.inline = true
			return text(v)
		}})
	}
	for _, l := range list {
		value, ok := solved[l.Index]
		if !ok {
			if name, had := f.names[l.Index]; had && f.bound(name, where) {
				m.name(l.Index, f.fresh(local(l.Index.Name)))
			}
			m.parts = append(m.parts, part{loop: l})
			continue
		}
		m.name(l.Index, value)
		switch m.within(l, value) {
		case inside:
		case outside:
			m.never = true
		default:
			if !l.Lo.IsNumber(0) {
				cond(func(v env) string { return group(v.whole(l.Lo)) + " <= " + value })
			}
			cond(func(v env) string { return value + " < " + group(v.whole(l.Hi)) })
		}
	}
	for _, x := range rest {
		if x.index.Op == model.OpNumber || x.index.Op == model.OpBool {
			switch text := f.wholeOrTruth(x.index); {
			case text == x.value:
				continue
			case isNumber(x.value):
				m.never = true
				continue
			}
		}
		cond(func(v env) string { return group(v.whole(x.index)) + " == " + x.value })
	}
	for _, g := range guards {
		cond(func(v env) string { return group(v.truth(g)) })
	}
	return m
}

// A place of a value among the passes of a loop.
type within uint8

const (
	perhaps within = iota // it is not seen
	inside
	outside
)

// within tells whether a loop meets a value.
func (m *match) within(l *model.Loop, value string) within {
	v := m.f.env()
	v.inline = true
	lo, hi := v.whole(l.Lo), v.whole(l.Hi)
	if b := m.f.around[value]; b != nil && b.lo == lo && b.hi == hi {
		return inside
	}
	x, err := strconv.Atoi(value)
	low, err2 := strconv.Atoi(lo)
	high, err3 := strconv.Atoi(hi)
	switch {
	case err != nil || err2 != nil || err3 != nil:
		return perhaps
	case low <= x && x < high:
		return inside
	}
	return outside
}

// bound tells whether a name is that of a loop around, or is part of a value.
func (f *function) bound(name string, where []meets) bool {
	for _, h := range f.headers {
		if h.index == name {
			return true
		}
	}
	return slices.ContainsFunc(where, func(x meets) bool { return x.value == name })
}

// wholeOrTruth prints an index, or a truth value as the index that it is.
func (f *function) wholeOrTruth(e *model.Expr) string {
	if e.Op == model.OpBool {
		return f.env().whole(model.Number(e.Value))
	}
	return f.env().whole(e)
}

// print prints the loops and conditions of the part around a body.
func (m *match) print(body func()) {
	if m.never {
		return
	}
	f := m.f
	n := 0
	for k := 0; k < len(m.parts); k++ {
		n++
		if l := m.parts[k].loop; l != nil {
			f.loop(l.Index, l.Lo, l.Hi, false)
			v := f.env()
			v.inline = true
			defer f.runs(f.index(l.Index), v.whole(l.Lo), v.whole(l.Hi))()
			continue
		}
		conds := []string{m.parts[k].cond()}
		for k+1 < len(m.parts) && m.parts[k+1].loop == nil {
			k++
			conds = append(conds, m.parts[k].cond())
		}
		f.open("if %s {", strings.Join(conds, " && "))
	}
	if n == 0 {
		f.open("{")
		n++
	}
	body()
	for range n {
		f.close()
	}
}

// runs notes what a loop index runs over, until the function that it returns is
// called.
func (f *function) runs(index, lo, hi string) func() {
	if f.around == nil {
		f.around = map[string]*bounds{}
	}
	old := f.around[index]
	f.around[index] = &bounds{lo, hi}
	return func() { f.around[index] = old }
}

package lower

import (
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

var negativeInfinity = math.Inf(-1)

// A match is the part of a plate in which some indices have given values: the loops that are left, and
// the conditions where a loop is not seen to meet the value. A loop whose index is one of them is
// none: its index is a name for the value.
type match struct {
	f     *function
	parts []part
	names map[*model.Index]code.Operand
	never bool // the values are seen to be others
}

// A part of a match is a loop, or a condition.
type part struct {
	loop *model.Loop
	cond func() code.Operand
}

// A meets says that an index of a plate has a value.
type meets struct {
	index *model.Expr
	value code.Operand
}

// single tells whether the part is one instance.
func (m *match) single() bool { return len(m.parts) == 0 }

// match finds the part of a plate in which indices meet values.
func (f *function) match(list []*model.Loop, guards []*model.Expr, where []meets) *match {
	m := &match{f: f, names: map[*model.Index]code.Operand{}}
	var rest []meets
	for _, x := range where {
		i, c, ok := x.index.Affine()
		if _, taken := m.names[i]; ok && i != nil && c == 0 && !taken && slices.ContainsFunc(list, func(l *model.Loop) bool { return l.Index == i }) {
			m.names[i] = x.value
			continue
		}
		rest = append(rest, x)
	}
	cond := func(c func() code.Operand) { m.parts = append(m.parts, part{cond: c}) }
	for _, l := range list {
		value, ok := m.names[l.Index]
		if !ok {
			m.parts = append(m.parts, part{loop: l})
			continue
		}
		switch m.within(l, value) {
		case inside:
		case outside:
			m.never = true
		default:
			if !l.Lo.IsNumber(0) {
				cond(func() code.Operand { return f.apply("<=", f.whole(l.Lo), value) })
			}
			cond(func() code.Operand { return f.apply("<", value, f.whole(l.Hi)) })
		}
	}
	for _, x := range rest {
		if x.index.Op == model.OpNumber || x.index.Op == model.OpBool {
			same := f.wholeOrTruth(x.index)
			if same == x.value {
				continue
			}
			if _, number := x.value.(code.Constant); number {
				m.never = true
				continue
			}
		}
		cond(func() code.Operand { return f.apply("==", f.wholeOrTruth(x.index), x.value) })
	}
	for _, g := range guards {
		cond(func() code.Operand { return f.truth(g) })
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
func (m *match) within(l *model.Loop, value code.Operand) within {
	f := m.f
	if v, ok := value.(*code.Value); ok {
		if b, ok := f.runs[v]; ok && b == f.extent(l, m.names) {
			return inside
		}
		return perhaps
	}
	x := int(value.(code.Constant).Whole)
	if l.Lo.Op != model.OpNumber || l.Hi.Op != model.OpNumber {
		return perhaps
	}
	if int(l.Lo.Value) <= x && x < int(l.Hi.Value) {
		return inside
	}
	return outside
}

// wholeOrTruth is an index, or a truth value as the index that it is.
func (f *function) wholeOrTruth(e *model.Expr) code.Operand {
	if e.Op == model.OpBool {
		return whole(int(e.Value))
	}
	return f.whole(e)
}

// each makes the loops and conditions of the part around a body.
func (m *match) each(body func()) {
	if !m.never {
		m.f.renamed(m.names, func() { m.from(0, body) })
	}
}

func (m *match) from(k int, body func()) {
	f := m.f
	if k == len(m.parts) {
		body()
		return
	}
	if l := m.parts[k].loop; l != nil {
		f.loops = append(f.loops, &loops.For{Index: l.Index, Lo: l.Lo, Hi: l.Hi})
		f.loop(l.Index, f.whole(l.Lo), f.whole(l.Hi), false, false, func() {
			f.runsOver(l)
			m.from(k+1, body)
		})
		f.loops = f.loops[:len(f.loops)-1]
		return
	}
	f.choose(m.parts[k].cond(), func() { m.from(k+1, body) }, nil)
}

// runsOver notes what the index of a loop runs over.
func (f *function) runsOver(l *model.Loop) {
	if v, ok := f.index(l.Index).(*code.Value); ok {
		f.runs[v] = f.extent(l, nil)
	}
}

// extent says what a loop runs over, with what indices stand for here.
func (f *function) extent(l *model.Loop, names map[*model.Index]code.Operand) string {
	text := func(e *model.Expr) string {
		return e.Map(func(x *model.Expr) *model.Expr {
			if x.Op != model.OpIndex {
				return x
			}
			v, ok := names[x.Index]
			if !ok {
				v, ok = find(f.scope, func(s *scope) map[*model.Index]code.Operand { return s.indices }, x.Index)
			}
			if !ok {
				return x
			}
			return model.IndexExpr(&model.Index{Name: v.String()})
		}).Key()
	}
	return text(l.Lo) + ".." + text(l.Hi)
}

// renamed makes statements in which indices have other names.
func (f *function) renamed(names map[*model.Index]code.Operand, make func()) {
	inner := newScope(f.scope)
	for i, v := range names {
		inner.indices[i] = v
	}
	f.scope = inner
	make()
	f.release()
	f.scope = inner.outer
}

// plate makes loops and conditions around a body.
func (f *function) plate(list []*model.Loop, guards []*model.Expr, body func()) {
	f.match(list, guards, nil).each(body)
}

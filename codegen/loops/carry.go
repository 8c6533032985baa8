package loops

import (
	"slices"

	"mpc/message"
	"mpc/model"
)

// A Carry is a message that a sequential loop writes in one pass and reads in
// the next: it stays in a local variable between them.
type Carry struct {
	Read  *Place // as the body reads it
	First *Place // what it is in the first pass
}

// carry finds the carried messages of a loop.
func carry(l *For) {
	for i, s := range l.Body {
		w, ok := s.(*Apply)
		if !ok || w.To == nil || !carries(w) {
			continue
		}
		read := before(l, w.To)
		if read == nil || writes(l.Body, w.To.Table) != 1 || !reads(applies(l.Body[:i+1]), read) || reads(l.Body[i+1:], read) {
			continue
		}
		first := &Place{Table: read.Table}
		for _, e := range read.Index {
			first.Index = append(first.Index, atStart(l, e))
		}
		w.Carry = &Carry{Read: read, First: first}
		l.Carries = append(l.Carries, w.Carry)
	}
}

// applies lists what runs in every pass of a loop: only if the first pass reads
// a message is it known to be there.
func applies(list []Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		if _, ok := s.(*Apply); ok {
			out = append(out, s)
		}
	}
	return out
}

// carries tells whether the message of an Apply is stored just as it is
// computed.
func carries(a *Apply) bool {
	u, t := a.Update, a.To.Table
	return u.Kind == message.Send && u.Power == nil && len(u.Weights) == 0 && !t.Family.Row().Vector() && (t.Role == Use || t.Role == Definition) && !t.Local && t.Seen == nil && a.Total == nil &&
		u.Op.Safe && !u.Op.Array() && !u.Proper && u.Damping == 0
}

// before is the place that the pass before wrote when this one writes w, nil if
// w does not move along with the loop.
func before(l *For, w *Place) *Place {
	step := -1
	if l.Reverse {
		step = 1
	}
	p := &Place{Table: w.Table}
	moves := false
	for _, e := range w.Index {
		if e.Uses(l.Index) {
			i, c, ok := e.Affine()
			if !ok || i != l.Index {
				return nil
			}
			e, moves = offset(model.IndexExpr(i), c+step), true
		}
		p.Index = append(p.Index, e)
	}
	if !moves {
		return nil
	}
	return p
}

// atStart is the value of an index in the first pass of a loop.
func atStart(l *For, e *model.Expr) *model.Expr {
	if !e.Uses(l.Index) {
		return e
	}
	_, c, _ := e.Affine()
	if l.Reverse {
		return offset(l.Hi, c-1)
	}
	return offset(l.Lo, c)
}

// offset is e + c.
func offset(e *model.Expr, c int) *model.Expr {
	whole := model.Type{Kind: model.Int}
	number := func(c int) *model.Expr { return &model.Expr{Op: model.OpNumber, Type: whole, Value: float64(c)} }
	switch {
	case e.Op == model.OpNumber:
		return number(int(e.Value) + c)
	case c > 0:
		return model.Call("+", whole, e, number(c))
	case c < 0:
		return model.Call("-", whole, e, number(-c))
	}
	return e
}

// Same tells whether two places are the same element, written alike.
func (p *Place) Same(q *Place) bool {
	if p.Table != q.Table || len(p.Index) != len(q.Index) {
		return false
	}
	for i := range p.Index {
		x, c, ok := p.Index[i].Affine()
		y, d, also := q.Index[i].Affine()
		if ok && also {
			if x != y || c != d {
				return false
			}
		} else if !p.Index[i].Equal(q.Index[i]) {
			return false
		}
	}
	return true
}

// writes counts the statements that write to a table.
func writes(list []Stmt, t *Table) int {
	n := 0
	for a := range Applied(list) {
		if a.To != nil && a.To.Table == t {
			n++
		}
	}
	return n
}

// reads tells whether statements read a place.
func reads(list []Stmt, p *Place) bool {
	for a := range Applied(list) {
		if slices.ContainsFunc(a.terms(), func(x Term) bool { return x.Place.Same(p) }) || slices.Contains(a.Reads, p.Table) {
			return true
		}
	}
	return false
}

// carryAll finds the carried messages of all loops in a list of statements.
func carryAll(list []Stmt) {
	for s := range All(list) {
		if l, ok := s.(*For); ok && !l.Parallel {
			carry(l)
		}
	}
}

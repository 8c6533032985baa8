package loops

import "mpc/model"

// aheadAll finds, in the loops of an iteration, the totals that are read where an
// input says, such as those of the two players of a game: each pass reads
// another place of a table that may be larger than a cache, and waits.
func aheadAll(list []Stmt) {
	for _, s := range list {
		if l, ok := s.(*For); ok && !l.Parallel && !l.Reverse {
			ahead(l)
		}
	}
}

// ahead lists the totals that every pass of a loop reads at places that inputs
// alone say: these are known before the pass.
func ahead(l *For) {
	for _, s := range l.Body {
		a, ok := s.(*Apply)
		if !ok {
			continue // under a condition, or in a loop inside
		}
		for _, v := range a.Args {
			for i := range v.Product {
				l.foresee(&v.Product[i].Place)
			}
		}
		if a.Total != nil {
			l.foresee(a.Total)
		}
	}
}

// foresee adds a place to those that are read ahead, if it is one.
func (l *For) foresee(p *Place) {
	if p.Table.Role != Total || p.Table.Family.Row().Vector() {
		return
	}
	for _, q := range l.Ahead {
		if q.Same(p) {
			return
		}
	}
	gathers := false
	for _, e := range p.Index {
		known := true
		e.Walk(func(x *model.Expr) {
			switch x.Op {
			case model.OpIndex:
				known = known && x.Index == l.Index
			case model.OpInput:
				gathers = gathers || e.Uses(l.Index)
			case model.OpNumber, model.OpCall:
			default:
				known = false
			}
		})
		if !known {
			return
		}
	}
	if gathers {
		l.Ahead = append(l.Ahead, p)
	}
}

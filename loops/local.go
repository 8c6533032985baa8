package loops

import (
	"maps"

	"mpc/message"
)

// locals finds the tables of which a value is read only in the loop body that
// writes it, after it is written: they need no array.
func (b *builder) locals() {
	if b.program.Evidence != nil {
		return // the evidence reads every message
	}
	for _, s := range b.program.Steps {
		if s.Bound != nil {
			return // likewise
		}
	}
	asked := map[int]bool{}
	for _, u := range b.program.Message.Updates {
		if (u.Kind == message.Marginal || u.Kind == message.Estimate) && u.Variable != nil && b.program.Store[u.Variable.ID].Posterior == nil {
			asked[u.Variable.ID] = true
		}
	}
	for _, s := range b.program.Message.Graph.Shared {
		asked[s.Variable.ID] = true // the batch's messages are read after the run
	}
	bad := make([]bool, len(b.program.Tables))
	home := make([]*body, len(b.program.Tables))
	writes := make([]int, len(b.program.Tables))
	for _, t := range b.program.Tables {
		if t.Role != Definition && t.Role != Use || t.Family.Row().Vector() || asked[t.Variable.ID] || b.program.Store[t.Variable.ID].InTotal(t) {
			bad[t.ID] = true
		}
	}
	for _, u := range b.program.Message.Updates {
		if u.Kind == message.Branches {
			for _, t := range b.program.branchTables(u) {
				bad[t.ID] = true
			}
		}
		if u.Kind == message.Send && len(u.Factor.Branches) > 0 {
			// It may be uniform after all.
			if t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]; t != nil {
				bad[t.ID] = true
			}
		}
	}
	v := &localVisitor{bad: bad, home: home, writes: writes}
	for _, s := range b.program.Steps {
		for _, list := range [][]Stmt{s.Init, s.Body, s.Final} {
			v.block(list, nil)
		}
	}
	for _, t := range b.program.Tables {
		t.Local = !bad[t.ID] && writes[t.ID] == 1
	}
}

// A body is a list of statements with the places written in it so far.
type body struct {
	written map[int]*Place
}

type localVisitor struct {
	bad    []bool
	home   []*body
	writes []int
}

// block visits statements, which stand after those that wrote what is in outer.
func (v *localVisitor) block(list []Stmt, outer *body) {
	scope := &body{written: map[int]*Place{}}
	if outer != nil {
		maps.Copy(scope.written, outer.written)
	}
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			v.block(s.Body, nil)
		case *If:
			// What is written under a condition is there for what follows under the
			// same condition alone.
			v.block(s.Body, scope)
		case *Apply:
			v.reads(s, scope)
			if s.To == nil {
				continue
			}
			t := s.To.Table
			v.writes[t.ID]++
			scope.written[t.ID] = s.To
			if s.Update.Kind == message.Send && (s.Update.Op.Array() || s.Update.Damping != 0) {
				v.bad[t.ID] = true // the old message may be needed
			}
		}
	}
}

// reads marks the tables that an Apply reads elsewhere than at the place that
// the same body has written.
func (v *localVisitor) reads(a *Apply, scope *body) {
	place := func(p *Place, array bool) {
		w := scope.written[p.Table.ID]
		if w == nil || array || len(w.Index) != len(p.Index) {
			v.bad[p.Table.ID] = true
			return
		}
		for i := range w.Index {
			if !w.Index[i].Equal(p.Index[i]) {
				v.bad[p.Table.ID] = true
			}
		}
	}
	for _, val := range a.Args {
		array := val.Arg.Slot != nil && val.Arg.Slot.Over != nil && val.Arg.Source != message.Position
		for _, t := range val.Product {
			place(&t.Place, array)
			if t.Except != nil {
				place(t.Except, array)
			}
		}
	}
	for _, w := range a.Weights {
		for _, t := range w.Product {
			place(&t.Place, false)
			if t.Except != nil {
				place(t.Except, false)
			}
		}
	}
	array := a.Update.Op != nil && a.Update.Op.Array()
	for _, t := range a.Own {
		place(&t.Place, array)
		if t.Except != nil {
			place(t.Except, array)
		}
	}
}

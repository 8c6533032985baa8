package loops

import (
	"maps"

	"mpc/factor"
	"mpc/message"
)

// locals finds the tables of which a value is read only in the loop body that
// writes it, after it is written: they need no array.
func (b *builder) locals() {
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
	for t := range b.ofEvidence() {
		bad[t.ID] = true
	}
	for _, t := range b.program.Tables {
		if t.Role != Definition && t.Role != Use || t.Same != nil || t.Family.Row().Vector() && variesInSize(t.Variable) || asked[t.Variable.ID] || b.program.Store[t.Variable.ID].InTotal(t) {
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
	v := &localVisitor{bad: bad, home: home, writes: writes, early: map[int]bool{}, writer: map[int]*message.Update{}}
	for _, s := range b.program.Steps {
		// Before an iteration, messages that nothing has computed yet are uniform.
		v.before = map[int]bool{}
		for a := range Applied(s.Init) {
			if a.To != nil {
				v.before[a.To.Table.ID] = true
			}
		}
		v.init = true
		v.block(s.Init, nil)
		v.init = false
		v.block(s.Body, nil)
		v.block(s.Final, nil)
	}
	for _, t := range b.program.Tables {
		switch {
		case bad[t.ID] || writes[t.ID] != 1:
		case t.Family.Row().Vector() && !v.writer[t.ID].Forgets():
		case t.Family.Row().Vector() && len(t.Dims) > 0:
			// One element, that of the pass.
			t.Same, t.Dims = alike(len(t.Variable.Dims)), nil
		case !t.Family.Row().Vector():
			t.Local = !v.early[t.ID]
		}
	}
}

// alike are n dimensions along which a table has one element.
func alike(n int) []bool {
	same := make([]bool, n)
	for d := range same {
		same[d] = true
	}
	return same
}

// ofEvidence lists the tables that the evidence and bounds read: of EP all.
func (b *builder) ofEvidence() map[*Table]bool {
	set := map[*Table]bool{}
	all := func(v *factor.Variable) {
		s := b.program.Store[v.ID]
		for _, t := range append(append([]*Table{s.Definition, s.Total, s.Posterior, s.Moments}, s.Uses...), s.Replicated...) {
			if t != nil {
				set[t] = true
			}
		}
	}
	product := func(list Product) {
		for _, x := range list {
			set[x.Table] = true
		}
	}
	terms := func(u *message.Update) {
		for _, t := range u.Terms {
			for _, v := range b.program.values(t.Args) {
				product(v.Product)
				if v.Buffer != nil && v.Buffer.Kind == message.Branches {
					for _, x := range b.program.branchTables(v.Buffer) {
						set[x] = true
					}
				}
			}
			switch {
			case t.Kind == message.EntropyTerm && t.Variable != nil:
				product(b.program.Marginal(t.Variable, nil))
			case t.Variable != nil:
				all(t.Variable)
			}
			if t.Edge != nil {
				all(t.Edge.Variable)
			}
		}
	}
	watched := b.program.Evidence != nil
	if watched {
		terms(b.program.Evidence)
	}
	for _, s := range b.program.Steps {
		if s.Bound != nil {
			watched = true
			terms(s.Bound)
		}
	}
	for _, v := range b.program.Message.Graph.Variables {
		if watched && b.program.Message.Known[v.ID] == message.Product {
			all(v)
		}
	}
	return set
}

// A body is a list of statements with the places written in it so far.
type body struct {
	written map[int]*Place
}

type localVisitor struct {
	bad    []bool
	home   []*body
	writes []int
	// init is set while what comes before an iteration is visited, in which the tables
	// in before are written; early has those of the others that it reads.
	init   bool
	before map[int]bool
	early  map[int]bool
	writer map[int]*message.Update // of each table the last
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
			v.writer[t.ID] = s.Update
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
		if v.init && !v.before[p.Table.ID] {
			v.early[p.Table.ID] = true
			return
		}
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

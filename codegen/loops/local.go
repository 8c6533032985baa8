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
	for t := range b.ofEvidence() {
		bad[t.ID] = true
	}
	for _, t := range b.program.Tables {
		switch {
		case t.Role == Posterior || t.Role == Moments:
			bad[t.ID] = bad[t.ID] || !b.passes(t.Variable)
		case t.Role != Definition && t.Role != Use && t.Role != Sum || asked[t.Variable.ID] || b.program.Store[t.Variable.ID].InTotal(t):
			bad[t.ID] = true
		case t.Family.Row().Vector() && variesInSize(t.Variable):
			bad[t.ID] = true
		}
	}
	for _, u := range b.program.Message.Updates {
		if u.Kind == message.Branches {
			for _, t := range b.program.branchTables(u) {
				bad[t.ID] = true
			}
		}
		if u.Kind == message.Solve {
			for _, e := range u.Network.Heard(b.program.Message) {
				for _, x := range b.program.Cavity(e) {
					bad[x.Table.ID] = true // it reads them element by element, in loops of its own
				}
			}
		}
		if u.Kind == message.Send && (len(u.Factor.Branches) > 0 || u.Network != nil) {
			// It may be uniform after all.
			if t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]; t != nil {
				bad[t.ID] = true
			}
		}
	}
	b.guesses()
	v := &localVisitor{bad: bad, writes: map[*Table]int{}, early: map[int]bool{}, writer: map[int]*message.Update{}}
	for _, s := range b.program.Steps {
		// Before an iteration, messages that nothing has computed yet are uniform.
		v.before = written(s.Init)
		v.init = true
		v.list(s.Init)
		v.init = false
		v.list(s.Body)
		v.list(s.Final)
	}
	for _, t := range b.program.Tables {
		switch {
		case bad[t.ID] || v.writer[t.ID] == nil || t.Role == Posterior || t.Role == Moments:
		case t.Role != Sum && (v.writes[t] != 1 || t.inPlace() && !v.writer[t.ID].Forgets()):
		case t.inPlace():
			t.onePass()
		case t.Same == nil:
			t.Local = !v.early[t.ID]
		}
	}
	for _, s := range b.program.Store {
		t, m := s.Posterior, s.Moments
		if t == nil || bad[t.ID] || v.writer[t.ID] == nil || m != nil && bad[m.ID] || v.early[t.ID] || m != nil && v.early[m.ID] {
			continue
		}
		t.onePass()
		if m != nil {
			m.onePass()
		}
	}
	b.unguessed()
}

// written are the tables that statements write to.
func written(list []Stmt) map[int]bool {
	tables := map[int]bool{}
	for x := range All(list) {
		var to, moments *Place
		switch x := x.(type) {
		case *Apply:
			to, moments = x.To, x.Moments
		case *Guess:
			to, moments = x.To, x.Moments
		}
		for _, p := range []*Place{to, moments} {
			if p != nil {
				tables[p.Table.ID] = true
			}
		}
	}
	return tables
}

// onePass makes a table one of one element, that of the pass of the loops around.
func (t *Table) onePass() {
	if len(t.Dims) > 0 {
		t.Same, t.Dims, t.Pass = alike(len(t.Variable.Dims)), nil, true
	}
}

// passes tells whether a posterior may live in one pass of a loop: nobody asks for it, and
// nothing is told by it but what reads it in the iteration.
func (b *builder) passes(v *factor.Variable) bool {
	if !v.Family.Row().Vector() || variesInSize(v) || v.Depth > 0 || v.Point || v.Derived || len(b.program.Message.Graph.Shared) > 0 {
		return false
	}
	for _, u := range b.program.Message.Updates {
		if u.Kind == message.Posterior && u.Variable == v && (u.Damping != 0 || b.paces[u.ID] != Whole) {
			return false
		}
	}
	return b.unwatched(v)
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

// A body is a list of statements with the places written in it so far, in one of the
// passes of a loop that may run at the same time, or not.
type body struct {
	written  map[int]*Place
	parallel bool
}

// inPlace tells whether a table of one pass is an array of one element, and not a
// variable of the loop body.
func (t *Table) inPlace() bool {
	return t.Variable != nil && (t.Role == Sum || t.Family.Row().Vector())
}

type localVisitor struct {
	bad    []bool
	writes map[*Table]int // how many updates write it
	// init is set while what comes before an iteration is visited, in which the tables
	// in before are written; early has those of the others that it reads.
	init   bool
	before map[int]bool
	early  map[int]bool
	writer map[int]*message.Update // of each table the last
}

// list visits the statements before, of or after an iteration.
func (v *localVisitor) list(list []Stmt) {
	v.block(list, &body{written: map[int]*Place{}})
}

// block visits statements, which stand after those that wrote what is in scope.
func (v *localVisitor) block(list []Stmt, scope *body) {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			if s.Once {
				v.block(s.Body, scope) // for all that follows
				continue
			}
			inside := &body{written: map[int]*Place{}, parallel: scope.parallel || s.Parallel}
			for id, p := range scope.written {
				if p.Table.inPlace() {
					inside.written[id] = p
				}
			}
			v.block(s.Body, inside)
		case *If:
			// What is written under a condition is there for what follows under the
			// same condition alone.
			v.block(s.Body, &body{maps.Clone(scope.written), scope.parallel})
		case *Clear:
			scope.written[s.Table.ID] = &Place{s.Table, s.Index}
		case *Guess:
			scope.write(s.To, s.Moments)
		case *Apply:
			v.reads(s, scope)
			if s.To == nil {
				continue
			}
			t := s.To.Table
			v.writes[t]++
			v.bad[t.ID] = v.bad[t.ID] || scope.parallel && t.inPlace()
			v.writer[t.ID] = s.Update
			if t.Role == Sum {
				v.place(s.To, false, scope) // which was cleared in the same pass
				continue
			}
			scope.write(s.To, s.Moments)
			if s.Update.Kind == message.Send && (s.Update.Op.Array() || s.Update.Damping != 0) {
				v.bad[t.ID] = true // the old message may be needed
			}
		}
	}
}

// write notes that places are written.
func (b *body) write(list ...*Place) {
	for _, p := range list {
		if p != nil {
			b.written[p.Table.ID] = p
		}
	}
}

// place marks the table of a place that is read, unless the same body has written it.
func (v *localVisitor) place(p *Place, array bool, scope *body) {
	t := p.Table
	if v.init && !v.before[t.ID] {
		v.early[t.ID] = true
		return
	}
	w := scope.written[t.ID]
	if w == nil || array || len(w.Index) != len(p.Index) {
		v.bad[t.ID] = true
		return
	}
	index := t.Distinct(p.Index)
	for i, x := range t.Distinct(w.Index) {
		if !x.Equal(index[i]) {
			v.bad[t.ID] = true
		}
	}
}

// reads marks the tables that an Apply reads elsewhere than at the place that
// the same body has written.
func (v *localVisitor) reads(a *Apply, scope *body) {
	place := func(p *Place, array bool) { v.place(p, array, scope) }
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

package loops

import (
	"slices"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// Initial marginals that are drawn need no array where each is read in one pass of a
// loop before the iteration, and the iteration computes the posterior anew before it
// reads it.

// A Guess draws the initial marginal of the element in To, the first of a loop nest that
// visits all elements in their order.
type Guess struct {
	To      *Place
	Moments *Place // of To, nil where none are kept
}

func (*Guess) isStmt() {}

// guesses inserts a Guess of each posterior that may live in one pass before what reads it.
func (b *builder) guesses() {
	for _, s := range b.program.Steps {
		moved := map[*factor.Variable]bool{}
		for a := range Applied(s.Body) {
			if a.Update.Kind == message.Posterior {
				moved[a.Update.Variable] = true
			}
		}
		for _, v := range b.program.Message.Graph.Variables {
			if moved[v] && v.Init != nil && v.Init.Name == model.Random && b.passes(v) {
				b.guess(s.Init, v)
			}
		}
	}
}

// guess inserts a Guess into the one nest of a list of statements that reads the posterior
// of a variable, and visits all elements in their order.
func (b *builder) guess(list []Stmt, v *factor.Variable) {
	store := b.program.Store[v.ID]
	to := &Place{Table: store.Posterior}
	guess := &Guess{To: to}
	if store.Moments != nil {
		guess.Moments = &Place{Table: store.Moments}
	}
	for d := range v.Dims {
		var l *For
		for _, s := range list {
			if !readsTable([]Stmt{s}, store.Posterior) && (store.Moments == nil || !readsTable([]Stmt{s}, store.Moments)) {
				continue
			}
			next, ok := s.(*For)
			if !ok || l != nil {
				return
			}
			l = next
		}
		if l == nil || l.Reverse || l.Parallel || l.Once || !l.Lo.IsNumber(0) || !l.Hi.Equal(atDims(v.Dims[d], to.Index)) {
			return
		}
		to.Index = append(to.Index, model.IndexExpr(l.Index))
		if d == len(v.Dims)-1 {
			if guess.Moments != nil {
				guess.Moments.Index = to.Index
			}
			l.Body = slices.Insert(l.Body, 0, Stmt(guess))
		}
		list = l.Body
	}
}

// unguessed takes the guesses of posteriors away that have arrays after all.
func (b *builder) unguessed() {
	var clean func(list []Stmt) []Stmt
	clean = func(list []Stmt) []Stmt {
		for _, s := range list {
			if l, ok := s.(*For); ok {
				l.Body = clean(l.Body)
			}
		}
		return slices.DeleteFunc(list, func(s Stmt) bool {
			d, ok := s.(*Guess)
			if ok && d.To.Table.Pass {
				d.To.Table.Guessed = true
			}
			return ok && !d.To.Table.Pass
		})
	}
	for _, s := range b.program.Steps {
		s.Init = clean(s.Init)
	}
}

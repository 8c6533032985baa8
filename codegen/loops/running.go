package loops

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Running is a sum of an array of normals for each row: for each instance of a factor
// whose messages read the array through its sum alone. Where a loop changes one element
// of the array after the other, what it changes is taken out of the sum and added anew,
// instead of summing up all elements for each of them: a pass over the array costs its
// size, not the square.
type Running struct {
	ID int
	// Update is the message whose arguments the sum is of.
	Update *message.Update
	// Dims are the sizes of the array of sums; without any there is one sum, of the
	// row that the loops around are at.
	Dims []*model.Expr
	// Variance is set where messages need that of the sum, and not only its mean.
	Variance bool
	// Holds says what is in the sum while the loop is at an element.
	Holds Holding
}

// A Holding says what a running sum has of the element that a loop is at.
type Holding uint8

const (
	// HoldsAll: nothing changes, all elements are in the sum.
	HoldsAll Holding = iota
	// HoldsOld: the element is in it as it was before the pass of the loop: one
	// element for all rows.
	HoldsOld
	// HoldsOthers: the element is taken out before and added after the pass.
	HoldsOthers
)

// A Tally is a step of a running sum, for one row.
type Tally struct {
	Running *Running
	What    TallyStep
	Index   []*model.Expr // of the sum
	// Terms and Times are, of SumUp, the arrays, and otherwise the element that the
	// loop is at; Times.Data is nil where nothing is multiplied.
	Terms, Times Value
	// Conds, of SumKeep and SumFresh, say where there is such an element.
	Conds []*model.Expr
}

// A TallyStep is what is done with a running sum.
type TallyStep uint8

const (
	// SumUp computes it from all elements.
	SumUp TallyStep = iota
	// SumWithout takes the element out, SumWith adds it.
	SumWithout
	SumWith
	// SumKeep keeps the element as it is, for all rows, and SumFresh what it has
	// become; SumReplace replaces the one by the other.
	SumKeep
	SumFresh
	SumReplace
)

var sumNames = [...]string{"sum up", "take out", "add", "keep", "read", "replace"}

func (*Tally) isStmt() {}

// A Row says which running sum an update reads instead of its arrays.
type Row struct {
	Running *Running
	Index   []*model.Expr
	// Terms and Times are the element that the loop is at.
	Terms, Times Value
	// Out is set of the message to the sum itself.
	Out bool
}

// running finds the loops that change, one after the other, the elements of arrays
// that messages in the loop read the sum of, and keeps the sums.
func (b *builder) running(list []Stmt, around []*For) []Stmt {
	var out []Stmt
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			s.Body = b.running(s.Body, append(around[:len(around):len(around)], s))
			out = append(out, b.keepSums(s, around)...)
		case *If:
			s.Body = b.running(s.Body, around)
		}
		out = append(out, s)
	}
	return out
}

// keepSums rewrites a loop that runs over the elements of arrays, and returns what is
// done before it.
func (b *builder) keepSums(l *For, around []*For) []Stmt {
	var before []Stmt
	of := map[*factor.Factor]*rows{}
	for a := range Applied(l.Body) {
		r := b.rowsOf(a, l, around)
		if r == nil {
			continue
		}
		first := of[a.Update.Factor]
		if first == nil {
			if !r.find(l) {
				continue
			}
			r.running.ID = b.sums
			b.sums++
			of[a.Update.Factor] = r
			before = append(before, r.sumUp())
			r.around(l)
			first = r
		}
		if first.same(r) {
			a.Row = r.row(first.running, a)
		}
	}
	for a := range Applied(l.Body) {
		if a.Update.Factor == nil || a.Row != nil || of[a.Update.Factor] == nil || !sums(a.Update) || a.Update.Edge.Slot.Over != nil {
			continue
		}
		first := of[a.Update.Factor]
		r := b.rowsAt(a, l, around)
		if r != nil && first.running.Holds != HoldsAll && len(first.conds) == 0 && first.same(r) {
			a.Row = r.row(first.running, a)
			a.Row.Out, first.running.Variance = true, true
		}
	}
	return before
}

// sums tells whether an update reads an array through its sum.
func sums(u *message.Update) bool {
	return u.Kind == message.Send && u.Op != nil && u.Op.Running.Terms != ""
}

// rowsOf are the rows of a message to the element of an array that a loop is at; nil
// for another update.
func (b *builder) rowsOf(a *Apply, l *For, around []*For) *rows {
	u := a.Update
	if !sums(u) || a.Row != nil || u.Edge.Slot.Over == nil || len(a.Element) != len(u.Loops) || few(u.Edge.Slot.Over) {
		return nil
	}
	if at := a.Element[len(a.Element)-1]; at.Op != model.OpIndex || at.Index != l.Index {
		return nil
	}
	return b.rowsAt(a, l, around)
}

// few tells whether a loop is known to have so few elements that a sum is not worth
// keeping.
func few(l *model.Loop) bool {
	return l.Lo.Op == model.OpNumber && l.Hi.Op == model.OpNumber && l.Hi.Value-l.Lo.Value < 4
}

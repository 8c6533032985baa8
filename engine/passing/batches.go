package passing

import (
	"fmt"
	"math"

	"mpc/engine"
)

// Batches of data are run one at a time: what each says about the shared variables is kept, a message M, and what is known of
// them after the last visit, whose inference I is kept too. The zero value is ready. The messages are the leaves
// of a tree, whose inner nodes are the products of those below: what all batches but one say is the product of few, and
// nothing is ever divided.
type Batches[I any, M Multiplied[M]] struct {
	Last    *I      // the inference of the last visit
	Change  float64 // of the last visit
	tree    []M
	known   []Belief
	visited bool
}

// Multiplied is what a batch says about all shared variables. The zero value says nothing.
type Multiplied[M any] interface{ Times(M) (M, error) }

// Others returns the product of what all batches but one say.
func (b *Batches[I, M]) Others(batch int) (M, error) {
	if batch < 0 {
		var none M
		return none, &engine.InputError{Input: "batch", Message: fmt.Sprintf("%d is negative", batch)}
	}
	return engine.Others(b.tree, batch, M.Times)
}

// Said returns what a batch said when it was visited last: nothing before its first visit.
func (b *Batches[I, M]) Said(batch int) M { return engine.Leaf(b.tree, batch) }

// Set keeps what a batch says.
func (b *Batches[I, M]) Set(batch int, m M) error {
	if _, err := b.Others(batch); err != nil {
		return err
	}
	tree, err := engine.SetLeaf(b.tree, batch, m, M.Times)
	if err != nil {
		return err
	}
	b.tree = tree
	return nil
}

// Visit runs a batch, and keeps what it says: run is given what the others say, and returns its inference, what it says and
// what is known then. After an error nothing is kept.
func (b *Batches[I, M]) Visit(batch int, run func(others M) (*I, M, []Belief, Summary, error)) (Summary, error) {
	others, err := b.Others(batch)
	if err != nil {
		return Summary{}, err
	}
	inf, said, now, s, err := run(others)
	if err != nil {
		return s, err
	}
	if err := b.Set(batch, said); err != nil {
		return s, err
	}
	b.Change = math.Inf(1)
	if b.visited {
		b.Change = changeOf(now, b.known)
	}
	b.Last, b.known, b.visited = inf, now, true
	return s, nil
}

// OtherGiven is the error of an input that defines a shared variable, which a batch gives another value.
func OtherGiven(input string, batch int) error {
	return &engine.InputError{Input: input, Message: fmt.Sprintf("batch %d has another value of it than the batches before: it defines a shared variable, and is the same in all batches", batch)}
}

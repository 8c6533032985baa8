package sequence

import (
	"mpc/bugs"
	"mpc/lang"
)

// A Program is a sequential program: its nodes run one after another.
type Program struct{ Body []Node }

// A Node is a *Loop, an *If, a *Levels or a *Do.
type Node interface {
	notes() []Note
	// Place is where the node stands in the text that it was read from; not known where it was found.
	Place() lang.Pos
}

type (
	// A Loop runs its body for each value of its index, upward or downward. With Where it runs it
	// for the one value, if there is one in the range, for which Where is true: an equation that is
	// linear in the index.
	Loop struct {
		At    lang.Pos // in the text that was read
		Notes []Note
		Index string
		Range bugs.Range
		Down  bool
		Where *bugs.Binary
		Body  []Node
	}
	// An If runs one of two lists of nodes. Its tests are of sizes, indices and data.
	If struct {
		At         lang.Pos
		Notes      []Note
		Tests      []Test // all of them
		Then, Else []Node
	}
	// A Levels runs the instances of its statements in an order of elements that is computed when
	// data are read: those of a level need none of the same or of a later one.
	Levels struct {
		At     lang.Pos
		Notes  []Note
		ByData bool // subscripts that are data decide the order
		Body   []Node
	}
	// A Do runs a statement once.
	Do struct {
		At    lang.Pos
		Notes []Note
		Stmt  *bugs.Relation
		Role  Role
	}
)

// A Test is a condition that holds for all values of the indices of loops.
type Test struct {
	Loops []*bugs.For // without a body
	Cond  bugs.Expr
}

func (n *Loop) notes() []Note     { return n.Notes }
func (n *If) notes() []Note       { return n.Notes }
func (n *Levels) notes() []Note   { return n.Notes }
func (n *Do) notes() []Note       { return n.Notes }
func (n *Loop) Place() lang.Pos   { return n.At }
func (n *If) Place() lang.Pos     { return n.At }
func (n *Levels) Place() lang.Pos { return n.At }
func (n *Do) Place() lang.Pos     { return n.At }

// Walk calls f for each node, those that contain others first.
func (p *Program) Walk(f func(Node)) { walk(p.Body, f) }

func walk(list []Node, f func(Node)) {
	for _, n := range list {
		f(n)
		switch n := n.(type) {
		case *Loop:
			walk(n.Body, f)
		case *If:
			walk(n.Then, f)
			walk(n.Else, f)
		case *Levels:
			walk(n.Body, f)
		}
	}
}

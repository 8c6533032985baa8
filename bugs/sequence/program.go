package sequence

import (
	"mpc/bugs"
	"mpc/lang"
)

// A Program is a sequential program: its nodes run one after another.
type Program struct{ Body []Node }

// A Node is a *Loop, an *If, a *Levels or a *Do.
type Node interface {
	notes() []string
	// Place is where the node stands in the text that it was read from; not known where it was found.
	Place() lang.Pos
}

type (
	// A Loop runs its body for each value of its index, upward or downward. With Where it runs it
	// for the one value, if there is one in the range, for which Where is true: an equation that is
	// linear in the index.
	Loop struct {
		At    lang.Pos // in the text that was read
		Notes []string
		Index string
		Range bugs.Range
		Down  bool
		Where *bugs.Binary
		Body  []Node
	}
	// An If runs one of two lists of nodes. Its tests are of sizes, indices and data.
	If struct {
		At         lang.Pos
		Notes      []string
		Tests      []Test // all of them
		Then, Else []Node
	}
	// A Levels runs the instances of its statements in an order of elements that is computed when
	// data are read: those of a level need none of the same or of a later one.
	Levels struct {
		At    lang.Pos
		Notes []string
		Word  string // levels, where subscripts that are data decide; elements where none do
		Body  []Node
	}
	// A Do runs a statement once.
	Do struct {
		At    lang.Pos
		Notes []string
		Stmt  *bugs.Relation
		Role  Role
	}
)

// A Test is a condition that holds for all values of the indices of loops.
type Test struct {
	Loops []*bugs.For // without a body
	Cond  bugs.Expr
}

func (n *Loop) notes() []string   { return n.Notes }
func (n *If) notes() []string     { return n.Notes }
func (n *Levels) notes() []string { return n.Notes }
func (n *Do) notes() []string     { return n.Notes }
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

// Moves are the kinds of moves, as the words before the colon of notes.
var Moves = []string{"order", "fission", "fusion", "stride", "peeling", "reversal", "interchange", "versions", "levels", "elements"}

// Moves counts the moves of each kind that the program took.
func (p *Program) Moves() map[string]int {
	count := map[string]int{}
	p.Walk(func(n Node) {
		for _, note := range n.notes() {
			for _, m := range Moves {
				if len(note) > len(m) && note[:len(m)+1] == m+":" {
					count[m]++
				}
			}
		}
	})
	return count
}

package sequence

import "strings"

// A Move is what was done with statements so that they can run; 0 is nothing.
type Move byte

// The moves.
const (
	Reordered Move = iota + 1
	Split
	Fused
	Strided
	Peeled
	Reversed
	Interchanged
	Versioned
	Leveled
	ByElements
)

// moveNames are the words of moves, in their order.
var moveNames = [...]string{"", "order", "fission", "fusion", "stride", "peeling", "reversal", "interchange", "versions", "levels", "elements"}

// Moves lists all moves.
func Moves() (list []Move) {
	for m := Reordered; m <= ByElements; m++ {
		list = append(list, m)
	}
	return list
}

// String is the word that begins notes of the move.
func (m Move) String() string { return moveNames[m] }

// MarshalText writes the word.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// A Note is the reason of a move, or why a node stands where it does.
type Note struct {
	Move Move
	Text string
}

// String is the note as it is printed.
func (n Note) String() string {
	if n.Move == 0 {
		return n.Text
	}
	return n.Move.String() + ": " + n.Text
}

// readNote reads a note as it is printed.
func readNote(text string) Note {
	for _, m := range Moves() {
		if rest, ok := strings.CutPrefix(text, m.String()+": "); ok {
			return Note{m, rest}
		}
	}
	return Note{Text: text}
}

// Moves counts the moves of each kind that the program took.
func (p *Program) Moves() map[Move]int {
	count := map[Move]int{}
	p.Walk(func(n Node) {
		for _, note := range n.notes() {
			if note.Move != 0 {
				count[note.Move]++
			}
		}
	})
	return count
}

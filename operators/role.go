package operators

// A Role says what a parameter of an operator is for. Its name says which: those of
// the roles but Read are the names of no slot and no buffer.
type Role uint8

const (
	// Read: what stands in the slot or the buffer of that name.
	Read Role = iota
	// Into, "to": memory that the message goes to; a slice of an operator that writes
	// one for each element of an array slot.
	Into
	// Position, "index": the place in the array slot of the one element that the
	// message goes to.
	Position
	// Scratch, "scratch": (n+1)^2 numbers to calculate in, for an array of n.
	Scratch
	// Work, "work": memory that operators on vectors, matrices and whole numbers
	// calculate in.
	Work
	// Power, "power": how often the message of an operator that Adds counts.
	Power
)

// Role says what the parameter is for.
func (a Arg) Role() Role {
	switch a.Name {
	case "to":
		return Into
	case "index":
		return Position
	case "scratch":
		return Scratch
	case "work":
		return Work
	case "power":
		return Power
	}
	return Read
}

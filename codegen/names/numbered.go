package names

import (
	"regexp"
	"strconv"
	"strings"
)

// A Prefix begins the names of one kind of numbered things in generated code. All
// names that the generator numbers where names of the model stand too are made from
// one, so that no name of a model becomes one of them: see Numbered.
type Prefix string

// The prefixes of numbered local variables, and of fields and functions that are
// read by their names alone.
const (
	Buffer   Prefix = "b"        // what messages share, by update
	Fault    Prefix = "fault"    // why there is no message, by update
	Counter  Prefix = "k"        // counts an array of messages, by update
	Message  Prefix = "m"        // a message of a filter, by update
	Told     Prefix = "told"     // whether a running sum could tell, by update
	Position Prefix = "i"        // a position in an array
	Count    Prefix = "n"        // a number of passes; the size of a dimension of a shape
	Start    Prefix = "start"    // where the rows of a ragged dimension start
	Total    Prefix = "total"    // the number of elements of a shape
	Scratch  Prefix = "scratch"  // a slice to work in
	Branches Prefix = "branches" // log evidence of the branches of a gate, by update
	Datum    Prefix = "datum"    // an element of an input
	Shares   Prefix = "shares"   // probabilities of the values of a selector
	Random   Prefix = "rng"      // random numbers of a variable, by its ID
	Vector   Prefix = "message"  // a message about a vector to work in
	Sum      Prefix = "sum"      // a running sum
	Sums     Prefix = "sums"     // an array of running sums
	Old      Prefix = "old"      // a term of a running sum before an update
	New      Prefix = "new"      // a term of a running sum after it
	Depth    Prefix = "d"        // an index of a dimension
	Line     Prefix = "line"     // a statement, by its line
	List     Prefix = "list"     // a list of the passes that read an element
	Order    Prefix = "order"    // an order of elements in which chains begin with them
	Slot     Prefix = "slot"     // a message that is set, in the memory of an array
	Value    Prefix = "value"    // which of the messages for each value of a datum
	Block    Prefix = "block"    // normals that are drawn together
	Network  Prefix = "network"  // truths and whole numbers whose marginals are exact
	Pattern  Prefix = "pattern"  // which of them are tied
	Known    Prefix = "known"    // what the data say of them
	Integral Prefix = "integral" // over some of them
)

var prefixes = []Prefix{
	Buffer, Fault, Counter, Message, Told, Position, Count, Start, Total, Scratch,
	Vector, Branches, Datum, Shares, Random, Sum, Sums, Old, New, Depth, Line, List, Order, Slot, Value, Block, Network, Pattern, Known, Integral,
}

// Name is the name with these numbers: n3, n3_1.
func (p Prefix) Name(numbers ...int) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, strconv.Itoa(n))
	}
	return string(p) + strings.Join(parts, "_")
}

// numbers are what follows a prefix.
var numbers = regexp.MustCompile(`^[0-9]+(_[0-9]+)?$`)

// Numbered tells whether a name is like those of numbered things.
func Numbered(name string) bool {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(name, string(p)); ok && numbers.MatchString(rest) {
			return true
		}
	}
	return false
}

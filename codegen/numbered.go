package codegen

import (
	"regexp"
	"strconv"
	"strings"
)

// A prefix begins the names of one kind of numbered things in generated code. All
// names that the generator numbers where names of the model stand too are made from
// one, so that no name of a model becomes one of them: see numbered and fresh.
type prefix string

// The prefixes of numbered local variables, and of fields and functions that are
// read by their names alone.
const (
	bufferPrefix   prefix = "b"        // what messages share, by update
	faultPrefix    prefix = "fault"    // why there is no message, by update
	counterPrefix  prefix = "k"        // counts an array of messages, by update
	messagePrefix  prefix = "m"        // a message of a filter, by update
	toldPrefix     prefix = "told"     // whether a running sum could tell, by update
	positionPrefix prefix = "i"        // a position in an array
	countPrefix    prefix = "n"        // a number of passes; the size of a dimension of a shape
	startPrefix    prefix = "start"    // where the rows of a ragged dimension start
	totalPrefix    prefix = "total"    // the number of elements of a shape
	scratchPrefix  prefix = "scratch"  // a slice to work in
	branchesPrefix prefix = "branches" // log evidence of the branches of a gate, by update
	datumPrefix    prefix = "datum"    // an element of an input
	sharesPrefix   prefix = "shares"   // probabilities of the values of a selector
	randomPrefix   prefix = "rng"      // random numbers of a variable, by its ID
	vectorPrefix   prefix = "message"  // a message about a vector to work in
	sumPrefix      prefix = "sum"      // a running sum
	sumsPrefix     prefix = "sums"     // an array of running sums
	oldPrefix      prefix = "old"      // a term of a running sum before an update
	newPrefix      prefix = "new"      // a term of a running sum after it
	depthPrefix    prefix = "d"        // an index of a dimension
	linePrefix     prefix = "line"     // a statement, by its line
	listPrefix     prefix = "list"     // a list of the passes that read an element
	slotPrefix     prefix = "slot"     // a message that is set, in the memory of an array
	valuePrefix    prefix = "value"    // which of the messages for each value of a datum
	blockPrefix    prefix = "block"    // normals that are drawn together
	networkPrefix  prefix = "network"  // truths and whole numbers whose marginals are exact
	patternPrefix  prefix = "pattern"  // which of them are tied
	knownPrefix    prefix = "known"    // what the data say of them
	integralPrefix prefix = "integral" // over some of them
)

var prefixes = []prefix{
	bufferPrefix, faultPrefix, counterPrefix, messagePrefix, toldPrefix, positionPrefix, countPrefix, startPrefix, totalPrefix, scratchPrefix,
	vectorPrefix, branchesPrefix, datumPrefix, sharesPrefix, randomPrefix, sumPrefix, sumsPrefix, oldPrefix, newPrefix, depthPrefix, linePrefix, listPrefix, slotPrefix, valuePrefix, blockPrefix, networkPrefix, patternPrefix, knownPrefix, integralPrefix,
}

// name is the name with these numbers: n3, n3_1.
func (p prefix) name(numbers ...int) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, strconv.Itoa(n))
	}
	return string(p) + strings.Join(parts, "_")
}

// numbers are what follows a prefix.
var numbers = regexp.MustCompile(`^[0-9]+(_[0-9]+)?$`)

// numbered tells whether a name is like those of numbered things.
func numbered(name string) bool {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(name, string(p)); ok && numbers.MatchString(rest) {
			return true
		}
	}
	return false
}

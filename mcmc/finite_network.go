package mcmc

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"mpc/dist"
)

// A FiniteNetwork finds the exact marginals of truths and whole numbers that factors tie in loops, and
// the log of the sum of the product of these factors. All is said anew each time; the order in which
// elements are summed out is found again where what is tied has changed.
//
//	n.Begin()
//	n.Statement(0)
//	x, y := n.Element(0, i, 2), n.Element(1, j, 3)
//	n.TableTwo(x, y, n.Datum(0), p, 1, 2) // and so on, see finite_tables.go
//	n.HearTruth(x, cavity)           // what others say of an element
//	fault := n.Solve()
//	n.Truth(x), n.Whole(y, &message) // what the network says of it: without what was heard
//	n.LogZ()
type FiniteNetwork struct {
	at        [][]int32 // number of the element at a position of a variable, plus 1
	met       []finiteElement
	sizes     []int
	from      []int     // of each element, in said and heard
	said      []float64 // what is said of each element alone
	heard     []float64
	tables    []finiteSaid
	scopes    []int // of tables, one after the other
	numbers   []float64
	shape     []int // that the pattern is of
	next      []int
	terms     []int // of an array
	sites     []finiteSite
	constant  float64 // log of what no element is in
	pattern   *FinitePattern
	marginals FiniteMarginals
	work      finiteWork
	isHeard   bool
	finiteTrouble
}

// finiteTrouble says what is wrong with what is said, and where.
type finiteTrouble struct {
	statement int
	tooLarge  float64 // how many numbers a table would have
	wrong     bool    // something said is no number
	culprit   int
}

type finiteElement struct{ variable, position int }

// A finiteSaid is a table of several elements.
type finiteSaid struct {
	scope     int // where its elements begin, and their number
	elements  int
	at, size  int
	statement int
}

// A finiteSite is what a statement said of one element, for errors.
type finiteSite struct {
	element, statement int
	at                 int // in kept
}

// Begin forgets all that has been said.
func (n *FiniteNetwork) Begin() {
	for _, e := range n.met {
		n.at[e.variable][e.position] = 0
	}
	n.met, n.sizes, n.said, n.heard = n.met[:0], n.sizes[:0], n.said[:0], n.heard[:0]
	n.from = append(n.from[:0], 0)
	n.tables, n.scopes, n.numbers = n.tables[:0], n.scopes[:0], n.numbers[:0]
	n.sites, n.work.kept = n.sites[:0], n.work.kept[:0]
	n.constant, n.tooLarge, n.wrong, n.culprit, n.isHeard, n.statement = 0, 0, false, -1, false, 0
}

// Statement tells of which statement is what is said from now on.
func (n *FiniteNetwork) Statement(k int) { n.statement = k }

// Element is the number of the element at a position of a variable, of so many values.
func (n *FiniteNetwork) Element(variable, position, values int) int {
	for len(n.at) <= variable {
		n.at = append(n.at, nil)
	}
	if position >= len(n.at[variable]) {
		n.at[variable] = append(n.at[variable], make([]int32, position+1-len(n.at[variable]))...)
	}
	if k := n.at[variable][position]; k > 0 {
		return int(k) - 1
	}
	k := n.add(values)
	n.met = append(n.met, finiteElement{variable, position})
	n.at[variable][position] = int32(k) + 1
	return k
}

// add adds an element.
func (n *FiniteNetwork) add(values int) int {
	values = max(values, 0)
	n.sizes = append(n.sizes, values)
	for range values {
		n.said, n.heard = append(n.said, 0), append(n.heard, 0)
	}
	n.from = append(n.from, len(n.said))
	return len(n.sizes) - 1
}

// Datum stands for a known whole number where an element may stand; DatumTruth for a truth.
func (n *FiniteNetwork) Datum(value int) int { return finiteDatum + value }

// DatumTruth is Datum of a truth, 1 where it holds.
func (n *FiniteNetwork) DatumTruth(value bool) int {
	if value {
		return finiteDatum + 1
	}
	return finiteDatum
}

// HearTruth tells what others say of an element.
func (n *FiniteNetwork) HearTruth(e int, m dist.Bernoulli) {
	l := n.heard[n.from[e]:n.from[e+1]]
	l[0], l[1] = dist.Bernoulli{LogOdds: -m.LogOdds}.LogProb(true), m.LogProb(true)
	n.isHeard = true
}

// HearWhole is HearTruth of a whole number.
func (n *FiniteNetwork) HearWhole(e int, m dist.Categorical) {
	copy(n.heard[n.from[e]:n.from[e+1]], m.LogP)
	n.isHeard = true
}

// Solve finds the marginals. The fault is Contradiction where no values are possible, of which
// Culprit tells the statement, NotFinite where something that was said is no number, and Improper where
// a table would be too large, see TooLarge.
func (n *FiniteNetwork) Solve() dist.Fault {
	switch {
	case n.wrong:
		return dist.NotFinite
	case !n.order(len(n.tables)):
		return dist.Improper
	}
	n.tell(len(n.tables), len(n.sites), true)
	if !n.marginals.collect() || math.IsInf(n.constant, -1) {
		n.blame()
		return dist.Contradiction
	}
	n.marginals.distribute()
	return dist.NoFault
}

// order finds the pattern of the first tables, if it is not that of the time before.
func (n *FiniteNetwork) order(tables int) bool {
	if n.tooLarge > 0 {
		return false
	}
	n.next = append(n.next[:0], len(n.sizes))
	n.next = append(n.next, n.sizes...)
	for _, t := range n.tables[:tables] {
		n.next = append(append(n.next, t.elements), n.scopes[t.scope:t.scope+t.elements]...)
	}
	if n.pattern != nil && slices.Equal(n.next, n.shape) {
		return true
	}
	n.shape, n.next = n.next, n.shape
	n.pattern = NewFinitePattern()
	for _, k := range n.sizes {
		n.pattern.Element(k)
	}
	for _, t := range n.tables[:tables] {
		n.pattern.Say(n.scopes[t.scope : t.scope+t.elements]...)
	}
	if !n.pattern.Order(true) {
		n.tooLarge = max(n.pattern.wanted, finiteLargest+1)
		n.pattern = nil
		return false
	}
	return true
}

// tell tells the marginals what the first tables say, and what the first sites say of single elements.
func (n *FiniteNetwork) tell(tables, sites int, heard bool) {
	b := &n.marginals
	b.reset(n.pattern)
	if sites == len(n.sites) {
		copy(b.numbers, n.said)
	} else {
		for _, s := range n.sites[:sites] {
			for k := range n.sizes[s.element] {
				b.numbers[n.from[s.element]+k] += n.work.kept[s.at+k]
			}
		}
	}
	if heard {
		for k, l := range n.heard {
			b.numbers[k] += l
		}
	}
	for k, t := range n.tables[:tables] {
		copy(b.numbers[n.pattern.sizes[k].at:], n.numbers[t.at:t.at+t.size])
	}
}

// blame finds the first statement with which no values are possible any more.
func (n *FiniteNetwork) blame() {
	last := 0
	for _, t := range n.tables {
		last = max(last, t.statement)
	}
	for _, s := range n.sites {
		last = max(last, s.statement)
	}
	possible := func(k int) bool { // with the statements before k alone
		tables, sites := 0, 0
		for tables < len(n.tables) && n.tables[tables].statement < k {
			tables++
		}
		for sites < len(n.sites) && n.sites[sites].statement < k {
			sites++
		}
		if !n.order(tables) {
			return true
		}
		n.tell(tables, sites, false)
		return n.marginals.collect()
	}
	lo, hi := 0, last+1 // possible with lo, not with hi, or only what was heard contradicts it
	if possible(hi) {
		n.culprit = -1
		return
	}
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; possible(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	n.culprit = lo
}

// Culprit is the first statement, in their order, with which no values are possible any more: -1 where
// only what was heard contradicts them.
func (n *FiniteNetwork) Culprit() int { return n.culprit }

// TooLarge is how many numbers a table would have.
func (n *FiniteNetwork) TooLarge() float64 { return n.tooLarge }

// Truth is what the network says of an element, without what was heard of it.
func (n *FiniteNetwork) Truth(e int) dist.Bernoulli {
	return dist.Bernoulli{LogOdds: n.message(e, 1) - n.message(e, 0)}
}

// Whole is Truth of a whole number.
func (n *FiniteNetwork) Whole(e int, to *dist.Categorical) {
	to.Resize(n.sizes[e])
	for k := range to.LogP {
		to.LogP[k] = n.message(e, k)
	}
	to.Normalize()
}

// message is the log weight of a value. What is impossible by what was heard stays so: whatever is said
// of it no product changes.
func (n *FiniteNetwork) message(e, value int) float64 {
	l := n.marginals.marginal(e)[value]
	if l == math.Inf(-1) {
		return l
	}
	return l - n.heard[n.from[e]+value]
}

// LogZ is the part of the network in the log evidence: the log of the sum of all that was said and heard,
// less that of the product of what it says and what was heard of each element.
func (n *FiniteNetwork) LogZ() float64 {
	z := n.marginals.logZ + n.constant
	if !n.isHeard {
		return z
	}
	for e := range n.sizes {
		row := n.work.row(n.sizes[e])
		for k := range row {
			row[k] = n.message(e, k)
		}
		whole := finiteLogSum(row)
		for k := range row {
			row[k] += n.heard[n.from[e]+k]
		}
		z -= finiteLogSum(row) - whole
	}
	return z
}

// AppendState appends what of a solved network is read after a run: the part in the evidence.
func (n *FiniteNetwork) AppendState(b []byte) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(n.LogZ()))
}

// ReadState reads what AppendState wrote, and returns the rest.
func (n *FiniteNetwork) ReadState(b []byte) ([]byte, error) {
	if len(b) < 8 {
		return nil, errFiniteState
	}
	n.Begin()
	n.constant = math.Float64frombits(binary.LittleEndian.Uint64(b))
	n.marginals.logZ = 0
	return b[8:], nil
}

var errFiniteState = errors.New("the state of a network is cut off")

package mcmc

import (
	"math/bits"
	"slices"
)

// finiteLargest is how many numbers a table may have, and finiteTotal all of them.
const (
	finiteLargest = 1 << 20
	finiteTotal   = 1 << 27
)

// A FinitePattern says which elements of whole numbers and truths factors tie to each
// other, and in which order they are summed out: that which leaves the smallest table
// first (Zhang and Poole 1994; Dechter 1999, bucket elimination), so that a chain, z[t] given z[t-1], is filtered
// forward, and a tree is from its leaves to its root. It is made once, of the elements that
// each factor reads: Element, Say, Share and Order.
//
// Numbers are kept in one list: of each element one for each of its values; then the tables
// of factors, and then those that sums leave.
type FinitePattern struct {
	from    []int // of each element, in numbers; one more
	tables  []finiteTable
	own     []int        // where each factor fills its table, in the order in which they were said: a number of sizes; of one element -1 less it
	sizes   []finiteRoom // of tables that one factor fills
	shared  []finiteRoom
	single  []finiteSingle // tables that tell one element
	steps   []finiteStep
	scaled  []finiteScale // tables of two elements that are used as probabilities
	linear  int           // how many probabilities they have
	filled  int           // how many numbers factors fill
	count   int           // of numbers
	largest int           // of the cardinalities
	most    int           // tables in one step
	widest  int           // neighbors in one step
	said    int           // how many numbers say all that factors say
	work    int           // how many sums are made of them
	wanted  float64       // how many numbers a table would have, where it would be too large
	tooMuch bool
	ordered bool
}

// A finiteTable has a number for each combination of values of the elements of its scope.
type finiteTable struct {
	at      int
	size    int
	scope   []int32
	strides []int32
	gone    bool // summed out
}

// A finiteRoom is where the numbers of a table are.
type finiteRoom struct{ at, size int }

// A finiteSingle adds numbers of a table to those of an element.
type finiteSingle struct {
	at      int
	stride  int32
	element int32
}

// A finiteScale is a table, which is made exp(x - the largest of it) of.
type finiteScale struct{ at, size, to int }

// A finiteStep sums an element out: of the tables that tell it, a table is left of its
// neighbors.
type finiteStep struct {
	element   int32
	neighbors []int32
	sizes     []int32 // how many values the neighbors have
	tables    []finiteUse
	to        int  // the table that is left; of one neighbor what is said of that
	pair      bool // one table of a factor, of it and one neighbor
}

// A finiteUse is a table as a step reads it.
type finiteUse struct {
	at      int
	size    int
	stride  int32   // of the element
	strides []int32 // of the neighbors
	scale   int32   // of a pair, the number of the table among those used as probabilities
}

// NewFinitePattern makes a pattern of no elements.
func NewFinitePattern() *FinitePattern { return &FinitePattern{from: []int{0}} }

// Element adds an element of so many values.
func (p *FinitePattern) Element(values int) {
	p.from = append(p.from, p.from[len(p.from)-1]+max(values, 0))
	p.largest = max(p.largest, values)
}

func (p *FinitePattern) values(c int) int { return p.from[c+1] - p.from[c] }

// Say tells that a factor reads elements, of which FiniteBlock wants a Table, as many times
// and in the same order. Two of them may be the same.
func (p *FinitePattern) Say(elements ...int) {
	if len(elements) == 1 {
		p.own = append(p.own, -1-elements[0])
		p.said += p.values(elements[0])
		return
	}
	size := p.size(elements)
	if size > finiteLargest || p.filled+size > finiteTotal {
		p.tooMuch = true
		return
	}
	p.own = append(p.own, len(p.sizes))
	p.sizes = append(p.sizes, finiteRoom{p.filled, size})
	p.table(p.filled, elements)
	p.filled += size
	p.said += size
}

// Share tells that an instance of a factor reads elements, which says of them what all its
// instances do: FiniteBlock wants the Shared table of that number once. Elements of other
// numbers of values than those of the first instance are an error of the caller.
func (p *FinitePattern) Share(number int, elements ...int) {
	for len(p.shared) <= number {
		p.shared = append(p.shared, finiteRoom{})
	}
	size := p.size(elements)
	s := &p.shared[number]
	if s.size == 0 {
		if size > finiteLargest || p.filled+size > finiteTotal {
			p.tooMuch = true
			return
		}
		s.at, s.size = p.filled, size
		p.filled += size
	}
	p.said += size
	p.table(s.at, elements)
}

// size is how many combinations of values elements have, or more than any table may have.
func (p *FinitePattern) size(elements []int) int {
	n := 1
	for _, c := range elements {
		high, low := bits.Mul64(uint64(n), uint64(p.values(c)))
		if high != 0 || low > finiteLargest {
			return finiteLargest + 1
		}
		n = int(low)
	}
	return n
}

// table adds a table whose numbers begin at a place, the last of the elements changing
// fastest.
func (p *FinitePattern) table(at int, elements []int) {
	t := finiteTable{at: at}
	stride := 1
	for _, c := range slices.Backward(elements) {
		if k := slices.Index(t.scope, int32(c)); k >= 0 {
			t.strides[k] += int32(stride)
		} else {
			t.scope, t.strides = append(t.scope, int32(c)), append(t.strides, int32(stride))
		}
		stride *= p.values(c)
	}
	t.size = stride
	p.tables = append(p.tables, t)
}

// Ordered tells what Order has found.
func (p *FinitePattern) Ordered() bool { return p.ordered }

// Order finds the order in which elements are summed out. It is false where a table would
// be too large, and, unless it must be, where drawing the elements one after the other takes
// less than a hundredth of the time.
func (p *FinitePattern) Order(must bool) bool {
	p.ordered = p.order(must)
	return p.ordered
}

func (p *FinitePattern) order(must bool) bool {
	if p.tooMuch {
		return false
	}
	// Numbers of elements come first.
	base := p.from[len(p.from)-1]
	for k := range p.shared {
		p.shared[k].at += base
	}
	for k := range p.sizes {
		p.sizes[k].at += base
	}
	for k := range p.tables {
		p.tables[k].at += base
	}
	p.filled += base
	p.count = p.filled
	ok := p.eliminate() && (must || p.work <= 100*(p.said+base))
	p.tables = nil
	return ok
}

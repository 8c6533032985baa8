package mcmc

import (
	"math"
	"slices"
)

// What factors of truths and whole numbers say to a FiniteNetwork. Arguments that are elements may be
// data too, see FiniteNetwork.Datum: of truths 0 and 1.

type finiteFactor uint8

const (
	finiteBernoulli finiteFactor = iota
	finiteCategorical
	finiteTable1
	finiteTable2
	finiteUniform
	finiteEqual // out is a
	finiteShift // out is a + k
	finiteAdd   // out is a + b
	finiteSubtract
	finiteMax
	finiteMin
	finiteAtLeast // out is a >= b + k
	finiteSame    // out is (a == b)
	finiteNot
	finiteAnd
	finiteOr
)

// finiteDatum is where data begin among arguments that are elements or data: elements count from 0.
const finiteDatum = -1 << 40

// A finiteWork is memory to fill tables in.
type finiteWork struct {
	values  []int
	counter []int
	scope   []int
	table   []float64
	logs    []float64
	kept    []float64
}

func (w *finiteWork) row(n int) []float64 {
	if cap(w.logs) < n {
		w.logs = make([]float64, n)
	}
	return w.logs[:n]
}

// Bernoulli is x ~ bernoulli(p).
func (n *FiniteNetwork) Bernoulli(x int, p float64) { n.say(finiteBernoulli, nil, p, 0, 0, x) }

// Categorical is x ~ categorical(p).
func (n *FiniteNetwork) Categorical(x int, p []float64) { n.say(finiteCategorical, p, 0, 0, 0, x) }

// Table is x ~ categorical(p[a]), p of rows of so many columns; of 0 columns x ~ bernoulli(p[a]).
func (n *FiniteNetwork) Table(x, a int, p []float64, columns int) {
	n.say(finiteTable1, p, 0, 0, columns, x, a)
}

// TableTwo is x ~ categorical(p[a, b]), or bernoulli, p of so many rows for each a.
func (n *FiniteNetwork) TableTwo(x, a, b int, p []float64, rows, columns int) {
	n.say(finiteTable2, p, 0, rows, columns, x, a, b)
}

// DiscreteUniform is x ~ discreteuniform(k).
func (n *FiniteNetwork) DiscreteUniform(x, k int) { n.say(finiteUniform, nil, 0, k, 0, x) }

// Copy is out = a.
func (n *FiniteNetwork) Copy(out, a int) { n.say(finiteEqual, nil, 0, 0, 0, out, a) }

// Constant is out = value.
func (n *FiniteNetwork) Constant(out, value int) {
	n.say(finiteEqual, nil, 0, 0, 0, out, n.Datum(value))
}

// IsTrue is observe a.
func (n *FiniteNetwork) IsTrue(a int) { n.say(finiteEqual, nil, 0, 0, 0, n.Datum(1), a) }

// Shift is out = a + k.
func (n *FiniteNetwork) Shift(out, a, k int) { n.say(finiteShift, nil, 0, k, 0, out, a) }

// Sum is out = a + b.
func (n *FiniteNetwork) Sum(out, a, b int) { n.say(finiteAdd, nil, 0, 0, 0, out, a, b) }

// Difference is out = a - b.
func (n *FiniteNetwork) Difference(out, a, b int) { n.say(finiteSubtract, nil, 0, 0, 0, out, a, b) }

// Max is out = max(a, b).
func (n *FiniteNetwork) Max(out, a, b int) { n.say(finiteMax, nil, 0, 0, 0, out, a, b) }

// Min is out = min(a, b).
func (n *FiniteNetwork) Min(out, a, b int) { n.say(finiteMin, nil, 0, 0, 0, out, a, b) }

// AtLeast is out = (a >= b + k).
func (n *FiniteNetwork) AtLeast(out, a, b, k int) { n.say(finiteAtLeast, nil, 0, k, 0, out, a, b) }

// Equal is out = (a == b).
func (n *FiniteNetwork) Equal(out, a, b int) { n.say(finiteSame, nil, 0, 0, 0, out, a, b) }

// Not is out = !a.
func (n *FiniteNetwork) Not(out, a int) { n.say(finiteNot, nil, 0, 0, 0, out, a) }

// And is out = a && b.
func (n *FiniteNetwork) And(out, a, b int) { n.say(finiteAnd, nil, 0, 0, 0, out, a, b) }

// Or is out = a || b.
func (n *FiniteNetwork) Or(out, a, b int) { n.say(finiteOr, nil, 0, 0, 0, out, a, b) }

// NoTerms begins an array of truths, Term adds one.
func (n *FiniteNetwork) NoTerms() { n.terms = n.terms[:0] }

// Term adds an element, or a datum, to the array.
func (n *FiniteNetwork) Term(x int) { n.terms = append(n.terms, x) }

// All is out = all(terms).
func (n *FiniteNetwork) All(out int) { n.chain(finiteAnd, out, n.Datum(1)) }

// Any is out = any(terms).
func (n *FiniteNetwork) Any(out int) { n.chain(finiteOr, out, n.Datum(0)) }

// Count is out = count(terms).
func (n *FiniteNetwork) Count(out int) { n.chain(finiteAdd, out, n.Datum(0)) }

// chain takes in one term after the other, with an element of the network's own between each two, so that
// no table is of many.
func (n *FiniteNetwork) chain(f finiteFactor, out, first int) {
	if len(n.terms) == 0 {
		n.Copy(out, first)
		return
	}
	so := first
	for k, x := range n.terms {
		next := out
		if k+1 < len(n.terms) {
			values := 2
			if f == finiteAdd {
				values = k + 2
			}
			next = n.add(values)
		}
		n.say(f, nil, 0, 0, 0, next, so, x)
		so = next
	}
}

// say adds the table of a factor: of its elements, each once, those left out that make no difference.
func (n *FiniteNetwork) say(f finiteFactor, p []float64, q float64, k, columns int, slots ...int) {
	w := &n.work
	w.scope = w.scope[:0]
	size := 1.0
	for _, x := range slots {
		if x >= 0 && !slices.Contains(w.scope, x) {
			w.scope = append(w.scope, x)
			size *= float64(n.sizes[x])
		}
	}
	if size > finiteLargest || float64(len(n.numbers))+size > finiteTotal {
		n.tooLarge = max(n.tooLarge, size)
		return
	}
	w.values, w.counter = append(w.values[:0], slots...), append(w.counter[:0], w.scope...)
	clear(w.counter)
	w.table = w.table[:0]
	for range int(size) {
		for i, x := range slots {
			if x < 0 {
				w.values[i] = x - finiteDatum
			} else {
				w.values[i] = w.counter[slices.Index(w.scope, x)]
			}
		}
		l := finiteLog(f, p, q, k, columns, w.values)
		n.wrong = n.wrong || l != l || l > math.MaxFloat64
		w.table = append(w.table, l)
		for d := len(w.counter) - 1; d >= 0; d-- {
			if w.counter[d]++; w.counter[d] < n.sizes[w.scope[d]] {
				break
			}
			w.counter[d] = 0
		}
	}
	if size > 0 {
		for d := len(w.scope) - 1; d >= 0; d-- {
			n.leaveOut(d)
		}
	}
	n.put()
}

// leaveOut takes an element out of the scope of a table in which it makes no difference.
func (n *FiniteNetwork) leaveOut(d int) {
	w := &n.work
	inner := 1
	for _, x := range w.scope[d+1:] {
		inner *= n.sizes[x]
	}
	values := n.sizes[w.scope[d]]
	for k, l := range w.table {
		if first := k - k/inner%values*inner; w.table[first] != l {
			return
		}
	}
	to := 0
	for k, l := range w.table {
		if k/inner%values == 0 {
			w.table[to] = l
			to++
		}
	}
	w.table = w.table[:to]
	w.scope = slices.Delete(w.scope, d, d+1)
}

// put keeps the table that is filled.
func (n *FiniteNetwork) put() {
	w := &n.work
	switch len(w.scope) {
	case 0:
		if len(w.table) > 0 {
			n.constant += w.table[0]
		}
	case 1:
		e := w.scope[0]
		n.sites = append(n.sites, finiteSite{e, n.statement, len(w.kept)})
		w.kept = append(w.kept, w.table...)
		for k, l := range w.table {
			n.said[n.from[e]+k] += l
		}
	default:
		n.tables = append(n.tables, finiteSaid{len(n.scopes), len(w.scope), len(n.numbers), len(w.table), n.statement})
		n.scopes = append(n.scopes, w.scope...)
		n.numbers = append(n.numbers, w.table...)
	}
}

// finiteLog is what a factor says of values, as a log weight.
func finiteLog(f finiteFactor, p []float64, q float64, k, columns int, v []int) float64 {
	truth := func(holds bool) float64 {
		if holds == (v[0] == 1) {
			return 0
		}
		return math.Inf(-1)
	}
	is := func(x int) float64 {
		if v[0] == x {
			return 0
		}
		return math.Inf(-1)
	}
	switch f {
	case finiteBernoulli:
		return finiteTruth(v[0], q)
	case finiteCategorical:
		return finiteEntry(p, v[0])
	case finiteTable1:
		return finiteCell(p, v[1], v[0], columns)
	case finiteTable2:
		if v[2] >= k {
			return math.Inf(-1)
		}
		return finiteCell(p, v[1]*k+v[2], v[0], columns)
	case finiteUniform:
		if v[0] >= k {
			return math.Inf(-1)
		}
		return -math.Log(float64(k))
	case finiteEqual:
		return is(v[1])
	case finiteShift:
		return is(v[1] + k)
	case finiteAdd:
		return is(v[1] + v[2])
	case finiteSubtract:
		return is(v[1] - v[2])
	case finiteMax:
		return is(max(v[1], v[2]))
	case finiteMin:
		return is(min(v[1], v[2]))
	case finiteAtLeast:
		return truth(v[1] >= v[2]+k)
	case finiteSame:
		return truth(v[1] == v[2])
	case finiteNot:
		return truth(v[1] == 0)
	case finiteAnd:
		return truth(v[1] == 1 && v[2] == 1)
	}
	return truth(v[1] == 1 || v[2] == 1)
}

// finiteTruth is the log probability of a truth.
func finiteTruth(x int, p float64) float64 {
	if x == 1 {
		return math.Log(p)
	}
	return math.Log1p(-p)
}

// finiteEntry is the log of an entry, -Inf beside the list.
func finiteEntry(p []float64, k int) float64 {
	if k < 0 || k >= len(p) {
		return math.Inf(-1)
	}
	return math.Log(p[k])
}

// finiteCell is the log probability of a value by a row of a table.
func finiteCell(p []float64, row, x, columns int) float64 {
	switch {
	case columns == 0:
		if row < 0 || row >= len(p) {
			return math.Inf(-1)
		}
		return finiteTruth(x, p[row])
	case x < 0 || x >= columns || row < 0:
		return math.Inf(-1)
	}
	return finiteEntry(p, row*columns+x)
}

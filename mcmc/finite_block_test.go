package mcmc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// chances is the log probability with which a block that has drawn would draw values.
func chances(b *FiniteBlock, values []int) (sum float64) {
	copy(b.Values, values)
	for _, s := range slices.Backward(b.pattern.steps) {
		row := slices.Clone(b.said(s.element))
		for i := range s.tables {
			t := &s.tables[i]
			at := t.at
			for d, n := range s.neighbors {
				at += b.Values[n] * int(t.strides[d])
			}
			for k := range row {
				row[k] += b.numbers[at+k*int(t.stride)]
			}
		}
		sum += row[values[s.element]] - finiteLogSum(row)
	}
	return sum
}

// check compares what a block draws, and with which probability, with all values.
func (w *world) check(t *testing.T, name string, draws int) {
	t.Helper()
	b, s := &FiniteBlock{}, NewStream(1, 0)
	p := w.pattern()
	if !p.Order(true) {
		t.Fatalf("%s: too large", name)
	}
	b.Reset(p)
	w.say(b)
	ok := b.Draw(s)
	var logs []float64
	w.all(func(values []int) { logs = append(logs, w.log(values)) })
	total := finiteLogSum(logs)
	if math.IsInf(total, -1) == ok {
		t.Errorf("%s: drawn %v, of the log probability %v", name, ok, total)
	}
	if !ok {
		return
	}
	k := 0
	w.all(func(values []int) {
		want, got := logs[k]-total, chances(b, values)
		if math.Abs(math.Exp(want)-math.Exp(got)) > 1e-10 || want > -1e4 && math.Abs(want-got) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: %v has the log probability %v, want %v", name, values, got, want)
		}
		k++
	})
	if draws == 0 {
		return
	}
	counts := map[string]int{}
	for range draws {
		b.Reset(p)
		w.say(b)
		b.Draw(s)
		counts[fmt.Sprint(b.Values)]++
	}
	k = 0
	w.all(func(values []int) {
		share := math.Exp(logs[k] - total)
		got := float64(counts[fmt.Sprint(values)])
		if n := float64(draws); math.Abs(got-n*share) > 6*math.Sqrt(n*share*(1-share))+5 {
			t.Errorf("%s: %v drawn %v times of %d, want %.4g", name, values, got, draws, n*share)
		}
		k++
	})
}

// randomWorld makes elements of one to four values, and what is said of one to three.
func randomWorld(r *rand.Rand) *world {
	w := &world{}
	for range 1 + r.IntN(6) {
		w.sizes = append(w.sizes, 1+r.IntN(4))
	}
	for range 1 + r.IntN(9) {
		var x telling
		size := 1
		for range 1 + r.IntN(3) {
			c := r.IntN(len(w.sizes))
			x.elements = append(x.elements, c)
			size *= w.sizes[c]
		}
		for range size {
			l := 3 * r.NormFloat64()
			switch r.IntN(12) {
			case 0:
				l = math.Inf(-1)
			case 1:
				l -= 900
			}
			x.table = append(x.table, l)
		}
		w.tellings = append(w.tellings, x)
		if r.IntN(3) == 0 { // another instance that says the same
			w.tellings[len(w.tellings)-1].shared = len(w.tellings)
			x.shared = len(w.tellings)
			other := slices.Clone(x.elements)
			for k, c := range other {
				for _, d := range r.Perm(len(w.sizes)) {
					if w.sizes[d] == w.sizes[c] {
						other[k] = d
					}
				}
			}
			x.elements = other
			w.tellings = append(w.tellings, x)
		}
	}
	return w
}

// TestFiniteBlock: random elements and factors, with elements read twice, impossible values
// and probabilities far apart.
func TestFiniteBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 3000 {
		draws := 0
		if i%100 == 0 {
			draws = 3000
		}
		randomWorld(r).check(t, fmt.Sprint("world ", i), draws)
		if t.Failed() {
			return
		}
	}
}

// chain is one of a first distribution, transitions that all steps share, and what is said
// of each state.
func chain(first []float64, next [][]float64, said [][]float64) *world {
	w := &world{}
	var table []float64
	for to := range first {
		for from := range first {
			table = append(table, math.Log(next[from][to]))
		}
	}
	logs := make([]float64, len(first))
	for k, p := range first {
		logs[k] = math.Log(p)
	}
	for t, s := range said {
		w.sizes = append(w.sizes, len(first))
		if t == 0 {
			w.tellings = append(w.tellings, telling{[]int{0}, logs, 0})
		} else {
			w.tellings = append(w.tellings, telling{[]int{t, t - 1}, table, 1})
		}
		w.tellings = append(w.tellings, telling{[]int{t}, s, 0})
	}
	return w
}

// TestFiniteChains: probabilities so small that their products underflow, and what later
// states say of states that seemed impossible.
func TestFiniteChains(t *testing.T) {
	keep := [][]float64{{1, 0}, {0, 1}}
	chain([]float64{1, 1e-300}, keep, [][]float64{{-800, 0}, {0, -700}, {0, 0}}).check(t, "what seemed impossible", 200)
	chain([]float64{0.5, 0.5}, keep, [][]float64{{-800, 0}, {0, -800}, {-1, 0}}).check(t, "both seemed impossible", 1000)
	chain([]float64{1, 1e-300}, [][]float64{{1, 1e-300}, {1e-300, 1}}, [][]float64{{0, 0}, {-1400, 0}, {-1400, 0}, {0, -1400}}).check(t, "rare moves", 200)
	chain([]float64{0.3, 0.7}, [][]float64{{0.9, 0.1}, {0, 1}}, [][]float64{{0, -1}, {-1e5, -1e5 - 1}, {1e5, 1e5}}).check(t, "large logarithms", 1000)
	chain([]float64{0.3, 0.7}, [][]float64{{0.9, 0.1}, {0, 1}}, [][]float64{{math.Inf(-1), 0}, {0, math.Inf(-1)}}).check(t, "nothing left", 0)
}

// TestFiniteLong: the states of a long chain, by their marginals.
func TestFiniteLong(t *testing.T) {
	const n, size = 100_000, 3
	first, next := []float64{0.2, 0.3, 0.5}, [][]float64{{0.9, 0.1, 0}, {1e-300, 0.5, 0.5}, {0.3, 0, 0.7}}
	r := rand.New(rand.NewPCG(5, 6))
	var said [][]float64
	for range n {
		said = append(said, []float64{-1000 + r.NormFloat64(), -1000 + r.NormFloat64(), -1000 + r.NormFloat64()})
	}
	w := chain(first, next, said)
	b, p, s := &FiniteBlock{}, w.pattern(), NewStream(2, 0)
	if !p.Order(false) {
		t.Fatal("not ordered")
	}
	// Forward and backward, by probabilities.
	forward := make([][size]float64, n)
	for i := range forward {
		sum := 0.0
		for k := range size {
			x := first[k]
			if i > 0 {
				x = 0
				for j := range size {
					x += forward[i-1][j] * next[j][k]
				}
			}
			forward[i][k] = x * math.Exp(said[i][k]+1000)
			sum += forward[i][k]
		}
		for k := range size {
			forward[i][k] /= sum
		}
	}
	back := [size]float64{1, 1, 1}
	want := make([][size]float64, n)
	for i := n - 1; i >= 0; i-- {
		sum := 0.0
		for k := range size {
			want[i][k] = forward[i][k] * back[k]
			sum += want[i][k]
		}
		for k := range size {
			want[i][k] /= sum
		}
		var before [size]float64
		total := 0.0
		for j := range size {
			for k := range size {
				before[j] += next[j][k] * math.Exp(said[i][k]+1000) * back[k]
			}
			total += before[j]
		}
		for j := range size {
			back[j] = before[j] / total
		}
	}
	const draws = 20
	got := make([][size]float64, n)
	for range draws {
		b.Reset(p)
		w.say(b)
		if !b.Draw(s) {
			t.Fatal("nothing drawn")
		}
		for i, k := range b.Values {
			got[i][k] += 1.0 / draws
		}
	}
	// Sums over many steps: their variances are less than those of independent ones times
	// the time in which the chain forgets.
	for k := range size {
		for from := 0; from < n; from += 10_000 {
			sum, variance := 0.0, 0.0
			for i := from; i < from+10_000; i++ {
				sum += got[i][k] - want[i][k]
				variance += want[i][k] * (1 - want[i][k]) / draws
			}
			if math.Abs(sum) > 5*math.Sqrt(20*variance) {
				t.Errorf("state %d from step %d: %v too often, standard deviation %v if steps were independent", k, from, sum, math.Sqrt(variance))
			}
		}
	}
	if a := testing.AllocsPerRun(2, func() { b.Reset(p); w.say(b); b.Draw(s) }); a > 2 { // the map of say
		t.Errorf("%v allocations in a draw", a)
	}
}

// TestFiniteLost: the element that has no value, and what is no number.
func TestFiniteLost(t *testing.T) {
	none := []float64{math.Inf(-1), math.Inf(-1)}
	for _, row := range []struct {
		name string
		at   int
		said []float64
	}{
		{"the first", 0, none}, {"the third", 2, none}, {"the last", 3, none},
		{"no number", 1, []float64{0, math.NaN()}}, {"overflow", 1, []float64{0, math.Inf(1)}},
	} {
		said := [][]float64{{0, 0}, {0, 0}, {0, 0}, {0, 0}}
		said[row.at] = row.said
		w := chain([]float64{0.5, 0.5}, [][]float64{{0.9, 0.1}, {0.2, 0.8}}, said)
		p, b := w.pattern(), &FiniteBlock{}
		p.Order(true)
		b.Reset(p)
		w.say(b)
		if b.Draw(NewStream(1, 0)) || b.Lost != row.at {
			t.Errorf("%s: element %d lost, want %d", row.name, b.Lost, row.at)
		}
	}
}

// TestFiniteTooMuch: what would take too large tables, or longer than one by one.
func TestFiniteTooMuch(t *testing.T) {
	grid := func(n int) *FinitePattern {
		p := NewFinitePattern()
		for range n * n {
			p.Element(2)
		}
		for i := range n {
			for j := range n {
				if i > 0 {
					p.Share(0, i*n+j, (i-1)*n+j)
				}
				if j > 0 {
					p.Share(0, i*n+j, i*n+j-1)
				}
			}
		}
		return p
	}
	for _, row := range []struct {
		n          int
		must, want bool
	}{{4, false, true}, {12, false, false}, {12, true, true}, {40, true, false}} {
		if got := grid(row.n).Order(row.must); got != row.want {
			t.Errorf("a grid of %d rows, which must be drawn together %v: %v", row.n, row.must, got)
		}
	}
	p := NewFinitePattern()
	for range 3 {
		p.Element(1000)
	}
	p.Say(0, 1, 2)
	if p.Order(true) {
		t.Error("a table of 10^9 numbers")
	}
	star := NewFinitePattern()
	for range 100_001 {
		star.Element(3)
	}
	for i := range 100_000 {
		star.Share(0, i, 100_000)
	}
	if !star.Order(false) {
		t.Error("a star is not ordered")
	}
}

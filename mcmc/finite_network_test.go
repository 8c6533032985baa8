package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// A spoken network is one with all that was said, to be enumerated.
type spoken struct {
	*FiniteNetwork
	sizes []int
	logs  []func(v []int) float64
}

func (w *spoken) element(values int) int {
	e := w.Element(0, len(w.sizes), values)
	w.sizes = append(w.sizes, values)
	return e
}

// all calls f with all values of all elements.
func (w *spoken) all(f func(v []int, log float64)) {
	v := make([]int, len(w.sizes))
	var go1 func(k int)
	go1 = func(k int) {
		if k == len(v) {
			sum := 0.0
			for _, l := range w.logs {
				sum += l(v)
			}
			f(v, sum)
			return
		}
		for v[k] = 0; v[k] < w.sizes[k]; v[k]++ {
			go1(k + 1)
		}
		v[k] = 0
	}
	go1(0)
}

func hold(b bool) float64 {
	if b {
		return 0
	}
	return math.Inf(-1)
}

// random says random things of random elements.
func (w *spoken) random(r *rand.Rand) {
	w.Begin()
	w.sizes, w.logs = nil, nil
	var truths, wholes []int
	for range 1 + r.IntN(4) {
		truths = append(truths, w.element(2))
	}
	for range 1 + r.IntN(3) {
		wholes = append(wholes, w.element(1+r.IntN(3)))
	}
	at := func(x int) func(v []int) int {
		if x < 0 {
			return func([]int) int { return x - finiteDatum }
		}
		return func(v []int) int { return v[x] }
	}
	truth := func() int {
		if r.IntN(5) == 0 {
			return w.DatumTruth(r.IntN(2) == 0)
		}
		return truths[r.IntN(len(truths))]
	}
	whole := func() int {
		if r.IntN(6) == 0 {
			return w.Datum(r.IntN(3))
		}
		return wholes[r.IntN(len(wholes))]
	}
	add := func(l func(v []int) float64) { w.logs = append(w.logs, l) }
	for k := range 3 + r.IntN(9) {
		w.Statement(k)
		switch r.IntN(11) {
		case 0:
			x, p := truth(), r.Float64()
			w.Bernoulli(x, p)
			add(func(v []int) float64 {
				if at(x)(v) == 1 {
					return math.Log(p)
				}
				return math.Log(1 - p)
			})
		case 1:
			x, a, p := whole(), whole(), []float64{}
			for range 9 {
				p = append(p, r.Float64())
			}
			w.Table(x, a, p, 3)
			add(func(v []int) float64 { return math.Log(p[3*at(a)(v)+at(x)(v)]) })
		case 2:
			x, a, b, p := truth(), whole(), whole(), []float64{}
			for range 9 {
				p = append(p, r.Float64())
			}
			w.TableTwo(x, a, b, p, 3, 0)
			add(func(v []int) float64 {
				q := p[3*at(a)(v)+at(b)(v)]
				if at(x)(v) == 0 {
					q = 1 - q
				}
				return math.Log(q)
			})
		case 3, 4:
			x, a, b := truth(), truth(), truth()
			if r.IntN(2) == 0 {
				w.And(x, a, b)
				add(func(v []int) float64 { return hold((at(x)(v) == 1) == (at(a)(v) == 1 && at(b)(v) == 1)) })
			} else {
				w.Or(x, a, b)
				add(func(v []int) float64 { return hold((at(x)(v) == 1) == (at(a)(v) == 1 || at(b)(v) == 1)) })
			}
		case 5:
			x, a, b, c := truth(), whole(), whole(), r.IntN(3)-1
			w.AtLeast(x, a, b, c)
			add(func(v []int) float64 { return hold((at(x)(v) == 1) == (at(a)(v) >= at(b)(v)+c)) })
		case 6:
			x, a, b := truth(), whole(), whole()
			w.Equal(x, a, b)
			add(func(v []int) float64 { return hold((at(x)(v) == 1) == (at(a)(v) == at(b)(v))) })
		case 7:
			x, n, terms := whole(), r.IntN(4), []int{}
			w.NoTerms()
			for range n {
				terms = append(terms, truth())
				w.Term(terms[len(terms)-1])
			}
			w.Count(x)
			add(func(v []int) float64 {
				sum := 0
				for _, y := range terms {
					sum += at(y)(v)
				}
				return hold(at(x)(v) == sum)
			})
		case 8:
			x, n, terms := truth(), r.IntN(4), []int{}
			w.NoTerms()
			for range n {
				terms = append(terms, truth())
				w.Term(terms[len(terms)-1])
			}
			all := r.IntN(2) == 0
			if all {
				w.All(x)
			} else {
				w.Any(x)
			}
			add(func(v []int) float64 {
				so := all
				for _, y := range terms {
					if all {
						so = so && at(y)(v) == 1
					} else {
						so = so || at(y)(v) == 1
					}
				}
				return hold((at(x)(v) == 1) == so)
			})
		case 9:
			e := truths[r.IntN(len(truths))]
			m := dist.BernoulliLogOdds(3 * r.NormFloat64())
			if w.heard[w.from[e]] != 0 || w.heard[w.from[e]+1] != 0 {
				continue
			}
			w.HearTruth(e, m)
			add(func(v []int) float64 { return m.LogProb(v[e] == 1) })
		case 10:
			e := wholes[r.IntN(len(wholes))]
			if w.sizes[e] < 2 || w.heard[w.from[e]] != 0 {
				continue
			}
			m := dist.CategoricalUniform(w.sizes[e])
			for k := range m.LogP {
				m.LogP[k] = 2 * r.NormFloat64()
			}
			w.HearWhole(e, m)
			add(func(v []int) float64 { return m.LogP[v[e]] })
		}
	}
}

// TestFiniteNetwork compares marginals and log Z with the sum over all values.
func TestFiniteNetwork(t *testing.T) {
	w := &spoken{FiniteNetwork: &FiniteNetwork{}}
	solved := 0
	for seed := range 600 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		w.random(r)
		fault := w.Solve()
		sums := make([][]float64, len(w.sizes))
		for e, n := range w.sizes {
			sums[e] = make([]float64, n)
		}
		total := 0.0
		w.all(func(v []int, log float64) {
			total += math.Exp(log)
			for e, k := range v {
				sums[e][k] += math.Exp(log)
			}
		})
		z := math.Log(total)
		if (fault == dist.Contradiction) != (total == 0) {
			t.Fatalf("seed %d: fault %v, log Z %v", seed, fault, z)
		}
		if fault != dist.NoFault {
			continue
		}
		solved++
		for e, n := range w.sizes {
			for k := range n {
				if got, want := math.Exp(w.marginals.marginal(e)[k]), sums[e][k]/total; math.Abs(got-want) > 1e-12 {
					t.Errorf("seed %d: element %d is %d with %v, want %v", seed, e, k, got, want)
				}
			}
		}
		if got := w.marginals.logZ + w.constant; math.Abs(got-z) > 1e-10*max(1, math.Abs(z)) {
			t.Errorf("seed %d: log Z %v, want %v", seed, got, z)
		}
	}
	if solved < 200 {
		t.Errorf("only %d of 600 are possible", solved)
	}
}

// TestFiniteNetworkGrid has a grid that is too large, and one that is not.
func TestFiniteNetworkGrid(t *testing.T) {
	for _, n := range []int{4, 12, 30} {
		w := &FiniteNetwork{}
		w.Begin()
		at := func(i, j int) int { return w.Element(0, i*n+j, 2) }
		p := []float64{0.9, 0.2}
		for i := range n {
			for j := range n {
				w.Bernoulli(at(i, j), 0.3)
				for _, d := range [][2]int{{0, 1}, {1, 0}} {
					if i+d[0] < n && j+d[1] < n {
						w.Table(at(i+d[0], j+d[1]), at(i, j), p, 0)
					}
				}
			}
		}
		fault := w.Solve()
		if want := n == 30; (fault == dist.Improper) != want || want && w.TooLarge() < 1<<20 {
			t.Errorf("%d: fault %v, of %v numbers", n, fault, w.TooLarge())
		}
	}
}

// TestFiniteNetworkTails has probabilities below the smallest number.
func TestFiniteNetworkTails(t *testing.T) {
	w := &FiniteNetwork{}
	w.Begin()
	x, y, z := w.Element(0, 0, 2), w.Element(1, 0, 2), w.Element(2, 0, 2)
	w.Bernoulli(x, 0.5)
	for range 400 {
		w.Table(w.DatumTruth(true), x, []float64{0.99, 0.01}, 0)
	}
	w.Equal(w.DatumTruth(true), x, y)
	w.Equal(w.DatumTruth(true), y, z)
	w.Equal(w.DatumTruth(true), z, x)
	if fault := w.Solve(); fault != dist.NoFault {
		t.Fatal(fault)
	}
	for _, e := range []int{x, y, z} {
		if got, want := w.Truth(e).LogOdds, 400*math.Log(0.01/0.99); math.Abs(got-want) > 1e-9 {
			t.Errorf("log odds %v, want %v", got, want)
		}
	}
	if got, want := w.LogZ(), math.Log(0.5)+400*math.Log(0.99); math.Abs(got-want) > 1e-9 {
		t.Errorf("log Z %v, want %v", got, want)
	}
}

// TestFiniteNetworkCulprit finds the statement that contradicts those before it.
func TestFiniteNetworkCulprit(t *testing.T) {
	w := &FiniteNetwork{}
	w.Begin()
	x, y := w.Element(0, 0, 2), w.Element(1, 0, 2)
	w.Statement(1)
	w.Bernoulli(x, 0.5)
	w.Statement(2)
	w.Equal(w.DatumTruth(true), x, y)
	w.Statement(5)
	w.IsTrue(x)
	w.Statement(7)
	w.Not(y, w.DatumTruth(true))
	w.Statement(9)
	w.Bernoulli(y, 0.25)
	if fault := w.Solve(); fault != dist.Contradiction || w.Culprit() != 7 {
		t.Errorf("fault %v by %d", fault, w.Culprit())
	}
}

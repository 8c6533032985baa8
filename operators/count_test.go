package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// countSums enumerates all assignments: log odds to each term and log Z.
func countSums(out int, terms []dist.Bernoulli) (to []float64, logZ float64) {
	n := len(terms)
	to = make([]float64, n)
	logZ = math.Inf(-1)
	for i := -1; i < n; i++ {
		w := [2]float64{math.Inf(-1), math.Inf(-1)}
		for x := range 1 << n {
			count, l := 0, 0.0
			for j, d := range terms {
				on := x>>j&1 == 1
				if on {
					count++
				}
				if j != i {
					l += d.LogProb(on)
				}
			}
			if count != out {
				continue
			}
			if i < 0 {
				logZ = logicLogSum(logZ, l)
			} else {
				w[x>>i&1] = logicLogSum(w[x>>i&1], l)
			}
		}
		if i >= 0 {
			to[i] = w[1] - w[0]
		}
	}
	return to, logZ
}

func TestCountEnumerated(t *testing.T) {
	for _, terms := range [][]dist.Bernoulli{
		{{LogOdds: 0.3}},
		{{LogOdds: 0.3}, {LogOdds: -2}, {LogOdds: 4}, {}, {LogOdds: -0.5}},
		{{LogOdds: 800}, {LogOdds: -900}, {LogOdds: 1}, {LogOdds: -850}},
		{{LogOdds: -300}, {LogOdds: -300}, {LogOdds: -300}, {LogOdds: -40}},
		{dist.BernoulliP(0.1), dist.BernoulliP(0.3), dist.BernoulliPoint(false), dist.BernoulliPoint(true)},
	} {
		n := len(terms)
		to, scratch := make([]dist.Bernoulli, n), make([]float64, (n+1)*(n+1))
		for i := range scratch {
			scratch[i] = math.NaN()
		}
		for out := -1; out <= n+1; out++ {
			want, logZ := countSums(out, terms)
			if got := CountEvidence(out, terms, scratch); !boolClose(got, logZ, 1e-13, 1e-15) {
				t.Errorf("count(%v) = %d: log Z %v, want %v", terms, out, got, logZ)
			}
			fault := CountToTerms(out, terms, to, scratch)
			impossible := false
			for i := range to {
				impossible = impossible || want[i] != want[i]
			}
			if impossible != (fault == dist.Contradiction) {
				t.Errorf("count(%v) = %d: fault %v", terms, out, fault)
			}
			for i := range to {
				if !impossible && !boolClose(to[i].LogOdds, want[i], 1e-13, 1e-14) {
					t.Errorf("count(%v) = %d: to term %d %v, want %v", terms, out, i, to[i].LogOdds, want[i])
				}
			}
		}
	}
}

// TestCountObserved is the coins' example: probabilities 0.1, 0.3, 0 and 1, two heads.
func TestCountObserved(t *testing.T) {
	terms := []dist.Bernoulli{dist.BernoulliP(0.1), dist.BernoulliP(0.3), dist.BernoulliP(0), dist.BernoulliP(1)}
	to, scratch := make([]dist.Bernoulli, 4), make([]float64, 25)
	if fault := CountToTerms(2, terms, to, scratch); fault != dist.NoFault {
		t.Fatalf("fault %v", fault)
	}
	for i, want := range []float64{0.205882352941, 0.794117647059, 0, 1} {
		if got := terms[i].Times(to[i]).P(); math.Abs(got-want) > 1e-11 {
			t.Errorf("coin %d: %v, want %v", i, got, want)
		}
	}
	if got := CountEvidence(2, terms, scratch); math.Abs(got-math.Log(0.34)) > 1e-14 {
		t.Errorf("log Z %v", got)
	}
	if allocs := testing.AllocsPerRun(10, func() { CountToTerms(2, terms, to, scratch) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestCountLarge: equal terms, where the message is the odds (k)/(n-k) of a
// binomial count, in the far tail too.
func TestCountLarge(t *testing.T) {
	const n = 400
	for _, l := range []float64{-60, -2, 0, 30} {
		terms, to := make([]dist.Bernoulli, n), make([]dist.Bernoulli, n)
		for i := range terms {
			terms[i].LogOdds = l
		}
		scratch := make([]float64, (n+1)*(n+1))
		for _, out := range []int{1, 150, 399} {
			// P(out-1)/P(out) for n-1 terms is out/(n-out) exp(-l).
			want := math.Log(float64(out)/float64(n-out)) - l
			if fault := CountToTerms(out, terms, to, scratch); fault != dist.NoFault {
				t.Fatalf("fault %v", fault)
			}
			for _, i := range []int{0, n / 2, n - 1} {
				if !boolClose(to[i].LogOdds, want, 1e-11, 1e-11) {
					t.Errorf("log odds %g, %d of %d: to term %d %v, want %v", l, out, n, i, to[i].LogOdds, want)
				}
			}
		}
	}
	if fault := CountToTerms(0, nil, nil, make([]float64, 1)); fault != dist.NoFault {
		t.Errorf("0 of none: fault %v", fault)
	}
	if got := CountEvidence(0, nil, make([]float64, 1)); got != 0 {
		t.Errorf("0 of none: log Z %v", got)
	}
}

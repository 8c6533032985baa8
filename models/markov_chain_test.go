package models_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/markov_chain/independent"
	"mpc/models/markov_chain/markov_chain"
	"mpc/models/markov_chain/second_order"
)

// markovChainRead returns the states, short 0 and long 1.
func markovChainRead(t *testing.T) (kinds int, x []int) {
	t.Helper()
	var file struct{ Kind, X []string }
	modeltest.ReadJSON(t, "markov_chain/data.json", &file)
	for _, name := range file.X {
		x = append(x, slices.Index(file.Kind, name))
	}
	return len(file.Kind), x
}

// markovChainLogEvidence is that of counts of draws from probabilities with a uniform prior.
func markovChainLogEvidence(counts []float64) float64 {
	total, sum := float64(len(counts)), 0.0
	z, _ := math.Lgamma(total)
	for _, n := range counts {
		g, _ := math.Lgamma(1 + n)
		sum += g
		total += n
	}
	all, _ := math.Lgamma(total)
	return z + sum - all
}

// markovChainCheckRow compares a posterior with that of the counts: a Dirichlet of counts + 1.
func markovChainCheckRow(t *testing.T, name string, alpha, counts []float64) {
	t.Helper()
	for k, n := range counts {
		if math.Abs(alpha[k]-n-1) > 1e-9 {
			t.Errorf("%s: alpha[%d] = %v, want %v", name, k, alpha[k], n+1)
		}
	}
}

// Posteriors and evidence in closed form, from counts, in each of the three models.
func TestMarkovChainConjugateCounts(t *testing.T) {
	kinds, x := markovChainRead(t)
	share, first := make([]float64, kinds), make([][]float64, kinds)
	second := make([][][]float64, kinds)
	for j := range kinds {
		first[j], second[j] = make([]float64, kinds), make([][]float64, kinds)
		for k := range kinds {
			second[j][k] = make([]float64, kinds)
		}
	}
	for i := 2; i < len(x); i++ {
		share[x[i]]++
		first[x[i-1]][x[i]]++
		second[x[i-2]][x[i-1]][x[i]]++
	}
	ctx := context.Background()
	zero, err := independent.New(independent.Data{Kind: kinds, X: x})
	if err != nil {
		t.Fatal(err)
	}
	one, err := markov_chain.New(markov_chain.Data{Kind: kinds, X: x})
	if err != nil {
		t.Fatal(err)
	}
	two, err := second_order.New(second_order.Data{Kind: kinds, X: x})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{markovChainProblem(zero.Run(ctx)), markovChainProblem(one.Run(ctx)), markovChainProblem(two.Run(ctx))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := [3]float64{markovChainLogEvidence(share)}
	markovChainCheckRow(t, "share", zero.Share().A, share)
	for j, row := range one.Next() {
		markovChainCheckRow(t, "next", row.A, first[j])
		want[1] += markovChainLogEvidence(first[j])
	}
	for j, rows := range two.Next() {
		for k, row := range rows {
			markovChainCheckRow(t, "next of two", row.A, second[j][k])
			want[2] += markovChainLogEvidence(second[j][k])
		}
	}
	got := [3]float64{zero.LogEvidence(), one.LogEvidence(), two.LogEvidence()}
	for order, z := range want {
		if math.Abs(got[order]-z) > 1e-8 {
			t.Errorf("log evidence of order %d: %v, want %v", order, got[order], z)
		}
	}
	// Azzalini and Bowman 1990: the first order is not enough.
	if !(got[0]+50 < got[1] && got[1]+5 < got[2]) {
		t.Errorf("log evidence by order: %.2f", got)
	}
}

// markovChainProblem is the error of a run.
func markovChainProblem[S any](_ S, err error) error { return err }

// A run allocates as often for the whole chain as for a part of it.
func TestMarkovChainAllocations(t *testing.T) {
	kinds, x := markovChainRead(t)
	inf, err := markov_chain.New(markov_chain.Data{Kind: kinds, X: x})
	if err != nil {
		t.Fatal(err)
	}
	allocations := func(n int) float64 {
		d := markov_chain.Data{Kind: kinds, X: x[:n]}
		return testing.AllocsPerRun(5, func() {
			if err := inf.SetData(d); err != nil {
				t.Fatal(err)
			}
			if _, err := inf.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
		})
	}
	if part, all := allocations(50), allocations(len(x)); all > part {
		t.Errorf("%d states allocate %v times, 50 states %v times", len(x), all, part)
	}
}

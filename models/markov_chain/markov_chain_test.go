package markov_chain_test

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

// read returns the states, short 0 and long 1.
func read(t *testing.T) (kinds int, x []int) {
	t.Helper()
	var file struct{ Kind, X []string }
	modeltest.ReadJSON(t, "data.json", &file)
	for _, name := range file.X {
		x = append(x, slices.Index(file.Kind, name))
	}
	return len(file.Kind), x
}

// logEvidence is that of counts of draws from probabilities with a uniform prior.
func logEvidence(counts []float64) float64 {
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

// checkRow compares a posterior with that of the counts: a Dirichlet of counts + 1.
func checkRow(t *testing.T, name string, alpha, counts []float64) {
	t.Helper()
	for k, n := range counts {
		if math.Abs(alpha[k]-n-1) > 1e-9 {
			t.Errorf("%s: alpha[%d] = %v, want %v", name, k, alpha[k], n+1)
		}
	}
}

// Posteriors and evidence in closed form, from counts, in each of the three models.
func TestConjugateCounts(t *testing.T) {
	kinds, x := read(t)
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
	for _, err := range []error{problem(zero.Run(ctx)), problem(one.Run(ctx)), problem(two.Run(ctx))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := [3]float64{logEvidence(share)}
	checkRow(t, "share", zero.Share().A, share)
	for j, row := range one.Next() {
		checkRow(t, "next", row.A, first[j])
		want[1] += logEvidence(first[j])
	}
	for j, rows := range two.Next() {
		for k, row := range rows {
			checkRow(t, "next of two", row.A, second[j][k])
			want[2] += logEvidence(second[j][k])
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

// problem is the error of a run.
func problem[S any](_ S, err error) error { return err }

// A run allocates as often for the whole chain as for a part of it.
func TestAllocations(t *testing.T) {
	kinds, x := read(t)
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

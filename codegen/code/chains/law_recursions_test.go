package chains_test

import (
	"testing"

	"mpc/integration/draws"
)

// TestLawOfRecursions: densities that read the states of recursions change with what these are computed from as the joint density
// does, which computes them element by element.
func TestLawOfRecursions(t *testing.T) {
	x, err := newLawful(draws.Recursions.Model, draws.Recursions.Data)
	if err != nil {
		t.Fatal(err)
	}
	law, wrong, err := x.check(8)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
	slices := 0
	for what, n := range law.moved {
		t.Logf("%s: %d compared, %d moved", what, law.compared[what], n)
		slices += n
	}
	if slices < 50 {
		t.Errorf("only %d log densities moved", slices)
	}
}

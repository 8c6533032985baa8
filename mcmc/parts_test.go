package mcmc

import (
	"math/rand/v2"
	"testing"
)

// TestParts: the first element of each connected part, beside spreading labels until nothing changes.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		n := 1 + rng.IntN(20)
		edges := make([][2]int, rng.IntN(2*n))
		want := make([]int, n)
		for i := range want {
			want[i] = i
		}
		parts := PartsOf(n)
		for k := range edges {
			edges[k] = [2]int{rng.IntN(n), rng.IntN(n)}
			parts = JoinParts(parts, edges[k][0], edges[k][1])
		}
		for again := true; again; {
			again = false
			for _, e := range edges {
				if a, b := want[e[0]], want[e[1]]; a != b {
					want[e[0]], want[e[1]], again = min(a, b), min(a, b), true
				}
			}
		}
		for i, got := range FirstOfParts(parts) {
			if got != want[i] {
				t.Fatalf("%v: element %d is in the part of %d, want %d", edges, i, got, want[i])
			}
		}
	}
}

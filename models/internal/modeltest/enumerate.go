package modeltest

import (
	"math"
	"testing"
)

// Enumerate sums a weight over all states of variables of so many values each. It
// returns the total, and for each variable the share of each of its values.
func Enumerate(sizes []int, weight func(state []int) float64) (total float64, marginals [][]float64) {
	for _, n := range sizes {
		marginals = append(marginals, make([]float64, n))
	}
	state := make([]int, len(sizes))
	var visit func(k int)
	visit = func(k int) {
		if k == len(sizes) {
			w := weight(state)
			total += w
			for i, x := range state {
				marginals[i][x] += w
			}
			return
		}
		for x := range sizes[k] {
			state[k] = x
			visit(k + 1)
		}
	}
	visit(0)
	for _, m := range marginals {
		for x := range m {
			m[x] /= total
		}
	}
	return total, marginals
}

// Close checks that two numbers differ by tolerance at most.
func Close(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", name, got, want)
	}
}

// CloseAll checks that two lists of numbers differ by tolerance at most.
func CloseAll(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d values, want %d", name, len(got), len(want))
		return
	}
	for k := range want {
		if !(math.Abs(got[k]-want[k]) <= tolerance) {
			t.Errorf("%s is %v, want %v", name, got, want)
			return
		}
	}
}

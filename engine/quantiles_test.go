package engine

import (
	"slices"
	"testing"

	"mpc/dist"
)

func TestEntriesQuantiles(t *testing.T) {
	random := Quantiles{-1.6, 0, 1.6}
	entries := []dist.Normal{dist.NormalPoint(2), dist.NormalMeanVariance(0, 1)}
	want := []Quantiles{{2, 2, 2}, random}
	if got := EntriesQuantiles(entries, []Quantiles{{}, random}); !slices.Equal(got, want) {
		t.Errorf("one is missing: %v, want %v", got, want)
	}
	// Where none is missing, there is no list of those that are.
	if got := EntriesQuantiles(entries[:1], nil); !slices.Equal(got, want[:1]) {
		t.Errorf("none is missing: %v, want %v", got, want[:1])
	}
}

package engine

import (
	"slices"
	"testing"

	"mpc/dist"
)

func TestEntriesQuantiles(t *testing.T) {
	random := Quantiles{Q05: -1.6, Q50: 0, Q95: 1.6}
	entries := []dist.Normal{dist.NormalPoint(2), dist.NormalMeanVariance(0, 1)}
	want := []Quantiles{{Q05: 2, Q50: 2, Q95: 2}, random}
	if got := EntriesQuantiles(entries, []Quantiles{{}, random}); !slices.Equal(got, want) {
		t.Errorf("one is missing: %v, want %v", got, want)
	}
	// Where none is missing, there is no list of those that are.
	if got := EntriesQuantiles(entries[:1], nil); !slices.Equal(got, want[:1]) {
		t.Errorf("none is missing: %v, want %v", got, want[:1])
	}
}

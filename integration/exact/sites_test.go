package exact

import (
	"slices"
	"testing"
)

// siteBounds are what posteriors may be off by: means in sds, sds relative, those of hyperparameters
// relative. The judge's own error is up to a fifth of these.
var siteBounds = [4]float64{0.05, 0.05, 0.1, 0.1}

// quickSites are models of testdata/sites that take no more than a second here.
var quickSites = []string{"comparisons", "comparisons_of_two", "censored", "ordinal"}

// TestSites: comparisons with loops, censored numbers and ordinal data with free cut points, against long
// runs of Gibbs sampling (testdata/sites).
func TestSites(t *testing.T) { checkSites(t, quickSites) }

func checkSites(t *testing.T, names []string) {
	for _, name := range names {
		off := hierarchy(t, "../../testdata/sites/"+name+".json")
		t.Logf("| %s | %.3f | %.1f %% | %.1f %%, %.1f %% |", name, off[0], 100*off[1], 100*off[2], 100*off[3])
		if slices.ContainsFunc([]int{0, 1, 2, 3}, func(i int) bool { return !(off[i] <= siteBounds[i]) }) {
			t.Errorf("%s: %.3f of %v", name, off, siteBounds)
		}
	}
}

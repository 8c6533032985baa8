package samples

import (
	"math"
	"slices"
	"testing"
)

// What is known has one value, and nothing that is said of draws.
func TestKnown(t *testing.T) {
	if x := KnownReal(-2.5); x.Mean != -2.5 || x.SD != 0 || x.Q05 != -2.5 || x.Q50 != -2.5 || x.Q95 != -2.5 || !math.IsNaN(x.RHat) || !math.IsNaN(x.ESSTail) || !math.IsNaN(x.ParetoK) {
		t.Errorf("%+v", x)
	}
	if yes, no := KnownTruth(true), KnownTruth(false); yes.P != 1 || no.P != 0 || !math.IsNaN(yes.ESSBulk) || !math.IsNaN(no.RHat) {
		t.Errorf("%+v, %+v", yes, no)
	}
	if k := KnownIndex(3, 1); !slices.Equal(k.P, []float64{0, 1, 0}) || !slices.Equal(k.MCSE, make([]float64, 3)) || !math.IsNaN(k.ESSBulk) {
		t.Errorf("%+v", k)
	}
	if k := KnownIndex(2, 2); !slices.Equal(k.P, []float64{0, 0}) {
		t.Errorf("out of range: %+v", k)
	}
}

package samples

import (
	"math"
	"testing"
)

// TestAtRounding: a spread that is that of roundings is said, one that is small is not, nor
// that of draws about 0.
func TestAtRounding(t *testing.T) {
	good := Real{ESSBulk: 4000, ESSTail: 4000, RHat: 1, ParetoK: math.NaN()}
	for _, c := range []struct {
		mean, sd float64
		want     bool
	}{{3, 3e-15, true}, {-3e200, 1e185, true}, {3, 1e-11, false}, {1e-19, 3e-17, false}, {0, 1e-300, false}} {
		s := good
		s.Mean, s.SD = c.mean, c.sd
		list := s.Warnings(Element{Variable: "x"})
		if got := len(list) == 1 && list[0].Kind == AtRounding && list[0].Value == c.sd; got != c.want || len(list) > 1 {
			t.Errorf("mean %v, sd %v: %v", c.mean, c.sd, list)
		}
	}
}

package engine

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestPossible(t *testing.T) {
	uniform := dist.NormalUniform()
	if m := dist.NormalMeanVariance(1, 2); Possible(m, uniform) != m {
		t.Error("a message that is possible is left out")
	}
	if m := Possible(dist.Normal{H: math.NaN(), P: 1}, uniform); m != uniform {
		t.Error(m)
	}
}

package samples

import (
	"math"
	"testing"

	"mpc/special"
)

// logDensities are log densities of 0.3 under normals around draws of a normal of this scale, at a
// sequence of points.
func logDensities(scale float64) (list []float64) {
	const n = 1000
	for i := range n {
		u := math.Mod(math.Mod(float64(i)*0.6180339887498949, 1)+0.5/n, 1)
		z := scale*special.NormalQuantile(u) + 0.3 - 1
		list = append(list, -0.5*math.Log(2*math.Pi)-0.5*z*z)
	}
	return list
}

// TestSmooth compares with arviz.psislw (ArviZ 0.23.4), of which k, the leave-one-out density and
// the largest log weight.
func TestSmooth(t *testing.T) {
	for _, row := range []struct{ scale, k, loo, most float64 }{
		{0.5, 0.4897707236423734, -1.4030157525507745, -4.202211890338882},
		{1.5, 2.306888212681486, -10.010295547203679, -0.1311705734158739},
		{3, 6.932909878403901, -44.75840371410898, -0.0005080707599063317},
	} {
		logs := logDensities(row.scale)
		weights := make([]float64, len(logs))
		for i, x := range logs {
			weights[i] = -x
		}
		k := SmoothWeights(weights, 1)
		loo, sum, most := 0.0, 0.0, math.Inf(-1)
		for i, w := range weights {
			loo += math.Exp(w + logs[i])
			sum += math.Exp(w)
			most = max(most, w)
		}
		for _, x := range []struct {
			name      string
			got, want float64
		}{{"k", k, row.k}, {"leave-one-out", math.Log(loo), row.loo}, {"sum", sum, 1}, {"largest", most, row.most}} {
			if !(math.Abs(x.got-x.want) <= 1e-6*max(1, math.Abs(x.want))) {
				t.Errorf("scale %v: %s is %v, want %v", row.scale, x.name, x.got, x.want)
			}
		}
	}
}

// TestSmoothEdges: few draws have no tail, equal weights stay as they are.
func TestSmoothEdges(t *testing.T) {
	few := []float64{0, -1, -2}
	if k := SmoothWeights(few, 1); !math.IsNaN(k) || math.Abs(math.Exp(few[0])+math.Exp(few[1])+math.Exp(few[2])-1) > 1e-15 {
		t.Errorf("few weights have k = %v and are %v", k, few)
	}
	equal := make([]float64, 100)
	if k := SmoothWeights(equal, 1); !math.IsInf(k, 1) || math.Abs(equal[0]+math.Log(100)) > 1e-12 {
		t.Errorf("equal weights have k = %v and are %v", k, equal[0])
	}
}

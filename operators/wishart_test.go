package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// Of one row, an observed wishart of random inverse scale is a gamma of random rate; of
// more, the prior of the scale times the density is the evidence times the posterior at any
// scale.
func TestWishartInverseObserved(t *testing.T) {
	work := &dist.MvWork{}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, df := range []float64{0.3, 2.5, 40, 1e6, 1e14} {
		x, r := 1.7, dist.Gamma{Shape: 2.5, Rate: 0.7}
		got := WishartInverseRandomEvidence([]float64{x}, df, dist.Wishart{Shape: r.Shape, Rate: []float64{r.Rate}}, work)
		half := dist.Gamma{Shape: r.Shape, Rate: 2 * r.Rate}
		vectorNear(t, "one row", got, GammaEvidence(dist.GammaPoint(x), df/2, half), 1e-12)
	}
	for _, k := range []int{2, 3} {
		scale := make([]float64, k*k)
		for i := range k {
			scale[i*k+i] = 0.5 + float64(i)
			if i > 0 {
				scale[i*k], scale[i] = 0.1, 0.1
			}
		}
		for _, df := range []float64{float64(k) - 0.5, float64(k) + 3, 60} {
			prior, err := dist.WishartDfScale(float64(k)+2, scale)
			if err != nil {
				t.Fatal(err)
			}
			x := prior.SampleTo(nil, rng, work)
			var m, post dist.Wishart
			if fault := WishartInverseToInverseObserved(x, df, &m); fault != dist.NoFault {
				t.Fatal(fault)
			}
			post.SetTimes(prior, m)
			want := WishartInverseRandomEvidence(x, df, prior, work)
			for range 3 {
				at := prior.SampleTo(nil, rng, work)
				got := WishartInverseEvidence(x, df, at, work) + prior.LogProb(at) - post.LogProb(at)
				vectorNear(t, "evidence", got, want, 1e-11)
			}
			vectorNear(t, "at a point", WishartInverseRandomEvidence(x, df, dist.WishartPoint(x), work), WishartInverseEvidence(x, df, x, work), 1e-11)
		}
	}
	flat := []float64{1, 1, 1, 1}
	if got := WishartInverseRandomEvidence(flat, 4, dist.Wishart{Shape: 3, Rate: []float64{1, 0, 0, 1}}, work); !math.IsInf(got, -1) {
		t.Errorf("a matrix that is not positive definite has the evidence %v", got)
	}
}

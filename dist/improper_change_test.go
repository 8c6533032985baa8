package dist

import "testing"

// TestChangeImproper: an improper product, as of a copy in a branch of a gate, that stands
// still but for rounding has hardly changed; one that has become proper has.
func TestChangeImproper(t *testing.T) {
	const up = 1 + 1e-15
	var w MvWork
	for name, c := range map[string][2]float64{
		"normal":       {Normal{2, -1}.Change(Normal{2, -up}), Normal{2, -1}.Change(Normal{2, 1})},
		"gamma":        {Gamma{-1, -0.1}.Change(Gamma{-up, -0.1}), Gamma{-1, -0.1}.Change(Gamma{1, 0.1})},
		"inversegamma": {InverseGamma{-1, -0.1}.Change(InverseGamma{-up, -0.1}), InverseGamma{-1, -0.1}.Change(InverseGamma{1, 0.1})},
		"beta":         {Beta{-1, 2}.Change(Beta{-up, 2}), Beta{-1, 2}.Change(Beta{1, 2})},
		"dirichlet":    {DirichletAlpha(-1, 2).Change(DirichletAlpha(-up, 2)), DirichletAlpha(-1, 2).Change(DirichletAlpha(1, 2))},
		"mvnormal": {
			MvNormal{H: []float64{1, 2}, P: []float64{-1, 0, 0, 1}}.Change(MvNormal{H: []float64{1, 2}, P: []float64{-up, 0, 0, 1}}, &w),
			MvNormal{H: []float64{1, 2}, P: []float64{-1, 0, 0, 1}}.Change(MvNormal{H: []float64{1, 2}, P: []float64{1, 0, 0, 1}}, &w),
		},
		"wishart": {
			Wishart{Shape: 2, Rate: []float64{-1, 0, 0, 1}}.Change(Wishart{Shape: 2, Rate: []float64{-up, 0, 0, 1}}, &w),
			Wishart{Shape: 2, Rate: []float64{-1, 0, 0, 1}}.Change(Wishart{Shape: 2, Rate: []float64{1, 0, 0, 1}}, &w),
		},
	} {
		if !(c[0] > 0 && c[0] < 1e-14) || c[1] < 1e300 {
			t.Errorf("%s: %v", name, c)
		}
	}
}

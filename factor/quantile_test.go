package factor_test

import (
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"mpc/dist"
	"mpc/factor/families"
)

// TestQuantile compares with gonum, with closed forms where that has no digits, and at ends.
func TestQuantile(t *testing.T) {
	near := func(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }
	for _, p := range []float64{0.05, 0.5, 0.95} {
		rows := []struct {
			name    string
			message any
			want    float64
		}{
			{"normal", dist.NormalMeanVariance(3, 4), distuv.Normal{Mu: 3, Sigma: 2}.Quantile(p)},
			{"normal", dist.NormalMeanVariance(1e8, 1e-12), 1e8},
			{"normal", dist.NormalPoint(2), 2},
			{"gamma", dist.GammaShapeRate(2.5, 3), distuv.Gamma{Alpha: 2.5, Beta: 3}.Quantile(p)},
			{"gamma", dist.GammaShapeRate(1, 2e9), -math.Log1p(-p) / 2e9},
			{"gamma", dist.GammaShapeRate(0.3, 1e-5), distuv.Gamma{Alpha: 0.3, Beta: 1e-5}.Quantile(p)},
			{"gamma", dist.GammaShapeRate(1e-6, 1), 0},
			{"gamma", dist.GammaPoint(7), 7},
			{"inversegamma", dist.InverseGammaShapeRate(1, 5), -5 / math.Log(p)},
			{"beta", dist.BetaCounts(2, 5), distuv.Beta{Alpha: 2, Beta: 5}.Quantile(p)},
			{"beta", dist.BetaCounts(1, 1), p},
			{"beta", dist.BetaCounts(0.5, 0.5), math.Pow(math.Sin(math.Pi*p/2), 2)},
			{"beta", dist.BetaCounts(1e6, 1), math.Pow(p, 1e-6)},
		}
		for _, r := range rows {
			if got := families.Named(r.name).Quantile(r.message, p); !near(got, r.want) {
				t.Errorf("%v at %g: %v, want %v", r.message, p, got, r.want)
			}
		}
		// Far out a gamma is a normal, to 1 / sqrt(shape).
		got := families.Named("gamma").Quantile(dist.GammaShapeRate(1e12, 1), p)
		want := distuv.Normal{Mu: 1e12, Sigma: 1e6}.Quantile(p)
		if math.Abs(got-want) > 2 {
			t.Errorf("gamma of a large shape at %g: %v, want %v", p, got, want)
		}
	}
	for _, m := range []any{dist.NormalUniform(), dist.GammaUniform(), dist.NormalMeanPrecision(0, -1), dist.BernoulliP(0.5)} {
		if q := families.Of(reflect.TypeOf(m)).Quantile(m, 0.5); !math.IsNaN(q) {
			t.Errorf("%v: the median is %v", m, q)
		}
	}
}

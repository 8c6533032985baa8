package dist

import (
	"math"
	"testing"
)

// The expected values of this file are from arithmetic of 60 digits.

// near tells whether got is want to the given error, relative to the larger of
// |want| and 1.
func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))
}

func TestGammaLogProb(t *testing.T) {
	for _, c := range []struct{ shape, rate, x, want float64 }{
		{0.001, 2.0, 1e-30, 62.101989498828255349},
		{0.5, 1e-12, 3.0, -14.937181645226029047},
		{3.0, 2.0, 1.7, -0.95244913675576855213},
		{9.9, 1.0, 40.0, -19.746152762605845278},
		{25.0, 4.0, 6.25, -1.1454152401556105904},
		{25.0, 4.0, 0.01, -130.69145483382924605},
		{1000000.0, 1000.0, 1003.5, -7.0331782500123064659},
		{1000000000000.0, 1000000000000.0, 1.000002, 10.896572691309162214},
		{1000000000000.0, 0.001, 1000000100000000.0, -21.647204469819910591},
		{2.0, 1e-200, 1e-150, -1266.4218011467251262},
	} {
		if got := (Gamma{c.shape, c.rate}).LogProb(c.x); !near(got, c.want, 1e-13) {
			t.Errorf("Gamma{%v, %v} at %v: %v, want %v", c.shape, c.rate, c.x, got, c.want)
		}
		// 1/x has the inverse gamma distribution, with the Jacobian x^2.
		got := (InverseGamma{c.shape, c.rate}).LogProb(1/c.x) - 2*math.Log(c.x)
		if tolerance := 1e-13 + 4e-16*math.Sqrt(c.shape); !near(got, c.want, tolerance) {
			t.Errorf("InverseGamma{%v, %v} at 1/%v: %v, want %v", c.shape, c.rate, c.x, got, c.want)
		}
	}
}

func TestBetaLogProb(t *testing.T) {
	for _, c := range []struct{ a, b, x, want float64 }{
		{0.001, 0.001, 0.25, -5.9285983598702475038},
		{2.0, 3.0, 0.3, 0.56758395758459955449},
		{0.5, 40.0, 1e-05, 7.0250225960323260089},
		{3.0, 1000000000.0, 2.5e-09, 19.362700122509775962},
		{30.0, 50.0, 0.4, 1.8654279486228869464},
		{30.0, 50.0, 0.9, -62.4138097732782839},
		{1000000.0, 3000000.0, 0.2503, 6.5586643151822022931},
		{1000000000000.0, 1000000000000.0, 0.5000005, 12.936292795764427602},
		{11.0, 1000000000000.0, 1.5e-11, 24.607110553832633606},
		{1000000000000.0, 20.0, 0.99999999998, 25.21005004352444698},
	} {
		if got := (Beta{c.a, c.b}).LogProb(c.x); !near(got, c.want, 1e-13+4e-16*math.Sqrt(math.Max(c.a, c.b))) {
			t.Errorf("Beta{%v, %v} at %v: %v, want %v", c.a, c.b, c.x, got, c.want)
		}
	}
}

func TestLogProbAtEnds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exponential at 0", Gamma{1, 3}.LogProb(0), math.Log(3)},
		{"gamma below 0", Gamma{2, 3}.LogProb(-1), -inf},
		{"gamma of shape 2 at 0", Gamma{2, 3}.LogProb(0), -inf},
		{"gamma of shape 1/2 at 0", Gamma{0.5, 3}.LogProb(0), inf},
		{"beta(1, 4) at 0", Beta{1, 4}.LogProb(0), math.Log(4)},
		{"beta(4, 1) at 1", Beta{4, 1}.LogProb(1), math.Log(4)},
		{"beta above 1", Beta{4, 1}.LogProb(1.5), -inf},
		{"inverse gamma at 0", InverseGamma{1, 1}.LogProb(0), -inf},
		{"point at it", NormalPoint(2).LogProb(2), 0},
		{"point elsewhere", NormalPoint(2).LogProb(3), -inf},
		{"surely true", BernoulliPoint(true).LogProb(true), 0},
		{"surely true, false", BernoulliPoint(true).LogProb(false), -inf},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestNormalLogIntegral(t *testing.T) {
	for _, c := range []struct {
		d, e Normal
		want float64
	}{
		{Normal{0.5, 1.0}, Normal{2.0, 4.0}, -1.0305103088617776197},
		{Normal{1000000.0, 1.0}, Normal{1000001.0, 1.0}, -1.5155121234846453965},
		{Normal{1000000.0, 1.0}, Normal{-1000000.0, 1.0}, -1000000000001.2655121},
		{Normal{3000000000000.0, 1000000000000.0}, Normal{2e-12, 1e-12}, -14.734449091169446856},
		{Normal{1.0, 1.0}, Normal{0.3, -0.5}, 1.5365735902799726258},
		{Normal{1000000.0, 1.0}, Normal{300000.0, 0.3}, -1.6521070676013862783},
		{Normal{1000000.0, 1.0}, Normal{-1e-09, -1e-15}, -0.00049999999999950002343},
		{Normal{2.0, 0.5}, Normal{1.5, 0.0}, 8.25},
		{Normal{1e+160, 1e+160}, Normal{2e+160, 1e+160}, -2.5000000000000000163e+159},
		{Normal{1.0, 1e-300}, Normal{0.0, 1e+300}, -4.9999999999999998747e+299},
	} {
		if got := c.d.LogIntegral(c.e); !near(got, c.want, 1e-14) {
			t.Errorf("%v, %v: %v, want %v", c.d, c.e, got, c.want)
		}
		if a, b := c.d.LogIntegral(c.e), c.e.LogIntegral(c.d); !near(a, b, 1e-15) {
			t.Errorf("%v, %v: not symmetric: %v, %v", c.d, c.e, a, b)
		}
	}
}

func TestGammaLogIntegral(t *testing.T) {
	for _, c := range []struct {
		d, e Gamma
		want float64
	}{
		{Gamma{3.0, 2.0}, Gamma{4.0, 1.0}, -2.2096470973347765361},
		{Gamma{0.25, 2.0}, Gamma{0.9, 1.0}, 0.48190996362178370135},
		{Gamma{1000000000000.0, 1000000000000.0}, Gamma{2000000000000.0, 2000000000000.0}, 12.693839470705755282},
		{Gamma{1000000000000.0, 1000000000000.0}, Gamma{1000.0, 1000.0}, 2.5348557724568402281},
		{Gamma{1000000000000.0, 1000000000000.0}, Gamma{1000000000000.0, 1000001000000.0}, 12.299999184479659958},
		{Gamma{1000000.0, 1.0}, Gamma{0.5, 1e-09}, -17.842752764879417686},
		{Gamma{3.0, 2.0}, Gamma{-0.25, 3.0}, -1.5146231066602705927},
		{Gamma{3.0, 2.0}, Gamma{4.0, -1.0}, 6.1737861039019366131},
		{Gamma{1000000000000.0, 1000000000000.0}, Gamma{1.5, 0.0}, -1.25e-13},
		{Gamma{400.0, 1.0}, Gamma{400.0, 100.0}, -1295.8489274085890555},
	} {
		if got := c.d.LogIntegral(c.e); !near(got, c.want, 1e-12) || !near(got, c.e.LogIntegral(c.d), 1e-14) {
			t.Errorf("%v, %v: %v, want %v", c.d, c.e, got, c.want)
		}
	}
}

func TestInverseGammaLogIntegral(t *testing.T) {
	for _, c := range []struct {
		d, e InverseGamma
		want float64
	}{
		{InverseGamma{3.0, 2.0}, InverseGamma{4.0, 1.0}, -0.66920205638762761297},
		{InverseGamma{1000000000000.0, 1000000000000.0}, InverseGamma{2000000000000.0, 2000000000000.0}, 12.693839470705421949},
		{InverseGamma{3.0, 2.0}, InverseGamma{-2.5, 3.0}, -1.1486447451665051654},
		{InverseGamma{3.0, 2.0}, InverseGamma{-1.0, 1.0}, -1.2163953243244931459},
		{InverseGamma{0.5, 2.0}, InverseGamma{0.1, 1e-06}, -5.0816831147678291079},
	} {
		if got := c.d.LogIntegral(c.e); !near(got, c.want, 1e-12) || !near(got, c.e.LogIntegral(c.d), 1e-14) {
			t.Errorf("%v, %v: %v, want %v", c.d, c.e, got, c.want)
		}
	}
}

func TestBetaLogIntegral(t *testing.T) {
	for _, c := range []struct {
		d, e Beta
		want float64
	}{
		{Beta{3.0, 2.0}, Beta{4.0, 1.5}, 0.29465074176787426778},
		{Beta{0.5, 0.25}, Beta{0.75, 0.9}, 0.28716404768105616463},
		{Beta{1000000000000.0, 1000000000000.0}, Beta{2000000000000.0, 2000000000000.0}, 13.733560241545457969},
		{Beta{1000000000000.0, 3000000000000.0}, Beta{2.0, 2.0}, 0.11778303565613345454},
		{Beta{1000000000000.0, 1000000000000.0}, Beta{1000000000000.0, 1000001000000.0}, 13.464719424069467245},
		{Beta{3.0, 2.0}, Beta{-0.25, 3.0}, -0.17445103862671658879},
		{Beta{5.0, 1000000000000.0}, Beta{7.0, 100000000000.0}, 15.81162101802012364},
		{Beta{400.0, 20.0}, Beta{20.0, 400.0}, -420.69672090961006755},
		{Beta{1000000000000.0, 5.0}, Beta{30.0, 0.0}, 26.244726754696657589},
	} {
		if got := c.d.LogIntegral(c.e); !near(got, c.want, 1e-12) || !near(got, c.e.LogIntegral(c.d), 1e-14) {
			t.Errorf("%v, %v: %v, want %v", c.d, c.e, got, c.want)
		}
	}
}

func TestBernoulliLogIntegral(t *testing.T) {
	for _, c := range []struct{ d, e, want float64 }{
		{0.5, 1.5, -0.54856225111988659393},
		{-3.0, -4.0, -0.065825813037777554422},
		{40.0, 45.0, -4.2769794410970829226e-18},
		{700.0, -800.0, -700.0},
		{-1e-09, 1e-09, -0.69314718055994530967},
		{2.0, -2.0, -1.5607088415259996835},
		{100000.0, 100000.0, -7.1258991306187462421e-43430},
	} {
		got := Bernoulli{c.d}.LogIntegral(Bernoulli{c.e})
		if math.Abs(got-c.want) > 4e-16*math.Abs(c.want) {
			t.Errorf("log odds %v, %v: %v, want %v", c.d, c.e, got, c.want)
		}
	}
}

func TestLogIntegralOfPoints(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"equal normal points", NormalPoint(3).LogIntegral(NormalPoint(3)), 0},
		{"different normal points", NormalPoint(3).LogIntegral(NormalPoint(4)), -inf},
		{"normal and point", Normal{1, 2}.LogIntegral(NormalPoint(4)), Normal{1, 2}.LogProb(4)},
		{"point and tilt", NormalPoint(4).LogIntegral(Normal{0.5, -1}), 10},
		{"point and uniform normal", NormalPoint(4).LogIntegral(Normal{}), 0},
		{"gamma and point", GammaPoint(2).LogIntegral(Gamma{3, 4}), Gamma{3, 4}.LogProb(2)},
		{"improper gamma and point", GammaPoint(2).LogIntegral(Gamma{3, -4}), 2*math.Log(2) + 8},
		{"uniform gamma and point at 0", GammaPoint(0).LogIntegral(GammaUniform()), 0},
		{"equal gamma points", GammaPoint(3).LogIntegral(GammaPoint(3)), 0},
		{"inverse gamma and point", InverseGammaPoint(2).LogIntegral(InverseGamma{3, 4}), InverseGamma{3, 4}.LogProb(2)},
		{"uniform inverse gamma and point", InverseGammaUniform().LogIntegral(InverseGammaPoint(2)), 0},
		{"beta and point", Beta{3, 4}.LogIntegral(BetaPoint(0.25)), Beta{3, 4}.LogProb(0.25)},
		{"different beta points", BetaPoint(0.5).LogIntegral(BetaPoint(0.25)), -inf},
		{"opposite sure values", BernoulliPoint(true).LogIntegral(BernoulliPoint(false)), -inf},
		{"equal sure values", BernoulliPoint(false).LogIntegral(BernoulliPoint(false)), 0},
		{"sure value and 1/4", BernoulliPoint(true).LogIntegral(BernoulliP(0.25)), math.Log(0.25)},
	} {
		if !near(c.got, c.want, 1e-15) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	for name, x := range map[string]float64{
		"normal":        Normal{1, -2}.LogIntegral(Normal{0, 1}),
		"gamma":         Gamma{3, -2}.LogIntegral(Gamma{1, 1}),
		"inverse gamma": InverseGamma{3, -2}.LogIntegral(InverseGamma{1, 1}),
		"beta":          Beta{-3, 2}.LogIntegral(Beta{1, 1}),
	} {
		if x == x {
			t.Errorf("improper %s product: %v, want NaN", name, x)
		}
	}
}

package operators

import (
	"math"
	"reflect"
	"testing"

	"mpc/dist"
)

// No VMP operator returns a number that is none without a fault, whatever it is
// given.
func TestVMPNeverNaN(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	values := map[reflect.Type][]any{
		reflect.TypeFor[dist.Normal](): {
			dist.Normal{H: 0.3, P: 0.8}, dist.Normal{}, dist.Normal{H: 1}, dist.Normal{H: 1, P: -2}, dist.NormalPoint(0), dist.NormalPoint(3),
			dist.Normal{H: 1e300, P: 1e-300}, dist.Normal{H: 1e-300, P: 1e300}, dist.Normal{H: -1e308, P: 1e308}, dist.Normal{H: 1, P: 1e-320},
		},
		reflect.TypeFor[dist.Gamma](): {
			dist.Gamma{Shape: 3, Rate: 2}, dist.GammaUniform(), dist.Gamma{Shape: 0, Rate: 2}, dist.Gamma{Shape: 2, Rate: -1}, dist.GammaPoint(0), dist.GammaPoint(2),
			dist.Gamma{Shape: 1e-300, Rate: 1}, dist.Gamma{Shape: 1, Rate: 1}, dist.Gamma{Shape: 1e300, Rate: 1e-300}, dist.Gamma{Shape: 1e-300, Rate: 1e300}, dist.Gamma{Shape: 1e17, Rate: 1e17},
		},
		reflect.TypeFor[dist.InverseGamma](): {
			dist.InverseGamma{Shape: 3, Rate: 2}, dist.InverseGammaUniform(), dist.InverseGamma{Shape: 3, Rate: -1}, dist.InverseGammaPoint(0), dist.InverseGammaPoint(2),
			dist.InverseGamma{Shape: 1e300, Rate: 1e-300},
		},
		reflect.TypeFor[dist.Beta](): {
			dist.Beta{A: 3, B: 2}, dist.BetaUniform(), dist.Beta{A: 0, B: 2}, dist.BetaPoint(0), dist.BetaPoint(1), dist.BetaPoint(0.3),
			dist.Beta{A: 1e-300, B: 1}, dist.Beta{A: 1, B: 1e300}, dist.Beta{A: 1e17, B: 1e17},
		},
		reflect.TypeFor[dist.Bernoulli](): {
			dist.Bernoulli{LogOdds: 0.7}, dist.Bernoulli{}, dist.BernoulliPoint(true), dist.BernoulliPoint(false), dist.Bernoulli{LogOdds: -1e308}, dist.Bernoulli{LogOdds: 1e-300},
		},
		reflect.TypeFor[float64](): {0.0, 1.0, -1.0, 1e-300, 1e300, inf, nan},
		reflect.TypeFor[int]():     {0, 1, -1, 1 << 40},
		reflect.TypeFor[bool]():    {false, true},
	}
	addMoments(values)
	mine := map[string]bool{}
	for _, name := range []string{
		"normal_variance", "normal_linear", "normal_precision", "gamma", "inversegamma", "beta", "bernoulli", "binomial", "poisson",
		"sum", "difference", "sum_of", "dot", "product", "ratio", "and", "or", "equal_bool", "all", "any",
	} {
		mine[name] = true
	}
	for _, op := range Table() {
		if op.Algorithm != VMP || op.To == Evidence || !mine[op.Factor] || !op.Faulty() {
			continue
		}
		in := op.In()
		args := make([]reflect.Value, len(in))
		var try func(i int)
		try = func(i int) {
			if i < len(in) {
				typ := in[i]
				if op.Args[i].Role() == Position {
					args[i] = reflect.ValueOf(1)
					try(i + 1)
					return
				}
				slice := typ.Kind() == reflect.Slice
				if slice {
					typ = typ.Elem()
				}
				for k, v := range values[typ] {
					args[i] = reflect.ValueOf(v)
					if slice {
						args[i] = reflect.MakeSlice(in[i], 3, 3)
						for j := range 3 {
							args[i].Index(j).Set(reflect.ValueOf(values[typ][(k*(j+1))%len(values[typ])]))
						}
					}
					try(i + 1)
				}
				return
			}
			out := reflect.ValueOf(op.Func).Call(args)
			finite := out[0].Interface().(interface{ IsFinite() bool }).IsFinite()
			if fault := out[1].Interface().(dist.Fault); fault == dist.NoFault && !finite {
				t.Errorf("%s%v: %v without a fault", op.Name(), shown(args), out[0])
			}
		}
		try(0)
	}
}

func TestVMPAllocations(t *testing.T) {
	x, p, b, z := dist.Normal{H: 1, P: 2}, dist.Gamma{Shape: 3, Rate: 2}, dist.Beta{A: 2, B: 3}, dist.Bernoulli{LogOdds: 1}
	terms, xs, rates, bools := []dist.Normal{x, x, x}, []float64{1, 2, 3}, []dist.Gamma{p, p, p}, []dist.Bernoulli{z, z, z}
	if n := testing.AllocsPerRun(100, func() {
		_, _ = NormalPrecisionToXAverage(dist.NormalMomentsOf(x), dist.GammaMomentsOf(p))
		_, _ = NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(x), dist.NormalMomentsOf(x))
		_ = NormalPrecisionAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(x), dist.GammaMomentsOf(p))
		NormalVarianceToXAverage(dist.NormalMomentsOf(x), 2)
		NormalVarianceAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(x), 2)
		NormalLinearToAAverage(dist.NormalMomentsOf(x), 2, 3)
		GammaToXAverage(2, p)
		GammaAverageLog(p, 2, p)
		BernoulliToXAverage(dist.BetaMomentsOf(b))
		_ = BernoulliAverageLog(dist.BernoulliMomentsOf(z), dist.BetaMomentsOf(b))
		BinomialAverageLog(2, 5, b)
		PoissonAverageLog(2, dist.GammaMomentsOf(p))
		SumOfToTermAverage(x, terms, 1)
		DotToWAverage(x, xs, terms, 1)
		ProductToOutAverage(x, x)
		ProductToAAverage(x, x)
		ProductGammaToOutAverage(p, p)
		ProductNormalGammaToB(x, x, p)
		ProductNormalBetaToB(x, x, b)
		ProductBoolNormalToA(x, x)
		RatioGammaToBAverage(p, p, p)
		SumGammaToOut(p, p)
		SumGammaToA(p, p, p)
		SumOfGammaToTerm(p, rates, 1)
		AllToTermAverage(z, bools, 1)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func shown(args []reflect.Value) []any {
	var s []any
	for _, a := range args {
		s = append(s, a.Interface())
	}
	return s
}

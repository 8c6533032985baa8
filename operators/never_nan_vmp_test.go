package operators

import (
	"math"
	"reflect"
	"testing"

	"mpc/dist"
)

// No message of a factor without conjugate posteriors is NaN, or infinite, without
// a fault, whatever it reads.
func TestNonConjugateNeverNaN(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	values := map[reflect.Type][]any{
		reflect.TypeFor[dist.Normal](): {
			dist.Normal{H: 0.3, P: 0.8}, dist.Normal{}, dist.Normal{H: 1}, dist.Normal{H: 1, P: -2}, dist.NormalPoint(0), dist.NormalPoint(-3),
			dist.Normal{H: 1e300, P: 1e-300}, dist.Normal{H: 1e-300, P: 1e300}, dist.Normal{H: -1e308, P: 1e308}, dist.Normal{H: 1, P: 1e-320},
			dist.Normal{H: 1e3, P: 1e-3}, dist.Normal{H: -1e3, P: 1}, dist.Normal{P: 1e-300}, dist.NormalPoint(1e308), dist.Normal{H: nan, P: 1}, dist.Normal{H: inf, P: 1},
		},
		reflect.TypeFor[dist.Gamma](): {
			dist.Gamma{Shape: 3, Rate: 2}, dist.GammaUniform(), dist.Gamma{Shape: 0, Rate: 2}, dist.Gamma{Shape: 2, Rate: -1}, dist.GammaPoint(0), dist.GammaPoint(2),
			dist.Gamma{Shape: 1e-300, Rate: 1}, dist.Gamma{Shape: 1e300, Rate: 1e-300}, dist.Gamma{Shape: 1e-300, Rate: 1e300}, dist.Gamma{Shape: 1e17, Rate: 1e17},
			dist.Gamma{Shape: nan, Rate: 1}, dist.Gamma{Shape: 1e300, Rate: 1e300},
		},
		reflect.TypeFor[dist.InverseGamma](): {
			dist.InverseGamma{Shape: 3, Rate: 2}, dist.InverseGammaUniform(), dist.InverseGamma{Shape: 3, Rate: -1}, dist.InverseGammaPoint(0), dist.InverseGammaPoint(2),
			dist.InverseGamma{Shape: 1e300, Rate: 1e-300}, dist.InverseGamma{Shape: 1, Rate: nan},
		},
		reflect.TypeFor[dist.Beta](): {
			dist.Beta{A: 3, B: 2}, dist.BetaUniform(), dist.Beta{A: 0, B: 2}, dist.BetaPoint(0), dist.BetaPoint(1), dist.BetaPoint(0.3),
			dist.Beta{A: 1e-300, B: 1}, dist.Beta{A: 1, B: 1e300}, dist.Beta{A: 1e17, B: 1e17}, dist.Beta{A: nan, B: 1},
		},
		reflect.TypeFor[dist.Bernoulli](): {
			dist.Bernoulli{LogOdds: 0.7}, dist.Bernoulli{}, dist.BernoulliPoint(true), dist.BernoulliPoint(false), dist.Bernoulli{LogOdds: -1e308}, dist.Bernoulli{LogOdds: nan},
		},
		reflect.TypeFor[float64](): {0.0, 1.0, -1.0, 1e-300, 1e300, -1e300, inf, -inf, nan},
		reflect.TypeFor[bool]():    {false, true},
	}
	addMoments(values)
	n := 0
	for _, op := range Table() {
		switch op.Factor {
		case "bernoulli_logit", "logistic", "exp", "log", "greater_than", "between", "truncated_normal":
		default:
			continue
		}
		if op.Algorithm != VMP {
			continue
		}
		in := op.In()
		args := make([]reflect.Value, len(in))
		var try func(i int)
		try = func(i int) {
			if i < len(in) {
				for _, v := range values[in[i]] {
					args[i] = reflect.ValueOf(v)
					try(i + 1)
				}
				return
			}
			n++
			out := reflect.ValueOf(op.Func).Call(args)
			if op.To == Evidence {
				if e := out[0].Float(); e > math.MaxFloat64 || e != e && evidenceDefined(args) {
					t.Errorf("%s%v: %v", op.Name(), shownArgs(args), e)
				}
				return
			}
			finite := out[0].Interface().(interface{ IsFinite() bool }).IsFinite()
			if fault := out[1].Interface().(dist.Fault); fault == dist.NoFault && !finite {
				t.Errorf("%s%v: %v without a fault", op.Name(), shownArgs(args), out[0])
			}
		}
		try(0)
	}
	if n < 1000 {
		t.Errorf("only %d calls", n)
	}
}

// evidenceDefined tells whether all arguments are numbers and proper.
func evidenceDefined(args []reflect.Value) bool {
	for i, a := range args {
		switch v := a.Interface().(type) {
		case float64:
			size := math.Abs(v)
			if v != v || i == 2 && v < 0 || size > 1e200 || size < 1e-200 && v != 0 { // the third of them is a variance
				return false
			}
		case dist.Normal:
			if !v.IsFinite() || !(v.P > 1e-310) || v.P > 1e290 && !v.IsPoint() || math.Abs(v.Mean()) > 1e200 {
				return false
			}
		case dist.Bernoulli:
			if !v.IsFinite() {
				return false
			}
		}
	}
	return true
}

// shownArgs is what a person reads of the arguments.
func shownArgs(args []reflect.Value) []any {
	var s []any
	for _, a := range args {
		s = append(s, a.Interface())
	}
	return s
}

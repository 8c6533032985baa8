package operators

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"mpc/dist"
)

// TestLinear checks the annotation of operators whose message about a datum is
// that about the datum 1, multiplied: also for scales 0 and +Inf, and faults.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for _, op := range Table() {
		if op.Linear == "" {
			continue
		}
		found++
		for _, scale := range []float64{0, 1e-200, 1e-12, 0.3, 1, 7, 1e12, 1e200, math.Inf(1), -1, math.NaN()} {
			x := r.NormFloat64() * 100
			one, fault := callLinear(op, 1, scale)
			want, wantFault := callLinear(op, x, scale)
			if fault != wantFault {
				t.Errorf("%s, scale %g: fault %d for 1, %d for %g", op.Name(), scale, fault, wantFault, x)
			}
			if fault == dist.NoFault {
				checkMessage(t, op.Name(), one.At(x), fault, want)
			}
		}
	}
	if found == 0 {
		t.Error("no operator is annotated")
	}
}

// callLinear calls an operator with the datum x, and scale in all other places.
func callLinear(op *Op, x, scale float64) (dist.Normal, dist.Fault) {
	var in []reflect.Value
	for i, typ := range op.In() {
		v := scale
		if op.Args[i].Name == op.Linear {
			v = x
		}
		if typ == reflect.TypeFor[dist.Normal]() {
			in = append(in, reflect.ValueOf(dist.NormalPoint(v)))
		} else if typ == reflect.TypeFor[dist.NormalMoments]() {
			in = append(in, reflect.ValueOf(dist.NormalMomentsPoint(v)))
		} else {
			in = append(in, reflect.ValueOf(v))
		}
	}
	out := reflect.ValueOf(op.Func).Call(in)
	return out[0].Interface().(dist.Normal), out[1].Interface().(dist.Fault)
}

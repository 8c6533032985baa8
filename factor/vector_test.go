package factor_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"mpc/factor/families"
)

// The boxed operations on messages about vectors and matrices are those of the
// family, and change none of their arguments.
func TestVectorOperations(t *testing.T) {
	values := map[string][]float64{"dirichlet": {0.5, 0.2, 0.3}, "mvnormal": {1, -2, 3}, "wishart": {2, 1, 0, 1, 2, 0, 0, 0, 1}}
	proper := map[string]string{
		"dirichlet": `{"dist":"dirichlet","alpha":[2,3,4]}`,
		"mvnormal":  `{"dist":"mvnormal","mean":[1,2,3],"covariance":[[2,1,0],[1,2,0],[0,0,1]]}`,
		"wishart":   `{"dist":"wishart","df":5,"scale":[[2,1,0],[1,2,0],[0,0,1]]}`,
	}
	for _, f := range families.All() {
		if f.Dimensions() == 0 {
			continue
		}
		uniform, point := f.Uniform(3), f.Point(values[f.Name])
		if reflect.TypeOf(uniform) != f.Message || families.Of(f.Message) != f || families.Named(f.Name) != f {
			t.Errorf("%s: messages are %T", f.Name, uniform)
		}
		if !f.IsUniform(uniform) || f.IsPoint(uniform) || !f.IsPoint(point) || !f.IsProper(point) || !f.IsFinite(point) {
			t.Errorf("%s: uniform %v, point %v", f.Name, uniform, point)
		}
		if !reflect.DeepEqual(f.Mode(point), values[f.Name]) || !reflect.DeepEqual(f.Mean(point), values[f.Name]) {
			t.Errorf("%s: mode %v, mean %v of a point at %v", f.Name, f.Mode(point), f.Mean(point), values[f.Name])
		}
		m, err := f.Read([]byte(proper[f.Name]))
		if err != nil || !f.IsProper(m) || f.IsUniform(m) {
			t.Fatalf("%s: read %v, %v", f.Name, m, err)
		}
		before, _ := json.Marshal(m)
		if got := f.Times(uniform, m); f.Change(got, m) != 0 {
			t.Errorf("%s: uniform times %v is %v", f.Name, m, got)
		}
		if got := f.MakeProper(f.Damp(m, m, 0.5), m); f.Change(got, m) > 1e-14 {
			t.Errorf("%s: %v damped is %v", f.Name, m, got)
		}
		f.Times(m, m)
		if after, _ := json.Marshal(m); string(after) != string(before) {
			t.Errorf("%s: %s became %s", f.Name, before, after)
		}
		if z := f.LogIntegral(m, m); z != z || f.Entropy(m) != f.Entropy(m) {
			t.Errorf("%s: log integral %v, entropy %v", f.Name, z, f.Entropy(m))
		}
		if _, err := f.Read([]byte(`{"dist":"none"}`)); err == nil {
			t.Errorf("%s: read what is none", f.Name)
		}
	}
}

package operators

import (
	"math"
	"reflect"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// momentsOf makes moments of a message.
type momentsOf struct {
	message reflect.Type
	of      func(message reflect.Value) reflect.Value
}

// lawMoments are the types of moments that operators read.
var lawMoments = map[reflect.Type]momentsOf{
	reflect.TypeFor[dist.NormalMoments]():      momentsBy(dist.NormalMomentsOf),
	reflect.TypeFor[dist.GammaMoments]():       momentsBy(dist.GammaMomentsOf),
	reflect.TypeFor[dist.BetaMoments]():        momentsBy(dist.BetaMomentsOf),
	reflect.TypeFor[dist.BernoulliMoments]():   momentsBy(dist.BernoulliMomentsOf),
	reflect.TypeFor[dist.DirichletMoments]():   momentsBy(dirichletMoments),
	reflect.TypeFor[dist.CategoricalMoments](): momentsBy(categoricalMoments),
}

func momentsBy[D, M any](of func(D) M) momentsOf {
	return momentsOf{reflect.TypeFor[D](), func(d reflect.Value) reflect.Value {
		return reflect.ValueOf(of(d.Interface().(D)))
	}}
}

func dirichletMoments(d dist.Dirichlet) (m dist.DirichletMoments) {
	m.Set(d)
	return m
}

func categoricalMoments(d dist.Categorical) (m dist.CategoricalMoments) {
	m.Set(d)
	return m
}

// addMoments adds the moments of the messages in a table of values.
func addMoments(values map[reflect.Type][]any) {
	for typ, m := range lawMoments {
		for _, v := range values[m.message] {
			values[typ] = append(values[typ], m.of(reflect.ValueOf(v)).Interface())
		}
	}
}

// Every type of moments that an operator reads is in the table above.
func TestMomentsAreListed(t *testing.T) {
	for _, op := range Table() {
		for _, in := range op.In() {
			if in.Kind() == reflect.Slice {
				in = in.Elem()
			}
			if name := in.Name(); in.PkgPath() == "mpc/dist" && len(name) > 7 && name[len(name)-7:] == "Moments" && lawMoments[in].of == nil {
				t.Errorf("%s reads %s, which the laws do not know", op.Name(), name)
			}
		}
	}
}

// What is read of x ~ categorical(p) in VMP: means of logs of p, probabilities of x.
func TestCategoricalAverage(t *testing.T) {
	p := dist.Dirichlet{A: []float64{0.3, 2, 40}}
	logs := make([]float64, 3)
	for k, a := range p.A {
		logs[k] = special.Digamma(a) - special.Digamma(42.3)
	}
	x := dist.CategoricalLogWeights(0.2, -1, math.Inf(-1))
	q := x.P(nil)
	to := dist.CategoricalUniform(3)
	if fault := CategoricalToXAverage(dirichletMoments(p), &to); fault != dist.NoFault {
		t.Fatal(fault)
	}
	back := dist.DirichletUniform(3)
	CategoricalToPAverage(categoricalMoments(x), 1, &back)
	mean := 0.0
	for k := range logs {
		checkClose(t, "to x", to.LogP[k], logs[k]-logs[2], 1e-12, 0)
		checkClose(t, "to p", back.A[k], 1+q[k], 1e-15, 0)
		checkClose(t, "observed", CategoricalAverageLogObserved(k, dirichletMoments(p)), logs[k], 1e-12, 0)
		mean += q[k] * logs[k]
	}
	checkClose(t, "evidence", CategoricalAverageLogRandom(categoricalMoments(x), dirichletMoments(p)), mean, 1e-12, 0)
	improper := dirichletMoments(dist.Dirichlet{A: []float64{1, -1}})
	if fault := CategoricalToXAverage(improper, &to); fault != dist.Improper {
		t.Errorf("fault %d of an improper dirichlet", fault)
	}
	if z := CategoricalAverageLogObserved(1, improper); z == z {
		t.Errorf("log probability %g under an improper dirichlet", z)
	}
	if z := CategoricalAverageLogObserved(3, dirichletMoments(p)); !math.IsInf(z, -1) {
		t.Errorf("log probability %g of no value", z)
	}
}

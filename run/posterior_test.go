package run_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"

	"mpc/mcmc"
	"mpc/run/posterior"
	"mpc/special"
)

// read reads a posterior in the form of the result file.
func read(t *testing.T, form string) (p posterior.Posterior) {
	t.Helper()
	if err := json.Unmarshal([]byte(form), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// marginals are those of an element.
func marginals(t *testing.T, form string) []posterior.Marginal {
	t.Helper()
	list, err := read(t, form).Marginals()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An array is visited in order, and what is read is written as it was.
func TestElements(t *testing.T) {
	const form = `[[{"dist":"point","value":1},{"dist":"point","value":2}],[],[{"dist":"point","value":3}]]`
	p := read(t, form)
	var at [][]int
	var found []float64
	for index, x := range p.Elements() {
		list, err := x.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		at, found = append(at, index), append(found, list[0].Mean)
	}
	if want := [][]int{{0, 0}, {0, 1}, {2, 0}}; !reflect.DeepEqual(at, want) || !reflect.DeepEqual(found, []float64{1, 2, 3}) {
		t.Errorf("elements %v are %v, want those of %v", at, found, want)
	}
	if text, err := json.Marshal(map[string]posterior.Posterior{"x": p}); err != nil || string(text) != `{"x":`+form+`}` {
		t.Errorf("written as %s, %v", text, err)
	}
	if x, ok := p.At(2, 0); !ok || x.String() != `{"dist":"point","value":3}` {
		t.Errorf("element 2, 0 is %s, %v", x, ok)
	}
	for _, at := range [][]int{{3}, {1, 0}, {-1}, {0, 0, 0}} {
		if x, ok := p.At(at...); ok {
			t.Errorf("element %v is %s", at, x)
		}
	}
	for range (posterior.Posterior{}).Elements() {
		t.Error("there is an element where nothing was found")
	}
}

// Each form has its marginals.
func TestMarginals(t *testing.T) {
	type want struct {
		index         []int
		mean, sd, q05 float64
		p             []float64
		text          string
		truth         bool
	}
	nan := math.NaN()
	z := special.NormalQuantile(0.05)
	for _, x := range []struct {
		form string
		want []want
	}{
		{`{"dist":"normal","mean":1,"variance":4}`, []want{{mean: 1, sd: 2, q05: 1 + 2*z}}},
		{`{"dist":"normal","uniform":true}`, []want{{mean: nan, sd: math.Inf(1), q05: nan, text: "normal uniform"}}},
		{`{"dist":"normal","mean":1,"variance":4,"q05":-3,"q50":1,"q95":6}`, []want{{mean: 1, sd: 2, q05: -3}}},
		{`{"dist":"gamma","shape":4,"rate":2}`, []want{{mean: 2, sd: 1, q05: 0.683, text: "gamma(shape 4, rate 2)"}}},
		{`{"dist":"bernoulli","p":0.25}`, []want{{mean: 0.25, sd: math.Sqrt(0.1875), q05: nan, truth: true}}},
		{`{"dist":"categorical","p":[0.25,0,0.75]}`, []want{{mean: 1.5, sd: math.Sqrt(0.75), q05: nan, p: []float64{0.25, 0, 0.75}}}},
		{`{"dist":"poisson","rate":1,"p":[0.5,0.5]}`, []want{{mean: 0.5, sd: 0.5, q05: nan, p: []float64{0.5, 0.5}}}},
		{`{"dist":"point","value":3}`, []want{{mean: 3, q05: 3}}},
		{`{"dist":"point","value":true}`, []want{{mean: 1, q05: 1, truth: true}}},
		{`{"dist":"point","value":[3,4]}`, []want{{index: []int{0}, mean: 3, q05: 3}, {index: []int{1}, mean: 4, q05: 4}}},
		{`{"dist":"point","value":[[3],[4]]}`, []want{{index: []int{0, 0}, mean: 3, q05: 3}, {index: []int{1, 0}, mean: 4, q05: 4}}},
		{`{"dist":"mvnormal","mean":[1,2],"covariance":[[4,1],[1,9]]}`, []want{{index: []int{0}, mean: 1, sd: 2, q05: 1 + 2*z}, {index: []int{1}, mean: 2, sd: 3, q05: 2 + 3*z}}},
		{`{"dist":"dirichlet","alpha":[1,2]}`, []want{{index: []int{0}, mean: 1.0 / 3, sd: math.Sqrt(2.0 / 36), q05: 1 - math.Sqrt(0.95)}, {index: []int{1}, mean: 2.0 / 3, sd: math.Sqrt(2.0 / 36), q05: math.Sqrt(0.05)}}},
		{`{"dist":"unheard"}`, []want{{mean: nan, sd: nan, q05: nan, text: "unheard"}}},
		{`{"dist":"samples","p":[0.5,0.5,null],"mcse":[0.1,0.1,null],"ess_bulk":100,"rhat":1}`, []want{{mean: nan, sd: nan, q05: nan, p: []float64{0.5, 0.5, nan}}}},
		{`{"dist":"samples","p":0.5,"mcse":0.1,"ess_bulk":100,"rhat":1}`, []want{{mean: 0.5, q05: nan, truth: true}}},
	} {
		list := marginals(t, x.form)
		if len(list) != len(x.want) {
			t.Errorf("%s: %d marginals, want %d", x.form, len(list), len(x.want))
			continue
		}
		for i, w := range x.want {
			m := list[i]
			if !reflect.DeepEqual(m.Index, w.index) || !near(m.Mean, w.mean) || !near(m.SD, w.sd) || !near(m.Q05, w.q05) || m.Truth != w.truth || len(m.P) != len(w.p) {
				t.Errorf("%s: %+v, want %+v", x.form, m, w)
			}
			for k := range w.p {
				if !near(m.P[k], w.p[k]) {
					t.Errorf("%s: probabilities %v, want %v", x.form, m.P, w.p)
				}
			}
			if w.text != "" && m.Text != w.text {
				t.Errorf("%s is %q, want %q", x.form, m.Text, w.text)
			}
		}
	}
	if _, err := read(t, `7`).Marginals(); err == nil {
		t.Error("a number is a posterior")
	}
}

// near tells whether two numbers are the same to what is written of them above.
func near(a, b float64) bool {
	return a == b || a != a && b != b || math.Abs(a-b) < 1e-3 && math.Abs(a-b) < 1e-9+1e-3*math.Abs(b)
}

// Of draws each number says how good it is.
func TestDraws(t *testing.T) {
	list := marginals(t, `{"dist":"samples","mean":[1,2],"sd":[1,1],"mcse":[0.1,0.2],"ess_bulk":[100,25],"ess_tail":[90,20],"rhat":[1,1.1],"q05":[0,0],"q50":[1,2],"q95":[2,3],"pareto_k":[0,0],"draws":50}`)
	if len(list) != 2 {
		t.Fatal(list)
	}
	d := list[1].Draws
	if list[1].Index[0] != 1 || list[1].Mean != 2 || d.MCSE != 0.2 || d.ESSBulk != 25 || d.ESSTail != 20 || d.RHat != 1.1 || !d.Local || d.Count != 50 || d.Rare {
		t.Errorf("%+v, %+v", list[1], d)
	}
	if d := marginals(t, `{"dist":"samples","p":null,"mcse":null,"ess_bulk":null,"rhat":null,"draws":0}`)[0].Draws; !d.Rare {
		t.Errorf("%+v of no draws", d)
	}
}

// TestPlace compares with distribution functions in closed form.
func TestPlace(t *testing.T) {
	for _, x := range []struct {
		form      string
		component int
		truth, u  float64
		want      float64
	}{
		{`{"dist":"normal","mean":1,"variance":4}`, 0, 3, 0, special.NormalCdf(1)},
		{`{"dist":"gamma","shape":1,"rate":2}`, 0, 1.5, 0, 1 - math.Exp(-3)},
		{`{"dist":"gamma","shape":1,"rate":2}`, 0, -1, 0, 0},
		{`{"dist":"inversegamma","shape":1,"rate":2}`, 0, 0.5, 0, math.Exp(-4)},
		{`{"dist":"beta","a":2,"b":1}`, 0, 0.3, 0, 0.09},
		{`{"dist":"bernoulli","p":0.3}`, 0, 0, 0.5, 0.35},
		{`{"dist":"bernoulli","p":0.3}`, 0, 1, 0.5, 0.85},
		{`{"dist":"categorical","p":[0.2,0.3,0.5]}`, 0, 1, 0.25, 0.275},
		{`{"dist":"poisson","rate":1,"p":[0.2,0.3,0.5]}`, 0, 2, 0.5, 0.75},
		{`{"dist":"dirichlet","alpha":[2,0.5,0.5]}`, 0, 0.3, 0, 0.09},
		{`{"dist":"mvnormal","mean":[0,1],"covariance":[[1,0.5],[0.5,4]]}`, 1, 3, 0, special.NormalCdf(1)},
	} {
		if got, ok := marginals(t, x.form)[x.component].Place(x.truth, x.u); !ok || !(math.Abs(got-x.want) <= 1e-12) {
			t.Errorf("%s at %g: %v %v, want %v", x.form, x.truth, got, ok, x.want)
		}
	}
	for _, form := range []string{`{"dist":"point","value":1}`, `{"dist":"wishart"}`, `{"dist":"normal","uniform":true}`} {
		if _, ok := marginals(t, form)[0].Place(1, 0.5); ok {
			t.Errorf("%s has a place", form)
		}
	}
}

// TestPlaceOfWhole: of a half-normal posterior, whose distribution is the gamma of its moments, the place is bent by the three
// quantiles: within 0.015, where the gamma is off by 0.048.
func TestPlaceOfWhole(t *testing.T) {
	mean, variance := math.Sqrt(2/math.Pi), 1-2/math.Pi
	form := fmt.Sprintf(`{"dist":"gamma","shape":%g,"rate":%g,"q05":%g,"q50":%g,"q95":%g}`, mean*mean/variance, mean/variance,
		special.NormalQuantile(0.525), special.NormalQuantile(0.75), special.NormalQuantile(0.975))
	m := marginals(t, form)[0]
	if !m.Whole() {
		t.Error("it is not whole")
	}
	worst, gamma := 0.0, 0.0
	for k := range 100 {
		want := (float64(k) + 0.5) / 100
		x := special.NormalQuantile((1 + want) / 2)
		got, _ := m.Place(x, 0)
		_, of, _ := m.Family().Cdf(m.Message(), x)
		worst, gamma = max(worst, math.Abs(got-want)), max(gamma, math.Abs(of-want))
	}
	if worst > 0.015 || gamma < 0.04 {
		t.Errorf("off by %.3f, the gamma by %.3f", worst, gamma)
	}
}

// TestSample: draws have the mean of the marginals, and what is no distribution has none.
func TestSample(t *testing.T) {
	s := mcmc.NewStream(1, 2)
	for _, form := range []string{
		`{"dist":"normal","mean":1,"variance":4}`, `{"dist":"gamma","shape":4,"rate":2}`, `{"dist":"inversegamma","shape":4,"rate":2}`,
		`{"dist":"beta","a":2,"b":1}`, `{"dist":"bernoulli","p":0.3}`, `{"dist":"categorical","p":[0.2,0.3,0.5]}`,
		`{"dist":"dirichlet","alpha":[2,0.5,0.5]}`, `{"dist":"mvnormal","mean":[0,1],"covariance":[[1,0.5],[0.5,4]]}`,
		`{"dist":"point","value":3}`, `{"dist":"point","value":[3,4]}`, `{"dist":"point","value":true}`,
	} {
		list := marginals(t, form)
		p, to, sum := read(t, form), make([]float64, len(list)), make([]float64, len(list))
		const n = 20000
		for range n {
			if !p.Sample(s, to) {
				t.Fatalf("%s: no draw", form)
			}
			for i, x := range to {
				sum[i] += x
			}
		}
		for i, m := range list {
			if math.Abs(sum[i]/n-m.Mean) > 5*m.SD/math.Sqrt(n) {
				t.Errorf("%s: the mean of draws of component %d is %g, want %g", form, i, sum[i]/n, m.Mean)
			}
		}
	}
	for _, form := range []string{`{"dist":"bernoulli","p":0.3}`, `{"dist":"poisson","rate":1}`, `{"dist":"point","value":[]}`} {
		if read(t, form).Sample(s, nil) {
			t.Errorf("%s: a vector without components was drawn", form)
		}
	}
	for _, form := range []string{`{"dist":"wishart"}`, `{"dist":"normal","uniform":true}`, `{"dist":"unheard"}`, `{"dist":"samples","p":0.5,"mcse":0.1,"ess_bulk":100,"rhat":1}`} {
		if read(t, form).Sample(s, make([]float64, 1)) {
			t.Errorf("%s was drawn from", form)
		}
	}
}

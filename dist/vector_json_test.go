package dist

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func checkVectorForm[T json.Marshaler](t *testing.T, d T, want string) {
	t.Helper()
	if back := roundTrip(t, d, want); !reflect.DeepEqual(back, d) {
		t.Errorf("%s: read as %v", want, back)
	}
}

func TestVectorJSONForms(t *testing.T) {
	checkVectorForm(t, DirichletAlpha(2, 0.1, 1e300), `{"dist":"dirichlet","alpha":[2,0.1,1e+300]}`)
	checkVectorForm(t, DirichletUniform(2), `{"dist":"dirichlet","alpha":[1,1]}`)
	checkVectorForm(t, DirichletPoint([]float64{0.25, 0.75}), `{"dist":"point","value":[0.25,0.75]}`)
	checkVectorForm(t, Dirichlet{A: []float64{-1, 2}}, `{"dist":"dirichlet","alpha":[-1,2],"improper":true}`)
	checkVectorForm(t, Dirichlet{A: []float64{}}, `{"dist":"dirichlet","alpha":[]}`)
	checkVectorForm(t, CategoricalPoint(1, 3), `{"dist":"categorical","p":[0,1,0]}`)
	roundTrip(t, CategoricalUniform(4), `{"dist":"categorical","p":[0.25,0.25,0.25,0.25]}`)
	checkVectorForm(t, CategoricalLogWeights(0, -1000, math.Inf(-1)), `{"dist":"categorical","p":[1,0,0],"log_p":[0,-1000,null]}`)
	d, _ := MvNormalMeanCovariance([]float64{1, -2}, []float64{4, 0, 0, 0.5})
	checkVectorForm(t, d, `{"dist":"mvnormal","mean":[1,-2],"covariance":[[4,0],[0,0.5]]}`)
	checkVectorForm(t, MvNormalUniform(2), `{"dist":"mvnormal","size":2,"uniform":true}`)
	checkVectorForm(t, MvNormalPoint([]float64{1, 2}), `{"dist":"point","value":[1,2]}`)
	checkVectorForm(t, MvNormal{H: []float64{1, 2}, P: []float64{0, 3, 3, 1}}, `{"dist":"mvnormal","mean_precision":[1,2],"precision":[[0,3],[3,1]]}`)
	p, _ := hilbert(8, 360360)
	ill := MvNormal{H: []float64{1, 2, 3, 4, 5, 6, 7, 8}, P: p}
	if text, err := json.Marshal(ill); err != nil || !strings.Contains(string(text), `"covariance"`) || !strings.Contains(string(text), `"mean_precision"`) {
		t.Errorf("ill-conditioned: %s, %v", text, err)
	}
	checkVectorForm(t, ill, "")
	v, _ := WishartDfScale(7, []float64{0.5, 0, 0, 4})
	checkVectorForm(t, v, `{"dist":"wishart","df":7,"scale":[[0.5,0],[0,4]]}`)
	checkVectorForm(t, WishartUniform(3), `{"dist":"wishart","size":3,"uniform":true}`)
	checkVectorForm(t, WishartPoint([]float64{2, 1, 1, 3}), `{"dist":"point","value":[[2,1],[1,3]]}`)
	checkVectorForm(t, Wishart{Shape: 2, Rate: []float64{1, 2, 2, 1}}, `{"dist":"wishart","shape":2,"rate":[[1,2],[2,1]],"improper":true}`)
	illWishart := Wishart{Shape: 7, Rate: p}
	if text, err := json.Marshal(illWishart); err != nil || !strings.Contains(string(text), `"scale"`) || !strings.Contains(string(text), `"inverse"`) {
		t.Errorf("ill-conditioned: %s, %v", text, err)
	}
	checkVectorForm(t, illWishart, "")
	if _, err := json.Marshal(DirichletAlpha(1, math.NaN())); err == nil || !strings.Contains(err.Error(), `"alpha" has element 1 that is NaN`) {
		t.Errorf("NaN: %v", err)
	}
	if _, err := json.Marshal(Categorical{[]float64{math.NaN()}}); err == nil {
		t.Error("NaN was written")
	}
}

func TestVectorJSONRead(t *testing.T) {
	check := func(into json.Unmarshaler, text string, want any) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := reflect.ValueOf(into).Elem().Interface(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read as %v, want %v", text, got, want)
		}
	}
	check(new(Dirichlet), `{"dist":"dirichlet","mean":[0.25,0.75],"count":8}`, DirichletAlpha(2, 6))
	check(new(Dirichlet), `{"dist":"dirichlet","uniform":true,"size":2}`, DirichletUniform(2))
	check(&Dirichlet{A: make([]float64, 3)}, `{"dist":"dirichlet","uniform":true}`, DirichletUniform(3))
	check(new(Categorical), `{"dist":"categorical","uniform":true,"size":2}`, CategoricalUniform(2))
	d, _ := MvNormalMeanPrecision([]float64{1, 2}, []float64{2, 1, 1, 2})
	check(new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"precision":[[2,1],[1,2]]}`, d)
	check(&MvNormal{H: make([]float64, 3)}, `{"dist":"mvnormal","uniform":true}`, MvNormalUniform(3))
	check(new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[[0,0],[0,0]]}`, MvNormalPoint([]float64{1, 2}))
	v, _ := WishartDfInverseScale(7, []float64{2, 0, 0, 4})
	check(new(Wishart), `{"dist":"wishart","df":7,"inverse":[[2,0],[0,4]]}`, v)
	check(&Wishart{Rate: make([]float64, 9)}, `{"dist":"wishart","uniform":true}`, WishartUniform(3))
	check(&Categorical{make([]float64, 3)}, `{"dist":"point","value":2}`, CategoricalPoint(2, 3))
	check(new(Categorical), `{"dist":"point","value":2,"size":3}`, CategoricalPoint(2, 3))
}

func TestVectorJSONRefused(t *testing.T) {
	for _, c := range []struct {
		into       json.Unmarshaler
		text, want string
	}{
		{new(Dirichlet), `{"dist":"dirichlet","alpha":[1,0]}`, `dirichlet: "alpha"[1] must be above 0, not 0`},
		{new(Dirichlet), `{"dist":"dirichlet","alpha":[1,null]}`, `dirichlet: "alpha"[1] must be a number, not null`},
		{new(Dirichlet), `{"dist":"dirichlet","alpha":[1,[2]]}`, `dirichlet: "alpha"[1] must be a number, not [2]`},
		{new(Dirichlet), `{"dist":"dirichlet","alpha":3}`, `dirichlet: "alpha" must be an array of numbers, not 3`},
		{new(Dirichlet), `{"dist":"dirichlet","alpha":null}`, `dirichlet: "alpha" must be an array of numbers, not null`},
		{new(Dirichlet), `{"dist":"dirichlet"}`, `dirichlet: "alpha" is missing`},
		{new(Dirichlet), `{"dist":"dirichlet","alpha":[1],"beta":2}`, `dirichlet: unknown field "beta"`},
		{new(Dirichlet), `{"dist":"dirichlet","uniform":true}`, `dirichlet: "size" is missing`},
		{new(Dirichlet), `{"dist":"dirichlet","uniform":true,"size":1.5}`, `dirichlet: "size" must be a whole number, not 1.5`},
		{new(Dirichlet), `{"dist":"dirichlet","mean":[0,1],"count":3}`, `dirichlet: "mean"[0] must be above 0`},
		{new(Dirichlet), `{"dist":"point","value":[0.5,0.6]}`, `dirichlet: "value" must sum to 1, not to 1.1`},
		{new(Dirichlet), `{"dist":"point","value":[1.5,-0.5]}`, `dirichlet: "value"[1] must be at least 0, not -0.5`},
		{new(Dirichlet), `{"dist":"beta","alpha":[1]}`, `dirichlet: "dist" must be "dirichlet" or "point", not "beta"`},
		{new(Categorical), `{"dist":"categorical","p":[0.5,0.4]}`, `categorical: "p" must sum to 1, not to 0.9`},
		{new(Categorical), `{"dist":"categorical","p":[1,-1,1]}`, `categorical: "p"[1] must be at least 0, not -1`},
		{new(Categorical), `{"dist":"categorical","log_p":[null,null]}`, `categorical: "log_p" has no value of probability above 0`},
		{new(Categorical), `{"dist":"categorical","log_p":["a"]}`, `categorical: "log_p"[0] must be a number or null, not "a"`},
		{new(Categorical), `{"dist":"point","value":2}`, `categorical: "size" is missing`},
		{&Categorical{make([]float64, 2)}, `{"dist":"point","value":2}`, `categorical: "value" must be one of the whole numbers below 2, not 2`},
		{&Categorical{make([]float64, 2)}, `{"dist":"point","value":0.5}`, `categorical: "value" must be one of the whole numbers below 2, not 0.5`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2]}`, `mvnormal: one of "covariance", "precision" is missing`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[[1,0],[0]]}`, `mvnormal: "covariance"[1] has length 1, but there are 2 rows`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[[1,0],[0,"a"]]}`, `mvnormal: "covariance"[1][1] must be a number, not "a"`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[1,2]}`, `mvnormal: "covariance"[0] must be an array of numbers, not 1`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":2}`, `mvnormal: "covariance" must be an array of rows, which are arrays of numbers, not 2`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[[1]]}`, `mvnormal: "covariance" has 1 rows, but "mean" has length 2`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"covariance":[[1,2],[3,9]]}`, `mvnormal: covariance is not symmetric: [0][1] is 2, but [1][0] is 3`},
		{new(MvNormal), `{"dist":"mvnormal","mean":[1,2],"precision":[[1,2],[2,1]]}`, `mvnormal: precision is not positive definite: its leading minor of size 2 is not positive`},
		{new(MvNormal), `{"dist":"mvnormal","mean_precision":[1,2],"precision":[[1]]}`, `mvnormal: "precision" has 1 rows, but "mean_precision" has length 2`},
		{new(Wishart), `{"dist":"wishart","df":3,"scale":[[1,2],[3,9]]}`, `wishart: scale is not symmetric: [0][1] is 2, but [1][0] is 3`},
		{new(Wishart), `{"dist":"wishart","df":3,"scale":[]}`, `wishart: "scale" has no rows`},
		{new(Wishart), `{"dist":"wishart","df":1,"scale":[[1,0],[0,1]]}`, `wishart: df is 1, but must be above 1 for a matrix of 2 rows`},
		{new(Wishart), `{"dist":"wishart","scale":[[1,0],[0,1]]}`, `wishart: "df" is missing`},
		{new(Wishart), `{"dist":"wishart","df":3}`, `wishart: "scale" is missing`},
		{new(Wishart), `{"dist":"point","value":[[1,2],[0,1]]}`, `wishart: value is not symmetric: [0][1] is 2, but [1][0] is 0`},
	} {
		before := reflect.ValueOf(c.into).Elem().Interface()
		err := c.into.UnmarshalJSON([]byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
		if !reflect.DeepEqual(reflect.ValueOf(c.into).Elem().Interface(), before) {
			t.Errorf("%s: changed the value", c.text)
		}
	}
}

func TestVectorString(t *testing.T) {
	d, _ := MvNormalMeanCovariance([]float64{1, -2}, []float64{4, 0, 0, 0.5})
	for want, d := range map[string]interface{ String() string }{
		"mvnormal(mean [1, -2], variance [4, 0.5])":      d,
		"wishart(df 5, mean [2.5, 0, 0, 1.25])":          Wishart{Shape: 2.5, Rate: []float64{1, 0, 0, 2}},
		"wishart(uniform of size 3)":                     WishartUniform(3),
		"mvnormal(uniform of size 3)":                    MvNormalUniform(3),
		"dirichlet(alpha [2, 0.5])":                      DirichletAlpha(2, 0.5),
		"dirichlet(alpha [1, 1, 1, 1, 1, 1, 1, 1, ...])": DirichletUniform(9),
		"point([0.25, 0.75])":                            DirichletPoint([]float64{0.25, 0.75}),
		"categorical([0.25, 0.75])":                      CategoricalWeights([]float64{1, 3}),
		"categorical(uniform over 5)":                    CategoricalUniform(5),
		"point(2)":                                       CategoricalPoint(2, 4),
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

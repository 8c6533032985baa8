package passing

import (
	"errors"
	"math"
	"testing"

	"mpc/dist"
	"mpc/engine"
)

// What says nothing leaves the other message as it is; others are multiplied, slice by slice, and their scales are added up.
func TestTimes(t *testing.T) {
	a, b := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-1, 3)
	var p Product
	times := TimesEach(TimesEach(TimesScaled[dist.Normal]))
	got := times(&p, "x", [][]dist.Normal{{a, b}, nil}, [][]dist.Normal{{b, {}}, {a}})
	if got[0][0] != a.Times(b) || got[0][1] != b || got[1][0] != a || p.Err != nil {
		t.Error(got, p)
	}
	if want := a.LogIntegral(b); math.Abs(p.Scale-want) > 1e-15 {
		t.Errorf("scale %g, want %g", p.Scale, want)
	}
	if got := times(&p, "x", nil, got); len(got) != 2 || p.Err != nil {
		t.Error(got, p)
	}
	// The zero value of a beta says nothing, though as a message it would.
	beta := dist.BetaCounts(2, 3)
	if Times(&p, "p", beta, dist.Beta{}) != beta || Times(&p, "p", dist.Beta{}, beta) != beta {
		t.Error("the zero value of a beta says something")
	}
}

func TestTimesVector(t *testing.T) {
	var p Product
	a, b := dist.CategoricalWeights([]float64{1, 3}), dist.CategoricalWeights([]float64{1, 1})
	if got := TimesVectorScaled(&p, "z", a, b); math.Abs(got.LogP[1]-got.LogP[0]-math.Log(3)) > 1e-15 {
		t.Error(got)
	}
	if want := engine.JointScale(a, b, dist.CategoricalWeights([]float64{1, 3})); p.Scale != want {
		t.Errorf("scale %g, want %g", p.Scale, want)
	}
	if got := TimesVectorScaled(&p, "z", dist.Categorical{}, b); got.Size() != 2 || p.Err != nil {
		t.Error(got, p)
	}
}

// Messages of different sizes are an error of the first variable that has them.
func TestTimesDiffers(t *testing.T) {
	two, three := dist.CategoricalUniform(2), dist.CategoricalUniform(3)
	for name, times := range map[string]func(p *Product){
		"a vector": func(p *Product) { TimesVector(p, "z", two, three) },
		"a slice": func(p *Product) {
			TimesEach(Times[dist.Normal])(p, "z", make([]dist.Normal, 2), make([]dist.Normal, 1))
		},
		"a row": func(p *Product) {
			TimesEach(TimesEach(Times[dist.Normal]))(p, "z", [][]dist.Normal{{{}}}, [][]dist.Normal{{}})
		},
	} {
		var p Product
		times(&p)
		TimesVector(&p, "later", two, three)
		var of *engine.InputError
		if !errors.As(p.Err, &of) || of.Input != "z" {
			t.Errorf("%s: %v", name, p.Err)
		}
	}
}

// What is new is kept as it is: of what said nothing before, or had another size.
func TestDamped(t *testing.T) {
	a, b := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-1, 3)
	damped := DampedEach(Damped[dist.Normal])
	if got := damped([]dist.Normal{a, a}, []dist.Normal{b, {}}, 0.25); got[0] != a.Damp(b, 0.25) || got[1] != a {
		t.Error(got)
	}
	if got := damped([]dist.Normal{a}, nil, 0.25); got[0] != a {
		t.Error(got)
	}
	v, w := dist.CategoricalWeights([]float64{1, 3}), dist.CategoricalWeights([]float64{3, 1})
	if got := DampedVector(v, w, 0.5); math.Abs(got.LogP[0]-got.LogP[1]) > 1e-15 || v.LogP[0] == v.LogP[1] {
		t.Error(got, v)
	}
	if got := DampedVector(v, dist.Categorical{}, 0.5); got.LogP[0] != v.LogP[0] {
		t.Error(got)
	}
}

func TestReadShared(t *testing.T) {
	var to struct {
		X float64 `json:"x"`
	}
	for text, input := range map[string]string{`{"x": 2}`: "", `{}`: "x", `{"x": 2, "y": 1}`: "shared", `{"x": "a"}`: "x"} {
		to.X = 0
		err := ReadShared([]byte(text), &to, "x")
		var of *engine.InputError
		if input == "" && (err != nil || to.X != 2) || input != "" && (!errors.As(err, &of) || of.Input != input) {
			t.Errorf("%s: %v, %v", text, to, err)
		}
	}
	if ReadShared([]byte("["), &to, "x") == nil {
		t.Error("no JSON is read")
	}
}

// A change is the largest of any element: where the size changes it is +Inf, and what says nothing still has not changed.
func TestChangeOf(t *testing.T) {
	a, b := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-1, 3)
	known := func(list ...dist.Normal) []Belief { return []Belief{Known[dist.Normal](list)} }
	for _, c := range []struct {
		now, old []Belief
		want     float64
	}{
		{known(a, b), known(a, b), 0},
		{known(a, dist.Normal{}), known(a, dist.Normal{}), 0},
		{known(a, b), known(a, a), b.Change(a)},
		{known(a, b), known(a), math.Inf(1)},
	} {
		if got := changeOf(c.now, c.old); got != c.want {
			t.Errorf("%v after %v: %g, want %g", c.now, c.old, got, c.want)
		}
	}
	v, w := dist.NewMvNormals(1, func(int) int { return 2 }), dist.NewMvNormals(1, func(int) int { return 2 })
	v[0].P[0], v[0].P[3] = 1, 1
	if got, want := changeOf([]Belief{KnownIn[dist.MvNormal](v)}, []Belief{KnownIn[dist.MvNormal](w)}), v[0].Change(w[0], new(dist.MvWork)); got != want {
		t.Errorf("%g, want %g", got, want)
	}
}

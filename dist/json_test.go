package dist

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// roundTrip writes d, checks the text if one is given, and reads it back.
func roundTrip[T json.Marshaler](t *testing.T, d T, want string) T {
	t.Helper()
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatalf("%v: %v", d, err)
	}
	if want != "" && string(text) != want {
		t.Errorf("%v: %s, want %s", d, text, want)
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return back
}

func TestJSONForms(t *testing.T) {
	checkForm(t, NormalMeanVariance(3, 4), `{"dist":"normal","mean":3,"variance":4}`)
	checkForm(t, NormalPoint(-1.5), `{"dist":"point","value":-1.5}`)
	checkForm(t, NormalUniform(), `{"dist":"normal","uniform":true}`)
	checkForm(t, Normal{2, -1}, `{"dist":"normal","precision":-1,"mean_precision":2}`)
	checkForm(t, Normal{2, 0}, `{"dist":"normal","precision":0,"mean_precision":2}`)
	checkForm(t, Normal{2, 5e-324}, `{"dist":"normal","precision":5e-324,"mean_precision":2}`)
	checkForm(t, Gamma{0.1, 1e300}, `{"dist":"gamma","shape":0.1,"rate":1e+300}`)
	checkForm(t, GammaUniform(), `{"dist":"gamma","uniform":true}`)
	checkForm(t, GammaPoint(2), `{"dist":"point","value":2}`)
	checkForm(t, Gamma{-0.5, 1}, `{"dist":"gamma","shape":-0.5,"rate":1,"improper":true}`)
	checkForm(t, InverseGamma{2, 1}, `{"dist":"inversegamma","shape":2,"rate":1}`)
	checkForm(t, InverseGammaUniform(), `{"dist":"inversegamma","uniform":true}`)
	checkForm(t, InverseGammaPoint(2), `{"dist":"point","value":2}`)
	checkForm(t, InverseGamma{-3, 1}, `{"dist":"inversegamma","shape":-3,"rate":1,"improper":true}`)
	checkForm(t, BetaUniform(), `{"dist":"beta","a":1,"b":1}`)
	checkForm(t, BetaPoint(0.25), `{"dist":"point","value":0.25}`)
	checkForm(t, Beta{-1, 2}, `{"dist":"beta","a":-1,"b":2,"improper":true}`)
	checkForm(t, BernoulliUniform(), `{"dist":"bernoulli","p":0.5,"log_odds":0}`)
	checkForm(t, BernoulliLogOdds(50), `{"dist":"bernoulli","p":1,"log_odds":50}`)
	checkForm(t, BernoulliPoint(true), `{"dist":"bernoulli","p":1}`)
	checkForm(t, BernoulliPoint(false), `{"dist":"bernoulli","p":0}`)
	if _, err := json.Marshal(Normal{math.NaN(), 1}); err == nil {
		t.Error("NaN was written")
	}
}

func checkForm[T interface {
	comparable
	json.Marshaler
}](t *testing.T, d T, want string) {
	t.Helper()
	if back := roundTrip(t, d, want); back != d {
		t.Errorf("%s: read as %v", want, back)
	}
}

func TestJSONRoundTripsRandomNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	wide := func() float64 { return math.Exp(200 * (2*rng.Float64() - 1)) }
	for range 2000 {
		n := Normal{rng.NormFloat64() * wide(), wide()}
		if back := roundTrip(t, n, ""); distUlps(back.H, n.H) > 1 || distUlps(back.P, n.P) > 1 {
			t.Errorf("%b read as %b", n, back)
		}
		if g := (Gamma{wide(), wide()}); roundTrip(t, g, "") != g {
			t.Errorf("%v", g)
		}
		if b := (Bernoulli{rng.NormFloat64() * wide()}); roundTrip(t, b, "") != b {
			t.Errorf("%v", b)
		}
	}
}

func TestJSONRead(t *testing.T) {
	read := func(text string, into json.Unmarshaler) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	var n [3]Normal
	read(`{"dist": "normal", "mean": 3, "sd": 2}`, &n[0])
	read(`{"dist": "normal", "precision": 0.25, "mean": 3}`, &n[1])
	read(`{"dist": "normal", "mean": 3, "variance": 0}`, &n[2])
	if n != [3]Normal{{0.75, 0.25}, {0.75, 0.25}, NormalPoint(3)} {
		t.Errorf("%v", n)
	}
	var g Gamma
	if read(`{"dist":"gamma","shape":2,"scale":4}`, &g); g != (Gamma{2, 0.25}) {
		t.Errorf("%v", g)
	}
	var b Beta
	if read(`{"dist":"beta","mean":0.25,"count":8}`, &b); b != (Beta{2, 6}) {
		t.Errorf("%v", b)
	}
	var c [3]Bernoulli
	read(`{"dist":"bernoulli","p":0.3}`, &c[0])
	read(`{"dist":"bernoulli","log_odds":-2}`, &c[1])
	read(`{"dist":"bernoulli","p":1}`, &c[2])
	if c != [3]Bernoulli{BernoulliP(0.3), {-2}, BernoulliPoint(true)} {
		t.Errorf("%v", c)
	}
}

func TestJSONRefused(t *testing.T) {
	for _, c := range []struct {
		into       json.Unmarshaler
		text, want string
	}{
		{new(Normal), `{"dist":"normal","mean":1}`, `normal: one of "variance", "sd", "precision" is missing`},
		{new(Normal), `{"dist":"normal","mean":1,"sd":1,"variance":1}`, `normal: "variance" and "sd" exclude each other`},
		{new(Normal), `{"dist":"normal","mean":1,"variance":-1}`, `normal: "variance" must be at least 0, not -1`},
		{new(Normal), `{"dist":"normal","mean":1,"precision":0}`, `normal: "precision" must be positive, not 0`},
		{new(Normal), `{"dist":"normal","mean":"x","variance":1}`, `normal: "mean" must be a number, not "x"`},
		{new(Normal), `{"dist":"normal","mean":null,"variance":1}`, `normal: "mean" must be a number, not null`},
		{new(Normal), `{"dist":"normal","mean":1,"variance":1,"Mean":1}`, `normal: unknown field "Mean"`},
		{new(Normal), `{"dist":"normal","mean":1,"mean":2,"variance":1}`, `normal: "mean" is given twice`},
		{new(Normal), `{"dist":"normal","mean":1e999,"variance":1}`, `normal: "mean" must be a number, not 1e999`},
		{new(Normal), `{"dist":"normal","mean":1e300,"variance":1e-300}`, `normal: the numbers are too large or too small`},
		{new(Normal), `{"dist":"gamma","shape":1,"rate":1}`, `normal: "dist" must be "normal" or "point", not "gamma"`},
		{new(Normal), `{"mean":1,"variance":1}`, `normal: "dist" is missing`},
		{new(Normal), `[1, 2]`, `normal: an object such as {"dist": "normal", ...} was expected`},
		{new(Normal), `null`, `normal: an object such as {"dist": "normal", ...} was expected`},
		{new(Gamma), `{"dist":"gamma","shape":-1,"rate":1}`, `gamma: "shape" must be positive, not -1`},
		{new(Gamma), `{"dist":"point","value":-1}`, `gamma: "value" must be at least 0, not -1`},
		{new(InverseGamma), `{"dist":"inversegamma","shape":1,"scale":1}`, `inversegamma: "rate" is missing`},
		{new(Beta), `{"dist":"beta","a":1,"b":0}`, `beta: "b" must be positive, not 0`},
		{new(Beta), `{"dist":"beta","mean":1,"count":3}`, `beta: "mean" must be above 0 and below 1`},
		{new(Bernoulli), `{"dist":"bernoulli","p":1.5}`, `bernoulli: "p" must be between 0 and 1, not 1.5`},
		{new(Bernoulli), `{"dist":"bernoulli","p":0.5,"log_odds":1}`, `bernoulli: "p" is 0.5, but "log_odds" gives 0.7310585786300049`},
		{new(Bernoulli), `{"dist":"point","value":1}`, `bernoulli: "value" must be true or false, not 1`},
	} {
		// Called directly: package json leaves some null values to itself.
		err := c.into.UnmarshalJSON([]byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestString(t *testing.T) {
	for want, d := range map[string]interface{ String() string }{
		"normal(mean 25.1, variance 2.2)":        NormalMeanVariance(25.1, 2.2),
		"normal(precision -1, precision*mean 2)": Normal{2, -1},
		"point(3)":                               GammaPoint(3),
		"gamma(shape 2, rate 0.5)":               Gamma{2, 0.5},
		"gamma(uniform)":                         GammaUniform(),
		"inversegamma(shape 2, rate 0.5)":        InverseGamma{2, 0.5},
		"beta(a 2, b 0.5)":                       Beta{2, 0.5},
		"bernoulli(0.3)":                         BernoulliP(0.3),
		"bernoulli(1 - 2.06115e-09)":             BernoulliLogOdds(20),
		"point(true)":                            BernoulliPoint(true),
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

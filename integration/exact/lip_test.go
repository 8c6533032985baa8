package exact

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// TestLip: lip cancer in 56 districts of Scotland, three of them islands (Clayton and Kaldor 1987), beside a long run of Gibbs
// sampling of the BUGS program, which draws the autoregression in another form.
func TestLip(t *testing.T) {
	const text = `model: lip
inputs: {area: range, edge: range, from: "index(area)[edge]", to: "index(area)[edge]", cases: "int[area]", expected: "real[area]", x: "real[area]"}
program: |
  a ~ flat()
  b ~ flat()
  tau ~ gamma(shape = 0.5, rate = 0.0005)
  u ~ icar(from, to, precision = tau)
  for (i in area) { cases[i] ~ poisson(expected[i] * exp(a + b * x[i] + u[i])) }
infer: [a, b, tau, u]
`
	read := func(name string, into any) {
		b, err := os.ReadFile("testdata/lip/" + name)
		if err == nil {
			err = json.Unmarshal(b, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	inputs := map[string]any{}
	var want struct {
		A, B, Tau [2]float64
		U         [][2]float64
	}
	read("data.json", &inputs)
	read("reference.json", &want)
	r, err := interpretTree(t, text, inputs)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][][2]float64{"a": {want.A}, "b": {want.B}, "tau": {want.Tau}, "u": want.U}
	for _, p := range r.Posteriors {
		for k, x := range flatMoments(p.Value) {
			w, mean, sd := of[p.Name][k], x.Mean(), math.Sqrt(x.Variance())
			if !(math.Abs(mean-w[0]) <= 0.03*w[1]+1e-9) || !(math.Abs(sd-w[1]) <= 0.03*w[1]+1e-9) {
				t.Errorf("%s[%d] has mean %.5g and sd %.5g, want %.5g and %.5g", p.Name, k, mean, sd, w[0], w[1])
			}
		}
	}
}

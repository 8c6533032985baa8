package exact

import (
	"encoding/json"
	"math"
	"testing"
)

// TestBorderOfAlgorithms runs x of EP between m and t of VMP, and compares with
// the fixed point that quadrature finds: what x hears is the factor averaged over
// the posteriors of m and t, what they hear is the expectation of its log under
// the marginal of x.
func TestBorderOfAlgorithms(t *testing.T) {
	const text = `model: border
algorithm: {default: vmp, x: ep}
inputs:
  y: real
program: |
  m ~ normal(1, variance = 2)
  tau ~ gamma(shape = 3, rate = 2)
  x ~ normal(m, precision = tau)
  y ~ normal(x, variance = 0.5)
infer: [m, tau, x]
iterate: {max: 5000, tolerance: 1e-13}
`
	const y = 4.0
	mMean, mVar := 1.0, 2.0
	shape, rate := 3.0, 2.0
	var xMean, xVar float64
	for range 500 {
		// Moments of N(y; x, 0.5) times the average of N(x; mMean, mVar + 1/tau).
		var z, z1, z2 float64
		for _, tau := range gammaGrid(shape, rate) {
			v := mVar + 1/tau.at
			// The product of two normals in x.
			p := 1/0.5 + 1/v
			mean := (y/0.5 + mMean/v) / p
			w := tau.weight * math.Exp(-(y-mMean)*(y-mMean)/(2*(0.5+v))) / math.Sqrt(0.5+v)
			z += w
			z1 += w * mean
			z2 += w * (1/p + mean*mean)
		}
		xMean, xVar = z1/z, z2/z-z1/z*(z1/z)
		mPrec := 1/2.0 + shape/rate
		mMean, mVar = (1/2.0+shape/rate*xMean)/mPrec, 1/mPrec
		d := xMean - mMean
		shape, rate = 3.5, 2+(d*d+xVar+mVar)/2
	}
	got := inferred(t, text, map[string]any{"y": y})
	for _, c := range []struct {
		name, key string
		want      float64
	}{
		{"x", "mean", xMean}, {"x", "variance", xVar},
		{"m", "mean", mMean}, {"m", "variance", mVar},
		{"tau", "shape", shape}, {"tau", "rate", rate},
	} {
		if g := got[c.name][c.key]; math.Abs(g-c.want) > 1e-7*math.Abs(c.want) {
			t.Errorf("%s of %s is %.12g, quadrature says %.12g", c.key, c.name, g, c.want)
		}
	}
}

type node struct{ at, weight float64 }

// gammaGrid is a fine trapezoidal rule in the log of a gamma variable.
func gammaGrid(shape, rate float64) []node {
	var list []node
	sum := 0.0
	for i := -4000; i <= 2000; i++ {
		u := float64(i) / 200
		x := math.Exp(u) * shape / rate
		w := math.Exp(shape*math.Log(x) - rate*x)
		list = append(list, node{x, w})
		sum += w
	}
	for i := range list {
		list[i].weight /= sum
	}
	return list
}

// inferred runs a model in the interpreter and returns the numbers of its
// posteriors.
func inferred(t *testing.T, text string, inputs map[string]any) map[string]map[string]float64 {
	t.Helper()
	r, err := interpretTree(t, text, inputs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Posteriors map[string]map[string]any `json:"posteriors"`
	}
	if err := json.Unmarshal(b, &result); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]float64{}
	for name, p := range result.Posteriors {
		out[name] = map[string]float64{}
		for key, v := range p {
			if x, ok := v.(float64); ok {
				out[name][key] = x
			}
		}
	}
	return out
}

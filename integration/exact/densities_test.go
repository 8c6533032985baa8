package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// TestDensitiesWithoutHyperparameters: a regression on densities that EP has no messages of, with nothing to
// integrate, has a joint posterior: moments and evidence are those of a fine sum over both coefficients.
func TestDensitiesWithoutHyperparameters(t *testing.T) {
	x := []float64{-1.5, -1.1, -0.6, -0.2, 0, 0.3, 0.7, 1.2, 1.4, 2}
	gamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for _, k := range []struct {
		name, kind, density string
		y                   []float64
		log                 func(y, z float64) float64
	}{
		{"negbinomial", "int", "negbinomial(3, 3 / (3 + exp(a + b * x[i])))", []float64{0, 1, 0, 2, 1, 4, 0, 3, 7, 5}, func(y, z float64) float64 {
			p := 3 / (3 + math.Exp(z))
			return gamma(y+3) - gamma(3) - gamma(y+1) + 3*math.Log(p) + y*math.Log1p(-p)
		}},
		{"weibull", "real", "weibull(1.5, exp(a + b * x[i]))", []float64{0.4, 0.2, 1.1, 0.5, 2, 0.9, 1.3, 4, 2.2, 3.1}, func(y, z float64) float64 {
			r := y / math.Exp(z)
			return math.Log(1.5) - z + 0.5*math.Log(r) - math.Pow(r, 1.5)
		}},
		{"gamma", "real", "gamma(shape = 2, rate = 2 / exp(a + b * x[i]))", []float64{0.4, 0.2, 1.1, 0.5, 2, 0.9, 1.3, 4, 2.2, 3.1}, func(y, z float64) float64 {
			rate := 2 / math.Exp(z)
			return 2*math.Log(rate) + math.Log(y) - rate*y
		}},
		{"beta", "real", "beta(5 * logistic(a + b * x[i]), 5 * (1 - logistic(a + b * x[i])))", []float64{0.4, 0.2, 0.1, 0.5, 0.7, 0.3, 0.6, 0.9, 0.8, 0.75}, func(y, z float64) float64 {
			m := 1 / (1 + math.Exp(-z))
			return gamma(5) - gamma(5*m) - gamma(5*(1-m)) + (5*m-1)*math.Log(y) + (5*(1-m)-1)*math.Log1p(-y)
		}},
		{"studentt", "real", "studentt(df = 4, location = a + b * x[i], scale = 0.7)", []float64{-0.4, -0.2, 0.1, 9, 0.7, 0.3, 0.6, 0.9, 0.8, 1.75}, func(y, z float64) float64 {
			d := (y - z) / 0.7
			return gamma(2.5) - gamma(2) - 0.5*math.Log(4*math.Pi) - math.Log(0.7) - 2.5*math.Log1p(d*d/4)
		}},
	} {
		values, _ := json.Marshal(map[string]any{"n": len(x), "x": x, "y": k.y})
		got := planned(t, fmt.Sprintf(`model: densities
inputs: {n: range, x: "real[n]", y: "%s[n]"}
program: |
  a ~ normal(0, sd = 3)
  b ~ normal(0, sd = 3)
  for (i in n) { y[i] ~ %s }
infer: [a, b, evidence]
`, k.kind, k.density), string(values))
		var z, m, mm [2]float64
		sum, step, top := 0.0, 0.05, math.Inf(-1)
		log := func(a, b float64) float64 {
			l := -(a*a+b*b)/18 - math.Log(2*math.Pi*9)
			for i := range x {
				l += k.log(k.y[i], a+b*x[i])
			}
			return l
		}
		for _, evaluate := range []bool{false, true} {
			for z[0] = -3.0; z[0] < 4; z[0] += step {
				for z[1] = -3.0; z[1] < 4; z[1] += step {
					l := log(z[0], z[1])
					if !evaluate {
						top = max(top, l)
						continue
					}
					w := math.Exp(l - top)
					sum += w
					for j := range 2 {
						m[j], mm[j] = m[j]+w*z[j], mm[j]+w*z[j]*z[j]
					}
				}
			}
		}
		for j, name := range []string{"a", "b"} {
			mean := m[j] / sum
			sd := math.Sqrt(mm[j]/sum - mean*mean)
			d := got[name].(dist.Normal)
			if !(math.Abs(d.Mean()-mean) < 0.02*sd && math.Abs(math.Sqrt(d.Variance())-sd) < 0.05*sd) {
				t.Errorf("%s: %s has mean %v and sd %v, want %v and %v", k.name, name, d.Mean(), math.Sqrt(d.Variance()), mean, sd)
			}
		}
		if want := top + math.Log(sum*step*step); !(math.Abs(got["evidence"].(float64)-want) < 0.05) {
			t.Errorf("%s: evidence %v, want %v", k.name, got["evidence"], want)
		}
	}
}

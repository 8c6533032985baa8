package exact

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// TestCorrelationsBeyond: of a correlation whose prior goes beyond -1 and 1 the posterior is that between them, by a sum over it.
func TestCorrelationsBeyond(t *testing.T) {
	y := [][]float64{{1, 0.5}, {2, 1.5}, {-1, -0.2}, {0.5, 0.1}}
	for prior, log := range map[string]func(r float64) float64{
		"uniform(-2, 2)":        func(float64) float64 { return 0 },
		"normal(0.2, sd = 0.8)": func(r float64) float64 { return -(r - 0.2) * (r - 0.2) / 2 / 0.64 },
		"truncated(normal(0, sd = 1), -0.5, 1.5)": func(r float64) float64 {
			if r < -0.5 {
				return math.Inf(-1)
			}
			return -r * r / 2
		},
	} {
		text := fmt.Sprintf("model: beyond\ninputs: {n: range, y: \"vector(2)[n]\"}\nprogram: |\n  r ~ %s\n  for (i in n) {\n    b[i] ~ mvnormal([0, 0], covariance = [[1, r], [r, 1]])\n    y[i] ~ mvnormal(b[i], covariance = [[0.5, 0], [0, 0.5]])\n  }\ninfer: [r]\n", prior)
		found, err := interpretTree(t, text, map[string]any{"y": y, "n": len(y)})
		if err != nil {
			t.Fatalf("%s: %v", prior, err)
		}
		all, first, second := 0.0, 0.0, 0.0
		for k := range 20000 {
			r := -1 + (float64(k)+0.5)/10000
			l := log(r)
			for _, v := range y { // of covariance [[1.5, r], [r, 1.5]]
				det := 2.25 - r*r
				l += -0.5*math.Log(det) - 0.5*(1.5*v[0]*v[0]-2*r*v[0]*v[1]+1.5*v[1]*v[1])/det
			}
			w := math.Exp(l)
			all, first, second = all+w, first+w*r, second+w*r*r
		}
		mean := first / all
		variance := second/all - mean*mean
		got, ok := found.Posteriors[0].Value.(dist.Normal)
		if !ok || !(math.Abs(got.Mean()-mean) < 0.003*math.Sqrt(variance)) || !(math.Abs(got.Variance()/variance-1) < 0.01) {
			t.Errorf("%s: %v, want mean %v, variance %v", prior, found.Posteriors[0].Value, mean, variance)
		}
	}
}

// TestSuccessesAlone: shares of which all trials succeeded, of a concentration that may be near 0: moments are those of a sum over it.
func TestSuccessesAlone(t *testing.T) {
	for _, y := range [][]float64{{5}, {5, 4}, {1, 12, 3}} {
		src := "model: successes\ninputs: {group: range, y: \"int[group]\", n: \"int[group]\"}\nprogram: |\n  k ~ gamma(0.5, rate = 1)\n  for (i in group) {\n    p[i] ~ beta(k, k)\n    y[i] ~ binomial(n[i], p[i])\n  }\ninfer: [k, p]\n"
		found, err := interpretTree(t, src, map[string]any{"group": len(y), "y": y, "n": y})
		if err != nil {
			t.Fatalf("%v: %v", y, err)
		}
		all, mean, share := 0.0, 0.0, 0.0
		for l := -60.0; l < 6; l += 1e-3 {
			k := math.Exp(l)
			log := 0.5*l - k
			for _, v := range y { // B(k + v, k) / B(k, k)
				log += logGamma(k+v) + logGamma(2*k) - logGamma(2*k+v) - logGamma(k)
			}
			w := math.Exp(log)
			all, mean, share = all+w, mean+w*k, share+w*(k+y[0])/(2*k+y[0])
		}
		for _, p := range found.Posteriors {
			switch x := p.Value.(type) {
			case dist.Gamma:
				if want := mean / all; !(math.Abs(x.Mean()/want-1) < 0.01) {
					t.Errorf("%v: k is %v on average, want %v", y, x.Mean(), want)
				}
			case []any:
				if b, ok := x[0].(dist.Beta); !ok || !(math.Abs(b.Mean()-share/all) < 1e-3) {
					t.Errorf("%v: p[0] is %v, want %v on average", y, x[0], share/all)
				}
			default:
				t.Errorf("%s is %T", p.Name, x)
			}
		}
	}
}

func logGamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

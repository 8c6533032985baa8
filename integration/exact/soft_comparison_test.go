package exact

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// TestSoftComparisons: comparisons of two normals around one mean that are seen with noise, alone, several of them and as one of
// two that are compared, are one site of the difference, whose moments are exact: so are all means and variances.
func TestSoftComparisons(t *testing.T) {
	const text = "model: soft\ninputs: {y: real, z: real, p: real}\nprogram: |\n  mu ~ normal(0, variance = 100)\n  a ~ normal(mu, variance = 9)\n  c ~ normal(mu, variance = 9)\n" +
		"  y ~ normal(a, variance = 4)\n  z ~ normal(c, variance = 4)\n%sinfer: [a, c, mu, evidence]\n"
	// Around the mean of a and c, whose variance given the data is that of (y + z) / 2, the difference is by itself.
	const y, z, p = 1.5, 5., 0.8
	shared := 1 / (1/(100+4.5) + 1/2.)
	half := (y + z) / 2 * (100 + 4.5) / (100 + 4.5 + 2)
	apart := 1 / (1/18. + 1/8.)
	d := (y - z) * 18 / 26
	normal := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	for program, likelihood := range map[string]func(d float64) float64{
		"  d = a > c\n  observe d ~ bernoulli(p)\n":                                                             func(d float64) float64 { return soft(d > 0, p) },
		"  observe a < c ~ bernoulli(p)\n":                                                                      func(d float64) float64 { return soft(d < 0, p) },
		"  observe a > c ~ bernoulli(p)\n  observe c < a ~ bernoulli(0.7)\n":                                    func(d float64) float64 { return soft(d > 0, p) * soft(d > 0, 0.7) },
		"  observe (a - c > 1) != (a - c > -2) ~ bernoulli(p)\n":                                                func(d float64) float64 { return soft(d > -2 && d <= 1, p) },
		"  d = a - c\n  e = (d > 1) != (d > 2)\n  observe e ~ bernoulli(p)\n  observe d < 0 ~ bernoulli(0.4)\n": func(d float64) float64 { return soft(d > 1 && d <= 2, p) * soft(d < 0, 0.4) },
	} {
		r, err := interpretTree(t, fmt.Sprintf(text, program), map[string]any{"y": y, "z": z, "p": p})
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		// The pieces of the normal between edges are summed in closed form.
		sd := math.Sqrt(apart)
		edges := []float64{math.Inf(-1), -2, 0, 1, 2, math.Inf(1)}
		all, first, second := 0.0, 0.0, 0.0
		for k, low := range edges[:len(edges)-1] {
			high := edges[k+1]
			w := likelihood(math.Max(low, high-0.5))
			if math.IsInf(high, 1) {
				w = likelihood(low + 0.5)
			}
			at := func(x float64) (cdf, density, product float64) {
				if math.IsInf(x, 0) {
					return normal(x), 0, 0
				}
				u := (x - d) / sd
				density = math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
				return normal(u), density, u * density
			}
			p0, d0, m0 := at(low)
			p1, d1, m1 := at(high)
			all += w * (p1 - p0)
			first += w * (d0 - d1)
			second += w * (p1 - p0 + m0 - m1)
		}
		first /= all
		difference, variance := d+sd*first, apart*(second/all-first*first)
		want := map[string][2]float64{"a": {half + difference/2, shared + variance/4}, "c": {half - difference/2, shared + variance/4}}
		for _, x := range r.Posteriors {
			w, ok := want[x.Name]
			got, isNormal := x.Value.(dist.Normal)
			if ok && (!isNormal || !(math.Abs(got.Mean()-w[0]) < 2e-5) || !(math.Abs(got.Variance()-w[1]) < 1e-4*w[1])) {
				t.Errorf("%s is %v, %v, want %v\n%s", x.Name, got.Mean(), got.Variance(), w, program)
			}
		}
	}
}

func soft(holds bool, p float64) float64 {
	if holds {
		return p
	}
	return 1 - p
}

package exact

import (
	"math"
	"testing"

	"mpc/special"
)

// TestEvidenceOfMixedGates: whole numbers of EP, drawn from tables of VMP that gates pick from by one or
// two of them, have the bound of structured variational Bayes as their evidence: that of sums over all
// values, in place of messages.
func TestEvidenceOfMixedGates(t *testing.T) {
	const head = "model: border\nalgorithm: {default: vmp, u: ep, b: ep, c: ep}\nprogram: |\n"
	prior := func(k, l int) [2]float64 { return [2]float64{3 - 2*float64(k), 0.5 + float64(l)} }
	p := [2]float64{0.3, 0.7}
	two := head + `  for (k in 0..<2) { for (l in 0..<2) { A[k, l] ~ dirichlet([3 - 2 * k, 0.5 + l]) } }
  u ~ categorical([0.3, 0.7])
  b ~ categorical([0.3, 0.7])
`
	one := "model: border\nalgorithm: {default: vmp, u: ep, c: ep}\nprogram: |\n" + `  for (k in 0..<2) { A[k] ~ dirichlet([3 - 2 * k, 0.5]) }
  u ~ categorical([0.3, 0.7])
`
	const tail = "infer: [u, A, evidence]\niterate: {max: 2000, tolerance: 1e-13}\n"
	for _, m := range []struct {
		name, text string
		columns    int
	}{
		{"gates", two + "  c ~ categorical(A[u, b])\n  observe c == 1\n" + tail, 2},
		{"nested", two + "  switch (u) { switch (b) { c ~ categorical(A[u, b]) } }\n  observe c == 1\n" + tail, 2},
		{"switch", one + "  switch (u) { c ~ categorical(A[u]) }\n  observe c == 1\n" + tail, 1},
		{"table", one + "  c ~ categorical(A[u])\n  observe c == 1\n" + tail, 1},
	} {
		want := structured(m.columns, p, prior)
		r, err := interpretTree(t, m.text, map[string]any{})
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if math.Abs(r.LogEvidence-want) > 1e-8 {
			t.Errorf("%s: evidence %v, by sums over all values %v", m.name, r.LogEvidence, want)
		}
	}
}

// structured is the bound of structured variational Bayes of one draw, which was 1, from a row
// of a table that u, and of two columns b, pick.
func structured(columns int, p [2]float64, prior func(k, l int) [2]float64) float64 {
	at := func(a [2]float64, j int) float64 { return special.Digamma(a[j]) - special.Digamma(a[0]+a[1]) }
	logBeta := func(a [2]float64) float64 {
		x, _ := math.Lgamma(a[0])
		y, _ := math.Lgamma(a[1])
		z, _ := math.Lgamma(a[0] + a[1])
		return x + y - z
	}
	var a [2][2][2]float64
	for k := range 2 {
		for l := range columns {
			a[k][l] = prior(k, l)
		}
	}
	bound := 0.0
	for range 3000 {
		var w [2][2]float64
		sum := 0.0
		for k := range 2 {
			for l := range columns {
				w[k][l] = p[k] * math.Exp(at(a[k][l], 1))
				if columns == 2 {
					w[k][l] *= p[l]
				}
				sum += w[k][l]
			}
		}
		bound = math.Log(sum)
		for k := range 2 {
			for l := range columns {
				before := prior(k, l)
				for j := range 2 {
					bound -= (a[k][l][j] - before[j]) * at(a[k][l], j)
				}
				bound += logBeta(a[k][l]) - logBeta(before)
				a[k][l] = [2]float64{before[0], before[1] + w[k][l]/sum}
			}
		}
	}
	return bound
}

package exact

import (
	"math"
	"testing"

	"mpc/dist"
)

// TestPriorsBehindData: answers that read the combination of the last site are the same with priors of the normals
// behind the data and before them.
func TestPriorsBehindData(t *testing.T) {
	const priors, loop = "  a ~ normal(0, sd = 2)\n  b ~ normal(0, sd = 2)\n", `  for (i in N) {
    y[i] ~ binomial(size[i], p[i])
    p[i] = logistic(a + b * x[i])
    count[i] = size[i] * p[i]
  }
`
	answers := func(program string) map[string]any {
		return planned(t, "model: order\ninputs: {N: range, x: \"real[N]\", size: \"int[N]\", y: \"int[N]\"}\nprogram: |\n"+
			program+"infer: [a, b, p, count]\n", `{"N": 4, "x": [-1, 0, 1, 2], "size": [9, 12, 10, 11], "y": [2, 5, 6, 9]}`)
	}
	before, behind := answers(priors+loop), answers(loop+priors)
	for i := range 4 {
		p, q := before["p"].([]any)[i].(dist.Beta), behind["p"].([]any)[i].(dist.Beta)
		n, m := before["count"].([]any)[i].(dist.Normal), behind["count"].([]any)[i].(dist.Normal)
		for _, x := range []struct{ got, want float64 }{
			{q.Mean(), p.Mean()}, {q.Variance(), p.Variance()}, {m.Mean(), n.Mean()}, {m.Variance(), n.Variance()},
		} {
			if !(math.Abs(x.got-x.want) <= 1e-4*math.Abs(x.want)) {
				t.Errorf("row %d: %v with priors behind the data, %v before them", i, x.got, x.want)
			}
		}
	}
}

package draws

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// TestProbit: labels that say on which side of 0 a score is, as a definition of the label
// or as a condition, cut the score off, which is drawn from a truncated normal (Albert and
// Chib 1993). The posterior of the weights is compared with quadrature.
func TestProbit(t *testing.T) {
	x := []float64{-1, -0.5, 0.3, 1, 2, -2}
	label := []bool{false, true, false, true, true, false}
	var total float64
	var mean, square [2]float64
	const steps, width = 400, 9.0
	for i := range steps {
		for j := range steps {
			w := [2]float64{width * (2*(float64(i)+0.5)/steps - 1), width * (2*(float64(j)+0.5)/steps - 1)}
			log := -(w[0]*w[0] + w[1]*w[1]) / 8
			for k := range x {
				score := w[0] + w[1]*x[k]
				if !label[k] {
					score = -score
				}
				log += special.NormalCdfLn(score)
			}
			p := math.Exp(log)
			total += p
			for d := range w {
				mean[d] += p * w[d]
				square[d] += p * w[d] * w[d]
			}
		}
	}
	data, err := json.Marshal(map[string]any{"x": x, "label": label})
	if err != nil {
		t.Fatal(err)
	}
	var jobs []job
	for k, seen := range []string{"label[i] = score[i] > 0", "observe (score[i] > 0) == label[i]", "label[i] = !(score[i] < 0)"} {
		jobs = append(jobs, job{name: fmt.Sprintf("probit%d", k), model: `model: probit
algorithm: gibbs
inputs: {n: range, x: "real[n]", label: "bool[n]"}
program: |
  a ~ normal(0, variance = 4)
  b ~ normal(0, variance = 4)
  for (i in n) { score[i] ~ normal(a + b * x[i], variance = 1); ` + seen + ` }
infer: [a, b]
`, data: string(data), burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 12})
	}
	for k, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Fatal(o.Error)
		}
		for d, name := range []string{"a", "b"} {
			var got struct{ Mean, SD, MCSE float64 }
			if err := json.Unmarshal(o.Posteriors[name], &got); err != nil {
				t.Fatal(err)
			}
			m := mean[d] / total
			sd := math.Sqrt(square[d]/total - m*m)
			if !(math.Abs(got.Mean-m) <= 4*got.MCSE) || !(math.Abs(got.SD/sd-1) <= 0.03) {
				t.Errorf("%s: %s has mean %.4f and sd %.4f, want %.4f and %.4f", jobs[k].name, name, got.Mean, got.SD, m, sd)
			}
		}
	}
}

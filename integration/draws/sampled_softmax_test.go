package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestSoftmax: draws of the log odds that a softmax is of, by each method that there is for
// them, and of the probabilities, are compared with quadrature.
func TestSoftmax(t *testing.T) {
	statistical(t)
	y, m := []int{0, 0, 2, 1, 0}, []int{3, 0, 1}
	// Of x[0] fixed at 0, x[1] and x[2] normals of the means 0 and 1.
	var total float64
	var mean, square [5]float64 // of x[1], x[2], and the probabilities
	const steps, width = 600, 9.0
	for i := range steps {
		for j := range steps {
			a, b := width*(2*(float64(i)+0.5)/steps-1), width*(2*(float64(j)+0.5)/steps-1)
			x := [3]float64{0, a, b}
			sum := math.Exp(x[0]) + math.Exp(x[1]) + math.Exp(x[2])
			log := -a*a/8 - (b-1)*(b-1)/8
			for _, k := range y {
				log += x[k] - math.Log(sum)
			}
			for k, n := range m {
				log += float64(n) * (x[k] - math.Log(sum))
			}
			p := math.Exp(log)
			total += p
			for d, v := range [5]float64{a, b, math.Exp(x[0]) / sum, math.Exp(x[1]) / sum, math.Exp(x[2]) / sum} {
				mean[d] += p * v
				square[d] += p * v * v
			}
		}
	}
	var means, sds []any
	for d := range mean {
		mean[d] /= total
		means, sds = append(means, mean[d]), append(sds, math.Sqrt(square[d]/total-mean[d]*mean[d]))
	}
	text, err := json.Marshal(map[string]any{"k": 3, "y": y, "m": m})
	if err != nil {
		t.Fatal(err)
	}
	numbers := `  for (j in 0..<2) { w[j] ~ normal(j, variance = 4) }
`
	vector := `  w ~ mvnormal([0, 1], covariance = [[4, 0], [0, 4]])
`
	rest := `  x[0] = 0
  for (j in 0..<2) { x[j + 1] = w[j] }
  p = softmax(x)
  for (i in n) { y[i] ~ categorical(p) }
  m ~ multinomial(4, p)
infer: [w, p]
`
	var jobs []job
	for _, program := range []string{numbers + rest, numbers + rest + "methods: {w: adaptive_rejection}\n", numbers + rest + "methods: {w: elliptical}\n", vector + rest} {
		jobs = append(jobs, job{name: "softmax", data: string(text), burnIn: 500, samples: 10000, thin: 1, chains: 4, seed: 5,
			model: "model: softmax\nalgorithm: gibbs\ninputs: {k: range, n: range, y: \"index(k)[n]\", m: \"int[k]\"}\nprogram: |\n" + program})
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", jobs[i].model, o.Error)
			continue
		}
		numbers := []any{map[string]any{"mean": means[0], "sd": sds[0]}, map[string]any{"mean": means[1], "sd": sds[1]}}
		want := map[string]any{"w": numbers, "p": map[string]any{"mean": means[2:], "sd": sds[2:]}}
		if i == 3 {
			want["w"] = map[string]any{"mean": means[:2], "sd": sds[:2]}
		}
		for name, w := range want {
			var got any
			if err := json.Unmarshal(o.Posteriors[name], &got); err != nil {
				t.Fatal(err)
			}
			for _, wrong := range sampledCompare(name, w, got, 0.01) {
				t.Errorf("%s: %s", jobs[i].model, wrong)
			}
		}
	}
}

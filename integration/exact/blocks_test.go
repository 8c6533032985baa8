package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/dist"
)

// joinedText is a model file whose drawn variables are one block.
func joinedText(m *linearModel, algorithm string) string {
	text := modelText(m.inputs, "real", m.lines, len(m.mean))
	var drawn []string
	for _, l := range m.lines {
		if name, _, ok := strings.Cut(l, " ~ "); ok && name[0] == 'x' {
			drawn = append(drawn, name)
		}
	}
	return strings.Replace(text, "\ninfer:", fmt.Sprintf("\nalgorithm: %s\nblocks: [[%s]]\ninfer:", algorithm, strings.Join(drawn, ", ")), 1)
}

// TestBlocksOfScalars: where normals of a block are tied in loops, marginals and evidence are
// those of the joint normal, by EP and by VMP.
func TestBlocksOfScalars(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 71))
		m := &linearModel{rng: rng, inputs: map[string]any{}, loops: true}
		m.variable(0, m.noise(2), "~ normal(0, variance = 2)")
		for range 3 + rng.IntN(14) {
			m.step()
		}
		rng.Shuffle(len(m.lines), func(i, j int) { m.lines[i], m.lines[j] = m.lines[j], m.lines[i] })
		for _, algorithm := range []string{"ep", "vmp"} {
			text := joinedText(m, algorithm)
			r, err := interpretTree(t, text, m.inputs)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			mean, variance, evidence := m.posterior()
			const tolerance = 1e-8
			for k, p := range r.Posteriors {
				x := p.Value.(dist.Normal)
				if !(math.Abs(x.Mean()-mean[k]) <= tolerance*math.Max(math.Abs(mean[k]), math.Sqrt(variance[k]))) || !(math.Abs(x.Variance()-variance[k]) <= tolerance*variance[k]) {
					t.Errorf("seed %d: %s is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, x.Mean(), x.Variance(), mean[k], variance[k])
				}
			}
			if !(math.Abs(r.LogEvidence-evidence) <= tolerance*math.Max(1, math.Abs(evidence))) {
				t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
			}
			if t.Failed() {
				t.Fatalf("%s:\n%s", algorithm, text)
			}
		}
	}
}

// TestEvidenceFarFromZero: data far from 0 cost the evidence of a vector no more digits than they
// cost that of a number: a line of ten points at 1e8, and the closed form of its residuals.
func TestEvidenceFarFromZero(t *testing.T) {
	const far = 1e8
	const text = `model: m
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(100000000, variance = 4)
  b ~ normal(0, variance = 1)
  for (i in n) { y[i] ~ normal(a + b * x[i], variance = 0.25) }
infer: [a, b, evidence]
`
	numbers := func(shift float64) (x, y []float64) {
		for i := range 10 {
			x = append(x, float64(i)-4.5)
			y = append(y, shift+0.5*float64(i)+float64(i*i%7)/8)
		}
		return x, y
	}
	run := func(text string, shift float64) float64 {
		x, y := numbers(shift)
		r, err := interpretTree(t, text, map[string]any{"n": len(x), "x": x, "y": y})
		if err != nil {
			t.Fatal(err)
		}
		return r.LogEvidence
	}
	near := run(strings.Replace(text, "100000000", "0", 1), 0)
	if got := run(text, far); !(math.Abs(got-near) <= 1e-6) {
		t.Errorf("evidence %.12g, near 0 it is %.12g", got, near)
	}
}

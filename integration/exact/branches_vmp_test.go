package exact

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// TestOutcomesByVMP: conditions in branches on data that exclude one another, as victory, draw
// and defeat, by VMP. The posterior of each difference is its normal cut off; that of the skill
// has the means of these.
func TestOutcomesByVMP(t *testing.T) {
	cut := func(mean, low, high float64) float64 {
		density := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
		a, b := low-mean, high-mean
		return mean + (density(a)-density(b))/(special.NormalCdf(b)-special.NormalCdf(a))
	}
	skill := 0.0
	for range 1000 {
		skill = (2*cut(skill, 0.5, 40) + cut(skill, -0.5, 0.5) + cut(skill, -40, -0.5)) / (0.25 + 4)
	}
	for name, program := range map[string]string{
		"truths": `inputs: {game: range, win: "bool[game]", draw: "bool[game]"}
program: |
  s ~ normal(0, sd = 2)
  for (g in game) {
    d[g] ~ normal(s, sd = 1)
    if (draw[g]) { observe between(d[g], -0.5, 0.5) }
    else if (win[g]) { observe d[g] > 0.5 }
    else { observe d[g] < -0.5 }
  }
`,
		"comparisons, in loops of their own": `inputs: {game: range, result: "int[game]"}
program: |
  s ~ normal(0, sd = 2)
  for (g in game) { d[g] ~ normal(s, sd = 1) }
  for (i in game) {
    if (result[i] == 0) { observe between(d[i], -0.5, 0.5) }
    if (result[i] > 0) { observe d[i] > 0.5 }
  }
  for (j in game) {
    if (result[j] < 0) { observe d[j] < -0.5 }
  }
`,
	} {
		values := `{"game": 4, "win": [true, false, false, true], "draw": [false, true, false, false]}`
		if name != "truths" {
			values = `{"game": 4, "result": [1, 0, -1, 2]}`
		}
		got := planned(t, "model: outcomes\nalgorithm: vmp\n"+program+"infer: [s]\niterate: {max: 2000, tolerance: 1e-12}\n", values)
		s := got["s"].(dist.Normal)
		if math.Abs(s.Mean()-skill) > 1e-8 || math.Abs(s.Variance()-1/4.25) > 1e-8 {
			t.Errorf("%s: s is %v, want mean %v", name, s, skill)
		}
	}
}

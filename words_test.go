package mpc_test

import (
	"strings"
	"testing"

	"mpc"
)

// wordsOf is the schedule of a model in its words.
func wordsOf(t *testing.T, text string) string {
	t.Helper()
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c.ScheduleWords()
}

// TestWordsOfScans: the schedule of a model that is sampled says what a scan draws, how, from
// which lines and why, and what is computed of the draws that are kept; nothing of updates.
func TestWordsOfScans(t *testing.T) {
	got := wordsOf(t, `model: dose
algorithm: gibbs
inputs: {n: range, trials: "int[n]", dead: {type: "int[n]", missing: true}, z: {type: "bool[n]", missing: true}, x: "real[n]"}
program: |
  a ~ normal(0, sd = 10)
  for (i in n) {
    dead[i] ~ binomial(trials[i], logistic(a + x[i]))
    z[i] ~ bernoulli(0.3)
    if (z[i]) { w[i] ~ normal(a, sd = 1) } else { w[i] = 0 }
    twice[i] = 2 * a + x[i]
  }
  fresh ~ normal(a, sd = 1)
infer: [a, dead, w, twice, fresh]
iterate: {burnin: 500, samples: 1, thin: 3, chains: 2}
`)
	for _, want := range []string{
		"check that trials[i] >= 0  (line 7)\n",
		"in each scan, in each of 2 chains (500 scans before the first draw is kept, then 1 draw with 3 scans for each):\n" +
			"  draw a by slice sampling (lines 5 and 7): dead[i] ~ binomial(trials[i], logistic(a + x[i])) (line 7) is not conjugate to its prior; a is then proposed, which may take the place of slices\n",
		"  draw z from the weights of its values (line 8): a truth\n",
		"for each draw that is kept:\n  draw ",
		"  draw dead from its prior (line 7): no data depend on it\n",
		"  draw fresh from its prior (line 12): no data depend on it\n",
		"  compute w  (line 9)\n",
		"  compute twice[i] = 2 * a + x[i]  (line 10)\n",
		"\nresult: the posterior of a  (line 5)\n",
		"\n2 draws in each scan; ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, not := range []string{"conditional a", "trigger", "Normal", "datum", "absent", "choose", "dropped"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in\n%s", not, got)
		}
	}
}

// TestWordsOfParts: intermediate values have texts of their own, also where one statement has
// several, for entries that are given and for others.
func TestWordsOfParts(t *testing.T) {
	got := wordsOf(t, `model: therm
inputs: {sensor: range, reading: range, id: "index(sensor)[reading]", ref: "real[reading]", shown: {type: "real[reading]", missing: true}}
program: |
  for (s in sensor) { offset[s] ~ normal(0, sd = 2); gain[s] ~ normal(1, sd = 0.1) }
  for (r in reading) { shown[r] ~ normal(offset[id[r]] + gain[id[r]] * ref[r], sd = 0.3) }
infer: [offset, gain, shown]
blocks: []
`)
	for _, want := range []string{
		"\nt1[r] = offset[id[r]] + gain[id[r]] * ref[r] where shown[r] is given  (line 5)\n",
		"\nt2[r] = gain[id[r]] * ref[r] where shown[r] is given  (line 5)\n",
		"\nt3[r] = offset[id[r]] + gain[id[r]] * ref[r] where shown[r] is missing  (line 5)\n",
		"\nt4[r] = gain[id[r]] * ref[r] where shown[r] is missing  (line 5)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

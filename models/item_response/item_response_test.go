package item_response_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"mpc/models/item_response/item_response"
	"mpc/models/item_response/item_response_vmp"
)

func read(t *testing.T, file string, to any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// moments of the posteriors of an array.
type moments struct{ mean, sd []float64 }

func (m *moments) add(mean, variance float64) {
	m.mean, m.sd = append(m.mean, mean), append(m.sd, math.Sqrt(variance))
}

// runEP returns the posteriors by the name of their variable, and the evidence.
func runEP(t *testing.T) (map[string]moments, float64) {
	t.Helper()
	var d item_response.Data
	read(t, "data.json", &d)
	d.Item = len(d.Response[0])
	inf, err := item_response.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged || len(s.Skipped) > 0 {
		t.Fatal(s, err)
	}
	collect := func(array []item_response.Normal) (m moments) {
		for _, g := range array {
			m.add(g.Mean(), g.Variance())
		}
		return m
	}
	return map[string]moments{"discrimination": collect(inf.Discrimination()), "difficulty": collect(inf.Difficulty()),
		"ability": collect(inf.Ability())}, inf.LogEvidence()
}

// runVMP is runEP by variational message passing. No iteration may let the
// evidence fall.
func runVMP(t *testing.T) (map[string]moments, float64) {
	t.Helper()
	var d item_response_vmp.Data
	read(t, "data.json", &d)
	d.Item = len(d.Response[0])
	inf, err := item_response_vmp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(-1)
	for k := range 15 {
		if _, err := inf.Run(context.Background(), item_response_vmp.Iterations(1)); err != nil {
			t.Fatal(err)
		}
		e := inf.LogEvidence()
		if e < last-1e-9*math.Abs(last) {
			t.Errorf("iteration %d: the evidence falls from %v to %v", k, last, e)
		}
		last = e
	}
	collect := func(array []item_response_vmp.Normal) (m moments) {
		for _, g := range array {
			m.add(g.Mean(), g.Variance())
		}
		return m
	}
	return map[string]moments{"discrimination": collect(inf.Discrimination()), "difficulty": collect(inf.Difficulty()),
		"ability": collect(inf.Ability())}, last
}

func TestAgainstMarkovChain(t *testing.T) {
	var reference map[string]struct{ Truth, Mean, SD []float64 }
	read(t, "reference.json", &reference)
	for _, c := range []struct {
		name string
		run  func(*testing.T) (map[string]moments, float64)
		// How far means are from the chain's, in its sds, and how narrow
		// posteriors are.
		inSDs, least, most float64
	}{
		{"EP", runEP, 0.1, 0.8, 1.02},
		{"VMP", runVMP, 0.1, 0.7, 1.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, evidence := c.run(t)
			for name, want := range reference {
				m := got[name]
				if len(m.mean) != len(want.Mean) {
					t.Fatalf("%s: %d values, want %d", name, len(m.mean), len(want.Mean))
				}
				far, narrow, wide := 0.0, 1.0, 0.0
				ours, chains := 0.0, 0.0 // squared distances from the truth
				for i := range m.mean {
					far = math.Max(far, math.Abs(m.mean[i]-want.Mean[i])/want.SD[i])
					narrow, wide = math.Min(narrow, m.sd[i]/want.SD[i]), math.Max(wide, m.sd[i]/want.SD[i])
					ours += (m.mean[i] - want.Truth[i]) * (m.mean[i] - want.Truth[i]) / float64(len(m.mean))
					chains += (want.Mean[i] - want.Truth[i]) * (want.Mean[i] - want.Truth[i]) / float64(len(m.mean))
				}
				t.Logf("%-14s means within %.3f sd of the chain's, sds %.3f to %.3f of its; from the truth %.4f, the chain %.4f", name, far,
					narrow, wide, math.Sqrt(ours), math.Sqrt(chains))
				if far > c.inSDs || narrow < c.least || wide > c.most {
					t.Errorf("%s: means up to %.3f sd from the chain's, sds %.3f to %.3f of its", name, far, narrow, wide)
				}
				if ours > 1.05*chains {
					t.Errorf("%s: %.4f from the truth, the chain %.4f", name, math.Sqrt(ours), math.Sqrt(chains))
				}
			}
			t.Logf("log evidence %.2f", evidence)
		})
	}
}

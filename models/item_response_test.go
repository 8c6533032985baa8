package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/item_response/item_response"
	"mpc/models/item_response/item_response_vmp"
)

// itemResponseMoments of the posteriors of an array.
type itemResponseMoments struct{ mean, sd []float64 }

func (m *itemResponseMoments) add(mean, variance float64) {
	m.mean, m.sd = append(m.mean, mean), append(m.sd, math.Sqrt(variance))
}

// itemResponseRunEP returns the posteriors by the name of their variable, and the evidence.
func itemResponseRunEP(t *testing.T) (map[string]itemResponseMoments, float64) {
	t.Helper()
	var d item_response.Data
	modeltest.ReadJSON(t, "item_response/data.json", &d)
	d.Item = len(d.Response[0])
	inf, err := item_response.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged || len(s.Skipped) > 0 {
		t.Fatal(s, err)
	}
	collect := func(array []item_response.Normal) (m itemResponseMoments) {
		for _, g := range array {
			m.add(g.Mean(), g.Variance())
		}
		return m
	}
	return map[string]itemResponseMoments{"discrimination": collect(inf.Discrimination()), "difficulty": collect(inf.Difficulty()),
		"ability": collect(inf.Ability())}, inf.LogEvidence()
}

// itemResponseRunVMP is runEP by variational message passing. No iteration may let the
// evidence fall.
func itemResponseRunVMP(t *testing.T) (map[string]itemResponseMoments, float64) {
	t.Helper()
	var d item_response_vmp.Data
	modeltest.ReadJSON(t, "item_response/data.json", &d)
	d.Item = len(d.Response[0])
	inf, err := item_response_vmp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	modeltest.NeverFalls(t, 15, func() (float64, error) {
		_, err := inf.Run(context.Background(), item_response_vmp.Iterations(1))
		return inf.LogEvidence(), err
	})
	collect := func(array []item_response_vmp.Normal) (m itemResponseMoments) {
		for _, g := range array {
			m.add(g.Mean(), g.Variance())
		}
		return m
	}
	return map[string]itemResponseMoments{"discrimination": collect(inf.Discrimination()), "difficulty": collect(inf.Difficulty()),
		"ability": collect(inf.Ability())}, inf.LogEvidence()
}

func TestItemResponseAgainstMarkovChain(t *testing.T) {
	var reference map[string]struct{ Truth, Mean, SD []float64 }
	modeltest.ReadJSON(t, "item_response/reference.json", &reference)
	for _, c := range []struct {
		name string
		run  func(*testing.T) (map[string]itemResponseMoments, float64)
		// How far means are from the chain's, in its sds, and how narrow
		// posteriors are.
		inSDs, least, most float64
	}{
		{"EP", itemResponseRunEP, 0.1, 0.8, 1.02},
		{"VMP", itemResponseRunVMP, 0.1, 0.7, 1.02},
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

package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/codegen"
	"mpc/dist"
	"mpc/integration/agree"
	"mpc/run/interp"
)

// TestDiscreteTrees: on trees of whole numbers and booleans, with tables, switches and gates, marginals and evidence are
// those of enumeration.
func TestDiscreteTrees(t *testing.T) {
	done, impossible, tables, gates := 0, 0, 0, 0
	for seed := range uint64(1000) {
		m := randomDiscrete(rand.New(rand.NewPCG(seed, 5)))
		want, logZ, ok := m.enumerate()
		if !ok {
			continue
		}
		text := m.text()
		r, err := interpretTree(t, text, m.inputs)
		if math.IsInf(logZ, -1) {
			impossible++
			if e, is := err.(*interp.Error); !is || e.Kind != interp.Contradiction {
				t.Errorf("seed %d: nothing is possible, but: %v\n%s", seed, err, text)
			}
			continue
		}
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		done++
		tables += strings.Count(text, "(t")
		if strings.Contains(text, "switch (") || strings.Contains(text, "if (") {
			gates++
		}
		m.compare(t, seed, text, r, want, logZ)
		if t.Failed() {
			return
		}
	}
	if done < 700 || tables < 700 || gates < 250 {
		t.Errorf("only %d models are compared, with %d tables, %d have gates; %d are impossible", done, tables, gates, impossible)
	}
}

// compare compares what a run came to with the probabilities of enumeration.
func (m *discreteModel) compare(t *testing.T, seed uint64, text string, r *interp.Result, want [][]float64, logZ float64) {
	t.Helper()
	if math.Abs(r.LogEvidence-logZ) > 1e-10*(1+math.Abs(logZ)) {
		t.Errorf("seed %d: evidence %v, want %v\n%s", seed, r.LogEvidence, logZ, text)
	}
	for i, v := range m.variables {
		var got []float64
		switch d := r.Posteriors[i].Value.(type) {
		case dist.Categorical:
			got = d.P(nil)
		case dist.Bernoulli:
			got = []float64{d.Q(), d.P()}
		}
		if len(got) != len(want[i]) {
			t.Errorf("seed %d: %s has %d values, want %d\n%s", seed, v.name, len(got), len(want[i]), text)
			continue
		}
		for k, p := range want[i] {
			if !(math.Abs(got[k]-p) <= 1e-10) {
				t.Errorf("seed %d: %s is %v, want %v\n%s", seed, v.name, got, want[i], text)
				break
			}
		}
	}
}

// Generated packages of such trees agree with the interpreter.
func TestAgreeOnDiscrete(t *testing.T) {
	var list []*agree.Trial
	for seed := range uint64(12) {
		m := randomDiscrete(rand.New(rand.NewPCG(seed, 6)))
		if _, logZ, ok := m.enumerate(); ok && !math.IsInf(logZ, -1) {
			list = append(list, &agree.Trial{Name: fmt.Sprintf("discrete%d", seed), Model: m.text(), Data: m.data()})
		}
	}
	agree.All(t, list, codegen.Options{})
}

package mpc_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/interp"
)

// TestLoopyGates: on any graph EP with gates runs, and is often near; the error, if
// any, says what is wrong.
func TestLoopyGates(t *testing.T) {
	const models = 250
	ran, worst, mean := 0, 0.0, 0.0
	for seed := range uint64(models) {
		m := randomGates(seed, 21, true)
		total, there, yes := m.enumerate()
		text := m.text("iterate: {max: 200, tolerance: 1e-9}\n")
		r, err := runGates(text, m.data())
		switch {
		case err != nil && (strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "[unschedulable]")):
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		case err != nil || total == 0:
			continue // a contradiction, or one that messages in a loop make up
		}
		gap := 0.0
		m.compare(r, total, there, yes, math.Inf(1), func(s string) { t.Errorf("seed %d: %s\n%s", seed, s, text) })
		posteriors := map[string]any{}
		for _, p := range r.Posteriors {
			posteriors[p.Name] = p.Value
		}
		for _, v := range m.inferred() {
			if !v.array && there[v.first] > 0 {
				gap = math.Max(gap, math.Abs(truth(posteriors[v.name])-yes[v.first]/there[v.first]))
			}
		}
		ran++
		worst, mean = math.Max(worst, gap), mean+gap
	}
	t.Logf("%d models, the largest gap of a posterior is %.2g on average, %.2g at most", ran, mean/float64(ran), worst)
	if ran < models/2 {
		t.Errorf("only %d of %d models ran", ran, models)
	}
}

// TestBoundOfGates: VMP with gates has a lower bound of the exact log evidence, which
// no iteration lowers.
func TestBoundOfGates(t *testing.T) {
	ran, watches := 0, 0
	for seed := range uint64(400) {
		m := randomGates(seed, 22, true)
		total, _, _ := m.enumerate()
		text := m.text("algorithm: vmp\niterate: {max: 60}\n")
		c, ok := watched(t, "model.yaml", text)
		if !ok {
			if _, err := mpc.Plan("model.yaml", []byte(text)); strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "[unschedulable]") {
				t.Errorf("seed %d: %v\n%s", seed, err, text)
			}
			continue
		}
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		if _, d := data.ReadJSON("data.json", input, c.Model); d.HasErrors() {
			t.Fatal(d)
		}
		run := climb(c, string(input), 40)
		if run.err != nil {
			if e, ok := run.err.(*interp.Error); !ok || e.Kind != interp.Contradiction {
				t.Errorf("seed %d, data %s: %v\n%s", seed, input, run.err, text)
			}
			continue
		}
		ran++
		if run.bounds > 1 {
			watches++
		}
		if run.worst > ascentNoise {
			t.Errorf("seed %d, data %s: the bound falls by %.3g\n%s", seed, input, run.worst, text)
		}
		if z := math.Log(total); !(run.result.LogEvidence <= z+1e-9) {
			t.Errorf("seed %d, data %s: the bound is %.9g, the evidence %.9g\n%s", seed, input, run.result.LogEvidence, z, text)
		}
	}
	t.Logf("%d models ran, the bounds of %d were watched", ran, watches)
}

package exact

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc"
	"mpc/integration/bounds"
	"mpc/run/interp"
)

// gapStatistics say how far off results are.
type gapStatistics struct {
	count     int
	sum, most float64
}

func (g *gapStatistics) add(x float64) {
	g.count, g.sum, g.most = g.count+1, g.sum+x, math.Max(g.most, x)
}

func (g gapStatistics) String() string {
	return fmt.Sprintf("%.2g on average, %.2g at most", g.sum/float64(g.count), g.most)
}

// TestLoopyGates: on any graph EP with gates runs, and is often near; the error, if
// any, says what is wrong.
func TestLoopyGates(t *testing.T) {
	const models = 120 / share
	ran := 0
	var posterior, evidence gapStatistics
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
		posterior.add(gap)
		evidence.add(math.Abs(r.LogEvidence - math.Log(total)))
	}
	t.Logf("%d models; off are the worst posterior of each by %v, the log evidence by %v", ran, posterior, evidence)
	if ran < models/2 {
		t.Errorf("only %d of %d models ran", ran, models)
	}
}

// A gateBound is what a run by VMP came to: its problem, empty for none.
type gateBound struct {
	text, problem string
	ran, watched  bool
	chain         bool    // refused, as documented: what comes in on the way of a chain
	below         float64 // how far the bound is below the log evidence
}

// bound runs a model by VMP, and compares its bound with the exact log evidence.
func (m *gateModel) bound(t *testing.T) gateBound {
	total, _, _ := m.enumerate()
	b := gateBound{text: m.text("algorithm: vmp\niterate: {max: 60}\n")}
	c, ok := bounds.Watch(t, "model.yaml", b.text)
	if !ok {
		_, err := mpc.Plan("model.yaml", []byte(b.text))
		b.chain = strings.Contains(err.Error(), "each element of")
		if strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "[unschedulable]") && !b.chain {
			b.problem = err.Error()
		}
		return b
	}
	for _, w := range c.Warnings {
		if w.Code == "dependent" {
			return b
		}
	}
	input, err := json.Marshal(m.data())
	if err != nil {
		t.Fatal(err)
	}
	run := bounds.Climb(c, string(input), 40)
	var e *interp.Error
	switch z := math.Log(total); {
	case errors.As(run.Err, &e) && (e.Kind == interp.Contradiction || e.Kind == interp.Improper && strings.Contains(e.Error(), "ties random values to each other")):
	case run.Err != nil:
		b.problem = run.Err.Error()
	case run.Worst > bounds.Noise:
		b.problem = fmt.Sprintf("the bound falls by %.3g", run.Worst)
	case !(run.Result.LogEvidence <= z+1e-9):
		b.problem = fmt.Sprintf("the bound is %.9g, log evidence %.9g", run.Result.LogEvidence, z)
	default:
		b.ran, b.watched, b.below = true, run.Bounds > 1, z-run.Result.LogEvidence
	}
	return b
}

// kind is what sort of problem it is.
func (b gateBound) kind() string {
	if strings.HasPrefix(b.problem, "the bound") {
		return b.problem[:12]
	}
	return gateCode.FindString(b.problem)
}

// TestBoundOfGates: VMP with gates has a lower bound of the exact log evidence, which
// no iteration lowers.
func TestBoundOfGates(t *testing.T) {
	ran, watches, chains, failed := 0, 0, 0, map[string]int{}
	var below gapStatistics
	for seed := range uint64(500 / share) {
		m := (&gateGen{rng: rand.New(rand.NewPCG(seed, 22)), soft: true}).model()
		b := m.bound(t)
		if b.ran {
			ran++
			below.add(b.below)
		}
		if b.watched {
			watches++
		}
		if b.chain {
			chains++
		}
		if b.problem == "" {
			continue
		}
		if failed[b.kind()]++; failed[b.kind()] > gateShown {
			continue
		}
		m = m.shrink(func(c *gateModel) bool { return c.tree() && c.bound(t).kind() == b.kind() })
		b = m.bound(t)
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("seed %d, data %s: %s\n%s", seed, input, b.problem, b.text)
	}
	t.Logf("%d models ran, the bounds of %d were watched, %d chains refused, failed: %v; below the log evidence by %v", ran, watches, chains, failed, below)
	if ran < 350/share || watches < 300/share || chains > 50/share {
		t.Errorf("%d models ran, the bounds of %d were watched, %d chains were refused", ran, watches, chains)
	}
}

// TestBoundOfConditions: with hard conditions too, VMP has either no answer, and says so, or a
// lower bound.
func TestBoundOfConditions(t *testing.T) {
	ran, below := 0, gapStatistics{}
	for seed := range uint64(300 / share) {
		m := (&gateGen{rng: rand.New(rand.NewPCG(seed, 23)), plain: true}).model()
		b := m.bound(t)
		if b.ran {
			ran++
			below.add(b.below)
		}
		if b.problem == "" {
			continue
		}
		m = m.shrink(func(c *gateModel) bool { return c.tree() && c.bound(t).kind() == b.kind() })
		b = m.bound(t)
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("seed %d, data %s: %s\n%s", seed, input, b.problem, b.text)
	}
	t.Logf("%d models ran; below the log evidence by %v", ran, below)
	if ran < 100/share {
		t.Errorf("%d models ran: too few", ran)
	}
}

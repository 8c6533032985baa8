package exact

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/dist"
	"mpc/run/interp"
)

const (
	gateModels = 1000 / share
	gateShown  = 2 // failing models of each kind
)

// runGates compiles and interprets a model.
func runGates(text string, inputs map[string]any) (*interp.Result, error) {
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(inputs)
	if err != nil {
		return nil, err
	}
	set, d := data.ReadJSON("data.json", b, c.Model)
	if d.HasErrors() {
		return nil, d
	}
	return interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
}

// truth is the probability in a posterior, NaN for none.
func truth(x any) float64 {
	switch x := x.(type) {
	case dist.Bernoulli:
		return x.P()
	case interp.Truth:
		if x.Value {
			return 1
		}
		return 0
	}
	return math.NaN()
}

// compare calls wrong for each posterior, and the evidence, that is not the exact one.
func (m *gateModel) compare(r *interp.Result, total float64, there, yes []float64, tolerance float64, wrong func(string)) {
	posteriors := map[string]any{}
	for _, p := range r.Posteriors {
		posteriors[p.Name] = p.Value
	}
	for _, v := range m.inferred() {
		list, n := []any{posteriors[v.name]}, 1
		if v.array {
			list, _ = posteriors[v.name].([]any)
			n = m.size
		}
		if len(list) != n {
			wrong(fmt.Sprintf("%s has %d elements, not %d", v.name, len(list), n))
			continue
		}
		for k, x := range list {
			at := v.first + k
			if there[at] < 1e-9*total {
				continue // of a branch that is impossible nothing is known
			}
			if want := yes[at] / there[at]; !(math.Abs(truth(x)-want) <= tolerance) {
				wrong(fmt.Sprintf("P(%s %d) is %.12g, want %.12g", v.name, k, truth(x), want))
			}
		}
	}
	m.comparePicks(posteriors, total, there, yes, tolerance, wrong)
	if z := math.Log(total); !(math.Abs(r.LogEvidence-z) <= tolerance*math.Max(1, math.Abs(z))) {
		wrong(fmt.Sprintf("log evidence is %.12g, want %.12g", r.LogEvidence, z))
	}
}

// A gateTrial is what a model came to.
type gateTrial struct {
	text       string
	problems   []string
	impossible bool
	iterations int
}

// try runs a model by EP, and compares it with enumeration.
func (m *gateModel) try(seed uint64) gateTrial {
	total, there, yes := m.enumerate()
	x := gateTrial{text: m.shuffled(rand.New(rand.NewPCG(seed, 12))).text("iterate: {max: 300, tolerance: 1e-13}\n"), impossible: total == 0}
	wrong := func(s string) { x.problems = append(x.problems, s) }
	r, err := runGates(x.text, m.data())
	switch {
	case total == 0:
		var e *interp.Error
		if !errors.As(err, &e) || e.Kind != interp.Contradiction {
			wrong(fmt.Sprintf("the observations contradict each other, but the error is %v", err))
		}
	case err != nil:
		wrong(err.Error())
	default:
		m.compare(r, total, there, yes, 1e-10, wrong)
		if !r.Converged {
			wrong(fmt.Sprintf("not converged after %d iterations", r.Iterations))
		}
		x.iterations = r.Iterations
	}
	return x
}

var gateCode = regexp.MustCompile(`\[[-a-z]+\]|panic|nil pointer|is NaN|log evidence|P\(|converged`)

// kind is what sort of problem the first one is.
func (x gateTrial) kind() string {
	if len(x.problems) == 0 {
		return ""
	}
	return fmt.Sprint(x.impossible, gateCode.FindString(x.problems[0]))
}

// TestExactGates: where the factor graph is a tree outside of the gates and in each
// branch, EP of booleans is exact: marginals, those of what is local to a branch
// given the branch, and evidence are those of enumeration.
func TestExactGates(t *testing.T) {
	impossible, once, gates, failed := 0, 0, 0, 0
	kinds := map[string]int{}
	for seed := range uint64(gateModels) {
		m := randomGates(seed, 11, false)
		x := m.try(seed)
		if x.impossible {
			impossible++
		}
		if x.iterations == 0 {
			once++
		}
		if strings.Contains(x.text, "if (") {
			gates++
		}
		if len(x.problems) == 0 {
			continue
		}
		failed++
		kinds[x.kind()]++
		if kinds[x.kind()] > gateShown {
			continue
		}
		m = m.shrink(func(c *gateModel) bool { return c.tree() && c.try(seed).kind() == x.kind() })
		x = m.try(seed)
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("seed %d, data %s:\n%s\n%s", seed, input, strings.Join(x.problems, "\n"), x.text)
	}
	t.Logf("%d models with gates, %d contradictions, %d without iterations, %d fail: %v", gates, impossible, once, failed, kinds)
	if impossible == 0 || impossible > gateModels/4 || once < gateModels/2 || gates < gateModels/2 {
		t.Errorf("%d models with gates, %d contradictions, %d without iterations", gates, impossible, once)
	}
}

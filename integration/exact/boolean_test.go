package exact

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
	"mpc/run/interp"
)

// A booleanModel is a tree of boolean functions of independent draws.
type booleanModel struct {
	trees
	rng    *rand.Rand
	lines  []string
	inputs map[string]any
	prior  []float64                  // of the draws
	value  []func(draws uint) bool    // of the variables
	weight []func(draws uint) float64 // of the observations
}

func (m *booleanModel) variable(value func(uint) bool, statement string) int {
	k := m.add()
	m.value = append(m.value, value)
	m.lines = append(m.lines, fmt.Sprintf("x%d %s", k, statement))
	return k
}

func (m *booleanModel) probability() float64 { return float64(5+m.rng.IntN(91)) / 100 }

func (m *booleanModel) draw() {
	p, bit := m.probability(), len(m.prior)
	m.prior = append(m.prior, p)
	m.variable(func(d uint) bool { return d>>bit&1 == 1 }, fmt.Sprintf("~ bernoulli(%g)", p))
}

func (m *booleanModel) soft(of func(uint) bool, p float64) {
	m.weight = append(m.weight, func(d uint) float64 {
		if of(d) {
			return p
		}
		return 1 - p
	})
}

func (m *booleanModel) step() {
	p := m.probability()
	switch m.rng.IntN(9) {
	case 0, 1, 2:
		if len(m.prior) < 10 {
			m.draw()
		}
	case 3:
		i := m.rng.IntN(len(m.parent))
		x := m.value[i]
		m.join(m.variable(func(d uint) bool { return !x(d) }, fmt.Sprintf("= !x%d", i)), i)
	case 4, 5:
		i, j, ok := m.pair(m.rng)
		if !ok {
			return
		}
		x, y := m.value[i], m.value[j]
		forms := []struct {
			value func(uint) bool
			text  string
		}{
			{func(d uint) bool { return x(d) && y(d) }, "= x%d && x%d"},
			{func(d uint) bool { return x(d) || y(d) }, "= x%d || x%d"},
			{func(d uint) bool { return x(d) == y(d) }, "= x%d == x%d"},
			{func(d uint) bool { return x(d) && !y(d) }, "= x%d && !x%d"},
			{func(d uint) bool { return !(x(d) || y(d)) }, "= !(x%d || x%d)"},
		}
		f := forms[m.rng.IntN(len(forms))]
		k := m.variable(f.value, fmt.Sprintf(f.text, i, j))
		m.join(k, i)
		m.join(k, j)
	case 6:
		i := m.rng.IntN(len(m.parent))
		m.lines = append(m.lines, fmt.Sprintf("observe x%d ~ bernoulli(%g)", i, p))
		m.soft(m.value[i], p)
	case 7:
		// The equality of two variables, seen through noise by an input.
		i, j, ok := m.pair(m.rng)
		if !ok {
			return
		}
		x, y := m.value[i], m.value[j]
		m.lines = append(m.lines, fmt.Sprintf("observe (x%d == x%d) ~ bernoulli(%g)", i, j, p))
		m.soft(func(d uint) bool { return x(d) == y(d) }, p)
		m.join(i, j)
	default:
		i, j, ok := m.pair(m.rng)
		if !ok {
			return
		}
		name, seen := fmt.Sprintf("y%d", len(m.inputs)), m.rng.IntN(2) == 0
		m.inputs[name] = seen
		x, y := m.value[i], m.value[j]
		m.lines = append(m.lines, fmt.Sprintf("%s = x%d || x%d", name, i, j))
		m.weight = append(m.weight, func(d uint) float64 {
			if (x(d) || y(d)) == seen {
				return 1
			}
			return 0
		})
		m.join(i, j)
	}
}

// TestExactBoolean: on trees of boolean functions EP is exact, in one pass:
// marginals and evidence are those of enumeration.
func TestExactBoolean(t *testing.T) {
	contradictions := 0
	for seed := range uint64(exactModels) {
		rng := rand.New(rand.NewPCG(seed, 8))
		m := &booleanModel{rng: rng, inputs: map[string]any{}}
		m.draw()
		for range 4 + rng.IntN(14) {
			m.step()
		}
		total, sums := 0.0, make([]float64, len(m.value))
		for d := range uint(1) << len(m.prior) {
			w := 1.0
			for bit, p := range m.prior {
				if d>>bit&1 == 0 {
					p = 1 - p
				}
				w *= p
			}
			for _, f := range m.weight {
				w *= f(d)
			}
			total += w
			for k, x := range m.value {
				if x(d) {
					sums[k] += w
				}
			}
		}
		rng.Shuffle(len(m.lines), func(i, j int) { m.lines[i], m.lines[j] = m.lines[j], m.lines[i] })
		text := modelText(m.inputs, "bool", m.lines, len(m.value))
		if total == 0 {
			contradictions++
			var failed *interp.Error
			if _, err := interpretTree(t, text, m.inputs); !errors.As(err, &failed) || failed.Kind != interp.Contradiction {
				t.Fatalf("seed %d: the observations contradict each other, but the error is %v\n%s", seed, err, text)
			}
			continue
		}
		r := solve(t, text, m.inputs)
		const tolerance = 1e-10
		for k, p := range r.Posteriors {
			x := p.Value.(dist.Bernoulli)
			if !(math.Abs(x.P()-sums[k]/total) <= tolerance) {
				t.Errorf("seed %d: P(%s) is %.12g, want %.12g", seed, p.Name, x.P(), sums[k]/total)
			}
		}
		if z := math.Log(total); !(math.Abs(r.LogEvidence-z) <= tolerance*math.Max(1, math.Abs(z))) {
			t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, z)
		}
		if t.Failed() {
			t.Fatalf("model:\n%s", text)
		}
	}
	if contradictions == 0 || contradictions > exactModels/4 {
		t.Errorf("%d models have no probability", contradictions)
	}
}

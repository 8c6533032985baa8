package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
)

// randomChains draws a model with chains of conditions on whole numbers, and with counts of
// tiny probability.
func randomChains(rng *rand.Rand) *discreteModel {
	m := randomDiscrete(rng)
	for range 1 + rng.IntN(2) {
		m.chain()
	}
	if rng.IntN(3) == 0 {
		m.tiny()
	}
	return m
}

// chain adds a truth whose probability is by the branch of an if, in whose branches there
// may be others, on a whole number.
func (m *discreteModel) chain() {
	i := m.whole()
	if i < 0 || m.variables[i].size < 2 || m.variables[i].size > 8 {
		return
	}
	v, at := m.variables[i], len(m.drawn)
	name := fmt.Sprintf("v%d", len(m.variables))
	text, p := m.branches(v, name, 3)
	m.drawn = append(m.drawn, 2)
	m.trees.join(i, m.add(0, func(s []int) int { return s[at] }))
	m.weights = append(m.weights, func(s []int) float64 { return logBinomial(s[at], 1, p(v.value(s))) })
	m.lines = append(m.lines, text)
}

// branches makes the statement that defines a truth by the value of v, and its probability of each.
func (m *discreteModel) branches(v discreteVariable, name string, depth int) (string, func(int) float64) {
	k := m.rng.IntN(10)
	switch {
	case depth == 0 || depth < 3 && k < 4:
		p := float64(1+m.rng.IntN(9)) / 10
		return fmt.Sprintf("%s ~ bernoulli(%v)", name, p), func(int) float64 { return p }
	case depth < 3 && k == 4:
		return name + " = true", func(int) float64 { return 1 }
	case depth < 3 && k == 5:
		return fmt.Sprintf("switch (%s) { %s ~ bernoulli(1 / (2 + %s)) }", v.name, name, v.name), func(x int) float64 { return 1 / (2 + float64(x)) }
	}
	c, d := m.rng.IntN(v.size), m.rng.IntN(v.size)
	op := []string{"==", "!=", "<", "<=", ">", ">="}[m.rng.IntN(6)]
	text, holds := fmt.Sprintf("%s %s %d", v.name, op, c), func(x int) bool { return discreteCompare[op](x, c) }
	switch m.rng.IntN(5) {
	case 0:
		text, holds = fmt.Sprintf("%s == %d || %s == %d", v.name, c, v.name, d), func(x int) bool { return x == c || x == d }
	case 1:
		text, holds = fmt.Sprintf("!(%s > %d && %d > %s)", v.name, c, d, v.name), func(x int) bool { return !(x > c && d > x) }
	}
	then, p := m.branches(v, name, depth-1)
	other, q := m.branches(v, name, depth-1)
	if m.rng.IntN(2) == 0 || !strings.HasPrefix(other, "if ") {
		other = "{ " + other + " }"
	}
	return fmt.Sprintf("if (%s) { %s } else %s", text, then, other), func(x int) float64 {
		if holds(x) {
			return p(x)
		}
		return q(x)
	}
}

// tiny adds a count of a tiny probability, and an observation that it or another truth as
// improbable explains.
func (m *discreteModel) tiny() {
	n, p := 2+m.rng.IntN(3), math.Pow(10, -1-30*m.rng.Float64())
	k, b := len(m.drawn), len(m.variables)
	m.drawn = append(m.drawn, n+1, 2)
	x := m.add(n+1, func(s []int) int { return s[k] })
	y := m.add(0, func(s []int) int { return s[k+1] })
	m.trees.join(x, y)
	m.weights = append(m.weights, func(s []int) float64 {
		lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
		return lg(n) - lg(s[k]) - lg(n-s[k]) + float64(s[k])*math.Log(p) + float64(n-s[k])*math.Log1p(-p)
	}, func(s []int) float64 {
		if s[k+1] == 1 {
			return math.Log(1e-20)
		}
		return math.Log1p(-1e-20)
	}, func(s []int) float64 { return math.Log(float64(truthOf(s[k] >= 1 || s[k+1] == 1))) })
	m.lines = append(m.lines, fmt.Sprintf("v%d ~ binomial(%d, %g)", b, n, p), fmt.Sprintf("v%d ~ bernoulli(1e-20)", b+1), fmt.Sprintf("observe v%d > 0 || v%d", b, b+1))
}

// TestDiscreteChains: so it is with chains of conditions and tiny counts.
func TestDiscreteChains(t *testing.T) {
	done, chains := 0, 0
	for seed := range uint64(600) {
		m := randomChains(rand.New(rand.NewPCG(seed, 8)))
		want, logZ, ok := m.enumerate()
		if !ok || math.IsInf(logZ, -1) {
			continue
		}
		text := m.text()
		r, err := interpretTree(t, text, m.inputs)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		done++
		chains += strings.Count(text, "if (")
		if m.compare(t, seed, text, r, want, logZ); t.Failed() {
			return
		}
	}
	if done < 300 || chains < 400 {
		t.Errorf("only %d models are compared, with %d conditions", done, chains)
	}
}

// Generated packages of such models agree with the interpreter.
func TestAgreeOnChains(t *testing.T) {
	var list []*agree.Trial
	for seed := range uint64(8) {
		m := randomChains(rand.New(rand.NewPCG(seed, 9)))
		if _, logZ, ok := m.enumerate(); ok && !math.IsInf(logZ, -1) {
			list = append(list, &agree.Trial{Name: fmt.Sprintf("chains%d", seed), Model: m.text(), Data: m.data()})
		}
	}
	agree.All(t, list, codegen.Options{})
}

package agree

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/run/interp"
	"mpc/schedule"
)

// Models with iterate.sequential; %s is the list.
const (
	sequentialGames = `model: games
inputs:
  player: range
  game: range
  winner: index(player)[game]
  loser: index(player)[game]
program: |
  for (p in player) { skill[p] ~ normal(25, variance = 69.4) }
  for (g in game) {
    perfWinner[g] ~ normal(skill[winner[g]], variance = 17.36)
    perfLoser[g]  ~ normal(skill[loser[g]],  variance = 17.36)
    observe perfWinner[g] > perfLoser[g]
  }
infer: [skill]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	sequentialScores = `model: scores
inputs:
  player: range
  game: range
  winner: index(player)[game]
  loser: index(player)[game]
  score: real[game]
program: |
  for (p in player) { skill[p] ~ normal(25, variance = 69.4) }
  for (g in game) { observe skill[winner[g]] > skill[loser[g]] }
  noise ~ gamma(2, rate = 2)
  for (h in game) {
    score[h] ~ normal(skill[winner[h]] - skill[loser[h]], precision = noise)
  }
infer: [skill, noise]
iterate: {max: 400, tolerance: 1e-10, sequential: [%s]}
`
	sequentialRegression = `model: regression
inputs:
  feature: range
  n: range
  x: real[n][feature]
  y: bool[n]
program: |
  for (j in feature) { w[j] ~ normal(0, variance = 1) }
  for (i in n) {
    z[i] ~ normal(sum(x[i, j] * w[j] : j in feature), variance = 0.5)
    observe y[i] == (z[i] > 0)
  }
infer: [w]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	sequentialMatches = `model: matches
inputs:
  player: range
  match: range
  round: range
  a: index(player)[match][round]
  b: index(player)[match][round]
program: |
  for (p in player) { skill[p] ~ normal(0, variance = 9) }
  for (m in match) {
    level[m] ~ normal(0, variance = 2)
    for (r in round) {
      performance[m, r] ~ normal(skill[a[m, r]], variance = 1)
      observe performance[m, r] + level[m] > skill[b[m, r]]
    }
  }
infer: [skill, level]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	sequentialTable = `model: table
inputs:
  n: range
  m: range
  y: bool[n][m]
program: |
  for (i in n) { a[i] ~ normal(0, variance = 1) }
  for (j in m) { b[j] ~ normal(0, variance = 1) }
  c ~ normal(0, variance = 1)
  for (i in n) {
    for (j in m) { observe y[i, j] == (a[i] + b[j] > 0) }
    observe y[i, 0] == (a[i] - c > 0)
  }
infer: [a, b, c]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	// A range that a plate runs over twice.
	sequentialSquare = `model: square
inputs:
  n: range
  y: bool[n][n]
program: |
  for (i in n) { a[i] ~ normal(0, variance = 1) }
  for (i in n) {
    for (j in n) {
      e[i, j] ~ normal(a[i] - a[j], variance = 1)
      observe y[i, j] == (e[i, j] > 0.1)
    }
  }
infer: [a]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	sequentialChain = `model: chain
inputs:
  T: range
  y: bool[T]
program: |
  for (t in T) { x[t] ~ normal(0, variance = 4) }
  for (t in 1..<T) { observe x[t] - (x[t-1] + d) ~ normal(0, variance = 1) }
  for (t in T) { observe y[t] == (x[t] > 0) }
  d ~ normal(0, variance = 1)
infer: [x, d]
iterate: {max: 200, tolerance: 1e-10, sequential: [%s]}
`
	playerData  = `"player": 5, "winner": [0, 1, 2, 3, 0, 1, 0, 2, 0, 0], "loser": [1, 2, 3, 4, 2, 3, 4, 4, 3, 4]`
	matchesData = `{"player": 4, "a": [[0, 1, 2], [3, 0, 1], [2, 3, 0]], "b": [[1, 2, 3], [0, 2, 3], [0, 1, 1]]}`
	tableData   = `{"y": [[true, false, true], [true, true, false], [false, true, true], [false, false, true]]}`
)

// sequentialTrials lists the models with their data, by the ranges that are
// sequential.
func sequentialTrials() []*Trial {
	var list []*Trial
	for _, x := range []struct{ name, model, ranges, data string }{
		{"games", sequentialGames, "game", "{" + playerData + "}"},
		{"scores", sequentialScores, "game", "{" + playerData + `, "score": [1.5, 0.2, -1, 3, 2.5, 0.1, 0.4, 1.7, 2, 0.3]}`},
		{"regression", sequentialRegression, "n", `{"x": [[1, 0.3, -1], [0.2, 2, 1], [1, -1, 0.5], [-2, 0.1, 1], [0.7, 0.7, 0.7]], "y": [true, true, false, true, false]}`},
		{"outer", sequentialMatches, "match", matchesData},
		{"inner", sequentialMatches, "round", matchesData},
		{"both", sequentialMatches, "match, round", matchesData},
		{"rows", sequentialTable, "n, m", tableData},
		{"square", sequentialSquare, "n", `{"y": [[true, false, true], [true, true, false], [false, true, true]]}`},
		{"chain", sequentialChain, "T", `{"y": [true, false, true, true, false, false]}`},
		{"columns", sequentialTable, "m, n", tableData},
	} {
		list = append(list, &Trial{Name: x.name, Model: fmt.Sprintf(x.model, x.ranges), Data: x.data, Iterations: 6})
	}
	return list
}

// TestSequentialAgrees: with sequential ranges generated code gives what the
// interpreter gives, with any number of workers.
func TestSequentialAgrees(t *testing.T) { All(t, sequentialTrials(), codegen.Options{}) }

// TestSequentialLoops: every update over the range stands in one loop along it,
// which no goroutines share.
func TestSequentialLoops(t *testing.T) {
	for _, x := range sequentialTrials() {
		c, err := mpc.Compile(x.Name, []byte(x.Model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if apart := len(c.Warnings) > 0; apart != (x.Name == "columns") {
			t.Errorf("%s: %v", x.Name, c.Warnings)
		}
		along := map[int]int{}
		if axes := len(c.Deps.Sequential[0].Axes); axes != 1 && (x.Name != "square" || axes != 2) {
			t.Errorf("%s: %d axes", x.Name, axes)
		}
		for _, axis := range c.Deps.Sequential[0].Axes[:1] {
			for _, s := range c.Schedule.Steps {
				it, ok := s.(*schedule.Iterate)
				if !ok {
					continue
				}
				for _, s := range it.Body {
					if l, ok := s.(*schedule.Loop); ok && l.Axis == axis && !l.Reverse {
						along[axis]++
					}
				}
			}
			if along[axis] != 1 {
				t.Errorf("%s: %d loops along %s\n%s", x.Name, along[axis], c.Deps.Axes[axis], c.Schedule.Text(c.Deps))
			}
		}
		for _, s := range c.Loops.Steps {
			if !s.Iterate {
				continue
			}
			for _, st := range s.Body {
				if l, ok := st.(*loops.For); ok && l.Parallel && l.Index.Range != nil && l.Index.Range.Name == c.Deps.Sequential[0].Name {
					t.Errorf("%s: the loop over %s runs in parallel", x.Name, l.Index.Range.Name)
				}
			}
		}
	}
}

// TestSequentialConverges: what is known of one end of a path travels along links
// that stand in two statements in turn. Apart, each sweep carries it on by
// one link of each; in one loop the first sweep carries it all the way.
func TestSequentialConverges(t *testing.T) {
	const text = `model: path
inputs:
  place: range
  link: range
  prior: normal[place]
  even: index(place)[link]
  odd: index(place)[link]
  next: index(place)[link]
  step: real[link]
program: |
  for (p in place) { height[p] ~ prior[p] }
  for (i in link) { step[i] ~ normal(height[odd[i]] - height[even[i]], variance = 1) }
  for (k in link) { step[k] ~ normal(height[next[k]] - height[odd[k]], variance = 1) }
infer: [height]
iterate: {max: 100, tolerance: 1e-3%s}
`
	const n = 12
	input := map[string][]any{}
	add := func(key string, v any) { input[key] = append(input[key], v) }
	add("prior", map[string]any{"dist": "normal", "mean": 100, "variance": 1})
	for i := range n {
		add("even", 2*i)
		add("odd", 2*i+1)
		add("next", 2*i+2)
		add("step", float64(i%3))
		for range 2 {
			add("prior", map[string]any{"dist": "normal", "mean": 0, "variance": 1e8})
		}
	}
	values, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	sweeps := func(key string) int {
		c, err := mpc.Plan("model.yaml", fmt.Appendf(nil, text, key))
		if err != nil {
			t.Fatal(err)
		}
		set, d := data.ReadJSON("data.json", values, c.Model)
		if d.HasErrors() {
			t.Fatal(d)
		}
		r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Converged {
			t.Fatalf("%d sweeps do not suffice", r.Iterations)
		}
		return r.Iterations
	}
	if with, without := sweeps(", sequential: [link]"), sweeps(""); with > 3 || without < n {
		t.Errorf("%d sweeps in one loop, %d in two", with, without)
	}
}

// TestSequentialSweep: the first sweeps are those of Gauss and Seidel written by
// hand: element by element, both statements of an element in turn.
func TestSequentialSweep(t *testing.T) {
	const text = `model: sweep
inputs:
  player: range
  game: range
  a: index(player)[game]
  b: index(player)[game]
  gap: real[game]
  total: real[game]
program: |
  for (p in player) { skill[p] ~ normal(0, variance = 4) }
  for (g in game) { gap[g] ~ normal(skill[a[g]] - skill[b[g]], variance = 1) }
  for (h in game) { total[h] ~ normal(skill[a[h]] + skill[b[h]], variance = 2) }
infer: [skill]
iterate: {sequential: [game]}
`
	a, b := []int{0, 1, 2, 3, 0}, []int{1, 2, 3, 0, 2}
	gap, total := []float64{1, -0.5, 2, 0.3, 1.1}, []float64{0.2, 1, -1, 3, 0.7}
	input, err := json.Marshal(map[string]any{"player": 4, "a": a, "b": b, "gap": gap, "total": total})
	if err != nil {
		t.Fatal(err)
	}
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("data.json", input, c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	// A message is (precision, precision times mean); those of each factor to its
	// two players.
	type message struct{ p, h float64 }
	skill := make([]message, 4)
	for p := range skill {
		skill[p] = message{p: 1.0 / 4}
	}
	var sent [2][5][2]message
	for sweep := 1; sweep <= 3; sweep++ {
		for g := range a {
			for k, f := range []struct{ value, variance, sign float64 }{{gap[g], 1, -1}, {total[g], 2, 1}} {
				// value = x + sign y + noise
				players := [2]int{a[g], b[g]}
				var cavity [2]message
				out := &sent[k][g]
				for i, p := range players {
					cavity[i] = message{skill[p].p - out[i].p, skill[p].h - out[i].h}
				}
				for i, p := range players {
					other := cavity[1-i]
					precision := 1 / (f.variance + 1/other.p)
					mean := f.value - f.sign*other.h/other.p
					if i == 1 {
						mean = f.sign * (f.value - other.h/other.p)
					}
					out[i] = message{precision, precision * mean}
					skill[p] = message{cavity[i].p + out[i].p, cavity[i].h + out[i].h}
				}
			}
		}
		found := runRow(t, c, set, sweep)
		for p, m := range skill {
			f := found[fmt.Sprintf("skill[%d]", p)]
			if want := m.h / m.p; math.Abs(f.Mean-want) > 1e-12 || math.Abs(f.Variance*m.p-1) > 1e-12 {
				t.Errorf("sweep %d: skill[%d] has mean %.15g and variance %.15g, want %.15g and %.15g", sweep, p, f.Mean, f.Variance, want, 1/m.p)
			}
		}
	}
}

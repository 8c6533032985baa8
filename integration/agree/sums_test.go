package agree

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/loops"
	"mpc/message"
	"mpc/schedule"
)

// Models of VMP in which factors of a plate share variables.
const (
	sumsPrecision = `model: precision
algorithm: vmp
inputs:
  n: range
  y: real[n]
program: |
  m ~ normal(0, variance = 100)
  p ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(m, precision = p) }
infer: [m, p, evidence]
`
	sumsHuge = `model: huge
algorithm: vmp
inputs:
  n: range
  x: real[n]
  y: real[n]
program: |
  m ~ normal(0, variance = 100)
  p ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(m * x[i], precision = p) }
infer: [m, p, evidence]
init: {p: "gamma(shape = 1, rate = 1e-290)"}
`
	sumsGather = `model: gather
algorithm: vmp
inputs:
  n: range
  k: range
  group: index(k)[n]
  y: real[n]
program: |
  top ~ normal(0, variance = 10)
  for (j in k) {
    m[j] ~ normal(top, variance = 4)
    p[j] ~ gamma(shape = 2, rate = 2)
  }
  for (i in n) { y[i] ~ normal(m[group[i]], precision = p[group[i]]) }
infer: [top, m, p, evidence]
`
	sumsRagged = `model: ragged
algorithm: vmp
inputs:
  n: range
  k: int[n]
  y: real[n][k[n]]
program: |
  top ~ normal(0, variance = 10)
  p ~ gamma(shape = 2, rate = 2)
  for (i in n) {
    m[i] ~ normal(top, variance = 4)
    for (j in 0..<k[i]) { y[i][j] ~ normal(m[i], precision = p) }
  }
infer: [top, m, p, evidence]
`
	sumsRegression = `model: regression
algorithm: vmp
inputs:
  n: range
  d: range
  x: real[n][d]
  y: real[n]
program: |
  p ~ gamma(shape = 2, rate = 2)
  for (j in d) { w[j] ~ normal(0, variance = 10) }
  for (i in n) { y[i] ~ normal(sum(w[j] * x[i][j] : j in d), precision = p) }
infer: [w, p, evidence]
`
	sumsChain = `model: chain
algorithm: vmp
inputs:
  T: range
  y: real[T]
program: |
  p ~ gamma(shape = 2, rate = 2)
  q ~ gamma(shape = 3, rate = 1)
  x[0] ~ normal(0, variance = 10)
  for (t in 1..<T) { x[t] ~ normal(x[t-1], precision = p) }
  for (t in T) { y[t] ~ normal(x[t], precision = q) }
infer: [x, p, q, evidence]
`
	sumsPanel = `model: panel
algorithm: vmp
inputs:
  n: range
  T: range
  y: real[n][T]
program: |
  p ~ gamma(shape = 2, rate = 2)
  for (t in T) { level[t] ~ normal(0, variance = 10) }
  for (i in n) { size[i] ~ normal(1, variance = 1) }
  for (i in n) {
    for (t in T) { y[i][t] ~ normal(level[t] * size[i], precision = p) }
  }
infer: [level, size, p, evidence]
`
	sumsDerived = `model: derived
algorithm: vmp
inputs:
  n: range
  T: range
  y: real[n]
  z: real[T]
program: |
  a ~ normal(0, variance = 4)
  b ~ normal(1, variance = 1)
  s = a + b
  for (i in n) { y[i] ~ normal(s, variance = 2) }
  for (t in T) { z[t] ~ normal(a, variance = 3) }
infer: [a, b, s, evidence]
`
	// The mean of 1/g is infinite where the shape of g is not above 1: then there are
	// no messages.
	sumsFaults = `model: faults
algorithm: vmp
inputs:
  n: range
  m: range
  k: range
  group: index(k)[n]
  which: index(k)[m]
  y: int[n]
  z: real[m]
program: |
  a ~ gamma(shape = 2, rate = 1)
  for (j in k) { g[j] ~ gamma(shape = 0.5, rate = 1) }
  for (i in n) { y[i] ~ poisson(a / g[group[i]]) }
  for (j in m) { z[j] ~ normal(0, precision = g[which[j]]) }
infer: [a, g]
`
	sumsGames = `model: games
algorithm: vmp
inputs:
  game: range
  player: range
  who: index(player)[game]
  y: real[game]
program: |
  for (p in player) { skill[p] ~ normal(0, variance = 10) }
  noise ~ gamma(shape = 2, rate = 2)
  for (g in game) {
    x[g] ~ normal(skill[who[g]], variance = 1)
    y[g] ~ normal(x[g], precision = noise)
  }
infer: [skill, noise, evidence]
iterate: {sequential: [game]}
`
	sumsGamesData = `{"player": 3, "who": [0, 1, 0, 2, 1], "y": [1, 2, -0.5, 3, 2.5]}`
)

// sumsTrials are the models with data and, of those tables that messages of a plate
// are in, how many are sums and how many keep the messages one by one.
func sumsTrials(t *testing.T) (list []*Trial, sums, stored []int) {
	add := func(sum, apart int, x *Trial) {
		list, sums, stored = append(list, x), append(sums, sum), append(stored, apart)
	}
	add(2, 0, &Trial{Name: "mean and precision", Model: sumsPrecision, Data: `{"y": [1, 2, 1.5, 0.5]}`, Next: `{"y": [-1, 20, 0, 3]}`, Iterations: 7})
	add(2, 0, &Trial{Name: "messages of 1e290", Model: sumsHuge, Data: `{"x": [1, 0.3, -2, 1.7], "y": [1, 0.5, -1.5, 2.5]}`, Iterations: 40})
	add(3, 0, &Trial{Name: "gather", Model: sumsGather, Data: `{"k": 3, "group": [0, 2, 0, 2, 2], "y": [1, 5, 0.5, 4, 4.5]}`, Iterations: 6})
	add(3, 0, &Trial{Name: "ragged", Model: sumsRagged, Data: `{"k": [2, 0, 3], "y": [[1, 2], [], [5, 4.5, 4]]}`, Next: `{"k": [2, 0, 3], "y": [[3, -2], [], [1, 1, 1]]}`, Iterations: 6})
	add(2, 0, &Trial{Name: "regression", Model: sumsRegression, Data: `{"x": [[1, 0.3], [0.2, 2], [1, -1], [-2, 0.1]], "y": [1, 3, -1, 0.5]}`, Iterations: 6})
	add(2, 0, &Trial{Name: "chain", Model: sumsChain, Data: `{"y": [1, 1.5, 0.5, 3, 2]}`, Iterations: 6})
	add(3, 0, &Trial{Name: "panel", Model: sumsPanel, Data: `{"y": [[1, 2, 1.5], [2, 3.5, 3]]}`, Iterations: 6})
	add(2, 0, &Trial{Name: "derived", Model: sumsDerived, Data: `{"y": [1, 2, 1.5], "z": [0.5, 1]}`, Iterations: 6})
	add(3, 0, &Trial{Name: "messages left out", Model: sumsFaults, Iterations: 6,
		Data: `{"k": 2, "group": [0, 1, 0], "which": [0, 0, 0], "y": [2, 1, 0], "z": [0.5, -1, 0.7]}`,
		Next: `{"k": 2, "group": [0, 1, 0], "which": [1, 1, 1], "y": [2, 1, 0], "z": [0.5, -1, 0.7]}`})
	add(2, 0, &Trial{Name: "sequential", Model: sumsGames, Data: sumsGamesData, Iterations: 6})
	add(1, 1, &Trial{Name: "a posterior inside the loop over its messages", Model: sumsGames, Data: sumsGamesData, Iterations: 6, Edit: posteriorInside})
	poisson := disasters(t)
	add(2, 0, &Trial{Name: "poisson without init", Model: poisson, Data: disastersData(t), Iterations: 30})
	add(2, 0, &Trial{Name: "poisson damped", Model: poisson + "iterate: {damping: 0.5}\n", Data: disastersData(t), Iterations: 90})
	return list, sums, stored
}

// posteriorInside makes the posteriors of the skills run again after each game.
func posteriorInside(c *mpc.Compilation) {
	s := *c.Schedule
	s.Steps = slices.Clone(s.Steps)
	for i, st := range s.Steps {
		it, ok := st.(*schedule.Iterate)
		if !ok {
			continue
		}
		changed := *it
		changed.Body = slices.Clone(it.Body)
		var inside []schedule.Step
		for k, st := range changed.Body {
			switch st := st.(type) {
			case *schedule.Update:
				if u := c.Program.Updates[st.Node]; u.Kind == message.Posterior && u.Variable.Name == "skill" {
					inside = append(inside, st)
				}
			case *schedule.Loop:
				l := *st
				l.Body = append(slices.Clone(l.Body), inside...)
				changed.Body[k] = &l
			}
		}
		s.Steps[i] = &changed
	}
	c.Schedule = &s
	c.Loops = loops.Build(c.Program, c.Deps, c.Schedule)
}

// TestAgreeOnSums: where messages of a plate are kept as their product alone,
// generated code gives what the interpreter gives, which keeps all.
func TestAgreeOnSums(t *testing.T) {
	list, _, _ := sumsTrials(t)
	All(t, list, codegen.Options{})
}

// TestSums: the messages of VMP over a plate are kept as their product, unless a
// posterior is computed between them.
func TestSums(t *testing.T) {
	list, sums, stored := sumsTrials(t)
	for i, x := range list {
		c, err := mpc.Compile(x.Name, []byte(x.Model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if x.Edit != nil {
			x.Edit(c)
		}
		count := map[loops.Role]int{}
		for _, table := range c.Loops.Tables {
			count[table.Role]++
		}
		if count[loops.Sum] != sums[i] || count[loops.Replicated] != stored[i] {
			t.Errorf("%s: %d sums, want %d; %d tables of single messages, want %d\n%s", x.Name, count[loops.Sum], sums[i], count[loops.Replicated], stored[i], c.Loops)
		}
	}
}

// disasters is models/poisson_regression/vmp.yaml without its initial marginals: the
// messages of the first iteration are enormous.
func disasters(t *testing.T) string {
	text, err := os.ReadFile("../../models/poisson_regression/vmp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(text), "init:")
	if !ok {
		t.Fatal("the model has no init")
	}
	return before + "blocks: []\n" // each of the two has messages of its own
}

// disastersData are its data, as JSON.
func disastersData(t *testing.T) string {
	f, err := os.Open("../../models/poisson_regression/data.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns := map[string][]float64{}
	for _, row := range rows[1:] {
		for k, name := range rows[0] {
			x, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			columns[name] = append(columns[name], x)
		}
	}
	text, err := json.Marshal(columns)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

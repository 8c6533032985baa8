package agree

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"mpc/codegen"
)

// raggedData are rows of rows of several lengths, among them empty ones, at the ends too.
const raggedData = `{"player": 3, "game": 5, "teams": [2, 0, 1, 3, 2], "size": [[2, 1], [], [0], [1, 0, 3], [2, 0]],
 "who": [[[1, 2], [0]], [], [[]], [[0], [], [1, 0, 2]], [[2, 0], []]],
 "y": [[[1.5, -2], [0.3]], [], [[]], [[0.1], [], [1, 2, 3]], [[-1, 0.4], []]],
 "hit": [[[true, false], [true]], [], [[]], [[true], [], [false, true, true]], [[false, true], []]],
 "score": [[0.5, 1], [], [2], [-1, 0, 0.3], [1.5, 0.2]],
 "even": [[[0.5, 0.5], [1]], [], [[]], [[1], [], [0.2, 0.3, 0.5]], [[0.25, 0.75], []]]}`

const raggedInputs = `inputs:
  player: range
  game: range
  teams: int[game]
  size: int[game][teams[game]]
  who: index(player)[game][teams[game]][size[game][teams[game]]]
  y: real[game][teams[game]][size[game][teams[game]]]
  hit: bool[game][teams[game]][size[game][teams[game]]]
  score: real[game][teams[game]]
  even: vector(size[game][teams[game]])[game][teams[game]]
`

// raggedModels are programs over arrays whose rows have rows of several lengths. each
// stands for the loops over all elements, rows for those over all rows.
var raggedModels = []struct{ name, algorithm, program, infer string }{
	{"plates", "ep vmp", `
    rate ~ gamma(2, rate = 1)
    for (p in player) { skill[p] ~ normal(0, variance = 4)
      luck[p] ~ beta(1, 1) }
    rows { team[g][r] ~ normal(0, variance = 1)
      each {
        perf[g][r][k] ~ normal(skill[who[g][r][k]], variance = 1)
        effort[g][r][k] = perf[g][r][k] + team[g][r]
        y[g][r][k] ~ normal(effort[g][r][k], precision = rate)
        hit[g][r][k] ~ bernoulli(luck[who[g][r][k]])
      }
    }`, "skill, luck, team, effort, rate"},
	{"rows of a chain", "ep vmp", `
    rows {
      if (r == 0) { m[g][r] ~ normal(0, variance = 3) }
      if (r > 0) { m[g][r] ~ normal(m[g][r-1], variance = 1) }
      each { y[g][r][k] ~ normal(m[g][r], variance = 0.5) }
    }`, "m"},
	{"elements of a chain", "ep vmp", `
    rows { each {
      if (k == 0) { s[g][r][k] ~ normal(score[g][r], variance = 3) }
      if (k > 0) { s[g][r][k] ~ normal(s[g][r][k-1], variance = 1) }
      hit[g][r][k] ~ bernoulli(logit = s[g][r][k])
    } }`, "s"},
	{"chains along rows and elements", "ep", `
    rows { each {
      m[g][r][k] ~ normal(0, variance = 3)
      if (k > 0) { observe m[g][r][k] > m[g][r][k-1] }
      if (r > 0) { if (k < size[g][r-1]) { observe m[g][r][k] < m[g][r-1][k] + 2 } }
      y[g][r][k] ~ normal(m[g][r][k], variance = 0.5)
    } }`, "m"},
	{"the first row of each", "ep", `
    rows { each {
      if (r == 0) { x[g][r][k] ~ normal(0, variance = 2) }
      if (r > 0) { if (k < size[g][r-1]) { x[g][r][k] ~ normal(x[g][r-1][k], variance = 1) } }
      if (r > 0) { if (k >= size[g][r-1]) { x[g][r][k] ~ normal(1, variance = 1) } }
      y[g][r][k] ~ normal(x[g][r][k], variance = 0.5)
    } }`, "x"},
	{"sums of rows of a chain", "vmp", `
    rows {
      if (r == 0) { m[g][r] ~ normal(0, variance = 2) }
      if (r > 0) { m[g][r] ~ normal(m[g][r-1], variance = 1) }
      each {
        x[g][r][k] ~ normal(m[g][r], variance = 1)
        y[g][r][k] ~ normal(x[g][r][k], variance = 0.5)
      }
      t[g][r] = sum(x[g][r][k] : k in 0..<size[g][r])
      score[g][r] ~ normal(t[g][r], variance = 1)
    }`, "m, x, t"},
	{"sums of rows", "ep vmp", `
    for (p in player) { skill[p] ~ normal(0, variance = 4) }
    rows {
      each { part[g][r][k] ~ normal(skill[who[g][r][k]], variance = 1) }
      total[g][r] = sum(part[g][r][k] : k in 0..<size[g][r])
      score[g][r] ~ normal(total[g][r], variance = 1)
      if (r > 0) { high[g][r] ~ normal(total[g][r] - total[g][r-1], variance = 1) }
    }`, "skill, part, total"},
	{"truths", "ep", `
    rate ~ beta(2, 1)
    rows {
      each {
        b[g][r][k] ~ bernoulli(rate)
        c[g][r][k] ~ bernoulli(0.3)
        d[g][r][k] = b[g][r][k] || c[g][r][k]
        if (hit[g][r][k]) { observe d[g][r][k] }
      }
      n[g][r] = count(b[g][r][k] : k in 0..<size[g][r])
      some[g][r] = any(d[g][r][k] : k in 0..<size[g][r])
      if (r > 0) { if (size[g][r-1] > 0) { if (size[g][r] > 0) { observe some[g][r] == some[g][r-1] } } }
    }`, "rate, b, d, n, some"},
	{"the lowest of each team", "ep", `
    for (p in player) { skill[p] ~ normal(2, variance = 9) }
    rows { if (size[g][r] > 0) {
      each { perf[g][r][k] ~ normal(skill[who[g][r][k]], variance = 1) }
      low[g][r] ~ categorical(even[g][r])
      switch (low[g][r]) {
        least[g][r] = perf[g][r][low[g][r]]
        each { if (k != low[g][r]) { observe between(perf[g][r][k] - least[g][r], 0, 0.7) } }
      }
      if (r > 0) { if (size[g][r-1] > 0) { observe least[g][r] - least[g][r-1] > 0.7 } }
    } }`, "skill"},
	{"a random element of each row", "ep vmp", `
    for (p in player) { skill[p] ~ normal(2, variance = 9) }
    rows { if (size[g][r] > 0) {
      each { perf[g][r][k] ~ normal(skill[who[g][r][k]], variance = 1) }
      z[g][r] ~ categorical(even[g][r])
      score[g][r] ~ normal(perf[g][r][z[g][r]], variance = 1)
    } }`, "skill, perf"},
	{"whole numbers", "ep", `
    rows { each {
      a[g][r][k] ~ discreteuniform(3)
      b[g][r][k] ~ binomial(2, 0.3)
      c[g][r][k] = a[g][r][k] + b[g][r][k]
      if (hit[g][r][k]) { observe c[g][r][k] > 1 }
      if (k > 0) { observe c[g][r][k] >= b[g][r][k-1] }
    } }`, "a, b, c"},
	{"missing", "ep vmp", `
    for (p in player) { skill[p] ~ normal(0, variance = 4) }
    rows { each { y[g][r][k] ~ normal(skill[who[g][r][k]], variance = 1) } }`, "skill, y"},
}

// TestAgreeOnRaggedArrays: arrays whose rows have rows of several lengths, in plates and
// in loops whose order matters, along each of the dimensions.
func TestAgreeOnRaggedArrays(t *testing.T) {
	write := strings.NewReplacer("each {", "for (k in 0..<size[g][r]) {", "rows {", "for (g in game) { for (r in 0..<teams[g]) {").Replace
	var list []*Trial
	for _, x := range raggedModels {
		program := write(x.program) + " }"
		inputs, data := raggedOf(t, program)
		if x.name == "missing" {
			inputs = strings.Replace(inputs, "y: real[game][teams[game]][size[game][teams[game]]]", `y: {type: "real[game][teams[game]][size[game][teams[game]]]", missing: true}`, 1)
			data = strings.NewReplacer("[1.5,-2]", "[1.5,null]", "[1,2,3]", "[null,2,null]").Replace(data)
		}
		for _, algorithm := range strings.Fields(x.algorithm) {
			list = append(list, &Trial{
				Name:       x.name + " by " + algorithm,
				Model:      "model: ragged\nalgorithm: " + algorithm + "\n" + inputs + "program: |" + program + "\ninfer: [" + x.infer + "]\n",
				Data:       data,
				Iterations: 4,
			})
		}
	}
	All(t, list, codegen.Options{})
}

// raggedOf are the inputs that a program reads, and their data.
func raggedOf(t *testing.T, program string) (inputs, values string) {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raggedData), &all); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.SplitAfter(raggedInputs, "\n") {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		reads := regexp.MustCompile(`\b` + name + `\b`).MatchString
		if name == "inputs" || reads(program) || name == "player" && strings.Contains(program, "who") {
			inputs += line
		} else {
			delete(all, name)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return inputs, string(text)
}

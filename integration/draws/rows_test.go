package draws

import "testing"

// rows are models over arrays whose rows have rows of several lengths, and over branches
// that draw as the value of their selector says.
var rows = []*Trial{{
	Name: "rows of rows",
	Model: `model: rows
algorithm: gibbs
inputs:
  player: range
  game: range
  teams: int[game]
  size: int[game][teams[game]]
  who: index(player)[game][teams[game]][size[game][teams[game]]]
  y: {type: "real[game][teams[game]][size[game][teams[game]]]", missing: true}
  won: bool[game][teams[game]][size[game][teams[game]]]
  even: vector(size[game][teams[game]])[game][teams[game]]
program: |
  for (p in player) {
    skill[p] ~ normal(0, variance = 4)
    luck[p] ~ beta(1, 1)
  }
  for (g in game) {
    for (r in 0..<teams[g]) {
      if (r == 0) { team[g][r] ~ normal(0, variance = 1) }
      if (r > 0) { team[g][r] ~ normal(team[g][r-1], variance = 1) }
      for (k in 0..<size[g][r]) {
        perf[g][r][k] ~ normal(skill[who[g][r][k]] + team[g][r], variance = 1)
        y[g][r][k] ~ normal(perf[g][r][k], variance = 0.5)
        won[g][r][k] ~ bernoulli(luck[who[g][r][k]])
        if (k > 0) { observe perf[g][r][k] < perf[g][r][k-1] + 3 }
      }
      if (size[g][r] > 1) {
        low[g][r] ~ categorical(even[g][r])
        observe perf[g][r][low[g][r]] < 1
      }
    }
  }
infer: [skill, luck, team, perf, y]
`,
	Data: `{"player": 3, "game": 5, "teams": [2, 0, 1, 3, 2], "size": [[2, 1], [], [0], [1, 0, 3], [2, 0]],
 "who": [[[1, 2], [0]], [], [[]], [[0], [], [1, 0, 2]], [[2, 0], []]],
 "y": [[[1.5, null], [0.3]], [], [[]], [[null], [], [1, 2, 3]], [[-1, 0.4], []]],
 "won": [[[true, false], [true]], [], [[]], [[true], [], [false, true, true]], [[false, true], []]],
 "even": [[[0.5, 0.5], [1]], [], [[]], [[1], [], [0.2, 0.3, 0.5]], [[0.25, 0.75], []]]}`,
}, {
	Name: "a switch that says how many numbers there are",
	Model: `model: cases
algorithm: gibbs
inputs: {count: range, flat: vector(count), m: range, y: "bool[m]", size: "int[count]"}
program: |
  for (i in m) {
    n[i] ~ categorical(flat)
    switch (n[i]) {
      k[i] ~ binomial(size[n[i]], 0.4)
      if (n[i] > 1) { observe k[i] < 3 }
      for (d in 0..<size[n[i]]) {
        z[i][d] ~ discreteuniform(n[i])
        w[i][d] ~ bernoulli(0.8)
        observe ((z[i][d] < k[i]) == w[i][d]) == y[i]
      }
    }
  }
infer: [n]
`,
	Data: `{"count": 5, "flat": [0.1, 0.2, 0.3, 0.15, 0.25], "m": 3, "y": [true, false, true], "size": [2, 0, 3, 1, 2]}`,
}}

// TestRows compares their draws.
func TestRows(t *testing.T) { All(t, rows) }

package run_test

// batchModels are models with shared variables, data in batches, and the same data
// at once.
var batchModels = []struct {
	name, model   string
	batches, once string
	builds        bool // whether the generated package is run too
}{
	{"vmp mean and precision", `model: precision
algorithm: vmp
inputs: {n: range, x: "real[n]"}
program: |
  mean ~ normal(0, variance = 100)
  prec ~ gamma(shape = 1, rate = 2)
  for (i in n) { x[i] ~ normal(mean, precision = prec) }
infer: [mean, prec, evidence]
shared: [mean, prec]
iterate: {max: 1000, tolerance: 1e-13}
`, `{"batches": [{"x": [1.5, 2.5]}, {"x": [0.5]}, {"x": [3, 2, 1]}, {"x": []}]}`, `{"x": [1.5, 2.5, 0.5, 3, 2, 1]}`, false},
	{"vmp with local variables and a hierarchy", `model: groups
algorithm: vmp
inputs: {group: range, n: range, of: "index(group)[n]", x: "real[n]"}
program: |
  top ~ normal(0, variance = 10)
  for (g in group) { mean[g] ~ normal(top, variance = 4) }
  prec ~ gamma(shape = 2, rate = 2)
  for (i in n) {
    z[i] ~ normal(mean[of[i]], precision = prec)
    x[i] ~ normal(z[i], variance = 0.5)
  }
infer: [mean, top, evidence]
shared: [mean, top, prec]
iterate: {max: 2000, tolerance: 1e-13}
`, `{"batches": [{"group": 3, "of": [0, 1, 0], "x": [1.5, 4, 2]}, {"group": 3, "of": [1], "x": [3.5]}, {"group": 3, "of": [0, 1], "x": [1, 5]}]}`,
		`{"group": 3, "of": [0, 1, 0, 1, 0, 1], "x": [1.5, 4, 2, 3.5, 1, 5]}`, true},
	{"ep coins", `model: coins
inputs: {n: range, head: "bool[n]"}
program: |
  p ~ beta(2, 3)
  for (i in n) { head[i] ~ bernoulli(p) }
infer: [p, evidence]
shared: [p]
`, `{"batches": [{"head": [true, false]}, {"head": [true]}, {"head": [true, true, false]}]}`, `{"head": [true, false, true, true, true, false]}`, false},
	{"ep skills", `model: skills
inputs: {player: range, game: range, winner: "index(player)[game]", loser: "index(player)[game]"}
program: |
  mean ~ normal(25, sd = 5)
  for (p in player) { skill[p] ~ normal(mean, sd = 8) }
  observe skill[0] > skill[1]
  for (g in game) {
    a[g] ~ normal(skill[winner[g]], variance = 17)
    b[g] ~ normal(skill[loser[g]], variance = 17)
    observe a[g] > b[g]
  }
infer: [skill, mean, evidence]
shared: [skill, mean]
iterate: {max: 1000, tolerance: 1e-12}
`, `{"batches": [{"player": 4, "winner": [0, 1], "loser": [1, 2]}, {"player": 4, "winner": [0], "loser": [2]}, {"player": 4, "winner": [2, 3, 0], "loser": [1, 0, 3]}]}`,
		`{"player": 4, "winner": [0, 1, 0, 2, 3, 0], "loser": [1, 2, 2, 1, 0, 3]}`, true},
	{"ep damped, which would run in a cycle", cycling + "iterate: {max: 1000, tolerance: 1e-12, damping: 0.3}\n",
		cyclingBatches, `{"x": [1, 2, 3, 4, 5, 10, 11, 12, 13]}`, true},
	{"ep damped vectors", `model: mv
inputs: {n: range, m: range, x: "vector(2)[n]", of: "index(m)[n]"}
program: |
  for (j in m) { w[j] ~ mvnormal([0, 1], covariance = [[4, 1], [1, 3]]) }
  for (i in n) { x[i] ~ mvnormal(w[of[i]], covariance = [[1, 0.5], [0.5, 2]]) }
infer: [w, evidence]
shared: [w]
iterate: {damping: 0.25, max: 500, tolerance: 1e-12}
`, `{"batches":[{"m":2,"x":[[1,2]],"of":[0]},{"m":2,"x":[[0.5,-1],[3,1]],"of":[0,1]}]}`, `{"m":2,"x":[[1,2],[0.5,-1],[3,1]],"of":[0,0,1]}`, true},
	{"ep walk", `model: walk
inputs: {t: range, n: range, at: "index(t)[n]", y: "real[n]"}
program: |
  x[0] ~ normal(0, variance = 100)
  for (i in 1..<t) { x[i] ~ normal(0.5 * x[i-1] + 1, variance = 2) }
  for (k in n) { y[k] ~ normal(2 * x[at[k]], variance = 1) }
infer: [x, evidence]
shared: [x]
iterate: {max: 1000, tolerance: 1e-12}
`, `{"batches": [{"t": 4, "at": [0, 1], "y": [1, 3]}, {"t": 4, "at": [3], "y": [4.5]}, {"t": 4, "at": [1, 1], "y": [2, 2.5]}]}`,
		`{"t": 4, "at": [0, 1, 3, 1, 1], "y": [1, 3, 4.5, 2, 2.5]}`, false},
	{"ep truths", `model: bern
inputs: {n: range, y: "bool[n]", m: range}
program: |
  a ~ bernoulli(0.3)
  for (j in m) { c[j] ~ bernoulli(0.6) }
  for (i in n) { f[i] ~ bernoulli(0.2); s[i] = a == f[i]; t[i] ~ bernoulli(0.9); r[i] = s[i] && t[i]; observe r[i] == y[i] }
infer: [a, evidence]
shared: [a, c]
`, `{"batches":[{"m":2,"y":[true,false]},{"m":2,"y":[]},{"m":2,"y":[true]},{"m":2,"y":[true]}]}`, `{"m":2,"y":[true,false,true,true]}`, false},
	{"ep dirichlets", `model: dire
inputs: {k: range, g: range, item: range, of: "index(g)[item]", data: "index(k)[item]"}
program: |
  for (j in g) { phi[j] ~ dirichlet([1, 2, 0.5]) }
  for (i in item) { data[i] ~ categorical(phi[of[i]]) }
infer: [phi, evidence]
shared: [phi]
`, `{"batches":[{"k":3,"g":2,"of":[0,1],"data":[1,2]},{"k":3,"g":2,"of":[],"data":[]},{"k":3,"g":2,"of":[0,0,1],"data":[0,1,1]}]}`, `{"k":3,"g":2,"of":[0,1,0,0,1],"data":[1,2,0,1,1]}`, true},
	{"vmp dirichlets", `model: dirv
algorithm: vmp
inputs: {k: range, g: range, item: range, of: "index(g)[item]", data: "index(k)[item]"}
program: |
  for (j in g) { phi[j] ~ dirichlet([1, 2, 0.5]) }
  for (i in item) { data[i] ~ categorical(phi[of[i]]) }
infer: [phi, evidence]
shared: [phi]
`, `{"batches":[{"k":3,"g":2,"of":[0,1],"data":[1,2]},{"k":3,"g":2,"of":[],"data":[]},{"k":3,"g":2,"of":[0,0,1],"data":[0,1,1]}]}`, `{"k":3,"g":2,"of":[0,1,0,0,1],"data":[1,2,0,1,1]}`, false},
	{"ep vectors", `model: mv
inputs: {n: range, x: "vector(2)[n]"}
program: |
  m ~ mvnormal([0, 1], covariance = [[4, 1], [1, 3]])
  for (i in n) { x[i] ~ mvnormal(m, covariance = [[1, 0.5], [0.5, 2]]) }
infer: [m, evidence]
shared: [m]
`, `{"batches":[{"x":[[1,2]]},{"x":[[0.5,-1],[3,1]]}]}`, `{"x":[[1,2],[0.5,-1],[3,1]]}`, false},
	{"vmp vectors", `model: mvv
algorithm: vmp
inputs: {n: range, x: "vector(2)[n]"}
program: |
  m ~ mvnormal([0, 1], covariance = [[4, 1], [1, 3]])
  for (i in n) { x[i] ~ mvnormal(m, covariance = [[1, 0.5], [0.5, 2]]) }
infer: [m, evidence]
shared: [m]
`, `{"batches":[{"x":[[1,2]]},{"x":[[0.5,-1],[3,1]]}]}`, `{"x":[[1,2],[0.5,-1],[3,1]]}`, false},
}

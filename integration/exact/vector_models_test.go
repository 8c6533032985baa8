package exact

import (
	"encoding/json"
	"testing"
)

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// vectorModels are models of vectors and matrices whose parts the random trees do
// not have, with data and other data of the same sizes.
var vectorModels = []struct{ model, data, next string }{
	{`model: ragged
inputs:
  item: range
  size: int[item]
  n: range
  which: index(item)[n]
  alpha: vector(size[item])[item]
  x: int[n]
program: |
  for (i in item) { p[i] ~ dirichlet(alpha[i]) }
  for (j in n) { x[j] ~ categorical(p[which[j]]) }
infer: [p, evidence]
`, `{"size": [2, 3, 1], "alpha": [[1, 2], [0.5, 1, 3], [2]], "which": [0, 1, 1, 2, 0], "x": [1, 2, 0, 0, 0]}`,
		`{"size": [2, 3, 1], "alpha": [[3, 2], [0.5, 4, 3], [1]], "which": [0, 1, 1, 2, 1], "x": [0, 2, 1, 0, 0]}`},
	{`model: raggedweights
inputs:
  user: range
  size: int[user]
  n: int[user]
  zero: vector(size[user])[user]
  S: matrix(size[user], size[user])[user]
  x: vector(size[user])[user][n[user]]
  y: bool[user][n[user]]
program: |
  for (u in user) {
    w[u] ~ mvnormal(zero[u], covariance = S[u])
    for (i in 0..<n[u]) { y[u, i] ~ bernoulli(probit(dot(w[u], x[u, i]))) }
  }
infer: [w, evidence]
`, `{"size": [2, 1], "n": [3, 2], "zero": [[0, 1], [0]], "S": [[[1, 0.5], [0.5, 2]], [[3]]],
		"x": [[[1, 2], [0, -1], [2, 2]], [[1], [-2]]], "y": [[true, false, true], [true, true]]}`, ""},
	{`model: tables
algorithm: vmp
inputs:
  K: range
  L: range
  doc: range
  word: int[doc][L]
  total: int[doc]
  label: index(K)[doc]
  prior: dirichlet(K)
program: |
  share ~ prior
  for (k in K) {
    for (l in L) { a[k, l] = 0.5 + 0.25 * l }
    topic[k] ~ dirichlet(a[k])
  }
  for (d in doc) {
    label[d] ~ categorical(share)
    word[d] ~ multinomial(total[d], topic[label[d]])
  }
infer: [share, topic, evidence]
`, `{"K": 2, "L": 3, "doc": 3, "word": [[1, 2, 3], [0, 0, 4], [2, 1, 0]], "total": [6, 4, 3], "label": [0, 1, 1], "prior": {"dist": "dirichlet", "alpha": [2, 5]}}`, ""},
	{`model: gaussian
algorithm: vmp
inputs:
  n: range
  group: range
  of: index(group)[n]
  x: real[n][2]
program: |
  centre ~ mvnormal([0, 1], covariance = [[4, 1], [1, 3]])
  R ~ wishart(df = 5, scale = [[2, 0.3], [0.3, 1]])
  for (g in group) {
    P[g] ~ wishart(df = 4, inverse = R)
    m[g] ~ mvnormal(centre, precision = P[g])
  }
  for (i in n) { x[i] ~ mvnormal(m[of[i]], precision = P[of[i]]) }
  first ~ normal(centre[0], variance = 2)
infer: [centre, R, P, m, first, evidence]
iterate: {damping: 0.25}
`, `{"of": [0, 1, 1, 0, 1], "x": [[1, 2], [0.5, -1], [3, 2], [1, 1], [0, 4]], "group": 2}`,
		`{"of": [0, 1, 1, 0, 1], "x": [[3, 2], [0.5, 1], [3, -2], [1, 1], [0, 3]], "group": 2}`},
	{`model: logisticregression
algorithm: vmp
inputs:
  K: range
  n: range
  x: vector(K)[n]
  y: bool[n]
  start: mvnormal(K)
program: |
  scale ~ gamma(shape = 2, rate = 1)
  w ~ mvnormal([0, 0, 0], covariance = [[4, 0, 0], [0, 4, 0], [0, 0, 4]])
  for (i in n) { y[i] ~ bernoulli(logit = dot(w, x[i])) }
  seen ~ normal(w[1], precision = scale)
infer: [w, scale, evidence]
init: {w: start}
`, `{"K": 3, "x": [[1, 2, 0.5], [1, -3, 1], [1, 0.2, 2], [1, 5, -1]], "y": [true, false, true, false], "start": {"dist": "mvnormal", "mean": [0, 1, 0], "covariance": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}`, ""},
	{`model: shares
inputs:
  K: range
  n: range
  x: index(K)[n]
program: |
  p ~ dirichlet([1, 2, 3])
  q = p
  for (i in n) { if (i < 2) { x[i] ~ categorical(p) } else { x[i] ~ categorical(q) } }
infer: [p, q]
`, `{"K": 3, "x": [0, 1, 2, 2, 1]}`, ""},
	{`model: matrices
algorithm: vmp
inputs: {k: range, S: "matrix(k, k)"}
program: |
  x ~ wishart(df = 6, scale = S)
  s ~ gamma(shape = 6, rate = 3)
  y = s * x
  observe y ~ wishart(df = 7, scale = S)
infer: [x, s, y]
`, `{"S": [[1, 0.5], [0.5, 2]]}`, `{"S": [[3, 0.5], [0.5, 1]]}`},
	{`model: factors
algorithm: vmp
inputs:
  n: range
  D: range
  K: range
  y: real[n][D]
  I: matrix(K, K)
  zero: vector(K)
  start: mvnormal(K)[D]
program: |
  for (d in D) {
    w[d] ~ mvnormal(zero, precision = I)
    tau[d] ~ gamma(shape = 2, rate = 1)
  }
  for (i in n) {
    z[i] ~ mvnormal(zero, precision = I)
    for (d in D) { y[i, d] ~ normal(dot(z[i], w[d]), precision = tau[d]) }
  }
infer: [w, z, tau, evidence]
init: {w: start}
`, `{"K": 2, "D": 3, "zero": [0, 0], "I": [[1, 0], [0, 1]], "y": [[1, 2, 0.5], [-1, -3, 1], [1, 0.2, 2], [0, 1, -1]],
		"start": [{"dist": "mvnormal", "mean": [1, 0], "covariance": [[1, 0], [0, 1]]}, {"dist": "mvnormal", "mean": [0, 1], "covariance": [[1, 0], [0, 1]]},
		{"dist": "mvnormal", "mean": [1, 1], "covariance": [[2, 0], [0, 1]]}]}`, ""},
	{`model: statenoise
algorithm: vmp
inputs:
  n: range
  K: range
  L: range
  F: matrix(K, K)
  H: real[L][K]
  y: vector(L)[n]
  S: matrix(K, K)
program: |
  P ~ wishart(df = 5, scale = S)
  Q = 0.5 * P
  R ~ wishart(df = 6, scale = [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  level ~ mvnormal([0, 0, 1], covariance = [[4, 1, 0], [1, 3, 0], [0, 0, 2]])
  for (t in n) {
    if (t == 0) { x[t] ~ mvnormal([0, 0], precision = S) }
    if (t > 0) { x[t] ~ mvnormal(F * x[t-1], precision = Q) }
    y[t] ~ mvnormal(level + H * x[t], precision = R)
  }
infer: [P, Q, R, level, x, evidence]
`, `{"F": [[1, 0.5], [0, 0.9]], "H": [[1, 0], [0, 1], [1, 1]], "S": [[1, 0.2], [0.2, 2]], "y": [[1, 2, 0.5], [0, 1, 1], [3, 1, 0], [2, 2, 1]]}`,
		`{"F": [[1, 0.5], [0, 0.9]], "H": [[1, 0], [0, 2], [1, 1]], "S": [[1, 0.2], [0.2, 1]], "y": [[1, 0, 0.5], [0, 1, 1], [3, 1, -3], [2, 2, 1]]}`},
	{`model: raggedmaps
inputs:
  u: range
  big: int[u]
  small: int[u]
  A: matrix(big[u], small[u])[u]
  zero: vector(small[u])[u]
  S: matrix(small[u], small[u])[u]
  P: matrix(big[u], big[u])[u]
  y: vector(big[u])[u]
  c: real
program: |
  for (i in u) {
    w[i] ~ mvnormal(zero[i], covariance = S[i])
    v[i] = c * w[i] - zero[i]
    y[i] ~ mvnormal(A[i] * v[i], precision = P[i])
  }
infer: [w, v, evidence]
`, `{"big": [3, 1], "small": [2, 1], "A": [[[1, 2], [0, 1], [1, 1]], [[2]]], "zero": [[0, 1], [1]], "S": [[[1, 0.5], [0.5, 2]], [[3]]],
		"P": [[[1, 0, 0], [0, 2, 0], [0, 0, 1]], [[0.5]]], "y": [[1, 2, 3], [4]], "c": 1.5}`, ""},
	{`model: written
algorithm: vmp
inputs:
  n: range
  K: range
  y: real[n]
  I: matrix(K, K)
  centre: vector(K)
program: |
  w ~ mvnormal([0, 0], precision = I)
  P ~ wishart(df = 4, scale = I)
  for (i in n) {
    z[i] ~ mvnormal([0, 0], precision = P)
    y[i] ~ normal(dot(w, z[i]), variance = 0.5)
  }
  share ~ dirichlet([1, 2])
  observe 0 ~ categorical(share)
infer: [w, z, P, share, evidence]
init: {w: "mvnormal([1, 0.5], precision = [[2, 0], [0, 2]])", z: "mvnormal(centre, covariance = I)", P: "wishart(df = 3, scale = I)", share: "dirichlet([3, 1])"}
`, `{"K": 2, "I": [[1, 0.2], [0.2, 1]], "centre": [0.1, 0.2], "y": [1, 2, 0.5, -3]}`, ""},
	{`model: pointsep
algorithm: ep
inputs:
  n: range
  K: range
  g: range
  of: index(g)[n]
  S: matrix(K, K)
  x: vector(K)[n]
  y: real[n]
  c: index(K)[n]
program: |
  level ~ mvnormal([0, 1], covariance = [[9, 0], [0, 9]])
  for (j in g) {
    w[j] ~ mvnormal(level, covariance = S)
    share[j] ~ dirichlet([2, 3])
  }
  for (i in n) {
    y[i] ~ normal(dot(w[of[i]], x[i]), variance = 0.5)
    c[i] ~ categorical(share[of[i]])
  }
infer: [level, w, share, evidence]
point: [level, share]
init: {level: "mvnormal([0.1, 0.2], covariance = S)"}
`, `{"S": [[1, 0.2], [0.2, 1]], "of": [0, 1, 1, 0], "x": [[1, 0.2], [0.2, 1], [1, 1], [2, 1]], "y": [1, 2, 0.5, -3], "c": [0, 1, 1, 0]}`,
		`{"S": [[1, 0.2], [0.2, 2]], "of": [0, 1, 1, 0], "x": [[1, 0.2], [0.2, 1], [1, 1], [2, 1]], "y": [1, 1, 0.5, -3], "c": [0, 1, 0, 0]}`},
	{`model: pointsvmp
algorithm: vmp
inputs:
  n: range
  K: range
  g: range
  of: index(g)[n]
  S: matrix(K, K)
  x: vector(K)[n]
  y: real[n]
  c: index(K)[n]
program: |
  level ~ mvnormal([0, 1], covariance = [[9, 0], [0, 9]])
  P ~ wishart(df = 5, scale = S)
  for (j in g) {
    w[j] ~ mvnormal(level, precision = P)
    share[j] ~ dirichlet([2, 3])
  }
  for (i in n) {
    y[i] ~ normal(dot(w[of[i]], x[i]), variance = 0.5)
    c[i] ~ categorical(share[of[i]])
  }
infer: [level, w, share, P, evidence]
point: [level, share, P]
init: {level: "mvnormal([0.1, 0.2], covariance = S)"}
`, `{"S": [[1, 0.2], [0.2, 1]], "of": [0, 1, 1, 0], "x": [[1, 0.2], [0.2, 1], [1, 1], [2, 1]], "y": [1, 2, 0.5, -3], "c": [0, 1, 1, 0]}`,
		`{"S": [[1, 0.2], [0.2, 2]], "of": [0, 1, 1, 0], "x": [[1, 0.2], [0.2, 1], [1, 1], [2, 1]], "y": [1, 1, 0.5, -3], "c": [0, 1, 0, 0]}`},
}

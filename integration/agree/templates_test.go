package agree

// A template is a model of one kind, all of whose names are harmless: zqa, zqb, ... No
// text of the compiler has these.
type template struct {
	kind, model, data string
	batches           bool // the data are visited as a batch
}

var templates = []template{
	{kind: "ep", model: `model: zqz
inputs:
  zqa: range
  zqb: int[zqa]
  zqc: real[zqa][zqb[zqa]]
  zqd: index(zqa)[zqa]
  zqp: {type: real, default: 2}
program: |
  zqe = 2 + sum(zqc[0][zqi] : zqi in 0..<zqb[0])
  for (zqj in zqa) {
    zqf[zqj] ~ normal(0, variance = zqe * zqe)
    zqg[zqj] ~ gamma(shape = 3, rate = zqp)
    for (zqi in 0..<zqb[zqj]) { zqc[zqj][zqi] ~ normal(zqf[zqd[zqj]], precision = zqg[zqj]) }
  }
  for (zqj in 0..<zqa - 1) { observe zqf[zqj+1] - zqf[zqj] > -2 }
  zqh ~ bernoulli(0.3)
  if (zqh) { observe zqf[0] > 1 }
infer: [zqf, zqg, zqe, zqh, evidence]
iterate: {max: 20}
`, data: `{"zqa": 3, "zqb": [2, 0, 1], "zqc": [[0.5, -1], [], [2]], "zqd": [1, 1, 0], "zqp": 2}`},
	{kind: "vmp", model: `model: zqz
algorithm: vmp
inputs:
  zqa: range
  zqb: range
  zqc: real[zqb]
  zqd: normal[zqa]
program: |
  for (zqi in zqa) {
    zqe[zqi] = 1.0
    zqf[zqi] ~ normal(0, variance = 100)
    zqg[zqi] ~ gamma(shape = 2, rate = 2)
  }
  zqh ~ dirichlet(zqe)
  for (zqj in zqb) {
    zqk[zqj] ~ categorical(zqh)
    zqc[zqj] ~ normal(zqf[zqk[zqj]], precision = zqg[zqk[zqj]])
  }
init: {zqf: zqd}
infer: [zqf, zqg, zqh, zqk, evidence]
iterate: {max: 30}
`, data: `{"zqa": 2, "zqb": 4, "zqc": [1, 1.5, -2, -2.5], "zqd": [{"dist": "normal", "mean": 1, "variance": 1}, {"dist": "normal", "mean": -1, "variance": 1}]}`},
	{kind: "gibbs", model: `model: zqz
algorithm: gibbs
inputs:
  zqa: range
  zqb: range
  zqc: {type: "real[zqb]", missing: true}
  zqd: index(zqa)[zqb]
  zqe: int[zqb]
program: |
  for (zqi in zqa) { zqf[zqi] ~ normal(zqg, precision = zqh) }
  zqg ~ normal(0, variance = 10)
  zqh ~ gamma(shape = 2, rate = 1)
  zqk ~ gamma(shape = 2, rate = 1)
  zql ~ beta(1, 1)
  for (zqj in zqb) {
    zqc[zqj] ~ normal(zqf[zqd[zqj]], precision = zqk)
    zqe[zqj] ~ poisson(exp(zqf[zqd[zqj]]))
    zqm[zqj] ~ bernoulli(zql)
    if (zqm[zqj]) { observe zqf[zqd[zqj]] > -3 }
  }
  zqn = zqg * 2
infer: [zqf, zqg, zqh, zqk, zql, zqm, zqn, zqc]
iterate: {burnin: 20, samples: 30, chains: 2}
`, data: `{"zqa": 2, "zqb": 4, "zqc": [1, null, 0.5, -0.5], "zqd": [0, 1, 0, 1], "zqe": [1, 2, 0, 3]}`},
	{kind: "shared", batches: true, model: `model: zqz
inputs:
  zqa: range
  zqb: range
  zqc: index(zqa)[zqb]
  zqd: index(zqa)[zqb]
program: |
  for (zqi in zqa) { zqe[zqi] ~ normal(25, sd = 4) }
  zqk ~ gamma(shape = 2, rate = 2)
  for (zqj in zqb) {
    zqf[zqj] ~ normal(zqe[zqc[zqj]], precision = zqk)
    zqg[zqj] ~ normal(zqe[zqd[zqj]], sd = 5)
    observe zqf[zqj] > zqg[zqj]
  }
infer: [zqe, zqk, evidence]
shared: [zqe, zqk]
iterate: {max: 40}
`, data: `{"zqa": 3, "zqb": 2, "zqc": [0, 1], "zqd": [1, 2]}`},
	{kind: "missing", model: `model: zqz
inputs:
  zqa: range
  zqb: {type: "real[zqa]", missing: true}
  zqc: {type: "real[zqa]", missing: true}
  zqd: {type: bool, missing: true}
  zqe: {type: "int[zqa]", missing: true}
program: |
  zqf ~ normal(0, variance = 100)
  zqg ~ normal(0, variance = 100)
  zqd ~ bernoulli(0.7)
  for (zqi in zqa) {
    zqb[zqi] ~ normal(zqf, variance = 4)
    zqc[zqi] ~ normal(zqb[zqi], variance = 1)
    zqe[zqi] ~ binomial(3, 0.4)
    observe zqg + zqf > -5
  }
infer: [zqf, zqg, zqb, zqc, zqd, zqe, evidence]
iterate: {max: 20}
`, data: `{"zqa": 3, "zqb": [1, null, 2], "zqc": [null, 0.5, 1], "zqd": null, "zqe": [1, null, 3]}`},
	{kind: "filter", model: `model: zqz
inputs:
  zqa: range
  zqb: real[zqa]
  zqc: real[zqa]
  zqd: {type: real, default: 1000}
program: |
  zqe[0] ~ normal(zqd, variance = 1e6)
  for (zqi in 1..<zqa) { zqe[zqi] ~ normal(zqe[zqi-1], variance = 1469.1) }
  for (zqi in zqa) { zqb[zqi] ~ normal(zqe[zqi] + zqc[zqi], variance = 15099) }
infer: [zqe, evidence]
`, data: `{"zqa": 4, "zqb": [1100, 1160, 963, 1210], "zqc": [1, 2, 3, 4], "zqd": 1000}`},
	{kind: "vectors", model: `model: zqz
algorithm: vmp
inputs:
  zqa: range
  zqb: range
  zqc: real[zqb][zqa]
program: |
  for (zqi in zqa) {
    zqd[zqi] = 0.0
    for (zqj in zqa) {
      if (zqi == zqj) { zqe[zqi, zqj] = 1e4; zqf[zqi, zqj] = 0.2 } else { zqe[zqi, zqj] = 0.0; zqf[zqi, zqj] = 0.0 }
    }
  }
  zqg ~ mvnormal(zqd, covariance = zqe)
  zqh ~ wishart(df = zqa + 1, inverse = zqf)
  for (zqk in zqb) { zqc[zqk] ~ mvnormal(zqg, precision = zqh) }
infer: [zqg, zqh, evidence]
iterate: {max: 20}
`, data: `{"zqa": 2, "zqb": 3, "zqc": [[1, 2], [0.5, 1], [2, 2.5]]}`},
	{kind: "mixed", model: `model: zqz
algorithm: {default: ep, zqf: vmp, zqg: vmp}
inputs:
  zqa: range
  zqb: real[zqa]
program: |
  zqf ~ normal(0, variance = 100)
  zqg ~ gamma(shape = 2, rate = 2)
  zqh ~ normal(0, variance = 4)
  zqd ~ normal(zqh, variance = 1)
  observe zqd > 0.5
  for (zqi in zqa) { zqb[zqi] ~ normal(zqf, precision = zqg) }
infer: [zqf, zqg, zqh, zqd]
iterate: {max: 20}
`, data: `{"zqa": 3, "zqb": [1, 2, 3]}`},
}

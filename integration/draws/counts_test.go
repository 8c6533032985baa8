package draws

// counts are models with whole numbers that have no largest value.
var counts = []*Trial{{
	Name: "counts of random rates, missing ones among them",
	Model: `model: counts_of_rates
algorithm: gibbs
inputs: {r: range, y: {type: "int[r]", missing: true}, t: "real[r]", trials: "int[r]", k: {type: "int[r]", missing: true}}
program: |
  a ~ normal(0, variance = 1)
  rate ~ gamma(shape = 2, rate = 0.1)
  p ~ beta(1, 1)
  n ~ poisson(rate)
  seen ~ binomial(n, 0.4)
  observe seen ~ poisson(3)
  for (i in r) {
    y[i] ~ poisson(rate * exp(a * t[i]))
    k[i] ~ binomial(trials[i], p)
  }
  m = n + 2
  new ~ poisson(m)
infer: [a, rate, n, seen, y, k, m, new]
`,
	Data: `{"t": [0.1, 0.5, 0.3], "y": [12, null, 8], "trials": [3, 5, 2], "k": [2, null, 0]}`,
}, {
	Name: "conditions on counts",
	Model: `model: conditions
algorithm: gibbs
inputs: {c: int}
program: |
  n ~ poisson(4)
  m ~ poisson(4)
  l ~ poisson(4)
  k ~ poisson(40)
  observe n > 5
  observe 2 * m <= 7
  observe l == c
  observe k >= 150 && k < 152
infer: [n, m, l, k]
`,
	Data: `{"c": 25}`,
}, {
	Name: "conditions on a count that leave nothing",
	Model: `model: nothing
algorithm: gibbs
inputs: {c: int}
program: |
  n ~ poisson(4)
  observe n > c
  observe n < c
infer: [n]
`,
	Data: `{"c": 3}`,
}}

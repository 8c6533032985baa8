package draws

import "math"

// finiteJoints are of states, labels and branches.
var finiteJoints = []sampledJoint{
	{
		name: "states",
		program: `inputs: {n: range, y: "real[n]", next: "vector(2)[2]"}
program: |
  z[0] ~ categorical([0.7, 0.3])
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) { if (z[t] == 1) { y[t] ~ normal(1, variance = 1) } else { y[t] ~ normal(0, variance = 0.5) } }
`,
		data:  `{"n": 3, "y": [0.5, 1, 0], "next": [[0.8, 0.2], [0.2, 0.8]]}`,
		again: "for i := range in.y {\nif v.z[i] == 1 {\nin.y[i] = normal(1, 1)\n} else {\nin.y[i] = normal(0, math.Sqrt(0.5))\n}\n}",
		columns: []column{
			{"float64(v.z[0])", map[float64]float64{0.5: 0.7}},
			{"float64(v.z[1])", map[float64]float64{0.5: 0.62}},
			{"float64(v.z[2])", map[float64]float64{0.5: 0.572}},
			{"number(v.z[0] == v.z[1]) + number(v.z[1] == v.z[2])", map[float64]float64{0.5: 0.04, 1.5: 0.36}},
		},
		faults: []fault{
			{"a message that is no logarithm", "draws.go", "to[y] += math.Log(sum)", "to[y] += sum"},
			{"a transition that is left out", "draws.go", "row[k] = w * table[at]", "row[k] = w + 0*table[at]"},
		},
	},
	{
		name: "labels",
		program: `inputs: {n: range, y: "real[n]"}
methods: {z: summed}
program: |
  p ~ beta(2, 1)
  m ~ normal(1, variance = 2)
  for (i in n) { z[i] ~ bernoulli(p); if (z[i]) { y[i] ~ normal(m, variance = 1) } else { y[i] ~ normal(0, variance = 0.5) } }
`,
		data:  `{"n": 3, "y": [0.5, 1, 0]}`,
		again: "for i := range in.y {\nif r.Float64() < v.p[0] {\nin.y[i] = normal(v.m[0], 1)\n} else {\nin.y[i] = normal(0, math.Sqrt(0.5))\n}\n}",
		columns: []column{
			{"v.p[0]", at(func(x float64) float64 { return x * x }, 0.2, 0.5, 0.8)},
			{"v.m[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
		},
		faults: []fault{
			{"a sum that is none", "special.go", "s.sum += math.Exp(x - s.top)", "s.sum += 0"},
			{"values that are likely alike", "chain.go", "logDensityBernoulli(zValue == 1, p[0])", "0"},
		},
	},
	{
		name: "wholes",
		program: `inputs: {y: real}
blocks: []
program: |
  z ~ categorical([0.2, 0.3, 0.5])
  if (z == 1) { w ~ bernoulli(0.9) } else { w ~ bernoulli(0.3) }
  if (w) { y ~ normal(1, variance = 1) } else { y ~ normal(z, variance = 0.5) }
`,
		data:  `{"y": 0.5}`,
		again: "if v.w[0] {\nin.y = normal(1, 1)\n} else {\nin.y = normal(float64(v.z[0]), math.Sqrt(0.5))\n}",
		columns: []column{
			{"float64(v.z[0])", map[float64]float64{0.5: 0.2, 1.5: 0.5}},
			{"number(v.w[0])", map[float64]float64{0.5: 1 - (0.27 + 0.21)}},
			{"float64(v.z[0]) + 3*number(v.w[0])", map[float64]float64{0.5: 0.14, 1.5: 0.17, 2.5: 0.52}},
		},
		faults: []fault{{"a branch that always counts", "chain.go", "if !w[0] {\n\t\t\tlog += logDensityNormalVariance", "{\n\t\t\tlog += logDensityNormalVariance"}},
	},
	{
		name: "gates",
		program: `inputs: {y: real, u: real, n: range, x: "real[n]"}
program: |
  b ~ bernoulli(0.4)
  m ~ normal(0, variance = 1)
  t ~ gamma(shape = 2, rate = 1)
  if (b) { y ~ normal(m, precision = t) } else { y ~ normal(1, precision = 2) }
  z ~ categorical([0.3, 0.7])
  c[0] ~ normal(-1, variance = 1)
  c[1] ~ normal(1, variance = 1)
  u ~ normal(c[z], variance = 0.5)
  for (i in n) {
    s[i] ~ bernoulli(0.6)
    if (s[i]) { x[i] ~ normal(m, variance = 1) } else { x[i] ~ normal(0, variance = 4) }
  }
`,
		data: `{"y": 0.5, "u": 1, "n": 2, "x": [1, 2]}`,
		again: `if v.b[0] {
			in.y = normal(v.m[0], 1/math.Sqrt(v.t[0]))
		} else {
			in.y = normal(1, math.Sqrt(0.5))
		}
		in.u = normal(v.c[v.z[0]], math.Sqrt(0.5))
		for i := range in.x {
			if v.s[i] {
				in.x[i] = normal(v.m[0], 1)
			} else {
				in.x[i] = normal(0, 2)
			}
		}`,
		columns: []column{
			{"number(v.b[0])", map[float64]float64{0.5: 0.6}},
			{"v.m[0]", at(standard(0, 1), -1, 0, 1)},
			{"v.t[0]", at(erlangs(2, 1), 0.5, 1, 2, 4)},
			{"float64(v.z[0])", map[float64]float64{0.5: 0.3}},
			{"v.c[0]", at(standard(-1, 1), -2, -1, 0)},
			{"v.c[1]", at(standard(1, 1), 0, 1, 2)},
			{"number(v.s[0]) + number(v.s[1])", map[float64]float64{0.5: 0.16, 1.5: 0.64}},
		},
		faults: []fault{
			{"the branch not there counts", "chain.go", "if b[0] {\n\t\tpower, rate = gammaResidual", "if b[0] || true {\n\t\tpower, rate = gammaResidual"},
			{"the element not chosen counts", "chain.go", "if at == i {", "if at == i || i == 0 {"},
		},
	},
}

package draws

import "math"

// triedJoints are of moves that are tried: slices, proposals and shifts.
var triedJoints = []sampledJoint{
	{
		name: "slices",
		program: `inputs: {n: range, y: "bool[n]", k: int, c: int}
program: |
  x ~ normal(0, variance = 1)
  u ~ poisson(3)
  for (i in n) { y[i] ~ bernoulli(logistic(x)) }
  k ~ poisson(exp(x))
  c ~ binomial(u, 0.4)
`,
		data: `{"n": 2, "y": [true, false], "k": 1, "c": 1}`,
		again: `for i := range in.y {
			in.y[i] = r.Float64() < 1/(1+math.Exp(-v.x[0]))
		}
		in.k, in.c_ = poisson(math.Exp(v.x[0])), 0
		for range v.u[0] {
			if r.Float64() < 0.4 {
				in.c_++
			}
		}`,
		columns: []column{
			{"v.x[0]", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
			{"float64(v.u[0])", map[float64]float64{0.5: 1 - erlang(1, 3), 2.5: 1 - erlang(3, 3), 4.5: 1 - erlang(5, 3)}},
		},
		faults: []fault{
			{"a wrong level", "draws.go", "logDensity - stream.Exponential()", "logDensity - 0.8*stream.Exponential()"},
			{"a likelihood twice", "chain.go", "+ logKernelPoissonLog(", "+ 2*logKernelPoissonLog("},
		},
	},
	{
		name: "directions", // of numbers that are too crooked to be proposed
		program: `inputs: {n: range, x: "real[n]", y: "int[n]", e: real}
program: |
  a ~ normal(0, variance = 0.25)
  b ~ normal(a, variance = 0.01)
  c ~ gamma(shape = 3, rate = 2)
  d ~ normal(0, variance = 1)
  e ~ normal(2 * d * d, variance = 0.04)
  for (i in n) { y[i] ~ poisson(exp(a + b * x[i] - 0.5 * c + 0.1 * d)) }
`,
		data: `{"n": 2, "x": [1, -0.5], "y": [0, 1], "e": 0.5}`,
		again: "for i := range in.y {\nin.y[i] = poisson(math.Exp(v.a[0]+v.b[0]*in.x[i]-0.5*v.c[0]+0.1*v.d[0]))\n}\nin.e = normal(2*v.d[0]*v.d[0], 0.2)\n" +
			"for k := range c.oneBlocks {\nc.oneBlocks[k].Tried, c.oneBlocks[k].Taken = 1000, 0 // proposals as one block, which another row is about\n}",
		columns: []column{
			{"v.a[0]", at(standard(0, 0.5), -1, -0.4, 0, 0.4, 1)},
			{"v.b[0] - v.a[0]", at(standard(0, 0.1), -0.2, -0.1, 0, 0.1, 0.2)},
			{"v.b[0]", at(standard(0, math.Sqrt(0.26)), -1, 0, 1)},
			{"v.c[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
		},
		faults: []fault{
			{"a part of a factor", "chain.go", "logKernelNormalVariance(b[0], a[0], 0.01)", "0.2*logKernelNormalVariance(b[0], a[0], 0.01)"},
			{"a wrong level along directions", "draws.go", "directionsWidth, 0, d.x.log+d.x.change", "directionsWidth, 0, d.x.log+d.x.change-0.5"},
		},
	},
	{
		name: "smooth", // elements that their prior ties join the number beside them
		program: `inputs: {n: range, y: "int[n]"}
program: |
  a ~ normal(0, variance = 0.25)
  tau ~ gamma(shape = 3, rate = 2)
  u[0] ~ normal(0, variance = 1)
  for (i in 1..<n) { u[i] ~ normal(u[i - 1], precision = 40 * tau) }
  for (i in n) { y[i] ~ poisson(exp(a + u[i])) }
`,
		data:  `{"n": 3, "y": [1, 0, 2]}`,
		again: "for i := range in.y {\nin.y[i] = poisson(math.Exp(v.a[0]+v.u[i]))\n}",
		columns: []column{
			{"v.a[0]", at(standard(0, 0.5), -1, -0.4, 0, 0.4, 1)},
			{"v.u[0]", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
			{"v.tau[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.u[1] - v.u[0]) * math.Sqrt(40*v.tau[0])", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
			{"(v.u[2] - v.u[1]) * math.Sqrt(40*v.tau[0])", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
		},
		faults: []fault{
			{"a part of the prior of a first element", "chain.go", "logKernelNormalVariance(x5, ", "0.5*logKernelNormalVariance(x5, "},
			{"a part of the prior of elements", "chain.go", "logKernelNormal(u[i2], ", "0.5*logKernelNormal(u[i2], "},
		},
	},
	{
		name: "proposals",
		program: `inputs: {n: range, x: "real[n]", y: "int[n]"}
program: |
  a ~ normal(0, variance = 0.25)
  c ~ gamma(shape = 3, rate = 2)
  u ~ uniform(-1, 1)
  for (i in n) { y[i] ~ poisson(0.2 * exp(a - u * x[i] - 0.5 * c)) }
`,
		data:  `{"n": 1, "x": [1], "y": [0]}`,
		again: "for i := range in.y {\nin.y[i] = poisson(0.2*math.Exp(v.a[0]-v.u[0]*in.x[i]-0.5*v.c[0]))\n}",
		columns: []column{
			{"v.a[0]", at(standard(0, 0.5), -1, -0.4, 0, 0.4, 1)},
			{"v.c[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"v.u[0]", map[float64]float64{-0.9: 0.05, -0.5: 0.25, 0: 0.5, 0.5: 0.75, 0.9: 0.95}},
		},
		faults: []fault{
			{"a prior left out", "chain.go", "logKernelGamma(", "0.5*logKernelGamma("},
			{"no change of scale", "draws.go", "d.takes(d.stream, log+d.at.change)", "d.takes(d.stream, log)"},
			{"a part of the density of proposals", "draws.go", "p.weight = log - p.logT(square, n)", "p.weight = log - p.logT(0.3*square, n)"},
			{"what is refused is taken", "draws.go", "weight-p.weight < -s.Exponential()", "weight-p.weight < -2*s.Exponential()"},
		},
	},
	{
		name: "one_block", // normals that counts tie, with their hyperparameters
		program: `inputs: {n: range, y: "int[n]"}
program: |
  m ~ normal(0.5, variance = 0.25)
  tau ~ gamma(shape = 3, rate = 2)
  for (i in n) {
    b[i] ~ normal(m, precision = tau)
    y[i] ~ poisson(exp(b[i]))
  }
`,
		data: `{"n": 3, "y": [1, 0, 4]}`,
		again: "for i := range in.y {\nin.y[i] = poisson(math.Exp(v.b[i]))\n}\n" +
			"o := &c.oneBlocks[0]\no.Tried, o.Taken, o.Fresh = 1000, 1, 1 // whatever has been learned of data that change",
		columns: []column{
			{"v.m[0]", at(standard(0.5, 0.5), -0.3, 0.2, 0.5, 0.8, 1.3)},
			{"v.tau[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.b[0] - v.m[0]) * math.Sqrt(v.tau[0])", at(standard(0, 1), -1, 0, 1)},
			{"(v.b[2] - v.m[0]) * math.Sqrt(v.tau[0])", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a part of the spread", "draws.go", "o.spread = distance/2 + logProduct(", "o.spread = distance/2 + 0*logProduct("},
			{"normals that are left where they were proposed", "draws.go", "copy(x, o.kept[from:])", "copy(x[1:], o.kept[from+1:])"},
		},
	},
	{
		name: "shifts",
		program: `inputs: {n: range, x: "real[n]", y: "int[n]", z: "int[n, n]"}
program: |
  m ~ normal(0.5, variance = 0.25)
  for (i in n) { u[i] ~ normal(m, variance = 0.1); y[i] ~ poisson(exp(u[i])) }
  a ~ normal(-0.5, variance = 0.25)
  b ~ normal(0, variance = 0.04)
  for (i in n) {
    w[i] ~ normal(0, variance = 0.09)
    for (j in n) { z[i, j] ~ poisson(exp(a + b * x[j] + w[i])) }
  }
`,
		data: `{"n": 2, "x": [1, -0.5], "y": [0, 1], "z": [[0, 1], [1, 0]]}`,
		again: "for i := range in.y {\nin.y[i] = poisson(math.Exp(v.u[i]))\nfor j := range in.x {\n" +
			"in.z[i*len(in.x)+j] = poisson(math.Exp(v.a[0]+v.b[0]*in.x[j]+v.w[i]))\n}\n}\n" +
			"for k := range c.oneBlocks {\nc.oneBlocks[k].Tried, c.oneBlocks[k].Taken = 1000, 0 // proposals as one block, which another row is about\n}",
		columns: []column{
			{"v.m[0]", at(standard(0.5, 0.5), -0.5, 0.1, 0.5, 0.9, 1.5)},
			{"v.u[0] - v.m[0]", at(standard(0, math.Sqrt(0.1)), -0.5, 0, 0.5)},
			{"v.u[0] - v.u[1]", at(standard(0, math.Sqrt(0.2)), -0.5, 0, 0.5)},
			{"v.a[0]", at(standard(-0.5, 0.5), -1.5, -0.9, -0.5, -0.1, 0.5)},
			{"v.b[0]", at(standard(0, 0.2), -0.3, 0, 0.3)},
			{"v.w[0]", at(standard(0, 0.3), -0.5, -0.2, 0, 0.2, 0.5)},
			{"v.w[0] + v.w[1]", at(standard(0, math.Sqrt(0.18)), -0.5, 0, 0.5)},
		},
		faults: []fault{
			{"elements that go further than their mean", "chain.go", "u[i] = uWas[i] + distance", "u[i] = uWas[i] + 2*distance"},
			{"elements that are stretched too", "chain.go", "w[i] = wWas[i] - distance", "w[i] = wWas[i]*(1+3*distance) - distance"},
		},
	},
}

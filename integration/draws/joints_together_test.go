package draws

import "math"

// togetherJoints are of values that are drawn together, with others integrated out.
var togetherJoints = []sampledJoint{
	{
		name: "integrals",
		program: `inputs: {n: range, k: range, g: "index(n)[k]", y: "real[k]", z: "real[k]", w: "real[k]", o: real}
program: |
  a ~ normal(1, variance = 2)
  t ~ gamma(shape = 3, rate = 2)
  s ~ gamma(shape = 3, rate = 2)
  for (i in n) { x[i] ~ normal(a, precision = t) }
  for (j in k) { y[j] ~ normal(0.5 + 2 * x[g[j]], precision = 0.8 * s) }
  o ~ normal(a, precision = s)
  b ~ normal(0, variance = 1)
  v ~ inversegamma(shape = 3, rate = 2)
  f ~ inversegamma(shape = 3, rate = 2)
  for (i in n) { u[i] ~ normal(-b, variance = v) }
  for (j in k) { z[j] ~ normal(u[g[j]] + b / 2, variance = 2 * f) }
  c ~ normal(0, variance = 1)
  p ~ gamma(shape = 3, rate = 2)
  for (i in n) { e[i] ~ normal(c, variance = 0.7) }
  for (j in k) { w[j] ~ normal(-e[g[j]], precision = p) }
`,
		data: `{"n": 3, "k": 4, "g": [0, 0, 0, 1], "y": [0, 1, 0, 2], "z": [1, 1, 0, 2], "w": [0, 1, 0, 0], "o": 1}`,
		again: `in.o = normal(v.a[0], 1/math.Sqrt(v.s[0]))
for j, g := range in.g {
	in.y[j] = normal(0.5+2*v.x[g], 1/math.Sqrt(0.8*v.s[0]))
	in.z[j] = normal(v.u[g]+v.b[0]/2, math.Sqrt(2*v.f[0]))
	in.w[j] = normal(-v.e[g], 1/math.Sqrt(v.p[0]))
}`,
		columns: []column{
			{"v.a[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
			{"v.t[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"v.s[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"1 / v.v[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"1 / v.f[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"v.p[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.x[1] - v.a[0]) * math.Sqrt(v.t[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(v.u[0] + v.b[0]) / math.Sqrt(v.v[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(in.y[0] - 0.5 - 2*v.x[0]) * math.Sqrt(0.8*v.s[0])", at(standard(0, 1), -1, 0, 1)},
			{"(in.w[3] + v.e[1]) * math.Sqrt(v.p[0])", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a wrong ratio", "draws.go", "ratio * newWithin", "0.8 * ratio * newWithin"},
			{"a wrong shape", "draws.go", "0.5*n.count+withinShape", "0.6*n.count+withinShape"},
			{"a wrong rate", "chain.go", "power2-1.0, rate2)", "power2-1.0, rate2+0.3)"},
			{"a wrong scale", "chain.go", "AddSums(c.known1, 1, t[0])", "AddSums(c.known2, 1, 1.5*t[0])"},
			{"elements that are not drawn anew", "draws.go", "x[i] += step", "x[i] += 0.2 * step"},
		},
	},
	{
		name: "scales",
		program: `inputs: {n: range, y: "real[n]", z: "int[n]"}
program: |
  m ~ normal(1, variance = 2)
  s ~ uniform(0.5, 3)
  for (i in n) { x[i] ~ normal(m, sd = s); y[i] ~ normal(x[i], variance = 1.5) }
  q ~ uniform(0.2, 1.2)
  for (i in n) { u[i] ~ normal(0.5, sd = q); z[i] ~ poisson(exp(u[i])) }
`,
		data:  `{"n": 3, "y": [0, 1, 2], "z": [0, 1, 2]}`,
		again: "for i := range in.y {\nin.y[i] = normal(v.x[i], math.Sqrt(1.5))\nin.z[i] = poisson(math.Exp(v.u[i]))\n}",
		columns: []column{
			{"v.m[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
			{"v.s[0]", at(func(x float64) float64 { return (x - 0.5) / 2.5 }, 0.7, 1, 1.5, 2, 2.7)},
			{"v.q[0]", at(func(x float64) float64 { return x - 0.2 }, 0.3, 0.5, 0.7, 1)},
			{"(v.x[0] - v.m[0]) / v.s[0]", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(v.u[0] - 0.5) / v.q[0]", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(in.y[1] - v.x[1]) / math.Sqrt(1.5)", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a wrong derivative", "chain.go", "v6 := 1.0*scale", "v6 := 2.0*scale"},
			{"a wrong derivative of elements that slices draw", "chain.go", "log2 := 1.0*scale", "log2 := 0.5*scale"},
			{"elements that are left behind", "chain.go", "u[i] = 0.5 + times*uFar[i]", "u[i] = 0.5 + times*times*uFar[i]"},
		},
	},
	{
		name: "collapsed", // hyperparameters with normals integrated out
		program: `inputs: {n: range, y: "real[n]", z: "real[n]"}
program: |
  mu ~ normal(0, variance = 1)
  g ~ normal(0.5, variance = 0.25)
  tau ~ gamma(shape = 3, rate = 2)
  nu ~ gamma(shape = 3, rate = 2)
  for (i in n) {
    m[i] ~ normal(mu, precision = nu)
    z[i] ~ normal(m[i], variance = 1)
    y[i] ~ normal(g * m[i], precision = tau)
  }
`,
		data:  `{"n": 3, "y": [1, -1, 0], "z": [1, 0, -1]}`,
		again: "for i := range in.y {\nin.z[i] = normal(v.m[i], 1)\nin.y[i] = normal(v.g[0]*v.m[i], 1/math.Sqrt(v.tau[0]))\n}",
		columns: []column{
			{"v.mu[0]", at(standard(0, 1), -1, 0, 1)},
			{"v.g[0]", at(standard(0.5, 0.5), -0.3, 0.2, 0.5, 0.8, 1.3)},
			{"v.tau[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"v.nu[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.m[0] - v.mu[0]) * math.Sqrt(v.nu[0])", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a part of the spread", "draws.go", "distance/2 + logProduct(", "distance/2 + 0.5*logProduct("},
			{"a part of a factor", "chain.go", "logDensityNormal(y[i], ", "0.7*logDensityNormal(y[i], "},
		},
	},
	{
		name: "discrimination", // a number that normals are times, proposed with them integrated out of augmented truths
		program: `inputs: {n: range, k: range, y: "bool[n][k]"}
program: |
  g ~ uniform(0.5, 3)
  for (j in k) { a[j] ~ normal(0, variance = 0.25) }
  for (i in n) {
    m[i] ~ normal(0, variance = 1)
    for (j in k) { y[i, j] ~ bernoulli(logistic(g * m[i] - a[j])) }
  }
`,
		data:  `{"n": 6, "k": 4, "y": [[true, true, true, true], [false, true, true, true], [false, false, true, true], [false, false, false, true], [false, false, false, false], [true, false, true, false]]}`,
		again: "for i := range in.y {\nin.y[i] = r.Float64() < 1/(1+math.Exp(v.a[i%4]-v.g[0]*v.m[i/4]))\n}",
		columns: []column{
			{"v.g[0]", map[float64]float64{0.75: 0.1, 1.25: 0.3, 1.75: 0.5, 2.25: 0.7, 2.75: 0.9}},
			{"v.a[0]", at(standard(0, 0.5), -1, -0.4, 0, 0.4, 1)},
			{"v.m[0]", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
			{"v.g[0] * v.m[2] / math.Abs(v.m[2])", map[float64]float64{-1.75: 0.25, 0: 0.5, 1.75: 0.75}},
		},
		faults: []fault{
			{"a part of the spread", "draws.go", "distance/2 + logProduct(", "distance/2 + 0.5*logProduct("},
			{"a part of the density of normals", "chain.go", "logKernelNormal(", "0.7*logKernelNormal("},
			{"a table that is off", "draws.go", "if u > polyaGammaParts[k]+guard", "if u > 0.8*polyaGammaParts[k]+guard"},
		},
	},
	{
		name: "standardized", // numbers drawn given elements in units of their standard deviations, a factor for each index
		program: `inputs: {n: range, y: "int[2][n]"}
program: |
  s ~ uniform(0.2, 0.8)
  v ~ normal(0, variance = 0.25)
  p[0] = s / (1 - s)
  p[1] = exp(v)
  m[0] = 0
  m[1] = 0.5 * v
  for (j in 0..<2) { for (k in n) {
    u[j, k] ~ normal(m[j], precision = p[j])
    y[j, k] ~ poisson(exp(u[j, k]))
  } }
`,
		data:  `{"n": 4, "y": [[1, 0, 1, 2], [2, 0, 3, 1]]}`,
		again: "for i := range in.y {\nin.y[i] = poisson(math.Exp(v.u[i]))\n}",
		columns: []column{
			{"v.s[0]", map[float64]float64{0.26: 0.1, 0.38: 0.3, 0.5: 0.5, 0.62: 0.7, 0.74: 0.9}},
			{"v.v[0]", at(standard(0, 0.5), -1, -0.4, 0, 0.4, 1)},
			{"v.u[0] * math.Sqrt(v.s[0]/(1-v.s[0]))", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
			{"(v.u[5] - v.v[0]/2) * math.Exp(v.v[0]/2)", at(standard(0, 1), -1.5, -0.5, 0, 0.5, 1.5)},
		},
		faults: []fault{
			{"a wrong unit", "chain.go", "math.Sqrt(math.Exp(v[0]))", "math.Sqrt(math.Exp(-0.3*v[0]))"},
			{"a wrong odds", "chain.go", "math.Sqrt(s[0] / (1.0 - s[0]))", "math.Sqrt((1.0 - s[0]) / s[0])"},
			{"a mean that stays", "chain.go", "= 0.5*v[0] + uFar", "= -0.5*v[0] + uFar"},
			{"a part of what reads the elements", "chain.go", "log2 += logKernelPoissonLog(", "log2 += 3*logKernelPoissonLog("},
		},
	},
}

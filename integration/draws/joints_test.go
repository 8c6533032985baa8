package draws

import "math"

// joints are models for Geweke's test: one for each kind of sampler.
var joints = []sampledJoint{
	{
		name: "normals",
		program: `inputs: {n: range, y: "real[n]"}
blocks: []
program: |
  a ~ normal(1, variance = 2)
  b ~ normal(0, variance = 1)
  t ~ gamma(shape = 3, rate = 2)
  for (i in n) { y[i] ~ normal(a + b, precision = 0.5 * t) }
`,
		data:  `{"n": 2, "y": [0, 1]}`,
		again: "for i := range in.y {\nin.y[i] = normal(v.a[0]+v.b[0], 1/math.Sqrt(0.5*v.t[0]))\n}",
		columns: []column{
			{"v.a[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
			{"v.b[0]", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"v.a[0] + v.b[0]", at(standard(1, math.Sqrt(3)), -1, 1, 3)},
			{"v.t[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(in.y[0] - v.a[0] - v.b[0]) * math.Sqrt(0.5*v.t[0])", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			// What the schedule would allow were the edge "conditional b" <- "draw a" no
			// Trigger: the value of before the scan is read.
			{"a stale value", "chain.go", "if err := c.drawA(); err != nil {\n\t\treturn err\n\t}\n\tif err := c.drawB(); err != nil {",
				"stale := c.value.a[0]\nif err := c.drawA(); err != nil {\nreturn err\n}\na := c.value.a[0]\nc.value.a[0] = stale\nerr := c.drawB()\nc.value.a[0] = a\nif err != nil {"},
			{"a wrong rate", "operators.go", "0.5*factor*residual", "0.6*factor*residual"},
			{"a wrong precision", "operators.go", "h + precision*value, p + precision", "h + precision*value, p + 1.2*precision"},
			{"a wrong prior", "operators.go", "power + shape - 1", "power + shape"},
		},
	},
	{
		name: "lines",
		program: `inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(1, variance = 2)
  t ~ gamma(shape = 3, rate = 2)
  v ~ inversegamma(shape = 3, rate = 2)
  for (i in n) {
    x[i] ~ normal(m, precision = t)
    u[i] ~ normal(0, variance = v)
    y[i] ~ normal(x[i] - 0.5 * u[i], variance = 1.5)
  }
`,
		data:  `{"n": 2, "y": [0, 1]}`,
		again: "for i := range in.y {\nin.y[i] = normal(v.x[i]-0.5*v.u[i], math.Sqrt(1.5))\n}",
		columns: []column{
			{"v.m[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
			{"v.t[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"1 / v.v[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.x[0] - v.m[0]) * math.Sqrt(v.t[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"v.u[0] / math.Sqrt(v.v[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(in.y[1] - v.x[1] + 0.5*v.u[1]) / math.Sqrt(1.5)", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a wrong tie", "chain.go", "-0.3333333333333333, v+0.16666666666666666", "0.3333333333333333, v+0.16666666666666666"},
			{"a wrong pair", "draws.go", "x0 = h0*n.v0 - n.l10*x1", "x0 = h0*n.v0 + n.l10*x1"},
		},
	},
	{
		name: "hierarchy",
		program: `blocks: [[m, x, u]]
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(1, variance = 2)
  t ~ gamma(shape = 3, rate = 2)
  v ~ inversegamma(shape = 3, rate = 2)
  for (i in n) {
    x[i] ~ normal(m, precision = t)
    u[i] ~ normal(0, variance = v)
    y[i] ~ normal(x[i] - 0.5 * u[i], variance = 1.5)
  }
`,
		data:  `{"n": 2, "y": [0, 1]}`,
		again: "for i := range in.y {\nin.y[i] = normal(v.x[i]-0.5*v.u[i], math.Sqrt(1.5))\n}",
		columns: []column{
			{"v.m[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
			{"v.t[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"1 / v.v[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"(v.x[0] - v.m[0]) * math.Sqrt(v.t[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"v.u[0] / math.Sqrt(v.v[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"(in.y[1] - v.x[1] + 0.5*v.u[1]) / math.Sqrt(1.5)", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a wrong Jacobian", "draws.go", "2*shape*x", "2*(shape+0.5)*x"},
			{"a wrong scale", "chain.go", "u[i] = scale * u[i]", "u[i] = scale * scale * u[i]"},
			{"a wrong factor", "draws.go", "x[t] -= e * rest[k]", "x[t] -= 0.2 * e * rest[k]"},
			{"a weaker tie", "chain.go", "Add2(v, -v, 1.0, -1.0, 1.0)", "Add2(v, -v, 1.0, -0.5, 1.0)"},
		},
	},
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
		name: "gammas",
		program: `inputs: {y: int, n: int, z: real}
program: |
  r ~ gamma(shape = 2, rate = 1)
  g ~ gamma(shape = 3, rate = 2 * r)
  v ~ inversegamma(shape = 3, rate = 2)
  y ~ poisson(1.5 * g)
  z ~ normal(0, variance = v)
  p ~ beta(2, 2)
  n ~ binomial(5, p)
`,
		data:  `{"y": 1, "n": 2, "z": 0.3}`,
		again: "in.y = poisson(1.5*v.g[0])\nin.z = normal(0, math.Sqrt(v.v[0]))\nin.n = 0\nfor range 5 {\nif r.Float64() < v.p[0] {\nin.n++\n}\n}",
		columns: []column{
			{"v.r[0]", at(erlangs(2, 1), 0.5, 1, 2, 4)},
			{"v.g[0] * v.r[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"1 / v.v[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
			{"v.p[0]", at(func(x float64) float64 { return x * x * (3 - 2*x) }, 0.2, 0.4, 0.5, 0.8)},
		},
		faults: []fault{
			{"a wrong scale", "operators.go", "0.5*factor*residual", "0.6*factor*residual"},
			{"a wrong exposure", "operators.go", "rate + exposure", "rate + 1.3*exposure"},
			{"a wrong count", "operators.go", "float64(n-k)", "float64(n-k+1)"},
			{"a wrong shape", "operators.go", "return power + shape, rate + value", "return power + shape + 0.5, rate + value"},
		},
	},
	{
		name: "probabilities",
		program: `inputs: {n: range, y: "int[n]"}
program: |
  p ~ dirichlet([1, 1, 2])
  for (i in n) { y[i] ~ categorical(p) }
`,
		data:  `{"n": 3, "y": [0, 1, 2]}`,
		again: "for i := range in.y {\nin.y[i] = 2\nif u := r.Float64(); u < v.p[0] {\nin.y[i] = 0\n} else if u < v.p[0]+v.p[1] {\nin.y[i] = 1\n}\n}",
		columns: []column{
			{"v.p[0]", at(func(x float64) float64 { return 1 - math.Pow(1-x, 3) }, 0.1, 0.2, 0.5)},
			{"v.p[1]", at(func(x float64) float64 { return 1 - math.Pow(1-x, 3) }, 0.1, 0.2, 0.5)},
			{"v.p[2]", at(func(x float64) float64 { return x * x * (3 - 2*x) }, 0.2, 0.5, 0.8)},
		},
		faults: []fault{{"a wrong count", "chain.go", "pCounts[d] += 1.0", "pCounts[d] += 1.5"}},
	},
	{
		name: "vectors",
		program: `inputs: {n: range, y: "vector(2)[n]"}
program: |
  m ~ mvnormal([0, 1], covariance = [[1, 0.5], [0.5, 1]])
  P ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
  for (i in n) { y[i] ~ mvnormal(m, precision = P) }
`,
		data: `{"n": 2, "y": [[0, 1], [1, 1]]}`,
		// With P = L L', y = m + the solution x of L' x = standard normals.
		again: `l := math.Sqrt(v.P[0])
		c, d := v.P[1]/l, 0.0
		d = math.Sqrt(v.P[3] - c*c)
		for i := range 2 {
			x1 := r.NormFloat64() / d
			in.y[2*i], in.y[2*i+1] = v.m[0]+(r.NormFloat64()-c*x1)/l, v.m[1]+x1
		}`,
		columns: []column{
			{"v.m[0]", at(standard(0, 1), -1, 0, 1)},
			{"v.m[1]", at(standard(1, 1), 0, 1, 2)},
			{"v.m[0] + v.m[1]", at(standard(1, math.Sqrt(3)), -1, 1, 3)},
			{"v.P[0]", at(erlangs(2, 0.5), 1, 3, 6)},
			{"v.P[3]", at(erlangs(2, 0.5), 1, 3, 6)},
			{"v.P[1]", at(func(float64) float64 { return 0.5 }, 0)},
			// The inverse of a diagonal element of the inverse of a wishart of 4 degrees
			// of freedom is a chi squared of 3.
			{"v.P[0] - v.P[1]*v.P[2]/v.P[3]", at(func(x float64) float64 {
				return 2*phi(math.Sqrt(x)) - 1 - math.Sqrt(2*x/math.Pi)*math.Exp(-x/2)
			}, 1, 3, 5)},
		},
		faults: []fault{
			{"a wrong mean", "draws.go", "w.H[i] += p * mean[j]", "w.H[i] += 1.2 * p * mean[j]"},
			{"wrong degrees of freedom", "chain.go", "shape += 0.5\n", "shape += 0.7\n"},
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
		name: "vectorsbeside",
		program: `inputs: {n: range, k: range, g: "index(n)[k]", x: "real[k]", y: "real[k]"}
program: |
  b ~ normal(0, variance = 1)
  m ~ mvnormal([0, 1], covariance = [[1, 0.5], [0.5, 1]])
  P ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
  for (i in n) { a[i] ~ mvnormal(m, precision = P) }
  for (j in k) { y[j] ~ normal(a[g[j], 0] + a[g[j], 1] * x[j] + b, variance = 1.5) }
`,
		data: `{"n": 3, "k": 4, "g": [0, 0, 2, 1], "x": [1, -1, 0.5, 2], "y": [0, 1, 1, 2]}`,
		again: `for j, g := range in.g {
	in.y[j] = normal(v.a[2*g]+v.a[2*g+1]*in.x[j]+v.b[0], math.Sqrt(1.5))
}`,
		columns: []column{
			{"v.b[0]", at(standard(0, 1), -1.5, -0.5, 0, 1)},
			{"v.m[0]", at(standard(0, 1), -1, 0, 1)},
			{"v.m[0] + v.m[1]", at(standard(1, math.Sqrt(3)), -1, 1, 3)},
			{"v.P[0]", at(erlangs(2, 0.5), 1, 3, 6)},
			{"v.P[1]", at(func(float64) float64 { return 0.5 }, 0)},
			{"(v.a[2] - v.m[0]) * math.Sqrt(v.P[0]-v.P[1]*v.P[2]/v.P[3])", at(standard(0, 1), -1, 0, 1)},
			{"(v.a[2]*v.P[0] + v.a[3]*v.P[1] - v.m[0]*v.P[0] - v.m[1]*v.P[1]) / math.Sqrt(v.P[0])", at(standard(0, 1), -1, 0, 1)},
			{"(in.y[3] - v.a[2] - 2*v.a[3] - v.b[0]) / math.Sqrt(1.5)", at(standard(0, 1), -1, 0, 1)},
		},
		faults: []fault{
			{"a wrong mean", "chain.go", "0.0, 1.0}[j]-m[j]), v)", "0.0, 1.5}[j]-m[j]), v)"},
			{"a wrong precision of the data", "chain.go", "0.6666666666666666*d, 0.6666666666666666)", "0.6666666666666666*d, 1.5)"},
		},
	},
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
	{
		name: "truncations",
		program: `inputs: {y: real, z: real, w: real}
program: |
  x ~ normal(0, variance = 1)
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  t ~ gamma(shape = 1, rate = 1)
  noise ~ inversegamma(shape = 2, rate = 1)
  observe x > 0
  observe a > b
  observe t > 0.5
  observe noise < 2
  y ~ normal(x + a, variance = 1)
  z ~ normal(b, precision = t)
  w ~ normal(0, variance = noise)
`,
		data:  `{"y": 0.5, "z": 1, "w": 1}`,
		again: "in.y, in.z, in.w = normal(v.x[0]+v.a[0], 1), normal(v.b[0], 1/math.Sqrt(v.t[0])), normal(0, math.Sqrt(v.noise[0]))",
		columns: []column{
			{"v.x[0]", at(func(x float64) float64 { return 2*phi(x) - 1 }, 0.3, 0.7, 1.2, 2)},
			{"v.a[0]", at(func(x float64) float64 { return phi(x) * phi(x) }, -0.5, 0.5, 1, 1.5)},
			{"v.b[0]", at(func(x float64) float64 { return 1 - phi(-x)*phi(-x) }, -1.5, -1, -0.5, 0.5)},
			{"v.t[0]", at(func(x float64) float64 { return 1 - math.Exp(0.5-x) }, 0.7, 1, 2)},
			{"v.noise[0]", at(func(x float64) float64 { return (1 + 1/x) / 1.5 * math.Exp(0.5-1/x) }, 0.4, 0.8, 1.4)},
		},
		faults: []fault{{"a bound left out", "chain.go", "min(math.Inf(1), a[0])", "min(math.Inf(1), a[0]+0.3)"}},
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

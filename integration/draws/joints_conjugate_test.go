package draws

import "math"

// twoLayers are numbers in two layers that data read the differences of, ofTwoLayers what is known of their draws.
const twoLayers = `inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(1, variance = 2)
  t ~ gamma(shape = 3, rate = 2)
  v ~ inversegamma(shape = 3, rate = 2)
  for (i in n) {
    x[i] ~ normal(m, precision = t)
    u[i] ~ normal(0, variance = v)
    y[i] ~ normal(x[i] - 0.5 * u[i], variance = 1.5)
  }
`

var ofTwoLayers = []column{
	{"v.m[0]", at(standard(1, math.Sqrt2), -1, 0, 1, 2, 3)},
	{"v.t[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
	{"1 / v.v[0]", at(erlangs(3, 2), 0.5, 1, 1.5, 2.5)},
	{"(v.x[0] - v.m[0]) * math.Sqrt(v.t[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
	{"v.u[0] / math.Sqrt(v.v[0])", at(standard(0, 1), -1.5, -0.5, 0, 1)},
	{"(in.y[1] - v.x[1] + 0.5*v.u[1]) / math.Sqrt(1.5)", at(standard(0, 1), -1, 0, 1)},
}

// conjugateJoints are of draws from conditionals that are known by their parameters.
var conjugateJoints = []sampledJoint{
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
		name:    "lines",
		program: twoLayers,
		data:    `{"n": 2, "y": [0, 1]}`,
		again:   "for i := range in.y {\nin.y[i] = normal(v.x[i]-0.5*v.u[i], math.Sqrt(1.5))\n}",
		columns: ofTwoLayers,
		faults: []fault{
			{"a wrong tie", "chain.go", "-0.3333333333333333, v+0.16666666666666666", "0.3333333333333333, v+0.16666666666666666"},
			{"a wrong pair", "draws.go", "x0 = h0*n.v0 - n.l10*x1", "x0 = h0*n.v0 + n.l10*x1"},
		},
	},
	{
		name:    "hierarchy",
		program: "blocks: [[m, x, u]]\n" + twoLayers,
		data:    `{"n": 2, "y": [0, 1]}`,
		again:   "for i := range in.y {\nin.y[i] = normal(v.x[i]-0.5*v.u[i], math.Sqrt(1.5))\n}",
		columns: ofTwoLayers,
		faults: []fault{
			{"a wrong Jacobian", "draws.go", "2*shape*x", "2*(shape+0.5)*x"},
			{"a wrong scale", "chain.go", "u[i] = scale * u[i]", "u[i] = scale * scale * u[i]"},
			{"a wrong factor", "draws.go", "x[t] -= e * rest[k]", "x[t] -= 0.2 * e * rest[k]"},
			{"a weaker tie", "chain.go", "Add2(v, -v, 1.0, -1.0, 1.0)", "Add2(v, -v, 1.0, -0.5, 1.0)"},
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
}

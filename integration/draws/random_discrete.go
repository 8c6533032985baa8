package draws

// groups are vectors of which data choose one.
func (m *random) groups() {
	b := m.fresh("b")
	x, p := m.unnamed("v"), m.unnamed("P")
	var rows []any
	for range 4 {
		rows = append(rows, []float64{1, float64(m.rng.IntN(100)) / 33})
	}
	m.input(x, `"vector(2)[n]"`, rows)
	m.input(p, `"matrix(2, 2)"`, []any{[]float64{0.9, 0.1}, []float64{0.1, 0.6}})
	g := m.datum("index(n)", func() any { return m.rng.IntN(4) })
	m.line("for (j in n) { %s[j] ~ mvnormal([0, 0.3], precision = %s) }", b, p)
	m.line("for (i in n) { %s[i] ~ normal(dot(%s[%s[i]], %s[i]), %s) }", m.realDatum(), b, g, x, m.width())
}

// table is a whole number whose probabilities another one chooses, and that chooses a
// statement.
func (m *random) table() {
	rows, a, c, mu := m.fresh("w"), m.fresh("c"), m.fresh("c"), m.fresh("mu")
	m.line("for (k in 0..<2) { %s[k] ~ dirichlet([1, 1.2, 0.8]) }", rows)
	m.line("for (i in n) { %s[i] ~ categorical([0.4, 0.6]) }", a)
	m.line("for (i in n) { %s[i] ~ categorical(%s[%s[i]]) }", c, rows, a)
	m.line("for (k in 0..<3) { %s[k] ~ normal(%s, variance = 2.7) }", mu, m.mean())
	m.line("for (i in n) { switch (%[1]s[i]) { %[2]s[i] ~ normal(%[3]s[%[1]s[i]], %[4]s) } }", c, m.realDatum(), mu, m.width())
	m.line("for (i in n) { %s[i] ~ categorical(%s[%s[i]]) }", m.datum("int", func() any { return m.rng.IntN(3) }), rows, a)
}

// states are a chain of whole numbers, with what they emit.
func (m *random) states() {
	rows, z := m.fresh("w"), m.fresh("z")
	m.line("for (k in 0..<2) { %s[k] ~ dirichlet([1.3, %s]) }", rows, m.number(0.5, 2))
	m.line("%s[0] ~ categorical([0.3, 0.7])", z)
	m.line("for (t in 1..<n) { %[1]s[t] ~ categorical(%[2]s[%[1]s[t-1]]) }", z, rows)
	m.line("for (i in n) { if (%[1]s[i] == 1) { %[2]s[i] ~ normal(%[3]s, variance = 0.8) } else { %[2]s[i] ~ normal(0.1, %[4]s) } }", z, m.realDatum(), m.pick(m.reals), m.width())
}

// missingTruths are entries of data that are truths.
func (m *random) missingTruths() {
	y, q := m.unnamed("y"), m.fresh("q")
	m.input(y, `{type: "bool[n]", missing: true}`, []any{true, nil, false, nil})
	m.infer = append(m.infer, y)
	m.line("%s ~ beta(1, %s)", q, m.number(1, 3))
	m.line("for (i in n) { %s[i] ~ bernoulli(%s) }", y, q)
}

// branches define a variable in both branches of a gate.
func (m *random) branches() {
	z, x := m.fresh("z"), m.fresh("x")
	m.line("%s ~ bernoulli(%s)", z, m.number(0.2, 0.8))
	m.line("if (%[1]s) { %[2]s ~ normal(1, variance = 0.7) } else { %[2]s ~ normal(%[3]s, variance = 1.2) }", z, x, m.mean())
	m.line("for (i in n) { %s[i] ~ normal(%s, %s) }", m.realDatum(), x, m.width())
}

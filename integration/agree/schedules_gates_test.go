package agree

// gateRows are the rows of the table in docs/schedules.md whose models choose.
func gateRows() []rowTest {
	const runs = "for (t in 0..<3) { flip[t] ~ bernoulli(0.5) }\n" +
		"  if (flip[0]) { run[0] = 1 } else { run[0] = 0 }\n"
	const clutter = "mean ~ normal(0, variance = 100)\n  for (i in 0..<n) {\n    c[i] ~ bernoulli(0.5)\n" +
		"    if (c[i]) { x[i] ~ normal(mean, variance = 1) } else { x[i] ~ normal(0, variance = 10) }\n  }"
	long := []marginalTest{marginal("long", 0.375, 0, 1e-12)}
	good := []marginalTest{marginal("mean", 1000/101.0, 100/101.0, 0.05)}
	prior := []marginalTest{marginal("mean", 0, 100, 1e-6)}
	const vmp = "algorithm: vmp\ninit: {mean: \"normal("
	return []rowTest{
		// A run of two heads in three flips: 3 of 8 ways. Once the switch is around the if, once within.
		{row: "M2", program: runs + "  for (t in 1..<3) { switch (run[t-1]) {\n" +
			"    if (run[t-1] == 2) { run[t] = 2 } else { if (flip[t]) { run[t] = min(run[t-1] + 1, 2) } else { run[t] = 0 } }\n  } }\n  long = run[2] == 2",
			infer: "long", tree: true, few: 2, want: long},
		{row: "M2 other nesting", program: runs + "  for (t in 1..<3) {\n    if (flip[t]) { switch (run[t-1]) { run[t] = min(run[t-1] + 1, 2) } }\n" +
			"    else { switch (run[t-1]) { if (run[t-1] == 2) { run[t] = 2 } else { run[t] = 0 } } }\n  }\n  long = run[2] == 2",
			infer: "long", few: 2, many: 10, same: 1e-12, want: long},
		{row: "M7", program: "pc ~ beta(1, 1)\n  c ~ bernoulli(pc)\n  if (c) {\n    px ~ beta(1, 1)\n    x ~ bernoulli(px)\n    observe x ~ bernoulli(0.1)\n  }",
			infer: "c", keys: "algorithm: vmp", few: 50, want: []marginalTest{marginal("c", .2136, 0, 1e-4)}},
		{row: "M16", program: clutter, infer: "mean", keys: vmp + "10, variance = 1)\"}", data: `{"n": 1, "x": [10]}`, few: 50, want: good},
		{row: "M16 wide start", program: clutter, infer: "mean", keys: vmp + "10, variance = 18)\"}", data: `{"n": 1, "x": [10]}`, few: 50, want: good},
		{row: "M16 far start", program: clutter, infer: "mean", keys: vmp + "0, variance = 100)\"}", data: `{"n": 1, "x": [10]}`, few: 50, want: prior},
		{row: "M16 two points", program: clutter, infer: "mean", keys: vmp + "10, variance = 100)\"}", data: `{"n": 2, "x": [10, 10]}`, few: 50, want: prior},
		{row: "M17", program: "for (k in 0..<2) { w[k] ~ normal(0, variance = 100) }\n  tau ~ gamma(shape = 1, rate = 1)\n" +
			"  for (i in point) {\n    s[i] ~ discreteuniform(2)\n    switch (s[i]) { y[i] ~ normal(w[s[i]] * x[i], precision = tau) }\n  }", infer: "w, tau",
			keys: "algorithm: vmp\niterate: {sequential: [point]}\ninit: {w: random}", data: `{"n": 8, "point": 8, "x": [1, 0.5, 2, 1, 0.2, 3, 2, 2], "y": [2.1, 1.2, 3.8, -1.2, 0.5, -2.8, 4.1, -2.2]}`,
			few: 100, many: 200, same: 1e-8},
		// Beside the sum over all paths, the transition probabilities integrated out.
		{row: "M21", program: "p0 ~ beta(1, 1)\n  p1 ~ beta(1, 1)\n  s[0] ~ bernoulli(0.5)\n" +
			"  for (t in 1..<n) { if (s[t-1]) { s[t] ~ bernoulli(p1) } else { s[t] ~ bernoulli(p0) } }\n" +
			"  for (t in 0..<n) { if (s[t]) { first[t] ~ bernoulli(0.9) } else { first[t] ~ bernoulli(0.2) } }", infer: "s",
			data: `{"n": 12, "first": [true, true, false, true, true, false, false, false, true, true, false, true]}`, few: 40,
			want: []marginalTest{marginal("s", .77179397, 0, .05, 0), marginal("s", .14956981, 0, .05, 2), marginal("s", .80472001, 0, .05, 11)}},
	}
}

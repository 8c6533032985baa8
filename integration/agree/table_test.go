package agree

import (
	"fmt"
	"strings"
)

// numbers prints a JSON array of f(0) ... f(n-1).
func numbers(n int, f func(i int) float64) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint(f(i)))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func ones(n int) string { return numbers(n, func(int) float64 { return 1 }) }

func upTo(n int) string { return numbers(n, func(i int) float64 { return float64(i) }) }

// grid is a program on an m by m grid: the draw of x[i, j], and statements about it.
func grid(m int, draw string, statements ...string) string {
	return fmt.Sprintf("for (i in 0..<%d) { for (j in 0..<%d) {\n    x[i, j] ~ %s\n    %s\n  } }", m, m, draw, strings.Join(statements, "\n    "))
}

const (
	toLeft  = "if (j > 0) { observe x[i, j] - x[i, j-1] ~ normal(0, variance = 1) }"
	toUpper = "if (i > 0) { observe x[i, j] - x[i-1, j] ~ normal(0, variance = 1) }"
)

// scheduleRows lists the rows that run as models. Their numbers are those of
// docs/schedules.md.
func scheduleRows() []rowTest {
	walk := "x[0] ~ normal(1, variance = 1)\n  for (t in 1..<10) { x[t] ~ normal(x[t-1], variance = 1) }"
	isFirst := `{"n": 10, "first": [true, false, false, false, false, false, false, false, false, false]}`
	isLast := `{"n": 10, "last": [false, false, false, false, false, false, false, false, false, true]}`
	lag2 := "x[0] ~ normal(1, variance = 1)\n  x[1] ~ normal(2, variance = 1)\n  for (t in 2..<10) { x[t] ~ normal(0, variance = 1000) }\n  "
	walkSeen := "for (t in 0..<n) {\n" +
		"    if (t == 0) { x[t] ~ normal(0, variance = 1) } else { x[t] ~ normal(x[t-1], variance = 1) }\n" +
		"    y[t] ~ normal(x[t], variance = 1)\n  }"
	seenUpTo := `{"n": 10, "y": ` + upTo(10) + `}`
	seenOnes := `{"n": 10, "y": ` + ones(10) + `}`
	two := func(between string) string {
		return "for (t in 0..<n) {\n" +
			"    if (t == 0) { a[t] ~ normal(1, variance = 1); b[t] ~ normal(1, variance = 1) }\n" +
			"    else { a[t] ~ normal(a[t-1], variance = 1); b[t] ~ normal(b[t-1], variance = 1) }\n    " + between + "\n  }"
	}
	rowChain := "if (j == 0) { x[i, j] ~ normal(0, variance = 1) } else { x[i, j] ~ normal(x[i, j-1], variance = 1) }"
	columnChain := "if (i == 0) { x[i, j] ~ normal(0, variance = 1) } else { x[i, j] ~ normal(x[i-1, j], variance = 1) }"
	seenGrid := func(statement, more string) string {
		return "for (i in 0..<10) { for (j in 0..<10) {\n    " + statement + "\n    observe x[i, j] ~ normal(1, variance = 1)\n    " + more + "\n  } }"
	}
	drift := func(by, priors string) string {
		return priors + "\n  for (t in 0..<n) {\n    if (t == 0) { x[t] ~ normal(1, variance = 1) } else { x[t] ~ normal(x[t-1] + " + by + ", variance = 1) }\n" +
			"    y[t] ~ normal(x[t], precision = 1e-8)\n  }"
	}
	drifting := `{"n": 1000, "y": ` + upTo(1000) + `}`
	return []rowTest{
		{row: "C1", program: walk, infer: "x", tree: true, few: 1, many: 10, want: steps("x", 10, false)},
		{row: "C2", program: "for (t in 1..<10) { x[t] ~ normal(x[t-1], variance = 1) }\n  x[0] ~ normal(1, variance = 1)", infer: "x",
			tree: true, few: 1, want: steps("x", 10, false)},
		{row: "C3", program: "for (t in 0..<10) { if (t >= 1) { x[t] ~ normal(x[t-1], variance = 1) } else { x[t] ~ normal(1, variance = 1) } }",
			infer: "x", tree: true, few: 1, want: steps("x", 10, false)},
		{row: "C4", program: "for (t in 0..<n) { if (first[t]) { x[t] ~ normal(1, variance = 1) } else { x[t] ~ normal(x[t-1], variance = 1) } }",
			infer: "x", data: isFirst, tree: true, few: 1, want: steps("x", 10, false)},
		{row: "C5 constant length", program: "x[9] ~ normal(1, variance = 1)\n  for (t in 0..<9) { x[t] ~ normal(x[t+1], variance = 1) }",
			infer: "x", tree: true, few: 1, want: steps("x", 10, true)},
		{row: "C5 marked last", program: "for (t in 0..<n) { if (last[t]) { x[t] ~ normal(1, variance = 1) } else { x[t] ~ normal(x[t+1], variance = 1) } }",
			infer: "x", data: isLast, tree: true, few: 1, want: steps("x", 10, true)},
		{row: "C5 observed length", program: "for (t in 0..<n) { if (t < n - 1) { x[t] ~ normal(x[t+1], variance = 1) } else { x[t] ~ normal(1, variance = 1) } }",
			infer: "x", data: `{"n": 10}`, tree: true, few: 1, want: steps("x", 10, true)},
		{row: "C6", program: "x[0] = 1\n  for (t in 1..<10) { x[t] = x[t-1] + 1 }", infer: "x", tree: true, few: 1,
			want: []marginalTest{marginal("x", 1, 0, 0, 0), marginal("x", 10, 0, 0, 9)}},
		{row: "C7", program: "x[0] ~ normal(1, variance = 1)\n  x[1] ~ normal(1, variance = 2)\n  for (t in 2..<10) { x[t] ~ normal(x[t-2], variance = 2) }",
			infer: "x", tree: true, few: 1, want: steps("x", 10, false)},
		{row: "C8", program: lag2 + "for (t in 2..<10) { observe x[t-2] - x[t] ~ normal(0, variance = 2) }", infer: "x",
			tree: true, few: 1, many: 10, same: 1e-10},
		{row: "C9", program: lag2 + "for (t in 1..<9) { observe x[t-1] - x[t+1] ~ normal(0, variance = 2) }", infer: "x",
			tree: true, few: 1, many: 10, same: 1e-10},
		{row: "C11", program: "x ~ bernoulli(0.5)\n  y ~ bernoulli(0.5)\n  c ~ bernoulli(0.5)\n  both = x && y\n  three = both && c\n  observe !three",
			infer: "both", tree: true, few: 1, want: []marginalTest{marginal("both", 1.0/7, 0, 1e-12)}},
		{row: "K1", program: walkSeen, infer: "x", data: seenUpTo, tree: true, few: 1, many: 10, same: 1e-10},
		{row: "K2", program: walk + "\n  for (t in 0..<10) { z[t] = x[t] }", infer: "z", tree: true, few: 1,
			want: []marginalTest{variance("z", 10, 1e-4, 9)}},
		{row: "K3", program: two("y[t] ~ normal(a[t], variance = 1); observe b[t] ~ normal(1, variance = 1)"), infer: "a, b", data: seenOnes,
			tree: true, few: 1, many: 10, same: 1e-10},
		{row: "K4", program: "m ~ normal(0, variance = 1)\n  for (t in 0..<10) {\n    if (t == 0) { a[t] ~ normal(m, variance = 1) } else { a[t] ~ normal(a[t-1], variance = 1) }\n" +
			"    observe a[t] ~ normal(1, variance = 1)\n  }\n  for (t in 0..<8) {\n    if (t == 0) { b[t] ~ normal(m, variance = 1) } else { b[t] ~ normal(b[t-1], variance = 1) }\n" +
			"    observe b[t] ~ normal(1, variance = 1)\n  }", infer: "m, a, b", tree: true, few: 1, many: 10, same: 1e-10},
		{row: "K5", program: two("observe a[t] - b[t] ~ normal(0, variance = 1); y[t] ~ normal(a[t], variance = 1)"), keys: "blocks: []", infer: "a, b", data: seenOnes,
			few: 2, many: 100, same: 0.002},
		{row: "K6", program: two("y[t] ~ normal(a[t], variance = 1); observe b[t] ~ normal(1, variance = 1)") +
			"\n  observe a[0] - b[9] ~ normal(0, variance = 1)\n  observe a[9] - b[0] ~ normal(0, variance = 1)", keys: "blocks: []", infer: "a, b", data: seenOnes,
			few: 2, many: 100, same: 2e-10},
		{row: "K7", program: "for (t in 0..<n) {\n    if (t == 0) { a[t] ~ normal(0, variance = 1) } else { a[t] ~ normal(b[t-1], variance = 1) }\n" +
			"    b[t] ~ normal(a[t], variance = 1)\n    y[t] ~ normal(b[t], variance = 1)\n  }", infer: "a, b", data: seenOnes,
			tree: true, few: 1, many: 10, same: 1e-10},
		{row: "K9", program: walkSeen + "\n  observe x[0] > 0", infer: "x", data: seenOnes, tree: true, few: 1, many: 10, same: 1e-10},
		{row: "K10, n - 1", program: walkSeen + "\n  observe x[n-1] > 0", infer: "x", data: seenOnes, tree: true, few: 1, many: 10, same: 1e-10,
			want: []marginalTest{variance("x", .38197, 1e-2, 0), variance("x", .43769, 1e-2, 1)}},
		{row: "K10", program: walkSeen + "\n  observe x[9] > 0", infer: "x", data: seenOnes, few: 1, many: 10, same: 1e-10,
			want: []marginalTest{variance("x", .38197, 1e-2, 0), variance("x", .43769, 1e-2, 1)}},
		{row: "K13", program: "for (t in 0..<10) { x[t] ~ normal(0, variance = 1000) }\n  for (t in 1..<10) { observe x[t] - x[t-1] ~ normal(0, variance = 1) }",
			infer: "x", tree: true, few: 1, many: 10, same: 1e-10,
			want: []marginalTest{variance("x", 102.828264500, 1e-2, 0), variance("x", 102.033023857, 1e-2, 1)}},
		{row: "K14", program: seenGrid(rowChain, ""), infer: "x", tree: true, few: 1, want: []marginalTest{
			marginal("x", .618, .382, .01, 0, 0), marginal("x", .618, .382, .01, 1, 0), marginal("x", .9999, .618, .01, 9, 9)}},
		{row: "K15", program: seenGrid(columnChain, ""), infer: "x", tree: true, few: 1, want: []marginalTest{
			marginal("x", .618, .382, .01, 0, 0), marginal("x", .8541, .4377, .01, 1, 0), marginal("x", .9999, .618, .01, 9, 9)}},
		{row: "K16", program: grid(10, "normal(1, variance = 1)", toLeft, "if (i > 0) { if (j > 0) { observe x[i, j] - x[i-1, j] ~ normal(0, variance = 1) } }"),
			keys: "blocks: []", infer: "x", few: 1, want: []marginalTest{marginal("x", 1, .5844, .01, 0, 0), marginal("x", 1, .5675, .01, 1, 0), marginal("x", 1, .4124, .01, 9, 9)}},
		{row: "K17", program: grid(10, "normal(1, variance = 1)", toLeft, toUpper), keys: "blocks: []", infer: "x", few: 1, want: []marginalTest{
			variance("x", .4124, .01, 0, 0), variance("x", .3218, .015, 1, 0), variance("x", .4124, .01, 9, 9)}},
		{row: "K18", program: "for (i in 0..<10) { for (j in 0..<10) { for (k in 0..<10) {\n    x[i, j, k] ~ normal(1, variance = 1)\n" +
			"    if (i > 0) { observe x[i, j, k] - x[i-1, j, k] ~ normal(0, variance = 1) }\n" +
			"    if (j > 0) { observe x[i, j, k] - x[i, j-1, k] ~ normal(0, variance = 1) }\n" +
			"    if (k > 0) { observe x[i, j, k] - x[i, j, k-1] ~ normal(0, variance = 1) }\n  } } }", keys: "blocks: []", infer: "x", few: 1, want: []marginalTest{
			variance("x", .3015, .011, 0, 0, 0), variance("x", .2435, .011, 1, 0, 0), variance("x", .3015, .011, 9, 9, 9)}},
		{row: "K19", program: grid(6, "normal(0, variance = 1000)", toLeft, toUpper) + "\n  observe x[0, 0] ~ normal(1, variance = 0.1)", keys: "blocks: []", infer: "x",
			few: 20, want: []marginalTest{marginal("x", .9965, .09016, .05, 0, 0), marginal("x", .9556, .9217, .15, 5, 5)}},
		{row: "K20", program: grid(10, "normal(0, variance = 100000)", toLeft, toUpper, strings.ReplaceAll(strings.ReplaceAll(toLeft, "j-1", "j-2"), "j > 0", "j > 1"),
			strings.ReplaceAll(strings.ReplaceAll(toUpper, "i-1", "i-2"), "i > 0", "i > 1")) + "\n  observe x[0, 0] ~ normal(1, variance = 0.1)", keys: "blocks: []", infer: "x",
			few: 1, want: []marginalTest{marginal("x", .9998, .07614, .04, 0, 0), marginal("x", .9993, .2395, .07, 1, 0), marginal("x", .999, .3193, .15, 9, 9)}},
		{row: "K21", program: grid(10, "normal(0, variance = 100000)", toLeft, toUpper, "if (i > 0) { if (j > 0) { observe x[i, j] - x[i-1, j-1] ~ normal(0, variance = 1) } }",
			"if (i > 0) { if (j < 9) { observe x[i, j] - x[i-1, j+1] ~ normal(0, variance = 1) } }") + "\n  observe x[0, 0] ~ normal(1, variance = 0.1)", keys: "blocks: []", infer: "x",
			few: 1, want: []marginalTest{marginal("x", .9993, .08079, 1.6, 0, 0), marginal("x", .9972, .24, 1.8, 1, 0), marginal("x", .9946, .4212, .4, 9, 9)}},
		{row: "K22", program: seenGrid(columnChain, toLeft), keys: "blocks: []", infer: "x", few: 1, want: []marginalTest{
			marginal("x", .618, .2863, .05, 0, 0), marginal("x", .8541, .3109, .3, 1, 0), marginal("x", .9999, .4124, .8, 9, 9)}},
		{row: "K23", program: "shift ~ normal(0, variance = 1)\n  for (i in 0..<10) { for (j in 0..<10) {\n    x[i, j] ~ normal(1, variance = 1000)\n" +
			"    observe x[i, j] ~ normal(1 + i + j, variance = 1)\n" +
			"    if (i > 0) { observe x[i, j] - x[i-1, j] - shift ~ normal(0, variance = 1) }\n" +
			"    if (j > 0) { observe x[i, j] - x[i, j-1] - shift ~ normal(0, variance = 1) }\n  } }", keys: "blocks: []", infer: "shift, x", few: 7, want: []marginalTest{
			marginal("shift", .9926, .009225, .01), marginal("x", 1.008, .4142, .01, 0, 0), marginal("x", 2.004, .3234, .01, 1, 0), marginal("x", 18.97, .4142, .02, 9, 9)}},
		{row: "K24", program: "x[0] ~ normal(0, variance = 1000)\n  x[1] ~ normal(0, variance = 1000)\n  for (t in 0..<2) { y[t] ~ normal(x[t], variance = 1) }\n" +
			"  for (t in 2..<n) { x[t] ~ normal(x[t-1], variance = 1)\n    y[t] = x[t] - x[t-2] }", keys: "blocks: []", infer: "x", data: seenOnes, few: 100,
			want: []marginalTest{marginal("x", .7637, .1247, 1e-3, 0)}},
		{row: "K28", program: "x[5] ~ normal(0, variance = 1)\n  for (t in 6..<10) { x[t] ~ normal(x[t-1], variance = 1) }\n" +
			"  for (t in 0..<5) { x[t] ~ normal(x[t+1], variance = 1) }\n  observe x[9] ~ normal(1, variance = 1)", infer: "x", tree: true, few: 1, many: 10, same: 1e-10,
			want: []marginalTest{marginal("x", 1.0/6, 5.0/6, 1e-10, 5), marginal("x", 5.0/6, 5.0/6, 1e-10, 9), marginal("x", 1.0/6, 35.0/6, 1e-10, 0)}},
		{row: "K25", program: drift("shift", "shift ~ normal(0, variance = 1)"), infer: "shift", keys: "point: [shift]", data: drifting, few: 100,
			want: []marginalTest{marginal("shift", .76710095315961, 0, 1e-10)}},
		{row: "K26", program: drift("shift + more", "shift ~ normal(0, variance = 1); more ~ normal(0, variance = 1)"), infer: "shift, more",
			keys: "point: [shift, more]", data: drifting, few: 100,
			want: []marginalTest{marginal("shift", .4338183748480194, 0, 1e-10), marginal("more", .4338183748480194, 0, 1e-10)}},
		{row: "M1", program: "b[0] ~ bernoulli(0.1)\n  b[1] ~ bernoulli(0.3)\n  b[2] ~ bernoulli(0); b[3] ~ bernoulli(1)\n  observe count(b[i] : i in 0..<4) == 2",
			infer: "b", keys: "", few: 1, tree: true, want: []marginalTest{marginal("b", .07/.34, 0, 1e-12, 0)}},
		{row: "M11", program: "x ~ normal(0, variance = 100)\n  y = x\n  observe x > 0\n  observe y > 0", infer: "x", keys: "init: {y: \"normal(0, variance = 1)\"}",
			few: 1, want: []marginalTest{marginal("x", 1.3266591207953424, .460816059599331, 1e-10)}},
		{row: "M12", program: "x ~ normal(0, variance = 100)\n  observe x > 0", infer: "x", keys: "init: {x: \"normal(0, variance = 1)\"}",
			few: 1, want: []marginalTest{marginal("x", 1.2462008685334256, .5675567338058556, 1e-10)}},
		{row: "M12 converged", program: "x ~ normal(0, variance = 100)\n  observe x > 0", infer: "x", keys: "init: {x: \"normal(0, variance = 1)\"}",
			few: 10, want: []marginalTest{marginal("x", 7.978845608028654, 36.33802276324186, 1e-10)}},
		{row: "M14", program: "x[0] ~ normal(5, variance = 1)\n  x[1] ~ normal(x[0], variance = 1)\n  observe x[1] ~ normal(6, variance = 4)", infer: "x",
			keys: "point: [x]", few: 150, want: []marginalTest{marginal("x", 5+1.0/6, 0, 1e-8, 0), marginal("x", 5+2.0/6, 0, 1e-8, 1)}},
		{row: "M8", program: "x ~ normal(m, variance = 100)\n  y ~ normal(x, variance = 1)", infer: "x, y", keys: "algorithm: vmp", data: `{"m": -10}`,
			few: 10, many: 20, same: 1e-10, want: []marginalTest{marginal("x", -10, 100.0/101, 1e-10), marginal("y", -10, 1, 1e-10)}},
		{row: "M10", program: "x ~ normal(0, variance = 100)\n  y ~ normal(x, variance = 1)", infer: "x, y",
			keys: "algorithm: vmp\ninit: {x: \"normal(3, variance = 1)\"}", few: 1,
			want: []marginalTest{marginal("y", 3, 1, 1e-10), marginal("x", 3/1.01, 1/1.01, 1e-10)}},
		{row: "M13", program: "m ~ normal(2, precision = 1)\n  prec ~ gamma(shape = 1, scale = 1)\n" +
			"  for (d in 0..<2) { w[d] ~ normal(m, precision = prec) }\n  y = w[0] + 2 * w[1]\n  observe y ~ normal(7.9, precision = 10)", infer: "m, w",
			keys: "algorithm: vmp", few: 200, want: []marginalTest{marginal("m", 2.45865638, 6.29467434-2.45865638*2.45865638, 1e-4),
				marginal("w", 2.56041993, 6.64268753-2.56041993*2.56041993, 3e-3, 0), marginal("w", 2.66214627, 7.11111764-2.66214627*2.66214627, 3e-3, 1)}},
		{row: "M19", program: "p ~ beta(0.5, 0.5)", infer: "p", tree: true, few: 1, want: []marginalTest{variance("p", 0.125, 1e-12)}},
		{row: "M19 dirichlet", program: "p ~ dirichlet([0.5, 0.5, 0.5])", infer: "p", tree: true, few: 1, want: []marginalTest{marginal("p", 0.5, 0, 1e-12)}},
		{row: "M20", program: "x ~ bernoulli(0.5)\n  y ~ bernoulli(0.5)\n  z = (x && !y) || (!x && y)\n  observe z", infer: "x, y", tree: true, few: 1,
			want: []marginalTest{marginal("x", 0.5, 0, 1e-12), marginal("y", 0.5, 0, 1e-12)}},
	}
}

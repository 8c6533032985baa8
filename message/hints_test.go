package message_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
)

// TestHintsCompile: where a hint says what to write, it compiles in that place.
func TestHintsCompile(t *testing.T) {
	for _, row := range []struct{ inputs, wrong, code, right, infer string }{
		{`n: range, y: "bool[n]"`, "p ~ uniform(0, 1)\nfor (i in n) { y[i] ~ bernoulli(p) }",
			"p ~ beta(1, 1)", "p ~ beta(1, 1)\nfor (i in n) { y[i] ~ bernoulli(p) }", "p"},
		{`y: int`, "p ~ truncated(normal(0.5, sd = 0.1), 0, 1)\ny ~ binomial(10, p)", "p ~ beta(a, b)", "p ~ beta(2, 3)\ny ~ binomial(10, p)", "p"},
		{`y: bool`, "s ~ normal(0, sd = 1)\ny ~ bernoulli(s)", "logistic(s)", "s ~ normal(0, sd = 1)\ny ~ bernoulli(logistic(s))", "s"},
		{`y: int`, "s ~ normal(0, sd = 1)\ny ~ poisson(s)", "exp(s)", "s ~ normal(0, sd = 1)\ny ~ poisson(exp(s))", "s"},
		{`y: real`, "s ~ normal(0, sd = 1)\ny ~ normal(0, precision = s)", "exp(s)", "s ~ normal(0, sd = 1)\ny ~ normal(0, precision = exp(s))", "s"},
		{`y: int`, "s ~ uniform(0, 10)\ny ~ poisson(s)", "s ~ gamma(1, rate = 0.1)", "s ~ gamma(1, rate = 0.1)\ny ~ poisson(s)", "s"},
		{``, "a ~ beta(1, 1)\nb ~ beta(1, 1)\nbetter = a > b", "l ~ normal(0, sd = 1.6), write a = logistic(l)",
			"l ~ normal(0, sd = 1.6); a = logistic(l)\nm ~ normal(0, sd = 1.6); b = logistic(m)\nbetter = l > m", "a, b, better"},
		{``, "a ~ gamma(1, rate = 1)\nlarge = a > 2", "with log(2)", "l ~ normal(0, sd = 1.6); a = exp(l)\nlarge = l > log(2)", "a, large"},
		{`y: real`, "z ~ discreteuniform(3)\ny ~ normal(z, sd = 1)", "switch (z) { y ~ normal(z, sd = 1) }", "z ~ discreteuniform(3)\nswitch (z) { y ~ normal(z, sd = 1) }", "z"},
		{`y: bool`, "c ~ bernoulli(0.5)\nif (c) { p = 0.2 } else { p = 0.9 }\ny ~ bernoulli(p)", "if (c) { ... } else { ... }",
			"c ~ bernoulli(0.5)\nif (c) { y ~ bernoulli(0.2) } else { y ~ bernoulli(0.9) }", "c"},
		{`y: real`, "c ~ bernoulli(0.5)\nif (c) { m = 0 } else { m = 3 }\ny ~ normal(m, sd = 1)", "0.0", "c ~ bernoulli(0.5)\nif (c) { m = 0.0 } else { m = 3.0 }\ny ~ normal(m, sd = 1)", "c"},
		{`c: bool`, "m = if (c) -1 else 2 * (1 + 3)\nx ~ normal(m, sd = 1)", "if (c) { m = -1 } else { m = 2 * (1 + 3) }",
			"if (c) { m = -1 } else { m = 2 * (1 + 3) }\nx ~ normal(m, sd = 1)", "x"},
		{`c: bool`, "m = 1 if c else 2\nx ~ normal(m, sd = 1)", "if (c) { m = 1 } else { m = 2 }", "if (c) { m = 1 } else { m = 2 }\nx ~ normal(m, sd = 1)", "x"},
		{`n: range`, "for (i in n) { u[i] ~ normal(0, sd = 1) }\ntop = max(u[i] : i in n)",
			"for (i in n) { if (i == 0) { top[i] = u[i] } else { top[i] = max(top[i-1], u[i]) } }",
			"for (i in n) { u[i] ~ normal(0, sd = 1) }\nfor (i in n) { if (i == 0) { top[i] = u[i] } else { top[i] = max(top[i-1], u[i]) } }", "top"},
		{`n: range, y: "real[n]"`, "m ~ normal(0, sd = 1)\nfor (i in 1..n) { y[i] ~ normal(m, sd = 1) }", "for (i in n)", "m ~ normal(0, sd = 1)\nfor (i in n) { y[i] ~ normal(m, sd = 1) }", "m"},
		{`n: range, y: "real[n]"`, "m ~ normal(0, sd = 1)\nv = 4\ntarget += normal_lpdf(y, m, v)", "as y[i] ~ normal(m, sd = s) does in a loop over the data",
			"m ~ normal(0, sd = 1)\nfor (i in n) { y[i] ~ normal(m, sd = 4) }", "m"},
		{`n: range, y: "real[n]"`, "s ~ half_cauchy(5)\nfor (i in n) { y[i] ~ normal(0, sd = s) }", "normal(m, precision = t) where it is the sd, with t ~ gamma(0.5, rate = a), a ~ gamma(0.5, rate = 1 / (s * s))",
			"a ~ gamma(0.5, rate = 1 / (5 * 5))\nt ~ gamma(0.5, rate = a)\nfor (i in n) { y[i] ~ normal(0, precision = t) }", "t"},
		{`n: range, y: "real[n]"`, "s ~ half_cauchy(5)\nfor (i in n) { y[i] ~ normal(0, sd = s) }", "halfcauchy(s)",
			"s ~ halfcauchy(5)\nfor (i in n) { y[i] ~ normal(0, sd = s) }", "s\nalgorithm: gibbs"},
		{`y: real`, "real<lower=0> tau;\ny ~ normal(0, precision = tau)", "tau ~ gamma(shape = 2, rate = 1)", "tau ~ gamma(shape = 2, rate = 1)\ny ~ normal(0, precision = tau)", "tau"},
		{`y: bool`, "real<lower=0, upper=1> p\ny ~ bernoulli(p)", "p ~ beta(1, 1)", "p ~ beta(1, 1)\ny ~ bernoulli(p)", "p"},
		{`k: range`, "vector[k] b\nc = 2", "for (i in k) { b[i] ~ normal(0, sd = 10) }", "for (i in k) { b[i] ~ normal(0, sd = 10) }", "b"},
		{`y: real`, "int<lower=0> z;\ny ~ normal(0, sd = 1)", "z ~ discreteuniform(6)", "z ~ discreteuniform(6)\ny ~ normal(0, sd = 1)", "z"},
		{`y: real`, "float a = 2;\ny ~ normal(0, sd = 1)", "write a = 2", "a = 2\nb ~ normal(a, sd = 1)\ny ~ normal(b, sd = 1)", "b"},
		{`n: range, k: range, X: "real[n][k]", y: "real[n]"`, "for (j in k) { b[j] ~ normal(0, sd = 1) }\nfor (i in n) { y[i] ~ normal(dot(X[i,], b), sd = 1) }", "X[i] for a row of X",
			"for (j in k) { b[j] ~ normal(0, sd = 1) }\nfor (i in n) { y[i] ~ normal(dot(X[i], b), sd = 1) }", "b"},
		{`n: range`, "for (i in range(n)) { b[i] ~ normal(0, sd = 1) }", "for (i in n), where n is a range, or for (i in 0..<n)", "for (i in 0..<n) { b[i] ~ normal(0, sd = 1) }", "b"},
		{``, "while (1 > 0) { b ~ normal(0, sd = 1) }", "for (i in 0..<10) { ... }", "for (i in 0..<10) { b[i] ~ normal(0, sd = 1) }", "b"},
		{``, "b = pm.Normal(0, 1)", "write x ~ normal(m, sd = s)", "b ~ normal(0, sd = 1)", "b"},
		{`n: range, y: "real[n]"`, "m = y.mean()\nb ~ normal(m, sd = 1)", "write sum(y[i] : i in n) / n", "m = sum(y[i] : i in n) / n\nb ~ normal(m, sd = 1)", "b"},
		{`y: "vector(2)"`, "L ~ lkj_corr(2)", "P ~ wishart(df = n, scale = S)", "P ~ wishart(df = 3, scale = [[1, 0], [0, 1]])\ny ~ mvnormal([0, 0], precision = P)", "P"},
		{`y: real`, "y ~ double_exponential(0, 2)", "normal(m, variance = v), with v ~ exponential(rate = 1 / (2 * b * b))", "v ~ exponential(rate = 1 / (2 * 2 * 2))\ny ~ normal(0, variance = v)", "v"},
		{`y: int`, "y ~ neg_binomial_2(3, 1)", "poisson(r), with r ~ gamma(shape = k, rate = k / m)", "r ~ gamma(shape = 1, rate = 1 / 3)\ny ~ poisson(r)", "r"},
		{`y: real`, "b ~ improper_uniform()\ny ~ normal(b, sd = 1)", "normal(0, precision = 0)", "b ~ normal(0, precision = 0)\ny ~ normal(b, sd = 1)", "b"},
	} {
		_, err := plan(row.inputs, row.wrong, strings.Split(row.infer, "\n")[0]+"]\nintegrate: [") // by messages
		var list lang.Diagnostics
		if !errors.As(err, &list) || !strings.Contains(list.Errors()[0].Hint, row.code) {
			t.Errorf("%s: no hint to write %s in %v", row.wrong, row.code, err)
		}
		if _, err := plan(row.inputs, row.right, row.infer); err != nil {
			t.Errorf("%s: %v", row.right, err)
		}
	}
}

// TestSampledHint: the hint that Gibbs sampling takes a model stands where it does, and
// where nothing else is wrong.
func TestSampledHint(t *testing.T) {
	for _, row := range []struct {
		program, infer string
		want           bool
	}{
		{"a ~ beta(1, 1)\nc ~ bernoulli(0.5)\nd ~ bernoulli(0.5)\nobserve c != d\nb = a > 0.5", "b", true},
		{"a ~ beta(1, 1)\nc ~ bernoulli(0.5)\nd ~ bernoulli(0.5)\nobserve c != d\nb = a > 0.5", "b, evidence", false},
		{"a ~ beta(1, 1)\nb = a > 0.5\nc ~ normal(0, sd = -1)", "b", false},
		{"for (i in 0..<3) { u[i] ~ gamma(1, rate = 1) }\nb = argmax(u[i] : i in 0..<3)", "b", true},
	} {
		_, err := plan("", row.program, row.infer)
		var list lang.Diagnostics
		if !errors.As(err, &list) {
			t.Errorf("%s: %v", row.program, err)
			continue
		}
		if said := strings.Contains(fmt.Sprint(list.Errors()[0].Hint), "algorithm: gibbs takes this model as it is"); said != row.want {
			t.Errorf("%s, infer %s: the hint is %q", row.program, row.infer, list.Errors()[0].Hint)
		}
	}
}

func plan(inputs, program, infer string) (*mpc.Compilation, error) {
	text := fmt.Sprintf("model: m\ninputs: {%s}\nprogram: |\n  %s\ninfer: [%s\n", inputs, strings.ReplaceAll(program, "\n", "\n  "),
		strings.Replace(infer+"]", "\nalgorithm: gibbs]", "]\nalgorithm: gibbs", 1))
	if strings.Contains(program, "wishart") {
		text += "algorithm: vmp\n" // which has messages about matrices
	}
	return mpc.Plan("m.yaml", []byte(text))
}

package bugs

import (
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

// translated translates a program, whose translation the model checker takes; all diagnostics as
// a text, and the statements.
func translated(t *testing.T, src, values string, dialect Dialect) (program, diagnostics string, tr *Translation) {
	t.Helper()
	p, d := Parse("x.bug", []byte(src), dialect)
	data, err := ReadJSON([]byte(values))
	if err != nil {
		t.Fatal(err)
	}
	if !d.HasErrors() {
		var more lang.Diagnostics
		tr, more = Translate(p, data, Options{})
		d = append(d, more...)
	}
	for _, e := range d {
		diagnostics += e.Error() + " / " + e.Hint + "\n"
	}
	if tr == nil {
		return "", diagnostics, nil
	}
	if _, d := model.Check(tr.File); d.HasErrors() {
		t.Errorf("%s: the translation is no model: %v\n%s", src, d.Errors(), tr.File)
	}
	// The printed file reads back as the same statements.
	f, d := lang.Parse("x.yaml", []byte(tr.YAML()))
	if d.HasErrors() {
		t.Errorf("%s: the YAML does not read back: %v\n%s", src, d, tr.YAML())
	} else if a, b := texts(f.Program), texts(tr.File.Program); a != b {
		t.Errorf("%s: the YAML reads back as\n%s, want\n%s", src, a, b)
	}
	return texts(tr.File.Program), diagnostics, tr
}

func texts(list []lang.Stmt) string {
	var out []string
	for _, s := range list {
		out = append(out, s.String())
		if f, ok := s.(*lang.For); ok {
			out = append(out, texts(f.Body), "}")
		}
		if f, ok := s.(*lang.If); ok {
			out = append(out, texts(f.Then), "} else {", texts(f.Else), "}")
		}
	}
	return strings.Join(out, "|")
}

// TestTranslate holds what statements become.
func TestTranslate(t *testing.T) {
	for _, x := range []struct{ src, data, want string }{
		// Indices count from 0.
		{"for (t in 2:T) { x[t] ~ dnorm(x[t - 1], 1) } x[1] ~ dnorm(0, 1)", `{"T": 5}`,
			"for (t in 1..<T) {|x[t] ~ normal(x[t - 1], precision = 1)|}|x[0] ~ normal(0, precision = 1)"},
		{"for (i in 1:N) { y[i] ~ dnorm(m * i, 1) } m ~ dnorm(0, 1)", `{"N": 2, "y": [1, 2]}`,
			"for (i in N) {|y[i] ~ normal(m * (i + 1), precision = 1)|}|m ~ normal(0, precision = 1)"},
		// Variables named T, t, C and I.
		{"for (I in 1:T) { C[I] ~ dnorm(t, 1) } t ~ dnorm(0, 1) T(0,)", `{"T": 2, "C": [1, 2]}`,
			"for (I in T) {|C[I] ~ normal(t, precision = 1)|}|t ~ truncated(normal(0, precision = 1), 0, 1e+308)"},
		// I(,) adds no more than the condition; T(,) is a density between its bounds.
		{"x ~ dnorm(m, 1) I(0,) m ~ dnorm(0, 1)", `{}`, "x ~ normal(m, precision = 1)|observe x >= 0|m ~ normal(0, precision = 1)"},
		{"x ~ dnorm(m, 1) T(0,) m ~ dnorm(0, 1)", `{}`, "x ~ truncated(normal(m, precision = 1), 0, 1e+308)|m ~ normal(0, precision = 1)"},
		// Dots, and names that then are the same.
		{"a.b ~ dnorm(a_b, 1) a_b ~ dnorm(0, 1)", `{}`, "a_b ~ normal(a_b2, precision = 1)|a_b2 ~ normal(0, precision = 1)"},
		// Words of our language.
		{"repeat ~ dnorm(0, 1) observe <- repeat + 1", `{}`, "repeat2 ~ normal(0, precision = 1)|observe2 = repeat2 + 1"},
		// Links.
		{"x[1:3] ~ dmulti(p[], 5) y ~ dpois(x[1] + 1)", `{"p": [0.2, 0.3, 0.5], "y": 2}`,
			"for (k in 0..<2) {|part_x[k] ~ binomial(5 - sum(part_x[k2] : k2 in 0..<k), p[k] / sum(p[k3] : k3 in k..<3))|}|for (k in 0..<2) {|x[k] = part_x[k]|}|for (k in 2..<3) {|x[k] = 5 - sum(part_x[k4] : k4 in 0..<2)|}|y ~ poisson(x[0] + 1)"},
		{"y ~ dbern(p) logit(p) <- a a ~ dnorm(0, 1)", `{"y": 1}`, "y ~ bernoulli(p)|p = logistic(a)|a ~ normal(0, precision = 1)"},
		{"y ~ dpois(p) log(p) <- a a ~ dnorm(0, 1)", `{"y": 1}`, "y ~ poisson(p)|p = exp(a)|a ~ normal(0, precision = 1)"},
		{"y ~ dbin(p, 3) cloglog(p) <- a a ~ dnorm(0, 1)", `{"y": 1}`, "y ~ binomial(3, p)|p = 1 - exp(-exp(a))|a ~ normal(0, precision = 1)"},
		{"y ~ dbin(p, 3) probit(p) <- a a ~ dnorm(0, 1)", `{"y": 1}`, "y ~ binomial(3, p)|p = probit(a)|a ~ normal(0, precision = 1)"},
		// A bare x is x[].
		{"for (i in 1:3) { x[i] ~ dnorm(0, 1) } s <- sum(x) m <- mean(x[])", `{}`,
			"for (i in 0..<3) {|x[i] ~ normal(0, precision = 1)|}|s = sum(x[k] : k in 0..<3)|m = sum(x[k2] : k2 in 0..<3) / 3"},
		{"for (i in 1:4) { x[i] ~ dnorm(0, 1) } s <- sum(x[2:3])", `{}`,
			"for (i in 0..<4) {|x[i] ~ normal(0, precision = 1)|}|s = sum(x[k + 1] : k in 0..<2)"},
		// step and equals.
		{"x ~ dnorm(0, 1) y <- step(x - 1) z <- 2 * step(x)", `{}`, "x ~ normal(0, precision = 1)|y = x >= 1|z = 2 * (x >= 0)"},
		// A draw by dcat counts from 0 here; its value is one more.
		{"z ~ dcat(p[]) y <- z + 1 m <- mu[z]", `{"p": [0.5, 0.5], "mu": [1, 2]}`, "z ~ categorical(p)|y = z + 1 + 1|m = mu[z]"},
		// What is drawn and computed from data is observed.
		{"y <- x + 1 y ~ dnorm(m, 1) m ~ dnorm(0, 1)", `{"x": 3}`, "y ~ normal(m, precision = 1)|m ~ normal(0, precision = 1)"},
		// Vectors and matrices.
		{"b[1:2] ~ dmnorm(m[], P[,]) P[1:2, 1:2] ~ dwish(R[,], 2) c <- b[2] + P[1, 2]", `{"m": [0, 0], "R": [[1, 0], [0, 1]]}`,
			"b ~ mvnormal(m, precision = P)|P ~ wishart(df = 2, inverse = R)|c = b[1] + P[0, 1]"},
		{"P[1:2, 1:2] ~ dwish(R[,], 2) S[1:2, 1:2] <- inverse(P[,])", `{"R": [[1, 0], [0, 1]]}`,
			"P ~ wishart(df = 2, inverse = R)|minor_P_12_12 = P[0, 0] * P[1, 1] - P[0, 1] * P[1, 0]|S[0, 0] = P[1, 1] / minor_P_12_12|" +
				"S[0, 1] = -P[0, 1] / minor_P_12_12|S[1, 0] = -P[1, 0] / minor_P_12_12|S[1, 1] = P[0, 0] / minor_P_12_12"},
		{"m ~ dnorm(0, 1) v[1] <- m v[2] <- 1 A[1:2] <- B[,] %*% v[]", `{"B": [[1, 2], [3, 4]]}`,
			"m ~ normal(0, precision = 1)|v[0] = m|v[1] = 1|for (k in 0..<2) {|A[k] = sum(B[k, k2] * v[k2] : k2 in 0..<B_size2)|}"},
		// A product of earlier elements is written out, a running sum is not.
		{"p[1] <- a for (j in 2:3) { p[j] <- a * p[j - 1] } a ~ dexp(1)", `{}`,
			"p[0] = a|for (j in 1..<3) {|p[j] = a * p[j - 1]|}|a ~ exponential(rate = 1)"},
		{"p[1] <- a for (j in 2:3) { p[j] <- a / p[j - 1] } a ~ dexp(1) y ~ dnorm(p[3], 1)", `{"y": 1}`,
			"p[0] = a|for (j in 1..<3) {|p[j] = a / p[j - 1]|}|a ~ exponential(rate = 1)|y ~ normal(p[2], precision = 1)"},
		{"p[1] <- a for (j in 1:2) { p[2 * j] <- a / p[2 * j - 1] p[2 * j + 1] <- a / p[2 * j] } a ~ dexp(1) y ~ dnorm(p[3], 1)", `{"y": 1}`,
			"a ~ exponential(rate = 1)|y ~ normal(p[2], precision = 1)|p_1 = a|p[0] = p_1|p_2 = a / p_1|p[1] = p_2|p_4 = a / p_3|p[3] = p_4|p_3 = a / p_2|p[2] = p_3|p_5 = a / p_4|p[4] = p_5"},
		{"s[1] <- 2 i[1] <- a for (t in 2:5) { n[t] <- s[t - 1] * i[t - 1] / 9 s[t] <- s[t - 1] - n[t] i[t] <- 0.5 * i[t - 1] + n[t] } a ~ dexp(1) y ~ dnorm(i[5], 1)", `{"y": 1}`,
			"s[0] = 2|i[0] = a|for (t in 1..<5) {|n[t] = s[t - 1] * i[t - 1] / 9|s[t] = s[t - 1] - n[t]|i[t] = 0.5 * i[t - 1] + n[t]|}|a ~ exponential(rate = 1)|y ~ normal(i[4], precision = 1)"},
		{"s[1] <- x[1] for (j in 2:3) { s[j] <- s[j - 1] + x[j] } for (j in 1:3) { x[j] ~ dexp(1) }", `{}`,
			"s[0] = x[0]|for (j in 1..<3) {|s[j] = s[j - 1] + x[j]|}|for (j in 0..<3) {|x[j] ~ exponential(rate = 1)|}"},
		// What another statement of the same loop defines takes the place of its element.
		{"for (j in 1:2) { T[j, j + 1] <- -a T[j + 1, j] <- T[j, j + 1] } a ~ dexp(1)", `{}`,
			"for (j in 0..<2) {|T[j, j + 1] = -a|T[j + 1, j] = -a|}|a ~ exponential(rate = 1)|T[0, 0] = 0|T[0, 2] = 0|T[1, 1] = 0|T[2, 0] = 0|T[2, 2] = 0"},
		{"y[1:2] ~ dmulti(p[], 1) c <- y[2]", `{"p": [0.5, 0.5]}`,
			"which_y ~ categorical(p)|for (k in 0..<2) {|y[k] = which_y == k|}|c = y[1]"},
		// Definitions and draws that only subscripts keep apart.
		{"for (k in 1:2) { b[k] <- 0 } for (k in 3:4) { b[k] ~ dnorm(0, 1) } y ~ dnorm(b[1] + b[3], 1)", `{"y": 1}`,
			"for (k in 0..<2) {|b[k] = 0|}|for (k in 2..<4) {|b[k] ~ normal(0, precision = 1)|}|y ~ normal(b[0] + b[2], precision = 1)"},
		{"a[1] <- 0 a[2] ~ dnorm(0, 1) y ~ dnorm(a[2], 1)", `{"y": 1}`, "a[0] = 0|a[1] ~ normal(0, precision = 1)|y ~ normal(a[1], precision = 1)"},
		// A part of a row is an array of its own.
		{"for (i in 1:2) { for (k in 1:3) { q[i, k] <- k / (3 * i) * e } z[i] ~ dcat(q[i, 1:n[i]]) } e ~ dexp(1)", `{"n": [3, 2]}`,
			"for (i in 0..<2) {|for (k in 0..<3) {|q[i, k] = (k + 1) / (3 * (i + 1)) * e|}|for (k2 in 0..<n[i]) {|share_q[i, k2] = q[i, k2] / sum(q[i, k3] : k3 in 0..<n[i])|}|" +
				"z[i] ~ categorical(share_q[i])|}|e ~ exponential(rate = 1)"},
		// Weights that are not seen to have the sum 1 are divided by it.
		{"y ~ dcat(w[]) w[1] <- a w[2] <- 2 a ~ dexp(1)", `{"y": 2}`,
			"for (k in 0..<2) {|share_w[k] = w[k] / sum(w[k2] : k2 in 0..<2)|}|y ~ categorical(share_w)|w[0] = a|w[1] = 2|a ~ exponential(rate = 1)"},
		{"y ~ dcat(w[]) w[1] <- a w[2] <- 1 - a a ~ dunif(0, 1)", `{"y": 2}`, "y ~ categorical(w)|w[0] = a|w[1] = 1 - a|a ~ uniform(0, 1)"},
		// Distributions of the table, and what dinterval says.
		{"x ~ dnegbin(p, r) T(1, ) p ~ dunif(0, 1) r ~ dexp(1)", `{}`,
			"x ~ truncated(negbinomial(r, p), 1, 1e+308)|p ~ uniform(0, 1)|r ~ exponential(rate = 1)"},
		{"for (i in 1:2) { t[i] ~ dexp(r) c[i] ~ dinterval(t[i], 3) } r ~ dexp(1)", `{"t": [1, null], "c": [0, 1]}`,
			"for (i in 0..<2) {|t[i] ~ exponential(rate = r)|if (c[i] > 0) {|observe t[i] > 3|} else {|observe t[i] <= 3|}|}|r ~ exponential(rate = 1)"},
		// Degrees of freedom that are drawn: the density itself where all that data are of are few numbers, and else a mixture.
		{"for (i in 1:2) { y[i] ~ dt(m, 1, k) } m ~ dnorm(0, 1) k ~ dexp(1)", `{"y": [1, 2]}`,
			"for (i in 0..<2) {|y[i] ~ studentt(k, m, 1 ^ (-1 / 2))|}|m ~ normal(0, precision = 1)|k ~ exponential(rate = 1)"},
		{"for (i in 1:2) { y[i] ~ dt(m[i], 1, k) m[i] ~ dnorm(a, 1) } a ~ dnorm(0, 1) k ~ dexp(1)", `{"y": [1, 2]}`,
			"for (i in 0..<2) {|scale_y[i] ~ gamma(shape = k / 2, rate = k / 2)|y[i] ~ normal(m[i], precision = 1 * scale_y[i])|m[i] ~ normal(a, precision = 1)|}|" +
				"a ~ normal(0, precision = 1)|k ~ exponential(rate = 1)"},
		{"for (i in 1:2) { y[i] ~ dt(m, 1, 4) } m ~ dnorm(0, 1)", `{"y": [1, 2]}`,
			"for (i in 0..<2) {|scale_y[i] ~ gamma(shape = 4 / 2, rate = 4 / 2)|y[i] ~ normal(m, precision = 1 * scale_y[i])|}|m ~ normal(0, precision = 1)"},
		// A part of a row that is drawn.
		{"p[1, 1:2] ~ ddirch(a[1:2]) p[1, 3] <- 0 y ~ dmulti(p[1, ], 3)", `{"a": [1, 2, 3], "y": [1, 2, 0]}`,
			"for (k in 0..<2) {|part_a[k] = a[k]|}|drawn_p ~ dirichlet(part_a)|for (k2 in 0..<2) {|p[0, k2] = drawn_p[k2]|}|p[0, 2] = 0|y ~ multinomial(3, p[0])"},
		// A term of the log density.
		{"z <- 0 z ~ dloglik(l) l <- -x x ~ dgamma(1, 1)", `{}`, "observe 0 ~ exponential(rate = exp(l))|l = -x|x ~ gamma(shape = 1, rate = 1)"},
	} {
		got, d, _ := translated(t, x.src, x.data, BUGS)
		if d != "" || got != x.want {
			t.Errorf("%s:\n%s\nwant\n%s\n%s", x.src, got, x.want, d)
		}
	}
}

// TestDialects holds that a:b-1 in a loop is what the dialect says.
func TestDialects(t *testing.T) {
	const src = "for (i in 1:N-1) { x[i + 1] ~ dnorm(0, 1) }"
	for dialect, want := range map[Dialect]string{BUGS: "for (i in 0..<N - 1) {|x[i + 1] ~", JAGS: "for (i in -1..<N - 1) {|x[i + 1] ~"} {
		if got, _, _ := translated(t, src, `{"N": 3}`, dialect); !strings.HasPrefix(got, want) {
			t.Errorf("dialect %d: %s", dialect, got)
		}
	}
}

// TestEmptyLoop holds that 10:2 is empty, in the model and in what is computed from data.
func TestEmptyLoop(t *testing.T) {
	got, d, _ := translated(t, "for (i in 10:2) { x[i] ~ dnorm(0, 1) } y ~ dnorm(0, 1)", `{}`, BUGS)
	if got != "y ~ normal(0, precision = 1)" || !strings.Contains(d, "2:10") {
		t.Errorf("%s\n%s", got, d)
	}
}

// TestComputed holds what is computed from data: blocks data { }, values that are observed too,
// holes, and functions that our language has not.
func TestComputed(t *testing.T) {
	_, d, tr := translated(t, "data { for (i in 1:3) { z[i] <- (x[i] - mean(x[])) / sd(x[]) } } model { for (i in 1:3) { z[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1) }",
		`{"x": [1, 2, 3]}`, BUGS)
	if d != "" || tr == nil || tr.Data["z"] == nil || tr.Data["z"].Values[0] != -1 || tr.Data["z"].Values[2] != 1 {
		t.Errorf("%v %s", tr, d)
	}
	_, d, tr = translated(t, "for (i in 1:2) { r[i] <- a[p[i]] r[i] ~ dbern(q) } q ~ dunif(0, 1)", `{"a": [0, 1, 1], "p": [3, 1]}`, BUGS)
	if d != "" || tr == nil || tr.Data["r"].Values[0] != 1 || tr.Data["r"].Values[1] != 0 {
		t.Errorf("%v %s", tr, d)
	}
	_, d, tr = translated(t, "b ~ dnorm(0, 1) for (i in 1:2) { y[i] ~ dnorm(b / sd(x[, i]), 1) }", `{"x": [[1, 2], [3, 6]], "y": [1, 2]}`, BUGS)
	if d != "" || tr == nil || tr.Data["sd_x"] == nil {
		t.Errorf("%v %s", tr, d)
	}
	// dim, as JAGS has it.
	_, d, tr = translated(t, "data { D <- dim(x) N <- D[1] M <- D[2] } model { for (i in 1:N) { for (j in 1:M) { x[i, j] ~ dnorm(m, 1) } } m ~ dnorm(0, 1) }", `{"x": [[1, 2, 3], [4, 5, 6]]}`, BUGS)
	if d != "" || tr == nil {
		t.Errorf("%v %s", tr, d)
	}
	// The length of what is missing in part bounds a loop, and rep and c make data.
	_, d, tr = translated(t, "for (i in 1:length(y)) { y[i] ~ dnorm(m, 1) } N <- length(y) for (i in 1:N) { z[i] ~ dnorm(m * s, 1) } m ~ dnorm(0, 1) s <- sum(c(rep(0, N - 1), rep(x, n)))",
		`{"y": [1, null, 3], "x": [1, 3], "n": [1, 2]}`, BUGS)
	if d != "" || tr == nil || tr.Data["N"].Values[0] != 3 || tr.Data["s"].Values[0] != 7 {
		t.Errorf("%v %s", tr, d)
	}
	// R knows no numbers but arrays of one element.
	for _, one := range []string{`{"n": [1], "y": 3, "m": [0], "q": [[1]]}`, `{"n": 1, "y": [3], "m": 0, "q": 1}`} {
		if _, d, _ = translated(t, "for (i in 1:n) { y[i] ~ dnorm(b[1] + sqrt(n), 1) } b[1:n] ~ dmnorm(m[1:n], q[1:n, 1:n])", one, BUGS); d != "" {
			t.Errorf("%s %s", one, d)
		}
	}
	// A truth that some elements have no definition of.
	got, d, _ := translated(t, "for (k in 2:3) { d[k] ~ dnorm(0, 1) best[k] <- equals(d[k], min(d[])) } d[1] <- 0", `{}`, BUGS)
	if d != "" || !strings.Contains(got, "best[0] = false") {
		t.Errorf("%s\n%s", got, d)
	}
	// A bound that stands behind its loop, itself computed from another.
	_, d, tr = translated(t, "for (j in 1:Kc) { m[j] <- mean(x[, j + 1]) y[j] ~ dnorm(m[j] * b, 1) } b ~ dnorm(0, 1) Kc <- L - 1 L <- K", `{"K": 3, "x": [[1, 2, 3], [1, 4, 5]], "y": [1, 2]}`, BUGS)
	if d != "" || tr == nil || tr.Data["Kc"] == nil || tr.Data["Kc"].Values[0] != 2 {
		t.Errorf("%v %s", tr, d)
	}
	_, d, tr = translated(t, "for (i in 1:3) { y[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1)", `{"y": [1, null, 3]}`, BUGS)
	if d != "" || tr == nil || !tr.File.Inputs[len(tr.File.Inputs)-1].Missing {
		t.Errorf("%v %s", tr, d)
	}
}

// TestRefused holds the errors of programs that are read and cannot be run.
func TestRefused(t *testing.T) {
	for _, x := range []struct{ src, data, want string }{
		{"a[1] ~ dnorm(a[2], 1) a[2] ~ dnorm(a[1], 1)", `{}`, "a[1] depends on itself: a[1] <- a[2] <- a[1]"},
		{"x <- y y <- x", `{}`, "x has no value: y is not given by data, and no definition gives it [cycle]"},
		{"x ~ dnorm(taau, 1) tau ~ dgamma(1, 1)", `{}`, "1:11: error: taau is neither given by the data nor defined [unknown-name] / did you mean tau?"},
		{"x ~ dnorm(0, 1) x ~ dnorm(1, 1)", `{}`, "x is defined twice"},
		{"for (i in 1:2) { x[i] ~ dnorm(m[i, 1], 1) }", `{"m": [1, 2]}`, "m[i, 1] has 2 subscripts, and the data have m of 1 dimension"},
		{"x[1] ~ dnorm(0, 1) x[1, 2] ~ dnorm(0, 1)", `{}`, "x has 2 subscripts here, and 1 elsewhere"},
		{"x ~ dnorm(0)", `{}`, "dnorm takes 2 parameters, here it has 1"},
		{"x ~ dnrom(0, 1)", `{}`, "did you mean dnorm?"},
		{"data { x ~ dnorm(0, 1) } model { y ~ dnorm(x, 1) }", `{}`, "x is drawn in data { }"},
		{"y <- x[1.5] y ~ dnorm(0, 1)", `{"x": [1, 2]}`, "1.5 is 1.5 here, and a subscript is a whole number"},
		{"for (i in 1:3) { r[i] <- x[i] r[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1)", `{"x": [1, 2]}`, "and x has 2 there"},
		{"y ~ dpois(m) m ~ dgamma(1, 1)", `{"y": 1.5}`, "dpois draws whole numbers, and the data have others for y"},
		{"x ~ dnorm(0, 1) y <- besselj(x)", `{}`, "the function besselj"},
		{"for (j in 1:2) { y[j] ~ dnorm(g[j], 1) }", `{"y": [1, 2], "g": [1, null]}`, "g[2] is read here, is missing in the data, and no statement draws it"},
		{"x[1] ~ dnorm(0, 1) x[3] ~ dnorm(x[2], 1)", `{}`, "x[2] is read here, and nothing defines it"},
		{"N <- 3 x ~ dnorm(N, 1)", `{"N": 4}`, "N is given by the data, and defined here"},
		{"x[1:2] ~ dmulti(p[], 3)", `{"p": [0.5, 0.5], "x": [1, null]}`, "x[2] is missing in the data, and other counts of its row are there"},
		{"x ~ dloglik(0)", `{}`, "dloglik draws nothing"},
		{"for (i in 1:2) { y[i] ~ dinterval(z[i], c[]) z[i] ~ dnorm(0, 1) }", `{"y": [1, 3], "c": [0, 1]}`, "y[2] is 3 in the data, and dinterval with 2 cut points draws whole numbers from 0 to 2"},
		{"y ~ dinterval(z, 1) z ~ dnorm(0, 1)", `{"y": 2}`, "y is 2 in the data, and dinterval with one cut point draws whole numbers from 0 to 1"},
		{"p[1:2] ~ ddirch(a[])", `{"a": [1, 1, 1]}`, "a[] has 3 elements, and p[1:2] beside it has 2"},
		{"m[1:2] ~ dmnorm(a[], T[,])", `{"a": [1, 1, 1], "T": [[1, 0], [0, 1]]}`, "a[] has 3 elements here, and m[1:2] has 2 elements"},
		{"y ~ dnorm(inprod(x[], b[]), 1) for (k in 1:3) { b[k] ~ dnorm(0, 1) }", `{"y": 1, "x": [1, 2]}`, "b[] has 3 elements, and x[] beside it has 2"},
		{"y ~ dnorm(sum(x[1:2] * b[1:3]), 1) for (k in 1:3) { b[k] ~ dnorm(0, 1) }", `{"y": 1, "x": [1, 2]}`, "b[1:3] has 3 elements, and x[1:2] beside it has 2"},
		{"for (i in 1:2) { i ~ dnorm(0, 1) }", `{}`, "i is the index of a loop"},
		{"y[1000000000] ~ dnorm(m, 1) m ~ dnorm(0, 1)", `{}`, "1:1: error: y has 1000000000 elements, and an array has at most 50000000 [too-large]"},
		{"m ~ dnorm(0, 1) y[k] ~ dnorm(m, 1)", `{"k": 1000000000}`, "1:17: error: y has 1000000000 elements"},
		{"for (i in 1:N) { y[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1)", `{"N": 1000000000}`, "1:18: error: y has 1000000000 elements"},
		{"for (i in 1:N) { for (j in 1:N) { y[N - i + 1, j] <- m } } m ~ dnorm(0, 1)", `{"N": 100000}`, "y has 10000000000 elements"},
		{"for (i in 1:N) { x[i] <- 1 } m ~ dnorm(x[1], 1)", `{"N": 1000000000}`, "the loops around this have more iterations"},
		{"data { for (i in 1:2) { z[i] <- 1 / y[i] } } model { for (i in 1:2) { z[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1) }", `{"y": [2, 0]}`,
			"error: 1 / y[i] is infinite, at i = 2 [not-finite]"},
	} {
		got, d, _ := translated(t, x.src, x.data, BUGS)
		if got != "" || !strings.Contains(d, x.want) {
			t.Errorf("%s: want %q, have\n%s%s", x.src, x.want, d, got)
		}
	}
}

// TestTextbookIdioms: what bounds a probability that lies within the bounds anyway goes, one trial is a truth, and a step that has a name
// stands in a subscript.
func TestTextbookIdioms(t *testing.T) {
	for _, x := range []struct{ program, values, want, not string }{
		{"y ~ dbin(q, 1)\nq <- max(0, min(1, p))\nlogit(p) <- b\nb ~ dnorm(0, 1)", `{"y": 1}`, "q = p|", "max"},
		{"y ~ dbin(q, 1)\nq <- max(0, min(1, p))\nlogit(p) <- b\nb ~ dnorm(0, 1)", `{"y": 1}`, "y ~ bernoulli(q)", "binomial"},
		{"y ~ dbern(q)\nq <- max(0, min(1, b))\nb ~ dnorm(0, 1)", `{"y": 1}`, "q = max(0, min(1, b))", ""},
		{"for (i in 1:2) { y[i] ~ dbin(q, n[i]) }\nq ~ dbeta(1, 1)", `{"y": [1, 3], "n": [1, 4]}`, "binomial", "bernoulli"},
		{"y[1] ~ dbin(q, 1)\ny[2] ~ dbin(q, 4)\nq ~ dbeta(1, 1)", `{"y": [1, 3]}`, "binomial(1, q)", "bernoulli"},
		{"for (i in 1:N) { y[i] ~ dnorm(mu[k[i]], 1)\nz[i] <- step(i - tau)\nk[i] <- z[i] + 1 }\nfor (j in 1:2) { mu[j] ~ dnorm(0, 1) }\ntau ~ dunif(0, 3)",
			`{"N": 3, "y": [1, 2, 3]}`, "z[i] * mu[1] + !z[i] * mu[0]", ""},
		{"m <- c(a, b * 2, 0) for (i in 1:3) { y[i] ~ dnorm(m[i], 1) } a ~ dnorm(0, 1) b ~ dnorm(0, 1)", `{"y": [1, 2, 3]}`, "m[0] = a|m[1] = b * 2|m[2] = 0|", ""},
		{"for (i in 1:2) { m[i, 1:2] <- c(a[i], x) y[i, 1:2] ~ dmnorm(m[i, ], P[,]) a[i] ~ dnorm(0, 1) }", `{"y": [[1, 2], [3, 4]], "x": 1, "P": [[1, 0], [0, 1]]}`, "m[i, 0] = a[i]|m[i, 1] = x|", ""},
		{"m <- rep(a, K) for (i in 1:K) { y[i] ~ dnorm(m[i], 1) } a ~ dnorm(0, 1)", `{"y": [1, 2], "K": 2}`, "m[0] = a|m[1] = a|", ""},
		{"for (i in 1:4) { y[i] ~ dnorm(m[1 + i - 2 * trunc(i / 2)], 1) } for (k in 1:2) { m[k] ~ dnorm(0, 1) }", `{"y": [1, 2, 3, 4]}`, "m[place_m[i]", ""},
	} {
		_, d, tr := translated(t, x.program, x.values, BUGS)
		if tr == nil {
			t.Errorf("%s: %s", x.program, d)
			continue
		}
		got := texts(tr.File.Program)
		if !strings.Contains(got, x.want) || x.not != "" && strings.Contains(got, x.not) {
			t.Errorf("%s: translated to\n%s, want %q, not %q", x.program, got, x.want, x.not)
		}
	}
}

// TestOfDensities: where log densities are asked for, data have those of their own distribution, and not of the normals with a
// hidden scale that it is drawn by else; where that cannot be, a warning says so.
func TestOfDensities(t *testing.T) {
	for _, x := range []struct {
		draw, values string
		densities    bool
		want         string
		warned       bool
	}{
		{"dt(m, 1, 3)", `{"y": 1}`, false, "scale_y ~ gamma(", false},
		{"dt(m, 1, 3)", `{"y": 1}`, true, "y ~ studentt(", false},
		{"dt(m, 1, 3)", `{}`, true, "scale_y ~ gamma(", false},
		{"ddexp(m, 1)", `{"y": 1}`, true, "y ~ laplace(", false},
		{"dt(m, 1, 3) z[1:2] ~ dmt(a[], P[,], k)", `{"y": 1, "z": [1, 2], "a": [0, 0], "P": [[1, 0], [0, 1]], "k": 4}`, true, "z ~ mvstudentt(k, a, precision = P)", false},
		{"dnormmix(a[], b[], p[])", `{"y": 1, "a": [1, 2], "b": [1, 1], "p": [0.5, 0.5]}`, true, "component_y ~ categorical(p)", true},
	} {
		p, _ := Parse("x.bug", []byte("model { y ~ "+x.draw+" m ~ dnorm(0, 1) }"), BUGS)
		values, _ := ReadJSON([]byte(x.values))
		tr, d := Translate(p, values, Options{Densities: x.densities})
		if d.HasErrors() {
			t.Fatal(d)
		}
		if !strings.Contains(tr.YAML(), x.want) {
			t.Errorf("%s: %s is not in\n%s", x.draw, x.want, tr.YAML())
		}
		if (len(d.Warnings()) > 0) != x.warned {
			t.Errorf("%s: %v", x.draw, d)
		}
	}
}

// TestStartsOfChains: each chain starts where its own list says.
func TestStartsOfChains(t *testing.T) {
	p, _ := Parse("x.bug", []byte("model { y ~ dnorm(m, tau) m ~ dnorm(0, 1) tau ~ dgamma(1, 1) k ~ dcat(p[]) }"), BUGS)
	values, _ := ReadJSON([]byte(`{"y": 1, "p": [0.5, 0.5]}`))
	chains, _ := ReadStarts("i.json", []byte(`[{"m": 1, "k": 2}, {}, {"tau": 3}]`))
	tr, d := Translate(p, values, Options{Inits: chains})
	if d.HasErrors() {
		t.Fatal(d)
	}
	if want := "init:\n  - k: 1\n    m: 1\n  - {}\n  - tau: 3\n"; !strings.Contains(tr.YAML(), want) {
		t.Errorf("the translation has not\n%s\n%s", want, tr.YAML())
	}
	for inits, want := range map[string]string{
		"k <- 0":   "i.R:1:6: error: k starts at 0, and dcat draws a whole number from 1 on",
		"k <- 1.5": "i.R:1:6: error: k starts at 1.5, and dcat draws a whole number",
		"k <- 3":   "i.R:1:6: error: k starts at 3, and dcat draws a whole number from 1 to 2",
		"m <- 1:2": "i.R:1:6: error: the start of m has 1 dimension, and the program has one number of it",
	} {
		chains, _ := ReadStarts("i.R", []byte(inits))
		_, d := Translate(p, values, Options{Inits: chains})
		if text := d.Errors().Error(); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", inits, text, want)
		}
	}
}

// TestCountsMissingInPart: a row of counts of which the data lack some is an error that names one.
func TestCountsMissingInPart(t *testing.T) {
	p, _ := Parse("x.bug", []byte("model { for (i in 1:2) { y[i, 1:3] ~ dmulti(p[], n) } p[1:3] ~ ddirch(a[]) }"), BUGS)
	values, _ := ReadJSON([]byte(`{"a": [1, 1, 1], "n": 5, "y": [[1, 2, 2], [1, null, null]]}`))
	_, d := Translate(p, values, Options{})
	if text, want := d.Errors().Error(), "x.bug:1:26: error: y[2,2] is missing in the data, and other counts of its row are there"; !strings.Contains(text, want) {
		t.Errorf("%s, want %s", text, want)
	}
}

// TestStartsOfVectors: a start of a vector or a matrix that its distribution does not draw is an error at the file of starts.
func TestStartsOfVectors(t *testing.T) {
	const program = "model { p[1:3] ~ ddirch(a[]) for (i in 1:2) { T[1:2, 1:2, i] ~ dwish(R[,], 3) z[i, 1:2] ~ dmnorm(m[], T[, , i]) } }"
	values, _ := ReadJSON([]byte(`{"a": [1, 1, 1], "R": [[1, 0], [0, 1]], "m": [0, 0], "z": [[1, 2], [2, 1]]}`))
	for inits, want := range map[string]string{
		`{"p": [0.5, 0.6, 0.1]}`: "i.json:1:2: error: p starts at numbers of the sum 1.2, and ddirch(a[]) draws numbers above 0 that sum to 1",
		`{"p": [0.5, 0.5, 0]}`:   "i.json:1:2: error: p[3] starts at 0, and ddirch(a[]) draws numbers above 0 that sum to 1",
		`{"T": [[[1, 1], [0, 2]], [[0, 2], [1, 1]]]}`: "i.json:1:2: error: T starts at a matrix that is not positive definite, [[1, 2], [2, 1]], and dwish(R[, ], 3) draws " +
			"matrices that are symmetric and positive definite, at i = 2",
		`{"T": [[[1, 1], [0.2, 0]], [[0.1, 0], [1, 1]]]}`:                       "i.json:1:2: error: T[1,2,1] starts at 0.2 and T[2,1,1] at 0.1, and dwish(R[, ], 3) draws matrices that are symmetric",
		`{"p": [0.5, 0.4, 0.1], "T": [[[1, 1], [0, 0.2]], [[0, 0.2], [1, 1]]]}`: "",
	} {
		chains, _ := ReadStarts("i.json", []byte(inits))
		p, _ := Parse("x.bug", []byte(program), BUGS)
		_, d := Translate(p, values, Options{Inits: chains})
		if want == "" && !d.HasErrors() {
			continue
		}
		if text := d.Errors().Error(); want == "" || !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", inits, text, want)
		}
	}
}

// TestStarts holds where chains start: of a lognormal draw at the log, of parts of an array where each is drawn.
func TestStarts(t *testing.T) {
	for _, x := range []struct{ program, values, inits, want string }{
		{"y ~ dnorm(k, 1) k ~ dlnorm(0, 1)", `{"y": 1}`, `{"k": 2}`, "log_k: 0.693"},
		{"y ~ dnorm(m, 1) m ~ dflat()", `{"y": 1}`, `{"m": 2}`, "m: 2"},
		{"y ~ dnorm(m[1] + m[2], 1) m[1] ~ dnorm(0, 1)T(, 0) m[2] ~ dnorm(0, 1)T(0, )", `{"y": 1}`, `{"m": [-1, 2]}`, "m: [-1, 2]"},
		{"for (i in 1:2) { c[i] ~ dinterval(t[i], l) t[i] ~ dweib(r, 1) } r ~ dgamma(1, 1)", `{"c": [0, 1], "l": 1}`, `{"t": [0.5, 2]}`, "t: [0.5, 2]"},
		{"for (i in 1:4) { c[i] ~ dinterval(t[i], l) t[i] ~ dweib(r, 1) } r ~ dgamma(1, 1)", `{"c": [0, 1, 1, 1], "l": 1, "t": [0.5, null, null, null]}`, `{"t": [null, 2, 3, null]}`, "t: [0.5, 2, 3, 3]"},
	} {
		p, d := Parse("x.bug", []byte(x.program), BUGS)
		values, _ := ReadJSON([]byte(x.values))
		inits, _ := ReadJSON([]byte(x.inits))
		tr, more := Translate(p, values, Options{Inits: []Data{inits}})
		if d = append(d, more...); len(d) > 0 {
			t.Errorf("%s: %v", x.program, d)
			continue
		}
		if _, d := model.Check(tr.File); d.HasErrors() {
			t.Errorf("%s: %v", x.program, d)
		}
		got := ""
		for _, in := range tr.File.Init {
			got += in.Name.Name + ": " + in.Value.String()
		}
		if !strings.Contains(got, x.want) {
			t.Errorf("%s: starts at %s, want %s", x.program, got, x.want)
		}
	}
}

// TestMonitor holds which elements are reported.
func TestMonitor(t *testing.T) {
	p, _ := Parse("x.bug", []byte("for (i in 1:2) { for (j in 1:3) { b[i, j] ~ dnorm(m, 1) } } m ~ dnorm(0, 1)"), BUGS)
	for _, x := range []struct{ monitor, leaves, wrong string }{
		{"m", "", ""},
		{"b", "", ""},
		{"b[]", "", ""},
		{"b[2,3]", "b[1,1] b[1,2] b[1,3] b[2,1] b[2,2]", ""},
		{"b[1, 2:3]", "b[1,1] b[2,1] b[2,2] b[2,3]", ""},
		{"b[2, ]", "b[1,1] b[1,2] b[1,3]", ""},
		{"b[2,4]", "", "element 4 of b is to be monitored, and there are 3"},
		{"b[2]", "", "b is to be monitored by 1 subscripts, and has 2 dimensions"},
		{"b[i,1]", "", "its subscripts are to be numbers"},
		{"b[0,1]", "", "its subscripts are to be numbers"},
		{"c[1]", "", "--monitor c: error: the program has no variable c"},
		{"deviance", "", "--monitor deviance: error: the program has no variable deviance"},
	} {
		tr, d := Translate(p, Data{}, Options{Monitor: []string{x.monitor}})
		if x.wrong != "" {
			if !d.HasErrors() || !strings.Contains(d.Error(), x.wrong) {
				t.Errorf("%s: %v, want %s", x.monitor, d, x.wrong)
			}
			continue
		}
		if d.HasErrors() {
			t.Errorf("%s: %v", x.monitor, d)
			continue
		}
		var leaves []string
		for _, e := range []string{"b[1,1]", "b[1,2]", "b[1,3]", "b[2,1]", "b[2,2]", "b[2,3]"} {
			if tr.Leaves(e) {
				leaves = append(leaves, e)
			}
		}
		if got := strings.Join(leaves, " "); got != x.leaves {
			t.Errorf("%s: leaves %q, want %q", x.monitor, got, x.leaves)
		}
	}
}

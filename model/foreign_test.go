package model

import (
	"strconv"
	"strings"
	"testing"

	"mpc/lang"
)

// foreignInputs are what the calls of this test read.
const foreignInputs = `N: range, K: range, k: int, p: bool, a: real, b: real, c: real, m: real, v: "real[N]", w: "real[N]", u: "real[K][N]"`

// calls are calls of functions that do not take the numbers a, b and c.
var calls = map[string]string{
	"not": "not(p)", "logical_not": "logical_not(p)", "logical_and": "logical_and(p, a > b)", "logical_or": "logical_or(p, !p)",
	"ifelse": "ifelse(p, a, b + 1)", "if_else": "if_else(p, a, b)", "iif": "iif(p, a, b)", "cond": "cond(p, a, b)", "where": "where(p, a, b)",
	"inprod": "inprod(v, w)", "inner": "inner(v, w)", "inner_product": "inner_product(v, w)", "dot_product": "dot_product(v, w)",
	"dotprod": "dotprod(v, u[0])", "InnerProduct": "InnerProduct(v, w)",
	"c": "dot(c(1, a, -b), [1, 2, 3])", "array": "dot(array(1, 2), [1, 2])", "list": "dot(list(1, 2), [1, 2])",
	"float": "float(k)", "step": "step(a - b)", "square": "square(a + b)", "fma": "fma(a + b, -b, c)", "len": "len(u[0])", "mean": "mean(u[1])",
	"inverse": "inverse(u)", "inv": "inv(u)",
}

// TestForeignHintsCompile: what a hint says to write in the place of a function of
// another language is right where the function stood.
func TestForeignHintsCompile(t *testing.T) {
	written := 0
	for _, f := range foreigners {
		for _, name := range strings.Fields(f.names) {
			call := calls[name]
			switch {
			case call != "":
			case strings.Contains(f.write, "$R") || strings.Contains(f.write, "$n"):
				call = name + "(v)"
			default:
				args := "a"
				for i, more := range []string{", b", ", c"} {
					if n := strconv.Itoa(i + 2); strings.Contains(f.write, "$"+n) || strings.Contains(f.write, "#"+n) {
						args += more
					}
				}
				call = name + "(" + args + ")"
			}
			hint := foreignHint(t, "x = "+call)
			if f.write == "" {
				if hint != f.say {
					t.Errorf("%s: the hint is %q", call, hint)
				}
				continue
			}
			written++
			code, ok := strings.CutPrefix(hint, "write ")
			if i := strings.LastIndex(code, ", "+strings.Split(f.say, "$")[0]); i >= 0 && f.say != "" {
				code = code[:i]
			}
			if inner, rest, ok := strings.Cut(call, "), "); ok && strings.HasPrefix(inner, "dot(") { // where a vector is wanted
				code = "dot(" + code + ", " + rest
			}
			if !strings.Contains(code, "{") {
				code = "x = " + code
			}
			_, d := checked(t, foreignInputs, "z ~ normal(0, sd = 1)\n"+code, "z")
			if !ok || d.HasErrors() && onlyUnused(d) != nil {
				t.Errorf("%s: the hint is %q, and %s is wrong: %v", call, hint, code, onlyUnused(d))
			}
		}
	}
	if written < 60 {
		t.Errorf("%d functions have something to write", written)
	}
}

// foreignHint is the hint of the one error of a statement.
func foreignHint(t *testing.T, statement string) string {
	t.Helper()
	_, d := checked(t, foreignInputs, "z ~ normal(0, sd = 1)\n"+statement, "z")
	list := onlyUnused(d)
	if len(list) != 1 {
		t.Errorf("%s: %v", statement, list)
		return ""
	}
	return list[0].Hint
}

// onlyUnused returns the errors but for those of inputs that nothing reads.
func onlyUnused(d lang.Diagnostics) (list lang.Diagnostics) {
	for _, x := range d.Errors() {
		if x.Code != CodeUnused {
			list = append(list, x)
		}
	}
	return list
}

// TestForeignArrays: the hint names the elements and the range of the array that a
// function is given, in the words of the model.
func TestForeignArrays(t *testing.T) {
	for call, want := range map[string]string{
		"mean(v)":             "write sum(v[i] : i in N) / N",
		"mean(u[2])":          "write sum(u[2, i] : i in N) / N",
		"sum(q)":              "write sum(q[i] : i in 0..<k)",
		"sum(r)":              "write sum(r[i] : i in 1..k)",
		"max(v)":              "write max(v[i] : i in N)",
		"argmax(v)":           "write argmax(v[i] : i in N)",
		"mean(v[j] : j in N)": "write sum(v[j] : j in N) / N",
		"mean(a)":             "write sum(a[i] : i in R) / n",
		"inverse(a)":          "write 1 / a",
		"inverse(a + b)":      "write 1 / (a + b)",
		"normal_lpdf(a)":      "write x ~ normal(...)",
		"dgamma(a, b)":        "write x ~ gamma(a, rate = b)",
		"normal_lcdf(a)":      "draw x from it, and write observe x < c",
		"srqt(a)":             "did you mean sqrt?",
	} {
		hint := foreignHint(t, "for (i in 0..<k) { q[i] = i }\nfor (i in 1..k) { r[i] = i }\nx = "+call)
		if hint != want {
			t.Errorf("%s: %q, want %q", call, hint, want)
		}
	}
	if hint := foreignHint(t, "x = inverse(u)"); !strings.HasPrefix(hint, "no matrix is inverted") {
		t.Errorf("inverse of an array: %q", hint)
	}
}

// TestElsewhereHints: what distributions and parameters of other languages are here.
func TestElsewhereHints(t *testing.T) {
	for draw, want := range map[string]string{
		"poisson_log(a)":                      "write poisson(exp(a))",
		"bernoulli_logit(a)":                  "write bernoulli(logit = x)",
		"multi_normal(v, u)":                  "write mvnormal(m, covariance = S)",
		"dcat(v)":                             "write categorical(p)",
		"GaussianFromMeanAndVariance(0, 1)":   "write normal(m, variance = v)",
		"normal(mu = 0, sigma = 1)":           "it is called mean here",
		"normal(0, sigma = 1)":                "it is called sd here",
		"gamma(alpha = 1, beta = 2)":          "it is called shape here",
		"mvnormal(v, cov = [[1, 0], [0, 1]])": "it is called covariance here",
	} {
		if hint := foreignHint(t, "x ~ "+draw); hint != want {
			t.Errorf("%s: %q, want %q", draw, hint, want)
		}
	}
}

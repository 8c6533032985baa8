package message_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
)

// lowered is the program of messages of a model, with warnings.
func lowered(t *testing.T, algorithm, inputs, program, infer string) (*message.Program, lang.Diagnostics) {
	t.Helper()
	text := fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {%s}\nprogram: |\n  %s\ninfer: [%s]\n", algorithm, inputs, strings.ReplaceAll(program, "\n", "\n  "), infer)
	f, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	g, d := factor.Build(m)
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	if !m.Samples() {
		return message.Lower(g)
	}
	c, d := conditional.Build(joint.Build(m))
	if d.HasErrors() {
		return nil, d
	}
	return message.LowerSampled(g, c), d
}

var placeOrNumber = regexp.MustCompile(`(?m)  # .*$|^u\d+: `)

// TestMessages: which operator computes each message and what it reads, and what is left
// out because the algorithm does not want it.
func TestMessages(t *testing.T) {
	const a, b = "a ~ normal(0, variance = 1)\n", "b ~ normal(a, variance = 4)\n"
	const g = "a ~ normal(0, variance = 1)\nt ~ gamma(shape = 1, rate = 1)\n"
	for _, row := range []struct {
		name, algorithm, inputs, program, infer string
		want                                    []string
	}{
		{"a datum", "ep", "y: real", a + "y ~ normal(a, variance = 2)", "a", []string{
			"f0 > a = NormalVarianceToXConstant(0, 1)",
			"f1 > a = NormalVarianceToMeanObserved(y, 2)",
			"marginal a",
		}},
		{"EP reads cavities, without what it sent itself", "ep", "y: real", a + b + "y ~ normal(b, variance = 2)", "a", []string{
			"f0 > a = NormalVarianceToXConstant(0, 1)",
			"f1 > b = NormalVarianceToX(a without f1 SkipIfUniform, 4)",
			"f1 > a = NormalVarianceToMean(b without f1 SkipIfUniform, 4)",
			"f2 > b = NormalVarianceToMeanObserved(y, 2)",
			"marginal a",
		}},
		{"VMP reads posteriors, which it computes", "vmp", "y: real", a + b + "y ~ normal(b, variance = 2)", "a", []string{
			"f0 > a = NormalVarianceToXAverage(0, 1)",
			"f1 > b = NormalVarianceToXAverage(posterior a Required,Trigger, 4)",
			"f1 > a = NormalVarianceToMeanAverage(posterior b Required,Trigger, 4)",
			"f2 > b = NormalVarianceToMeanAverage(y, 2)",
			"posterior a", "posterior b", "marginal a",
		}},
		{"a mixed model has the operators of each variable's algorithm", "{default: vmp, a: ep}", "y: real", a + b + "y ~ normal(b, variance = 2)", "a", []string{
			"f0 > a = NormalVarianceToXConstant(0, 1)",
			"f1 > b = NormalVarianceToXAverage(a Required,Trigger, 4)",
			"f1 > a = NormalVarianceToMean(posterior b SkipIfUniform, 4)",
			"f2 > b = NormalVarianceToMeanAverage(y, 2)",
			"posterior b", "marginal a",
		}},
		{"messages share a tilted distribution", "ep", `n: range, y: "real[n]"`, g + "for (i in n) { y[i] ~ normal(a, precision = t) }", "a", []string{
			"f0 > a = NormalVarianceToXConstant(0, 1)",
			"f1 > t = GammaToXKnown(1, 1)",
			"f2.tilt = NormalPrecisionTilt(y[i] NoInit, a without f2 NoInit, t without f2 Required) for i in 0..<n",
			"f2 > a = NormalPrecisionToMean(y[i] SkipIfUniform, a without f2 NoInit, t without f2 SkipIfUniform, tilt Required) for i in 0..<n",
			"f2 > t = NormalPrecisionToPrecision(y[i] SkipIfUniform, a without f2 SkipIfUniform, t without f2 SkipIfUniform, tilt Required) for i in 0..<n",
			"marginal a",
		}},
		{"the evidence counts each factor once, and each variable", "ep", "y: real", a + "y ~ normal(a, variance = 2)", "a, evidence", []string{
			"f0 > a = NormalVarianceToXConstant(0, 1)",
			"f1 > a = NormalVarianceToMeanObserved(y, 2)",
			"marginal a",
			"evidence",
			"  + f0: NormalVarianceEvidence(a without f0, 0, 1)",
			"  - f0: message to a and its cavity",
			"  + f1: NormalVarianceEvidence(y, a without f1, 2)",
			"  - f1: message to a and its cavity",
			"  + all messages to a",
		}},
		{"a variable that is sampled has a conditional and a draw", "gibbs", "y: real", a + "y ~ normal(a, variance = 2)", "a", []string{
			"conditional a",
			"  NormalResidual(0, 1, 1)",
			"  NormalResidual(-y, -1, 0.5)",
			"draw a by conjugate: the prior and all that is said of it are normal",
			"marginal a",
		}},
	} {
		p, d := lowered(t, row.algorithm, row.inputs, row.program, row.infer)
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		got := strings.Split(strings.TrimSpace(placeOrNumber.ReplaceAllString(p.String(), "")), "\n")
		if !slices.Equal(got, row.want) {
			t.Errorf("%s:\n%s\nwant\n%s", row.name, strings.Join(got, "\n"), strings.Join(row.want, "\n"))
		}
	}
}

// TestWarnings: what an algorithm cannot do is an error that says who can, and where messages
// go around a loop a warning says that the answer is approximate.
func TestWarnings(t *testing.T) {
	const a, b = "a ~ normal(0, variance = 1)\n", "b ~ normal(0, variance = 1)\n"
	for _, row := range []struct{ algorithm, inputs, program, code, says string }{
		{"vmp", "", a + b + "observe a > b", message.CodeNoOperator, "algorithm: ep has one"},
		{"ep", "y: bool", a + "c = a > 0\nd = a > 1\ny = c && d", message.CodeDependent, "approximate"},
		{"ep", "y: bool", a + b + "c = a > 0\nd = b > 1\ny = c && d", "", ""},
	} {
		_, d := lowered(t, row.algorithm, row.inputs, row.program, "a")
		if row.code == "" && len(d) == 0 {
			continue
		}
		if len(d) != 1 || d[0].Code != row.code || !strings.Contains(d[0].Message+d[0].Hint, row.says) {
			t.Errorf("%s: %v, want %q with %q", row.program, d, row.code, row.says)
		}
	}
}

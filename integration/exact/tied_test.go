package exact

import (
	"errors"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/run/interp"
)

// TestTiedByConditions: VMP has no posteriors for random values that a condition ties to each other. That is
// an error of the model, or of the run where it depends on data, and never a result without the condition.
func TestTiedByConditions(t *testing.T) {
	const pair = "  a ~ bernoulli(0.5)\n  b ~ bernoulli(0.3)\n"
	for program, line := range map[string]string{
		pair + "  observe a != b\n":                                                                         "6:",
		pair + "  observe a || b\n":                                                                         "6:",
		pair + "  c = a && b\n  observe !c\n":                                                               "7:",
		pair + "  c = !(a || b)\n  observe !c\n":                                                            "7:",
		pair + "  c = a != b\n  d ~ bernoulli(0.3)\n  e = c != d\n  observe e\n":                            "9:",
		"  n ~ binomial(4, 0.5)\n  m ~ binomial(4, 0.3)\n  observe n > m\n":                                 "6:",
		"  n ~ binomial(4, 0.5)\n  m ~ binomial(4, 0.3)\n  c = n + m\n  observe c == 3\n":                   "7:",
		"  for (i in 0..<3) { z[i] ~ discreteuniform(3) }\n  observe z[0] < z[1]\n":                         "5:",
		"  z ~ discreteuniform(2)\n  for (k in 0..<2) { p[k] ~ bernoulli(0.3) }\n  c = p[z]\n  observe c\n": "7:",
		pair + "  if (a) { observe b }\n":                                                                   "6:",
	} {
		text := "model: tied\nalgorithm: vmp\nprogram: |\n" + program + "infer: [evidence]\n"
		_, err := mpc.Plan("m.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), "m.yaml:"+line) || !strings.Contains(err.Error(), "ties random values to each other") {
			t.Errorf("%v\n%s", err, text)
		}
	}
	for program, input := range map[string]map[string]any{
		pair + "  y = a && b\n": {"y": false},
		"  for (i in 0..<3) { b[i] ~ bernoulli(0.3) }\n  c = count(b[i] : i in 0..<3)\n  observe c != 1\n": {},
		"  for (i in 0..<3) { b[i] ~ bernoulli(0.3) }\n  observe any(b[i] : i in 0..<3)\n":                 {},
		pair + "  observe (a && b) ~ bernoulli(q)\n  d ~ bernoulli(0.5)\n  observe d ~ bernoulli(q)\n":     {"q": 0.0},
	} {
		text := "model: tied\nalgorithm: vmp\n" + declared(input) + "program: |\n" + program + "infer: [evidence]\n"
		_, err := interpretTree(t, text, input)
		var e *interp.Error
		if !errors.As(err, &e) || e.Kind != interp.Improper || !strings.Contains(err.Error(), "ties random values to each other") {
			t.Errorf("%v\n%s", err, text)
		}
	}
	for program, want := range map[string]float64{
		pair + "  observe a && b\n":                                              math.Log(0.15),
		pair + "  c = a || b\n  observe !c\n":                                    math.Log(0.35),
		"  z ~ categorical([0.2, 0.5, 0.3])\n  observe z == 1\n":                 math.Log(0.5),
		"  z ~ categorical([0.2, 0.5, 0.3])\n  observe z + 1 != 2\n":             math.Log(0.5),
		"  a ~ bernoulli(0.5)\n  if (a) { b ~ bernoulli(0.3)\n    observe b }\n": math.Log(0.65),
	} {
		text := "model: tied\nalgorithm: vmp\nprogram: |\n" + program + "infer: [evidence]\n"
		r, err := interpretTree(t, text, map[string]any{})
		if err != nil || !(math.Abs(r.LogEvidence-want) < 1e-12) {
			t.Errorf("%v, %v, want %v\n%s", r, err, want, text)
		}
	}
}

func declared(input map[string]any) string {
	switch {
	case input["y"] != nil:
		return "inputs: {y: bool}\n"
	case input["q"] != nil:
		return "inputs: {q: real}\n"
	}
	return ""
}

package codegen_test

import (
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/harness"
)

// The program of a model reads its inputs by the type of each, writes its posteriors by their names, and knows its errors.
func TestMainFile(t *testing.T) {
	for name, c := range map[string]struct {
		model string
		want  []string
	}{
		"passing": {"model: a\ninputs:\n  n: range\n  x: real[n]\n  k: {type: \"int[n]\", missing: true}\n  b: bool\nprogram: |\n  m ~ normal(0, variance = 1)\n  r ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, variance = 1)\n  k[i] ~ poisson(r) }\n  if (b) { observe m > 0 }\ninfer: [m, r]\nintegrate: []\n",
			[]string{"in.Text()", "readList(readFloat)(in, &data.X)", "readOther(in, &data.K)", "readBool(in, &data.B)", `"m": inf.M()`, "model.MissingError", "pass("}},
		"sampling": {"model: b\nalgorithm: gibbs\ninputs:\n  n: range\n  k: int[n]\nprogram: |\n  r ~ gamma(shape = 1, rate = 1)\n  for (i in n) { k[i] ~ poisson(r) }\ninfer: [r]\n",
			[]string{"readInt(in, &data.N)", "readList(readInt)", "sample(", `"r": inf.R()`, "model.BurnIn"}},
	} {
		of, err := mpc.Compile("model.yaml", []byte(c.model), mpc.Options{Codegen: codegen.Options{}})
		if err != nil {
			t.Fatal(name, err)
		}
		text, err := harness.Main(of.Loops, of.Package, "x/model")
		if err != nil {
			t.Fatal(name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: there is no %s in\n%s", name, want, text)
			}
		}
	}
}

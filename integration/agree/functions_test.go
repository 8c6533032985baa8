package agree

import (
	"fmt"
	"strings"
	"testing"

	"mpc/codegen"
	"mpc/lang/functions"
)

// TestAgreeOnFunctions: every function of the language, of real and of whole data.
func TestAgreeOnFunctions(t *testing.T) {
	inputs, program, infer := "  a: real\n  b: real\n  i: int\n  j: int\n", "", []string{}
	add := func(name, value string) {
		program += fmt.Sprintf("  %s ~ normal(%s, variance = 1)\n", name, value)
		infer = append(infer, name)
	}
	for _, f := range functions.All() {
		reals, wholes := strings.Join([]string{"a", "b", "b + 1"}[:f.Takes], ", "), strings.Join([]string{"i", "j", "j + 1"}[:f.Takes], ", ")
		if f.Result == functions.Truth {
			program += fmt.Sprintf("  t_%[1]s ~ bernoulli(0.5)\n  if (%[1]s(%[2]s)) { observe t_%[1]s }\n  if (%[1]s(%[3]s)) { observe t_%[1]s }\n",
				f.Name, reals, wholes)
			infer = append(infer, "t_"+f.Name)
			continue
		}
		add("r_"+f.Name, f.Name+"("+reals+")")
		if f.Result == functions.Alike {
			add("w_"+f.Name, "2 * "+f.Name+"("+wholes+")")
		}
	}
	All(t, []*Trial{{
		Name:       "functions",
		Model:      "model: functions\ninputs:\n" + inputs + "program: |\n" + program + "infer: [" + strings.Join(infer, ", ") + "]\n",
		Data:       `{"a": 0.3, "b": 1.7, "i": -3, "j": 2}`,
		Iterations: 1,
	}}, codegen.Options{})
}

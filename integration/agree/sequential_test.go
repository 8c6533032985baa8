package agree

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/codegen"
)

// TestAgreeOnSequentialModels: random models with sequential ranges.
func TestAgreeOnSequentialModels(t *testing.T) {
	var list []*Trial
	for seed := range uint64(randomModels / 4) {
		m := randomModel(rand.New(rand.NewPCG(seed, 3)))
		var ranges []string
		for _, r := range []string{"b", "a"} {
			if strings.Contains(m.text, "\n  "+r+": range\n") {
				ranges = append(ranges, r)
			}
		}
		if ranges == nil {
			continue
		}
		key := "iterate: {sequential: [" + strings.Join(ranges, ", ") + "]"
		text := m.text + key + "}\n"
		if strings.Contains(m.text, "iterate: {") {
			text = strings.Replace(m.text, "iterate: {", key+", ", 1)
		}
		list = append(list, &Trial{Name: fmt.Sprintf("random%d", seed), Model: text, Data: m.values(), Next: m.values(), Iterations: 6})
	}
	All(t, list, codegen.Options{})
}

package exact

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
)

// TestGatesGenerated: generated packages of random models with gates do what the
// interpreter does.
func TestGatesGenerated(t *testing.T) {
	var list []*agree.Trial
	for seed := uint64(0); len(list) < 8; seed++ {
		m := (&gateGen{rng: rand.New(rand.NewPCG(seed, 41)), soft: seed%2 == 0, plain: true}).model()
		if total, _, _ := m.enumerate(); total == 0 {
			continue // which statement is found to contradict others is a matter of order
		}
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &agree.Trial{Name: fmt.Sprintf("gates%d", seed), Model: m.text("iterate: {max: 100, tolerance: 1e-10}\n"), Data: string(input), Iterations: 9})
	}
	agree.All(t, list, codegen.Options{})
}

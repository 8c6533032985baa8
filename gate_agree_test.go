package mpc_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"mpc/codegen"
)

// TestGatesGenerated: generated packages of random models with gates do what the
// interpreter does.
func TestGatesGenerated(t *testing.T) {
	var list []*trial
	for seed := range uint64(6) {
		m := (&gateGen{rng: rand.New(rand.NewPCG(seed, 41)), soft: seed%2 == 0, plain: true}).model()
		input, err := json.Marshal(m.data())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &trial{name: fmt.Sprintf("gates%d", seed), model: m.text("iterate: {max: 100, tolerance: 1e-10}\n"), data: string(input), iterations: 9})
	}
	agreeAll(t, list, codegen.Options{})
}

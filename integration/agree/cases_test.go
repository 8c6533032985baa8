package agree

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/codegen"
)

// TestAgreeOnCases: the generated packages of all conformance cases that the
// compiler takes give what the interpreter gives after as many iterations.
func TestAgreeOnCases(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/cases/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var list []*Trial
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model string
			Data        json.RawMessage
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if _, err := mpc.Plan(c.Name, []byte(c.Model)); err != nil {
			continue
		}
		list = append(list, &Trial{Name: c.Name, Model: c.Model, Data: string(c.Data), Iterations: 6, Tolerance: caseTolerance[c.Name]})
	}
	if len(list) < 60 {
		t.Errorf("only %d cases compile", len(list))
	}
	All(t, list, codegen.Options{})
}

// caseTolerance lists the cases in which the order of operations shows: a
// posterior is a small difference of large terms there.
var caseTolerance = map[string]float64{}

// randomModels is how many random models there are.
const randomModels = 200

// TestAgreeOnRandomModels: the same on random models and data.
func TestAgreeOnRandomModels(t *testing.T) {
	var list []*Trial
	for seed := range uint64(randomModels) {
		m := randomModel(rand.New(rand.NewPCG(seed, 1)))
		list = append(list, &Trial{Name: fmt.Sprintf("random%d", seed), Model: m.text, Data: m.values(), Next: m.values(), Iterations: 6})
	}
	All(t, list, codegen.Options{})
}

package draws

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
)

// TestAgreeOnCases: the draws of generated code are those of the interpreter on all
// conformance cases of Gibbs sampling that the compiler takes.
func TestAgreeOnCases(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/sampled/*.json")
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
		if len(c.Data) == 0 || strings.TrimSpace(string(c.Data)) == "null" {
			c.Data = json.RawMessage("{}")
		}
		list = append(list, &Trial{Name: c.Name, Model: c.Model, Data: string(c.Data)})
	}
	if len(list) < 60 {
		t.Errorf("only %d cases compile", len(list))
	}
	All(t, list)
}

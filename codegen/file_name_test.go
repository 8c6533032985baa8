package codegen

import "testing"

func TestMainFile(t *testing.T) {
	for model, want := range map[string]string{
		"rats": "rats.go", "chain": "inference.go", "state": "inference.go", "data": "inference.go", "markov_chain": "markov_chain.go",
		"a_test": "inference.go", "on_linux": "inference.go", "linux": "linux.go", "test": "test.go",
	} {
		if got := mainFile(model); got != want {
			t.Errorf("model %s is written to %s, want %s", model, got, want)
		}
	}
}

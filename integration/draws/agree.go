// Package draws runs models whose variables are sampled by the interpreter and by
// generated code, and compares their draws bit for bit. The tests beside it also hold published
// models and random ones against known answers.
package draws

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/integration/agree"
	"mpc/run/interp"
)

// A Trial is a model with data.
type Trial struct {
	Name, Model, Data string
}

// How long a run of a trial is: draws are compared from the burn-in on, in which slices
// are tuned.
const (
	chains = 2
	burnIn = 5
	kept   = 15
	seed   = 20240229
)

// burnInOf is the burn-in of a model: its own, where that is short, as moves are learned in it.
func burnInOf(c *mpc.Compilation) int {
	if n := c.Model.Iterate.Sampling.BurnIn; n < 200 {
		return n
	}
	return burnIn
}

// A run is what a run gave: the draws that were kept, by chain, as bits, and what is
// reported of them, by the name of the variable; or an error.
type run struct {
	Draws  [][][]uint64
	Report map[string]json.RawMessage
	Error  string
	Panic  string
}

// mostSampled is how many trials of a list are run, where not all are.
const mostSampled = 24

// All builds the generated packages of trials into one program, and compares the draws
// with those of the interpreter. Of models that fail both must fail. Of many trials it
// takes a sample, and all with -tags long.
func All(t *testing.T, list []*Trial) {
	t.Helper()
	if fuses() {
		t.Skipf("compilers for %s may round a product and a sum once, where the interpreter rounds twice", runtime.GOARCH)
	}
	list = agree.Sample(list, mostSampled)
	compiled, runs := build(t, list)
	failed := 0
	for i, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			got, want := runs[i], interpreted(compiled[i], x)
			if got.Error != "" && want.Error != "" {
				failed++
				t.Logf("generated code ends in %q, the interpreter in %q", got.Error, want.Error)
				return
			}
			defer func() {
				if t.Failed() {
					t.Logf("model:\n%s\ndata: %.2000s", x.Model, x.Data)
				}
			}()
			compare(t, got, want)
		})
	}
	if failed > len(list)/4 {
		t.Errorf("%d of %d trials end in an error: too few draws are compared", failed, len(list))
	}
}

// fuses tells whether the Go compiler fuses x*y + z here.
func fuses() bool {
	switch runtime.GOARCH {
	case "386", "amd64":
		return false
	}
	return true
}

// interpreted runs the interpreter.
func interpreted(c *mpc.Compilation, x *Trial) run {
	set, d := data.ReadJSON(x.Name+".data.json", []byte(x.Data), c.Model)
	if d.HasErrors() {
		return run{Error: d.Error()}
	}
	r := run{Draws: make([][][]uint64, chains), Report: map[string]json.RawMessage{}}
	start := uint64(seed)
	found, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Seed: &start, Sampling: &interp.Sampling{
		BurnIn: burnInOf(c), Samples: kept, Thin: 1, Chains: chains,
		Draw: func(chain, _ int, values []float64) {
			row := make([]uint64, len(values))
			for i, v := range values {
				row[i] = math.Float64bits(v)
			}
			r.Draws[chain] = append(r.Draws[chain], row)
		},
	}})
	if err != nil {
		return run{Error: err.Error()}
	}
	for _, p := range found.Posteriors {
		text, err := json.Marshal(p.Value)
		if err != nil {
			return run{Error: err.Error()}
		}
		r.Report[p.Name] = text
	}
	return r
}

// compare reports the first draw that differs, and what is reported otherwise.
func compare(t *testing.T, got, want run) {
	t.Helper()
	switch {
	case got.Panic != "":
		t.Fatalf("generated code panics: %s", got.Panic)
	case got.Error != want.Error:
		t.Fatalf("generated code ends in %q, the interpreter in %q", got.Error, want.Error)
	}
	for chain := range chains {
		if len(got.Draws[chain]) != kept || len(want.Draws[chain]) != kept {
			t.Fatalf("%d draws of chain %d, the interpreter has %d, want %d", len(got.Draws[chain]), chain, len(want.Draws[chain]), kept)
		}
		for i, row := range want.Draws[chain] {
			if len(got.Draws[chain][i]) != len(row) {
				t.Fatalf("a draw has %d values, that of the interpreter %d", len(got.Draws[chain][i]), len(row))
			}
			for k, bits := range row {
				if g := got.Draws[chain][i][k]; g != bits {
					t.Fatalf("chain %d, draw %d, value %d: %v, the interpreter has %v", chain, i, k, math.Float64frombits(g), math.Float64frombits(bits))
				}
			}
		}
	}
	for name, text := range want.Report {
		if other, ok := got.Report[name]; ok && !same(other, text) {
			t.Errorf("%s is reported as %.300s, by the interpreter as %.300s", name, other, text)
		}
	}
}

// same tells whether two JSON texts say the same.
func same(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return fmt.Sprint(x) == fmt.Sprint(y)
}

package exact

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/integration/bounds"
)

// vmpModels lists the models of the repository that VMP does, with data.
func vmpModels(t *testing.T) (list []*agree.Trial) {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model, Algorithm string
			Data                   json.RawMessage
			ExpectError            string `json:"expect_error"`
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if c.Algorithm == "VMP" && c.ExpectError == "" {
			list = append(list, &agree.Trial{Name: c.Name, Model: c.Model, Data: string(c.Data), Iterations: 40})
		}
	}
	models, err := filepath.Glob("../../models/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range models {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		input, err := os.ReadFile(filepath.Join(filepath.Dir(p), "data.json"))
		if err == nil && strings.Contains(string(text), "algorithm: vmp") && len(input) < 50_000 {
			list = append(list, &agree.Trial{Name: p, Model: string(text), Data: string(input), Iterations: 12})
		}
	}
	return list
}

// TestBoundNeverFalls: in every model of the repository that VMP does, no iteration
// lowers the bound on the evidence by more than rounding.
func TestBoundNeverFalls(t *testing.T) {
	watches := 0
	for _, x := range vmpModels(t) {
		c, ok := bounds.Watch(t, x.Name, x.Model)
		if !ok {
			continue
		}
		run := bounds.Climb(c, x.Data, x.Iterations)
		if run.Err != nil {
			t.Errorf("%s: %v", x.Name, run.Err)
		}
		if run.Worst > bounds.Noise {
			t.Errorf("%s: the bound falls by %.2g", x.Name, run.Worst)
		}
		if run.Bounds > 1 {
			watches++
		}
	}
	if watches < 15 {
		t.Errorf("only %d models have a bound that is watched", watches)
	}
}

// TestBoundOfRandomModels: the same of models and data drawn by chance, and their
// generated packages do what the interpreter does.
func TestBoundOfRandomModels(t *testing.T) {
	var list []*agree.Trial
	watches, shortened := 0, 0
	for seed := range uint64(150 / boundShare) {
		m := randomVMP(rand.New(rand.NewPCG(seed, 7)))
		name := fmt.Sprintf("vmp%d", seed)
		c, ok := bounds.Watch(t, name, m.text)
		if !ok {
			_, err := mpc.Plan(name, []byte(m.text))
			t.Errorf("%s: %v\n%s", name, err, m.text)
			continue
		}
		run := bounds.Climb(c, m.data, 25)
		if run.Err != nil {
			t.Errorf("%s: %v\n%s\n%s", name, run.Err, m.text, m.data)
			continue
		}
		if run.Worst > bounds.Noise {
			t.Errorf("%s: the bound falls by %.2g\n%s\n%s\n%s", name, run.Worst, m.text, m.data, c.Schedule.Text(c.Deps))
		}
		if run.Bounds > 1 {
			watches++
		}
		if run.Result.Shortened > 0 {
			shortened++
		}
		if len(list) < 12 && (seed%12 == 0 || run.Result.Shortened > 0 && len(list) < 6) {
			list = append(list, &agree.Trial{Name: name, Model: m.text, Data: m.data, Iterations: 9})
		}
	}
	if watches < 100/boundShare || shortened < 3/boundShare+1 {
		t.Errorf("%d models have a bound that is watched, %d shorten steps: too few", watches, shortened)
	}
	agree.All(t, list, codegen.Options{})
}

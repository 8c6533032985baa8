package agree

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/harness"
)

// captured are names that a package of the kind declares where those of the model stand:
// local variables, fields, functions of the support. N beside n becomes one with it.
var captured = map[string]string{
	"ep":      "batch inf sum x n N greaterThanProductOut product improper contradiction TwiceError scan init copy",
	"vmp":     "n N x m q begun proper logSum several values weights valued UnmarshalJSON data clear min max acc",
	"gibbs":   "gammaPrior reserve drawNormal startGamma c stream block x n N weights values again i ok lo",
	"shared":  "batch i r0 z scale times n N weights j0 several data g valued",
	"missing": "i defined entry entrySome entryMissing j0 n N several data object x messageAt",
	"filter":  "f next last seen steps now x n N",
	"vectors": "message messages inf x n N i row work mvWork m product data",
	"mixed":   "old best change n N x r0 j0 product",
}

// hostile is the template with those names: the last are for what is not enough.
func (tm template) hostile() (template, map[string]string) {
	given := map[string]string{}
	for k, slot := range tm.slots() {
		given[slot] = strings.Fields(captured[tm.kind])[k]
	}
	return tm.renamed(given), given
}

// TestSameResults runs packages whose names are those of their own text: the results are
// those that harmless names give, to the bit, under the model's names.
func TestSameResults(t *testing.T) {
	dir := t.TempDir()
	var all codegen.Package
	programs := 0
	add := func(tm template) *mpc.Compilation {
		c, err := mpc.Compile(tm.kind+".yaml", []byte(tm.model), mpc.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, tm.model)
		}
		all.Files = append(all.Files, c.Package.Files...)
		driver, err := harness.Files(c.Loops, c.Package, fmt.Sprintf("named/p%d", programs))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range driver {
			place(t, filepath.Join(dir, fmt.Sprintf("r%d", programs), f.Name), f.Source)
		}
		for _, f := range c.Package.Files {
			place(t, filepath.Join(dir, fmt.Sprintf("p%d", programs), f.Name), f.Source)
		}
		programs++
		return c
	}
	type pair struct {
		harmless, hostile template
		names             map[string]string
		c                 [2]*mpc.Compilation
	}
	var pairs []pair
	for _, tm := range templates {
		if !slices.Contains(namesBuilt, tm.kind) {
			continue
		}
		p := pair{harmless: tm}
		p.hostile, p.names = tm.hostile()
		p.c = [2]*mpc.Compilation{add(p.harmless), add(p.hostile)}
		pairs = append(pairs, p)
	}
	mod, sum := mpc.ModuleFiles("named", &all)
	place(t, filepath.Join(dir, "go.mod"), mod)
	place(t, filepath.Join(dir, "go.sum"), sum)
	place(t, filepath.Join(dir, "bin", "none"), nil)
	cmd := exec.Command("go", "build", "-ldflags=-w", "-o", "bin/", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for k, p := range pairs {
		t.Run(p.harmless.kind, func(t *testing.T) {
			want := results(t, filepath.Join(dir, "bin", fmt.Sprintf("r%d", 2*k)), p.harmless)
			got := results(t, filepath.Join(dir, "bin", fmt.Sprintf("r%d", 2*k+1)), p.hostile)
			posteriors, ok := want["posteriors"].(map[string]any)
			if !ok || len(posteriors) == 0 {
				t.Fatalf("no posteriors: %v", want)
			}
			for slot, name := range p.names {
				if x, ok := posteriors[slot]; ok {
					delete(posteriors, slot)
					posteriors[name] = x
				}
			}
			for _, part := range []string{"posteriors", "log_evidence", "iterations"} {
				if !reflect.DeepEqual(got[part], want[part]) {
					t.Errorf("%s are %v, with harmless names %v\n%s", part, got[part], want[part], p.hostile.model)
				}
			}
		})
	}
}

// results runs a program on the data of a template.
func results(t *testing.T, program string, tm template) map[string]any {
	t.Helper()
	cmd := exec.Command(program)
	text := tm.data
	if tm.batches {
		cmd.Args = append(cmd.Args, "-batches")
		text = fmt.Sprintf(`{"Batch": 0, "Data": %s} {"Batch": 1, "Data": %s}`, text, text)
	}
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, tm.model)
	}
	var result map[string]any
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

// place writes a file, and the folders that it is in.
func place(t *testing.T, path string, src []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, src, 0o644); err != nil {
		t.Fatal(err)
	}
}

package codegen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mpc"
	"mpc/codegen"
)

// TestMadeUpData: the tests that compile writes beside a package run on made-up data,
// whatever the model asks of its inputs: probabilities, covariances, two players of a
// game that are not one.
func TestMadeUpData(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	names := []string{"asia", "football", "multivariate_mixture"}
	for _, name := range names {
		path := filepath.Join("..", "models", name, "model.yaml")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := mpc.Compile(path, src, mpc.Options{Codegen: codegen.Options{Tests: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Package.Files {
			files[c.Package.Name+"/"+f.Name] = &fstest.MapFile{Data: f.Source, Mode: 0o600}
		}
		if len(mpc.Dependencies(c.Package)) > 0 {
			mod, sum := mpc.ModuleFiles("try", c.Package)
			files["go.mod"], files["go.sum"] = &fstest.MapFile{Data: mod, Mode: 0o600}, &fstest.MapFile{Data: sum, Mode: 0o600}
		}
	}
	cmd := exec.Command("go", "test", "-v", "-run", "TestAllocations", "./...")
	cmd.Dir = t.TempDir()
	if err := os.CopyFS(cmd.Dir, files); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "--- PASS: TestAllocations") != len(names) {
		t.Errorf("%v\n%s", err, out)
	}
}

package agree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
)

// TestPackageNames builds, vets and imports packages of models whose names go or Windows
// have for something else, each in the folder that mpc compile writes it to.
func TestPackageNames(t *testing.T) {
	dir := t.TempDir()
	var imports, uses strings.Builder
	for k, name := range strings.Fields("documentation con lpt9 run init testdata vendor internal first_test sales_windows math Normal") {
		c, err := mpc.Compile("model.yaml", []byte("model: "+name+"\nprogram: |\n  x ~ normal(0, variance = 1)\n"), mpc.Options{Codegen: codegen.Options{Tests: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Package.Files {
			if strings.HasPrefix(strings.ToLower(f.Name), "con.") || strings.HasPrefix(f.Name, "lpt9.") {
				t.Errorf("%s is no file on Windows", f.Name)
			}
			place(t, filepath.Join(dir, c.Package.Name, f.Name), f.Source)
		}
		fmt.Fprintf(&imports, "m%d %q\n", k, "named/"+c.Package.Name)
		fmt.Fprintf(&uses, "_ = m%d.New\n", k)
	}
	place(t, filepath.Join(dir, "main.go"), []byte("package main\n\nimport (\n"+imports.String()+")\n\nfunc main() {\n"+uses.String()+"}\n"))
	mod, _ := mpc.ModuleFiles("named", &codegen.Package{})
	place(t, filepath.Join(dir, "go.mod"), mod)
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

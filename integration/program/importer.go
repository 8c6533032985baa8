package program

import (
	"bytes"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Importer is of packages that are type-checked in a test: it reads what the compiler has exported of those that they import,
// which the test was built from as well, so that no source is read twice.
func Importer(t testing.TB, fset *token.FileSet) types.Importer {
	t.Helper()
	exported := map[string]string{}
	list := func(arguments ...string) error {
		cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, arguments...)...)
		cmd.Dir = moduleRoot(t)
		var message bytes.Buffer
		cmd.Stderr = &message
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("go list %s: %v\n%s", arguments, err, message.Bytes())
			return err
		}
		for line := range strings.Lines(string(out)) {
			path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
			exported[path] = file
		}
		return nil
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exported[path] == "" {
			if err := list(path); err != nil {
				return nil, err
			}
		}
		return os.Open(exported[path])
	})
}

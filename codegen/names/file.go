package names

import (
	"go/build"
	"io"
	"slices"
	"strings"
)

// MainFile is the name, without .go, of the file that begins a package: that of the model,
// unless another file has it or the go command would leave such a file out, as
// sales_windows.go on other systems and first_test.go.
func MainFile(name string) string {
	others := []string{"data", "steps", "results", "chain", "state", "filter", "batches", "posterior", "distributions", "operators", "engine", "special", "draws", "samples", "passing", "sampling", "latent", "support"}
	nowhere := build.Context{GOOS: "none", GOARCH: "none", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	if built, err := nowhere.MatchFile("", name+".go"); err != nil || !built || strings.HasSuffix(name, "_test") || Package(name) != name || slices.Contains(others, name) {
		return "model"
	}
	return name
}

package schedule

import (
	"testing"

	"mpc/depanalysis"
)

// ParseGraph reads the text form of a dependency graph, for the tests in and
// beside this package.
func ParseGraph(t testing.TB, text string) *depanalysis.Graph {
	t.Helper()
	g, err := depanalysis.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

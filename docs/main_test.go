package docs_test

import (
	"os"
	"testing"
)

// TestMain runs the tests where the paths in the pages begin: at the top of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

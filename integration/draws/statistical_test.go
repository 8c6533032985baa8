package draws

import "testing"

// statistical skips a test of many draws, but with -tags long. TestCases, TestMethods and TestExact, of a
// few models each, always run.
func statistical(t *testing.T) {
	t.Helper()
	if !long {
		t.Skip("compares many draws: go test -tags long")
	}
}

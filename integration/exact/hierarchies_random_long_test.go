//go:build long

package exact

import "testing"

// TestHundredHierarchies: of a hundred random models at least 95 are within their bounds.
func TestHundredHierarchies(t *testing.T) {
	bad := checkHierarchies(t, 100)
	t.Logf("%d of 100 are within their bounds", 100-bad)
	if bad > 5 {
		t.Errorf("%d of 100 miss their bounds", bad)
	}
}

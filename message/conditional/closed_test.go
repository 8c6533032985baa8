package conditional

import (
	"strings"
	"testing"
)

// TestTable: every message that a conditional may be a product of is listed, with the
// family of its conditional.
func TestTable(t *testing.T) {
	listed := map[string]bool{}
	for _, r := range Table() {
		if r.Family == "" || r.Factor == "" || r.To == "" {
			t.Errorf("%+v", r)
		}
		listed[r.Operator] = true
	}
	for name := range messageFamily {
		if !listed[name] && !strings.HasPrefix(name, "Given") { // of a prior that is an input
			t.Errorf("%s is not listed", name)
		}
	}
}

package depanalysis

import (
	"slices"
	"testing"
)

func TestUniqueNames(t *testing.T) {
	n := names{}
	var got []string
	for _, name := range []string{"a", "b", "a", "a", "b#2", "b"} {
		got = append(got, n.unique(name))
	}
	if want := []string{"a", "b", "a#2", "a#3", "b#2", "b#3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

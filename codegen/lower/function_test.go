package lower

import (
	"testing"

	"mpc/codegen/code"
)

// The names of a function differ: also where a model calls a loop's index as a second value of another name is called.
func TestFresh(t *testing.T) {
	f := (&lowering{Program: &Program{Program: &code.Program{}}}).function("f")
	for _, c := range []struct{ base, want string }{
		{"a", "a"}, {"a_2", "a_2"}, {"a", "a_3"}, {"a_3", "a_3_2"},
		{"b", "b"}, {"b", "b_2"}, {"b_2", "b_2_2"}, {"b", "b_3"},
		{"if", "if_2"},
	} {
		if got := f.fresh(c.base); got != c.want {
			t.Errorf("fresh(%q) is %q, want %q", c.base, got, c.want)
		}
	}
}

package message_test

import (
	"testing"

	"mpc/factor"
)

// TestReadLater: what is inferred but computed after an iteration has converged when what it is
// computed from has, also through others that are computed later.
func TestReadLater(t *testing.T) {
	p, _ := lowered(t, "ep", "n: range, y: \"real[n]\"", `t ~ gamma(shape = 1, rate = 1)
a ~ normal(0, variance = 1)
b ~ normal(0, variance = 1)
d = 2 * a
e = d - 1
for (i in n) { y[i] ~ normal(a, precision = t) }`, "t, e, b")
	names := func(written ...string) string {
		text := ""
		for _, v := range p.ReadLater(func(v *factor.Variable) bool {
			for _, w := range written {
				if v.Name == w {
					return true
				}
			}
			return false
		}) {
			text += v.Name + " "
		}
		return text
	}
	for _, c := range []struct {
		written []string
		want    string
	}{
		{[]string{"t", "a"}, "a "},
		{[]string{"t", "a", "d"}, "d "},
		{[]string{"t", "a", "e"}, ""},
		{[]string{"t"}, "t "}, // a hears of t, by what is said of it
	} {
		if got := names(c.written...); got != c.want {
			t.Errorf("written %v: %q, want %q", c.written, got, c.want)
		}
	}
}

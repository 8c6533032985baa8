package sequence

import "testing"

// FuzzParse holds that a text that is read is printed as one that reads back as itself.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"x ~ dnorm(0, 1)\nfor (i in N:1 by -1) {\n  # why\n  y[i] ≂ dnorm(x, 1)\n}\n",
		"for (k in 1:K where 2 * k == t) {\n  x[2 * k] <- k\n}\n",
		"if (all p[i] < i for i in 2:N, j in 1:i and K > 1) {\n  a <- 1\n} else {\n  levels {\n    b <- 2\n  }\n}\n",
		"if (missing(x[i])) {\n  x[i] ~ dnorm(0, 1)\n} else {\n  x[i] ≂ dnorm(0, 1)\n}\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%q is read as %q, which is read as %v, %v", text, p, again, err)
		}
	})
}

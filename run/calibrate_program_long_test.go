//go:build long

package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
)

// TestCalibratePrograms: posteriors of programs of BUGS whose model cannot be drawn in its own order are right: of times that are
// censored, with their indicators drawn beside them, of ordered classes and of sums of which one term is what others leave. With
// another prior than the data are drawn from they are found off.
func TestCalibratePrograms(t *testing.T) {
	for _, x := range []struct {
		name, program, data string
		elements            int
		other               [2]string // what to replace for an inference that is off
	}{
		{"censored", `model {
  for (i in 1:N) {
    is.cens[i] ~ dinterval(t[i], limit[i])
    t[i] ~ dweib(2, lambda[g[i]])
  }
  for (k in 1:2) { lambda[k] ~ dgamma(3, 2) }
  median <- pow(log(2) / lambda[1], 1 / 2)
}`, `{"N": 8, "g": [1, 2, 1, 2, 1, 2, 1, 2], "limit": [0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1], "t": [0.2, 0.3, null, null, 0.5, null, 0.3, 0.1],
			"is.cens": [0, 0, 1, 1, 0, 1, 0, 0]}`, 6, [2]string{"dgamma(3, 2)", "dgamma(3, 5)"}},
		{"classes", `model {
  for (i in 1:6) {
    class[i] ~ dinterval(z[i], cut[])
    z[i] ~ dnorm(mu, tau)
  }
  mu ~ dnorm(0, 1)
  tau ~ dgamma(4, 4)
}`, `{"class": [0, 1, 2, 1, 0, 1], "cut": [-0.5, 1]}`, 8, [2]string{"dnorm(0, 1)", "dnorm(2, 4)"}},
		{"sums", `model {
  for (i in 1:3) {
    y[i] ~ dsum(a[i], b[i])
    a[i] ~ dnorm(mu, 1)
    b[i] ~ dnorm(2 * mu, 2)
  }
  mu ~ dnorm(0, 0.5)
}`, `{"y": [2, 5, 4]}`, 7, [2]string{"dnorm(0, 0.5)", "dnorm(1, 4)"}},
	} {
		dir := t.TempDir()
		write := func(name, text string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		from, data := write("from.bug", x.program), write("data.json", x.data)
		other := write("other.bug", strings.Replace(x.program, x.other[0], x.other[1], 1))
		opt := CalibrateOptions{BUGS: mpc.BUGSOptions{Data: []string{data}}, N: 300, Seed: 5, Run: short}
		for _, by := range []string{from, other} {
			c, err := calibrateProgram(context.Background(), from, by, opt)
			if err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			if c.Failed > 0 || len(c.Elements) != x.elements {
				t.Errorf("%s: %d failed (%s), %d elements, want %d", x.name, c.Failed, c.Failure, len(c.Elements), x.elements)
			}
			if off := by == other; off != (c.Off > 0) {
				t.Errorf("%s by %s: %d of %d off: %+v", x.name, filepath.Base(by), c.Off, len(c.Elements), c.Elements)
			}
		}
	}
}

//go:build long

package run_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// missingModel has two responses of one group that are missing; its data are of three groups.
const missingModel = `model: absent
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: {type: "%s[n]", missing: true}}
program: |
  tau ~ gamma(shape = 4, rate = 2)
  a ~ normal(0, sd = 1)
  for (j in group) { u[j] ~ normal(0, precision = tau) }
  for (i in n) { y[i] ~ %s }
infer: [a, u, tau, y]
`

// missingData are these data, with some responses.
const missingData = `{"n": 8, "group": 3, "g": [0, 0, 0, 1, 1, 2, 2, 2], "x": [1, 2, 3, 1, 2, 1, 2, 3], "y": [%s]}`

// gibbsDraws are draws of the same model by Gibbs sampling.
func gibbsDraws(t *testing.T, text, data string) map[string][]float64 {
	t.Helper()
	text = strings.Replace(text, "inputs:", "algorithm: gibbs\niterate: {samples: 5000, chains: 4}\ninputs:", 1)
	c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{Wanted: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "draws.csv")
	if _, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true, Draws: to}); err != nil {
		t.Fatal(err)
	}
	draws, _ := readDraws(t, to)
	return draws
}

// TestMissingDrawn: draws from the joint posterior have responses that are missing, with the means, the standard deviations and the
// correlation that Gibbs sampling finds. EP's are approximate where the data are counts. The program of the package draws what the interpreter does.
func TestMissingDrawn(t *testing.T) {
	const z = "a + u[g[i]] + 0.3 * x[i]"
	for _, c := range []struct{ kind, dist, y string }{
		{"real", "normal(" + z + ", sd = 0.5)", "1.2, 1.9, 2.2, -0.5, 0.4, null, null, 1.0"},
		{"int", "poisson(exp(" + z + "))", "1, 2, 4, 0, 3, null, null, 1"},
		{"bool", "bernoulli(logit = " + z + ")", "true, true, false, false, true, null, null, true"},
		{"real", "truncated(normal(" + z + ", sd = 1), 0, 1e308)", "1.2, 1.9, 2.2, 0.5, 0.4, null, null, 1.0"},
	} {
		t.Run(c.dist, func(t *testing.T) {
			text, data := fmt.Sprintf(missingModel, c.kind, c.dist), fmt.Sprintf(missingData, c.y)
			const n = 20000
			_, draws, columns := drawsOf(t, text, data, run.Options{Interpret: true, Joint: run.JointDraws{Count: n, Seed: 3}})
			if got := strings.Join(columns[3:], " "); got != "a u[0] u[1] u[2] tau y[5] y[6]" {
				t.Errorf("columns %s", got)
			}
			m, sd, r := momentsOfTwo(draws["y[5]"], draws["y[6]"])
			gibbs := gibbsDraws(t, text, data)
			wantM, wantSD, wantR := momentsOfTwo(gibbs["y[5]"], gibbs["y[6]"])
			t.Logf("means %.3f, sds %.3f, correlation %.3f; by Gibbs sampling %.3f, %.3f, %.3f", m, sd, r, wantM, wantSD, wantR)
			for k := range 2 {
				if math.Abs(m[k]-wantM[k]) > 0.04*wantSD[k] || math.Abs(sd[k]/wantSD[k]-1) > 0.05 {
					t.Errorf("y[%d] has mean %.4f, sd %.4f; by Gibbs sampling %.4f, %.4f", 5+k, m[k], sd[k], wantM[k], wantSD[k])
				}
			}
			near := 0.07
			if strings.HasPrefix(c.dist, "normal") {
				near = 0.03 // exact, but for draws
			}
			if math.Abs(r-wantR) > near {
				t.Errorf("the correlation is %.4f; by Gibbs sampling %.4f", r, wantR)
			}
			if c.kind == "real" {
				return
			}
			opt := run.Options{Build: true, Joint: run.JointDraws{Count: 50, Seed: 3}}
			_, built, _ := drawsOf(t, text, data, opt)
			opt.Build, opt.Interpret = false, true
			_, draws, _ = drawsOf(t, text, data, opt)
			for name, list := range draws {
				for k, x := range list {
					if y := built[name][k]; math.Abs(x-y) > 1e-9*(1+math.Abs(x)) {
						t.Fatalf("%s: draw %d is %v by the interpreter, %v by the program", name, k, x, y)
					}
				}
			}
		})
	}
}

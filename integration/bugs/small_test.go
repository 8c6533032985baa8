package bugs_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mpc"
	"mpc/model"
	"mpc/run"
)

// A small program has its data as R writes them, and means and standard deviations that JAGS or an enumeration gives.
type small struct {
	program, data, inits string
	answers              string // name mean sd, by lines
}

// TestSmall compares programs whose forms JAGS takes with what it says of them, of 40,000 draws where no enumeration is said.
func TestSmall(t *testing.T) {
	for name, x := range smalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x.run(t)
		})
	}
}

func (x *small) run(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) []string {
		if text == "" {
			return nil
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{path}
	}
	opt := mpc.BUGSOptions{Data: write("d.R", x.data), Inits: write("i.R", x.inits)}
	lines := strings.Split(strings.TrimSpace(x.answers), "\n")
	seen := map[string]bool{}
	for _, line := range lines {
		name, _, _ := strings.Cut(strings.Fields(line)[0], "[")
		if !seen[name] {
			opt.Monitor = append(opt.Monitor, name)
		}
		seen[name] = true
	}
	b, err := mpc.CompileBUGS(write("x.bug", x.program)[0], opt, mpc.Options{Wanted: true})
	if err != nil {
		t.Fatal(err)
	}
	s := &model.Sampling{BurnIn: 500, Samples: 5000, Thin: 1, Chains: 4}
	r, err := run.Run(context.Background(), b.Compilation, b.Data, run.Options{Iterations: -1, Sampling: s})
	if err != nil {
		t.Fatal(err)
	}
	list, err := run.BUGSSummaries(b.Translation, r)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]run.BUGSSummary{}
	for _, y := range list {
		found[y.Name] = y
	}
	for _, line := range lines {
		f := strings.Fields(line)
		mean, _ := strconv.ParseFloat(f[1], 64)
		sd, _ := strconv.ParseFloat(f[2], 64)
		y, ok := found[f[0]]
		if !ok || !(abs(y.Mean-mean) <= 0.1*sd+1e-9) || !(abs(y.SD-sd) <= 0.1*sd+1e-9) {
			t.Errorf("%s has the mean %.4g and the sd %.4g, want %s and %s", f[0], y.Mean, y.SD, f[1], f[2])
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

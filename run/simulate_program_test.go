package run_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/bugs"
	"mpc/run"
)

// programSets draws sets of data of a program of BUGS.
func programSets(t *testing.T, program, data, draws string, monitor []string, n int) (list []map[string]any) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	opt := run.SimulateOptions{BUGS: mpc.BUGSOptions{Data: []string{write("d.json", data)}, Monitor: monitor}, N: n, Seed: 7}
	if draws != "" {
		opt.Posterior = write("draws.csv", draws)
	}
	s, err := run.Simulate(t.Context(), write("p.bug", program), []byte(program), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range s.Sets {
		text, err := set.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var x map[string]any
		if err := json.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

// TestSimulateCensored: given a rate, times and indicators of censoring are those of an exponential; so they are from a prior.
func TestSimulateCensored(t *testing.T) {
	const program = "for (i in 1:2) { is[i] ~ dinterval(t[i], 0.5)\n t[i] ~ dexp(r) }\n r ~ dgamma(4, 2)"
	const n = 4000
	for _, x := range []struct {
		draws           string
		mean, sd, above float64 // of a time, and the probability that it is above the limit
	}{
		{".chain,.iteration,.draw,r\n1,1,1,1.5\n", 1 / 1.5, 1 / 1.5, math.Exp(-0.75)},
		// Of the rate from its prior: the mean of 1/r is 2/3, that of 2/r^2 is 2 * 4 / 6; (2 / 2.5)^4 is the mean of exp(-r/2).
		{"", 2.0 / 3, math.Sqrt(8.0/6 - 4.0/9), math.Pow(0.8, 4)},
	} {
		mean, above, matches := 0.0, 0.0, true
		for _, set := range programSets(t, program, `{"t": [1, null], "is": [1, 0]}`, x.draws, nil, n) {
			time, is := set["t"].([]any), set["is"].([]any)
			mean += time[0].(float64) / n
			above += is[1].(float64) / n
			matches = matches && time[1] == nil && (time[0].(float64) > 0.5) == (is[0].(float64) == 1)
		}
		if math.Abs(mean-x.mean) > 5*x.sd/math.Sqrt(n) || math.Abs(above-x.above) > 5*math.Sqrt(x.above*(1-x.above)/n) || !matches {
			t.Errorf("times have the mean %v, want %v; %v are above the limit, want %v; indicators match: %v", mean, x.mean, above, x.above, matches)
		}
	}
}

// TestSimulateGiven: what a program computes of draws of a posterior, by functions of arrays, of matrices and of probabilities.
func TestSimulateGiven(t *testing.T) {
	const program = `
  a ~ dnorm(0, 1)
  b ~ dgamma(2, 2)
  for (i in 1:2) { z[i] ~ dnorm(a, b) ; q[i] <- i + 1 }
  s[1] <- sum(pow(z[], q[]))
  s[2] <- pnorm(z[1], a, b)
  s[3] <- logdensity.norm(z[2], a, b)
  s[4] <- inprod(V[1, ], z[])
  V[1:2, 1:2] <- t(R[, ])
  y ~ dsum(z[1], z[2])`
	sets := programSets(t, program, `{"y": 1, "R": [[1, 2], [3, 4]]}`, ".chain,.iteration,.draw,a,b,z[1],z[2]\n1,1,1,0.5,4,2,3\n", []string{"s"}, 1)
	want := []float64{4 + 27, 0.5 * math.Erfc(-3/math.Sqrt2), 0.5*math.Log(4/(2*math.Pi)) - 0.5*4*2.5*2.5, 1*2 + 3*3}
	for k, x := range sets[0]["s"].([]any) {
		if math.Abs(x.(float64)-want[k]) > 1e-9*math.Max(1, math.Abs(want[k])) {
			t.Errorf("s[%d] is %v, want %v", k+1, x, want[k])
		}
	}
	if sets[0]["y"] != 5.0 {
		t.Errorf("y is %v, want 5", sets[0]["y"])
	}
}

// TestSimulateByDefault: data are drawn in the order of the sequential program, to the bit; by the model, with a note, where what is
// simulated is computed from itself.
func TestSimulateByDefault(t *testing.T) {
	simulated := func(program, data, evaluate string) (text string, notes []string) {
		dir := t.TempDir()
		path, values := filepath.Join(dir, "p.bug"), filepath.Join(dir, "d.json")
		for file, text := range map[string]string{path: program, values: data} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		opt := run.SimulateOptions{BUGS: mpc.BUGSOptions{Data: []string{values}}, N: 1, Seed: 3, Evaluate: evaluate}
		s, err := run.Simulate(t.Context(), path, []byte(program), opt)
		if err != nil {
			return err.Error(), nil
		}
		set, err := s.Sets[0].JSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(set), s.Notes
	}
	const walk, numbers = "x[1] ~ dnorm(0, 1)\nfor (i in 2:3) { x[i] ~ dnorm(x[i-1], 1) }\nfor (i in 1:3) { y[i] ~ dpois(exp(x[i])) }", `{"y": [1, 2, 3]}`
	got, notes := simulated(walk, numbers, "")
	if want, _ := simulated(walk, numbers, "unrolled"); got != want || len(notes) > 0 {
		t.Errorf("%s %q, want %s", got, notes, want)
	}
	const share, counts = "data { n <- x + y }\nmodel { y ~ dbin(p, n)\np ~ dunif(0, 1) }", `{"x": 7, "y": 3}`
	got, notes = simulated(share, counts, "")
	if want, _ := simulated(share, counts, "model"); got != want || len(notes) != 1 || !strings.HasPrefix(notes[0], "n depends on itself") {
		t.Errorf("%s %q, want %s", got, notes, want)
	}
	const far = "a ~ dunif(800, 900)\ny ~ dnorm(exp(a), 1)"
	if got, _ := simulated(far, `{"y": 1}`, ""); !strings.Contains(got, "dnorm(exp(a), 1) cannot be drawn with the parameters +Inf") {
		t.Error(got)
	}
}

// TestSimulateTables: numbers and arrays are in tables of their own, whatever they are called, and these are read as they were written.
func TestSimulateTables(t *testing.T) {
	dir := t.TempDir()
	path, values := filepath.Join(dir, "p.bug"), filepath.Join(dir, "d.json")
	const program, text = "for (i in 1:n) { y[i] ~ dnorm(numbers[i], 1)\n for (j in 1:2) { z[i, j] ~ dnorm(y[i], 1) } }", `{"n": 2, "numbers": [1, 5], "y": [0, null], "z": [[1, 2], [null, 4]]}`
	for file, text := range map[string]string{path: program, values: text} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := run.Simulate(t.Context(), path, []byte(program), run.SimulateOptions{BUGS: mpc.BUGSOptions{Data: []string{values}}, N: 1, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.Sets[0].Files("csv")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "tables")
	if err := run.WriteNew(folder, files); err != nil {
		t.Fatal(err)
	}
	got, _, err := mpc.ReadBUGSData([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Sets[0].JSON()
	if err != nil {
		t.Fatal(err)
	}
	set, err := bugs.ReadJSON(want)
	if err != nil {
		t.Fatal(err)
	}
	for n, a := range set {
		if b := got[n]; b == nil || !slices.Equal(a.Values, b.Values) || !slices.Equal(a.Missing, b.Missing) {
			t.Errorf("%s is %v in tables, want %v", n, b, a)
		}
	}
	if len(got) != len(set) {
		t.Errorf("tables have %d names, want %d", len(got), len(set))
	}
}

package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/model"
	"mpc/run"
	"mpc/samples"
)

// What lives in a branch alone has the posterior given that the branch is taken: here each
// is a conjugate one in its branch, so that it is known, and the probability of a branch is
// the prior odds times the ratio of the evidence. Of an array each element has its own branch.
const locals = `model: locals
algorithm: gibbs
inputs: {y: real, n: range, x: "real[n]", t: "bool[n]"}
program: |
  c ~ bernoulli(0.3)
  if (c) {
    a ~ normal(0, variance = 2)
    high = a > 1
    y ~ normal(a, variance = 1)
  } else {
    k ~ categorical([0.2, 0.3, 0.5])
    v ~ dirichlet([1, 2, 3])
    y ~ normal(k, variance = 4)
  }
  for (i in n) {
    on[i] ~ bernoulli(0.5)
    if (on[i]) {
      e[i] ~ normal(1, variance = 4)
      x[i] ~ normal(e[i], variance = 1)
      deep[i] ~ bernoulli(0.6)
      if (deep[i]) {
        q[i] ~ beta(1, 1)
        t[i] ~ bernoulli(q[i])
      } else { t[i] ~ bernoulli(0.1) }
    } else { x[i] ~ normal(0, variance = 1) }
  }
infer: [c, a, high, k, v, on, e, deep, q]
iterate: {burnin: 200, samples: 4000, chains: 4, seed: 3}
`

const localsData = `{"y": 1.5, "x": [0.5, 3], "t": [true, false]}`

func drawnFrom(t *testing.T, text, inputs string, opt run.Options) *run.Result {
	t.Helper()
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, dataFile(t, inputs), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt.Iterations, opt.Interpret = -1, true
	r, err := run.Run(context.Background(), c, set, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func normalDensity(x, mean, variance float64) float64 {
	return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
}

func TestLocals(t *testing.T) {
	draws := filepath.Join(t.TempDir(), "draws.csv")
	r := drawnFrom(t, locals, localsData, run.Options{Draws: draws})
	all := 4 * r.Draws
	read := func(raw json.RawMessage, at ...int) any {
		for _, i := range at {
			var list []json.RawMessage
			if err := json.Unmarshal(raw, &list); err != nil {
				t.Fatal(err)
			}
			raw = list[i]
		}
		s, err := samples.ReadSummary(raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		return s
	}
	near := func(name string, got, want, mcse float64) {
		t.Helper()
		if !(math.Abs(got-want) < 5*mcse) {
			t.Errorf("%s is %v +- %v, want %v", name, got, mcse, want)
		}
	}
	// there compares in how many draws an element is there.
	there := func(name string, p samples.Presence, share float64) {
		t.Helper()
		if !p.Local || math.Abs(float64(p.Draws)/float64(all)-share) > 0.04 {
			t.Errorf("%s is there in %+v of %d draws, want a share of %.3f", name, p, all, share)
		}
	}

	yes, no, values := 0.3*normalDensity(1.5, 0, 3), 0.0, make([]float64, 3)
	for k, p := range []float64{0.2, 0.3, 0.5} {
		values[k] = 0.7 * p * normalDensity(1.5, float64(k), 4)
		no += values[k]
	}
	c := yes / (yes + no)
	truth := read(r.Posteriors["c"].JSON()).(samples.Truth)
	near("c", truth.P, c, truth.MCSE)
	if truth.Local {
		t.Error("c lives in no branch")
	}
	a := read(r.Posteriors["a"].JSON()).(samples.Real)
	near("a", a.Mean, 1, a.MCSE)
	near("sd of a", a.SD, math.Sqrt(2.0/3), 0.01)
	there("a", a.Presence, c)
	high := read(r.Posteriors["high"].JSON()).(samples.Truth)
	near("high", high.P, 0.5, high.MCSE)
	there("high", high.Presence, c)
	k := read(r.Posteriors["k"].JSON()).(samples.Index)
	for i, p := range k.P {
		near(fmt.Sprintf("k = %d", i), p, values[i]/no, k.MCSE[i])
	}
	there("k", k.Presence, 1-c)
	v := read(r.Posteriors["v"].JSON()).(samples.Vector)
	for i, m := range v.Mean {
		near(fmt.Sprintf("v[%d]", i), m, float64(i+1)/6, v.MCSE[i])
	}
	there("v", v.Presence, 1-c)
	if math.Abs(float64(v.Draws+a.Draws-all)) != 0 {
		t.Errorf("%d draws with a, %d with v, of %d", a.Draws, v.Draws, all)
	}

	x, seen := []float64{0.5, 3}, []bool{true, false}
	for i := range x {
		with, without := 0.6*0.5, 0.4*0.1
		if !seen[i] {
			with, without = 0.6*0.5, 0.4*0.9
		}
		likely := 0.5 * normalDensity(x[i], 1, 5) * (with + without)
		on := likely / (likely + 0.5*normalDensity(x[i], 0, 1))
		e := read(r.Posteriors["e"].JSON(), i).(samples.Real)
		near(fmt.Sprintf("e[%d]", i), e.Mean, (1+4*x[i])/5, e.MCSE)
		there("e", e.Presence, on)
		deep := read(r.Posteriors["deep"].JSON(), i).(samples.Truth)
		near(fmt.Sprintf("deep[%d]", i), deep.P, with/(with+without), deep.MCSE)
		q := read(r.Posteriors["q"].JSON(), i).(samples.Real)
		mean := 1.0 / 3
		if seen[i] {
			mean = 2.0 / 3
		}
		near(fmt.Sprintf("q[%d]", i), q.Mean, mean, q.MCSE)
		there("q", q.Presence, on*with/(with+without))
	}

	// The file of draws has an empty entry where an element is not there.
	text, err := os.ReadFile(draws)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	head := strings.Split(lines[0], ",")
	filled := 0
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		isTaken := cells[slices.Index(head, "c")] == "1"
		if (cells[slices.Index(head, "a")] != "") != isTaken || (cells[slices.Index(head, "v[2]")] == "") != isTaken {
			t.Fatalf("%s\n%s", lines[0], line)
		}
		if isTaken {
			filled++
		}
	}
	if filled != a.Draws {
		t.Errorf("a has %d draws in the file, %d in its summary", filled, a.Draws)
	}
}

// A branch that is never taken leaves what lives in it without a posterior.
func TestNeverThere(t *testing.T) {
	text := strings.Replace(locals, "bernoulli(0.3)", "bernoulli(1e-300)", 1)
	r := drawnFrom(t, text, localsData, run.Options{Sampling: &model.Sampling{Samples: 100, BurnIn: 10, Thin: 1, Chains: 2}})
	want := "2 elements, worst a: its branch was taken in no draw, so that there is no posterior of it; the branch has hardly any probability, or the chains stand still"
	if !slices.Contains(r.Warnings, want) {
		t.Errorf("%q", r.Warnings)
	}
	if s, err := samples.ReadSummary(r.Posteriors["a"].JSON()); err != nil || !s.(samples.Real).Local || !math.IsNaN(s.(samples.Real).Mean) {
		t.Errorf("%s, %v", r.Posteriors["a"], err)
	}
	var table strings.Builder
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := run.WriteTable(&table, c, r, 0); err != nil || !strings.Contains(table.String(), "of 0 draws") || !strings.Contains(table.String(), "of 200 draws") {
		t.Errorf("%s%v", table.String(), err)
	}
}

// Chains that stand still where no other value was ever possible are found by interpreter and
// generated code; labels that are sure and could be others are not.
func TestOneValue(t *testing.T) {
	t.Parallel()
	const still = `model: still
algorithm: gibbs
inputs: {n: range, x: "real[n]", k: range, known: {type: "index(k)[n]", missing: true}}
program: |
  a ~ normal(0.5, variance = 1)
  b = a > 1
  y ~ bernoulli(0.2)
  observe b != y
  for (i in n) {
    z[i] ~ categorical([0.5, 0.5])
    x[i] ~ normal(1000 * z[i], variance = 1)
    known[i] ~ categorical([0.5, 0.5])
    switch (known[i]) { observe x[i] ~ normal(100 * known[i], variance = 1) }
  }
  m ~ categorical([0.2, 0.3, 0.5])
  c ~ normal(0, variance = 1)
  observe (m == 2) == (c > -6)
infer: [y, z, known, m]
iterate: {burnin: 50, samples: 100}
`
	const inputs = `{"x": [0, 1000], "k": 2, "known": [null, 1]}`
	want := "2 elements, worst y: all draws are false, and given the others no other value was ever possible; if this is not sure, the chains stand still"
	c, err := mpc.Compile("model.yaml", []byte(still), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, dataFile(t, inputs), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, interpret := range []bool{true, false} {
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: interpret, Build: !interpret})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Warnings) != 1 || r.Warnings[0] != want {
			t.Errorf("interpret %v: %q", interpret, r.Warnings)
		}
	}
	found, err := run.Compare(context.Background(), "model.yaml", []byte("model: tied\nprogram: |\n  a ~ normal(0.5, variance = 1)\n  b = a > 1\n  y ~ bernoulli(0.2)\n  observe b != y\ninfer: [y, a]\n"), run.CompareOptions{
		Algorithms: []string{"ep", "gibbs"}, Tolerance: 0.1, Run: func(*mpc.Compilation) run.Options { return run.Options{Iterations: -1, Interpret: true} }})
	if err != nil {
		t.Fatal(err)
	}
	if found.Reference != "" || found.Algorithms[0].Off != 0 || !found.Algorithms[1].Still {
		t.Errorf("%+v", found)
	}
}

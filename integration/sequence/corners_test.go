package sequence

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc/bugs"
	"mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/lang"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// corners are small programs whose statements stand in no order that could run, as they were
// printed first and as they are right, and others of their kind.
var corners = []struct{ name, text, data string }{
	{"rats", rats, ``},
	// y[i] reads x[N]: the loop is split.
	{"fission", `for (i in 1:N) {
  x[i] ~ dnorm(0, 1)
  y[i] ~ dnorm(x[N], i)
}`, `{"N": 4}`},
	// As printed 10:2 is empty; what was meant is 2:10.
	{"self_loop_printed", `x[1] ~ dnorm(0, 1)
for (i in 10:2) { x[i] <- x[i - 1] + 1 }`, `{}`},
	{"self_loop", `for (i in 2:10) { x[i] <- x[i - 1] + 1 }
x[1] ~ dnorm(0, 1)`, `{}`},
	{"reversal", `for (i in 1:N) { x[i] ~ dnorm(0.8 * x[i + 1], 1) }
x[N + 1] ~ dnorm(0, 1)`, `{"N": 5}`},
	// What no statement defines is not read where it is missing: the parent of the root.
	{"missing_root", `for (i in 2:N) { x[i] ~ dnorm(x[q[i]], 1) }
x[1] ~ dnorm(0, 1)`, `{"N": 4, "q": [null, 1, 1, 2]}`},
	// Sizes may have any name of BUGS.
	{"names_of_sizes", `for (i in 1:N) { x[i] ~ dnorm(x[i + 2 * least - 3], 1) }
x[N + 1] ~ dnorm(0, 1)
for (i in 2:N) { y[i] ~ dnorm(y[i - to.i], 1) }
y[1] ~ dnorm(0, 1)`, `{"N": 5, "least": 2, "to.i": 1}`},
	// A running sum and its draws feed each other.
	{"fusion", `x[1] ~ dnorm(0, 1)
sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
for (i in 2:N) { x[i] ~ dnorm(sumX[i - 1], tau) }`, `{"N": 6, "tau": 2}`},
	// As printed nothing defines x[1].
	{"even_odd_printed", `sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
for (i in 1:N/2) { x[2 * i] ~ dnorm(sumX[2 * i - 1], tau) }
for (i in 1:N/2) { x[2 * i + 1] ~ dgamma(2 + pow(sumX[2 * i], 2), tau) }`, `{"N": 8, "tau": 2}`},
	// With x[1], for an even N x[N + 1] is drawn, which nothing reads; for an odd N there is no N / 2.
	{"even_odd_one_too_far", `x[1] ~ dnorm(0, 1)
sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
for (i in 1:N/2) { x[2 * i] ~ dnorm(sumX[2 * i - 1], tau) }
for (i in 1:N/2) { x[2 * i + 1] ~ dgamma(2 + pow(sumX[2 * i], 2), tau) }`, `{"N": 8, "tau": 2}`},
	{"even_odd_half", `x[1] ~ dnorm(0, 1)
sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
for (i in 1:N/2) { x[2 * i] ~ dnorm(sumX[2 * i - 1], tau) }
for (i in 1:N/2) { x[2 * i + 1] ~ dgamma(2 + pow(sumX[2 * i], 2), tau) }`, `{"N": 7, "tau": 2}`},
	{"even_odd", `x[1] ~ dnorm(0, 1)
sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
for (i in 1:K) { x[2 * i] ~ dnorm(sumX[2 * i - 1], tau) }
for (i in 1:Km1) { x[2 * i + 1] ~ dgamma(2 + pow(sumX[2 * i], 2), tau) }`, `{"N": 9, "K": 4, "Km1": 4, "tau": 2}`},
	// Subscripts that are data: as printed they close a cycle.
	{"nested_printed", `z[2] <- exp(x[1])
y[2] <- cos(x[3])
for (i in 1:3) { x[i] <- y[a[i]] + z[b[i]] }`, `{"a": [2, 3, 1], "b": [3, 1, 2], "y": [1, null, 3], "z": [4, null, 5]}`},
	{"nested", `z[2] <- exp(x[1])
y[2] <- cos(x[2])
for (i in 1:3) { x[i] <- y[a[i]] + z[b[i]] }`, `{"a": [2, 3, 1], "b": [3, 1, 2], "y": [1, null, 3], "z": [4, null, 5]}`},
	{"permutation", `for (i in 1:(N - 1)) { x[p[i + 1]] ~ dnorm(x[p[i]], 1) }
x[p[1]] ~ dnorm(0, 1)
for (i in 1:N) { y[p[i]] <- x[i] + i }`, `{"N": 5, "p": [3, 1, 5, 2, 4]}`},
	{"tree", `for (i in 2:N) { x[i] ~ dnorm(x[p[i]], 1) }
x[1] ~ dnorm(0, 1)`, `{"N": 6, "p": [0, 1, 1, 2, 2, 5]}`},
	{"tree_any", `for (i in 1:N) { x[i] ~ dnorm(x[p[i]], 1) }
x[N + 1] ~ dnorm(0, 1)`, `{"N": 6, "p": [3, 1, 7, 2, 6, 7]}`},
	{"lag", `for (i in (L + 1):N) { x[i] ~ dnorm(x[i - L], 1) }
for (i in 1:L) { x[i] ~ dnorm(0, 1) }`, `{"N": 9, "L": 3}`},
	// A part of the elements is missing.
	{"missing", `for (i in 1:2) { for (j in 1:5) { x[i, j] ~ dnorm(0, 1) } }`, `{"x": [[1, 2, null, 4, 5], [1, 2, null, 4, 5]]}`},
	// Inner loops that must run outside, triangles, peeled iterations.
	{"interchange", `for (j in 1:M) { for (i in 2:N) { x[i, j] ~ dnorm(x[i - 1, M + 1 - j], 1) } }
for (j in 1:M) { x[1, j] ~ dnorm(0, 1) }`, `{"N": 4, "M": 3}`},
	{"triangle", `for (i in 2:N) { for (j in 1:(i - 1)) { L[i, j] <- L[i - 1, j] + d[j] } }
for (i in 1:N) { L[i, i] <- sum(d[1:i]) }
for (i in 1:N) { d[i] ~ dnorm(0, 1) }`, `{"N": 4}`},
	{"peeling", `for (i in 2:N) { y[i] ~ dnorm(x[i - 1], 1) }
for (i in 1:N) { x[i] <- 0.5 * y[i] }
y[1] ~ dnorm(0, 1)`, `{"N": 5}`},
	{"peeling_down", `for (i in 1:(N - 1)) { y[i] ~ dnorm(x[i + 1], 1) }
for (i in 1:N) { x[i] <- 0.5 * y[i] }
y[N] ~ dnorm(0, 1)`, `{"N": 5}`},
	{"stick", `p[1] <- r[1]
for (j in 2:C) { p[j] <- r[j] * (1 - r[j - 1]) * p[j - 1] / r[j - 1] }
for (j in 1:C) { r[j] ~ dbeta(1, 2) }`, `{"C": 4}`},
	// Cycles that no data mend.
	{"cycle", `x <- y + 1
y <- x`, `{}`},
	{"cycle_in_loop", `for (i in 1:N) {
  x[i] ~ dnorm(y[i], 1)
  y[i] <- 2 * x[i]
}`, `{"N": 3}`},
	{"both_ways", `for (i in 2:(N - 1)) { x[i] ~ dnorm((x[i - 1] + x[i + 1]) / 2, 1) }
x[1] ~ dnorm(0, 1)
x[N] ~ dnorm(0, 1)`, `{"N": 5}`},
	{"both_ways_meeting", `for (i in 2:K) { x[i] ~ dnorm(x[i - 1], 1) }
for (i in (K + 1):(N - 1)) { x[i] ~ dnorm(x[i + 1], 1) }
x[1] ~ dnorm(0, 1)
x[N] ~ dnorm(0, 1)`, `{"N": 9, "K": 4}`},
}

const rats = `for (i in 1:N) {
  for (j in 1:T) {
    Y[i, j] ~ dnorm(mu[i, j], tau_c)
    mu[i, j] <- alpha[i] + beta[i] * (x[j] - xbar)
  }
  alpha[i] ~ dnorm(alpha_c, alpha_tau)
  beta[i] ~ dnorm(beta_c, beta_tau)
}
tau_c ~ dgamma(0.001, 0.001)
sigma <- 1 / sqrt(tau_c)
alpha_c ~ dnorm(0.0, 1.0e-6)
alpha_tau ~ dgamma(0.001, 0.001)
beta_c ~ dnorm(0.0, 1.0e-6)
beta_tau ~ dgamma(0.001, 0.001)
alpha0 <- alpha_c - xbar * beta_c`

// said is all that mpc sequence says of a program, which is replayed; undrawn is why no data can be
// drawn from it.
func said(t *testing.T, name, text, values, undrawn string) string {
	t.Helper()
	var b strings.Builder
	say := func(d lang.Diagnostics) bool {
		for _, e := range d {
			b.WriteString("! " + e.Error() + "\n")
			if e.Hint != "" {
				b.WriteString("!   " + e.Hint + "\n")
			}
		}
		return d.HasErrors()
	}
	prog, d := bugs.Parse(name+".bug", []byte(text), bugs.BUGS)
	if say(d) {
		return b.String()
	}
	var data bugs.Data
	var kinds sequence.Kinds
	if values != "" {
		var err error
		if data, err = bugs.ReadJSON([]byte(values)); err != nil {
			t.Fatal(err)
		}
		kinds = sequence.KindsOf(data)
	}
	g, d := sequence.NewGraph(prog, kinds)
	if b.WriteString(g.String()); say(d) {
		return b.String()
	}
	for _, fission := range []bool{false, true} {
		s, d := sequence.Sequence(g, sequence.Options{Fission: fission})
		if say(d) {
			break
		}
		b.WriteString("\n")
		if fission {
			b.WriteString("# with --fission\n")
		}
		b.WriteString(s.String())
		if again, err := sequence.Parse(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("the text does not read back: %v\n%s", err, s)
		}
		if values == "" {
			continue
		}
		w, d := unroll.New(prog, data)
		if say(d) {
			continue
		}
		list, err := w.Instances()
		if err != nil {
			say(w.Diagnose(err))
			continue
		}
		if say(w.Check(list)) {
			continue
		}
		if _, err := w.Order(list); err != nil {
			say(w.Diagnose(err))
			if _, err := replay.Simulate(s, w, 1); err == nil {
				t.Errorf("elements depend on themselves, and the program runs")
			}
			continue
		}
		valid, err := replayed(prog, s, data, 7)
		if undrawn != "" && err != nil && strings.Contains(err.Error(), undrawn) {
			continue
		}
		if !valid || err != nil || undrawn != "" {
			t.Errorf("valid %v: %v\n%s", valid, err, s)
		}
	}
	return b.String()
}

// TestCorners holds what mpc sequence says of the corner cases.
func TestCorners(t *testing.T) {
	for _, c := range corners {
		t.Run(c.name, func(t *testing.T) {
			got := c.text + "\n\n" + said(t, c.name, c.text, c.data, "")
			path := filepath.Join("testdata", c.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil || string(want) != got {
				t.Errorf("%v: have\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}

// TestRatsEdges holds the edges of the graph of the rats: 4 reads 7, and nothing reads 4 but 2.
func TestRatsEdges(t *testing.T) {
	prog, _ := bugs.Parse("rats.bug", []byte(rats), bugs.BUGS)
	g, d := sequence.NewGraph(prog, nil)
	if len(d) > 0 {
		t.Fatal(d)
	}
	want := map[[2]int]bool{{8, 3}: true, {7, 3}: true, {10, 4}: true, {9, 11}: true, {9, 4}: true, {7, 11}: true, {3, 2}: true,
		{4, 2}: true, {2, 1}: true, {5, 1}: true, {5, 6}: true}
	for _, e := range g.Edges {
		k := [2]int{e.From.ID, e.To.ID}
		if !want[k] {
			t.Errorf("an edge %v", k)
		}
		delete(want, k)
	}
	for k := range want {
		t.Errorf("no edge %v", k)
	}
}

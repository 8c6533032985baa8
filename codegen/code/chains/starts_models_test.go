package chains_test

import (
	"math"
	"slices"
	"testing"

	"mpc/codegen/code/chains"
	"mpc/mcmc"
	"mpc/model"
)

// startPrograms are programs whose variables feed each other, with whether the data tell the order of their starts.
var startPrograms = []struct {
	name, text, data string
	told             bool
}{
	{"two over time", `a[1] ~ dnorm(0, 1); b[1] ~ dnorm(100, 1)
for (t in 2:N) { a[t] ~ dnorm(b[t-1], 1); b[t] ~ dnorm(a[t] + 10, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 6, "y": [null, 1, 2, 3, 4, 5]}`, false},
	{"two over time by slices", `a[1] ~ dgamma(1, 1); b[1] ~ dgamma(2, 1)
for (t in 2:N) { a[t] ~ dgamma(b[t-1] + 1, 1); b[t] ~ dgamma(a[t] + 1, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 6, "y": [null, 1, 2, 3, 4, 5]}`, false},
	{"backward", `a[N] ~ dgamma(1, 1); b[N] ~ dgamma(2, 1)
for (t in 1:(N-1)) { a[t] ~ dgamma(b[t+1] + 1, 1); b[t] ~ dgamma(a[t] + 1, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 6, "y": [1, 2, 3, 4, 5, null]}`, false},
	{"one behind the other", `a[1] ~ dgamma(1, 1); a[2] ~ dgamma(1, 1); a[3] ~ dgamma(1, 1)
for (t in 4:N) { a[t] ~ dgamma(b[t-3] + 1, 1) }
for (t in 1:M) { b[t] ~ dgamma(a[t+2] + 1, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 8, "M": 6, "y": [1, 2, 3, 4, 5, 6]}`, false},
	{"behind and backward", `a[N] ~ dgamma(1, 1); a[N-1] ~ dgamma(1, 1); a[N-2] ~ dgamma(1, 1)
for (t in 1:(N-3)) { a[t] ~ dgamma(b[t+3] + 1, 1) }
for (t in 3:N) { b[t] ~ dgamma(a[t-2] + 1, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 8, "y": [null, null, 3, 4, 5, 6, 7, 8]}`, false},
	{"three in a row", `a[1] ~ dgamma(1, 1)
for (t in 1:N) { c[t] ~ dgamma(b[t] + 1, 1); b[t] ~ dgamma(a[t] + 1, 1); y[t] ~ dnorm(a[t] + b[t] + c[t], 0.01) }
for (t in 2:N) { a[t] ~ dgamma(c[t-1] + 1, 1) }`, `{"N": 6, "y": [1, 2, 3, 4, 5, 6]}`, false},
	{"by site and time", `for (i in 1:S) {
a[i, 1] ~ dgamma(1, 1); b[i, 1] ~ dgamma(a[i, 1] + 1, 1)
for (t in 2:N) { a[i, t] ~ dgamma(b[i, t-1] + 1, 1); b[i, t] ~ dgamma(a[i, t] + 1, 1) }
for (t in 1:N) { y[i, t] ~ dnorm(a[i, t] + b[i, t], 0.01) } }`, `{"N": 3, "S": 2, "y": [[1, 2, 3], [4, 5, 6]]}`, false},
	{"by time over sites", `m[1] ~ dgamma(1, 1)
for (t in 2:N) { m[t] ~ dgamma(sum(a[, t-1]) + 1, 1) }
for (t in 1:N) { for (i in 1:S) { a[i, t] ~ dgamma(m[t] + 1, 1); y[i, t] ~ dnorm(a[i, t], 0.01) } }`, `{"N": 3, "S": 2, "y": [[1, 2, 3], [4, 5, 6]]}`, false},
	{"ages", `for (k in 1:K) { n[1, k] ~ dpois(20) }
for (t in 2:N) {
n[t, 1] ~ dpois(0.5 * sum(n[t-1, ]))
for (k in 2:K) { n[t, k] ~ dbin(0.8, n[t-1, k-1]) } }
for (t in 1:N) { y[t] ~ dpois(sum(n[t, ]) + 1) }`, `{"N": 5, "K": 3, "y": [60, 50, 55, 45, 50]}`, false},
	{"ages, time behind", `for (k in 1:K) { n[k, 1] ~ dpois(20) }
for (t in 2:N) {
n[1, t] ~ dpois(0.5 * (n[1, t-1] + n[2, t-1] + n[3, t-1]))
for (k in 2:K) { n[k, t] ~ dbin(0.8, n[k-1, t-1]) } }
for (t in 1:N) { y[t] ~ dpois(sum(n[, t]) + 1) }`, `{"N": 5, "K": 3, "y": [60, 50, 55, 45, 50]}`, false},
	{"all before", `a[1] ~ dgamma(1, 1); b[1] ~ dgamma(1, 1)
for (t in 2:N) { a[t] ~ dgamma(sum(b[1:(t-1)]) + 1, 1); b[t] ~ dgamma(sum(a[1:t]) + 1, 1); y[t] ~ dnorm(a[t] + b[t], 0.01) }`, `{"N": 5, "y": [null, 1, 2, 3, 4]}`, false},
	{"through definitions", `S[1] ~ dpois(30); R[1] ~ dpois(20)
for (t in 1:N) { P[t] <- S[t] + R[t]; y[t] ~ dpois(P[t] + 1) }
for (t in 2:N) { S[t] ~ dbin(phi, P[t-1]); R[t] ~ dpois(f * P[t-1]) }
phi ~ dbeta(8, 2); f ~ dgamma(4, 20)`, `{"N": 8, "y": [50, 52, 48, 55, 60, 51, 49, 50]}`, false},
	{"a tree", `for (i in 1:N) { m[i] <- ifelse_root[i] + a[i]; y[i] ~ dpois(exp(a[i])) }
a[1] ~ dnorm(0, 1)
for (i in 2:N) { a[i] ~ dnorm(a[parent[i]], 4) }`, `{"N": 6, "parent": [null, 3, 6, 2, 4, 1], "ifelse_root": [0, 0, 0, 0, 0, 0], "y": [1, 0, 2, 1, 3, 1]}`, true},
	{"a tree across variables", `a[1] ~ dgamma(2, 1); b[1] ~ dgamma(a[1] + 1, 1)
for (i in 2:N) { a[i] ~ dgamma(b[parent[i]] + 1, 1); b[i] ~ dgamma(a[i] + 1, 1) }
for (i in 1:N) { y[i] ~ dnorm(a[i] + b[i], 1) }`, `{"N": 6, "parent": [null, 3, 6, 2, 4, 1], "y": [1, 0, 2, 1, 3, 1]}`, true},
	{"a tree of rows", `for (j in 1:K) { a[1, j] ~ dgamma(2, 1)
for (i in 2:N) { a[i, j] ~ dgamma(a[parent[i], j] + 1, 1) } }
for (i in 1:N) { for (j in 1:K) { y[i, j] ~ dnorm(a[i, j], 1) } }`, `{"N": 4, "K": 2, "parent": [null, 3, 4, 1], "y": [[1, 0], [2, 1], [3, 1], [1, 1]]}`, true},
	{"a tree of columns", `for (j in 1:K) { a[j, 1] ~ dgamma(2, 1)
for (i in 2:N) { a[j, i] ~ dgamma(a[j, parent[j, i]] + 1, 1) } }
for (i in 1:N) { for (j in 1:K) { y[j, i] ~ dnorm(a[j, i], 1) } }`, `{"N": 4, "K": 2, "parent": [[null, 3, 4, 1], [null, 1, 2, 3]], "y": [[1, 0, 2, 1], [3, 1, 1, 1]]}`, true},
	{"the first from the other", `b[1] ~ dgamma(1, 1); a[1] ~ dgamma(b[1] + 1, 1)
for (t in 2:N) { a[t] ~ dgamma(b[t-1] + 1, 1); b[t] ~ dgamma(a[t] + 1, 1) }
for (t in 1:N) { y[t] ~ dnorm(a[t] + b[t], 1) }`, `{"N": 5, "y": [1, 2, 3, 4, 5]}`, true},
	{"missing entries", `a[1] ~ dgamma(1, 1)
for (t in 2:N) { a[t] ~ dgamma(y[t-1] + 1, 1) }
for (t in 1:N) { y[t] ~ dgamma(a[t] + 1, 1) }`, `{"N": 8, "y": [1, null, 2, null, null, 3, 1, null]}`, false},
	{"missing entries of a tree", `a[1] ~ dgamma(1, 1)
for (t in 2:N) { a[t] ~ dgamma(y[parent[t]] + 1, 1) }
for (t in 1:N) { y[t] ~ dgamma(a[t] + 1, 1) }`, `{"N": 6, "parent": [null, 3, 6, 2, 4, 1], "y": [1, null, 2, null, null, null]}`, true},
	{"vectors", `x[1, 1:2] ~ dmnorm(m[], P[,]); s[1] ~ dgamma(1, 1)
for (t in 2:N) { x[t, 1:2] ~ dmnorm(mu[t, ], P[,])
for (k in 1:2) { mu[t, k] <- s[t-1] * x[t-1, k] }
s[t] ~ dgamma(1 + x[t, 1] * x[t, 1], 1) }
for (t in 1:N) { y[t] ~ dnorm(x[t, 2] + s[t], 1) }`, `{"N": 4, "m": [0, 1], "P": [[1, 0], [0, 1]], "y": [1, 2, 1, 0]}`, false},
	{"chosen by draws", `for (t in 1:N) { z[t] ~ dcat(p[]); y[t] ~ dnorm(a[t] + b[t], 1) }
a[1] ~ dgamma(1, 1); b[1] ~ dgamma(1, 1)
for (t in 2:N) { a[t] ~ dgamma(b[z[t]] + 1, 1); b[t] ~ dgamma(a[t-1] + 1, 1) }`, `{"N": 3, "p": [0.4, 0.3, 0.3], "y": [1, 2, 3]}`, true},
}

func TestStartsOfModels(t *testing.T) {
	for _, x := range startPrograms {
		t.Run(x.name, func(t *testing.T) {
			c, set, err := program(t, "model {\n"+x.text+"\n}", []byte(x.data))
			if err != nil {
				t.Fatal(err)
			}
			inOrder(t, x.name, c, set)
			told := false
			for _, s := range c.Program.Sampling.Starts() {
				told = told || s.Reads != nil
			}
			if told != x.told {
				t.Errorf("the data tell the order: %t, not %t", told, x.told)
			}
		})
	}
}

// populations are programs of counts that nobody has seen, each from those of the year before: a start that reads years which
// are not drawn yet has no animals.
var populations = []struct{ name, text, data string }{
	{"survivors and young", `S[1] ~ dpois(30); R[1] ~ dpois(20)
for (t in 1:N) { P[t] <- S[t] + R[t]; y[t] ~ dbin(0.6, P[t]) }
for (t in 2:N) { S[t] ~ dbin(phi, P[t-1]); R[t] ~ dpois(f * P[t-1]) }
phi ~ dbeta(80, 20); f ~ dgamma(50, 200)`, `{"N": 8, "y": [30, 31, 28, 33, 36, 30, 29, 30]}`},
	{"ages", `for (k in 1:K) { n[1, k] ~ dpois(30) }
for (t in 2:N) {
n[t, 1] ~ dpois(f * (n[t-1, 2] + n[t-1, 3]))
n[t, 2] ~ dbin(0.7, n[t-1, 1])
n[t, 3] ~ dbin(0.8, n[t-1, 2] + n[t-1, 3]) }
for (t in 1:N) { y[t] ~ dpois(n[t, 1] + n[t, 2] + n[t, 3]) }
f ~ dgamma(20, 40)`, `{"N": 6, "K": 3, "y": [90, 85, 95, 88, 92, 90]}`},
	{"by site, each from the one that the data tell", `for (i in 1:I) {
S[i, 1] ~ dpois(30); R[i, 1] ~ dpois(20)
for (t in 2:N) { S[i, t] ~ dbin(0.8, S[i, t-1] + R[i, t-1]); R[i, t] ~ dpois(0.25 * (S[from[i], t-1] + R[from[i], t-1])) }
for (t in 1:N) { y[i, t] ~ dpois(S[i, t] + R[i, t]) } }`, `{"I": 3, "N": 4, "from": [2, 3, 1], "y": [[50, 48, 52, 50], [45, 50, 55, 52], [60, 55, 50, 48]]}`},
}

// TestStartsOfPopulations: chains of counts that nobody has seen begin with no fault, with animals in each year.
func TestStartsOfPopulations(t *testing.T) {
	for _, x := range populations {
		t.Run(x.name, func(t *testing.T) {
			c, set, err := program(t, "model {\n"+x.text+"\n}", []byte(x.data))
			if err != nil {
				t.Fatal(err)
			}
			inOrder(t, x.name, c, set)
			p, err := chains.Lower(c.Loops)
			if err != nil {
				t.Fatal(err)
			}
			for number := range 20 {
				chain, err := p.New(set, mcmc.NewStream(seed, uint64(number)))
				if err != nil {
					t.Fatal(err)
				}
				if err := chain.Start(number); err != nil {
					t.Fatal(err)
				}
				least := math.Inf(1)
				for _, d := range c.Program.Sampling.Draws {
					for _, v := range d.Variables {
						if v.Type.Kind != model.Int {
							continue
						}
						list, err := chain.Values(v, nil)
						if err != nil {
							t.Fatal(err)
						}
						least = min(least, slices.Min(list))
					}
				}
				if !(least >= 1 && least < 60) {
					t.Errorf("chain %d begins with %v animals", number, least)
				}
				for range 3 {
					if err := chain.Scan(0); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

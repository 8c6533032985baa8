package draws

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc"
)

// searchModels are the same models twice: by an index that each instance has, which makes
// one pass over all instances or a list for each element, and by a condition on each pair
// of an instance and an element, which is looked at for each element.
var searchModels = []struct{ name, inputs, head, gather, search, infer string }{
	{"sums", "y: real[n]\n  count: int[n]\n  r: int[n]\n  a: vector(k)", `for (j in k) {
    mu[j] ~ normal(0, variance = 100)
    rate[j] ~ gamma(shape = 1, rate = 1)
    p[j] ~ beta(1, 1)
  }
  phi ~ dirichlet(a)
  tau ~ gamma(shape = 2, rate = 2)
  for (i in n) { z[i] ~ categorical(phi) }`, `for (i in n) {
    y[i] ~ normal(mu[g[i]], precision = tau)
    count[i] ~ poisson(2 * rate[z[i]])
    r[i] ~ binomial(10, p[g[i]])
  }`, `for (i in n) { for (j in k) {
    if (g[i] >= j && g[i] <= j) {
      y[i] ~ normal(mu[j], precision = tau)
      r[i] ~ binomial(10, p[j])
    }
  } }
  for (i in n) { for (j in k) { if (z[i] >= j && z[i] <= j) { count[i] ~ poisson(2 * rate[j]) } } }`, "mu, rate, p, phi, tau"},
	{"lists", "w: index(k)[n]\n  y: real[n]\n  b: bool[n]", `for (j in k) {
    skill[j] ~ normal(0, variance = 4)
    force[j] ~ normal(0, variance = 1)
  }`, `for (i in n) {
    y[i] ~ normal(skill[g[i]] - skill[w[i]], variance = 1)
    b[i] ~ bernoulli(logistic(force[g[i]]))
  }`, `for (i in n) {
    for (j in k) { for (l in k) { if (g[i] >= j && g[i] <= j && w[i] >= l && w[i] <= l) { y[i] ~ normal(skill[j] - skill[l], variance = 1) } } }
    for (j in k) { if (g[i] >= j && g[i] <= j) { b[i] ~ bernoulli(logistic(force[j])) } }
  }`, "skill, force"},
}

// TestSearch: both have the same draws, to the bit.
func TestSearch(t *testing.T) {
	var jobs []job
	for _, m := range searchModels {
		for k, program := range []string{m.gather, m.search} {
			text := fmt.Sprintf("model: m%d\nalgorithm: gibbs\ninputs:\n  n: range\n  k: range\n  g: index(k)[n]\n  %s\nprogram: |\n  %s\n  %s\ninfer: [%s]\n", k, m.inputs, m.head, program, m.infer)
			jobs = append(jobs, job{name: m.name, model: text, data: searchData(40, 4, m.inputs), burnIn: 20, samples: 50, thin: 1, chains: 2, seed: 3})
		}
	}
	found := sampledRun(t, jobs)
	for i := 0; i < len(found); i += 2 {
		a, b := found[i], found[i+1]
		if a.Error != "" || b.Error != "" || len(a.Posteriors) < 2 {
			t.Errorf("%s: %s %s", jobs[i].name, a.Error, b.Error)
			continue
		}
		for k, fast := range []bool{true, false} {
			text := chainText(t, jobs[i+k])
			if got := strings.Contains(text, "c.sum.") || strings.Contains(text, "c.list1"); got != fast {
				t.Errorf("%s %d: sums or lists: %v", jobs[i].name, k, got)
			}
		}
		for name, x := range a.Posteriors {
			if y := b.Posteriors[name]; string(x) != string(y) {
				t.Errorf("%s: %s is\n%s, by search\n%s", jobs[i].name, name, x, y)
			}
		}
	}
}

// chainText is the generated file with the draws of a model.
func chainText(t *testing.T, j job) string {
	t.Helper()
	c, err := mpc.Compile(j.name+".yaml", []byte(j.model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Package.Files {
		if f.Name == "chain.go" {
			return string(f.Source)
		}
	}
	t.Fatal("no chain.go")
	return ""
}

// searchData are n instances for k elements, as JSON.
func searchData(n, k int, inputs string) string {
	r := rand.New(rand.NewPCG(5, 6))
	list := func(f func(i int) any) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprint(f(i)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	g := make([]int, n)
	for i := range g {
		g[i] = r.IntN(k)
	}
	columns := map[string]string{
		"g":     list(func(i int) any { return g[i] }),
		"w":     list(func(i int) any { return (g[i] + 1 + r.IntN(k-1)) % k }),
		"y":     list(func(i int) any { return float64(g[i]) + r.NormFloat64() }),
		"count": list(func(int) any { return r.IntN(5) }),
		"r":     list(func(int) any { return r.IntN(11) }),
		"b":     list(func(int) any { return r.IntN(2) == 1 }),
		"a":     "[" + strings.TrimSuffix(strings.Repeat("1,", k), ",") + "]",
	}
	out := fmt.Sprintf(`{"n": %d, "k": %d, "g": %s`, n, k, columns["g"])
	for name, values := range columns {
		if strings.Contains("\n"+strings.ReplaceAll(inputs, " ", ""), "\n"+name+":") {
			out += fmt.Sprintf(", %q: %s", name, values)
		}
	}
	return out + "}"
}

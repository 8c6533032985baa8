package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/tree_network/tree_network"
)

func treeNetworkRun(t *testing.T, d tree_network.Data) *tree_network.Inference {
	t.Helper()
	inf, err := tree_network.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background(), tree_network.Tolerance(1e-13))
	if err != nil {
		t.Fatal(err)
	}
	if !s.Converged {
		t.Error("did not converge")
	}
	return inf
}

// treeNetworkRandom draws a tree of so many nodes, and observes some of them.
func treeNetworkRandom(rng *rand.Rand, nodes, states, seen int) tree_network.Data {
	row := func() []float64 {
		p, sum := make([]float64, states), 0.0
		for k := range p {
			p[k] = rng.ExpFloat64()
			sum += p[k]
		}
		for k := range p {
			p[k] /= sum
		}
		return p
	}
	d := tree_network.Data{Node: nodes, State: states, Root: row(), Seen: seen, At: rng.Perm(nodes)[:seen]}
	for i := range nodes {
		d.Parent = append(d.Parent, rng.IntN(max(i, 1)))
		rows := make([][]float64, states)
		for k := range rows {
			rows[k] = row()
		}
		d.Table = append(d.Table, rows)
	}
	for range seen {
		d.Value = append(d.Value, rng.IntN(states))
	}
	return d
}

// A table is a function of some nodes, the last one counting fastest.
type treeNetworkTable struct {
	nodes []int
	value []float64
}

// at is the value at a state of all nodes.
func (f treeNetworkTable) at(x []int, states int) float64 {
	k := 0
	for _, i := range f.nodes {
		k = k*states + x[i]
	}
	return f.value[k]
}

// treeNetworkEliminate sums a product of tables over all nodes but one, a node at a time and
// children before parents, and returns the table of that one.
func treeNetworkEliminate(list []treeNetworkTable, nodes, states, keep int) []float64 {
	for out := nodes - 1; out >= 0; out-- {
		if out == keep {
			continue
		}
		var used, rest []treeNetworkTable
		scope := []int{}
		for _, f := range list {
			if !slices.Contains(f.nodes, out) {
				rest = append(rest, f)
				continue
			}
			used = append(used, f)
			for _, i := range f.nodes {
				if i != out && !slices.Contains(scope, i) {
					scope = append(scope, i)
				}
			}
		}
		sum := treeNetworkTable{nodes: scope}
		x := make([]int, nodes)
		size := int(math.Pow(float64(states), float64(len(scope))))
		for k := range size {
			for j, r := len(scope)-1, k; j >= 0; j, r = j-1, r/states {
				x[scope[j]] = r % states
			}
			s := 0.0
			for v := range states {
				x[out] = v
				w := 1.0
				for _, f := range used {
					w *= f.at(x, states)
				}
				s += w
			}
			sum.value = append(sum.value, s)
		}
		list = append(rest, sum)
	}
	out, x := make([]float64, states), make([]int, nodes)
	for v := range states {
		x[keep] = v
		out[v] = 1
		for _, f := range list {
			out[v] *= f.at(x, states)
		}
	}
	return out
}

// treeNetworkTables are the factors of a network and its observations.
func treeNetworkTables(d tree_network.Data) []treeNetworkTable {
	list := []treeNetworkTable{{[]int{0}, d.Root}}
	for i := 1; i < d.Node; i++ {
		list = append(list, treeNetworkTable{[]int{d.Parent[i], i}, slices.Concat(d.Table[i]...)})
	}
	for k, i := range d.At {
		one := make([]float64, d.State)
		one[d.Value[k]] = 1
		list = append(list, treeNetworkTable{[]int{i}, one})
	}
	return list
}

func treeNetworkCheck(t *testing.T, d tree_network.Data) {
	t.Helper()
	inf := treeNetworkRun(t, d)
	for i := range d.Node {
		want, total := treeNetworkEliminate(treeNetworkTables(d), d.Node, d.State, i), 0.0
		for _, w := range want {
			total += w
		}
		got := make([]float64, d.State)
		for k := range want {
			want[k] /= total
			got[k] = math.Exp(inf.XAt(i).LogProb(k))
		}
		modeltest.CloseAll(t, "x", got, want, 1e-10)
		if i == 0 {
			modeltest.Close(t, "log evidence", inf.LogEvidence(), math.Log(total), 1e-9)
		}
	}
}

// TestTreeNetworkElimination: the thirty nodes of data.json, and random trees, one of them a
// thread.
func TestTreeNetworkElimination(t *testing.T) {
	var d tree_network.Data
	modeltest.ReadJSON(t, "tree_network/data.json", &d)
	treeNetworkCheck(t, d)
	rng := rand.New(rand.NewPCG(5, 6))
	for k := range 6 {
		d := treeNetworkRandom(rng, 30, 2+k%3, k)
		if k == 5 {
			for i := range d.Parent {
				d.Parent[i] = max(0, i-1)
			}
		}
		treeNetworkCheck(t, d)
	}
}

// TestTreeNetworkEnumeration: elimination itself, and the model, against the sum over all states
// of small trees.
func TestTreeNetworkEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 5 {
		d := treeNetworkRandom(rng, 8, 3, 2)
		list, sizes := treeNetworkTables(d), make([]int, d.Node)
		for i := range sizes {
			sizes[i] = d.State
		}
		total, want := modeltest.Enumerate(sizes, func(x []int) float64 {
			w := 1.0
			for _, f := range list {
				w *= f.at(x, d.State)
			}
			return w
		})
		inf := treeNetworkRun(t, d)
		modeltest.Close(t, "log evidence", inf.LogEvidence(), math.Log(total), 1e-9)
		for i := range d.Node {
			for k, w := range treeNetworkEliminate(list, d.Node, d.State, i) {
				modeltest.Close(t, "eliminated", w/total, want[i][k], 1e-12)
				modeltest.Close(t, "x", math.Exp(inf.XAt(i).LogProb(k)), want[i][k], 1e-10)
			}
		}
	}
}

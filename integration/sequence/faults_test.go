package sequence

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mpc/bugs"
	"mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
)

// faults plant a mistake into a sequential program; false where there is no place for it.
var faults = map[string]func(p *sequence.Program, r *rand.Rand) bool{
	"two nodes change places": func(p *sequence.Program, r *rand.Rand) bool {
		list := bodies(p, func(b []sequence.Node) bool { return len(b) > 1 })
		if list == nil {
			return false
		}
		b := *list[r.IntN(len(list))]
		i := r.IntN(len(b) - 1)
		b[i], b[i+1] = b[i+1], b[i]
		return true
	},
	"a loop goes the other way": func(p *sequence.Program, r *rand.Rand) bool {
		return loop(p, r, func(l *sequence.Loop) bool { l.Down = !l.Down; return l.Where == nil })
	},
	"a loop begins one later": func(p *sequence.Program, r *rand.Rand) bool {
		return loop(p, r, func(l *sequence.Loop) bool {
			l.Range.Lo = &bugs.Binary{Op: "+", X: l.Range.Lo, Y: &bugs.Number{Value: 1, Text: "1"}}
			return true
		})
	},
	"a loop ends one earlier": func(p *sequence.Program, r *rand.Rand) bool {
		return loop(p, r, func(l *sequence.Loop) bool {
			l.Range.Hi = &bugs.Binary{Op: "-", X: l.Range.Hi, Y: &bugs.Number{Value: 1, Text: "1"}}
			return true
		})
	},
	"a loop runs for all values": func(p *sequence.Program, r *rand.Rand) bool {
		return loop(p, r, func(l *sequence.Loop) bool { some := l.Where != nil; l.Where = nil; return some })
	},
	"a node is not there": func(p *sequence.Program, r *rand.Rand) bool {
		list := bodies(p, func(b []sequence.Node) bool { return len(b) > 0 })
		b := list[r.IntN(len(list))]
		i := r.IntN(len(*b))
		*b = append((*b)[:i:i], (*b)[i+1:]...)
		return true
	},
	"a node is there twice": func(p *sequence.Program, r *rand.Rand) bool {
		list := bodies(p, func(b []sequence.Node) bool { return len(b) > 0 })
		b := list[r.IntN(len(list))]
		*b = append(*b, (*b)[r.IntN(len(*b))])
		return true
	},
	"a test is true": func(p *sequence.Program, _ *rand.Rand) bool {
		some := false
		p.Walk(func(n sequence.Node) {
			if x, ok := n.(*sequence.If); ok && !some {
				x.Tests, some = nil, true
			}
		})
		return some
	},
	"levels run in the order of the text": func(p *sequence.Program, _ *rand.Rand) bool {
		some := false
		for _, b := range bodies(p, func([]sequence.Node) bool { return true }) {
			for i, n := range *b {
				if l, ok := n.(*sequence.Levels); ok && !some {
					*b = append((*b)[:i:i], append(append([]sequence.Node{}, l.Body...), (*b)[i+1:]...)...)
					some = true
					break
				}
			}
		}
		return some
	},
}

// bodies lists the lists of nodes of a program.
func bodies(p *sequence.Program, use func([]sequence.Node) bool) (list []*[]sequence.Node) {
	add := func(b *[]sequence.Node) {
		if use(*b) {
			list = append(list, b)
		}
	}
	add(&p.Body)
	p.Walk(func(n sequence.Node) {
		switch n := n.(type) {
		case *sequence.Loop:
			add(&n.Body)
		case *sequence.If:
			add(&n.Then)
			add(&n.Else)
		case *sequence.Levels:
			add(&n.Body)
		}
	})
	return list
}

func loop(p *sequence.Program, r *rand.Rand, change func(*sequence.Loop) bool) bool {
	var list []*sequence.Loop
	p.Walk(func(n sequence.Node) {
		if l, ok := n.(*sequence.Loop); ok {
			list = append(list, l)
		}
	})
	return len(list) > 0 && change(list[r.IntN(len(list))])
}

// TestFaults plants mistakes into sequential programs: the checker finds each that changes the
// order or the statements, and what it lets pass draws the same bits.
func TestFaults(t *testing.T) {
	found, passed := map[string]int{}, map[string]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 18))
		m := make1(r)
		prog, d := bugs.Parse("random.bug", []byte(m.text), bugs.BUGS)
		if d.HasErrors() {
			t.Fatal(d)
		}
		g, d := sequence.NewGraph(prog, m.kinds())
		if d.HasErrors() {
			t.Fatal(d)
		}
		s, d := sequence.Sequence(g, sequence.Options{})
		if d.HasErrors() {
			t.Fatal(d)
		}
		data := m.data(7, rand.New(rand.NewPCG(seed, 1)))
		w, d := unroll.New(prog, data)
		if d.HasErrors() {
			t.Fatal(d)
		}
		want, err := w.Unrolled(seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(faults)) {
			p, err := sequence.Parse(s.String())
			if err != nil {
				t.Fatal(err)
			}
			if !faults[name](p, r) {
				continue
			}
			if replay.Check(p, w) != nil {
				found[name]++
				continue
			}
			passed[name]++
			got, err := replay.Simulate(p, w, seed)
			if err != nil {
				t.Errorf("seed %d, %s: the checker lets it pass, and it does not run: %v\n%s", seed, name, err, p)
				continue
			}
			for i := range want.Values {
				if math.Float64bits(got.Values[i]) != math.Float64bits(want.Values[i]) || got.Has[i] != want.Has[i] {
					t.Errorf("seed %d, %s: the checker lets it pass, and %s differs\n%s", seed, name, w.Name(i), p)
					break
				}
			}
		}
	}
	for name := range faults {
		if found[name] == 0 {
			t.Errorf("%s: none was found, %d let pass", name, passed[name])
		}
	}
	t.Logf("found %v, let pass %v", found, passed)
}

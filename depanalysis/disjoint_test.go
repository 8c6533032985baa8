package depanalysis

import (
	"math/rand/v2"
	"testing"

	"mpc/model"
)

var (
	whole = model.Type{Kind: model.Int}
	size  = &model.Input{Name: "n", Type: whole}
	row   = &model.Input{Name: "len", Type: whole}
)

func num(v int) *model.Expr { return model.Number(float64(v)) }

func add(e *model.Expr, c int) *model.Expr {
	if c < 0 {
		return model.Call("-", whole, e, num(-c))
	}
	return model.Call("+", whole, e, num(c))
}

func input(in *model.Input, at ...*model.Expr) *model.Expr {
	return &model.Expr{Op: model.OpInput, Type: whole, Input: in, Args: at}
}

func loop(id int, name string, lo, hi *model.Expr) *model.Loop {
	return &model.Loop{Index: &model.Index{ID: id, Name: name}, Lo: lo, Hi: hi, Full: hi}
}

func TestDisjoint(t *testing.T) {
	n := input(size)
	from1 := loop(1, "t", num(1), n)
	from0 := loop(2, "s", num(0), n)
	capped := loop(3, "s", num(0), model.Call("min", whole, n, num(2)))
	tt, ss, cc := model.IndexExpr(from1.Index), model.IndexExpr(from0.Index), model.IndexExpr(capped.Index)
	k, k2 := loop(4, "k", num(0), n), loop(5, "k", num(0), n)
	kk, kk2 := model.IndexExpr(k.Index), model.IndexExpr(k2.Index)
	inner := loop(6, "t", num(1), input(row, kk))
	it := model.IndexExpr(inner.Index)
	at := func(e ...*model.Expr) []*model.Expr { return e }
	in := func(l ...*model.Loop) []*model.Loop { return l }
	for _, c := range []struct {
		name          string
		read, written region
		want          bool
	}{
		{"x[t-1] for t < n, x[n-1]", region{at(add(tt, -1)), in(from1)}, region{at(add(n, -1)), nil}, true},
		{"x[t] for t < n, x[n-1]", region{at(tt), in(from1)}, region{at(add(n, -1)), nil}, false},
		{"x[t] for 1 <= t, x[0]", region{at(tt), in(from1)}, region{at(num(0)), nil}, true},
		{"x[t-1] for 1 <= t, x[0]", region{at(add(tt, -1)), in(from1)}, region{at(num(0)), nil}, false},
		{"x[0], x[1]", region{at(num(0)), nil}, region{at(num(1)), nil}, true},
		{"x[0], x[n-1]", region{at(num(0)), nil}, region{at(add(n, -1)), nil}, false},
		{"x[t], x[t-1] of one plate", region{at(tt), in(from1)}, region{at(add(tt, -1)), in(from1)}, false},
		{"x[s+2], x[s] for s < min(n, 2)", region{at(add(ss, 2)), in(from0)}, region{at(cc), in(capped)}, true},
		{"x[s+1], x[s] for s < min(n, 2)", region{at(add(ss, 1)), in(from0)}, region{at(cc), in(capped)}, false},
		{"x[k, t-1] for t < len[k], x[k, len[k]-1]", region{at(kk, add(it, -1)), in(k, inner)}, region{at(kk2, add(input(row, kk2), -1)), in(k2)}, true},
		{"x[k, t] for t < len[k], x[k, len[k]-1]", region{at(kk, it), in(k, inner)}, region{at(kk2, add(input(row, kk2), -1)), in(k2)}, false},
		{"x[0, t-1] for t < len[k], x[k, len[k]-1]", region{at(num(0), add(it, -1)), in(k, inner)}, region{at(kk2, add(input(row, kk2), -1)), in(k2)}, false},
		{"x[k, k], x[k, k+1]", region{at(kk, kk), in(k)}, region{at(kk2, add(kk2, 1)), in(k2)}, true},
		{"x[k, k+1], x[k+1, k+1]", region{at(kk, add(kk, 1)), in(k)}, region{at(add(kk2, 1), add(kk2, 1)), in(k2)}, true},
		{"x[k, k], x[k+1, k+1]", region{at(kk, kk), in(k)}, region{at(add(kk2, 1), add(kk2, 1)), in(k2)}, false},
		{"x[idx[k]], x[0]", region{at(input(row, kk)), in(k)}, region{at(num(0)), nil}, false},
	} {
		if got := disjoint(c.read, c.written); got != c.want {
			t.Errorf("%s: disjoint is %v", c.name, got)
		}
		if got := disjoint(c.written, c.read); got && !c.want {
			t.Errorf("%s: disjoint is true the other way round", c.name)
		}
	}
}

// TestDisjointIsSound: of regions drawn by chance, those called disjoint share no
// element, for any size.
func TestDisjointIsSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...*model.Expr) *model.Expr { return list[rng.IntN(len(list))] }
	bound := func(outer ...*model.Expr) *model.Expr {
		e := pick(append([]*model.Expr{num(rng.IntN(3)), input(size)}, outer...)...)
		e = add(e, rng.IntN(4)-2)
		if rng.IntN(4) == 0 {
			e = model.Call([]string{"min", "max"}[rng.IntN(2)], whole, e, num(rng.IntN(4)))
		}
		return e
	}
	// Both regions take their loops from one list: as statements of one plate do.
	region2 := func(loops []*model.Loop) region {
		g := region{loops: loops}
		for range 2 {
			choice := []*model.Expr{num(rng.IntN(3)), input(size)}
			for _, l := range loops {
				choice = append(choice, model.IndexExpr(l.Index), model.IndexExpr(l.Index))
			}
			g.index = append(g.index, add(pick(choice...), rng.IntN(5)-2))
		}
		return g
	}
	found := 0
	for trial := range 20000 {
		i := loop(1, "i", bound(), bound())
		j := loop(2, "j", bound(model.IndexExpr(i.Index)), bound(model.IndexExpr(i.Index)))
		all := [][]*model.Loop{nil, {i}, {i, j}}
		a, b := region2(all[rng.IntN(3)]), region2(all[rng.IntN(3)])
		if !disjoint(a, b) {
			continue
		}
		found++
		for n := range 6 {
			seen := map[[2]int]bool{}
			elements(a, n, func(e [2]int) { seen[e] = true })
			elements(b, n, func(e [2]int) {
				if seen[e] {
					t.Fatalf("trial %d: %v and %v share %v for n = %d", trial, a.index, b.index, e, n)
				}
			})
		}
	}
	if found < 1000 {
		t.Errorf("only %d pairs are disjoint", found)
	}
}

// elements calls f for each element of a region with two dimensions.
func elements(g region, n int, f func([2]int)) {
	var run func(k int, env map[*model.Index]int)
	run = func(k int, env map[*model.Index]int) {
		if k == len(g.loops) {
			f([2]int{value(g.index[0], n, env), value(g.index[1], n, env)})
			return
		}
		l := g.loops[k]
		for v := value(l.Lo, n, env); v < value(l.Hi, n, env); v++ {
			env[l.Index] = v
			run(k+1, env)
		}
	}
	run(0, map[*model.Index]int{})
}

func value(e *model.Expr, n int, env map[*model.Index]int) int {
	switch e.Op {
	case model.OpNumber:
		return int(e.Value)
	case model.OpInput:
		return n
	case model.OpIndex:
		return env[e.Index]
	}
	x, y := value(e.Args[0], n, env), value(e.Args[1], n, env)
	switch e.Fun {
	case "+":
		return x + y
	case "-":
		return x - y
	case "min":
		return min(x, y)
	}
	return max(x, y)
}

package conditional

import (
	"slices"

	"mpc/model"
)

// A factor in a loop over a few indices that the model names, whose parameters are computed from one number at one index and from another
// at the next, as the precisions of theta[j, k] ~ normal(mu[j], precision = p[j]) where p[0] = a and p[1] = 1 / b, is written as a factor
// for each index. Each of these numbers is then in the one that reads it, and in no other.

// byIndex are the factors for each index of such loops, or the factor itself.
func (f *Factor) byIndex() []*Factor {
	if f.Dist == nil || f.Times != nil || f.Latent != nil || f.Given != nil {
		return []*Factor{f}
	}
	for k, l := range f.Loops {
		if l.Lo.Op != model.OpNumber || l.Hi.Op != model.OpNumber || l.Hi.Value-l.Lo.Value < 2 || l.Hi.Value-l.Lo.Value > maxSplit || !f.choosesBy(l.Index) {
			continue
		}
		var list []*Factor
		numbers := map[*model.Variable]int{} // by how many of the factors each is read
		for at := l.Lo.Value; at < l.Hi.Value; at++ {
			g := f.atIndex(k, model.Number(at))
			for _, v := range g.reads() {
				if len(v.Dims) == 0 {
					numbers[v]++
				}
			}
			list = append(list, g)
		}
		for _, n := range numbers {
			if n < len(list) {
				var all []*Factor
				for _, g := range list {
					all = append(all, g.byIndex()...)
				}
				return all
			}
		}
	}
	return []*Factor{f}
}

// choosesBy tells whether a parameter of a factor is chosen by an index, whatever is drawn.
func (f *Factor) choosesBy(i *model.Index) bool {
	found := false
	for _, a := range f.Dist.Args {
		a.Walk(func(x *model.Expr) {
			found = found || x.Op == model.OpCall && x.Fun == model.Choose && x.Args[0].Uses(i) && !x.Args[0].Random
		})
	}
	return found
}

// atIndex is a factor at one index of its k-th loop.
func (f *Factor) atIndex(k int, at *model.Expr) *Factor {
	index := f.Loops[k].Index
	there := func(e *model.Expr) *model.Expr {
		return e.Subst(index, at).Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpCall && x.Fun == model.Choose {
				return choose(x.Args[0], x.Args[1], x.Args[2])
			}
			return x
		})
	}
	g := f.mapped(there)
	g.reading = nil
	if f.Drawn != nil {
		g.Drawn = g.X
	}
	g.Loops = nil
	for _, l := range slices.Delete(slices.Clone(f.Loops), k, k+1) {
		inner := *l
		inner.Lo, inner.Hi = there(l.Lo), there(l.Hi)
		if l.Full != nil {
			inner.Full = there(l.Full)
		}
		g.Loops = append(g.Loops, &inner)
	}
	return g
}

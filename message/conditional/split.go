package conditional

import (
	"slices"

	"mpc/model"
)

// A factor of probabilities each of which is chosen by the value of one whole number that is drawn, as those of
// y[i] ~ multinomial(n, error[z[i]]) are where rows of error are computed from different variables, is written as a factor for
// each value, which counts where the number has it: y[i] ~ multinomial(n, [a[0] / sum(a), a[1] / sum(a), 0]) if z[i] == 1.
// Each reads what its row is computed from, and no more.

// maxSplit is how many values such a number has at most.
const maxSplit = 12

// split writes such factors so, and those whose parameters are chosen by an index.
func (b *builder) split() {
	var list []*Factor
	for _, f := range b.program.Factors {
		for _, g := range f.byValue() {
			list = append(list, g.byIndex()...)
		}
	}
	b.program.Factors = list
}

// byValue are the factors for each value of what chooses probabilities of a factor, or the factor itself.
func (f *Factor) byValue() []*Factor {
	z := f.chosenBy()
	if z == nil {
		return []*Factor{f}
	}
	n := z.Cardinality()
	if n == nil || n.Op != model.OpNumber || n.Value < 2 || n.Value > maxSplit {
		return []*Factor{f}
	}
	var list []*Factor
	fewer := false
	all := f.reads()
	for k := range int(n.Value) {
		value := model.Number(float64(k))
		g := f.mapped(func(e *model.Expr) *model.Expr { return e })
		for i, a := range g.Dist.Args {
			if a.Op == model.OpList {
				g.Dist.Args[i] = a.Map(func(x *model.Expr) *model.Expr { return chosen(x, z, value) })
			}
		}
		g.reading, g.Of = nil, f
		fewer = fewer || len(g.reads()) < len(all)
		g.Guards = append(g.Guards, model.Call("==", boolean, z, value))
		list = append(list, g)
	}
	if !fewer {
		return []*Factor{f}
	}
	return list
}

// chosen is a part of an expression where an element has a value.
func chosen(x, z, value *model.Expr) *model.Expr {
	switch {
	case x.Op == model.OpVariable && x.Key() == z.Key():
		return value
	case x.Op == model.OpCall && x.Fun == model.Choose:
		return choose(x.Args[0], x.Args[1], x.Args[2])
	}
	return x
}

// reads lists the variables that the parameters of a factor read.
func (f *Factor) reads() (list []*model.Variable) {
	for _, a := range f.Dist.Args {
		for _, v := range drawnIn(a) {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// chosenBy is the one element that is drawn by which all choices among the probabilities of a factor are made; nil where there is
// none.
func (f *Factor) chosenBy() (z *model.Expr) {
	if f.Dist == nil || f.Drawn != nil || f.Times != nil || f.Latent != nil || f.Given != nil {
		return nil
	}
	other := false
	for _, a := range f.Dist.Args {
		if a.Op != model.OpList {
			continue
		}
		a.Walk(func(x *model.Expr) {
			if x.Op != model.OpCall || x.Fun != model.Choose || !x.Args[0].Random {
				return
			}
			e := x.Args[0].Args
			if x.Args[0].Op != model.OpCall || x.Args[0].Fun != "==" || e[0].Op != model.OpVariable || e[1].Op != model.OpNumber || e[0].Type.Kind == model.Real || z != nil && e[0].Key() != z.Key() {
				other = true
				return
			}
			z = e[0]
		})
	}
	if other {
		return nil
	}
	return z
}

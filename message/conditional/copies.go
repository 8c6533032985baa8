package conditional

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// What is drawn inside repeat (n) is n independent copies. Each is drawn: the variable is
// an array with one more dimension for each repeat around it, of the copies, and the
// statements inside stand in a loop over them. A statement that reads no copy is the same
// in each, and counts n times: its log density is multiplied by n, which may be a fraction.
// The posterior of the variable is that of its first copy, as all are alike.

// copied finds how many of the repeats around a variable make copies of it, and makes the
// arrays of the copies.
func (b *builder) copied() {
	m := b.program.Model
	for _, v := range m.Variables {
		depth := b.joint.Copied(v)
		if depth == 0 {
			continue
		}
		dims, ranges := slices.Clone(v.Dims), slices.Clone(v.Ranges)
		for len(ranges) < len(dims) {
			ranges = append(ranges, nil)
		}
		for _, n := range v.Repeats[:depth] {
			if n = b.byElement(n, v); n == nil {
				return
			}
			dims, ranges = append(dims, n), append(ranges, nil)
		}
		w := b.latent(v.Name, "Copies", dims, ranges, v.At)
		w.Type, w.Sizes, w.Home, w.Derived = v.Type, v.Sizes, v.Home, v.Derived
		b.copies[v] = w
		b.program.standsFor[w] = v
	}
}

// byElement is the number of copies in terms of the indices of a variable; nil where it
// depends on others.
func (b *builder) byElement(n *model.Expr, v *model.Variable) *model.Expr {
	for _, r := range b.program.Model.Relations {
		if r.Target == nil || r.Target.Op != model.OpVariable || r.Target.Variable != v {
			continue
		}
		for k, a := range r.Target.Args {
			if a.Op == model.OpIndex {
				n = n.Subst(a.Index, &model.Expr{Op: model.OpDim, Type: wholeType, Dim: k, At: n.At})
			}
		}
	}
	known := !readsDrawn(n)
	n.Walk(func(x *model.Expr) { known = known && x.Op != model.OpIndex })
	if !known {
		b.Errorf(n.At, lang.CodeUnsupported, "a repeat that draws %s as often as another index says, in Gibbs sampling, is not supported by this version", v.Name).
			WithHint("give %s the index that the number of copies has", v.Name)
		return nil
	}
	return n
}

// copy is the index of the copies that the k-th repeat makes.
func (b *builder) copy(k int) *model.Index {
	for len(b.copyIndices) <= k {
		b.indices++
		b.copyIndices = append(b.copyIndices, &model.Index{ID: -b.indices, Name: copyName(len(b.copyIndices))})
	}
	return b.copyIndices[k]
}

// copyOf names, in an expression, the copies in place of the variables that they are of.
func (b *builder) copyOf(e *model.Expr) *model.Expr {
	if len(b.copies) == 0 {
		return e
	}
	return e.Map(func(x *model.Expr) *model.Expr {
		if x.Op != model.OpVariable || b.copies[x.Variable] == nil {
			return x
		}
		cp, v := *x, x.Variable
		if x.PartOfArray() {
			return b.copyOf(b.wholeArray(x))
		}
		cp.Variable = b.copies[v]
		cp.Args = slices.Clone(x.Args[:len(v.Dims)])
		for k := range len(cp.Variable.Dims) - len(v.Dims) {
			cp.Args = append(cp.Args, model.IndexExpr(b.copy(k)))
		}
		cp.Args = append(cp.Args, x.Args[len(v.Dims):]...)
		return &cp
	})
}

// placed is a statement about the copies that repeats around it make, in loops over these.
func (b *builder) placed(s *joint.Statement) *joint.Statement {
	if len(b.copies) == 0 {
		return s
	}
	s = s.Map(b.copyOf)
	for k, n := range s.Copies {
		s.Loops = append(s.Loops, &model.Loop{Index: b.copy(k), Lo: model.Number(0), Hi: n, Full: n})
	}
	return s
}

// Original is the variable of the model that one of the program stands for, or itself.
func (p *Program) Original(v *model.Variable) *model.Variable {
	if of := p.standsFor[v]; of != nil {
		return of
	}
	return v
}

// A description is a text, with %s for an element of a variable, if there is one.
type description struct {
	text string
	of   *model.Variable
}

// Describe names, for people, the element of a variable that the program draws: name is a
// variable of the model, whose element stands for %s in text.
func (p *Program) Describe(v *model.Variable) (text string, name *model.Variable) {
	if d, ok := p.described[v]; ok {
		return d.text, d.of
	}
	return "%s", p.Original(v)
}

// counted sets how many times a factor counts. It is false where that is none.
func (f *Factor) counted(times *model.Expr) bool {
	switch {
	case times == nil || times.IsNumber(1):
		return true
	case times.Op == model.OpNumber:
		f.Times = times
		return times.Value != 0
	}
	f.Times = times
	f.Guards = append(f.Guards, model.Call("!=", boolean, times, model.Number(0)))
	return true
}

// Inits are what the model says of the first values of a variable, in all chains or in one: none where
// they are drawn from the prior.
func (p *Program) Inits(v *model.Variable) (list []model.Init) {
	v = p.Original(v)
	for _, in := range p.Model.Init {
		if in.Variable == v && in.Dist.Name != model.Random {
			list = append(list, in)
		}
	}
	return list
}

// InitIn is what the model says of the first values of a variable in the chain of a number, counted from 0: nil where they are
// drawn from the prior. Further chains than the model lists start as the first ones do.
func (p *Program) InitIn(v *model.Variable, chain int) *model.Dist {
	for _, in := range p.Inits(v) {
		if in.Chain == 0 || in.Chain-1 == chain%p.Model.File.Starts {
			return in.Dist
		}
	}
	return nil
}

func copyName(k int) string {
	if k == 0 {
		return "copy"
	}
	return fmt.Sprintf("copy%d", k+1)
}

// StartsAt tells whether the model says where a variable starts: it is left there.
func (p *Program) StartsAt(v *model.Variable) bool { return len(p.Inits(v)) > 0 }

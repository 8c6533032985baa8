package conditional

import (
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// latent makes a variable that the model does not have: real numbers over an array of the
// given sizes, named after what it belongs to.
func (b *builder) latent(base, what string, dims []*model.Expr, ranges []*model.Input, at lang.Pos) *model.Variable {
	m := b.program.Model
	v := &model.Variable{ID: len(m.Variables) + len(b.program.Latents), Random: true, Type: realType, Dims: dims, Ranges: ranges, At: at}
	taken := func(name string) bool {
		same := func(o string) bool { return strings.EqualFold(strings.ReplaceAll(o, "_", ""), name) }
		return slices.ContainsFunc(m.Variables, func(o *model.Variable) bool { return same(o.Name) }) ||
			slices.ContainsFunc(m.Inputs, func(o *model.Input) bool { return same(o.Name) }) ||
			slices.ContainsFunc(b.program.Latents, func(o *model.Variable) bool { return same(o.Name) })
	}
	for v.Name = base + what; taken(strings.ReplaceAll(v.Name, "_", "")); {
		v.Name += "X"
	}
	b.program.Latents = append(b.program.Latents, v)
	return v
}

// standIn is the array that is drawn for a variable of the model: its copies in a repeat,
// its drawn elements, or itself.
func (b *builder) standIn(v *model.Variable) *model.Variable {
	if w := b.copies[v]; w != nil {
		return w
	}
	if w := b.drawnParts[v]; w != nil {
		return w
	}
	return v
}

// variables lists those of the model, copies in place of what they are of, and those that
// rewriting has made.
func (b *builder) variables() []*model.Variable {
	list := slices.DeleteFunc(slices.Clone(b.program.Model.Variables), func(v *model.Variable) bool { return b.copies[v] != nil })
	return append(list, b.program.Latents...)
}

// elementOf is the element of a variable at indices.
func elementOf(v *model.Variable, at []*model.Expr) *model.Expr {
	return &model.Expr{Op: model.OpVariable, Type: v.Type, Variable: v, Args: at, Random: true, At: v.At}
}

// covers tells whether a factor has one instance for each element of an array, which
// stands in it by the indices of its loops.
func (f *Factor) covers(x *model.Expr) bool { return len(f.Loops) == len(x.Args) && f.runs(x) }

// runs tells it of the elements of an array at some indices that are numbers, as theta[2, k] for all k.
func (f *Factor) runs(x *model.Expr) bool {
	if len(x.Args) != len(x.Variable.Dims) || len(f.Guards) > 0 {
		return false
	}
	loops := f.Loops
	for k, a := range x.Args {
		if a.Op == model.OpNumber {
			continue
		}
		i, c, ok := a.Affine()
		if !ok || c != 0 || len(loops) == 0 || i != loops[0].Index || !loops[0].Lo.IsNumber(0) {
			return false
		}
		size := x.Variable.Dims[k].Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return x.Args[e.Dim]
			}
			return e
		})
		if !size.Equal(loops[0].Hi) {
			return false
		}
		loops = loops[1:]
	}
	return len(loops) == 0
}

// replaced is e with one part, that is no datum, in place of another. An entry of an input
// may have the name of the variable that is drawn where the data lack it.
func replaced(e *model.Expr, key string, by *model.Expr) *model.Expr {
	if e == nil {
		return nil
	}
	return e.Map(func(x *model.Expr) *model.Expr {
		if x.Op != model.OpInput && x.Key() == key {
			return by
		}
		return x
	})
}

// mapped is a factor whose expressions do changes.
func (f *Factor) mapped(do func(*model.Expr) *model.Expr) *Factor {
	cp := *f
	change := func(e *model.Expr) *model.Expr {
		if e == nil {
			return nil
		}
		return do(e)
	}
	cp.Guards = nil
	for _, g := range f.Guards {
		cp.Guards = append(cp.Guards, do(g))
	}
	cp.X, cp.Holds, cp.Log, cp.Times = change(f.X), change(f.Holds), change(f.Log), change(f.Times)
	if f.Dist != nil {
		d := *f.Dist
		d.Args = nil
		for _, a := range f.Dist.Args {
			d.Args = append(d.Args, change(a))
		}
		cp.Dist = &d
	}
	return &cp
}

// prior is the one factor that draws a variable; nil where there are several, or none.
func (b *builder) prior(v *model.Variable) (prior *Factor) {
	for _, f := range b.program.Factors {
		if f.Drawn != nil && f.Drawn.Variable == v {
			if prior != nil {
				return nil
			}
			prior = f
		}
	}
	return prior
}

// gaussian tells whether all that draws a variable is normal: numbers, or vectors.
func (b *builder) gaussian(v *model.Variable) bool {
	found := false
	for _, f := range b.program.Factors {
		if f.Drawn != nil && f.Drawn.Variable == v {
			if !gaussianFamily(f.Dist.Family()) {
				return false
			}
			found = true
		}
	}
	return found
}

// drawnIn lists the variables that an expression reads.
func drawnIn(e *model.Expr) (list []*model.Variable) {
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpVariable && x.Variable.Random && !slices.Contains(list, x.Variable) {
			list = append(list, x.Variable)
		}
	})
	return list
}

// asked is the method that the model names for a variable; "" where it names none.
func (b *builder) asked(v *model.Variable) string {
	return b.program.Model.Methods[b.program.Original(v)].Name
}

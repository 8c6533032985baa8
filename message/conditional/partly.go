package conditional

import (
	"fmt"
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// An array of numbers some elements of which are drawn and others computed, as a[0] = 0
// beside a[k] ~ normal(m, sd = s), is a function of variables: an element is what it is
// computed from where a definition has it, and else that of an array of latent numbers,
// which is what is drawn. Elements of that which nothing reads have a prior of their own,
// whose integral is 1 whatever the others are, so that the array is drawn as any other is
// (a pseudo-prior of Carlin and Chib 1995). Where branches tell an element that is computed
// from one that is drawn, the latent number has its prior in either of them, as in the
// selection of variables of Kuo and Mallick (1998).

// partly makes the latent array of each variable that is computed in part.
func (b *builder) partly() {
	for _, v := range b.program.Model.Variables {
		if len(b.definitions[v]) == 0 || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || b.copies[v] != nil || b.draw(v) == nil {
			continue
		}
		w := b.latent(v.Name, "Drawn", v.Dims, v.Ranges, v.At)
		w.Sizes, w.Home = v.Sizes, v.Home
		b.drawnParts[v] = w
		b.program.standsFor[w] = v
	}
}

// draw is the first relation that draws elements of a variable, or nil.
func (b *builder) draw(v *model.Variable) *model.Relation {
	k := slices.IndexFunc(b.program.Model.Relations, func(r *model.Relation) bool {
		return r.Kind == model.Draw && r.Target.Op == model.OpVariable && r.Target.Variable == v
	})
	if k < 0 {
		return nil
	}
	return b.program.Model.Relations[k]
}

// drawnPart is what a statement draws, and under which guards: of a variable that is computed
// in part it is an element of the latent array, whichever branch is taken.
func (b *builder) drawnPart(s *joint.Statement) (x *model.Expr, guards []*model.Expr) {
	w := b.drawnParts[s.X.Variable]
	if w == nil {
		return s.X, s.Guards
	}
	guards = s.Guards
	if !s.Switched && b.only(s.Relation) {
		guards = slices.DeleteFunc(slices.Clone(guards), readsDrawn)
	}
	cp := *s.X
	cp.Variable = w
	return &cp, guards
}

// only tells whether a relation is the only one that draws elements of its variable.
func (b *builder) only(r *model.Relation) bool {
	return !slices.ContainsFunc(b.program.Model.Relations, func(o *model.Relation) bool {
		return o != r && o.Kind == model.Draw && o.Target.Op == model.OpVariable && o.Target.Variable == r.Target.Variable
	})
}

// unread adds the priors of the elements of latent arrays that nothing reads: those that are
// computed, and those that no statement defines.
func (b *builder) unread() {
	for _, v := range b.variables() {
		of := b.program.Original(v)
		r := b.draw(of)
		if !v.Random || r == nil || of.Input != nil || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || b.solved[v] != nil || len(b.definitions[v]) > 0 {
			continue
		}
		prior := func(d *definition) {
			f := &Factor{Loops: d.loops, X: elementOf(v, d.target), Dist: proper(r.Dist), Unread: true, At: d.at, Text: d.text}
			f.Drawn = f.X
			for _, g := range d.guards {
				f.Guards = append(f.Guards, b.inline(g))
			}
			b.add(f)
		}
		if b.drawnParts[of] == v {
			for _, d := range b.definitions[of] {
				if b.only(r) && slices.ContainsFunc(d.guards, readsDrawn) {
					continue // its prior is that of the other branch
				}
				own := *d
				own.text = fmt.Sprintf("%s, where %s is not read", d.text, v.Name)
				prior(&own)
			}
		}
		loops, at := elements(v)
		if guards := b.undefined(v, loops, at); guards != nil {
			prior(&definition{loops: loops, target: at, guards: guards, at: v.At, text: fmt.Sprintf("%s, where no statement defines or reads it", elementOf(v, at))})
		}
	}
}

// fixed tells whether a variable that is computed in part has elements that nothing drawn is
// in.
func (b *builder) fixed(v *model.Variable) bool {
	return b.drawnParts[v] != nil && slices.ContainsFunc(b.definitions[v], func(d *definition) bool { return !readsDrawn(b.inline(d.value)) })
}

// proper is a distribution without parameters that vary, of the family of a prior.
func proper(of *model.Dist) *model.Dist {
	d := &model.Dist{Name: "normal", Names: []string{"mean", "variance"}, Args: []*model.Expr{model.Number(0), model.Number(1)}, At: of.At}
	switch f := priorFamily(of); {
	case ofScale(f):
		d.Name, d.Names, d.Args[0] = f, []string{"shape", "rate"}, model.Number(1)
	case model.Distribution(f).OfShare():
		d.Name, d.Names, d.Args[0] = f, []string{"a", "b"}, model.Number(1)
	}
	return d
}

// ofScale tells whether a family is one of precisions and variances.
func ofScale(family string) bool {
	sig := model.Distribution(family)
	return sig != nil && sig.Spread != ""
}

package conditional

import (
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// An array of numbers may be observed exactly in some elements, as the data decide: if (failed[i]) { observe life[i] == log(hours[i]) }.
// It is then computed in part: where the condition holds an element is its value, whose density the draw is, and else that of an
// array of latent numbers, which is what is drawn (partly.go).

// pin has an equation that stands under conditions on data as such a definition, if it determines the elements of a variable
// that one statement draws.
func (b *builder) pin(s *joint.Statement, v *model.Variable, residual *model.Expr) bool {
	if v.Input != nil || v.Data != nil || len(v.Repeats)+len(v.Home) > 0 || slices.ContainsFunc(s.Guards, readsDrawn) {
		return false
	}
	r := b.draw(v)
	if r == nil || !b.only(r) || len(r.Guards)+len(r.Branches)+len(r.Repeats) > 0 {
		return false
	}
	x, value, slope := b.solution(s, v, residual)
	if value == nil || value.Random {
		return false
	}
	d := &definition{loops: s.Loops, target: x.Args, value: value, at: s.At, text: s.Text}
	for _, g := range s.Guards {
		d.guards = append(d.guards, b.inline(g))
	}
	w := b.latent(v.Name, "Drawn", v.Dims, v.Ranges, v.At)
	w.Sizes = v.Sizes
	b.drawnParts[v], b.program.standsFor[w] = w, v
	b.definitions[v], b.pinned[v] = []*definition{d}, d
	b.jacobian(s, slope, d.guards)
	return true
}

// pinnedDraw adds the two parts of a draw of a variable that is observed exactly in some elements.
func (b *builder) pinnedDraw(f *Factor, s *joint.Statement) bool {
	d := b.pinned[s.X.Variable]
	if d == nil {
		return false
	}
	value, conds, ok := d.at0(s.X.Args)
	if !ok {
		return false
	}
	holds := conds[0]
	for _, c := range conds[1:] {
		holds = model.Call("&&", boolean, holds, c)
	}
	seen, drawn := *f, *f
	seen.Guards = append(slices.Clone(f.Guards), holds)
	seen.X, seen.Dist = b.inline(value), b.dist(s.Dist)
	b.add(&seen)
	drawn.Guards = append(slices.Clone(f.Guards), not(holds))
	x, _ := b.drawnPart(s)
	drawn.X, drawn.Dist = b.inline(x), b.dist(s.Dist)
	drawn.Drawn = drawn.X
	b.add(&drawn)
	return true
}

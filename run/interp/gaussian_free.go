package interp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/engine/latent"
	"mpc/message/conditional"
)

// freeSmall is how far an element moves in a direction, beside the one that moves furthest, that it is not named.
const freeSmall = 1e-5

// freeNamed is how many elements of a direction are named.
const freeNamed = 4

// undetermined is the error of a direction that nothing determines, at a variable that it moves: one drawn from flat() first.
func (g *gaussian) undetermined(u *latent.Undetermined) error {
	type element struct {
		of   *conditional.Draw
		name string
		by   float64
	}
	var list []element
	most := 0.0
	for k, d := range g.of.Parts() {
		for i := range g.values[d.Variable()].numbers {
			by := u.Direction[g.block.from[k]+i]
			name := elementName(d.Variable().Name, g.values[d.Variable()].indexAt(i))
			list, most = append(list, element{d, name, by}), max(most, math.Abs(by))
		}
	}
	list = slices.DeleteFunc(list, func(e element) bool { return !(math.Abs(e.by) > freeSmall*most) })
	slices.SortStableFunc(list, func(a, b element) int { return cmp.Compare(math.Abs(b.by), math.Abs(a.by)) })
	at := list[0].of
	if k := slices.IndexFunc(list, func(e element) bool { return e.of.Prior[0].Dist.Flat() }); k >= 0 {
		at = list[k].of
	}
	scale := list[0].by
	var parts []string
	for k, e := range list[:min(len(list), freeNamed)] {
		part := fmt.Sprintf("%s by %.4g", e.name, e.by/scale)
		if k == 0 {
			part = fmt.Sprintf("%s moves by %.4g", e.name, e.by/scale)
		}
		parts = append(parts, part)
	}
	if more := len(list) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d others", more))
	}
	f := at.Prior[0].Factor
	e := g.run.errorf(Unintegrated, f.At, f.Text, "the posterior of %s is improper: priors and data say the same, to the last digits, where %s", g.of.Name(), strings.Join(parts, ", "))
	e.Hint = "give one of them a prior, or say what a sum of them is, as in observe sum(u[i] : i in n) == 0"
	return e
}

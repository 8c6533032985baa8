package message

import (
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// A Chosen names normal elements that a factor reads together, in a sum or a comparison, of a program in which data choose
// elements, as skill[winner[g]], or in which a sum is observed without noise: whether instances close loops depends on the data.
type Chosen struct {
	Factor    *factor.Factor
	Variables []*factor.Variable
	Elements  []ChosenElement
	// Draws is set of a draw around others, which ties them but is no sum.
	Draws bool
	// Exactly is set of a sum that is observed without noise.
	Exactly bool
}

// A ChosenElement has its index in terms of the loops of the factor, and of those that it runs Over besides.
type ChosenElement struct {
	Variable *factor.Variable
	Index    []*model.Expr
	Over     []*model.Loop
}

// ChosenSums lists these, where data say something of them: one for each statement, behind the draws that tie normals.
func (p *Program) ChosenSums() (list []Chosen) {
	if p.Gaussian != nil {
		return nil
	}
	l := newLineage(p.Graph)
	heard := hearing(p.Graph, barren(p.Graph))
	var draws []Chosen
	any := false // some element is chosen by data
	for _, f := range p.Graph.Factors {
		draw := strings.HasPrefix(f.Kind.Name, "normal") && f.Slots[0].Edge != nil
		if !heard[f] || len(f.Branches) > 0 || !draw && !slices.Contains(adding, f.Kind.Name) {
			continue
		}
		c, chosen := Chosen{Factor: f, Draws: draw, Exactly: !draw && exactly(f)}, false
		args := l.normalArgs(f)
		if draw && f.Slots[0].Edge.Defines {
			args = append(args, normalArg{roots: []root{{variable: f.Slots[0].Edge.Variable, index: f.Slots[0].Edge.Index}}})
		}
		for _, a := range args {
			for _, r := range a.roots {
				chosen = chosen || slices.ContainsFunc(r.index, func(e *model.Expr) bool { _, _, affine := e.Affine(); return !affine && e.Op != model.OpNumber })
				over := slices.DeleteFunc(slices.Clone(r.over), func(l *model.Loop) bool { return slices.Contains(f.Loops, l) })
				c.Elements = append(c.Elements, ChosenElement{r.variable, r.index, over})
				if !slices.Contains(c.Variables, r.variable) {
					c.Variables = append(c.Variables, r.variable)
				}
			}
		}
		several := len(c.Elements) > 1 || c.Exactly && len(c.Elements) == 1 && len(c.Elements[0].Over) > 0
		if !several || draw && len(c.Elements) > 2 { // a draw around a sum is tied by the sum
			continue
		}
		any = any || chosen || c.Exactly
		// Of a sum of sums the last has all variables.
		k := slices.IndexFunc(list, func(o Chosen) bool { return o.Factor.Text == f.Text && o.Factor.At == f.At })
		switch {
		case draw:
			draws = append(draws, c)
		case k >= 0:
			list[k] = c
		default:
			list = append(list, c)
		}
	}
	if !any {
		return nil
	}
	return append(draws, list...)
}

// exactly tells whether the data give what a factor adds up to.
func exactly(f *factor.Factor) bool {
	return f.Kind.Name != "greater_than" && len(f.Slots) > 0 && f.Slots[0].Edge == nil
}

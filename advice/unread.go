package advice

import (
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

// unread warns of what the data say about variables that nothing joins with one that is
// inferred: no message of theirs is computed, not even to see that they contradict
// each other. The evidence counts all.
func (c *Stages) unread() lang.Diagnostics {
	if c.Model.Evidence {
		return nil
	}
	parts := factor.NewParts(c.Graph)
	for _, f := range c.Graph.Factors {
		parts.Connect(f, c.selects(f))
	}
	inferred := map[int]bool{}
	for _, v := range c.Graph.Variables {
		if v.Source != nil && slices.Contains(c.Model.Infer, v.Source) {
			inferred[parts.Of(v)] = true
		}
	}
	var list lang.Diagnostics
	for _, f := range c.Graph.Factors {
		defines, reads := false, -1
		for _, s := range f.Slots {
			if s.Edge != nil {
				defines = defines || s.Edge.Defines
				reads = parts.Of(s.Edge.Variable)
			}
		}
		if defines || reads < 0 || inferred[reads] {
			continue
		}
		inferred[reads] = true // one is enough
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: f.At, Code: model.CodeUnused,
			Message: "nothing that is inferred depends on " + f.Text + ": it is left out, also where it contradicts others"}
		d.WithHint("ask for a variable of it, or for the evidence, under infer")
		list = append(list, d)
	}
	return list
}

// selects is the selector of the innermost gate that a factor stands in, whose
// probabilities are by what it says of the branch; nil outside of gates.
func (c *Stages) selects(f *factor.Factor) *factor.Variable {
	if len(f.Branches) == 0 {
		return nil
	}
	branch := f.Branches[len(f.Branches)-1]
	if c.Model.Samples() { // whose graph has no gates
		var selector *factor.Variable
		branch.Gate.Selector.Walk(func(e *model.Expr) {
			i := slices.IndexFunc(c.Graph.Variables, func(v *factor.Variable) bool { return e.Op == model.OpVariable && v.Source == e.Variable })
			if i >= 0 {
				selector = c.Graph.Variables[i]
			}
		})
		return selector
	}
	g := c.Graph.GateOf(branch.Gate)
	if g == nil || g.Factor.Slots[0].Edge == nil {
		return nil
	}
	return g.Factor.Slots[0].Edge.Variable
}

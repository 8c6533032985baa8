package mpc

import (
	"fmt"
	"slices"
	"strings"

	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
	"mpc/schedule"
)

// planGaussian runs the stages of a latent Gaussian model whose posterior is computed as a whole:
// one that is to be by the key integrate, or that the posteriors of single variables by EP would
// be off of. It is not done where the model is none.
func (c *Compilation) planGaussian() (done bool, err error) {
	if m := c.Model; m != nil && (m.Algorithm != "ep" || m.NoIntegrals) {
		return false, nil
	}
	apart, checked := model.CheckApart(c.File)
	if checked.HasErrors() || apart.Algorithm != "ep" || apart.NoIntegrals {
		return false, nil
	}
	m := apart
	if f := apart.WithComponents(c.File); f != c.File {
		if of, d := model.CheckApart(f); !d.HasErrors() {
			apart, checked = of, d
		}
	}
	j := joint.Build(apart)
	g, refusal := conditional.BuildGaussian(j)
	if refusal == nil {
		refusal = unable(apart)
	}
	asked := len(m.Integrate) > 0 || m.Power != nil
	if refusal != nil {
		if !asked {
			c.refused = refusal
			return false, nil
		}
		return false, c.notWhole(m, refusal)
	}
	if !asked && (m.NoBlocks || c.File.Loopy || !c.File.Jointly && !c.gains(g)) {
		return false, nil
	}
	graph, d := factor.BuildWhole(apart, func(v *model.Variable) factor.Family { return factor.Family(g.Family(v)) })
	if d.HasErrors() {
		return false, d.Errors()
	}
	c.Model, c.Joint, c.Graph = apart, j, graph
	c.Warnings = append(c.Warnings, checked.Warnings()...)
	c.Program = message.LowerGaussian(graph, g)
	c.Deps = depanalysis.Analyze(c.Program)
	if err := c.plan(); err != nil {
		return false, c.unschedulable(c.File.Name, err)
	}
	if err := schedule.Verify(c.Deps, c.Planned); err != nil {
		return false, NewInternalError("schedule", err)
	}
	c.Schedule = c.Planned
	c.advise()
	return true, nil
}

// notWhole is the error of a model that asks for what a posterior that is computed as a whole has, and has none.
func (c *Compilation) notWhole(m *model.Model, why *conditional.Refusal) lang.Diagnostics {
	d := lang.Diagnostic{Severity: lang.Error, File: c.File.Name}
	if len(m.Integrate) > 0 {
		at := m.Integrate[0]
		d.Pos, d.Code = at.At, lang.CodeIntegrate
		d.Message = fmt.Sprintf("%s cannot be integrated: %s", at.Variable.Name, why.Text)
		d.WithHint("given the numbers that are integrated all others are to be normals, read by linear combinations")
	} else {
		d.Pos, d.Code = m.Power.At, lang.CodePower
		d.Message = "power is of the sites of a joint normal, and there is none: " + why.Text
		d.WithHint("delete the key power, or let all variables but a few numbers be normals, read by linear combinations")
	}
	if why.At != d.Pos {
		d.WithRelated(why.At, "found here")
	}
	return lang.Diagnostics{d}
}

// remedy says with the first operator that there is none of what would let the posterior be computed as a whole, if that is known.
func (c *Compilation) remedy(list lang.Diagnostics) {
	if c.refused == nil || c.refused.Hint == "" {
		return
	}
	var at *lang.Diagnostic
	for k := range list {
		if d := &list[k]; d.Severity == lang.Error && d.Code == factor.CodeNoOperator && (at == nil || d.Pos.Line == c.refused.At.Line && at.Pos.Line != d.Pos.Line) {
			at = d
		}
	}
	if at != nil {
		at.Hint = c.refused.Hint
	}
}

// gains tells whether posteriors by messages about single variables are off, or are none.
func (c *Compilation) gains(g *conditional.Gaussian) bool {
	if g.HyperAlone() {
		return g.TiesHyper() || g.TakesOthers() && c.lacksOperators() // conjugate families are exact by messages
	}
	if g.Draws() || g.IsFlat() {
		return true // which messages have no operators for, or need not find a first distribution of
	}
	if g.AsksOfTied() {
		return true
	}
	if g.Gains() {
		return !(g.Exactly() && c.byMessages().inOnePass())
	}
	if (g.TakesOthers() || g.HasVectors() || len(g.Cuts)+len(g.Singles)+len(g.Matrices) > 0) && c.lacksOperators() {
		return true
	}
	return c.byMessages().dependent()
}

// lacksOperators tells whether messages about single variables cannot be had of the model: of a density that EP has
// no operator for.
func (c *Compilation) lacksOperators() bool {
	if c.Model == nil {
		return false
	}
	graph, d := factor.Build(c.Model)
	if !d.HasErrors() {
		_, d = lower(joint.Build(c.Model), graph)
	}
	errors := d.Errors()
	return len(errors) > 0 && !slices.ContainsFunc(errors, func(e lang.Diagnostic) bool { return e.Code != factor.CodeNoOperator })
}

// byMessages is the compilation to messages about single variables, nil where there is none.
func (c *Compilation) byMessages() *Compilation {
	f := *c.File
	f.Loopy = true
	other := &Compilation{}
	if err := other.planFile(&f); err != nil {
		return nil
	}
	return other
}

// inOnePass tells whether messages give the posterior without an iteration: of chains and trees, whose loops are faster, and
// of which filters can be made. What reads arguments that depend on each other as independent does not.
func (c *Compilation) inOnePass() bool {
	return c != nil && !c.dependent() && !slices.ContainsFunc(c.Schedule.Steps, func(s schedule.Step) bool {
		_, iterates := s.(*schedule.Iterate)
		return iterates
	})
}

// dependent tells whether messages read arguments that depend on each other as independent.
func (c *Compilation) dependent() bool {
	return c != nil && slices.ContainsFunc(c.Warnings, func(w lang.Diagnostic) bool { return w.Code == lang.CodeDependent })
}

// unable says what in a model has no place in a posterior that is computed as a whole.
func unable(m *model.Model) *conditional.Refusal {
	at := m.File.Model.At
	switch {
	case len(m.Shared) > 0:
		return &conditional.Refusal{At: at, Text: "variables are shared by batches of data"}
	case len(m.Point) > 0:
		return &conditional.Refusal{At: at, Text: "point estimates are wanted"}
	case len(m.Init) > 0 || m.StartsAtRandom():
		return &conditional.Refusal{At: at, Text: "the model has initial marginals"}
	case slices.ContainsFunc(m.Variables, func(v *model.Variable) bool { return v.Random && m.AlgorithmOf(v) != "ep" }):
		return &conditional.Refusal{At: at, Text: "variables have another algorithm"}
	case len(m.Operators) > 0 || m.Iterate.Proper || m.Iterate.Projection == "log" || m.Iterate.OfEvidence || len(m.Iterate.Sequential) > 0:
		return &conditional.Refusal{At: at, Text: "the model says how messages are computed"}
	}
	return nil
}

// gaussianWords says how the posterior of a latent Gaussian model is computed.
func gaussianWords(g *conditional.Gaussian) string {
	names := func(list []*conditional.Draw) string {
		var names []string
		for _, d := range list {
			names = append(names, g.Shown(d).Name)
		}
		return strings.Join(names, ", ")
	}
	text := "the posterior of "
	if len(g.Parts())+len(g.Singles) == 0 {
		return text + names(g.Integrated()) + ", numbers that are integrated over"
	}
	if len(g.Parts()) > 0 {
		text += names(g.Parts()) + ", one joint normal"
	}
	if sites := g.Sites(); len(sites) > 0 {
		text += " with a site of EP for each combination that "
		for k, r := range sites {
			if k > 0 {
				text += " or "
			}
			text += fmt.Sprintf("%s (line %d)", r.Term.Factor.Text, r.Term.Factor.At.Line)
		}
		text += " reads"
		if p := g.Model.Power; p != nil {
			text += fmt.Sprintf(", to the power %g", p.Value)
		}
	}
	if g.Ties != nil {
		text += fmt.Sprintf("; %s (line %d) ties them", g.Ties.Term.Factor.Text, g.Ties.Term.Factor.At.Line)
	}
	if len(g.Singles) > 0 {
		if len(g.Parts()) > 0 {
			text += "; of "
		}
		text += names(g.Singles) + ", each element integrated by itself"
	}
	if len(g.Integrated()) > 0 {
		text += "; integrated over " + names(g.Integrated())
	}
	return text
}

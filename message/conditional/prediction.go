package conditional

import (
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// A prediction is what nothing reads and no data give, and what is asked for: a missing entry of a response, a truth
// of a new row. It says nothing of any other variable, so that it is computed from their posterior.

// predicted tells whether a variable is one: of those that are numbers, missing entries. Others of these are normals like all others.
func (b *builder) predicted(v *model.Variable) bool { return predicted(b.joint, v) }

func predicted(j *joint.Joint, v *model.Variable) bool {
	switch {
	case !v.Random || v.Derived || v.Data != nil || len(v.Repeats) > 0 || len(v.Home) > 0 || v.Type.Dimensions > 0 || !slices.Contains(j.Model.Infer, v):
		return false
	case v.Type.Kind == model.Bool, v.Type.Kind == model.Real && v.Input != nil:
	default:
		return false
	}
	reads := false
	of := func(e *model.Expr) {
		if e != nil {
			e.Walk(func(x *model.Expr) { reads = reads || x.Op == model.OpVariable && x.Variable == v })
		}
	}
	for _, s := range j.Statements {
		for _, l := range s.Loops {
			of(l.Lo)
			of(l.Hi)
		}
		for _, e := range slices.Concat(s.Guards, s.Home, s.Copies) {
			of(e)
		}
		if s.Dist != nil {
			for _, a := range s.Dist.Args {
				of(a)
			}
		}
		of(s.Value)
		of(s.Other)
		of(s.Times)
		if s.X != nil && !(s.Kind == joint.Drawn && s.X.Op == model.OpVariable && s.X.Variable == v) {
			of(s.X)
		}
	}
	return !reads
}

// predict makes the rows of a prediction: of each statement that draws elements of it.
func (g *Gaussian) predict(b *builder, v *model.Variable) *Refusal {
	found := false
	for _, f := range b.program.Factors {
		if f.Drawn == nil || f.Drawn.Variable != v {
			continue
		}
		found = true
		if f.Times != nil || f.Dist == nil || slices.ContainsFunc(f.Guards, readsDrawn) {
			return refusedAnswer(v, " depends on a condition")
		}
		a := &Answer{Variable: v, At: f.Drawn.Args}
		p := partsOf(g.Parts())
		switch d := f.Dist; d.Name {
		case "normal":
			precision := precisionOf(d)
			if p.read(precision) || !p.isCombination(d.Arg("mean")) {
				return refusedAnswer(v, " is not drawn around a linear combination")
			}
			a.Kind, a.Expr = Function, d.Arg("mean")
			if no := g.ask(f, a); no != nil {
				return no
			}
			a.Kind, a.Expr = Prediction, precision
			g.Rows()[len(g.Rows())-1].Term.X = precision
		case "bernoulli":
			a.Kind, a.Expr = Function, d.Arg("p")
			if a.Expr == nil {
				a.Expr = model.Call("logistic", realType, d.Arg("logit"))
			}
			if no := g.ask(f, a); no != nil {
				return no
			}
		default:
			return refusedAnswer(v, " is drawn from "+d.Name)
		}
	}
	if !found {
		return refusedAnswer(v, " has no prior")
	}
	return nil
}

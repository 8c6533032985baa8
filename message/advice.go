package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/mcmc"
	"mpc/model"
	"mpc/operators"
)

// advice says what to write where a variable of a factor has messages of a family that
// the factor has none of, as a probability that is drawn from a uniform distribution; ""
// where nothing better than the list of operators is known.
func (l *lowering) advice(f *factor.Factor) string {
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines || s.Edge.Variable.Source == nil {
			continue
		}
		want, have := l.messageFamilies(f, s.Name), s.Edge.Variable.Family
		if len(want) == 0 || slices.Contains(want, have.String()) {
			continue
		}
		if text := l.otherDraw(f, s, want, have); text != "" {
			return text
		}
	}
	return ""
}

// redraw reports a factor that wants other messages to a variable than those that its draw
// gives it, as those to a probability that is drawn from a uniform distribution. Such a mistake
// is one of the draw, however many factors read the variable.
func (l *lowering) redraw(f *factor.Factor) bool {
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines || s.Edge.Variable.Source == nil {
			continue
		}
		want, have := l.messageFamilies(f, s.Name), s.Edge.Variable.Family
		drawn := l.drawnFrom(s.Edge.Variable.Source)
		if len(want) == 0 || slices.Contains(want, have.String()) || have != factor.Normal || drawn == nil || !between(drawn.Dist) {
			continue
		}
		family, instead, what := otherFamily(drawn, s.Name, want)
		if instead == "" {
			continue
		}
		const most = 3
		if d := l.redrawn[s.Edge.Variable.Source]; d != nil {
			if len(d.Related) < most && d.Related[len(d.Related)-1].Pos != f.At {
				d.WithRelated(f.At, "it is a %s here too", what)
			}
			return true
		}
		algorithm := strings.ToUpper(s.Edge.Variable.Algorithm.String())
		d := l.Errorf(drawn.Dist.At, CodeNoOperator, "no operator: by %s a %s has messages of the family %s, and what is drawn from %s those of the family normal", algorithm, what, family, drawn.Dist.Name).
			WithHint("write %s ~ %s", drawn.Target, instead).
			WithRelated(f.At, "%s is a %s here", s.Edge.Element(), what)
		l.redrawn[s.Edge.Variable.Source] = d
		return true
	}
	return false
}

// between tells whether a distribution is a normal or a flat one between bounds, whose messages are normals.
func between(d *model.Dist) bool {
	row := mcmc.Row(d.Name)
	return row != nil && row.Bounded()
}

// otherFamily says what a variable is to be drawn from where a slot wants messages of other
// families than normals, and what the slot is of; "" where nothing is known to be right.
func otherFamily(drawn *model.Relation, slot string, want []string) (family, instead, what string) {
	switch {
	case slices.Contains(want, "beta"):
		if low, high := drawn.Dist.Arg("low"), drawn.Dist.Arg("high"); mcmc.Row(drawn.Dist.Name).Conjugate == mcmc.Flat && low.IsNumber(0) && high.IsNumber(1) {
			return "beta", "beta(1, 1), which is uniform(0, 1)", "probability"
		}
		return "beta", "beta(a, b) with numbers a and b: its mean is a / (a + b)", "probability"
	case slices.Contains(want, "gamma") && (slot == "rate" || slot == "precision" || slot == "variance"):
		return "gamma", "gamma(1, rate = 0.1), whose mean is 1 / 0.1", slot
	}
	return "", "", ""
}

// messageFamilies lists the families of all messages to a slot.
func (l *lowering) messageFamilies(f *factor.Factor, slot string) (list []string) {
	for _, op := range l.table[f.Kind.Name] {
		if op.To == slot && (op.Algorithm == operators.EP || op.Algorithm == operators.VMP) && !op.Array() {
			list = append(list, FamilyOf(op.Message()).String())
		}
	}
	return list
}

// otherDraw says how a variable is to be drawn or read in a slot that wants other
// families than that of its messages.
func (l *lowering) otherDraw(f *factor.Factor, s *factor.Slot, want []string, have factor.Family) string {
	v := s.Edge.Variable
	element := s.Edge.Element()
	switch {
	case l.chosenConstant(v.Source) && (have == factor.Normal || !slices.Contains(want, "normal")):
		selector := l.chooser(v.Source)
		return fmt.Sprintf("%s is chosen by a random %s: write the statement itself in the branches, if (%s) { ... } else { ... }, with the constants in its place", element, selector, selector)
	case l.chosenConstant(v.Source) && have == factor.Categorical && slices.Contains(want, "normal"):
		return fmt.Sprintf("%s is a whole number, as it is defined by such: write 0.0 for 0", element)
	case have == factor.Categorical && slices.Contains(want, "normal") && f.Text != "" && !v.Source.Derived:
		return fmt.Sprintf("write switch (%s) { %s }, a branch for each of its values", element, f.Text)
	case slices.Contains(want, "beta") && have == factor.Normal:
		return fmt.Sprintf("the probability of a normal %[1]s is logistic(%[1]s): write that here", element)
	case s.Name != "rate" && s.Name != "precision" && s.Name != "variance" && slices.Contains(want, "gamma"):
		return ""
	case slices.Contains(want, "gamma") && have == factor.Normal:
		return fmt.Sprintf("a %[2]s is above 0, and a normal %[1]s is not: write exp(%[1]s) here", element, s.Name)
	case compares(f) && v.Algorithm == operators.EP && (have == factor.Beta || have == factor.Gamma):
		back := map[factor.Family]string{factor.Beta: "logistic", factor.Gamma: "exp"}[have]
		text := fmt.Sprintf("EP compares normals: draw l ~ normal(0, sd = 1.6), write %s = %s(l), and compare l in its place", element, back)
		for _, other := range f.Slots {
			if other.Edge == nil && other.Data.Type.Kind != model.Bool {
				forth := map[factor.Family]string{factor.Beta: "logit", factor.Gamma: "log"}[have]
				text += fmt.Sprintf(", with %s(%s)", forth, other.Data)
			}
		}
		return text
	}
	return ""
}

// chosenConstant tells whether each definition of a variable is a constant in a branch
// of a gate.
func (l *lowering) chosenConstant(v *model.Variable) bool {
	found := false
	for _, r := range l.program.Graph.Model.Relations {
		if r.Target == nil || r.Target.Op != model.OpVariable || r.Target.Variable != v {
			continue
		}
		if r.Value == nil || r.Value.Random || len(r.Branches) == 0 {
			return false
		}
		found = true
	}
	return found
}

// chooser is the selector of the gate in which such a variable is defined.
func (l *lowering) chooser(v *model.Variable) *model.Expr {
	for _, r := range l.program.Graph.Model.Relations {
		if r.Target != nil && r.Target.Variable == v && len(r.Branches) > 0 {
			return r.Branches[len(r.Branches)-1].Gate.Selector
		}
	}
	return nil
}

// compares tells whether a factor is a comparison of reals.
func compares(f *factor.Factor) bool {
	return f.Kind.Compares
}

// drawnFrom is the first statement that draws a variable, nil if none does.
func (l *lowering) drawnFrom(v *model.Variable) *model.Relation {
	for _, r := range l.program.Graph.Model.Relations {
		if r.Dist != nil && r.Target != nil && r.Target.Op == model.OpVariable && r.Target.Variable == v {
			return r
		}
	}
	return nil
}

package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
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
	element, from := s.Edge.Element(), l.drawnFrom(v.Source)
	flat := from != nil && (from.Name == "uniform" || from.Name == "truncated")
	switch {
	case l.chosenConstant(v.Source) && (have == factor.Normal || !slices.Contains(want, "normal")):
		selector := l.chooser(v.Source)
		return fmt.Sprintf("%s is chosen by a random %s: write the statement itself in the branches, if (%s) { ... } else { ... }, with the constants in its place", element, selector, selector)
	case l.chosenConstant(v.Source) && have == "categorical" && slices.Contains(want, "normal"):
		return fmt.Sprintf("%s is a whole number, as it is defined by such: write 0.0 for 0", element)
	case have == "categorical" && slices.Contains(want, "normal") && f.Text != "" && !v.Source.Derived:
		return fmt.Sprintf("write switch (%s) { %s }, a branch for each of its values", element, f.Text)
	case slices.Contains(want, "beta") && have == factor.Normal && flat:
		if low, high := from.Arg("low"), from.Arg("high"); from.Name == "uniform" && low.IsNumber(0) && high.IsNumber(1) {
			return fmt.Sprintf("write %s ~ beta(1, 1), which is uniform(0, 1): the messages to a probability are betas, those to what is drawn from uniform normals", element)
		}
		return fmt.Sprintf("write %s ~ beta(a, b): the messages to a probability are betas, those to what is drawn from %s normals", element, from.Name)
	case slices.Contains(want, "beta") && have == factor.Normal:
		return fmt.Sprintf("the probability of a normal %[1]s is logistic(%[1]s): write that here", element)
	case s.Name != "rate" && s.Name != "precision" && s.Name != "variance" && slices.Contains(want, "gamma"):
		return ""
	case slices.Contains(want, "gamma") && have == factor.Normal && flat:
		return fmt.Sprintf("write %s ~ gamma(1, rate = 0.1): the messages to a %s are gammas, those to what is drawn from %s normals", element, s.Name, from.Name)
	case slices.Contains(want, "gamma") && have == factor.Normal:
		return fmt.Sprintf("a %[2]s is above 0, and a normal %[1]s is not: write exp(%[1]s) here", element, s.Name)
	case compares(f) && v.Algorithm == operators.EP && (have == "beta" || have == factor.Gamma):
		back := map[factor.Family]string{"beta": "logistic", factor.Gamma: "exp"}[have]
		text := fmt.Sprintf("EP compares normals: draw l ~ normal(0, sd = 1.6), write %s = %s(l), and compare l in its place", element, back)
		for _, other := range f.Slots {
			if other.Edge == nil && other.Data.Type.Kind != model.Bool {
				forth := map[factor.Family]string{"beta": "logit", factor.Gamma: "log"}[have]
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
	return strings.HasPrefix(f.Kind.Name, "greater_than") || f.Kind.Name == "between"
}

// drawnFrom is the distribution of the first statement that draws a variable, nil if none does.
func (l *lowering) drawnFrom(v *model.Variable) *model.Dist {
	for _, r := range l.program.Graph.Model.Relations {
		if r.Dist != nil && r.Target != nil && r.Target.Op == model.OpVariable && r.Target.Variable == v {
			return r.Dist
		}
	}
	return nil
}

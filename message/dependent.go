package message

import (
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// CodeDependent marks a factor of VMP whose arguments depend on one variable.
const CodeDependent = lang.CodeDependent

// dependent reports the factors of which several arguments are functions of one
// variable that is drawn. VMP takes the expectation over each argument alone, so
// that what is between them would be lost, the bound be no bound: an error. EP sends
// messages around the loop: a warning, as the answer is approximate even where no
// iteration is needed.
func (l *lowering) dependent() {
	told := map[*factor.Factor]bool{}
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || l.program.NetworkOf(f) != nil || joins(f) || slices.ContainsFunc(l.table[f.Kind.Name], func(op *operators.Op) bool { return op.Apart }) {
			continue // refused tells of those that mind
		}
		if r := l.shared(f); r != nil {
			told[f] = true
			l.tellDependent(f, *r)
		} else if from, to := l.drawnFromOther(f); from != nil && to.variable.Algorithm == operators.EP {
			told[f] = true
			l.Warnf(f.At, CodeDependent, "%s is drawn from %s, and %s reads both as independent: the answer is approximate", to, from, f.Text)
		}
	}
	l.dependentGates()
	l.escaped()
	l.tiedArguments(told)
	l.booleanLoops()
}

// shared finds a root of several arguments of a factor, or nil.
func (l *lowering) shared(f *factor.Factor) *root {
	seen := map[int]bool{}
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines && (f.Kind.Deterministic || s.Edge.Variable.Derived) {
			continue // what f defines, also an element that is drawn where others are derived
		}
		ids := l.lineage.idsOf(s.Edge)
		for _, id := range ids {
			r := l.lineage.roots[id]
			if s.Over != nil && s.Edge.Variable.Derived && !r.uses(s.Over.Index) || seen[id] && !l.lineage.vague[id] {
				return &r
			}
		}
		for _, id := range ids {
			seen[id] = true
		}
	}
	return nil
}

func (l *lowering) tellDependent(f *factor.Factor, r root) {
	if r.variable.Algorithm != operators.VMP {
		l.Warnf(f.At, CodeDependent, "several arguments of %s are functions of %s: EP takes them as independent at first and then passes messages around the loop, so that the answer is approximate", f.Text, r.variable.Name)
		return
	}
	l.Errorf(f.At, CodeDependent, "VMP takes the arguments of %s as independent, but several are functions of %s", f.Text, r.variable.Name).
		WithHint("write it with one use of %s; or draw what lies between, y ~ normal(..., variance = v); or choose algorithm: ep", r.variable.Name)
}

func uses(index []*model.Expr, i *model.Index) bool {
	return slices.ContainsFunc(index, func(x *model.Expr) bool { return x.Uses(i) })
}

package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// tied reports conditions by which VMP would tie random values to each other: its
// posteriors are independent, so that none of them can exclude what a condition
// excludes of several values together. observe a && b is none, as each of the two is
// then sure; nor is a comparison with what is known. What depends on data, as
// observe count(b[i] : i in n) == k, a run finds (Update.Binds).
func (l *lowering) tied() {
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || l.failed[f] {
			continue
		}
		t := &ties{l: l, seen: map[*factor.Factor]bool{}}
		var end *factor.Factor // the factor that ties values, nil where none does
		switch out := f.Slots[0]; {
		case f.Kind.Name == "is_true":
			end = t.edge(out.Edge, 1)
		case f.Kind.Deterministic && out.Edge == nil && discrete(f):
			end = t.factor(f, truthOf(out.Data))
		}
		if end == nil {
			continue
		}
		d := l.Errorf(f.At, CodeNoOperator, "VMP has independent posteriors, and %s ties random values to each other: %s", f.Text, t.why(end))
		if t.gates {
			d.WithHint("choose algorithm: ep")
		} else {
			d.WithHint("choose algorithm: ep, for all or for these: algorithm: {default: vmp, %s: ep}", strings.Join(t.names, ": ep, "))
		}
		if end.At.Line != f.At.Line {
			d.WithRelated(end.At, "%s", end.Text)
		}
	}
}

// discrete tells whether a random truth or whole number stands in a factor, and nothing else.
func discrete(f *factor.Factor) bool {
	found := false
	for _, s := range f.Slots {
		if s.Edge != nil {
			switch s.Edge.Variable.Family {
			case factor.Bernoulli, factor.Categorical:
				found = true
			default:
				return false
			}
		}
	}
	return found
}

// truthOf is 1 of what is always true, -1 of what is always false, else 0.
func truthOf(e *model.Expr) int {
	switch {
	case e.Op != model.OpBool:
		return 0
	case e.Value != 0:
		return 1
	}
	return -1
}

// ties follows what is observed of a function to what it is a function of.
type ties struct {
	l     *lowering
	seen  map[*factor.Factor]bool
	names []string // the variables on the way
	gates bool     // the way led through gates
}

// edge follows what is observed of the value that a factor reads: truth is 1 where that is true, -1 where
// it is false, else 0.
func (t *ties) edge(e *factor.Edge, truth int) *factor.Factor {
	v := e.Variable
	if v.Algorithm != operators.VMP {
		return nil
	}
	t.note(v)
	if v.Depth < len(e.Factor.Branches) {
		t.gates = true
		return e.Factor
	}
	if !v.Derived {
		return nil
	}
	for _, def := range v.Edges {
		if !def.Defines || t.l.barren[def.Factor] || t.seen[def.Factor] {
			continue
		}
		t.seen[def.Factor] = true
		if end := t.factor(def.Factor, truth); end != nil {
			return end
		}
	}
	return nil
}

func (t *ties) note(v *factor.Variable) {
	for v.CopyOf != nil {
		v = v.CopyOf
	}
	if v.Source != nil && !slices.Contains(t.names, v.Source.Name) {
		t.names = append(t.names, v.Source.Name)
	}
	t.gates = t.gates || v.Depth > 0 || slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Factor.Gate != nil || len(e.Factor.Branches) > 0 })
}

// factor follows what is observed of the value of a function.
func (t *ties) factor(f *factor.Factor, truth int) *factor.Factor {
	if joins(f) {
		t.gates = true
		return t.edge(f.Slot("inner").Edge, truth)
	}
	if !f.Kind.Deterministic {
		return nil
	}
	var args []*factor.Edge
	array := false
	for _, s := range f.Slots[1:] {
		if s.Edge != nil {
			args = append(args, s.Edge)
			array = array || s.Over != nil
		}
	}
	each := 0 // what each of several arguments is then
	switch f.Kind.Logic {
	case operators.Not:
		each = -truth
	case operators.Unchanged:
		each = truth
	case operators.AllOf:
		each = max(truth, 0)
	case operators.AnyOf:
		each = min(truth, 0)
	}
	if f.Kind.Name == "equal_bool" {
		for _, s := range f.Slots[1:] {
			if s.Edge == nil {
				each = truth * truthOf(s.Data)
			}
		}
	}
	if each == 0 && (len(args) > 1 || array) {
		switch f.Kind.Logic {
		case operators.HowMany:
			return nil
		case operators.AllOf, operators.AnyOf:
			if truth == 0 || array {
				return nil
			}
		}
		if slices.ContainsFunc(args, func(e *factor.Edge) bool { return e.Variable.Algorithm == operators.VMP }) {
			for _, e := range args {
				t.note(e.Variable)
				for _, r := range t.l.lineage.rootsOf(e) {
					t.note(r.variable)
				}
			}
			return f
		}
		return nil
	}
	for _, e := range args {
		if end := t.edge(e, each); end != nil {
			return end
		}
	}
	return nil
}

// why says of a factor what it ties.
func (t *ties) why(f *factor.Factor) string {
	var parts []string
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines {
			continue
		}
		text := s.Edge.Element()
		if s.Edge.Variable.Source == nil && s.Edge.Variable.CopyOf == nil {
			text = "an intermediate value"
		}
		parts = append(parts, text)
	}
	if n := len(f.Branches); n > 0 {
		br := f.Branches[n-1]
		g := t.l.program.Graph.GateOf(br.Gate)
		return fmt.Sprintf("%s, which is defined outside of the branch, and the selector of %s", strings.Join(parts, ", "), g.Factor.Text)
	}
	return strings.Join(parts, " and ")
}

// Binds tells whether a message of VMP that cannot be computed is an error: one of a
// function of discrete values, which is observed, and which would tie its arguments to
// each other. Without it the posteriors ignore the data, and the evidence is no bound.
func (u *Update) Binds() bool {
	return u.Kind == Send && !u.Immediate && u.Factor.Kind.Deterministic && discrete(u.Factor) && u.Op.Faulty()
}

// Apart tells whether an update is of VMP and of discrete values: independent
// posteriors of these may contradict each other where the values do not.
func (u *Update) Apart() bool {
	switch u.Kind {
	case Send:
		return !u.Immediate && (u.Factor.Gate != nil || discrete(u.Factor))
	case Posterior:
		return u.Variable.Family == factor.Bernoulli || u.Variable.Family == factor.Categorical
	}
	return false
}

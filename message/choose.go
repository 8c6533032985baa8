package message

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// choose finds the operator of the factor's message to a slot, to a buffer, or
// of its evidence: the one whose parameters fit what stands in the slots, with
// the fewest data read as point masses, of several the one that the model names, and
// of these the first.
func (l *lowering) choose(f *factor.Factor, to string, algorithm operators.Algorithm) *operators.Op {
	var best *operators.Op
	bestCost := 0
	wanted := l.program.Graph.Model.Iterate.Projection
	if algorithm != operators.EP {
		wanted = l.variant[f.Kind.Name]
	}
	for _, op := range l.table[f.Kind.Name] {
		if op.To != to || op.Algorithm != algorithm || op.Variant != "" && op.Variant != wanted || !pairs(f, op) || op.Averaged && !joinsVMP(f) {
			continue
		}
		if cost, ok := fit(f, op); ok && (best == nil || cost < bestCost || cost == bestCost && op.Variant != best.Variant && op.Variant != "") {
			if s := f.Slot(to); s != nil && !l.returns(op, s) || !suits(f, op) {
				continue
			}
			best, bestCost = op, cost
		}
	}
	return best
}

// pairs tells whether the variables that an operator reads, other than its target, are of EP,
// if it wants them to be.
func pairs(f *factor.Factor, op *operators.Op) bool {
	if !op.Pair {
		return true
	}
	for _, a := range op.Args {
		if s := f.Slot(a.Name); s != nil && s.Edge != nil && a.Name != op.To && s.Edge.Variable.Algorithm != operators.EP {
			return false
		}
	}
	return true
}

// joinsVMP tells whether a variable of VMP, other than one that gets a point estimate, stands in
// a slot of a factor.
func joinsVMP(f *factor.Factor) bool {
	for _, s := range f.Slots {
		if s.Edge != nil && s.Edge.Variable.Algorithm == operators.VMP && !s.Edge.Variable.Point {
			return true
		}
	}
	return false
}

// returns tells whether the operator's message is of the family of the slot's
// variable.
func (l *lowering) returns(op *operators.Op, s *factor.Slot) bool {
	if op.Array() {
		return s.Over != nil
	}
	return FamilyOf(op.Message()) == s.Edge.Variable.Family
}

// fit tells whether the parameters of op fit the slots of f, and how many data
// it reads as point masses.
func fit(f *factor.Factor, op *operators.Op) (cost int, ok bool) {
	in := op.In()
	for i, a := range op.Args {
		s := f.Slot(a.Name)
		if s == nil {
			continue
		}
		t := in[i]
		if s.Over == nil && s.Edge == nil && s.Data.Type.Dimensions > 0 && s.Data.Type.Kind != model.DistKind {
			points, ok := fitVector(s.Data.Type, t)
			if !ok {
				return 0, false
			}
			cost += points
			continue
		}
		if (s.Over != nil) != (t.Kind() == reflect.Slice) {
			return 0, false
		}
		if s.Over != nil {
			t = t.Elem()
		}
		family := readAs(t)
		switch {
		case s.Edge != nil:
			if family != s.Edge.Variable.Family || family == factor.Unknown {
				return 0, false
			}
		case s.Data.Type.Kind == model.DistKind:
			if family.String() != s.Data.Type.Family {
				return 0, false
			}
		case family != factor.Unknown:
			if (family.Row().Draws() == model.Bool) != (s.Data.Type.Kind == model.Bool) || family.Row().Vector() {
				return 0, false
			}
			cost++
		case t.Kind() == reflect.Bool:
			if s.Data.Type.Kind != model.Bool {
				return 0, false
			}
		case t.Kind() == reflect.Int:
			if s.Data.Type.Kind == model.Bool || s.Data.Type.Kind == model.Real {
				return 0, false
			}
		case t.Kind() == reflect.Float64:
			if s.Data.Type.Kind == model.Bool {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return cost, true
}

// fitVector tells whether a parameter of type t takes data that are a vector or a
// matrix, and how many of them as point masses.
func fitVector(data model.Type, t reflect.Type) (points int, ok bool) {
	if f := readAs(t); f != factor.Unknown {
		return 1, f.Row().Dimensions() == data.Dimensions
	}
	whole := data.Kind == model.Int
	return 0, t.Kind() == reflect.Slice && (t.Elem().Kind() == reflect.Float64 || whole && t.Elem().Kind() == reflect.Int)
}

// missing reports a factor without operator.
func (l *lowering) missing(f *factor.Factor, to *factor.Slot) {
	l.failed[f] = true
	var have, known, families []string // families of the messages that there are
	for _, s := range f.Slots {
		if s.Edge != nil && (s.Edge.Variable.Family == factor.Unknown || l.computedByFailed(s.Edge)) {
			return // what defines it has an error
		}
		have = append(have, s.Name+" "+describe(s))
	}
	seen := map[string]bool{}
	for _, op := range l.table[f.Kind.Name] {
		if op.To != to.Name || op.Algorithm != to.Edge.Variable.Algorithm {
			continue
		}
		if fam := FamilyOf(op.Message()); !op.Array() && fam != factor.Unknown && fam.Row().Vector() != to.Edge.Variable.Family.Row().Vector() {
			continue // of numbers, where there are vectors, or the other way round
		}
		if name := FamilyOf(op.Message()).String(); !op.Array() && !slices.Contains(families, name) {
			families = append(families, name)
		}
		var parts []string
		for i, t := range op.In() {
			if f.Slot(op.Args[i].Name) != nil {
				parts = append(parts, op.Args[i].Name+" "+parameterType(t))
			}
		}
		if text := strings.Join(parts, ", "); !seen[text] {
			seen[text] = true
			known = append(known, "("+text+")")
		}
	}
	algorithm := to.Edge.Variable.Algorithm
	if l.redraw(f) {
		return
	}
	d := l.Errorf(f.At, CodeNoOperator, "no operator: %s has no message to %s of %s, with %s", strings.ToUpper(algorithm.String()), to.Name, f.Kind.Doc, l.Origin.Words(strings.Join(have, ", ")))
	if other := l.otherAlgorithm(f, to); other != "" {
		d.WithHint("algorithm: %s has one; %s", other, l.alone(f, algorithm, other))
		return
	}
	if text := l.advice(f); text != "" {
		d.WithHint("%s", text)
		return
	}
	switch {
	case len(families) > 0 && !slices.Contains(families, to.Edge.Variable.Family.String()):
		d.WithListing("where %s is %s there are messages from %s; %s is %s", to.Name, strings.Join(families, " or "), strings.Join(known, " or "), to.Edge.Element(), to.Edge.Variable.Family)
	case len(known) > 0:
		d.WithListing("there are messages from %s", strings.Join(known, " or "))
	default:
		d.WithHint("mpc operators %s lists what there is", f.Kind.Name)
	}
}

// computedByFailed tells whether a value is computed by another factor that is reported.
func (l *lowering) computedByFailed(e *factor.Edge) bool {
	if !e.Variable.Derived {
		return false
	}
	return slices.ContainsFunc(e.Variable.Edges, func(d *factor.Edge) bool { return d.Defines && d.Factor != e.Factor && l.failed[d.Factor] })
}

// parameterType is the type of a parameter as a person reads it: moments are those of
// a message.
func parameterType(t reflect.Type) string {
	return strings.TrimSuffix(strings.TrimPrefix(t.String(), "dist."), "Moments")
}

// alone says how to choose another algorithm for those variables of a factor alone
// to which the one at hand has no message, with what they are computed from.
func (l *lowering) alone(f *factor.Factor, algorithm operators.Algorithm, other string) string {
	var names []string
	add := func(v *factor.Variable) {
		if v.Source != nil && !slices.Contains(names, v.Source.Name) {
			names = append(names, v.Source.Name)
		}
	}
	unnamed := false
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Variable.Algorithm != algorithm || l.choose(f, s.Name, algorithm) != nil {
			continue
		}
		v := s.Edge.Variable
		add(v)
		if unnamed = unnamed || v.Source == nil; v.Source == nil {
			for _, r := range l.lineage.rootsOf(s.Edge) {
				add(r.variable)
			}
		}
	}
	if unnamed {
		names = append(names, "z")
	}
	text := fmt.Sprintf("algorithm: {default: %s, %s: %s}", l.program.Graph.Model.Algorithm, strings.Join(names, ": "+other+", "), other)
	if unnamed {
		return "for some variables alone: give the " + operation(f.Kind) + " in this statement a name, z = ..., and choose it by " + text
	}
	return text + " chooses it for " + strings.Join(names, ", ") + " alone"
}

// operation is what a factor without a name computes.
func operation(k *operators.Kind) string {
	_, of, ok := strings.Cut(k.Doc, " = ")
	if !ok {
		return "value"
	}
	return of
}

// otherAlgorithm is an algorithm that has the message that is missing, or "".
func (l *lowering) otherAlgorithm(f *factor.Factor, to *factor.Slot) string {
	for _, a := range []operators.Algorithm{operators.EP, operators.VMP} {
		if a != to.Edge.Variable.Algorithm && l.choose(f, to.Name, a) != nil && !(a == operators.EP && l.heavy(f, to)) {
			return a.String()
		}
	}
	return ""
}

// heavy tells whether a slot is the ratio of normals of which nothing else is known: it has no
// mean, so that the run would end where the message is computed.
func (l *lowering) heavy(f *factor.Factor, s *factor.Slot) bool {
	return f.Kind.Name == "ratio" && s == f.Slots[0] && s.Edge.Variable.Family == factor.Normal && !l.used(s.Edge.Variable)
}

func describe(s *factor.Slot) string {
	if s.Edge == nil {
		return fmt.Sprintf("= %s (%s, known)", s.Data, s.Data.Type)
	}
	if s.Edge.Variable.Source == nil {
		return fmt.Sprintf("(%s)", s.Edge.Variable.Family)
	}
	return fmt.Sprintf("= %s (%s)", s.Edge.Element(), s.Edge.Variable.Family)
}

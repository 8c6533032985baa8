package message

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/families"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// CodeNoOperator is the code of a factor that the algorithm cannot do.
const CodeNoOperator = "no-operator"

// Lower chooses the operators for a graph: of the message to a variable, those of
// the variable's algorithm.
func Lower(g *factor.Graph) (*Program, lang.Diagnostics) {
	edges := 0
	for _, f := range g.Factors {
		for _, s := range f.Slots {
			if s.Edge != nil {
				edges++
			}
		}
	}
	l := &lowering{
		Collector: lang.Collector{File: g.Model.File.Name},
		program:   &Program{Graph: g, To: make([]*Update, edges)},
		table:     map[string][]*operators.Op{},
		barren:    barren(g),
	}
	for _, op := range operators.Table() {
		l.table[op.Factor] = append(l.table[op.Factor], op)
	}
	l.variants()
	for _, a := range g.Data {
		l.add(&Update{Kind: Assign, Assign: a, Loops: a.Loops, Guards: a.Guards, At: a.At})
	}
	for _, c := range g.Checks {
		l.add(&Update{Kind: Check, Check: c, Loops: c.Loops, Guards: c.Guards, At: c.At})
	}
	for _, f := range g.Factors {
		if !l.barren[f] {
			l.factor(f)
		}
	}
	l.cuts()
	l.mixed()
	l.dependent()
	l.posteriors()
	for _, f := range g.Factors {
		l.possible(f)
	}
	l.outputs()
	l.bounds()
	list := l.List()
	if list.HasErrors() {
		return nil, list
	}
	return l.program, list
}

type lowering struct {
	lang.Collector
	program *Program
	table   map[string][]*operators.Op
	// barren marks the factors that define what nobody asks for and no data tell of.
	barren map[*factor.Factor]bool
	// variant is the operator that the model wants for a factor, by kind.
	variant map[string]string
}

func (l *lowering) add(u *Update) *Update {
	u.ID = len(l.program.Updates)
	l.program.Updates = append(l.program.Updates, u)
	return u
}

// outputs adds what the user asked for: point estimates, marginals, evidence.
func (l *lowering) outputs() {
	g := l.program.Graph
	for _, v := range g.Variables {
		if v.Point && v.Family.Row().Vector() {
			l.Errorf(v.At, factor.CodeUnsupported, "a point estimate of a vector or a matrix, %s, is not supported by this version", v.Name).
				WithHint("leave %s out of point", v.Name)
		}
		if v.Point {
			l.add(&Update{Kind: Estimate, Variable: v, At: v.At})
		}
	}
	for _, m := range g.Model.Infer {
		if !m.Random {
			l.add(&Update{Kind: Marginal, Constant: m, At: m.At})
		}
		for _, v := range g.Variables {
			if v.Source == m {
				l.add(&Update{Kind: Marginal, Variable: v, At: v.At})
			}
		}
	}
	if g.Model.Evidence {
		l.evidence()
	}
}

// factor adds the updates of one factor: its buffers, then a message over each
// edge.
func (l *lowering) factor(f *factor.Factor) {
	buffers := map[string]*Update{}
	it := l.program.Graph.Model.Iterate
	for _, s := range f.Slots {
		if s.Edge == nil {
			continue
		}
		algorithm := s.Edge.Variable.Algorithm
		op := l.choose(f, s.Name, algorithm)
		if op == nil {
			l.missing(f, s)
			return
		}
		if l.refused(f, op) {
			return
		}
		for _, a := range op.Args {
			if isBuffer(f, a.Name) && buffers[a.Name] == nil {
				bop := l.choose(f, a.Name, algorithm)
				if bop == nil {
					l.missing(f, s)
					return
				}
				buffers[a.Name] = l.add(&Update{Kind: Buffer, Factor: f, Op: bop, Args: l.args(f, bop, nil, nil),
					Loops: f.Loops, Guards: f.Guards, At: f.At})
			}
		}
		u := l.add(&Update{Kind: Send, Factor: f, Edge: s.Edge, Op: op, Loops: f.Loops, Guards: f.Guards, At: f.At})
		u.Args = l.args(f, op, s, buffers)
		u.Power = s.Edge.Power()
		if u.Power != nil && s.Edge.Variable.Family.Row().Vector() {
			l.Errorf(f.At, CodeNoOperator, "repeat does not count messages about vectors yet: %s", f.Text).
				WithHint("write a loop over a range")
		}
		if s.Over != nil && !op.Array() {
			u.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], s.Over)
		}
		u.Pooled = op.Adds && alwaysSame(u)
		if algorithm != operators.EP || u.Pooled {
			l.program.To[s.Edge.ID] = u
			continue
		}
		if !op.Safe {
			u.Proper = it.Proper && !s.Edge.Variable.Family.Row().Vector()
		}
		u.Damping = it.Damping
		if op.Exact || alwaysSame(u) {
			u.Damping = 0
		}
		l.program.To[s.Edge.ID] = u
	}
}

// alwaysSame tells whether the message depends on no other message, so that
// damping would only delay it.
func alwaysSame(u *Update) bool {
	for _, a := range u.Args {
		if a.Source != Data && a.Source != Into && a.Source != Scratch && a.Source != Work {
			return false
		}
	}
	return true
}

// isBuffer tells whether a parameter of that name is a buffer of the factor.
func isBuffer(f *factor.Factor, name string) bool {
	return f.Slot(name) == nil && name != "to" && name != "scratch" && name != "index" && name != "work"
}

// args says what each argument of an operator of f reads.
func (l *lowering) args(f *factor.Factor, op *operators.Op, to *factor.Slot, buffers map[string]*Update) []Arg {
	in := op.In()
	args := make([]Arg, len(op.Args))
	var over *model.Loop // of arrays that are read for each element of one
	if to != nil && to.Over != nil && !op.Array() {
		over = another(to.Over)
	}
	for i, a := range op.Args {
		arg := Arg{Name: a.Name, Flag: a.Flag, Slot: f.Slot(a.Name)}
		switch {
		case a.Name == "to":
			arg.Source, arg.Slot = Into, to
		case a.Name == "work":
			arg.Source = Work
		case a.Name == "index":
			arg.Source, arg.Slot = Position, to
		case a.Name == "scratch":
			arg.Source = Scratch
			for _, s := range f.Slots {
				if s.Over != nil {
					arg.Slot = s
				}
			}
		case arg.Slot == nil:
			arg.Source, arg.Buffer = Shared, buffers[a.Name]
		case arg.Slot.Edge == nil:
			arg.Source = Data
			arg.Point = pointFamily(arg.Slot.Data, in[i])
		case arg.Slot.Edge.Variable.Point:
			arg.Source = Value
		case op.Algorithm == operators.VMP:
			arg.Source, arg.Flag = l.vmpSource(f, op, arg, to)
		default:
			arg.Source = epSource(arg.Slot.Edge.Variable)
		}
		if arg.Source == Cavity {
			arg.Power = arg.Slot.Edge.Power()
		}
		if over != nil && arg.Slot != nil && arg.Slot.Over != nil && arg.Source != Position {
			arg.Slot = elsewhere(arg.Slot, over)
		}
		args[i] = arg
	}
	return args
}

// pointFamily is the family whose point mass a datum must be turned into for a
// parameter of type t.
func pointFamily(e *model.Expr, t reflect.Type) factor.Family {
	if e.Type.Kind == model.DistKind {
		return factor.Unknown
	}
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return FamilyOf(t)
}

// FamilyOf is the family of a distribution's Go type, Unknown for another type.
func FamilyOf(t reflect.Type) factor.Family {
	if f := families.Of(t); f != nil {
		return factor.Family(f.Name)
	}
	return factor.Unknown
}

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
		if op.To != to || op.Algorithm != algorithm || op.Variant != "" && op.Variant != wanted {
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
		family := FamilyOf(t)
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
	if f := FamilyOf(t); f != factor.Unknown {
		return 1, f.Row().Dimensions() == data.Dimensions
	}
	want := reflect.Float64
	if data.Kind == model.Int {
		want = reflect.Int
	}
	return 0, t.Kind() == reflect.Slice && t.Elem().Kind() == want
}

// missing reports a factor without operator.
func (l *lowering) missing(f *factor.Factor, to *factor.Slot) {
	var have, known []string
	for _, s := range f.Slots {
		have = append(have, s.Name+" "+describe(s))
	}
	seen := map[string]bool{}
	for _, op := range l.table[f.Kind.Name] {
		if op.To != to.Name || op.Algorithm != to.Edge.Variable.Algorithm {
			continue
		}
		var parts []string
		for i, t := range op.In() {
			if f.Slot(op.Args[i].Name) != nil {
				parts = append(parts, op.Args[i].Name+" "+strings.TrimPrefix(t.String(), "dist."))
			}
		}
		if text := strings.Join(parts, ", "); !seen[text] {
			seen[text] = true
			known = append(known, "("+text+")")
		}
	}
	algorithm := to.Edge.Variable.Algorithm
	d := l.Errorf(f.At, CodeNoOperator, "no operator: %s has no message to %s of %s, with %s", strings.ToUpper(algorithm.String()), to.Name, f.Kind.Doc, strings.Join(have, ", "))
	if other := l.otherAlgorithm(f, to); other != "" {
		d.WithHint("algorithm: %s has one; %s", other, l.alone(f, algorithm, other))
		return
	}
	if len(known) > 0 {
		d.WithHint("there are messages from %s", strings.Join(known, " or "))
	} else {
		d.WithHint("mpc operators %s lists what there is", f.Kind.Name)
	}
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
			for _, r := range rootsOf(s.Edge, nil) {
				add(r.variable)
			}
		}
	}
	text := fmt.Sprintf("algorithm: {default: %s, %s: %s}", l.program.Graph.Model.Algorithm, strings.Join(names, ": "+other+", "), other)
	if unnamed {
		return "for some variables alone: give what is computed inside " + f.Text + " a name, z = ..., and add it, as z: " + other + ", to " + text
	}
	return text + " chooses it for " + strings.Join(names, ", ") + " alone"
}

// otherAlgorithm is an algorithm that has the message that is missing, or "".
func (l *lowering) otherAlgorithm(f *factor.Factor, to *factor.Slot) string {
	for _, a := range []operators.Algorithm{operators.EP, operators.VMP} {
		if a != to.Edge.Variable.Algorithm && l.choose(f, to.Name, a) != nil {
			return a.String()
		}
	}
	return ""
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

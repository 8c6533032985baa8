package message

import (
	"reflect"
	"sync"

	"mpc/factor"
	"mpc/factor/families"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// CodeNoOperator is the code of a factor that the algorithm cannot do.
const CodeNoOperator = lang.CodeNoOperator

// operatorsOf are the operators by factor.
var operatorsOf = sync.OnceValue(func() map[string][]*operators.Op {
	table := map[string][]*operators.Op{}
	for _, op := range operators.Table() {
		table[op.Factor] = append(table[op.Factor], op)
	}
	return table
})

// Lower chooses the operators for a graph: of the message to a variable, those of
// the variable's algorithm. LowerSampled is that of a model that is sampled.
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
		Collector: lang.Collector{File: g.Model.File.Name, Origin: g.Model.File.Origin},
		program:   &Program{Graph: g, To: make([]*Update, edges)},
		table:     operatorsOf(),
		barren:    barren(g),
		branches:  map[*model.Gate]*Update{},
		failed:    map[*factor.Factor]bool{},
		redrawn:   map[*model.Variable]*lang.Diagnostic{},
		lineage:   newLineage(g),
	}
	l.variants()
	for _, a := range g.Data {
		l.add(&Update{Kind: Assign, Assign: a, Loops: a.Loops, Guards: a.Guards, At: a.At})
	}
	for _, c := range g.Checks {
		l.add(&Update{Kind: Check, Check: c, Loops: c.Loops, Guards: c.Guards, At: c.At})
	}
	l.multipliers()
	l.findNetworks()
	for _, n := range l.program.Networks {
		l.network(n)
	}
	for _, f := range g.Factors {
		if !l.barren[f] && l.program.NetworkOf(f) == nil {
			l.factor(f)
		}
	}
	l.cuts()
	l.tied()
	l.dependent()
	l.posteriors()
	for _, f := range g.Factors {
		l.possible(f)
	}
	l.inBranches()
	l.outputs()
	l.bounds()
	l.known()
	l.tooLarge()
	list := l.List()
	if list.HasErrors() {
		return nil, list
	}
	return l.program, list
}

// known notes what is known of each variable.
func (l *lowering) known() {
	p := l.program
	p.Known = make([]Source, len(p.Graph.Variables))
	for i, v := range p.Graph.Variables {
		p.Known[i] = Product
		if v.Algorithm == operators.VMP && v.Derived {
			p.Known[i] = Forward
		}
	}
	for _, u := range p.Updates {
		if u.Kind == Posterior {
			p.Known[u.Variable.ID] = Stored
		}
	}
}

type lowering struct {
	lang.Collector
	program *Program
	table   map[string][]*operators.Op
	// barren marks the factors that define what nobody asks for and no data tell of.
	barren map[*factor.Factor]bool
	// failed marks the factors that lack an operator.
	failed map[*factor.Factor]bool
	// redrawn holds what is reported of the draw of a variable.
	redrawn map[*model.Variable]*lang.Diagnostic
	// lineage knows what the arguments of factors are functions of.
	lineage *lineage
	// answered marks the variables to which something comes back, by ID, see used.
	answered []bool
	// branches holds the updates with the log evidence of the branches of each gate.
	branches map[*model.Gate]*Update
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
		if s.Edge == nil || s.Silent() {
			continue
		}
		algorithm := l.sentBy(f, s)
		op := l.choose(f, s.Name, algorithm)
		if op == nil && l.silentBack(f, s) {
			continue
		}
		if op == nil {
			l.missing(f, s)
			return
		}
		if l.refused(f, op) {
			return
		}
		for _, a := range op.Args {
			if f.Gate != nil && a.Name == evidenceOf && buffers[a.Name] == nil {
				buffers[a.Name] = l.gate(f)
			}
			if isBuffer(f, a) && buffers[a.Name] == nil {
				bop := l.choose(f, a.Name, algorithm)
				if bop == nil {
					l.missing(f, s)
					return
				}
				buffers[a.Name] = l.add(&Update{Kind: Buffer, Factor: f, Op: bop, Args: l.args(f, bop, nil, nil),
					Loops: f.Loops, Guards: f.Guards, At: f.At})
			}
		}
		u := l.add(&Update{Kind: Send, Factor: f, Edge: s.Edge, Op: op, Loops: f.Loops, Guards: f.Guards, At: f.At,
			Sending: Sending{Immediate: s.Edge.Variable.Algorithm == operators.EP}})
		u.Args = l.args(f, op, s, buffers)
		atBorder(f, s, u.Args)
		u.Power = s.Edge.Power()
		if s.Over != nil && !op.Array() {
			u.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], s.Over)
		}
		u.Weights = l.weights(f, s.Edge.Variable)
		u.Pooled = op.Adds && alwaysSame(u) && u.Power == nil && len(u.Weights) == 0
		if !u.Immediate || u.Pooled {
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

// silentBack tells whether a message of a function to one of its arguments is uniform always, as
// nothing but its posterior is asked of the value: it needs no operator.
func (l *lowering) silentBack(f *factor.Factor, to *factor.Slot) bool {
	out := f.Slots[0].Edge
	return f.Kind.Deterministic && to != f.Slots[0] && out != nil && out.Defines && out.Variable.Init == nil && !l.used(out.Variable)
}

// alwaysSame tells whether the message depends on no other message, so that
// damping would only delay it.
func alwaysSame(u *Update) bool {
	for _, a := range u.Args {
		if a.Source != Data && a.Source != Into && a.Source != Scratch && a.Source != Work && a.Source != Power {
			return false
		}
	}
	return true
}

// isBuffer tells whether a parameter is a buffer of the factor.
func isBuffer(f *factor.Factor, a operators.Arg) bool {
	return f.Slot(a.Name) == nil && a.Role() == operators.Read
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
		case a.Role() == operators.Into:
			arg.Source, arg.Slot = Into, to
		case a.Role() == operators.Work:
			arg.Source = Work
		case a.Role() == operators.Power:
			arg.Source = Power
		case a.Role() == operators.Position:
			arg.Source, arg.Slot = Position, to
		case a.Role() == operators.Scratch:
			arg.Source = Scratch
			for _, s := range f.Slots {
				if s.Over != nil {
					arg.Slot = s
				}
			}
		case arg.Slot == nil:
			arg.Source, arg.Buffer = FromBuffer, buffers[a.Name]
			if f.Gate != nil && a.Name == evidenceOf {
				arg.Buffer = l.gate(f)
				if op.Algorithm == operators.VMP {
					arg.Flag |= operators.Trigger
				}
			}
		case arg.Slot.Edge == nil:
			arg.Source = Data
			arg.Point = pointFamily(arg.Slot.Data, in[i])
		case arg.Slot.Edge.Variable.Point:
			arg.Source = Value
		case op.Algorithm == operators.EP && joins(f) && to != nil && to.Name == "outer" && a.Name == "outer":
			arg.Source, arg.Slot = Sent, entered(f)
		case op.Algorithm == operators.VMP:
			arg.Source, arg.Flag = l.vmpSource(f, op, arg, to)
		case comesBack(f, arg.Slot):
			arg.Source = Cavity
		default:
			arg.Source = epSource(f, arg.Slot.Edge.Variable)
		}
		if arg.Slot != nil && arg.Slot.Over != nil && arg.Slot.Over.Empty() {
			arg.Flag &^= operators.SkipIfUniform // of nothing all is known
		}
		arg.Moments = momentsOf(in[i])
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
	return readAs(t)
}

// FamilyOf is the family of a distribution's Go type, Unknown for another type.
func FamilyOf(t reflect.Type) factor.Family {
	if f := families.Of(t); f != nil {
		return factor.Family(f.Name)
	}
	return factor.Unknown
}

// readAs is the family of the messages that a parameter of type t is computed from:
// those of a family, or their moments. It is Unknown for another type.
func readAs(t reflect.Type) factor.Family {
	if f := families.OfMoments(t); f != nil {
		return factor.Family(f.Name)
	}
	return FamilyOf(t)
}

// momentsOf tells whether a parameter of type t is of moments, or a slice of them.
func momentsOf(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return families.OfMoments(t) != nil
}

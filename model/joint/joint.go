package joint

import (
	"mpc/lang"
	"mpc/model"
)

// A Joint holds the statements of a model, in the order of the program.
type Joint struct {
	Model      *model.Model
	Statements []*Statement
	copied     map[*model.Variable]int
	of         map[*model.Relation]*Statement
	defining   map[*model.Variable][]*Statement
}

// A Kind is what a statement says.
type Kind uint8

const (
	// Drawn is X ~ Dist, of an element that no data give.
	Drawn Kind = iota
	// Defined is X = Value, of a variable or of a constant.
	Defined
	// Observed is a value X that was seen as Dist says: data, or a soft constraint.
	Observed
	// Condition is that Value, a truth, holds.
	Condition
	// Equation is that Value equals Other.
	Equation
)

var kindNames = [...]string{"drawn", "defined", "observed", "condition", "equation"}

func (k Kind) String() string { return kindNames[k] }

// A Statement is one of the model over its plates. But for a definition it is a factor of
// the joint density.
type Statement struct {
	ID   int
	Kind Kind
	// Loops are the plates, outermost first.
	Loops []*model.Loop
	// Guards are the conditions under which it counts: on data, and on what is drawn, of
	// branches that are taken.
	Guards []*model.Expr
	// Home are the conditions of the branches that the variable lives in that is drawn or
	// computed. Where they do not hold it is so all the same, which says nothing of others, as
	// nothing reads it there (Carlin and Chib 1995).
	Home []*model.Expr
	// Switched tells that the index of a switch around is replaced by what that is on.
	Switched bool
	// Copies says of repeats around, outermost first, how many copies they make: of variables
	// that are drawn in them, and so of the statement.
	Copies []*model.Expr
	// Times is how often each copy counts, which may be a fraction: its log density is
	// multiplied by it. Nil is once.
	Times *model.Expr
	// X is the element that is drawn or defined, or the value that is observed.
	X     *model.Expr
	Dist  *model.Dist
	Value *model.Expr
	Other *model.Expr
	// Relation is the statement in the model.
	Relation *model.Relation
	Text     string // as it is written
	At       lang.Pos
}

// Build makes the joint density of a model.
func Build(m *model.Model) *Joint {
	j := &Joint{Model: m, copied: map[*model.Variable]int{}, of: map[*model.Relation]*Statement{}, defining: map[*model.Variable][]*Statement{}}
	for _, v := range m.Variables {
		if depth := j.depthOf(v, map[*model.Variable]bool{}); v.Random && depth > 0 {
			j.copied[v] = depth
		}
	}
	for _, r := range m.Relations {
		if r.Kind == model.Select {
			continue // its branches say what they are on
		}
		s := j.statement(r)
		s.ID = len(j.Statements)
		j.Statements = append(j.Statements, s)
		j.of[r] = s
		if v := s.Defines(); v != nil {
			j.defining[v] = append(j.defining[v], s)
		}
	}
	return j
}

// statement makes the statement of a relation.
func (j *Joint) statement(r *model.Relation) *Statement {
	p := placeOf(r, homeOf(r))
	s := &Statement{Loops: p.loops, Guards: p.guards, Switched: len(p.swaps) > 0, Relation: r, Text: r.Text, At: r.At}
	for _, br := range r.Branches[:homeOf(r)] {
		s.Home = append(s.Home, p.taken(br))
	}
	depth := j.depthIn(r, func(v *model.Variable) int { return j.copied[v] })
	for _, n := range r.Repeats[:depth] {
		s.Copies = append(s.Copies, p.apply(n))
	}
	s.Times = p.apply(model.Product(r.Repeats[depth:]))
	s.Dist = p.dist(r.Dist)
	switch r.Kind {
	case model.Draw:
		s.X = p.apply(r.Target)
		if s.Kind = Observed; r.Target.Op == model.OpVariable && r.Target.Variable.Random {
			s.Kind = Drawn
		}
	case model.Assign:
		s.Kind, s.X, s.Value = Defined, p.apply(r.Target), p.apply(r.Value)
	case model.ObserveDraw:
		s.Kind, s.X = Observed, p.apply(r.Value)
	case model.ObserveTrue:
		s.Kind, s.Value = Condition, p.apply(r.Value)
	case model.ObserveEqual:
		s.Kind, s.Value, s.Other = Equation, p.apply(r.Value), p.apply(r.Other)
	}
	return s
}

// homeOf is how many branches the variable that r defines lives in.
func homeOf(r *model.Relation) int {
	if (r.Kind == model.Draw || r.Kind == model.Assign) && r.Target.Op == model.OpVariable {
		return len(r.Target.Variable.Home)
	}
	return 0
}

// Defines is the variable whose elements the statement draws or computes, or nil.
func (s *Statement) Defines() *model.Variable {
	if r := s.Relation; (r.Kind == model.Draw || r.Kind == model.Assign) && r.Target.Op == model.OpVariable {
		return r.Target.Variable
	}
	return nil
}

// Of is the statement that a relation of the model makes, nil of one that makes none.
func (j *Joint) Of(r *model.Relation) *Statement { return j.of[r] }

// Defining lists the statements that draw or compute elements of a variable.
func (j *Joint) Defining(v *model.Variable) []*Statement { return j.defining[v] }

// Copied is how many of the repeats around a variable, outermost first, make copies of it.
func (j *Joint) Copied(v *model.Variable) int { return j.copied[v] }

// Exprs calls do for each expression of a statement, but for its loops.
func (s *Statement) Exprs(do func(*model.Expr)) {
	for _, list := range [][]*model.Expr{s.Guards, s.Home, s.Copies, {s.Times, s.X, s.Value, s.Other}} {
		for _, e := range list {
			if e != nil {
				do(e)
			}
		}
	}
	if s.Dist != nil {
		for _, a := range s.Dist.Args {
			do(a)
		}
	}
}

// Map is the statement with all its expressions changed, those of loops too.
func (s *Statement) Map(do func(*model.Expr) *model.Expr) *Statement {
	cp := *s
	change := func(e *model.Expr) *model.Expr {
		if e == nil {
			return nil
		}
		return do(e)
	}
	all := func(list []*model.Expr) (out []*model.Expr) {
		for _, e := range list {
			out = append(out, change(e))
		}
		return out
	}
	cp.Loops = nil
	for _, l := range s.Loops {
		cp.Loops = append(cp.Loops, &model.Loop{Index: l.Index, Lo: change(l.Lo), Hi: change(l.Hi), Full: change(l.Full)})
	}
	cp.Guards, cp.Home, cp.Copies = all(s.Guards), all(s.Home), all(s.Copies)
	cp.Times, cp.X, cp.Value, cp.Other = change(s.Times), change(s.X), change(s.Value), change(s.Other)
	if s.Dist != nil {
		d := *s.Dist
		d.Args = all(s.Dist.Args)
		cp.Dist = &d
	}
	return &cp
}

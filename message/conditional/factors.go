package conditional

import (
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// Build finds the conditionals of a model that is sampled.
func Build(j *joint.Joint) (*Program, lang.Diagnostics) {
	m := j.Model
	b := &builder{joint: j, Collector: lang.Collector{File: m.File.Name, Origin: m.File.Origin}, program: &Program{Model: m, standsFor: map[*model.Variable]*model.Variable{}, described: map[*model.Variable]description{}},
		definitions: map[*model.Variable][]*definition{}, computedFrom: map[*model.Variable]map[*model.Variable]bool{}, solved: map[*model.Variable]*definition{}, given: newGiven(), copies: map[*model.Variable]*model.Variable{},
		drawnParts: map[*model.Variable]*model.Variable{}, pinned: map[*model.Variable]*definition{}, recurrences: map[*model.Variable]bool{}}
	b.copied()
	b.define()
	b.equations()
	for _, s := range j.Statements {
		b.factor(s)
	}
	b.unread()
	if b.HasErrors() {
		return nil, b.List()
	}
	b.split()
	b.summed()
	if b.HasErrors() {
		return nil, b.List()
	}
	b.center()
	b.augment()
	b.quadratics()
	b.logScale()
	for i, f := range slices.Concat(b.program.Factors, b.replaced, b.program.Certain) {
		f.ID = i
	}
	b.draws()
	b.blocks()
	b.held()
	b.scales()
	b.unsliced()
	b.shifts()
	b.alongs()
	b.collapses()
	b.oneBlocks()
	b.dropFlat()
	b.values()
	b.locals()
	if list := b.List(); list.HasErrors() {
		return nil, list
	}
	return b.program, b.List()
}

type builder struct {
	lang.Collector
	joint   *joint.Joint
	program *Program
	// definitions are those of functions of variables.
	definitions map[*model.Variable][]*definition
	// computedFrom are the functions of variables that one is computed from.
	computedFrom map[*model.Variable]map[*model.Variable]bool
	// solved are the variables that an observed equation determines.
	solved map[*model.Variable]*definition
	// whole tells that the posterior is computed as a whole: constants count.
	whole bool
	// used are the equations that were solved for a variable.
	used    map[*joint.Statement]bool
	indices int
	// sums are the draws of what is summed out, replaced the factors that read it.
	sums     []*Draw
	replaced []*Factor
	given
	// copies are the arrays of what repeats draw, copyIndices the indices of the copies.
	copies      map[*model.Variable]*model.Variable
	copyIndices []*model.Index
	// drawnParts are the arrays of the elements that are drawn, of variables that are
	// computed in part.
	drawnParts map[*model.Variable]*model.Variable
	// pinned are the definitions of elements that are observed exactly, of variables that are in some.
	pinned map[*model.Variable]*definition
	// recurrences are the functions that values compute element by element.
	recurrences map[*model.Variable]bool
	// selectors are the arrays that are summed out of the factors that read them.
	selectors []*selector
	// censored are the variables of which bounds alone are known, with these.
	censored map[*model.Variable][]*bounding
}

// given are variables that factors were given: the model does not have them.
type given struct {
	// augmented are those by which they have a closed form, mixed the numbers that scale normal vectors, with what they are
	// elements for, and notes what is to be said of both.
	augmented map[*model.Variable]*augmentation
	mixed     map[*model.Variable]*definition
	notes     map[*model.Variable]string
}

func newGiven() given {
	return given{mixed: map[*model.Variable]*definition{}, notes: map[*model.Variable]string{}}
}

// A swap replaces a loop index.
type swap struct {
	index *model.Index
	by    *model.Expr
}

// readsDrawn tells whether an expression reads a variable that is drawn.
func readsDrawn(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable.Random })
	return found
}

var boolean = model.Type{Kind: model.Bool}

// factor adds what a statement says about drawn variables, functions of variables written out.
func (b *builder) factor(of *joint.Statement) {
	if b.used[of] {
		return
	}
	s := b.placed(of)
	f := &Factor{Loops: s.Loops, Text: s.Text, At: s.At}
	s.Relation.Exprs(func(e *model.Expr) { f.ofVariables = f.ofVariables || e.Random })
	x, guards := s.X, s.Guards
	if s.Relation.Kind == model.Draw {
		x, guards = b.drawnPart(s)
	}
	for _, g := range guards {
		f.Guards = append(f.Guards, b.inline(g))
	}
	if !f.counted(b.inline(s.Times)) {
		return
	}
	switch s.Kind {
	case joint.Drawn:
		if b.pinnedDraw(f, s) {
			return
		}
		f.X, f.Dist = b.inline(x), b.dist(s.Dist)
		if b.solved[x.Variable] == nil {
			f.Drawn = f.X
		}
		if f.Drawn != nil && f.Times != nil {
			b.Errorf(s.At, lang.CodeUnsupported, "a missing entry of %s in a repeat, in Gibbs sampling, is not supported by this version", of.Defines().Name).
				WithHint("write the statement in a for loop, with an entry for each copy")
			return
		}
		b.density(f)
	case joint.Observed:
		f.X, f.Dist = b.inline(x), b.dist(s.Dist)
		b.density(f)
	case joint.Defined:
		if b.halfDrawn(of) {
			f.X = b.inline(x)
			f.Dist = b.dist(&model.Dist{Name: "point", Names: []string{"value"}, Args: []*model.Expr{s.Value}, At: s.At})
			f.Drawn = f.X
			b.add(f)
		}
	case joint.Condition:
		e := b.inline(s.Value)
		if e.Op == model.OpCall && e.Fun == "==" && e.Args[0].Type.Kind == model.Bool && e.Args[1].Type.Kind == model.Bool {
			b.same(f, e.Args[0], e.Args[1])
			return
		}
		b.holds(f, e)
	case joint.Equation:
		b.equals(f, b.inline(s.Value), b.inline(s.Other))
	}
}

// equals adds the condition that two values are equal, that no variable could be solved for.
func (b *builder) equals(f *Factor, value, other *model.Expr) {
	switch {
	case !value.Random && !other.Random:
		b.holds(f, model.Call("==", boolean, value, other)) // a check of data, or of what is certain
	case value.Type.Kind != model.Real && other.Type.Kind != model.Real:
		b.same(f, value, other)
	default:
		f.X, f.Dist, f.Exact = value, &model.Dist{Name: "normal", Names: []string{"mean", "variance"}, Args: []*model.Expr{other, model.Number(0)}, At: f.At}, true
		b.add(f)
	}
}

// same adds the condition that two truths or whole numbers are equal: of a truth that is
// known the other one or its opposite, each where it is that.
func (b *builder) same(f *Factor, x, y *model.Expr) {
	if x.Random && y.Random || x.Type.Kind != model.Bool {
		b.holds(f, model.Call("==", boolean, x, y))
		return
	}
	if x.Random {
		x, y = y, x
	}
	yes, no := *f, *f
	yes.Guards = append(f.Guards[:len(f.Guards):len(f.Guards)], x)
	no.Guards = append(f.Guards[:len(f.Guards):len(f.Guards)], not(x))
	b.holds(&yes, y)
	b.holds(&no, not(y))
}

// opposite are the comparisons that hold where others do not.
var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// holds adds a condition, in parts where all of several must hold.
func (b *builder) holds(f *Factor, e *model.Expr) {
	switch {
	case e.Op == model.OpCall && e.Fun == "&&":
		for _, a := range e.Args {
			cp := *f
			b.holds(&cp, a)
		}
		return
	case e.Demands():
		cp := *f
		cp.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], e.Loop)
		b.holds(&cp, e.Args[0])
		return
	case e.Op == model.OpCall && e.Fun == "between":
		x := e.Args[0]
		b.holds(f, model.Call(">=", boolean, x, e.Args[1]))
		cp := *f
		b.holds(&cp, model.Call("<", boolean, x, e.Args[2]))
		return
	case e.Op == model.OpCall && e.Fun == "!" && e.Args[0].Op == model.OpCall && opposite[e.Args[0].Fun] != "":
		x := e.Args[0]
		b.holds(f, model.Call(opposite[x.Fun], boolean, x.Args...))
		return
	case e.Op == model.OpCall && e.Fun == "!" && e.Args[0].Op == model.OpCall && e.Args[0].Fun == "||":
		for _, a := range e.Args[0].Args {
			cp := *f
			b.holds(&cp, model.Call("!", boolean, a))
		}
		return
	}
	f.Holds, f.Times = e, nil // however often it counts
	b.add(f)
}

func (b *builder) dist(d *model.Dist) *model.Dist {
	cp := *d
	cp.Args = make([]*model.Expr, len(d.Args))
	for i, a := range d.Args {
		cp.Args[i] = b.inline(a)
	}
	return &cp
}

// add notes a factor that reads a drawn variable.
func (b *builder) add(f *Factor) {
	f.implied()
	f.softmax()
	if !f.readsDrawn() {
		if f.ofVariables || b.whole && f.Holds == nil {
			b.program.Certain = append(b.program.Certain, f)
		}
		return // a check of data, or a constant factor
	}
	b.program.Factors = append(b.program.Factors, f)
}

// exprs calls do for each expression of a factor.
func (f *Factor) exprs(do func(*model.Expr)) {
	eachExpr(do, f.Guards, f.Dist, f.X, f.Holds, f.Log, f.Times)
	if f.Mass != nil {
		eachExpr(do, f.Mass.Args, nil)
	}
}

// eachExpr calls do for conditions, for others that are not nil, and for the arguments of a
// distribution, or of none.
func eachExpr(do func(*model.Expr), guards []*model.Expr, dist *model.Dist, others ...*model.Expr) {
	for _, g := range guards {
		do(g)
	}
	for _, e := range others {
		if e != nil {
			do(e)
		}
	}
	if dist != nil {
		for _, a := range dist.Args {
			do(a)
		}
	}
}

// halfDrawn tells whether a statement computes elements of a whole number or a truth that
// other statements draw: it is then a distribution of one value.
func (b *builder) halfDrawn(s *joint.Statement) bool {
	v := s.Defines()
	return s.Kind == joint.Defined && v.Random && s.X.Type.Kind != model.Real &&
		slices.ContainsFunc(b.joint.Defining(v), func(o *joint.Statement) bool { return o.Relation.Kind == model.Draw })
}

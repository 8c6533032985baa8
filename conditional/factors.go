package conditional

import (
	"slices"

	"mpc/lang"
	"mpc/model"
)

// Build finds the conditionals of a model.
func Build(m *model.Model) (*Program, lang.Diagnostics) {
	b := &builder{Collector: lang.Collector{File: m.File.Name}, program: &Program{Model: m, standsFor: map[*model.Variable]*model.Variable{}, described: map[*model.Variable]description{}},
		definitions: map[*model.Variable][]*definition{}, solved: map[*model.Variable]*definition{}, notes: map[*model.Variable]string{}, copies: map[*model.Variable]*model.Variable{},
		drawnParts: map[*model.Variable]*model.Variable{}}
	b.copied()
	b.define()
	b.equations()
	for _, r := range m.Relations {
		b.factor(r)
	}
	b.unread()
	if b.HasErrors() {
		return nil, b.List()
	}
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
	b.scales()
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
	program *Program
	// definitions are those of functions of variables.
	definitions map[*model.Variable][]*definition
	// solved are the variables that an observed equation determines.
	solved map[*model.Variable]*definition
	// equations that were solved for a variable.
	used    map[*model.Relation]bool
	indices int
	// sums are the draws of what is summed out, replaced the factors that read it.
	sums     []*Draw
	replaced []*Factor
	// augmented are the variables that factors were given, notes what is to be said of
	// variables that the model does not have.
	augmented map[*model.Variable]*augmentation
	notes     map[*model.Variable]string
	// copies are the arrays of what repeats draw, copyIndices the indices of the copies.
	copies      map[*model.Variable]*model.Variable
	copyIndices []*model.Index
	// drawnParts are the arrays of the elements that are drawn, of variables that are
	// computed in part.
	drawnParts map[*model.Variable]*model.Variable
}

// context is where a relation stands, its branches taken in: those of a switch by the
// value of its selector, those of an if by a condition. A variable that lives in a
// branch is drawn from its prior where the branch is not there, which changes nothing
// that is read (Carlin and Chib 1995), so that its definition is no part of the branch.
type context struct {
	loops  []*model.Loop
	guards []*model.Expr
	swap   []swap
	times  *model.Expr // how often it counts, nil being once
	copyOf func(*model.Expr) *model.Expr
}

// A swap replaces a loop index.
type swap struct {
	index *model.Index
	by    *model.Expr
}

func (c *context) apply(e *model.Expr) *model.Expr {
	if e == nil {
		return nil
	}
	for _, s := range c.swap {
		e = e.Subst(s.index, s.by)
	}
	return c.copyOf(e)
}

func (c *context) dist(d *model.Dist) *model.Dist {
	if d == nil {
		return nil
	}
	cp := *d
	cp.Args = make([]*model.Expr, len(d.Args))
	for i, a := range d.Args {
		cp.Args[i] = c.apply(a)
	}
	cp.Require, cp.Over = nil, nil
	return &cp
}

// context takes the branches around r in, but for the first home ones.
func (b *builder) context(r *model.Relation, home int) *context {
	c := &context{copyOf: b.copyOf}
	for k, br := range r.Branches {
		if k < home {
			continue
		}
		on := c.selector(br)
		if br.Value.Op == model.OpIndex && br.Gate.Switch {
			c.swap = append(c.swap, swap{br.Value.Index, on})
			continue
		}
		c.guards = append(c.guards, c.taken(br))
	}
loops:
	for _, l := range r.Loops {
		for _, s := range c.swap {
			if s.index == l.Index {
				c.guards = append(c.guards, c.narrowed(l, s.by)...)
				continue loops
			}
		}
		c.loops = append(c.loops, c.bounded(&model.Loop{Index: l.Index, Lo: c.apply(l.Lo), Hi: c.apply(l.Hi), Full: c.apply(l.Full)}))
	}
	for _, g := range r.Guards {
		c.guards = append(c.guards, c.apply(g))
	}
	for k, g := range c.guards {
		c.guards[k] = c.apply(g)
	}
	b.repeated(c, r)
	return c
}

// selector is the value that a branch is of.
func (c *context) selector(br *model.Branch) *model.Expr {
	r := br.Gate.Relation
	on := r.Value
	for p, x := range r.Instance {
		if x.Op == model.OpIndex {
			on = on.Subst(x.Index, br.Index[p])
		}
	}
	return c.apply(on)
}

// taken is the condition that a branch is taken.
func (c *context) taken(br *model.Branch) *model.Expr {
	return is(c.selector(br), c.apply(br.Value))
}

// narrowed are the conditions that the value of a selector is one of those that a loop over
// the branches of its switch has: conditions on the value are taken into the loop.
func (c *context) narrowed(l *model.Loop, value *model.Expr) []*model.Expr {
	var conds []*model.Expr
	if !l.Lo.IsNumber(0) {
		conds = append(conds, model.Call(">=", boolean, value, c.apply(l.Lo)))
	}
	if !l.Hi.Equal(l.Full) {
		conds = append(conds, model.Call("<", boolean, value, c.apply(l.Hi)))
	}
	return conds
}

// bounded returns a loop whose bounds are known: what is random in them, the selector of
// a switch that a condition on the index has been taken into the loop with, becomes a
// guard.
func (c *context) bounded(l *model.Loop) *model.Loop {
	i := model.IndexExpr(l.Index)
	l.Lo = c.knownBound(l.Lo, "max", model.Number(0), func(e *model.Expr) *model.Expr { return model.Call(">=", boolean, i, e) })
	l.Hi = c.knownBound(l.Hi, "min", l.Full, func(e *model.Expr) *model.Expr { return model.Call("<", boolean, i, e) })
	return l
}

// knownBound takes the random parts out of a bound, which is the smallest or the largest
// of its parts: written is what is left where all are random.
func (c *context) knownBound(e *model.Expr, fun string, written *model.Expr, holds func(*model.Expr) *model.Expr) *model.Expr {
	if !readsDrawn(e) {
		return e
	}
	if e.Op == model.OpCall && e.Fun == fun {
		var known []*model.Expr
		for _, a := range e.Args {
			if a = c.knownBound(a, fun, nil, holds); a != nil {
				known = append(known, a)
			}
		}
		switch len(known) {
		case 0:
			return written
		case 1:
			return known[0]
		}
		return model.Call(fun, e.Type, known...)
	}
	c.guards = append(c.guards, holds(e))
	return written
}

// readsDrawn tells whether an expression reads a variable that is drawn.
func readsDrawn(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable.Random })
	return found
}

var boolean = model.Type{Kind: model.Bool}

// is is the condition that a selector has a value.
func is(on, value *model.Expr) *model.Expr {
	if on.Type.Kind != model.Bool {
		return model.Call("==", boolean, on, value)
	}
	if value.Op == model.OpBool && value.Value == 0 {
		return model.Call("!", boolean, on)
	}
	return on
}

// homeOf is how many branches the variable that r defines lives in.
func homeOf(r *model.Relation) int {
	if (r.Kind == model.Draw || r.Kind == model.Assign) && r.Target.Op == model.OpVariable {
		return len(r.Target.Variable.Home)
	}
	return 0
}

// factor adds what a relation says about drawn variables.
func (b *builder) factor(r *model.Relation) {
	if b.used[r] || r.Kind == model.Select {
		return
	}
	c := b.context(r, homeOf(r))
	var target *model.Expr
	if r.Kind == model.Draw {
		target = b.drawnPart(r, c, c.apply(r.Target))
	}
	f := &Factor{Loops: c.loops, Text: r.Text, At: r.At}
	r.Exprs(func(e *model.Expr) { f.ofVariables = f.ofVariables || e.Random })
	for _, g := range c.guards {
		f.Guards = append(f.Guards, b.inline(g))
	}
	if !f.counted(b.inline(c.times)) {
		return
	}
	switch r.Kind {
	case model.Draw:
		f.X, f.Dist = b.inline(target), b.dist(c.dist(r.Dist))
		if r.Target.Op == model.OpVariable && r.Target.Variable.Random && b.solved[f.X.Variable] == nil {
			f.Drawn = f.X
		}
		if f.Drawn != nil && f.Times != nil {
			b.Errorf(r.At, lang.CodeUnsupported, "a missing entry of %s in a repeat, in Gibbs sampling, is not supported by this version", r.Target.Variable.Name).
				WithHint("write the statement in a for loop, with an entry for each copy")
			return
		}
		b.add(f)
	case model.ObserveDraw:
		f.X, f.Dist = b.inline(c.apply(r.Value)), b.dist(c.dist(r.Dist))
		b.add(f)
	case model.Assign:
		if b.halfDrawn(r) {
			f.X = b.inline(c.apply(r.Target))
			f.Dist = b.dist(&model.Dist{Name: "point", Names: []string{"value"}, Args: []*model.Expr{c.apply(r.Value)}, At: r.At})
			f.Drawn = f.X
			b.add(f)
		}
	case model.ObserveTrue:
		e := b.inline(c.apply(r.Value))
		if e.Op == model.OpCall && e.Fun == "==" && e.Args[0].Type.Kind == model.Bool && e.Args[1].Type.Kind == model.Bool {
			b.same(f, e.Args[0], e.Args[1])
			return
		}
		b.holds(f, e)
	case model.ObserveEqual:
		value, other := b.inline(c.apply(r.Value)), b.inline(c.apply(r.Other))
		if !value.Random && !other.Random {
			b.holds(f, model.Call("==", boolean, value, other)) // a check of data, or of what is certain
			return
		}
		if value.Type.Kind != model.Real && other.Type.Kind != model.Real {
			b.same(f, value, other)
			return
		}
		b.Errorf(r.At, lang.CodeNoOperator, "%s ties variables to a value, and no variable in it can be solved for", r.Text).
			WithHint("observe it with noise, as in observe x ~ normal(y, sd = 0.01), or name the value and draw it")
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
	case e.Op == model.OpReduce && e.Fun == "all":
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
	for i, a := range d.Args {
		d.Args[i] = b.inline(a)
	}
	return d
}

// add notes a factor that reads a drawn variable.
func (b *builder) add(f *Factor) {
	random := false
	f.exprs(func(e *model.Expr) { random = random || readsDrawn(e) })
	if !random {
		if f.ofVariables {
			b.program.Certain = append(b.program.Certain, f)
		}
		return // a check of data, or a constant factor
	}
	b.program.Factors = append(b.program.Factors, f)
}

// exprs calls do for each expression of a factor.
func (f *Factor) exprs(do func(*model.Expr)) {
	eachExpr(do, f.Guards, f.Dist, f.X, f.Holds, f.Log, f.Times)
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

// halfDrawn tells whether a relation computes elements of a whole number or a truth that
// other relations draw: it is then a distribution of one value.
func (b *builder) halfDrawn(r *model.Relation) bool {
	if r.Kind != model.Assign || r.Target.Op != model.OpVariable || !r.Target.Variable.Random || r.Target.Type.Kind == model.Real {
		return false
	}
	return slices.ContainsFunc(b.program.Model.Relations, func(o *model.Relation) bool {
		return o.Kind == model.Draw && o.Target.Op == model.OpVariable && o.Target.Variable == r.Target.Variable
	})
}

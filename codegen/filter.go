package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/operators"
)

// A chain is a variable x[t] over a range of times whose definition reads x[t-1]
// alone, with what stands at each time: functions of them, and what is seen. What
// is known of x[t] from the past is then one message, and a filter needs no other
// memory.
type chain struct {
	g        *generator
	variable *factor.Variable
	time     *model.Input
	before   *factor.Edge // to x[t-1]

	first   bool // whether the time is 0
	f       *function
	names   map[*factor.Edge]string
	buffers map[*message.Update]string
	busy    map[*factor.Edge]bool
	// seen holds the inputs that are given at each time, fixed those that never
	// change, in the order in which they are met; now stands for the time.
	seen, fixed []*model.Input
	stands      map[*model.Input]*model.Input
	now         *model.Input
	ok          bool
}

// filter prints a streaming filter where the model is a chain over time.
func (g *generator) filter() string {
	graph := g.program.Message.Graph
	if graph.Shared != nil || len(graph.Data) > 0 {
		return ""
	}
	for _, v := range graph.Variables {
		if v.Derived {
			continue
		}
		c := &chain{g: g, variable: v, stands: map[*model.Input]*model.Input{}}
		if !c.find() {
			return ""
		}
		return c.print()
	}
	return ""
}

// find tells whether the model is a chain of the variable.
func (c *chain) find() bool {
	v := c.variable
	if len(v.Dims) != 1 {
		return false
	}
	v.Dims[0].Walk(func(e *model.Expr) { // n, or max(1, n) where x[0] is there for n = 0 too
		if e.Op == model.OpInput && e.Input.Type.Kind == model.RangeKind {
			c.time = e.Input
		}
	})
	if c.time == nil {
		return false
	}
	c.now = &model.Input{Name: c.time.Name + "Now", Type: model.Type{Kind: model.Int}}
	graph := c.g.program.Message.Graph
	for _, w := range graph.Variables {
		if w.Algorithm != operators.EP || w.Point || w.Family.Row().Vector() || w != v && !w.Derived {
			return false
		}
	}
	start := false
	for _, f := range graph.Factors {
		edges := 0
		for _, s := range f.Slots {
			if s.Over != nil {
				return false
			}
			if s.Edge == nil {
				continue
			}
			edges++
			at, ok := c.at(s.Edge)
			if !ok || c.g.update(s.Edge) == nil || c.g.update(s.Edge).Proper {
				return false
			}
			if at < 0 && c.before != nil || at < 0 && !c.loops(f, 1) {
				return false
			}
			if at < 0 {
				c.before = s.Edge
			}
			start = start || s.Edge.Defines && s.Edge.Variable == v && len(f.Loops) == 0
		}
		if edges == 0 || len(f.Guards) > 0 || !c.loops(f, 0) && !c.loops(f, 1) && len(f.Loops) > 0 {
			return false
		}
	}
	return start && c.before != nil
}

// loops tells whether a factor stands in one loop over the times from lo on.
func (c *chain) loops(f *factor.Factor, lo float64) bool {
	if len(f.Loops) != 1 {
		return false
	}
	l := f.Loops[0]
	return l.Lo.IsNumber(lo) && l.Hi.Op == model.OpInput && l.Hi.Input == c.time
}

// at is the time of the element that an edge leads to, beside that of its factor: 0
// or -1. The first element is at time 0 of a factor without a loop.
func (c *chain) at(e *factor.Edge) (int, bool) {
	switch {
	case len(e.Factor.Loops) == 0 && len(e.Index) == 0:
		return 0, e.Variable != c.variable
	case len(e.Index) != 1:
		return 0, false
	case len(e.Factor.Loops) == 0:
		return 0, e.Variable == c.variable && e.Index[0].IsNumber(0)
	}
	i, offset, ok := e.Index[0].Affine()
	switch {
	case !ok || i != e.Factor.Loops[0].Index:
		return 0, false
	case e.Variable == c.variable && offset == -1:
		return -1, true
	}
	return 0, offset == 0
}

// active tells whether a factor stands at the time that is printed.
func (c *chain) active(f *factor.Factor) bool {
	if len(f.Loops) == 0 {
		return c.first
	}
	return !c.first || f.Loops[0].Lo.IsNumber(0)
}

// timeOf is the time in a plate, nil outside.
func timeOf(list []*model.Loop) *model.Index {
	if len(list) == 1 {
		return list[0].Index
	}
	return nil
}

// present writes an expression at the present time: an input that has a value for
// each time is what is seen now.
func (c *chain) present(e *model.Expr, index *model.Index) *model.Expr {
	return e.Map(func(x *model.Expr) *model.Expr {
		switch x.Op {
		case model.OpVariable, model.OpReduce, model.OpDim:
			c.ok = false
		case model.OpIndex:
			if x.Index != index {
				c.ok = false
				break
			}
			return &model.Expr{Op: model.OpInput, Type: model.Type{Kind: model.Int}, Input: c.now, At: x.At}
		case model.OpInput:
			return c.input(x)
		}
		return x
	})
}

// input is an input at the present time. Its indices have been written so already.
func (c *chain) input(x *model.Expr) *model.Expr {
	in := x.Input
	switch {
	case in == c.now:
		return x
	case in == c.time || in.Type.Kind == model.IndexKind || len(in.Dims) > 1:
		c.ok = false
		return x
	case len(in.Dims) == 0:
		c.fixed = withInput(c.fixed, in)
		return x
	case in.Dims[0].Op != model.OpInput || in.Dims[0].Input != c.time:
		c.ok = false
		return x
	}
	if at := x.Args[0]; !(at.Op == model.OpInput && at.Input == c.now) && !(c.first && at.IsNumber(0)) {
		c.ok = false
	}
	if c.stands[in] == nil {
		now := *in
		now.Dims = nil
		c.stands[in] = &now
	}
	c.seen = withInput(c.seen, in)
	return &model.Expr{Op: model.OpInput, Type: x.Type, Input: c.stands[in], At: x.At}
}

func withInput(list []*model.Input, in *model.Input) []*model.Input {
	for _, x := range list {
		if x == in {
			return list
		}
	}
	return append(list, in)
}

// phase prints what a step does at the first time, or later.
func (c *chain) phase(first bool) string {
	c.first = first
	c.f = c.g.function()
	c.f.direct = true
	c.names, c.buffers, c.busy = map[*factor.Edge]string{}, map[*message.Update]string{}, map[*factor.Edge]bool{}
	for _, check := range c.g.program.Message.Graph.Checks {
		if len(check.Loops) > 1 || len(check.Guards) > 0 {
			c.ok = false
			continue
		}
		if first && len(check.Loops) == 1 && !check.Loops[0].Lo.IsNumber(0) {
			continue // of the later times
		}
		what := "contradictory observation: " + check.Value.String() + " is false"
		if check.Parameter {
			what = "an impossible parameter: " + check.Value.String() + " is false"
		}
		if check.Value.IsFinite() {
			what = check.Subject() + " is not finite"
		}
		c.f.body.line("if !(%s) {\nreturn %s, &InputError{Input: %q, Message: %q}\n}", c.f.env().truth(c.present(check.Value, timeOf(check.Loops))), uniform(c.variable.Family), check.Text, what)
	}
	all := c.product(c.variable, nil)
	c.f.body.line("next = %s", all)
	return c.f.body.String()
}

// print prints the type Filter, or nothing where its messages are more than one
// pass forward.
func (c *chain) print() string {
	c.ok = true
	first, later := c.phase(true), c.phase(false)
	if !c.ok || len(c.seen) == 0 {
		return ""
	}
	g, v := c.g, c.variable
	fam := familyType(v.Family)
	g.need["dist.Improper"], g.need["dist.Contradiction"], g.need["dist.NotFinite"] = true, true, true
	var p printer
	p.line("// An Observation is what is seen at one time.")
	p.line("type Observation struct {")
	for _, in := range c.seen {
		doc := in.Doc
		if doc == "" {
			doc = inputText(in)
		}
		p.line("%s %s `json:%q` // %s", exported(in.Name), goType(in.Type), in.Name, strings.Join(strings.Fields(doc), " "))
	}
	p.line("}\n")
	p.comment(fmt.Sprintf("A Filter runs the model forward, one time after the other: of all that was seen it keeps one message, what is known of %s now. It never looks back: Run of an Inference gives what later observations say of earlier times.", v.Name))
	p.line("type Filter struct {\nin struct {")
	for _, in := range c.fixed {
		p.line("%s %s", local(in.Name), goType(in.Type))
	}
	for _, in := range c.seen {
		p.line("%s %s", local(in.Name), goType(in.Type))
	}
	p.line("%s int", local(c.now.Name))
	p.line("}\nlast %s\n}\n", fam)
	p.comment("NewFilter returns a filter before its first time. Of data it reads the inputs that are the same at all times.")
	p.line("func NewFilter(%s Data) (*Filter, error) {\nf := &Filter{}", map[bool]string{true: "data", false: "_"}[len(c.fixed) > 0])
	var checks printer
	for _, in := range c.fixed {
		g.checkValue(&checks, in, "data."+exported(in.Name), "nil")
		checks.line("f.in.%s = data.%s", local(in.Name), exported(in.Name))
	}
	p.WriteString(strings.ReplaceAll(checks.String(), "return &InputError", "return nil, &InputError"))
	p.line("return f, nil\n}\n")
	p.comment(fmt.Sprintf("Step takes what is seen at the next time and returns the posterior of %s at that time, given all that has been seen. It takes the same time at each step and allocates nothing. After an error the filter stands where it was.", v.Name))
	p.line("func (f *Filter) Step(seen Observation) (%s, error) {", fam)
	var body printer
	for _, in := range c.seen {
		scalar := *in
		scalar.Dims = nil
		g.checkValue(&body, &scalar, "seen."+exported(in.Name), fmt.Sprintf("[]int{f.in.%s}", local(c.now.Name)))
	}
	p.WriteString(strings.ReplaceAll(body.String(), "return &InputError", "return "+uniform(v.Family)+", &InputError"))
	for _, in := range c.seen {
		p.line("f.in.%s = seen.%s", local(in.Name), exported(in.Name))
	}
	p.line("var next %s", fam)
	p.WriteString(strings.ReplaceAll("if f.in."+local(c.now.Name)+" == 0 {\n"+first+"} else {\n"+later+"}\n", "inf.in.", "f.in."))
	p.line("if !next.IsProper() {\nreturn next, f.fault(%d, dist.Improper)\n}", g.firstUpdate(c.before.Factor))
	p.line("f.last = next\nf.in.%s++\nreturn next, nil\n}\n", local(c.now.Name))
	p.line("// Steps is how many times have been seen.\nfunc (f *Filter) Steps() int { return f.in.%s }\n", local(c.now.Name))
	p.line(`// fault is the error of an update that has no message.
func (f *Filter) fault(update int, why dist.Fault) error {
	at := origins[update]
	where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: []int{f.Steps()}}
	switch why {
	case dist.Contradiction:
		return &ContradictionError{where}
	case dist.NotFinite:
		return &NotFiniteError{where}
	}
	return &ImproperError{Where: where}
}`)
	return p.String()
}

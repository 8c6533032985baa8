package passes

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/code"
)

// Invariants computes sums and other reductions that all passes of a loop compute alike once, before the loop, in
// functions of chains: of p[j] / sum(p[k] : k in c) for all j the sum. So it does with functions of numbers, as exp(-lambda),
// that need no more than what is known there. What a pass has tested stays where it is, but for reductions whose elements are there
// whatever the test says; so does what stands behind something that may end the function. A loop without a pass computes nothing.
func Invariants(p *code.Program) {
	effects := code.FindEffects(p)
	for _, r := range p.Rows {
		if r.Body == nil || !r.Draws() {
			continue
		}
		v := &invariants{program: p, effects: effects, names: map[string]bool{}}
		for _, x := range r.Values() {
			v.names[x.Name] = true
		}
		v.block(r.Body)
	}
}

type invariants struct {
	program *code.Program
	effects map[*code.Row]*code.Effects
	names   map[string]bool // of the values of the function
}

// block looks into the loops of a block, the inner ones first.
func (v *invariants) block(b *code.Block) {
	var stmts []*code.Stmt
	for _, s := range b.Stmts {
		for _, inner := range code.Blocks(s.Do) {
			v.block(inner)
		}
		if loop, ok := s.Do.(*code.For); ok && len(loop.Strands) == 1 && loop.Strands[0].List == nil {
			stmts = append(stmts, v.loop(s, loop.Strands[0])...)
		}
		stmts = append(stmts, s)
	}
	b.Stmts = stmts
}

// A passing is what is known of the values of a loop.
type passing struct {
	written map[*code.Table]bool
	inside  map[*code.Value]bool         // what each pass gives a value of its own
	alike   map[*code.Value]*code.Stmt   // what gives values that are the same in all passes
	known   map[*code.Value]code.Operand // what values are that are computed before the loop
}

// loop takes reductions out of a loop; it returns what computes them before it.
func (v *invariants) loop(s *code.Stmt, strand *code.Strand) (before []*code.Stmt) {
	p := &passing{
		written: code.EffectsOf(s, v.effects).Writes,
		inside:  map[*code.Value]bool{strand.Index: true},
		alike:   map[*code.Value]*code.Stmt{},
		known:   map[*code.Value]code.Operand{},
	}
	for _, c := range strand.Carry {
		p.inside[c.Value] = true
	}
	var rest []*code.Stmt
	fails := false
	for _, x := range strand.Body.Stmts {
		e := code.EffectsOf(x, v.effects)
		fails = fails || e.Fails
		if fails || !p.same(x, e) {
			for _, r := range x.Results {
				p.inside[r] = true
			}
			rest = append(rest, x)
			continue
		}
		if reduces(x) {
			if first := v.once(strand, x, p); first != nil {
				before = append(before, first...)
				continue
			}
		}
		if calls(x) {
			if first := v.first(x, p); first != nil {
				before = append(before, first...)
				continue
			}
		}
		for _, r := range x.Results {
			p.alike[r] = x
		}
		rest = append(rest, x)
	}
	if !fails {
		for _, x := range rest {
			before = append(before, v.tested(strand, x, p)...)
		}
	}
	if len(before) == 0 {
		return nil
	}
	strand.Body.Stmts = rest
	code.Replace(strand.Body, p.known)
	for i, g := range strand.Body.Gives {
		if x, ok := g.(*code.Value); ok && p.known[x] != nil {
			strand.Body.Gives[i] = p.known[x]
		}
	}
	unused(strand.Body, p.alike)
	return before
}

// tested takes reductions out of the branches of a statement.
func (v *invariants) tested(strand *code.Strand, s *code.Stmt, p *passing) (before []*code.Stmt) {
	if _, is := s.Do.(*code.If); !is {
		return nil
	}
	for _, b := range code.Blocks(s.Do) {
		var rest []*code.Stmt
		taken := len(before)
		for _, x := range b.Stmts {
			before = append(before, v.tested(strand, x, p)...)
			same := p.same(x, code.EffectsOf(x, v.effects))
			if same && reduces(x) && total(x) && !slices.ContainsFunc(needed(x, p.alike), func(y *code.Stmt) bool { return !total(y) }) {
				if first := v.once(strand, x, p); first != nil {
					before = append(before, first...)
					continue
				}
			}
			for _, r := range x.Results {
				if same {
					p.alike[r] = x
				} else {
					p.inside[r] = true
				}
			}
			rest = append(rest, x)
		}
		if len(before) > taken {
			b.Stmts = rest
			unused(b, p.alike)
		}
	}
	return before
}

// total tells whether a statement computes numbers whatever they are of, and reads what is there by the sizes of tables alone, which
// code.Check sees.
func total(s *code.Stmt) bool {
	return (&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(x *code.Stmt) bool {
		switch a := x.Do.(type) {
		case *code.Load:
			return !a.From.Known
		case *code.Apply:
			return a.Operation.Result != code.Whole || !strings.Contains("/%", a.Operation.Symbol)
		case *code.For, *code.If:
			return true
		}
		return false
	})
}

// reduces tells whether a statement gives numbers that a loop finds, one that has been taken out of a loop inside too.
func reduces(s *code.Stmt) bool {
	if len(s.Results) == 0 || !all(s.Results, number) {
		return false
	}
	loop := false
	(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(x *code.Stmt) bool {
		_, is := x.Do.(*code.For)
		loop = loop || is
		return !loop
	})
	return loop
}

// calls tells whether a statement calls a function of numbers.
func calls(s *code.Stmt) bool {
	_, is := s.Do.(*code.Call)
	return is && len(s.Results) > 0 && all(s.Results, number)
}

// first moves a call before a loop, with copies of what it needs: numbers that are computed of others, or of variables
// without dimensions. It is nil where it needs more, which may not be there if there is no pass.
func (v *invariants) first(x *code.Stmt, p *passing) (list []*code.Stmt) {
	own := map[*code.Value]code.Operand{}
	for _, s := range needed(x, p.alike) {
		if load, is := s.Do.(*code.Load); is && len(load.From.Index) > 0 {
			return nil
		}
		copied := v.copied(s, own)
		if copied == nil {
			return nil
		}
		list = append(list, copied)
	}
	list = append(list, x)
	then := &code.Block{Stmts: list}
	code.Replace(then, own)
	code.Replace(then, p.known)
	return list
}

// unused takes statements away that were made for what has been taken out.
func unused(b *code.Block, alike map[*code.Value]*code.Stmt) {
	used := map[*code.Value]bool{}
	use := func(list []code.Operand) {
		for _, o := range list {
			if v, ok := o.(*code.Value); ok {
				used[v] = true
			}
		}
	}
	unread := func(v *code.Value) bool { return !used[v] }
	use(b.Gives)
	var rest []*code.Stmt
	for _, s := range slices.Backward(b.Stmts) {
		if len(s.Results) > 0 && alike[s.Results[0]] == s && all(s.Results, unread) {
			continue
		}
		rest = append(rest, s)
		(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(x *code.Stmt) bool {
			use(reads(x))
			return true
		})
	}
	slices.Reverse(rest)
	b.Stmts = rest
}

// same tells whether a statement does the same in all passes of a loop, and nothing but to give values. An array or a
// handle from before the loop has memory that the loop may write to: only those that its passes read are the same.
func (p *passing) same(s *code.Stmt, e *code.Effects) bool {
	if len(e.Writes) > 0 || e.Draws || e.Fails {
		return false
	}
	for t := range e.Reads {
		if p.written[t] {
			return false
		}
	}
	own := map[*code.Value]bool{} // what it gives itself
	(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(x *code.Stmt) bool {
		for _, r := range x.Results {
			own[r] = true
		}
		if loop, is := x.Do.(*code.For); is {
			for _, strand := range loop.Strands {
				for _, c := range strand.Carry {
					own[c.Value] = true
				}
			}
		}
		return true
	})
	ok := true
	operands := func(list []code.Operand) {
		for _, o := range list {
			x, is := o.(*code.Value)
			ok = ok && !(is && (p.inside[x] || !own[x] && p.alike[x] == nil && !number(x)))
		}
	}
	(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(x *code.Stmt) bool {
		switch a := x.Do.(type) {
		case *code.Call:
			ok = ok && len(a.Args) > 0 // without, it gives what stands elsewhere
			for _, o := range a.Args {
				if _, place := o.(*code.Place); place {
					ok = false // of memory, or of a handle
				}
			}
		case *code.While, *code.Make, *code.Position:
			ok = false
		}
		operands(reads(x))
		return ok
	})
	return ok
}

// once computes what a reduction in a loop gives before it, if there is a pass. It needs what the passes compute alike
// before it, of which it takes copies: numbers that are read or computed. It is nil where it needs more.
func (v *invariants) once(strand *code.Strand, x *code.Stmt, p *passing) []*code.Stmt {
	needs := needed(x, p.alike)
	then := &code.Block{}
	own := map[*code.Value]code.Operand{} // what it needs stands in the loop too, for others
	for _, s := range needs {
		copied := v.copied(s, own)
		if copied == nil {
			return nil
		}
		then.Stmts = append(then.Stmts, copied)
	}
	then.Stmts = append(then.Stmts, x)
	code.Replace(then, own)
	otherwise := &code.Block{}
	choice := &code.Stmt{Number: v.number(), Origin: x.Origin}
	for _, r := range x.Results {
		c := &code.Value{Name: v.name("once"), Of: r.Of}
		choice.Results = append(choice.Results, c)
		then.Gives = append(then.Gives, r)
		otherwise.Gives = append(otherwise.Gives, code.Constant{Of: r.Of.(code.Basic)})
		p.known[r] = c
	}
	some := &code.Value{Name: v.name("some"), Of: code.Truth}
	less := code.FindOperation("<", code.Whole, code.Whole)
	test := &code.Stmt{Number: v.number(), Origin: x.Origin, Results: []*code.Value{some},
		Do: &code.Apply{Operation: less, Args: []code.Operand{strand.Lo, strand.Hi}}}
	choice.Do = &code.If{Cond: some, Then: then, Else: otherwise}
	return []*code.Stmt{test, choice}
}

// needed are the statements of a loop that a statement needs, in their order, of those that do the same in all passes.
func needed(x *code.Stmt, alike map[*code.Value]*code.Stmt) (list []*code.Stmt) {
	taken := map[*code.Stmt]bool{}
	var need func(s *code.Stmt)
	need = func(s *code.Stmt) {
		(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(y *code.Stmt) bool {
			for _, o := range reads(y) {
				r, ok := o.(*code.Value)
				if first := alike[r]; ok && first != nil && !taken[first] {
					taken[first] = true
					need(first)
					list = append(list, first)
				}
			}
			return true
		})
	}
	need(x)
	return list
}

// reads are the operands of a statement, and what its blocks give.
func reads(s *code.Stmt) (list []code.Operand) {
	list = append(list, code.Operands(s.Do)...)
	for _, b := range code.Blocks(s.Do) {
		list = append(list, b.Gives...)
	}
	return list
}

// copied is a statement again, with results of its own; nil of one that it does not copy.
func (v *invariants) copied(s *code.Stmt, own map[*code.Value]code.Operand) *code.Stmt {
	c := &code.Stmt{Number: v.number(), Origin: s.Origin}
	switch a := s.Do.(type) {
	case *code.Load:
		place := *a.From
		place.Index = slices.Clone(place.Index)
		c.Do = &code.Load{From: &place}
	case *code.Apply:
		c.Do = &code.Apply{Operation: a.Operation, Args: slices.Clone(a.Args)}
	case *code.Call:
		c.Do = &code.Call{Row: a.Row, Args: slices.Clone(a.Args)}
	default:
		return nil
	}
	for _, r := range s.Results {
		x := &code.Value{Name: v.name(r.Name), Of: r.Of}
		own[r] = x
		c.Results = append(c.Results, x)
	}
	return c
}

func (v *invariants) number() int {
	v.program.Statements++
	return v.program.Statements
}

// name is a name for a value that the function does not have yet.
func (v *invariants) name(base string) string {
	name := base
	for n := 2; v.names[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	v.names[name] = true
	return name
}

// number tells whether a value is a number or a truth.
func number(x *code.Value) bool {
	b, ok := x.Of.(code.Basic)
	return ok && b != code.Fault && b != code.Stream
}

func all(list []*code.Value, is func(*code.Value) bool) bool {
	return !slices.ContainsFunc(list, func(x *code.Value) bool { return !is(x) })
}

package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A function is a row while its body is made.
type function struct {
	*lowering
	row    *code.Row
	block  *code.Block
	scope  *scope
	origin code.Origin
	damped bool
	// parallel is set in a loop whose passes workers share.
	parallel bool
	names    map[string]int
	// runs says what indices run over.
	runs    map[*code.Value]string
	loops   []*loops.For // around
	carried []carried
	// counts is how often the message of an operator that Adds counts, nil for once.
	counts code.Operand
	// sums is set in a function that adds up terms, parts where it says which these are of.
	sums, parts bool
	// random are the streams that guesses are drawn from.
	random map[*factor.Variable]code.Operand
	// alike are the loops around whose passes all do the same: the first alone runs.
	alike []*loops.For
	// drawing is set in functions of a scan.
	drawing *drawing
}

// A scope holds what the statements of a block define for those after them.
type scope struct {
	outer   *scope
	indices map[*model.Index]code.Operand
	known   map[string]code.Operand // whole numbers that places are indexed by, by what they are
	locals  map[*loops.Table]code.Operand
	buffers map[*message.Update]code.Operand
	faults  map[int][]code.Operand // of updates, that what reads them heeds
	arrays  map[string]array
	terms   map[oldTerm]code.Operand
	// scratch are messages to work in that are free behind the block.
	scratch []*code.Table
}

// An array is what has been collected from tables.
type array struct {
	value code.Operand
	of    []*loops.Table
}

func newScope(outer *scope) *scope {
	return &scope{outer, map[*model.Index]code.Operand{}, map[string]code.Operand{}, map[*loops.Table]code.Operand{},
		map[*message.Update]code.Operand{}, map[int][]code.Operand{}, map[string]array{}, map[oldTerm]code.Operand{}, nil}
}

func (l *lowering) function(name string) *function {
	r := &code.Row{Name: name, Results: types(code.Fault), Body: &code.Block{}}
	return &function{lowering: l, row: r, block: r.Body, scope: newScope(nil), names: map[string]int{}, runs: map[*code.Value]string{}}
}

// fresh is a name that no other value of the function has: also none whose own name ends in a number, as n_2 may.
func (f *function) fresh(base string) string {
	for {
		f.names[base]++
		name := base
		if n := f.names[base]; n > 1 {
			name = fmt.Sprintf("%s_%d", base, n)
			if f.names[name] > 0 {
				continue
			}
			f.names[name]++
		}
		if !code.Keyword(name) && f.Program.Table(name) == nil {
			return name
		}
	}
}

func (f *function) value(name string, t code.Type) *code.Value {
	return &code.Value{Name: f.fresh(name), Of: t}
}

// emit adds a statement.
func (f *function) emit(do code.Action, results ...*code.Value) *code.Stmt {
	code.OwnPlaces(do)
	f.Statements++
	s := &code.Stmt{Number: f.Statements, Origin: f.origin, Results: results, Do: do}
	f.block.Stmts = append(f.block.Stmts, s)
	return s
}

func (f *function) gives(list ...code.Operand) { f.block.Gives = append(f.block.Gives, list...) }

// call adds a call of a row with one result, or none: then nil is returned.
func (f *function) call(name string, r *code.Row, args ...code.Operand) *code.Value {
	if len(r.Results) == 0 {
		f.emit(&code.Call{Row: r, Args: args})
		return nil
	}
	v := f.value(name, r.Results[0])
	f.emit(&code.Call{Row: r, Args: args}, v)
	return v
}

// apply adds an operation. One of constants is computed here: Go would not round them.
func (f *function) apply(symbol string, args ...code.Operand) code.Operand {
	if c, ok := folded(symbol, args); ok {
		return c
	}
	var list []code.Type
	for _, a := range args {
		list = append(list, a.Type())
	}
	o := code.FindOperation(symbol, list...)
	if o == nil {
		panic(fmt.Sprintf("there is no %s of %v", symbol, list))
	}
	v := f.value("v", o.Result)
	f.emit(&code.Apply{Operation: o, Args: args}, v)
	return v
}

// folded is an operation on constants.
func folded(symbol string, args []code.Operand) (code.Operand, bool) {
	var x []float64
	for _, a := range args {
		c, ok := a.(code.Constant)
		if !ok || c.Of != code.Real {
			return nil, false
		}
		x = append(x, c.Real)
	}
	switch {
	case symbol == "-" && len(x) == 1:
		return real(-x[0]), true
	case len(x) != 2:
	case symbol == "+":
		return real(x[0] + x[1]), true
	case symbol == "-":
		return real(x[0] - x[1]), true
	case symbol == "*":
		return real(x[0] * x[1]), true
	case symbol == "/" && x[1] != 0:
		return real(x[0] / x[1]), true
	}
	return nil, false
}

// load adds the reading of a place.
func (f *function) load(name string, p *code.Place) code.Operand {
	v := f.value(name, p.Type())
	f.emit(&code.Load{From: p}, v)
	return v
}

func (f *function) store(p *code.Place, v code.Operand) { f.emit(&code.Store{To: p, Value: v}) }

// within makes statements in a block with a scope of its own.
func (f *function) within(b *code.Block, make func()) {
	outer := f.block
	f.block, f.scope = b, newScope(f.scope)
	make()
	f.release()
	f.block, f.scope = outer, f.scope.outer
}

// choose adds an if that gives nothing; either part may be nil.
func (f *function) choose(cond code.Operand, then, otherwise func()) {
	a := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
	f.emit(a)
	if then != nil {
		f.within(a.Then, then)
	}
	if otherwise != nil {
		f.within(a.Else, otherwise)
	}
}

// loop adds a loop without carried values.
func (f *function) loop(i *model.Index, lo, hi code.Operand, down, parallel bool, body func()) {
	index := f.value(i.Name, code.Whole)
	f.Indices[index] = i
	s := &code.Strand{Index: index, Lo: lo, Hi: hi, Down: down, Body: &code.Block{}}
	f.emit(&code.For{Strands: []*code.Strand{s}, Parallel: parallel})
	around := f.scope
	if parallel {
		f.scope, f.parallel = nil, true // its passes run in a function of their own, which sees nothing of this one
	}
	defer func() {
		f.scope = around
		f.parallel = f.parallel && !parallel
	}()
	f.within(s.Body, func() {
		f.scope.indices[i] = index
		body()
	})
}

// find looks something up in the scopes.
func find[K comparable, V any](s *scope, m func(*scope) map[K]V, key K) (v V, ok bool) {
	for ; s != nil; s = s.outer {
		if v, ok := m(s)[key]; ok {
			return v, true
		}
	}
	return v, false
}

// index is the value of a loop index.
func (f *function) index(i *model.Index) code.Operand {
	v, ok := find(f.scope, func(s *scope) map[*model.Index]code.Operand { return s.indices }, i)
	if !ok {
		notYet("index %s, which no loop around has", i.Name)
	}
	return v
}

func whole(n int) code.Constant    { return code.Constant{Of: code.Whole, Whole: int64(n)} }
func real(x float64) code.Constant { return code.Constant{Of: code.Real, Real: x} }
func truth(b bool) code.Constant   { return code.Constant{Of: code.Truth, Truth: b} }
func isZero(o code.Operand) bool   { c, ok := o.(code.Constant); return ok && c == whole(0) }

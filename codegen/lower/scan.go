package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// A Scan is what the chains of a sampled model run: functions of a stream of random numbers.
type Scan struct {
	// Start gives each variable its first value, Scan draws each once, again and again in the first
	// scan of a chain, Compute what no other draw depends on, for a draw that is kept. Sweep is one pass
	// of Scan, or Scan itself. Look finds what has no density after the first one; it may be nil.
	Start, Scan, Sweep, Compute, Look *code.Row
	// Excluded finds what leaves the values of a chain, where a slice begins, no density; it may be nil.
	Excluded *code.Row
	Draws    map[*message.Update]*code.Row
	// Beside are functions that draws call, of joint draws.
	Beside map[*message.Update][]Beside
	// OneBlocks are the moves of normals as one block, each as a joint draw of them.
	OneBlocks []*message.Update
	// Patterns finds, once the data are known, which of the values that are drawn together are tied; it may be nil.
	Patterns *code.Row
	// Blamed are the factors whose statements errors of draws name.
	Blamed []*conditional.Factor
	// factors are those that statements come from.
	factors map[string]*conditional.Factor
	// sums add up what the data say of a block, refer lets it stand where these are about.
	sums, refer map[*message.Update]*code.Row
}

// Factor is the factor that a statement of a scan comes from, or nil.
func (s *Scan) Factor(o code.Origin) *conditional.Factor { return s.factors[o.Update] }

// A chain is a function of a chain while its body is made.
type chain struct{ *function }

// A drawing is what such a function knows.
type drawing struct {
	stream *code.Value
	of     *conditional.Draw // whose elements are drawn one after the other, or nil
	// writes are the variables whose values the function changes.
	writes []*model.Variable
	// steady are values that the function reads and does not change, read once at its start.
	steady map[*loops.Table]code.Operand
	first  *code.Block
	// known are values of variables that have no table.
	known map[*model.Variable]code.Operand
	// sums are the names of what loops carry.
	sums []string
	// around are the loops around, outermost first, and stretches the parts of the draw.
	around []*model.Loop
	// oneBlock is the move whose sites have normal approximations.
	oneBlock  *conditional.OneBlock
	stretches []*stretch
}

// scan lowers the draws of a model that is sampled, all or none.
func (l *lowering) scan() {
	rows, tables, numbers := len(l.Rows), len(l.Program.Program.Tables), l.Statements
	l.Scan = &Scan{Draws: map[*message.Update]*code.Row{}, Beside: map[*message.Update][]Beside{}, factors: map[string]*conditional.Factor{},
		sums: map[*message.Update]*code.Row{}, refer: map[*message.Update]*code.Row{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unlowered:
			l.Unscanned = r
			l.forget(rows, tables, numbers)
			l.Scan = nil
		default:
			panic(r)
		}
	}()
	for _, u := range l.Loops.Scan {
		if u.Sampled.Block != nil {
			l.scanBlock(u)
			continue
		}
		l.scanElements(u)
	}
	l.patterns()
	l.Scan.Start = l.chainFunction("start", l.drawn(), func(f *chain) { f.start() })
	l.Scan.Compute = l.chainFunction("compute", l.drawn(), func(f *chain) { f.compute() })
	if doubtful := l.Loops.Message.Sampling.Doubtful(); len(doubtful) > 0 {
		l.Scan.Look = l.chainFunction("look", nil, func(f *chain) { f.lookAt(doubtful) })
	}
	if len(l.widths) > 0 || l.state["elliptical"] != nil || l.state["simplex"] != nil {
		l.Scan.Excluded = l.chainFunction("excluded", nil, func(f *chain) {
			if f.Scan.Look != nil {
				f.calls(f.Scan.Look)
			}
			f.lookAt(l.Loops.Message.Sampling.Suspects())
		})
	}
	name := "scan"
	settles := l.state["skipped"] != nil
	if settles {
		name = "sweep"
	}
	l.Scan.Sweep = l.chainFunction(name, nil, func(f *chain) { f.sweep() })
	l.Scan.Scan = l.Scan.Sweep
	if settles {
		l.Scan.Scan = l.chainFunction("scan", nil, func(f *chain) { f.settle() })
	}
	for _, r := range l.Rows[rows:] {
		if r.Body != nil {
			l.ownMemory(r)
		}
	}
	l.declareScan()
}

// scanElements lowers the draw of one variable, with the moves that follow it.
func (l *lowering) scanElements(u *message.Update) {
	var moves []*code.Row
	for _, s := range u.Sampled.Shifts {
		moves = append(moves, l.scanShift(u, s))
	}
	for _, a := range u.Sampled.Along {
		moves = append(moves, l.scanAlong(u, a))
	}
	var oneBlock *code.Row
	if u.Sampled.OneBlock != nil {
		oneBlock = l.scanOneBlock(u)
	}
	writes := u.Sampled.Variables
	if len(moves) == 0 && oneBlock == nil {
		writes = u.Sampled.Writes()
	}
	l.Scan.Draws[u] = l.chainFunction("draw_"+u.Sampled.Variable().Name, writes, func(f *chain) {
		f.unlessInBlock(u.Sampled, func() {
			f.unlessResting(u.Sampled, func() { f.drawElements(u) })
			if d := u.Sampled; d.Scale != nil && d.Method != conditional.Conjugate {
				f.moveFree(d)
			}
			for _, move := range moves {
				f.calls(move)
			}
		})
		if oneBlock != nil {
			f.calls(oneBlock)
		}
	})
}

// ownMemory refuses a function of a chain that works in memory of the Inference: several chains run at the same time.
func (l *lowering) ownMemory(r *code.Row) {
	r.Body.Walk(func(s *code.Stmt) bool {
		for _, p := range code.Places(s.Do) {
			if x := l.Tables[p.Table]; x.Work != nil || x.Message != nil {
				notYet("memory %s of a chain for an array that %s computes", p.Table.Name, r.Name)
			}
		}
		return true
	})
}

// drawn are all variables that a chain has values of.
func (l *lowering) drawn() (list []*model.Variable) {
	for _, t := range l.Loops.Tables {
		if t.Role != loops.Drawn {
			continue
		}
		for v, x := range l.Loops.Constants {
			if x == t {
				list = append(list, v)
			}
		}
	}
	return list
}

// chainFunction makes a function of a chain, which changes the values of some variables.
func (l *lowering) chainFunction(name string, writes []*model.Variable, body func(f *chain), params ...*code.Param) *code.Row {
	for base, n := name, 2; l.Program.Row(name) != nil; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	f := &chain{l.function(name)}
	stream := param(f.fresh("s"), code.Stream)
	f.row.Params = append([]*code.Param{stream}, params...)
	f.drawing = &drawing{stream: stream.Value, writes: writes, steady: map[*loops.Table]code.Operand{}, first: &code.Block{}}
	body(f)
	f.gives(code.None)
	f.row.Body.Stmts = append(f.drawing.first.Stmts, f.row.Body.Stmts...)
	f.release()
	l.Rows = append(l.Rows, f.row)
	return f.row
}

// moves tells whether an expression reads values that the function changes.
func (f *function) moves(e *model.Expr) bool {
	if f.drawing == nil {
		return false
	}
	found := false
	e.Walk(func(x *model.Expr) {
		found = found || x.Op == model.OpVariable && slices.Contains(f.drawing.writes, x.Variable)
	})
	return found
}

// steadyValue is the value of a variable without dimensions that the function does not change; nil of another.
func (f *function) steadyValue(e *model.Expr, t *loops.Table) code.Operand {
	if f.drawing == nil || t.Role != loops.Drawn || len(t.Dims) > 0 || f.moves(e) {
		return nil
	}
	if v := f.drawing.steady[t]; v != nil {
		return v
	}
	block, origin := f.block, f.origin
	f.block, f.origin = f.drawing.first, code.Origin{}
	f.drawing.steady[t] = f.load(drawnName(t), f.place(f.table(t), t.Dims, nil))
	f.block, f.origin = block, origin
	return f.drawing.steady[t]
}

// drawnName is what a value of a variable that is drawn is called.
func drawnName(t *loops.Table) string {
	switch t.Type.Kind {
	case model.Real:
		return "x"
	case model.Bool:
		return "is"
	}
	return "at"
}

// about makes the statements that follow those of a factor.
func (f *chain) about(by *conditional.Factor) {
	f.origin = code.Origin{Line: by.At.Line, Update: fmt.Sprintf("c%d", by.ID)}
	f.Scan.factors[f.origin.Update] = by
}

// stateOf is what a chain keeps of the scan that it is in: whether it is the first, whether some variable had no
// possible value in it, how often it was begun, how many were made, how many of the burn-in are to come, and the chain's number.
func (l *lowering) stateOf(name string) *code.Place {
	if l.state[name] == nil {
		t := &code.Table{Name: name, Type: code.Whole, Keep: code.State}
		if name == "beginning" || name == "skipped" {
			t.Type = code.Truth
		}
		l.state[name] = l.declare(t, Source{InChain: InChain{State: name}})
	}
	return &code.Place{Table: l.state[name]}
}

// begins tells whether a scan may leave variables without a possible value, as it is the first.
func (f *chain) begins() code.Operand { return f.load("beginning", f.stateOf("beginning")) }

func (f *chain) skip() { f.store(f.stateOf("skipped"), truth(true)) }

// calls leaves the function with the fault of another one.
func (f *chain) calls(r *code.Row) { f.fail(f.call("e", r, f.drawing.stream)) }

// sweep draws each variable once.
func (f *chain) sweep() {
	for _, u := range f.Loops.Scan {
		f.calls(f.Scan.Draws[u])
	}
	if f.Scan.Look == nil {
		return
	}
	look := f.apply("==", f.load("scans", f.stateOf("scans")), whole(0))
	if f.lowering.state["skipped"] != nil { // of a scan that is made again nothing is to be said yet
		first := look
		look = f.both(func() code.Operand { return first }, func() code.Operand { return f.apply("!", f.load("skipped", f.stateOf("skipped"))) })
	}
	f.choose(look, func() { f.calls(f.Scan.Look) }, nil)
}

// settle draws each variable once, and in the first scan of a chain again, until none is without a possible value.
func (f *chain) settle() {
	try, more := f.value("try", code.Whole), f.value("more", code.Truth)
	a := &code.While{Carry: []*code.Carry{{Value: try, First: whole(0)}, {Value: more, First: truth(true)}},
		Test: &code.Block{Gives: []code.Operand{more}}, Body: &code.Block{}}
	f.emit(a, f.value("tries", code.Whole), f.value("again", code.Truth))
	f.within(a.Body, func() {
		f.store(f.stateOf("try"), try)
		first := f.both(func() code.Operand { return f.apply("==", f.load("scans", f.stateOf("scans")), whole(0)) },
			func() code.Operand { return f.apply("<", try, f.firstScans()) })
		f.store(f.stateOf("beginning"), first)
		f.store(f.stateOf("skipped"), truth(false))
		e := f.call("e", f.Scan.Sweep, f.drawing.stream)
		again := f.both(func() code.Operand { return f.apply("==", e, code.None) },
			func() code.Operand { return f.load("skipped", f.stateOf("skipped")) })
		f.choose(again, nil, func() { f.store(f.stateOf("beginning"), truth(false)) })
		f.fail(e)
		f.gives(f.apply("+", try, whole(1)), again)
	})
}

// firstScans is how often the first scan is made again, firstDraws how often a first value is drawn.
func (f *chain) firstScans() code.Operand { return f.named("firstScans", "mcmc.FirstScans") }
func (f *chain) firstDraws() code.Operand { return f.named("firstDraws", "mcmc.FirstDraws") }

func (f *chain) named(row, name string) code.Operand {
	return f.call(row, f.lowering.row(row, Callee{Kind: Named, Name: name}, types(code.Whole)))
}

// faultAt leaves the function with an error about an element, which the statement with that number makes.
func (f *chain) faultAt(kind string, statement int, at []*model.Expr) {
	var index []code.Operand
	for _, e := range at {
		index = append(index, f.whole(e))
	}
	f.faultWith(kind, statement, index)
}

// faultWith is faultAt of an index that is computed.
func (f *chain) faultWith(kind string, statement int, at []code.Operand) {
	args := []code.Operand{whole(statement), f.call("fault", f.lowering.fault(kind))}
	params := []*code.Param{param("statement", code.Whole), param("fault", code.Fault)}
	for i, x := range at {
		args, params = append(args, x), append(params, param(fmt.Sprintf("x%d", i), code.Whole))
	}
	r := f.lowering.row(fmt.Sprintf("fault%d", len(at)), Callee{Kind: ChainFault, Name: "fault", Elements: len(at)}, types(code.Fault), params...)
	f.fail(f.call("e", r, args...))
}

// statementOf is the number of the statement of a factor, behind those of updates; errors name it.
func (f *chain) statementOf(by *conditional.Factor) int {
	if !slices.Contains(f.Scan.Blamed, by) {
		f.Scan.Blamed = append(f.Scan.Blamed, by)
	}
	return len(f.Loops.Message.Updates) + by.ID
}

// faultBy leaves the function with an error about the present element that a factor makes: the update itself, where no
// factor alone does, or its prior.
func (f *chain) faultBy(u *message.Update, kind string, by *conditional.Factor) {
	number := u.ID
	if by != nil && by != u.Sampled.Prior[0].Factor {
		number = f.statementOf(by)
	}
	f.faultAt(kind, number, u.Sampled.At)
}

// lookAt makes an error of each instance of factors that has no density.
func (f *chain) lookAt(list []*conditional.Factor) {
	for _, by := range list {
		t := &conditional.Term{Factor: by, Loops: by.Loops, Guards: by.Guards, X: by.X, Dist: by.Dist, Holds: by.Holds, Log: by.Log}
		var at []*model.Expr
		for _, l := range by.Loops {
			at = append(at, model.IndexExpr(l.Index))
		}
		f.instances(t, nil, func([]code.Operand) []code.Operand {
			var possible code.Operand
			switch {
			case t.Holds != nil:
				possible = f.truth(t.Holds)
			case t.Log != nil:
				possible = f.isDensity(f.real(t.Log))
			default:
				possible = f.isDensity(f.logDensity(t.X, t.Dist))
			}
			f.choose(possible, nil, func() { f.faultAt("Contradiction", f.statementOf(by), at) })
			return nil
		})
	}
}

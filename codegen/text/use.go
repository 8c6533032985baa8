package text

import (
	"slices"
	"strings"

	"mpc/codegen/code"
)

// uses says how often and where the values of a function are read.
type uses struct {
	count map[*code.Value]int
	def   map[*code.Value]*code.Stmt
	// inline are values that are written where they are read.
	inline map[*code.Value]bool
	// anchors say where in their block statements are computed: those that are written where they are
	// read, there.
	anchors map[*code.Stmt]int
	effects map[*code.Row]*code.Effects
}

func findUses(r *code.Row, effects map[*code.Row]*code.Effects) *uses {
	u := &uses{map[*code.Value]int{}, map[*code.Value]*code.Stmt{}, map[*code.Value]bool{}, map[*code.Stmt]int{}, effects}
	u.block(r.Body)
	return u
}

func (u *uses) read(list []code.Operand) {
	for _, x := range list {
		if v, ok := x.(*code.Value); ok {
			u.count[v]++
		}
	}
}

// block counts what is read in a block, then finds what of it is written where it is read.
func (u *uses) block(b *code.Block) {
	for _, s := range b.Stmts {
		for _, v := range s.Results {
			u.def[v] = s
		}
		u.read(code.Operands(s.Do))
		for _, inner := range code.Blocks(s.Do) {
			u.block(inner)
		}
	}
	u.read(b.Gives)
	// anchors are the statements at which others are computed: an inlined one at that which reads it.
	anchors := make([]int, len(b.Stmts))
	defer func() {
		for i, s := range b.Stmts {
			u.anchors[s] = anchors[i]
		}
	}()
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		s := b.Stmts[i]
		anchors[i] = i
		if a, ok := s.Do.(*code.Load); ok && a.From.Table.Keep == code.Input && len(a.From.Index) == 0 && a.From.Field == "" {
			u.inline[s.Results[0]] = true // it has a name
			continue
		}
		if u.drawnFor(b, i) {
			u.inline[s.Results[0]], anchors[i] = true, i+1
			continue
		}
		if len(s.Results) != 1 || u.count[s.Results[0]] != 1 || !u.pure(s) {
			continue
		}
		if at := u.reader(b, i, anchors); at > i && u.stays(s, b.Stmts[i+1:at], b.Stmts[at:]) {
			u.inline[s.Results[0]], anchors[i] = true, at
		}
	}
}

// drawnFor tells whether a statement draws what the next one stores, or asks.
func (u *uses) drawnFor(b *code.Block, i int) bool {
	s := b.Stmts[i]
	call, ok := s.Do.(*code.Call)
	if !ok || !call.Row.Draws() || call.Row.Body != nil || len(s.Results) != 1 || u.count[s.Results[0]] != 1 || i+1 == len(b.Stmts) {
		return false
	}
	switch next := b.Stmts[i+1].Do.(type) {
	case *code.Store:
		return next.Value == code.Operand(s.Results[0])
	case *code.If:
		return next.Cond == code.Operand(s.Results[0])
	}
	return false
}

// draws tells whether rows that are no functions draw from a stream in a block.
func (u *uses) draws(b *code.Block, stream *code.Value) bool {
	return !b.Walk(func(s *code.Stmt) bool {
		call, ok := s.Do.(*code.Call)
		return !ok || call.Row.Body != nil || !slices.Contains(call.Args, code.Operand(stream))
	})
}

// inlined is the statement that computes an operand which is written where it is read, or nil.
func (u *uses) inlined(x code.Operand) *code.Stmt {
	if v, ok := x.(*code.Value); ok && u.inline[v] {
		return u.def[v]
	}
	return nil
}

// computed is an operand that an if, a loop or a call of a block gives a variable, or nil.
func (u *uses) computed(b *code.Block, x code.Operand) *code.Value {
	v, ok := x.(*code.Value)
	if !ok || u.inline[v] || u.def[v] == nil || u.index(b, u.def[v]) < 0 {
		return nil
	}
	switch u.def[v].Do.(type) {
	case *code.If, *code.For, *code.Call, *code.Load:
		return v
	}
	return nil
}

// becomes tells whether the k-th value that the if at i of a block gives can have the variable of another one, which
// nothing reads behind it.
func (u *uses) becomes(b *code.Block, i, k int, v *code.Value) bool {
	for n, s := range b.Stmts {
		if (n > i || u.anchors[s] > i) && n != i && readsIn(s, v) {
			return false
		}
	}
	a := b.Stmts[i].Do.(*code.If)
	return !slices.Contains(b.Gives, code.Operand(v)) && u.takes(a.Then, k, v) && u.takes(a.Else, k, v)
}

// reader is where the value of a statement is computed if it is written where it is read: at a later
// statement, or behind them all for what the block gives; 0 where a block inside reads it, or what
// reads it writes to it.
func (u *uses) reader(b *code.Block, i int, anchors []int) int {
	v := code.Operand(b.Stmts[i].Results[0])
	for k := i + 1; k < len(b.Stmts); k++ {
		if !slices.Contains(code.Operands(b.Stmts[k].Do), v) {
			continue
		}
		if a, c := b.Stmts[i].Origin.Update, b.Stmts[k].Origin.Update; a != c && strings.HasPrefix(a, "c") && strings.HasPrefix(c, "c") {
			if _, loop := b.Stmts[k].Do.(*code.For); !loop {
				return 0 // what each factor says has a line of its own
			}
		}
		if call, ok := b.Stmts[k].Do.(*code.Call); ok {
			if at := slices.Index(call.Args, v); at >= 0 && call.Row.Params[at].Access != code.Read {
				return 0
			}
		}
		return anchors[k]
	}
	if slices.Contains(b.Gives, v) {
		return len(b.Stmts)
	}
	return 0
}

// stays tells whether what a statement reads is not changed by those between it and its reader, the
// first of the rest.
func (u *uses) stays(s *code.Stmt, between, rest []*code.Stmt) bool {
	reads := u.reads(s)
	for _, x := range between {
		for t := range code.EffectsOf(x, u.effects).Writes {
			if reads[t] {
				return false
			}
		}
	}
	if len(rest) > 0 {
		switch a := rest[0].Do.(type) {
		case *code.For:
			return len(reads) == 0 || onceIn(a, s.Results[0]) // its bounds may be computed in each pass
		case *code.While:
			return len(reads) == 0
		}
	}
	return true
}

// onceIn tells whether a loop computes a value once: the list that it goes over.
func onceIn(a *code.For, v *code.Value) bool {
	return len(a.Strands) == 1 && a.Strands[0].List == code.Operand(v)
}

// reads are the tables that a statement reads and others may write to.
func (u *uses) reads(s *code.Stmt) map[*code.Table]bool {
	reads := map[*code.Table]bool{}
	for t := range code.EffectsOf(s, u.effects).Reads {
		if t.Keep != code.Input {
			reads[t] = true
		}
	}
	return reads
}

// pure tells whether a statement can be an expression.
func (u *uses) pure(s *code.Stmt) bool {
	switch a := s.Do.(type) {
	case *code.Apply, *code.Load, *code.Part, *code.Element, *code.Length, *code.Position, *code.Make:
		return true
	case *code.Call:
		for _, p := range a.Row.Params {
			if p.Access != code.Read && p.Access != code.Work || p.Of == code.Stream {
				return false
			}
		}
		return a.Row.Body == nil && (a.Row.Results[0] != code.Fault || len(a.Args) == 0)
	case *code.If:
		return u.logical(a) != ""
	}
	return false
}

// logical says of an If that gives one value how it is written as an expression: "&&", "||", "truth", or "" where it is none.
func (u *uses) logical(a *code.If) string {
	if len(a.Then.Gives) != 1 || len(a.Else.Gives) != 1 {
		return ""
	}
	then, ok1 := a.Then.Gives[0].(code.Constant)
	other, ok2 := a.Else.Gives[0].(code.Constant)
	switch {
	case ok1 && ok2 && then.Of == code.Real && then.Real == 1 && other.Real == 0 && len(a.Then.Stmts)+len(a.Else.Stmts) == 0:
		return "truth"
	case a.Then.Gives[0].Type() != code.Truth:
	case ok2 && !other.Truth && len(a.Else.Stmts) == 0 && u.written(a.Then):
		return "&&"
	case ok1 && then.Truth && len(a.Then.Stmts) == 0 && u.written(a.Else):
		return "||"
	}
	return ""
}

// written tells whether all statements of a block are written where it gives their values.
func (u *uses) written(b *code.Block) bool {
	for _, s := range b.Stmts {
		if len(s.Results) != 1 || !u.inline[s.Results[0]] {
			return false
		}
	}
	return true
}

// harmless tells whether a block can run where its condition does not hold: it reads no element that may not be there.
func harmless(b *code.Block) bool {
	for _, s := range b.Stmts {
		switch a := s.Do.(type) {
		case *code.Apply:
			if a.Operation.Result == code.Whole && (a.Operation.Symbol == "/" || a.Operation.Symbol == "%") {
				return false
			}
		case *code.Load:
			if len(a.From.Index) > 0 {
				return false
			}
		case *code.Call:
			if len(a.Args) > 0 {
				return false
			}
		case *code.Part, *code.Length, *code.Position, *code.Make:
		default:
			return false
		}
	}
	return true
}

// replaced are the values that the body of a loop gives for what it carries, of those that can be computed into the variables
// of that: nothing reads what these were before any more. It is nil for the others.
func (u *uses) replaced(carry []*code.Carry, body *code.Block) []*code.Value {
	list := make([]*code.Value, len(carry))
	into := map[*code.Value]bool{}
	for n, c := range carry {
		if next := u.computed(body, body.Gives[n]); next != nil && u.takes(body, n, c.Value) {
			list[n], into[next] = next, true
		}
	}
	for n, v := range list {
		if v == nil {
			continue
		}
		for _, other := range u.def[v].Results {
			if u.count[other] > 0 && !into[other] {
				list[n] = nil // one statement defines both
			}
		}
	}
	return list
}

// takes tells whether a block can compute what it gives at n into the variable that holds another value before: it
// gives that as it is, or one that a call, an if or a loop in it defines, behind which nothing reads the other.
func (u *uses) takes(b *code.Block, n int, before *code.Value) bool {
	for k, x := range b.Gives {
		if k != n && x == code.Operand(before) {
			return false
		}
	}
	next, ok := b.Gives[n].(*code.Value)
	if next == before {
		return true
	}
	if !ok || u.inline[next] || u.def[next] == nil || u.index(b, u.def[next]) < 0 {
		return true // it is put there last
	}
	def := u.def[next]
	at := u.index(b, def)
	for i, x := range b.Stmts {
		if i != at && readsIn(x, before) && (i > at || u.anchors[x] > at) {
			return false
		}
	}
	result := slices.Index(def.Results, next)
	switch a := def.Do.(type) {
	case *code.Call, *code.Load:
		return true
	case *code.If:
		unread := !readsIn(def, before) && !slices.ContainsFunc(b.Stmts, func(x *code.Stmt) bool { return u.anchors[x] >= at && readsIn(x, before) })
		return unread || u.takes(a.Then, result, before) && u.takes(a.Else, result, before)
	case *code.For:
		if len(a.Strands) != 1 || a.Parallel || a.Strands[0].Carry[result].First != code.Operand(before) {
			return false
		}
		return !slices.ContainsFunc(a.Strands[0].Body.Stmts, func(x *code.Stmt) bool { return readsIn(x, before) }) &&
			!slices.Contains(a.Strands[0].Body.Gives, code.Operand(before)) && u.first(a, before) == 1
	}
	return false
}

// first is how often a loop begins with a value.
func (u *uses) first(a *code.For, v *code.Value) (n int) {
	for _, c := range a.Strands[0].Carry {
		if c.First == code.Operand(v) {
			n++
		}
	}
	return n
}

// readsIn tells whether a statement, or one in its blocks, reads a value.
func readsIn(s *code.Stmt, v *code.Value) bool {
	return !(&code.Block{Stmts: []*code.Stmt{s}}).Walk(func(y *code.Stmt) bool {
		if slices.Contains(code.Operands(y.Do), code.Operand(v)) {
			return false
		}
		for _, b := range code.Blocks(y.Do) {
			if slices.Contains(b.Gives, code.Operand(v)) {
				return false
			}
		}
		return true
	})
}

func (u *uses) index(b *code.Block, s *code.Stmt) int { return slices.Index(b.Stmts, s) }

package text

import (
	"slices"

	"mpc/code"
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
		if len(s.Results) != 1 || u.count[s.Results[0]] != 1 || !u.pure(s) {
			continue
		}
		if at := u.reader(b, i, anchors); at > i && u.stays(s, b.Stmts[i+1:at], b.Stmts[at:]) {
			u.inline[s.Results[0]], anchors[i] = true, at
		}
	}
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
		switch rest[0].Do.(type) {
		case *code.For, *code.While:
			return len(reads) == 0 // its bounds may be computed in each pass
		}
	}
	return true
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
	case *code.Apply, *code.Load, *code.Part, *code.Element, *code.Length, *code.Make:
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

// replaces is the value that a strand gives for what it carries, if it can be computed into the variable of that:
// by an if of the body or a call, where nothing reads what it was before any more.
func (u *uses) replaces(s *code.Strand, n int) *code.Value {
	carried := s.Carry[n].Value
	next, ok := s.Body.Gives[n].(*code.Value)
	if !ok || u.inline[next] || u.def[next] == nil {
		return nil
	}
	at := u.index(s.Body, u.def[next])
	if at < 0 || slices.Contains(s.Body.Gives, code.Operand(carried)) {
		return nil
	}
	if _, ok := u.def[next].Do.(*code.If); !ok {
		return nil
	}
	for i, x := range s.Body.Stmts {
		reads := false
		(&code.Block{Stmts: []*code.Stmt{x}}).Walk(func(y *code.Stmt) bool {
			reads = reads || slices.Contains(code.Operands(y.Do), code.Operand(carried))
			for _, b := range code.Blocks(y.Do) {
				reads = reads || slices.Contains(b.Gives, code.Operand(carried))
			}
			return true
		})
		if reads && (i >= at || u.anchors[x] >= at) {
			return nil
		}
	}
	return next
}

func (u *uses) index(b *code.Block, s *code.Stmt) int { return slices.Index(b.Stmts, s) }

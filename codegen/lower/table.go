package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// declare adds a table under a name of its own.
func (l *lowering) declare(t *code.Table, s Source) *code.Table {
	base := t.Name
	s.Name = base
	for n := 2; l.Program.Table(t.Name) != nil || code.Keyword(t.Name); n++ {
		t.Name = fmt.Sprintf("%s%d", base, n)
	}
	l.Program.Program.Tables = append(l.Program.Program.Tables, t)
	l.Tables[t] = s
	return t
}

// input is the table of an input.
func (l *lowering) input(in *model.Input) *code.Table {
	if t := l.inputs[in]; t != nil {
		return t
	}
	t := &code.Table{Name: in.Name, Keep: code.Input}
	switch in.Type.Kind {
	case model.Real:
		t.Type = code.Real
	case model.Bool:
		t.Type = code.Truth
	case model.DistKind:
		t.Type = l.family(in.Type.Family)
	default:
		t.Type = code.Whole
	}
	l.dims(t, in.Dims)
	if in.Type.Kind == model.IndexKind && in.Type.Range != nil {
		t.Bound = &code.Size{Table: l.input(in.Type.Range)}
	}
	l.inputs[in] = l.declare(t, Source{FromData: FromData{Input: in}})
	return l.inputs[in]
}

// table is the table of messages, or of values that are computed from data.
func (l *lowering) table(t *loops.Table) *code.Table {
	if x := l.messages[t]; x != nil {
		return x
	}
	x := &code.Table{Name: tableName(l, t), Type: l.element(t), Keep: code.State}
	if t.Role == loops.Total {
		x.Keep = code.Scratch
	}
	l.dims(x, t.Dims)
	l.messages[t] = l.declare(x, Source{ForTable: ForTable{Messages: t}})
	return l.messages[t]
}

func tableName(l *lowering, t *loops.Table) string {
	if t.Role == loops.Constant || t.Role == loops.Drawn {
		for v, c := range l.Loops.Constants {
			if c == t {
				return v.Name
			}
		}
	}
	name := t.Variable.Name
	switch t.Role {
	case loops.Definition:
		return name + "_def"
	case loops.Total:
		return name + "_total"
	case loops.Posterior:
		return name + "_posterior"
	case loops.Moments:
		return name + "_moments"
	case loops.Point:
		return name + "_point"
	}
	return fmt.Sprintf("%s_u%d", name, l.Loops.Message.To[t.Edge.ID].ID)
}

// dims gives a table its dimensions.
func (l *lowering) dims(t *code.Table, list []*model.Expr) {
	for k, e := range list {
		t.Dims = append(t.Dims, &code.Dim{Index: fmt.Sprintf("i%d", k), Size: l.size(list, k, e)})
	}
}

// size is the size of dimension k of an array.
func (l *lowering) size(dims []*model.Expr, k int, e *model.Expr) *code.Size {
	switch {
	case e.Op == model.OpNumber:
		return &code.Size{Constant: int64(e.Value)}
	case e.Op == model.OpInput && plainSize(e):
		size := &code.Size{Table: l.input(e.Input)}
		for _, a := range e.Args {
			size.At = append(size.At, a.Dim)
		}
		return size
	}
	if ragged(e) {
		notYet("rows of %s elements", e)
	}
	key := "size " + e.Key()
	if l.named[key] == nil {
		l.named[key] = l.declare(&code.Table{Name: "size", Type: code.Whole, Keep: code.Input}, Source{FromData: FromData{Size: dims}, Dim: k})
	}
	return &code.Size{Table: l.named[key]}
}

// plainSize tells whether the elements of an input that a size reads are those of dimensions.
func plainSize(e *model.Expr) bool {
	for _, a := range e.Args {
		if a.Op != model.OpDim {
			return false
		}
	}
	return true
}

// ragged tells whether a size depends on the indices of other dimensions.
func ragged(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpDim })
	return found
}

// Dims returns the dimensions of what a table holds, as the model has them.
func (s Source) Dims() []*model.Expr {
	switch {
	case s.Messages != nil:
		return s.Messages.Dims
	case s.Input != nil:
		return s.Input.Dims
	case s.Array != nil:
		return s.Array.Dims
	case s.Entries != nil:
		return s.Entries.Dims
	case s.Beside != nil:
		return s.Beside.Dims
	case s.Elements != nil:
		return s.Elements.Dims
	case s.Free != nil:
		return s.Free.Dims
	case s.Width != nil:
		return s.Width.Dims
	case s.Shifts != nil:
		return s.Shifts
	case s.Directions != nil:
		return s.Directions
	case s.Collapsed != nil:
		return s.Collapsed
	case s.OneBlocks != nil:
		return s.OneBlocks
	}
	return nil
}

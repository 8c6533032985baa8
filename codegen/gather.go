package codegen

import (
	"fmt"
	"reflect"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/model"
)

// gather prints the collection of an array argument and returns the slice. What
// lies side by side is not copied, and what an operator before has collected is
// not collected again, unless it has changed since.
func (f *function) gather(v loops.Value, t reflect.Type) string {
	over := v.Arg.Slot.Over
	if s := f.inputRow(v, t); s != "" {
		return s
	}
	if s := f.messageRow(v); s != "" {
		return s
	}
	key := gatherKey(v, t)
	for i := len(f.scopes) - 1; i >= 0 && key != ""; i-- {
		if name := f.scopes[i].gathered[key]; name != "" {
			return name
		}
	}
	name := ""
	if totals, messages := f.cavityRow(v); totals != "" {
		name = f.sized(over, v.Arg.Slot.Edge.Variable.Family)
		f.body.line("%s(%s, %s, %s)", rowCall(v.Arg.Slot.Edge.Variable.Family, "Except"), totals, messages, name)
	} else {
		name = f.g.scratchField(strings.TrimPrefix(t.String(), "dist."))
		f.field(name, name+"[:0]")
		f.body.line("%s = %s[:0]", name, name)
		f.loop(over.Index, over.Lo, over.Hi, false)
		if x := f.single(v, t); strings.HasPrefix(x, "*message") {
			// The next pass computes in the same memory.
			f.body.line("if len(%s) < cap(%s) {\n%s = %s[:len(%s)+1]\n} else {\n%s = append(%s, %s{})\n}", name, name, name, name, name, name, name, t)
			f.body.line("%s[len(%s)-1].Set(%s)", name, name, x)
		} else {
			f.body.line("%s = append(%s, %s)", name, name, x)
		}
		f.close()
		f.keep(name)
	}
	if key != "" {
		f.scope().gathered[key] = name
	}
	return name
}

// keep stores a grown scratch slice back, so that the next call finds it large
// enough.
func (f *function) keep(name string) { f.body.line("%s.%s = %s", f.self, name, name) }

// known is the variable that holds the value of an expression, in the blocks around.
func (f *function) known(text string) string {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if name := f.scopes[i].known[text]; name != "" {
			return name
		}
	}
	return ""
}

// gatherKey says what an array argument of messages is: equal for what is
// collected alike, "" for what is not to be collected once for several. It names
// the tables that are read.
func gatherKey(v loops.Value, t reflect.Type) string {
	if len(v.Product) == 0 || v.Arg.Slot.Edge.Variable.Family.Row().Vector() {
		return ""
	}
	over := v.Arg.Slot.Over
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s#%d %s %s", t, over.Index.Name, over.Index.ID, over.Lo.Key(), over.Hi.Key())
	place := func(p *loops.Place) {
		b.WriteString(tableKey(p.Table))
		for _, e := range p.Index {
			b.WriteString(e.Key() + ";")
		}
	}
	for _, term := range v.Product {
		if term.Table.Seen != nil {
			return ""
		}
		place(&term.Place)
		if term.Except != nil {
			b.WriteString(" except")
			place(term.Except)
		}
	}
	return b.String()
}

func tableKey(t *loops.Table) string { return fmt.Sprintf(" table%d ", t.ID) }

// outdate forgets the collected messages that a statement changes.
func (f *function) outdate(s loops.Stmt) {
	table := func(p *loops.Place) {
		if p == nil {
			return
		}
		key := tableKey(p.Table)
		for _, scope := range f.scopes {
			for k := range scope.gathered {
				if strings.Contains(k, key) {
					delete(scope.gathered, k)
				}
			}
		}
	}
	for s := range loops.All([]loops.Stmt{s}) {
		switch s := s.(type) {
		case *loops.Clear:
			table(&loops.Place{Table: s.Table})
		case *loops.Apply:
			table(s.To)
			table(s.Moments)
			table(s.Total)
		}
	}
}

// sized prints a scratch slice for as many messages as a loop has passes.
func (f *function) sized(over *model.Loop, family factor.Family) string {
	name := f.g.scratchField(familyType(family))
	f.field(name, name)
	n := f.count(over)
	f.body.line("if cap(%s) < %s {\n%s = make([]%s, %s)\n%s.%s = %s\n}", name, n, name, familyType(family), n, f.self, name, name)
	f.body.line("%s = %s[:%s]", name, name, n)
	return name
}

// count prints the number of passes of a loop, once per block.
func (f *function) count(over *model.Loop) string {
	v := f.env()
	text := "max(0, " + minus(v.whole(over.Hi), v.whole(over.Lo)) + ")"
	return f.once(text, countPrefix)
}

// once declares a variable for an expression, once per block.
func (f *function) once(text string, p prefix) string {
	if name := f.known(text); name != "" {
		return name
	}
	name := f.next(p)
	f.body.line("%s := %s", name, text)
	f.scope().known[text] = name
	return name
}

// beside tells whether a loop meets, at the given indices of an array, elements
// that lie side by side: it counts the last index from 0 on.
func beside(index []*model.Expr, over *model.Loop) bool {
	last := len(index) - 1
	if last < 0 || !over.Lo.IsNumber(0) || index[last].Op != model.OpIndex || index[last].Index != over.Index {
		return false
	}
	for _, e := range index[:last] {
		if e.Uses(over.Index) {
			return false
		}
	}
	return true
}

// row prints those elements, of an array of the given name and shape.
func (f *function) row(name string, s *shape, index []*model.Expr, over *model.Loop) string {
	last := len(index) - 1
	at := f.flat(s, append(index[:last:last], model.Number(0)), f.env())
	return fmt.Sprintf("dist.Stretch(%s, %s, %s)", name, at, f.count(over))
}

func (f *function) tableRow(p *loops.Place, over *model.Loop) string {
	return f.row(f.table(p.Table), f.g.shape(p.Table.Dims), p.Index, over)
}

// inputRow prints an array argument of numbers that lie side by side in an
// input, "" if they do not.
func (f *function) inputRow(v loops.Value, t reflect.Type) string {
	e := v.Data
	if e == nil || e.Op != model.OpInput || e.Type.Kind != model.Real || e.Type.Dimensions > 0 || t.Kind() != reflect.Float64 || !beside(e.Args, v.Arg.Slot.Over) {
		return ""
	}
	name := f.field(local(e.Input.Name), "in."+local(e.Input.Name))
	return f.once(f.row(name, f.g.shape(e.Input.Dims), e.Args, v.Arg.Slot.Over), "row")
}

// messageRow prints an array argument of messages that lie side by side in a table,
// "" if they do not.
func (f *function) messageRow(v loops.Value) string {
	if len(v.Product) != 1 || isVector(v.Product[0].Table) && !v.Arg.Moments || v.Arg.Moments && v.Product[0].Table.Role != loops.Moments {
		return ""
	}
	term := v.Product[0]
	if t := term.Table; term.Except != nil || term.Copies != nil || t.Role == loops.Total || t.Same != nil || t.Seen != nil || t.Sparse || t.Local || t.Variable.Depth > 0 || len(f.carried) > 0 || !beside(term.Index, v.Arg.Slot.Over) {
		return ""
	}
	return f.once(f.tableRow(&term.Place, v.Arg.Slot.Over), "row")
}

// cavityRow prints the totals and the messages of an array of cavities that lie
// side by side, "" if they do not.
func (f *function) cavityRow(v loops.Value) (total, messages string) {
	over := v.Arg.Slot.Over
	if len(v.Product) != 1 || v.Product[0].Except == nil || !rowTotals(v.Product[0].Table.Family) {
		return "", ""
	}
	term := v.Product[0]
	if !beside(term.Index, over) || !beside(term.Except.Index, over) {
		return "", ""
	}
	return f.tableRow(&term.Place, over), f.tableRow(term.Except, over)
}

// targetRow prints the totals and the messages that those of an operator
// replace, "" where they do not lie side by side or more is done with each.
func (f *function) targetRow(a *loops.Apply) (total, messages string) {
	over := a.Update.Edge.Slot.Over
	if f.elaborate(a) || a.Total == nil || !rowTotals(a.To.Table.Family) || !beside(a.Total.Index, over) || !beside(a.To.Index, over) {
		return "", ""
	}
	return f.tableRow(a.Total, over), f.tableRow(a.To, over)
}

// rowTotals tells whether package dist has functions for rows of a family's
// totals.
func rowTotals(family factor.Family) bool { return family.Row().Rows }

// rowCall is the name of one of these functions.
func rowCall(family factor.Family, what string) string {
	return familyType(family) + "Totals" + what
}

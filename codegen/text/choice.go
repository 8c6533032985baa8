package text

import "mpc/codegen/code"

// choice prints an if, and what it gives as variables: they are declared with what the else gives, where that
// is written in one line and does no harm where the condition holds.
func (f *function) choice(s *code.Stmt, a *code.If) {
	simple := f.uses.written(a.Else) && harmless(a.Else)
	for i, v := range s.Results {
		// What the else gives would be there before the condition is asked.
		simple = simple && !(f.holds[v] && f.operand(a.Else.Gives[i]).text != f.name(v))
	}
	for i, v := range s.Results {
		name := f.name(v)
		if f.into[v] {
			if simple {
				if other := f.operand(a.Else.Gives[i]).text; other != name {
					f.line("%s = %s", name, other)
				}
			}
			continue
		}
		if !simple {
			f.line("var %s %s", name, f.names.Type(v.Of))
			continue
		}
		if zero := f.zero(a.Else.Gives[i]); zero != "" {
			f.line("var %s %s", name, zero)
		} else {
			f.line("%s := %s", name, f.operand(a.Else.Gives[i]).text)
		}
	}
	cond := f.operand(a.Cond)
	empty := len(a.Then.Stmts) == 0
	for i, x := range a.Then.Gives {
		empty = empty && f.operand(x).text == f.name(s.Results[i])
	}
	if empty && !simple {
		f.line("if %s {", f.contrary(a.Cond))
		f.inner(s, a.Else)
		f.line("}")
		return
	}
	f.line("if %s {", cond.text)
	f.inner(s, a.Then)
	if only := f.only(a.Else); only != nil && !simple {
		f.body.WriteString("} else ")
		f.choice(only, only.Do.(*code.If))
		return
	}
	if !simple {
		f.line("} else {")
		f.inner(s, a.Else)
	}
	f.line("}")
}

// only is the if that a block is all of, or nil.
func (f *function) only(b *code.Block) *code.Stmt {
	var only *code.Stmt
	for _, x := range b.Stmts {
		if len(x.Results) == 1 && f.uses.inline[x.Results[0]] {
			continue
		}
		if only != nil {
			return nil
		}
		only = x
	}
	if only == nil || len(only.Results)+len(b.Gives) > 0 {
		return nil
	}
	if _, ok := only.Do.(*code.If); !ok {
		return nil
	}
	return only
}

// zero is the type of which an operand is the zero value, written where it is read, or "".
func (f *function) zero(x code.Operand) string {
	v, ok := x.(*code.Value)
	if !ok || f.uses.def[v] == nil {
		return ""
	}
	if a, ok := f.uses.def[v].Do.(*code.Call); ok {
		return f.called(a).Zero
	}
	return ""
}

// inner prints a block whose values become those of a statement.
func (f *function) inner(s *code.Stmt, b *code.Block) {
	own := map[*code.Value]bool{}
	for _, x := range b.Stmts {
		for _, v := range x.Results {
			own[v] = true
		}
	}
	computed := map[int]bool{} // into the variable of the statement
	for i, x := range b.Gives {
		if v, ok := x.(*code.Value); ok && own[v] && !f.uses.inline[v] && f.named[v] == "" {
			f.named[v], f.into[v], f.holds[v] = f.name(s.Results[i]), true, f.holds[s.Results[i]]
			computed[i] = true
		}
	}
	f.stmts(b)
	var to []string
	var from []code.Operand
	for i, x := range b.Gives {
		if !computed[i] {
			to, from = append(to, f.name(s.Results[i])), append(from, x)
		}
	}
	f.assign(to, from)
}

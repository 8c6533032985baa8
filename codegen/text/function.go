package text

import (
	"fmt"
	"go/token"
	"slices"
	"sort"
	"strings"

	"mpc/codegen/code"
)

// A Method is a printed method of the inference.
type Method struct {
	Name    string
	Params  string // as "lo, hi int"
	Results string
	Lines   string // of the body, with local variables for the tables that it reads
	Plate   string // of a part of a parallel loop: what it runs over, as "lo <= i < hi"
}

// Function prints a function of a program, and before it the methods for its parallel loops.
func Function(p *code.Program, r *code.Row, n Names) []Method {
	f := &function{names: n, uses: findUses(r, code.FindEffects(p)), named: map[*code.Value]string{}, into: map[*code.Value]bool{}, holds: map[*code.Value]bool{}, stored: map[*code.Stmt]bool{}, taken: map[string]bool{n.Receiver(): true}, methods: new([]Method)}
	f.tables, f.declared, f.declares = map[string]string{}, map[*code.Table]bool{}, declared(r.Body, f.uses.effects)
	f.take(r.Body)
	m := Method{Name: r.Name, Results: "error"}
	var params []string
	for i, p := range r.Params {
		if p.Of == code.Stream {
			if local, field := n.Stream(); f.uses.draws(r.Body, p.Value) {
				f.named[p.Value], f.tables[local] = local, field
			}
			continue
		}
		params = append(params, f.name(p.Value))
		if i+1 == len(r.Params) || r.Params[i+1].Of != p.Of {
			typ := n.Type(p.Of)
			switch _, handle := p.Of.(code.Handle); {
			case handle && p.Access != code.Read:
				typ = "*" + typ
			case p.Of == code.Fault:
				typ = "error"
			}
			params[len(params)-1] += " " + typ
		}
	}
	m.Params = strings.Join(params, ", ")
	if n := len(r.Body.Stmts); n > 0 && r.Fails() {
		f.last = r.Body.Stmts[n-1].Do
	}
	f.stmts(r.Body)
	switch {
	case f.left:
	case r.Fails():
		f.line("return nil")
	case len(r.Results) == 0:
		m.Results = ""
	default:
		m.Results = n.Type(r.Results[0])
		f.line("return %s", f.operand(r.Body.Gives[0]).text)
	}
	m.Lines = f.text()
	return append(*f.methods, m)
}

// A function is printed.
type function struct {
	names  Names
	uses   *uses
	body   strings.Builder
	named  map[*code.Value]string
	into   map[*code.Value]bool // that are computed into the variable of another one
	holds  map[*code.Value]bool // of these, those whose variable has the value of another one before
	taken  map[string]bool      // names of values
	tables map[string]string    // local variables of tables: what they are set to
	stored map[*code.Stmt]bool  // stores that the call before them makes
	// declared are local variables that a statement has begun: one of declares.
	declared map[*code.Table]bool
	declares map[*code.Stmt]bool
	noted    string // the update of the last comment
	// last is the last action of a function that may fail, left set once that has left it with what it gives.
	last code.Action
	left bool
	// methods are those for parallel loops.
	methods *[]Method
}

// take takes the names of the tables of a block: no value is called as one of them.
func (f *function) take(b *code.Block) {
	b.Walk(func(s *code.Stmt) bool {
		for _, p := range code.Places(s.Do) {
			local, _, _ := f.names.Table(p.Table)
			f.taken[local] = true
		}
		return true
	})
}

func (f *function) line(format string, args ...any) {
	if len(args) == 0 {
		f.body.WriteString(format)
	} else {
		fmt.Fprintf(&f.body, format, args...)
	}
	f.body.WriteByte('\n')
}

// text is the body with the variables that it reads before it.
func (f *function) text() string {
	var b strings.Builder
	var locals []string
	for name := range f.tables {
		locals = append(locals, name)
	}
	sort.Strings(locals)
	for _, name := range locals {
		fmt.Fprintf(&b, "%s := %s\n", name, f.tables[name])
	}
	return b.String() + f.body.String()
}

// name is the local variable of a value.
func (f *function) name(v *code.Value) string {
	if s, ok := f.named[v]; ok {
		return s
	}
	s := f.names.Value(v)
	if s == "" {
		s = f.plain(v.Name)
	}
	f.named[v] = s
	return s
}

// plain makes a name of Go: of the second m3 m3b, of the second row row2, of func func2.
func (f *function) plain(name string) string {
	base, _, _ := strings.Cut(name, "_")
	if base == "" {
		base = "x"
	}
	for n := 1; ; n++ {
		s := base
		switch last := base[len(base)-1]; {
		case n == 1:
		case last >= '0' && last <= '9':
			s += string(rune('a' + n - 1))
		default:
			s += fmt.Sprint(n)
		}
		if !f.taken[s] && !token.IsKeyword(s) {
			f.taken[s] = true
			return s
		}
	}
}

func (f *function) stmts(b *code.Block) {
	f.begins(b)
	for i, s := range b.Stmts {
		if len(s.Results) == 1 && f.uses.inline[s.Results[0]] || f.stored[s] {
			continue
		}
		if i+1 < len(b.Stmts) && f.intoPlace(s, b.Stmts[i+1]) {
			continue
		}
		if loop, ok := s.Do.(*code.For); ok {
			f.carries(s, loop)
		}
		f.note(s)
		f.stmt(s)
	}
}

// intoPlace prints a call that gives a place one of its values, by the next statement, and variables that there are the others;
// it is false of another statement.
func (f *function) intoPlace(s, next *code.Stmt) bool {
	call, ok := s.Do.(*code.Call)
	store, ok2 := next.Do.(*code.Store)
	if !ok || !ok2 || len(s.Results) < 2 || narrow(store.To.Table) || f.declares[next] {
		return false
	}
	var list []string
	places := 0
	for _, v := range s.Results {
		switch {
		case f.uses.count[v] == 0:
			list = append(list, "_")
		case code.Operand(v) == store.Value && f.uses.count[v] == 1:
			list = append(list, f.place(store.To))
			places++
		case f.into[v]:
			list = append(list, f.name(v))
		default:
			return false
		}
	}
	if places == 0 {
		return false
	}
	f.stored[next] = true
	f.note(s)
	f.line("%s = %s", strings.Join(list, ", "), f.called(call).Text)
	return true
}

// begins gives what is computed for a loop to begin with the name of what the loop carries: of several
// loops one after the other, all that they carry on has one name.
func (f *function) begins(b *code.Block) {
	for i, s := range slices.Backward(b.Stmts) {
		switch a := s.Do.(type) {
		case *code.For:
			k := 0
			for _, strand := range a.Strands {
				for _, c := range strand.Carry {
					if v := f.uses.computed(b, c.First); v != nil && f.uses.count[v] == 1 && f.named[v] == "" {
						f.named[v] = f.name(s.Results[k])
					}
					k++
				}
			}
		case *code.While:
			for k, c := range a.Carry {
				if v := f.uses.computed(b, c.First); v != nil && f.uses.count[v] == 1 && f.named[v] == "" {
					f.named[v] = f.name(s.Results[k])
				}
			}
		case *code.If:
			for k, x := range s.Results {
				for _, give := range []code.Operand{a.Then.Gives[k], a.Else.Gives[k]} {
					if v := f.uses.computed(b, give); v != nil && !f.into[x] && !f.uses.inline[x] && f.named[v] == "" && f.uses.becomes(b, i, k, v) {
						f.named[v], f.into[x], f.holds[x] = f.name(x), true, true
					}
				}
			}
		}
	}
}

// note prints which update the statements after it are of.
func (f *function) note(s *code.Stmt) {
	if s.Origin.Update == f.noted || s.Origin.Update == "" {
		return
	}
	f.noted = s.Origin.Update
	if text := f.names.Note(s.Origin); text != "" {
		f.body.WriteString(text)
	}
}

func (f *function) stmt(s *code.Stmt) {
	switch a := s.Do.(type) {
	case *code.Store:
		value := f.operand(a.Value).text
		if f.declares[s] {
			local, _, _ := f.names.Table(a.To.Table)
			f.declared[a.To.Table] = true
			f.line("%s := %s", local, value)
			return
		}
		if more := f.more(f.place(a.To), a.Value); more != "" && !narrow(a.To.Table) {
			f.line("%s", more)
			return
		}
		if narrow(a.To.Table) {
			value = "int32(" + value + ")"
		}
		f.line("%s = %s", f.place(a.To), value)
	case *code.Fill:
		for _, line := range f.names.Fill(f.table(a.Table), a.Table) {
			f.line("%s", line)
		}
	case *code.Fail:
		f.fail(a)
	case *code.Call:
		f.call(s, a)
	case *code.If:
		f.choice(s, a)
	case *code.For:
		f.loop(s, a)
	case *code.While:
		f.while(s, a)
	case *code.Draw:
		panic("a draw that no pass has replaced")
	default:
		f.define(s, f.action(s.Do).text)
	}
}

// fail prints that the method is left with a fault.
func (f *function) fail(a *code.Fail) {
	v, ok := a.With.(*code.Value)
	if !ok {
		return // none
	}
	def := f.uses.def[v] // none of a parameter
	if def == nil || f.uses.count[v] > 1 || len(def.Results) > 1 {
		f.line("if %[1]s != nil {\nreturn %[1]s\n}", f.name(v))
		return
	}
	call, ok := def.Do.(*code.Call)
	if !ok {
		f.line("if err := %s; err != nil {\nreturn err\n}", f.name(v))
		return
	}
	c := f.called(call)
	if c.Leaves || code.Action(a) == f.last {
		f.line("return %s", c.Text)
		f.left = code.Action(a) == f.last
		return
	}
	f.line("if err := %s; err != nil {\nreturn err\n}", c.Text)
}

// call prints a call that is a statement.
func (f *function) call(s *code.Stmt, a *code.Call) {
	if len(s.Results) == 1 && f.awaited(s.Results[0]) != "" {
		return
	}
	c := f.called(a)
	switch {
	case len(c.Stmts) > 0:
		for _, x := range c.Stmts {
			f.line("%s", x)
		}
	case len(s.Results) == 0 || a.Row.Body != nil && f.uses.count[s.Results[0]] == 0:
		f.line("%s", c.Text)
	case c.Zero != "":
		f.line("var %s %s", f.name(s.Results[0]), c.Zero)
	default:
		f.define(s, c.Text)
	}
}

// awaited is the call that gives a fault which is an error, where it is looked at once: there the call stands.
func (f *function) awaited(v *code.Value) string {
	s := f.uses.def[v]
	if s == nil || v.Of != code.Fault || f.uses.count[v] != 1 || len(s.Results) > 1 {
		return ""
	}
	if call, ok := s.Do.(*code.Call); ok {
		if c := f.called(call); c.Error {
			return c.Text
		}
	}
	return ""
}

package text

import (
	"mpc/codegen/code"
)

// carries makes what a loop carries variables.
func (f *function) carries(s *code.Stmt, a *code.For) {
	k := 0
	for _, strand := range a.Strands {
		for _, c := range strand.Carry {
			name, assign := f.name(s.Results[k]), ":="
			if f.into[s.Results[k]] {
				assign = "="
			}
			k++
			if first := f.operand(c.First).text; first != name {
				if def := f.uses.inlined(c.First); def != nil {
					f.note(def)
				}
				f.line("%s %s %s", name, assign, first)
			}
			f.named[c.Value] = name
		}
	}
}

// loop prints a loop.
func (f *function) loop(s *code.Stmt, a *code.For) {
	if a.Parallel {
		f.parallel(a.Strands[0])
		return
	}
	for i, strand := range a.Strands {
		if i == 0 {
			f.head(strand, len(a.Strands) > 1)
		} else {
			f.turn(a.Strands[0], strand)
		}
		for n, v := range f.uses.replaced(strand.Carry, strand.Body) {
			if v != nil {
				f.named[v], f.into[v], f.holds[v] = f.named[strand.Carry[n].Value], true, true
			}
		}
		f.stmts(strand.Body)
		var to []string
		for n := range strand.Body.Gives {
			to = append(to, f.named[strand.Carry[n].Value])
		}
		f.assign(to, strand.Body.Gives)
	}
	f.line("}")
}

// while prints a loop that runs as long as its test says. What it carries are variables.
func (f *function) while(s *code.Stmt, a *code.While) {
	var to []string
	for k, c := range a.Carry {
		name, assign := f.name(s.Results[k]), ":="
		if f.into[s.Results[k]] {
			assign = "="
		}
		if first := f.operand(c.First).text; first != name {
			f.line("%s %s %s", name, assign, first)
		}
		f.named[c.Value] = name
		to = append(to, name)
	}
	if f.uses.written(a.Test) {
		f.line("for %s {", f.operand(a.Test.Gives[0]).text)
	} else {
		f.line("for {")
		f.stmts(a.Test)
		f.line("if %s {\nbreak\n}", f.contrary(a.Test.Gives[0]))
	}
	for n, v := range f.uses.replaced(a.Carry, a.Body) {
		if v != nil {
			f.named[v], f.into[v], f.holds[v] = to[n], true, true
		}
	}
	f.stmts(a.Body)
	f.assign(to, a.Body.Gives)
	f.line("}")
}

// turn prints the index of a strand that takes turns with the first one: both run over the same
// range, in opposite directions.
func (f *function) turn(first, s *code.Strand) {
	if f.uses.count[s.Index] == 0 {
		return
	}
	i, lo, hi := f.name(first.Index), f.operand(s.Lo), f.operand(s.Hi)
	at := expr{i, operand}
	var other expr
	switch {
	case first.Down == s.Down:
		other = at
	case isWhole(s.Lo, 0):
		other = binary("-", f.minusOne(s.Hi), at)
	case isWhole(s.Lo, 1):
		other = binary("-", hi, at)
	default:
		other = binary("-", binary("+", lo, f.minusOne(s.Hi)), at)
	}
	f.named[s.Index] = f.names.Beside(s.Index)
	f.line("%s := %s // the other way", f.named[s.Index], other.text)
}

// head prints the head of a loop; turns is set where others take turns with it.
func (f *function) head(s *code.Strand, turns bool) {
	read := f.uses.count[s.Index] > 0 || turns
	if s.List != nil {
		if !read {
			f.line("for range %s {", f.operand(s.List).text)
		} else {
			f.line("for _, %s := range %s {", f.name(s.Index), f.operand(s.List).text)
		}
		return
	}
	lo, hi := f.operand(s.Lo).text, f.operand(s.Hi)
	switch {
	case s.Down:
		i := f.name(s.Index)
		f.line("for %s := %s; %s >= %s; %s-- {", i, f.minusOne(s.Hi).text, i, lo, i)
	case isWhole(s.Lo, 0) && !read:
		f.line("for range %s {", hi.text)
	case isWhole(s.Lo, 0):
		f.line("for %s := range %s {", f.name(s.Index), hi.text)
	default:
		i := f.name(s.Index)
		f.line("for %s := %s; %s < %s; %s++ {", i, lo, i, hi.text, i)
	}
}

// parallel prints a loop as a method for a part of its range, so that goroutines can share it, and
// calls it.
func (f *function) parallel(s *code.Strand) {
	name := f.names.Plate()
	inner := &function{names: f.names, uses: f.uses, named: map[*code.Value]string{}, into: map[*code.Value]bool{}, holds: map[*code.Value]bool{}, stored: map[*code.Stmt]bool{}, taken: map[string]bool{"lo": true, "hi": true, f.names.Receiver(): true}, tables: map[string]string{}, declared: map[*code.Table]bool{}, declares: f.declares, methods: f.methods}
	inner.take(s.Body)
	i := inner.name(s.Index)
	inner.line("for %s := lo; %s < hi; %s++ {", i, i, i)
	inner.stmts(s.Body)
	inner.line("}\nreturn nil")
	*f.methods = append(*f.methods, Method{Name: name, Params: "lo, hi int", Results: "error", Lines: inner.text(), Plate: "lo <= " + i + " < hi"})
	s.Body.Walk(func(x *code.Stmt) bool {
		f.note(x)
		return true
	})
	lo, hi := f.operand(s.Lo).text, f.operand(s.Hi).text
	f.line("if inf.workers > 1 {\nif err := engine.Parallel(inf.workers, %s, %s, inf.%s); err != nil {\nreturn err\n}", lo, hi, name)
	f.line("} else if err := inf.%s(%s, %s); err != nil {\nreturn err\n}", name, lo, hi)
}

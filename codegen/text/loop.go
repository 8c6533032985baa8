package text

import (
	"strings"

	"mpc/code"
)

// loop prints a loop. What it carries are variables.
func (f *function) loop(s *code.Stmt, a *code.For) {
	if a.Parallel {
		f.parallel(a.Strands[0])
		return
	}
	k := 0
	for _, strand := range a.Strands {
		for _, c := range strand.Carry {
			name := f.name(s.Results[k])
			k++
			if first := f.operand(c.First).text; first != name {
				f.line("%s := %s", name, first)
			}
			f.named[c.Value] = name
		}
	}
	for i, strand := range a.Strands {
		if i == 0 {
			f.head(strand, len(a.Strands) > 1)
		} else {
			f.turn(a.Strands[0], strand)
		}
		for n, c := range strand.Carry {
			if v := f.uses.replaces(strand, n); v != nil {
				f.named[v], f.into[v] = f.named[c.Value], true
			}
		}
		f.stmts(strand.Body)
		var carried, next []string
		for n, x := range strand.Body.Gives {
			if to, now := f.named[strand.Carry[n].Value], f.operand(x).text; to != now {
				carried, next = append(carried, to), append(next, now)
			}
		}
		if len(carried) > 0 {
			f.line("%s = %s", strings.Join(carried, ", "), strings.Join(next, ", "))
		}
	}
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
	case lo.text == "0":
		other = binary("-", expr{minusOne(hi), precedence["-"]}, at)
	case lo.text == "1":
		other = binary("-", hi, at)
	default:
		other = binary("-", binary("+", lo, expr{minusOne(hi), precedence["-"]}), at)
	}
	f.named[s.Index] = f.names.Beside(s.Index)
	f.line("%s := %s // the other way", f.named[s.Index], other.text)
}

// head prints the head of a loop; turns is set where others take turns with it.
func (f *function) head(s *code.Strand, turns bool) {
	lo, hi := f.operand(s.Lo).text, f.operand(s.Hi)
	read := f.uses.count[s.Index] > 0 || turns
	switch {
	case s.Down:
		i := f.name(s.Index)
		f.line("for %s := %s; %s >= %s; %s-- {", i, minusOne(hi), i, lo, i)
	case lo == "0" && !read:
		f.line("for range %s {", hi.text)
	case lo == "0":
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
	inner := &function{names: f.names, uses: f.uses, named: map[*code.Value]string{}, into: map[*code.Value]bool{}, taken: map[string]bool{"lo": true, "hi": true}, tables: map[string]string{}, declared: map[*code.Table]bool{}, declares: f.declares, methods: f.methods}
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

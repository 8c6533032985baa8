package codegen

import (
	"strings"

	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// Elements of inputs that the loops in a loop's body read again and again, such as the
// word at a place of a text that each topic is asked for, are read once in each pass, into
// a local variable at its beginning.

// A tentative is a local variable that is taken away again if nothing reads it.
type tentative struct {
	name       string
	start, end int // of its line in the body
}

// data prints, at the beginning of the body of the innermost loop around, the elements of
// inputs that are read in loops inside.
func (f *function) data(s *loops.For) {
	for e := range f.readInside(s) {
		start := f.body.Len()
		f.once(f.input(e.Input, e.Args, f.env()), datumPrefix)
		// A position may have got a variable too.
		for _, line := range strings.SplitAfter(string(f.body.Bytes()[start:]), "\n") {
			if name, _, ok := strings.Cut(line, " := "); ok {
				f.scope().tentative = append(f.scope().tentative, tentative{name, start, start + len(line)})
			}
			start += len(line)
		}
	}
}

// readInside finds the elements of inputs that are read in loops inside of a loop, at
// places that are there in each of its passes.
func (f *function) readInside(s *loops.For) func(yield func(*model.Expr) bool) {
	return func(yield func(*model.Expr) bool) {
		more := true
		visit := func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				if more && x.Op == model.OpInput && f.spans(x) {
					more = yield(x)
				}
			})
		}
		values := func(list []loops.Value) {
			for _, v := range list {
				if v.Data != nil {
					visit(v.Data)
				}
			}
		}
		for _, x := range s.Body {
			if l, ok := x.(*loops.For); ok {
				for a := range loops.Applied(l.Body) {
					values(a.Args)
					if a.Power != nil {
						visit(a.Power)
					}
				}
			}
		}
		for a := range loops.Applied(s.Body) {
			if a.Update.Kind != message.Branches {
				continue
			}
			for _, t := range a.Update.Terms {
				own := map[*model.Index]*model.Expr{}
				for k, x := range t.Branch.Index {
					if x.Op == model.OpIndex {
						own[x.Index] = a.Element[k]
					}
				}
				for _, v := range f.g.program.Values(t) {
					if v.Data != nil {
						visit(v.Data.Map(func(x *model.Expr) *model.Expr {
							if at := own[x.Index]; x.Op == model.OpIndex && at != nil {
								return at
							}
							return x
						}))
					}
				}
			}
		}
	}
}

// spans tells whether an element of an input is there in each pass of the loops around:
// its indices are those of loops over all of its dimensions.
func (f *function) spans(e *model.Expr) bool {
	if len(e.Input.Dims) == 0 || len(e.Args) != len(e.Input.Dims) || len(e.Input.Sizes) > 0 {
		return false
	}
	for k, x := range e.Args {
		var l *loops.For
		for _, around := range f.loops {
			if x.Op == model.OpIndex && around.Index == x.Index {
				l = around
			}
		}
		if l == nil || !l.Spans(e.Input.Dims[k], e.Args[:k]) {
			return false
		}
	}
	return true
}

// drop takes the tentative variables of the innermost block away that nothing reads.
func (f *function) drop() {
	list := f.scope().tentative
	for i := len(list) - 1; i >= 0; i-- {
		t := list[i]
		rest := string(f.body.Bytes()[t.end:])
		if hasWord(spoken(rest), t.name) {
			continue
		}
		f.body.Truncate(t.start)
		f.body.WriteString(rest)
	}
}

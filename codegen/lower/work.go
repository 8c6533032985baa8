package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/factor/families"
)

// Messages to work in, and calls of methods that write to them.

// message is memory for a message about a vector, or its moments, until the block ends.
func (f *function) message(t code.Type) *code.Place {
	var table *code.Table
	if n := len(f.free[t]); n > 0 {
		table = f.free[t][n-1]
		f.free[t] = f.free[t][:n-1]
	} else {
		table = f.declare(&code.Table{Name: "message", Type: t, Keep: code.Scratch}, Source{InFunction: InFunction{Message: t}})
	}
	f.scope.scratch = append(f.scope.scratch, table)
	return &code.Place{Table: table}
}

// release frees the messages of the block.
func (f *function) release() {
	for i := len(f.scope.scratch) - 1; i >= 0; i-- {
		t := f.scope.scratch[i]
		f.free[t.Type] = append(f.free[t.Type], t)
	}
}

// borrowing begins an update: the returned function frees the messages that it works in.
func (f *function) borrowing() func() {
	s, n := f.scope, len(f.scope.scratch)
	return func() {
		for i := len(s.scratch) - 1; i >= n; i-- {
			t := s.scratch[i]
			f.free[t.Type] = append(f.free[t.Type], t)
		}
		s.scratch = s.scratch[:n]
	}
}

// work is the memory that operators and moments calculate in.
func (f *function) work(t code.Type) code.Operand {
	name := "work " + t.String()
	if f.named[name] == nil {
		f.named[name] = f.declare(&code.Table{Name: "work", Type: t, Keep: code.Scratch}, Source{InFunction: InFunction{Work: t}})
	}
	return &code.Place{Table: f.named[name]}
}

// change calls a method that changes what it is called on.
func (f *function) change(of code.Operand, name string, args ...code.Operand) {
	params := []*code.Param{written("x", of.Type(), code.Update)}
	short := lowerFirst(name) + title(of.Type())
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("y%d", i), x.Type()))
	}
	f.call("", f.lowering.row(short, Callee{Kind: Method, Name: name}, nil, params...), append([]code.Operand{of}, args...)...)
}

// into calls a method that writes its result to its last argument.
func (f *function) into(of code.Operand, name string, args ...code.Operand) {
	params := []*code.Param{param("x", of.Type())}
	short := lowerFirst(name) + title(of.Type())
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("y%d", i), x.Type()))
	}
	params[len(params)-1].Access = code.Update
	f.call("", f.lowering.row(short, Callee{Kind: Method, Name: name}, nil, params...), append([]code.Operand{of}, args...)...)
}

// ask calls a method that gives a value, with the memory that the family works in.
func (f *function) ask(fam *families.Family, of code.Operand, name string, result code.Type, args ...code.Operand) code.Operand {
	params := []*code.Param{param("x", of.Type())}
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("y%d", i), x.Type()))
	}
	args = append([]code.Operand{of}, args...)
	if fam != nil && fam.Work {
		w := f.work(f.handle("dist", "MvWork"))
		params = append(params, written("work", w.Type(), code.Work))
		args = append(args, w)
	}
	return f.call("v", f.lowering.row(lowerFirst(name)+title(of.Type()), Callee{Kind: Method, Name: name}, types(result), params...), args...)
}

package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// checkIndices lowers what is verified of the data before anything runs: that each index is in range, that entries
// are there whose values are needed, and that each element of a variable has one definition.
func (l *lowering) checkIndices() {
	l.make(Data.has("checkIndices", "returns an error if an index is out of range, or an element of a variable is not defined exactly once."), types(code.Fault), func(f *function) {
		graph := l.Loops.Message.Graph
		for _, d := range graph.Data {
			f.origin.Line = d.At.Line
			f.guardChecks(d.Loops, d.Guards, d.At.Line)
			f.indexCheck(d.Loops, d.Guards, d.Variable.Name, d.Variable.Dims, d.Index, d.At.Line)
			f.inputChecks(d.Loops, d.Guards, append([]*model.Expr{d.Value}, d.Index...), d.At.Line)
		}
		for _, c := range graph.Checks {
			f.origin.Line = c.At.Line
			f.guardChecks(c.Loops, c.Guards, c.At.Line)
			f.inputChecks(c.Loops, c.Guards, []*model.Expr{c.Value}, c.At.Line)
		}
		for _, fac := range graph.Factors {
			f.factorChecks(fac)
		}
		for _, c := range graph.Chosen {
			f.origin.Line = c.At.Line
			f.inputChecks(c.Loops, c.Guards, []*model.Expr{c.Element}, c.At.Line)
		}
		for _, fac := range graph.Factors {
			f.origin.Line = fac.At.Line
			if l.Loops.Message.Sampling != nil {
				f.notOfItself(fac)
				continue
			}
			for _, m := range message.Meetings(fac) {
				if !l.Loops.Message.Exact(m) {
					f.distinct(m)
				}
			}
		}
		for _, v := range graph.Variables {
			f.origin.Line = v.At.Line
			f.definedOnce(v)
		}
	})
}

// factorChecks checks the indices of a factor.
func (f *function) factorChecks(fac *factor.Factor) {
	line := fac.At.Line
	f.origin.Line = line
	f.guardChecks(fac.Loops, fac.Guards, line)
	for _, s := range fac.Slots {
		list := slices.Concat(fac.Loops, s.Loops())
		if s.Edge == nil {
			f.inputChecks(list, fac.Guards, []*model.Expr{s.Data}, line)
			continue
		}
		f.inputChecks(list, fac.Guards, s.Edge.Index, line)
		f.indexCheck(list, fac.Guards, s.Edge.Variable.Name, s.Edge.Variable.Dims, s.Edge.Index, line)
	}
}

// safe tells whether index k is seen to be in range: a loop index over the
// dimension itself, or an input that was checked against it.
func safe(list []*model.Loop, dims, index []*model.Expr, k int) bool {
	e, d := index[k], dims[k]
	if i, off, ok := e.Affine(); ok && off == 0 {
		for _, l := range list {
			if l.Index != i {
				continue
			}
			size := d
			for j := range k {
				if idx, o, ok := index[j].Affine(); ok && o == 0 {
					size = size.Map(func(x *model.Expr) *model.Expr {
						if x.Op == model.OpDim && x.Dim == j {
							return model.IndexExpr(idx)
						}
						return x
					})
				}
			}
			lo := l.Lo.Op == model.OpNumber && l.Lo.Value >= 0
			return lo && ((l.Full.Equal(size) || peaksAt(size, l.Full)) && atMost(l.Hi, l.Full) || e.Type.Kind == model.IndexKind && d.Op == model.OpInput && e.Type.Range == d.Input)
		}
	}
	if e.Op == model.OpInput && e.Type.Kind == model.IndexKind && d.Op == model.OpInput && d.Type.Kind == model.RangeKind {
		return e.Type.Range == d.Input
	}
	return e.Op == model.OpNumber && d.Op == model.OpNumber && e.Value >= 0 && e.Value < d.Value
}

// peaksAt tells whether a size is the largest value of one that varies, over an index.
func peaksAt(size, varies *model.Expr) bool {
	if size.Op == model.OpCall && size.Fun == model.Choose && size.Args[2].IsNumber(0) {
		size = size.Args[1]
	}
	return size.Op == model.OpReduce && size.Extreme() > 0 && size.Args[0].Equal(varies)
}

// atMost tells whether the bound hi is seen to be at most full.
func atMost(hi, full *model.Expr) bool {
	if hi.Equal(full) {
		return true
	}
	if hi.Op == model.OpCall && hi.Extreme() < 0 {
		return atMost(hi.Args[0], full) || atMost(hi.Args[1], full)
	}
	return hi.Op == model.OpCall && hi.Fun == "-" && hi.Args[1].Op == model.OpNumber && hi.Args[1].Value >= 0 && atMost(hi.Args[0], full)
}

// indexCheck checks the indices of one array in a plate.
func (f *function) indexCheck(list []*model.Loop, guards []*model.Expr, name string, dims, index []*model.Expr, line int) {
	var unsafe []int
	for k := range index {
		if !safe(list, dims, index, k) {
			unsafe = append(unsafe, k)
		}
	}
	if unsafe == nil {
		return
	}
	f.plate(list, guards, func() {
		for _, k := range unsafe {
			at := f.naming("at", f.whole(index[k]))
			size := f.naming("size", f.whole(sizeOf(dims[k], index)))
			f.choose(f.outOfRange(at, size), func() {
				f.complain(IndexError, "indexError", Complaint{Line: line, Name: name, Dim: k}, 0, at, size)
			}, nil)
		}
	})
}

// naming gives what the last statement computes a name.
func (f *function) naming(name string, x code.Operand) code.Operand {
	if n := len(f.block.Stmts); n > 0 {
		if last := f.block.Stmts[n-1].Results; len(last) == 1 && code.Operand(last[0]) == x {
			last[0].Name = f.fresh(name)
		}
	}
	return x
}

// outOfRange tells whether a whole number is no index of a dimension of a size.
func (f *function) outOfRange(at, size code.Operand) code.Operand {
	if c, ok := at.(code.Constant); ok && c.Whole >= 0 {
		return f.apply(">=", at, size)
	}
	below := f.apply("<", at, whole(0))
	return f.apply("|", below, f.apply(">=", at, size))
}

// inputChecks checks all input arrays that the expressions index.
func (f *function) inputChecks(list []*model.Loop, guards []*model.Expr, exprs []*model.Expr, line int) {
	seen := map[string]bool{}
	asks := false // whether an entry is missing
	var visit func(e *model.Expr, list []*model.Loop)
	visit = func(e *model.Expr, list []*model.Loop) {
		if e.Op == model.OpCall && (e.Fun == "absent" || e.Fun == "some") {
			asks = true
			defer func() { asks = false }()
		}
		if e.Op == model.OpReduce {
			visit(e.Args[0], append(list[:len(list):len(list)], e.Loop))
			if e.Fun == model.Recursion {
				visit(e.Args[1], list)
			}
			return
		}
		for _, a := range e.Args {
			visit(a, list)
		}
		if mayLack(e, guards) && !asks && !seen["missing "+e.Key()] {
			seen["missing "+e.Key()] = true
			f.missingCheck(list, guards, e, line)
		}
		if seen[e.String()] || len(e.Args) == 0 || slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Random }) {
			return // of a value that is drawn, the cardinality is checked
		}
		switch e.Op {
		case model.OpInput:
			seen[e.String()] = true
			f.indexCheck(list, guards, e.Input.Name, e.Input.Dims, e.Args, line)
		case model.OpVariable:
			seen[e.String()] = true
			f.indexCheck(list, guards, e.Variable.Name, e.Variable.Dims, e.Args, line)
		}
	}
	for _, e := range exprs {
		visit(e, list)
	}
}

// guardChecks checks that the entries are there which conditions and bounds of loops read.
func (f *function) guardChecks(list []*model.Loop, guards []*model.Expr, line int) {
	check := func(e *model.Expr, list []*model.Loop, guards []*model.Expr) {
		if lacking(e) {
			f.inputChecks(list, guards, []*model.Expr{e}, line)
		}
	}
	for k, l := range list {
		check(l.Lo, list[:k], nil)
		check(l.Hi, list[:k], nil)
	}
	for k, c := range guards {
		check(c, list, guards[:k])
	}
}

// missingCheck checks that an entry is there whose value is needed.
func (f *function) missingCheck(list []*model.Loop, guards []*model.Expr, e *model.Expr, line int) {
	some := f.load("some", &code.Place{Table: f.aside(e.Input, "_some", Source{FromData: FromData{Some: true}})})
	f.choose(f.apply(">", some, whole(0)), func() {
		f.plate(list, guards, func() {
			f.choose(f.absent(e.Input, e.Args), func() {
				var at []code.Operand
				for _, x := range e.Args {
					at = append(at, f.whole(x))
				}
				f.complain(MissingError, "missingError", Complaint{Line: line, Name: e.Input.Name}, len(at), at...)
			}, nil)
		})
	}, nil)
}

// mayLack tells whether e is an entry that may be missing where the guards hold.
// Where they ask whether it is, what reads it is there.
func mayLack(e *model.Expr, guards []*model.Expr) bool {
	if e.Op != model.OpInput || !e.Input.Missing {
		return false
	}
	asked := false
	for _, g := range guards {
		g.Walk(func(x *model.Expr) {
			asked = asked || x.Op == model.OpCall && x.Fun == "absent" && x.Args[0].Equal(e)
		})
	}
	return !asked
}

// lacking tells whether e reads an entry that may be missing, and does not only ask
// whether it is.
func lacking(e *model.Expr) bool {
	found := false
	var visit func(e *model.Expr)
	visit = func(e *model.Expr) {
		found = found || e.Op == model.OpInput && e.Input.Missing
		if e.Op == model.OpCall && (e.Fun == "absent" || e.Fun == "some") {
			for _, x := range e.Args[0].Args {
				visit(x)
			}
			return
		}
		for _, x := range e.Args {
			visit(x)
		}
	}
	visit(e)
	return found
}

package codegen

import (
	"slices"

	"mpc/codegen/names"
	"mpc/message"
	"mpc/model"
)

// checks prints the function that verifies, before anything runs, that every
// index is in range and every element of a variable has one definition.
func (g *generator) checks() string {
	f := g.function()
	for _, d := range g.program.Message.Graph.Data {
		dims := d.Variable.Dims
		g.guardChecks(f, d.Loops, d.Guards, d.At.Line)
		f.indexCheck(d.Loops, d.Guards, d.Variable.Name, dims, d.Index, d.At.Line)
		g.inputChecks(f, d.Loops, d.Guards, append([]*model.Expr{d.Value}, d.Index...), d.At.Line)
	}
	for _, c := range g.program.Message.Graph.Checks {
		g.guardChecks(f, c.Loops, c.Guards, c.At.Line)
		g.inputChecks(f, c.Loops, c.Guards, []*model.Expr{c.Value}, c.At.Line)
	}
	for _, fac := range g.program.Message.Graph.Factors {
		g.guardChecks(f, fac.Loops, fac.Guards, fac.At.Line)
		for _, s := range fac.Slots {
			list := slices.Concat(fac.Loops, s.Loops())
			if s.Edge == nil {
				g.inputChecks(f, list, fac.Guards, []*model.Expr{s.Data}, fac.At.Line)
				continue
			}
			g.inputChecks(f, list, fac.Guards, s.Edge.Index, fac.At.Line)
			f.indexCheck(list, fac.Guards, s.Edge.Variable.Name, s.Edge.Variable.Dims, s.Edge.Index, fac.At.Line)
		}
	}
	for _, c := range g.program.Message.Graph.Chosen {
		g.inputChecks(f, c.Loops, c.Guards, []*model.Expr{c.Element}, c.At.Line)
	}
	for _, fac := range g.program.Message.Graph.Factors {
		if g.chain {
			f.notOfItself(fac)
		} else {
			for _, m := range message.Meetings(fac) {
				f.distinct(m)
			}
		}
	}
	for _, v := range g.program.Message.Graph.Variables {
		g.definedOnce(f, v)
	}
	var p printer
	p.line("// checkIndices returns an error if an index is out of range, or an element of a\n// variable is not defined exactly once.")
	p.line("func (inf *Inference) checkIndices() error {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
	return p.String()
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
	return size.Op == model.OpReduce && size.Fun == "max" && size.Args[0].Equal(varies)
}

// atMost tells whether the bound hi is seen to be at most full.
func atMost(hi, full *model.Expr) bool {
	if hi.Equal(full) {
		return true
	}
	if hi.Op == model.OpCall && hi.Fun == "min" {
		return atMost(hi.Args[0], full) || atMost(hi.Args[1], full)
	}
	return hi.Op == model.OpCall && hi.Fun == "-" && hi.Args[1].Op == model.OpNumber && hi.Args[1].Value >= 0 && atMost(hi.Args[0], full)
}

// indexCheck prints the check of the indices of one array in a plate.
func (f *function) indexCheck(list []*model.Loop, guards []*model.Expr, name string, dims, index []*model.Expr, line int) {
	all := true
	for k := range index {
		all = all && safe(list, dims, index, k)
	}
	if all {
		return
	}
	f.plate(list, guards, func() {
		var at []string
		v := f.env()
		v.inline = true
		for k, x := range index {
			at = append(at, v.whole(x))
			if safe(list, dims, index, k) {
				continue
			}
			size := env{g: f.g, f: f, dims: at[:k:k], inline: true}
			x, n := f.apart("x", list), f.apart("n", list)
			f.body.line("if %s, %s := %s, %s; %s < 0 || %s >= %s {", x, n, at[k], size.whole(dims[k]), x, x, n)
			f.body.line("return &IndexError{Line: %d, Array: %q, Dim: %d, Index: %s, Size: %s}\n}", line, name, k, x, n)
		}
	})
}

// apart is a name for a local variable of one statement: another than those of the
// indices of the loops around, which it would hide.
func (f *function) apart(name string, list []*model.Loop) string {
	for _, l := range list {
		if names.Plain(f.index(l.Index)) == name {
			return f.fresh(name)
		}
	}
	return name
}

// inputChecks prints checks for all input arrays that the expressions index.
func (g *generator) inputChecks(f *function, list []*model.Loop, guards []*model.Expr, exprs []*model.Expr, line int) {
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
			return
		}
		for _, a := range e.Args {
			visit(a, list)
		}
		if mayLack(e, guards) && !asks && !seen["missing "+e.Key()] {
			seen["missing "+e.Key()] = true
			g.missingCheck(f, list, guards, e, line)
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

// guardChecks prints checks that the entries are there which conditions and bounds
// of loops read.
func (g *generator) guardChecks(f *function, list []*model.Loop, guards []*model.Expr, line int) {
	check := func(e *model.Expr, list []*model.Loop, guards []*model.Expr) {
		if g.lacking(e) {
			g.inputChecks(f, list, guards, []*model.Expr{e}, line)
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

package conditional

import (
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// A definition is what elements of a function of variables are computed from.
type definition struct {
	of     *model.Variable
	loops  []*model.Loop
	guards []*model.Expr
	target []*model.Expr
	value  *model.Expr
	at     lang.Pos
	text   string
	// reduced tells that the value is a reduction, which reads the first element of its own at most.
	reduced bool
	// step is the value as it is written, of a recursion of the variable alone; or nil.
	step *model.Expr
}

// define notes the definitions of functions of variables.
func (b *builder) define() {
	for _, of := range b.joint.Statements {
		v := of.Defines()
		if of.Kind != joint.Defined || !v.Random || b.halfDrawn(of) {
			continue
		}
		s := b.placed(of)
		d := &definition{loops: s.Loops, guards: s.Guards, target: s.X.Args, value: s.Value, at: s.At, text: s.Text}
		if b.copies[v] != nil {
			v = b.copies[v]
		}
		d.of = v
		b.definitions[v] = append(b.definitions[v], d)
	}
	b.recursions()
	b.partly()
}

const (
	// maxDepth is how often a function of variables may be computed from elements of its own: more
	// often is a chain without end.
	maxDepth = 40
	// maxOperations is how many operations an expression may have in which functions of variables
	// are written out: where each reads the one before twice they double at each of them.
	maxOperations = 100_000
)

// inlining is the way from an expression to what it is computed from.
type inlining struct {
	depth map[*model.Variable]int // how often the way has led through each function
	size  int
	at    lang.Pos
	// values tells that what is asked for is computed of draws: functions that read elements of their own stay, and
	// are computed element by element before.
	values bool
}

// inline replaces functions of variables by what they are computed from, and parts of
// random vectors by their elements.
func (b *builder) inline(e *model.Expr) *model.Expr {
	if e == nil {
		return nil
	}
	return b.inlineAt(e, &inlining{depth: map[*model.Variable]int{}, at: e.At})
}

func (b *builder) inlineAt(e *model.Expr, in *inlining) *model.Expr {
	if e == nil {
		return nil
	}
	return e.Map(func(x *model.Expr) *model.Expr {
		in.size++
		for _, a := range x.Args {
			if a.Random && !x.Random {
				cp := *x
				cp.Random = true
				x = &cp
			}
		}
		switch {
		case x.Op == model.OpCall && x.Random:
			return b.parts(x)
		case x.Op != model.OpVariable || !x.Variable.Random:
			return x
		case x.PartOfArray():
			return b.inlineAt(b.wholeArray(x), in)
		}
		var defs []*definition
		if d := b.solved[x.Variable]; d != nil {
			defs = []*definition{d}
		} else if defs = b.definitions[x.Variable]; len(defs) == 0 {
			return x
		}
		if in.values && b.recurs(x.Variable) {
			b.recurrence(x.Variable)
			cp := *x
			cp.Args = nil
			for _, a := range x.Args {
				cp.Args = append(cp.Args, b.inlineAt(a, in))
			}
			return &cp
		}
		if in.size > maxOperations {
			if !b.HasErrors() {
				b.Errorf(in.at, lang.CodeTooLarge, "Gibbs sampling writes functions of variables out in what was drawn: this has more than %d operations then, of functions of functions as %s", maxOperations, x.Variable.Name).
					WithHint("draw what lies between, as in %s ~ normal(..., sd = 1), or write a sum over an array, sum(x[i] : i in R)", x.Variable.Name)
			}
			return x
		}
		if in.depth[x.Variable] >= maxDepth {
			if !b.HasErrors() {
				b.Errorf(defs[0].at, lang.CodeUnsupported, "%s is computed from elements of itself: Gibbs sampling of a chain of functions is not supported by this version", x.Variable.Name).
					WithHint("draw the elements, as in %[1]s[t] ~ normal(%[1]s[t-1], sd = 1); a sum, k * %[1]s[t-1] + x[t] with one k for all t, a maximum or a condition can be computed", x.Variable.Name)
			}
			return x
		}
		if b.drawnParts[x.Variable] == nil && b.solved[x.Variable] == nil && b.draw(b.program.Original(x.Variable)) != nil {
			b.Errorf(x.Variable.At, lang.CodeUnsupported, "some elements of %s are drawn and others computed: Gibbs sampling of both in one array of vectors, or in a repeat, is not supported by this version", b.program.Original(x.Variable).Name).
				WithHint("give the computed ones a name of their own")
			return x
		}
		in.depth[x.Variable]++
		value := b.value(x, defs, in)
		in.depth[x.Variable]--
		return value
	})
}

// value is what an element of a function of variables is computed from: of several
// definitions the one that defines the element. One that none defines is drawn, of an array
// that is computed in part.
func (b *builder) value(x *model.Expr, defs []*definition, in *inlining) *model.Expr {
	var out *model.Expr
	if w := b.drawnParts[x.Variable]; w != nil {
		out = elementOf(w, x.Args)
		out.At = x.At
	}
	for k := len(defs) - 1; k >= 0; k-- {
		value, conds, ok := defs[k].at0(x.Args)
		if !ok {
			b.Errorf(defs[k].at, lang.CodeUnsupported, "Gibbs sampling wants a function of variables to be defined by loop indices; %s is not", defs[k].text).
				WithHint("write the index of the loop on the left side")
			return x
		}
		if slices.ContainsFunc(conds, func(e *model.Expr) bool { return e.Op == model.OpBool && e.Value == 0 }) {
			continue // it is another element
		}
		value = b.inlineAt(value, in)
		if out == nil {
			out = value
			continue
		}
		var cond *model.Expr
		for _, g := range conds {
			if cond == nil {
				cond = g
			} else {
				cond = model.Call("&&", boolean, cond, g)
			}
		}
		if cond == nil {
			out = value
			continue
		}
		out = choose(b.inlineAt(cond, in), value, out)
	}
	if out == nil {
		b.Errorf(x.At, lang.CodeUndefined, "%s is used, but it is never defined", x)
		return x
	}
	return out
}

func choose(c, a, b *model.Expr) *model.Expr {
	if c.Op == model.OpBool {
		if c.Value != 0 {
			return a
		}
		return b
	}
	t := a.Type
	if t.Kind != b.Type.Kind {
		t = model.Type{Kind: model.Real}
		if a.Type.Kind == model.Int || b.Type.Kind == model.Int {
			if a.Type.Kind != model.Real && b.Type.Kind != model.Real {
				t = model.Type{Kind: model.Int}
			}
		}
	}
	return &model.Expr{Op: model.OpCall, Fun: model.Choose, Type: t, Args: []*model.Expr{c, a, b}, Random: a.Random || b.Random || c.Random, At: a.At}
}

// at0 returns what a definition says of the element at args, and the conditions under
// which it defines it.
func (d *definition) at0(args []*model.Expr) (value *model.Expr, conds []*model.Expr, ok bool) {
	var swaps []swap
	apply := func(e *model.Expr) *model.Expr {
		for _, s := range swaps {
			e = e.Subst(s.index, s.by)
		}
		return e
	}
	solved := map[*model.Index]bool{}
	value, target, guards, loops := d.renamed()
	var others []int
	for k, e := range target {
		i, c, affine := e.Affine()
		if affine && !solved[i] && slices.ContainsFunc(loops, func(l *model.Loop) bool { return l.Index == i }) {
			solved[i] = true
			by := shifted(args[k], -c)
			if by.Type.Kind != model.IndexKind && i.Range != nil {
				cp := *by
				cp.Type = model.Type{Kind: model.IndexKind, Range: i.Range}
				by = &cp
			}
			swaps = append(swaps, swap{i, by})
			continue
		}
		others = append(others, k)
	}
	for _, k := range others { // constants, and what the solved indices say, as of P[i, i]
		for _, l := range loops {
			if target[k].Uses(l.Index) && !solved[l.Index] {
				return nil, nil, false
			}
		}
		conds = append(conds, model.Call("==", boolean, args[k], apply(target[k])))
	}
	for _, l := range loops {
		if !solved[l.Index] {
			return nil, nil, false
		}
		i := apply(model.IndexExpr(l.Index))
		conds = append(conds, model.Call(">=", boolean, i, apply(l.Lo)), model.Call("<", boolean, i, apply(l.Hi)))
	}
	for _, e := range guards {
		conds = append(conds, apply(e))
	}
	var kept []*model.Expr
	for _, c := range conds {
		if c.Op != model.OpBool || c.Value == 0 {
			kept = append(kept, c)
		}
	}
	return apply(value), kept, true
}

// renamed is the definition with loop indices of its own: those that it has may stand in what reads an element of it too, where this is
// another statement of the same loop.
func (d *definition) renamed() (value *model.Expr, target, guards []*model.Expr, loops []*model.Loop) {
	fresh := map[*model.Index]*model.Index{}
	for _, l := range d.loops {
		i := *l.Index
		fresh[l.Index] = &i
	}
	rename := func(e *model.Expr) *model.Expr {
		return e.Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpIndex && fresh[x.Index] != nil {
				cp := *x
				cp.Index = fresh[x.Index]
				return &cp
			}
			return x
		})
	}
	for _, e := range d.target {
		target = append(target, rename(e))
	}
	for _, e := range d.guards {
		guards = append(guards, rename(e))
	}
	for _, l := range d.loops {
		loops = append(loops, &model.Loop{Index: fresh[l.Index], Lo: rename(l.Lo), Hi: rename(l.Hi), Full: rename(l.Full)})
	}
	return rename(d.value), target, guards, loops
}

// values notes the functions of variables that are asked for.
func (b *builder) values() {
	for _, v := range b.program.Model.Infer {
		if !v.Random || b.definitions[v] == nil && b.solved[v] == nil && b.copies[v] == nil {
			continue
		}
		loops, at := elements(v)
		x := elementOf(v, at)
		if w := b.copies[v]; w != nil { // the first copy
			x = elementOf(w, slices.Clone(at))
			for range len(w.Dims) - len(v.Dims) {
				x.Args = append(x.Args, model.Number(0))
			}
		}
		if b.recurs(v) {
			b.recurrence(v)
			continue
		}
		value := b.inlineAt(x, &inlining{depth: map[*model.Variable]int{}, at: x.At, values: true})
		b.program.Values = append(b.program.Values, &Value{Variable: v, Loops: loops, At: at, Expr: value, Fixed: b.fixed(v) || readsSeen(value)})
	}
}

// readsSeen tells whether e reads a vector some of whose components are data.
func readsSeen(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && partlySeen(x.Variable) })
	return found
}

// elements makes loops over the elements of a variable.
func elements(v *model.Variable) (loops []*model.Loop, at []*model.Expr) {
	names := []string{"i", "j", "k", "l"}
	for k, size := range v.Dims {
		index := &model.Index{ID: -1000*(v.ID+1) - k, Name: names[k%len(names)], At: v.At}
		if k < len(v.Ranges) {
			index.Range = v.Ranges[k]
		}
		hi := size.Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return model.IndexExpr(loops[e.Dim].Index)
			}
			return e
		})
		loops = append(loops, &model.Loop{Index: index, Lo: model.Number(0), Hi: hi, Full: hi})
		at = append(at, model.IndexExpr(index))
	}
	return loops, at
}

package conditional

import (
	"slices"
	"strings"

	"mpc/model"
	"mpc/model/joint"
)

// A selector is an array of truths, or of whole numbers of few values, that choose what the data of a row are drawn from: whether a count is
// one of a part without any, which of two regressions a row belongs to. It is summed out of the factors that read it: these are then one
// density, of all that its branches read.
type selector struct {
	draw *Draw
	// logs are the log densities of all that reads an element, its prior too, by its value; sum is the log of their sum.
	logs []*model.Expr
	sum  *model.Expr
}

// mostValues is how many values an element of a selector may have.
const mostValues = 6

// maybeSelector tells whether a variable is one by its kind alone.
func maybeSelector(j *joint.Joint, v *model.Variable) bool {
	return v.Random && !v.Derived && (v.Type.Kind == model.Bool || v.Type.Kind == model.Int) && v.Type.Dimensions == 0 && len(v.Dims) > 0 &&
		v.Input == nil && v.Data == nil && len(v.Repeats)+len(v.Home) == 0 && len(readersOf(j, v)) > 0
}

// sumSelectors sums out all selectors.
func (b *builder) sumSelectors() *Refusal {
	leaf := map[*model.Variable]bool{}
	for _, v := range b.variables() {
		leaf[v] = b.predicted(v)
	}
	for _, v := range b.variables() {
		if !maybeSelector(b.joint, v) || b.censored[v] != nil {
			continue
		}
		if no := b.chosen(v); no != nil {
			return no
		}
		s := &selector{draw: b.unmethodical(v, leaf)}
		if no := b.sumOut(s); no != nil {
			return no
		}
		b.selectors = append(b.selectors, s)
	}
	return nil
}

// chosen is a definition in a branch on a selector, whose elements the data are not checked to define once; nil where there is none.
func (b *builder) chosen(v *model.Variable) *Refusal {
	for _, s := range b.joint.Statements {
		if s.Kind == joint.Defined && slices.ContainsFunc(s.Guards, func(e *model.Expr) bool { return mentions(e, v) }) {
			return &Refusal{At: s.At, Text: s.Text + " is computed where " + v.Name + " says so"}
		}
	}
	return nil
}

// sumOut puts one factor in the place of those that read a selector.
func (b *builder) sumOut(s *selector) *Refusal {
	d := s.draw
	v := d.Variable()
	size := d.Values()
	switch {
	case len(d.Prior) != 1:
		return &Refusal{At: v.At, Text: v.Name + " has several priors"}
	case size == nil || size.Op != model.OpNumber || size.Value > mostValues:
		return &Refusal{At: v.At, Text: v.Name + " is of many values"}
	}
	for _, t := range d.Terms {
		if no := b.unselected(v, t.Factor); no != nil {
			return no
		}
	}
	for k := range int(size.Value) {
		s.logs = append(s.logs, s.at(k))
	}
	if own := s.exchanges(); len(own) > 0 { // of several modes a joint normal would have one, without a word
		return &Refusal{At: v.At, Text: "branches on " + v.Name + " read variables that may change places: " + strings.Join(own, ", ")}
	}
	s.sum = b.logSum(s)
	b.program.Factors = slices.DeleteFunc(b.program.Factors, func(f *Factor) bool {
		return slices.ContainsFunc(d.Terms, func(t *Term) bool { return t.Factor == f })
	})
	last := d.Terms[len(d.Terms)-1].Factor
	of := &Selection{Variable: v, At: d.At}
	for k := range s.logs {
		of.Branches = append(of.Branches, s.termsAt(k))
	}
	b.program.Factors = append(b.program.Factors, &Factor{ID: len(b.program.Factors), Loops: d.Elements, Guards: d.Guards, Log: s.sum, Selector: of, Text: last.Text, At: last.At})
	return nil
}

// A Selection says what was summed out of a factor: the element of a variable at indices. Branches are, by its value, its prior and the densities
// that read it.
type Selection struct {
	Variable *model.Variable
	At       []*model.Expr
	Branches [][]*Term
}

// mapped is the selection with other expressions in its branches.
func (s *Selection) mapped(do func(*model.Expr) *model.Expr) *Selection {
	out := &Selection{Variable: s.Variable, At: s.At}
	for _, branch := range s.Branches {
		var list []*Term
		for _, t := range branch {
			list = append(list, t.mapped(do))
		}
		out.Branches = append(out.Branches, list)
	}
	return out
}

// Selections are what was summed out of factors.
func (g *Gaussian) Selections() (list []*Selection) {
	for _, f := range g.Priors {
		if f.Selector != nil {
			list = append(list, f.Selector)
		}
	}
	for _, r := range g.Rows() {
		if f := r.Term.Factor; f.Selector != nil && (r.Site == nil || r.Site.Answer == nil) {
			list = append(list, f.Selector)
		}
	}
	return list
}

// unselected tells what in a factor does not let a selector be summed out; nil of nothing.
func (b *builder) unselected(v *model.Variable, f *Factor) *Refusal {
	list := f.occurrences(v)
	switch {
	case f.coupled(list):
		return &Refusal{At: f.At, Text: f.Text + " reads several elements of " + v.Name}
	case slices.ContainsFunc(list[0].args(), readsDrawn):
		return &Refusal{At: f.At, Text: f.Text + " reads an element of " + v.Name + " that is drawn"}
	case f.Drawn != nil && f.Drawn.Variable != v:
		return &Refusal{At: f.At, Text: f.Drawn.Variable.Name + " is drawn given " + v.Name}
	case f.Holds != nil || f.Mass != nil || f.Log != nil || f.Dist == nil || f.Dist.Point() != nil || f.Dist.Given() != nil || f.Dist.LogDensity() == nil:
		return &Refusal{At: f.At, Text: f.Text + " is no density given " + v.Name}
	}
	return nil
}

// termsAt are all that reads an element, where it has a value.
func (s *selector) termsAt(k int) (list []*Term) {
	v := s.draw.Variable()
	value := model.Number(float64(k))
	if v.Type.Kind == model.Bool {
		value = &model.Expr{Op: model.OpBool, Type: boolean, Value: float64(k)}
	}
	of := func(e *model.Expr) *model.Expr {
		return e.Map(func(x *model.Expr) *model.Expr {
			switch {
			case x.Op == model.OpVariable && x.Variable == v:
				return value
			case x.Op == model.OpCall && x.Fun == model.Choose && x.Args[0].Op == model.OpBool:
				return choose(x.Args[0], x.Args[1], x.Args[2])
			}
			return x
		})
	}
	for _, t := range s.draw.Terms {
		list = append(list, t.mapped(of))
	}
	return list
}

// at is the log density of all that reads an element, where it has a value.
func (s *selector) at(k int) *model.Expr {
	all := model.Number(0)
	for _, t := range s.termsAt(k) {
		e := model.LogDensity(t.X, t.Dist)
		if t.Times != nil {
			e = model.Call("*", realType, t.Times, e)
		}
		for _, g := range slices.Backward(t.Guards) {
			e = choose(g, e, model.Number(0))
		}
		if e.IsNumber(0) {
			continue
		}
		for _, l := range slices.Backward(t.Loops) {
			e = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{e}, Random: true, Loop: l, At: e.At}
		}
		all = model.Call("+", realType, all, e)
	}
	return all
}

// logSum is the log of the sum over the values.
func (b *builder) logSum(s *selector) *model.Expr {
	v := s.draw.Variable()
	l := b.valuesOf(elementOf(v, s.draw.At), 1)
	index := &model.Expr{Op: model.OpIndex, Type: wholeType, Index: l.Index, At: v.At}
	last := len(s.logs) - 1
	e := s.logs[last]
	for k := last - 1; k >= 0; k-- {
		e = choose(model.Call("==", boolean, index, model.Number(float64(k))), s.logs[k], e)
	}
	return &model.Expr{Op: model.OpReduce, Fun: model.LogSum, Type: realType, Args: []*model.Expr{e}, Random: true, Loop: l, At: v.At}
}

// selectorOf is the selector that a variable is, or nil.
func (b *builder) selectorOf(v *model.Variable) *selector {
	for _, s := range b.selectors {
		if s.draw.Variable() == v {
			return s
		}
	}
	return nil
}

// readsSelector tells whether an expression reads one.
func (b *builder) readsSelector(e *model.Expr) (found bool) {
	if e != nil {
		e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && b.selectorOf(x.Variable) != nil })
	}
	return found
}

// selected asks for the probability of a selector's elements.
func (g *Gaussian) selected(s *selector) *Refusal {
	v := s.draw.Variable()
	if v.Type.Kind != model.Bool {
		return &Refusal{At: v.At, Text: "the values of " + v.Name + ", which chooses what data are drawn from, are asked for"}
	}
	f := &Factor{Loops: s.draw.Elements, Guards: s.draw.Guards, Text: v.Name, At: v.At}
	return g.ask(f, &Answer{Variable: v, At: s.draw.At, Kind: Function, Expr: model.Call("exp", realType, difference(s.logs[1], s.sum))})
}

// summedOut makes the site of a factor that selectors are summed out of; nil where its branches read several combinations, or one
// at which a density may be none.
func (p parts) summedOut(f *Factor) *Row {
	if slices.ContainsFunc(f.Guards, p.read) || p.branchesOn(f.Log) {
		return nil
	}
	list, ok := p.combinations(f.Log)
	if !ok || len(list) != 1 {
		return nil
	}
	slopes := p.slopesOf(list[0])
	if slopes == nil {
		return nil
	}
	at := &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: f.At}
	by := func(e *model.Expr) *model.Expr { return p.inTermsOf(e, list, []*model.Expr{elementOf(at, nil)}) }
	row := &Row{
		Term:   &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, Log: by(f.Log)},
		Rest:   list[0],
		Slopes: slopes,
		Site:   &Site{Of: list[0], At: at, Selection: f.Selector.mapped(by)},
	}
	for _, d := range row.densities() {
		if s, e := siteOf(d); (s == nil || !e.IsVariable(at)) && !linkedBy(d, isNormal(d), at) {
			return nil
		}
	}
	return row.wide()
}

// branchesOn tells whether an expression chooses by what reads normals.
func (p parts) branchesOn(e *model.Expr) (found bool) {
	e.Walk(func(x *model.Expr) {
		found = found || x.Op == model.OpCall && x.Fun == model.Choose && p.read(x.Args[0])
	})
	return found
}

// densities are the distributions of a site of which a selector is summed out.
func (r *Row) densities() (list []*model.Dist) {
	if r.Term.Log != nil {
		r.Term.Log.Walk(func(x *model.Expr) {
			if x.Density != nil {
				list = append(list, x.Distribution())
			}
		})
	}
	return list
}

// exchanges are variables that one branch reads, and another has others in their place, as the means of two components: these may change places, and
// the posterior has several modes.
func (s *selector) exchanges() (own []string) {
	var reads [][]string
	for _, e := range s.logs {
		var names []string
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpVariable && x.Variable.Random && !slices.Contains(names, x.Variable.Name) {
				names = append(names, x.Variable.Name)
			}
		})
		reads = append(reads, names)
	}
	for i, a := range reads {
		for _, other := range reads[i+1:] {
			if x, y := without(a, other), without(other, a); len(x) > 0 && len(y) > 0 {
				own = append(own, append(x, y...)...)
			}
		}
	}
	slices.Sort(own)
	return slices.Compact(own)
}

// without are the names of a list that another has not.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
}

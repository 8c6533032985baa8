package conditional

import (
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// A number is censored where all that is said of it is between which bounds it lies, as y[i] ~ weibull(k, scale = s) beside
// observe y[i] > c[i] where y[i] is missing. It is no coordinate: what it says of the parameters of its distribution is the
// probability of these bounds.

// maybeCensored tells whether conditions alone read a variable that data give in part.
func maybeCensored(j *joint.Joint, v *model.Variable) bool {
	if v.Type.Kind != model.Real && v.Type.Kind != model.Int || v.Type.Dimensions > 0 || v.Derived || v.Data != nil || len(v.Repeats)+len(v.Home) > 0 {
		return false
	}
	readers := readersOf(j, v)
	return len(readers) > 0 && !slices.ContainsFunc(readers, func(s *joint.Statement) bool { return s.Kind != joint.Condition })
}

// censor finds the variables that are censored, and the conditions on each.
func (b *builder) censor() {
	b.censored = map[*model.Variable][]*bounding{}
	for _, v := range b.variables() {
		if !v.Random || b.definitions[v] != nil || b.solved[v] != nil || v.Type.Kind != model.Real && v.Type.Kind != model.Int || v.Type.Dimensions > 0 {
			continue
		}
		if list := b.boundsOn(v); len(list) > 0 {
			b.censored[v] = list
		}
	}
}

// boundsOn are the conditions on a variable that is censored, none of another. A normal of its own, which is no entry of an input and no value
// that data give in part, is a coordinate, and conditions on it are sites.
func (b *builder) boundsOn(v *model.Variable) (list []*bounding) {
	of := b.program.Original(v)
	normal := of.Input == nil && (b.pinned[of] == nil || b.asksOf(of))
	for _, f := range b.program.Factors {
		switch {
		case !slices.Contains(f.variables(), v):
		case f.Unread:
		case f.Drawn != nil && f.Drawn.Variable == v && f.Dist != nil && f.Times == nil && !slices.ContainsFunc(f.Dist.Args, func(e *model.Expr) bool { return mentions(e, v) }):
			if f.Dist.LogMass() == nil {
				return nil
			}
			normal = normal && isNormal(f.Dist)
		default:
			x := f.bounding(v)
			if x == nil {
				return nil
			}
			list = append(list, x)
		}
	}
	if normal {
		return nil
	}
	return list
}

// asksOf tells whether functions of a variable, or its posterior together with others, are asked for.
func (b *builder) asksOf(v *model.Variable) bool {
	for _, j := range b.program.Model.Joints {
		if slices.Contains(j.Parts, v) {
			return true
		}
	}
	return slices.ContainsFunc(readersOf(b.joint, v), func(s *joint.Statement) bool { return s.Kind == joint.Defined })
}

// A bounding is a condition that gives elements of a variable a bound.
type bounding struct {
	factor *Factor
	low    bool
	of     *definition // of the bound, by element
}

// bounding is what a condition says of a variable, nil where it is no bound that data give.
func (f *Factor) bounding(v *model.Variable) *bounding {
	if f.Holds == nil || f.Holds.Op != model.OpCall || opposite[f.Holds.Fun] == "" || slices.ContainsFunc(f.Guards, readsDrawn) {
		return nil
	}
	x, at, fun := f.under(f.Holds.Args[0]), f.under(f.Holds.Args[1]), f.Holds.Fun
	if at.Op == model.OpVariable && at.Variable == v {
		x, at, fun = at, x, mirrored[fun]
	}
	if x.Op != model.OpVariable || x.Variable != v || at.Random {
		return nil
	}
	if v.Type.Kind == model.Int {
		switch fun { // of whole numbers the bounds themselves are within
		case ">":
			at = sum(wholeBelow(at), model.Number(1))
		case "<":
			at = difference(wholeAbove(at), model.Number(1))
		}
	}
	return &bounding{f, fun[:1] == ">", &definition{loops: f.Loops, target: x.Args, value: at, guards: f.Guards, at: f.At, text: f.Text}}
}

// wholeBelow is the largest whole number that is not above a bound, wholeAbove the smallest that is not below one.
func wholeBelow(at *model.Expr) *model.Expr {
	if at.Type.Kind == model.Int {
		return at
	}
	return model.Call("floor", realType, at)
}

func wholeAbove(at *model.Expr) *model.Expr {
	if at.Type.Kind == model.Int {
		return at
	}
	return negated(wholeBelow(negated(at)))
}

// mirrored are comparisons with their sides exchanged.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}

// under is an expression where the conditions of a factor hold.
func (f *Factor) under(e *model.Expr) *model.Expr {
	if e.Op != model.OpCall || e.Fun != model.Choose {
		return e
	}
	for _, g := range f.Guards {
		switch {
		case g.Equal(e.Args[0]):
			return f.under(e.Args[1])
		case g.Equal(not(e.Args[0])):
			return f.under(e.Args[2])
		}
	}
	return e
}

// boundsAt are the bounds of the element at indices, and whether they are seen for each element.
func boundsAt(list []*bounding, at []*model.Expr) (low, high *model.Expr, ok bool) {
	low, high = model.Number(lowest), model.Number(-lowest)
	for _, x := range list {
		value, conds, ok := x.of.at0(at)
		if !ok {
			return nil, nil, false
		}
		none := lowest
		if !x.low {
			none = -lowest
		}
		for _, c := range slices.Backward(conds) {
			value = choose(c, value, model.Number(none))
		}
		switch {
		case x.low && low.IsNumber(lowest):
			low = value
		case x.low:
			low = model.Call("max", realType, low, value)
		case high.IsNumber(-lowest):
			high = value
		default:
			high = model.Call("min", realType, high, value)
		}
	}
	return low, high, true
}

// lowest is below all that is drawn.
const lowest = -1e308

// conditionOn tells whether a factor is a condition on a variable that is censored.
func (b *builder) conditionOn(f *Factor) bool {
	for _, list := range b.censored {
		if slices.ContainsFunc(list, func(x *bounding) bool { return x.factor == f }) {
			return true
		}
	}
	return false
}

// within adds what a draw of a censored variable says: the probability that it lies within its bounds.
func (g *Gaussian) within(b *builder, p parts, f *Factor) *refusal {
	v := f.Drawn.Variable
	low, high, ok := boundsAt(b.censored[v], f.Drawn.Args)
	if !ok {
		return refuse(f, "%s is known to lie within bounds, of which it is not seen which element each is of", v.Name)
	}
	if slices.ContainsFunc(f.Guards, readsDrawn) {
		return refuse(f, "a condition of %s is random", f.Text)
	}
	mass := f.Dist.LogMass()
	said := *f
	said.X, said.Drawn, said.Text = nil, nil, f.Text+", of which bounds are known,"
	said.Mass = &model.Applied{Function: mass.Function, Args: append([]*model.Expr{low, high}, mass.Args...)}
	of, ok := p.combinationsOf(mass.Args)
	switch {
	case g.readsSingle(&said):
		return g.tellSingle(p, &said)
	case !ok || len(of) > 1:
		return refuse(f, "%s is not drawn around a linear combination", v.Name)
	case len(of) == 0:
		g.Priors = append(g.Priors, &said)
		return nil
	}
	slopes := p.slopesOf(of[0])
	if slopes == nil {
		return refuse(f, "%s is not drawn around a linear combination", v.Name)
	}
	at := combinationOf(v)
	by := []*model.Expr{elementOf(at, nil)}
	term := &Term{Factor: &said, Loops: f.Loops, Guards: f.Guards, Mass: &model.Applied{Function: mass.Function}}
	for _, e := range said.Mass.Args {
		term.Mass.Args = append(term.Mass.Args, p.inTermsOf(e, of, by))
	}
	dist := *f.Dist
	dist.Args = nil
	for _, e := range f.Dist.Args {
		dist.Args = append(dist.Args, p.inTermsOf(e, of, by))
	}
	term.Dist = &dist
	row := (&Row{Term: term, Rest: of[0], Slopes: slopes, Site: &Site{Of: of[0], At: at}}).wide()
	if row == nil {
		return refuse(f, "%s depends on a condition", v.Name)
	}
	if len(row.Slopes) > 1 || len(row.Slopes) == 1 && len(row.Slopes[0].Over) > 0 {
		g.Ties = row
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, row)
	return nil
}

// tellSingle adds what the bounds of a censored number say of the single that it is drawn around.
func (g *Gaussian) tellSingle(p parts, f *Factor) *refusal {
	list, ok := g.singlesOf(f.Mass.Args...)
	if !ok || len(list) != 1 || slices.ContainsFunc(f.Mass.Args, p.read) {
		return refuse(f, "%s ties numbers whose priors are no normals", f.Text)
	}
	value := combinationOf(list[0].Variable)
	mass := &model.Applied{Function: f.Mass.Function}
	for _, e := range f.Mass.Args {
		mass.Args = append(mass.Args, replaced(e, list[0].Key(), elementOf(value, nil)))
	}
	r := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, Dist: f.Dist, Mass: mass}, Rest: model.Number(0), Site: &Site{At: value, Single: list[0]}}
	if r = r.wide(); r == nil {
		return refuse(f, "%s depends on a condition", f.Text)
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, r)
	return nil
}

// answerCensored makes the rows of a variable that is censored: of the elements that draws give, and of those that the data
// decide to be known.
func (g *Gaussian) answerCensored(b *builder, v *model.Variable) *Refusal {
	w := b.standIn(v)
	for _, f := range b.program.Factors {
		if f.Drawn == nil || f.Drawn.Variable != w || f.Unread {
			continue
		}
		if no := g.drawn(f, &Answer{Variable: v, At: f.Drawn.Args}, b.censored[w]); no != nil {
			return no
		}
	}
	for _, d := range b.definitions[v] {
		f := &Factor{Loops: d.loops, Text: v.Name, At: v.At}
		for _, e := range d.guards {
			f.Guards = append(f.Guards, b.inline(e))
		}
		if no := g.ask(f, &Answer{Variable: v, At: d.target, Kind: Function, Expr: b.inline(d.value)}); no != nil {
			return no
		}
	}
	return nil
}

// combinationsOf are those of several expressions, each once.
func (p parts) combinationsOf(exprs []*model.Expr) (of []*model.Expr, ok bool) {
	for _, e := range exprs {
		list, ok := p.combinations(e)
		if !ok {
			return nil, false
		}
		for _, x := range list {
			if !slices.ContainsFunc(of, x.Equal) {
				of = append(of, x)
			}
		}
	}
	return of, true
}

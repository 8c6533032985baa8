package conditional

import (
	"reflect"
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// A prediction is what nothing reads and no data give, and what is asked for: a missing entry of a response, a truth or a
// count of a new row. It says nothing of any other variable, so that it is computed from their posterior.

// predicted tells whether a variable is one. Normals that are no entries of an input are coordinates like all others.
func (b *builder) predicted(v *model.Variable) bool { return predicted(b.joint, v) }

func predicted(j *joint.Joint, v *model.Variable) bool {
	switch {
	case !v.Random || v.Derived || v.Data != nil || len(v.Repeats) > 0 || len(v.Home) > 0 || v.Type.Dimensions > 0 || !slices.Contains(j.Model.Infer, v):
		return false
	case v.Type.Kind == model.Bool, v.Type.Kind == model.Int, v.Type.Kind == model.Real && (v.Input != nil || drawnAround(j, v)):
	default:
		return false
	}
	return len(readersOf(j, v)) == 0
}

// readersOf are the statements that read a variable, other than to draw it.
func readersOf(j *joint.Joint, v *model.Variable) (list []*joint.Statement) {
	for _, s := range j.Statements {
		reads := false
		of := func(e *model.Expr) {
			if e != nil {
				e.Walk(func(x *model.Expr) { reads = reads || x.Op == model.OpVariable && x.Variable == v })
			}
		}
		for _, l := range s.Loops {
			of(l.Lo)
			of(l.Hi)
		}
		for _, e := range slices.Concat(s.Guards, s.Home, s.Copies) {
			of(e)
		}
		if s.Dist != nil {
			for _, a := range s.Dist.Args {
				of(a)
			}
		}
		of(s.Value)
		of(s.Other)
		of(s.Times)
		if s.X != nil && !(s.Kind == joint.Drawn && s.X.Op == model.OpVariable && s.X.Variable == v) {
			of(s.X)
		}
		if reads {
			list = append(list, s)
		}
	}
	return list
}

// drawnAround tells whether a number is drawn from what is no normal, whose parameters depend on others: one of given
// parameters is a hyperparameter.
func drawnAround(j *joint.Joint, v *model.Variable) (found bool) {
	for _, s := range j.Statements {
		if s.Kind != joint.Drawn || s.Defines() != v {
			continue
		}
		if s.Dist == nil || isNormal(s.Dist) && !aroundOther(j, s.Dist) || !slices.ContainsFunc(s.Dist.Args, func(e *model.Expr) bool { return e != nil && e.Random }) {
			return false
		}
		found = true
	}
	return found
}

// aroundOther tells whether a normal is drawn around an array whose prior is no normal, or as precise as one says: given
// hyperparameters such an array may be integrated element by element, and the normal with it.
func aroundOther(j *joint.Joint, d *model.Dist) (found bool) {
	other := func(v *model.Variable) bool {
		return slices.ContainsFunc(j.Statements, func(s *joint.Statement) bool {
			return s.Kind == joint.Drawn && s.Defines() == v && s.Dist != nil && !isNormal(s.Dist)
		})
	}
	for _, e := range d.Args {
		if e != nil {
			e.Walk(func(x *model.Expr) {
				found = found || x.Op == model.OpVariable && x.Random && len(x.Variable.Dims) > 0 && other(x.Variable)
			})
		}
	}
	return found
}

func isNormal(d *model.Dist) bool { return d.IsNormal() }

// predict makes the rows of a prediction: of each statement that draws elements of it.
func (g *Gaussian) predict(b *builder, v *model.Variable) *Refusal {
	found := false
	around := &Around{Variable: v}
	for _, f := range b.program.Factors {
		if f.Drawn == nil || f.Drawn.Variable != v {
			continue
		}
		found = true
		around.Terms = append(around.Terms, &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.Drawn, Dist: f.Dist})
		if f.Times != nil || f.Dist == nil || slices.ContainsFunc(f.Guards, readsDrawn) || slices.ContainsFunc(f.Dist.Args, b.readsSelector) {
			return refusedAnswer(v, " depends on a condition")
		}
		a := &Answer{Variable: v, At: f.Drawn.Args}
		p := partsOf(g.Parts())
		switch d := f.Dist; {
		case d.Flat():
			return refusedAnswer(v, " is drawn from flat(), and nothing else says what it is")
		case isNormal(d) && !g.readsSingle(f):
			precision := precisionOf(d)
			if p.read(precision) || !p.isCombination(d.Arg("mean")) {
				return refusedAnswer(v, " is not drawn around a linear combination")
			}
			a.Kind, a.Expr = Function, d.Arg("mean")
			if no := g.ask(f, a); no != nil {
				return no
			}
			a.Kind, a.Expr = Prediction, precision
			g.Rows()[len(g.Rows())-1].Term.X = precision
		case v.Type.Kind == model.Bool:
			a.Kind, a.Expr = Function, d.Arg("p")
			if a.Expr == nil {
				a.Expr = model.Call("logistic", realType, d.Arg("logit"))
			}
			if no := g.ask(f, a); no != nil {
				return no
			}
		default:
			if no := g.drawn(f, a, nil); no != nil {
				return no
			}
		}
	}
	if !found {
		return refusedAnswer(v, " has no prior")
	}
	if around.drawable() {
		g.Predictions = append(g.Predictions, around)
	}
	return nil
}

// An Around is such a variable with what draws its elements, given all others: nothing of one that is a normal as all others.
type Around struct {
	Variable *model.Variable
	Terms    []*Term
}

// Given has the elements of the variable that the data give.
func (p *Around) Given() *Draw {
	v := p.Variable
	d := &Draw{Variables: []*model.Variable{v}}
	d.Elements, d.At = elements(v)
	for _, c := range absent(v, d.At) {
		d.Guards = append(d.Guards, not(c))
	}
	return d
}

// drawable tells whether one function draws an element, of numbers.
func (p *Around) drawable() bool {
	return !slices.ContainsFunc(p.Terms, func(t *Term) bool {
		draw := t.Dist.Draw()
		if draw == nil {
			return true
		}
		f := reflect.TypeOf(draw.Function)
		lists := false
		for k := range f.NumIn() {
			lists = lists || f.In(k).Kind() == reflect.Slice
		}
		return lists || f.NumOut() != 1
	})
}

// Drawable are the variables that draws from the joint posterior have values of, in the order of the model: those that it is of, and
// predictions, which are drawn around these.
func (g *Gaussian) Drawable() []*model.Variable {
	list := g.Jointly()
	for _, p := range g.Predictions {
		if len(p.Terms) > 0 {
			list = append(list, p.Variable)
		}
	}
	slices.SortStableFunc(list, func(a, b *model.Variable) int { return a.ID - b.ID })
	return list
}

// drawn makes the row of a number that is drawn from any distribution around one combination: the probability of at most
// a value, for which the second of Stands stands. Within bounds, of what is censored, it is relative to that of these.
func (g *Gaussian) drawn(f *Factor, a *Answer, within []*bounding) *Refusal {
	v, p := a.Variable, partsOf(g.Parts())
	mass := f.Dist.LogMass()
	if mass == nil {
		return refusedAnswer(v, " is drawn from "+f.Dist.Name)
	}
	single, no := g.singleAsked(v, mass.Args...)
	if no != nil {
		return no
	}
	of := []*model.Expr{single}
	if single == nil {
		var ok bool
		if of, ok = p.combinationsOf(mass.Args); !ok || len(of) > 1 {
			return refusedAnswer(v, " is not drawn around a linear combination")
		}
	}
	a.Kind, a.Family = Drawn, "normal"
	low, high, _ := f.Dist.Ends()
	if slices.ContainsFunc(low, func(e *model.Expr) bool { return e.Op == model.OpNumber && e.Value >= 0 }) {
		a.Family = "gamma"
		if slices.ContainsFunc(high, func(e *model.Expr) bool { return e.Op == model.OpNumber && e.Value <= 1 }) && v.Type.Kind == model.Real {
			a.Family = "beta"
		}
	}
	if v.Type.Kind != model.Real {
		a.Kind = DrawnWhole
	}
	combination, value := combinationOf(v), combinationOf(v)
	a.Stands = []*model.Variable{combination, value}
	var args []*model.Expr
	for _, e := range mass.Args {
		switch {
		case single != nil:
			e = replaced(e, single.Key(), elementOf(combination, nil))
		case len(of) > 0:
			e = p.inTermsOf(e, of, []*model.Expr{elementOf(combination, nil)})
		}
		args = append(args, e)
	}
	between := func(low, high *model.Expr) *model.Applied {
		return &model.Applied{Function: mass.Function, Args: append([]*model.Expr{low, high}, args...)}
	}
	a.Mass = between(model.Number(lowest), elementOf(value, nil))
	if len(within) > 0 {
		low, high, _ := boundsAt(within, f.Drawn.Args)
		a.Mass, a.Whole = between(low, model.Call("min", realType, elementOf(value, nil), high)), between(low, high)
	}
	if len(of) == 0 {
		of = []*model.Expr{nil}
	}
	_, no = g.row(f, p, of[0], combination, a)
	return no
}

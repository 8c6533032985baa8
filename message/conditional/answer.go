package conditional

import (
	"slices"
	"strconv"

	"mpc/lang/functions"
	"mpc/model"
)

// An Answer is a function of the variables of a latent Gaussian model that is asked for, of linear
// combinations of normals and of hyperparameters, or a variable that is drawn around one and that nothing reads. Its row
// says nothing: it asks for the combination.
type Answer struct {
	Variable *model.Variable
	// At are the indices of the element, in terms of the loops of the row.
	At []*model.Expr
	// Kind says what of Expr is wanted, which reads the combination by the row's Site; nil where it is the combination.
	Kind AnswerKind
	Expr *model.Expr
	// Stands stand for several combinations in Expr: of a pair the row asks for their sum.
	Stands []*model.Variable
	// Mass is the log probability of an interval, whose ends are its first two arguments, of what is drawn around the combination, for
	// which the first of Stands stands; the second stands for its upper end. Whole is that of all values, where it is not 1. Family is that which its posterior is given by its moments.
	Mass   *model.Applied
	Whole  *model.Applied
	Family string
}

// An AnswerKind is a number or a truth, of the combination itself or of a function.
type AnswerKind int

// The kinds, numbered as package latent has them: Sum is the combination, AboveSum whether it is above 0,
// Function a function of it and of hyperparameters, AboveFunction whether that is above 0; Prediction is drawn from a normal around
// it of the precision Expr; Truth is whether Expr is 1, not 0; Drawn and DrawnWhole are drawn from any distribution around it, by
// Mass, of numbers and of whole numbers; Part is the first or the second combination of a pair, whose
// row comes behind both; FunctionOfPair and TruthOfPair are Function and Truth of a pair.
const (
	Sum AnswerKind = iota
	AboveSum
	Function
	AboveFunction
	Prediction
	Truth
	Drawn
	DrawnWhole
	Part
	FunctionOfPair
	TruthOfPair
	// Many plus twice the number of combinations is Function of more than two, and one more is Truth: behind the Parts
	// come the sums of each two of them, Parts too.
	Many AnswerKind = 32
)

// maxCombinations is how many combinations a function may have.
const maxCombinations = 8

// answers makes the rows of what is asked for: functions, and predictions.
func (g *Gaussian) answers(b *builder) *Refusal {
	for _, v := range g.Model.Infer {
		var no *Refusal
		switch {
		case !v.Random:
		case b.predicted(v):
			no = g.predict(b, v)
		case b.selectorOf(v) != nil:
			no = g.selected(b.selectorOf(v))
		case b.censored[b.standIn(v)] != nil:
			no = g.answerCensored(b, v)
		case g.IsSingle(v):
			loops, at := elements(v)
			no = g.ask(&Factor{Loops: loops, Text: v.Name, At: v.At}, &Answer{Variable: v, At: at, Kind: Function, Expr: elementOf(v, at)})
		case b.definitions[v] != nil, b.solved[v] != nil:
			no = g.function(b, v)
		}
		if no != nil {
			return no
		}
	}
	for _, d := range g.Parts() {
		if v := d.Variable(); v.Input != nil && slices.Contains(g.Model.Infer, v) {
			g.Predictions = append(g.Predictions, &Around{Variable: v})
		}
	}
	for _, j := range g.Model.Joints {
		for _, v := range j.Parts {
			if a := g.Answered(v); j.Whole && (a == nil || a.Kind != Sum) {
				return refusedAnswer(v, " is not linear")
			}
		}
	}
	return nil
}

// function makes the rows of a function.
func (g *Gaussian) function(b *builder, v *model.Variable) *Refusal {
	loops, at := elements(v)
	e, kind := b.inline(elementOf(v, at)), Function
	if b.readsSelector(e) {
		return refusedAnswer(v, " reads what chooses between distributions of data")
	}
	if v.Type.Kind == model.Bool {
		if above := positive(e); above != nil {
			e, kind = above, AboveFunction
		} else {
			e, kind = choose(e, model.Number(1), model.Number(0)), Truth
		}
	} else if v.Type.Kind != model.Real || v.Type.Dimensions > 0 {
		return refusedAnswer(v, " is no number")
	}
	f := &Factor{Loops: loops, Text: v.Name, At: v.At}
	return g.ask(f, &Answer{Variable: v, At: at, Kind: kind, Expr: e})
}

func refusedAnswer(v *model.Variable, why string) *Refusal {
	return &Refusal{At: v.At, Text: "the value of " + v.Name + why}
}

// ask makes the rows of an answer for each instance of a factor, of an expression that is not yet in terms of
// combinations.
func (g *Gaussian) ask(f *Factor, a *Answer) *Refusal {
	p, v := partsOf(g.Parts()), a.Variable
	single, no := g.singleAsked(v, a.Expr)
	if no != nil {
		return no
	}
	a.Expr = p.compared(a.Expr)
	of, ok := p.combinations(a.Expr)
	if single != nil {
		of, ok = []*model.Expr{single}, true
	}
	if !ok || len(of) > maxCombinations {
		return refusedAnswer(v, " reads several combinations of normals")
	}
	row := func(of *model.Expr, stands *model.Variable, a *Answer) (*Row, *Refusal) {
		return g.row(f, p, of, stands, a)
	}
	stand := func() *model.Variable { return combinationOf(v) }
	if len(of) < 2 {
		return g.askOne(f, p, a, of, single)
	}
	switch a.Kind {
	case AboveFunction:
		a.Kind, a.Expr = TruthOfPair, choose(model.Call(">", boolean, a.Expr, model.Number(0)), model.Number(1), model.Number(0))
	case Truth:
		a.Kind = TruthOfPair
	case Function:
		a.Kind = FunctionOfPair
	default:
		return refusedAnswer(v, " reads several combinations of normals")
	}
	var elements []*model.Expr
	for range of {
		at := stand()
		at.Name += strconv.Itoa(len(a.Stands)) // expressions are equal whose variables have one name
		a.Stands = append(a.Stands, at)
		elements = append(elements, elementOf(at, nil))
	}
	a.Expr = p.inTermsOf(a.Expr, of, elements)
	part := func(of *model.Expr, stands *model.Variable) *Refusal {
		_, no := row(of, stands, &Answer{Variable: v, At: a.At, Kind: Part})
		return no
	}
	for k, at := range a.Stands {
		if no := part(of[k], at); no != nil {
			return no
		}
	}
	if k := len(of); k > 2 {
		for i := range k {
			for j := i + 1; j < k; j++ {
				if no := part(sum(of[i], of[j]), stand()); no != nil {
					return no
				}
			}
		}
		truth := AnswerKind(0)
		if a.Kind == TruthOfPair {
			truth = 1
		}
		a.Kind = Many + 2*AnswerKind(k) + truth
	}
	_, no = row(sum(of[0], of[1]), stand(), a)
	return no
}

// askOne asks for a function of one combination of normals, or of none.
func (g *Gaussian) askOne(f *Factor, p parts, a *Answer, of []*model.Expr, single *model.Expr) *Refusal {
	v := a.Variable
	at := combinationOf(v)
	if len(of) == 0 {
		_, no := g.row(f, p, nil, at, a)
		return no
	}
	whole := a.Expr.Equal(of[0])
	if single != nil {
		a.Expr = replaced(a.Expr, single.Key(), elementOf(at, nil))
	} else {
		a.Expr = p.inTermsOf(a.Expr, of, []*model.Expr{elementOf(at, nil)})
	}
	switch {
	case whole && a.Kind == Function:
		a.Kind, a.Expr = Sum, nil
	case whole && a.Kind == AboveFunction:
		a.Kind, a.Expr = AboveSum, nil
	}
	_, no := g.row(f, p, of[0], at, a)
	return no
}

// row makes the row that asks for a combination; nil is 0.
func (g *Gaussian) row(f *Factor, p parts, of *model.Expr, stands *model.Variable, a *Answer) (*Row, *Refusal) {
	r := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: a.Expr}, Rest: model.Number(0)}
	single := of != nil && of.Op == model.OpVariable && g.IsSingle(of.Variable)
	if of != nil && !single {
		l := &slopes{parts: p}
		l.add(of, model.Number(1), nil, nil)
		r.Rest, r.Slopes = of, l.merged()
		if r.shape(f) != "" {
			return nil, refusedAnswer(a.Variable, " depends on a condition")
		}
	}
	r.Wide, r.Outer = true, len(f.Loops)
	r.Site = &Site{Of: of, At: stands, Answer: a}
	if single {
		r.Site.Of, r.Site.Single = nil, of
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, r)
	return r, nil
}

// combinationOf is what stands for a combination, or for a value, in an answer that is a variable.
func combinationOf(v *model.Variable) *model.Variable {
	return &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: v.At}
}

// combinations are the linear combinations of normals that an expression is a function of, each once; ok is false where
// another part reads normals.
func (p parts) combinations(e *model.Expr) (list []*model.Expr, ok bool) {
	if !p.read(e) {
		return nil, true
	}
	if p.isCombination(e) {
		return []*model.Expr{e}, true
	}
	if e.Op != model.OpCall && e.Op != model.OpReduce || e.Loop != nil && (p.read(e.Loop.Lo) || p.read(e.Loop.Hi)) {
		return nil, false
	}
	for _, a := range e.Args {
		found, ok := p.combinations(a)
		if !ok || e.Loop != nil && slices.ContainsFunc(found, func(x *model.Expr) bool { return x.Uses(e.Loop.Index) }) {
			return nil, false
		}
		for _, x := range found {
			if !slices.ContainsFunc(list, x.Equal) {
				list = append(list, x)
			}
		}
	}
	return list, len(list) > 0
}

func (p parts) isCombination(e *model.Expr) bool {
	l := &slopes{parts: p}
	return l.add(e, model.Number(1), nil, nil)
}

// inTermsOf is an expression with others in place of its combinations.
func (p parts) inTermsOf(e *model.Expr, combinations, by []*model.Expr) *model.Expr {
	if !p.read(e) {
		return e
	}
	if k := slices.IndexFunc(combinations, e.Equal); k >= 0 {
		return by[k]
	}
	cp := *e
	cp.Args = nil
	for _, a := range e.Args {
		cp.Args = append(cp.Args, p.inTermsOf(a, combinations, by))
	}
	return &cp
}

// positive is a number that is above 0 where a comparison holds, or nil.
func positive(e *model.Expr) *model.Expr {
	if e.Op != model.OpCall || len(e.Args) != 2 {
		return nil
	}
	x, y := e.Args[0], e.Args[1]
	switch e.Fun {
	case "<", "<=":
		x, y = y, x
	case ">", ">=":
	default:
		return nil
	}
	if x.Type.Kind != model.Real && x.Type.Kind != model.Int || y.Type.Kind != model.Real && y.Type.Kind != model.Int {
		return nil
	}
	return difference(x, y)
}

// Answers are the rows that ask for functions.
func (g *Gaussian) Answers() (list []*Row) {
	for _, r := range g.Rows() {
		if r.Site != nil && r.Site.Answer != nil {
			list = append(list, r)
		}
	}
	return list
}

// Draws tells whether predictions are drawn from other distributions than normals and truths.
func (g *Gaussian) Draws() bool {
	return slices.ContainsFunc(g.Answers(), func(r *Row) bool { return r.Site.Answer.Mass != nil })
}

// Answered is the answer that a variable is, or nil.
func (g *Gaussian) Answered(v *model.Variable) *Answer {
	for _, r := range g.Answers() {
		if r.Site.Answer.Variable == v && r.Site.Answer.Kind != Part {
			return r.Site.Answer
		}
	}
	return nil
}

// answerFamily is the family of a number that is computed: a gamma of what is positive.
func (g *Gaussian) answerFamily(e *model.Expr) string {
	if f := functions.Named(e.Fun); e.Op == model.OpCall && f != nil && f.Range != nil && *f.Range == functions.Unit {
		return "beta"
	}
	if g.above(e) {
		return "gamma"
	}
	return "normal"
}

// above tells whether a number is seen to be above 0.
func (g *Gaussian) above(e *model.Expr) bool { return g.reach(e).Low > 0 }

// reach is where the values of an expression are seen to lie: of a hyperparameter, where it is drawn.
func (g *Gaussian) reach(e *model.Expr) functions.Interval {
	return reach(e, func(v *model.Variable) functions.Interval {
		for _, d := range g.Hyper {
			if d.Variable() == v {
				if low, _ := g.Bounds(d); low != nil && low.Op == model.OpNumber && low.Value >= 0 {
					return functions.Positive
				}
			}
		}
		return functions.Anywhere
	})
}

package conditional

import (
	"mpc/model"
)

// An Answer is a function of the variables of a latent Gaussian model that is asked for, of one linear
// combination of normals and of hyperparameters. Its row says nothing: it asks for the combination.
type Answer struct {
	Variable *model.Variable
	// At are the indices of the element, in terms of the loops of the row.
	At []*model.Expr
	// Kind says what of Expr is wanted, which reads the combination by the row's Site; nil where it is the combination.
	Kind AnswerKind
	Expr *model.Expr
}

// An AnswerKind is a number or a truth, of the combination itself or of a function.
type AnswerKind int

// The kinds, numbered as package latent has them: Sum is the combination, AboveSum whether it is above 0,
// Function a function of it and of hyperparameters, AboveFunction whether that is above 0.
const (
	Sum AnswerKind = iota
	AboveSum
	Function
	AboveFunction
)

// answers makes the rows of the functions that are asked for.
func (g *Gaussian) answers(b *builder) *Refusal {
	p := partsOf(g.Parts())
	for _, v := range g.Model.Infer {
		if !v.Random || b.definitions[v] == nil {
			continue
		}
		loops, at := elements(v)
		e := b.inline(elementOf(v, at))
		refused := func(why string) *Refusal { return &Refusal{v.At, "the value of " + v.Name + why} }
		above := v.Type.Kind == model.Bool
		if above {
			if e = positive(e); e == nil {
				return refused(" is no comparison")
			}
		} else if v.Type.Kind != model.Real || v.Type.Dimensions > 0 {
			return refused(" is no number")
		}
		of, ok := p.combination(e)
		if !ok {
			return refused(" reads several combinations of normals")
		}
		f := &Factor{Loops: loops, Text: v.Name, At: v.At}
		row := &Row{Term: &Term{Factor: f, Loops: loops}, Rest: model.Number(0), Wide: true, Outer: len(loops)}
		a := &Answer{Variable: v, At: at, Kind: Function, Expr: e}
		combination := &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: v.At}
		if of != nil {
			l := &slopes{parts: p}
			l.add(of, model.Number(1), nil, nil)
			row.Rest, row.Slopes = of, l.merged()
			for _, s := range row.Slopes {
				if len(s.Over) > 0 {
					return refused(" is a sum over an array")
				}
			}
			if row.shape(f) != "" {
				return refused(" depends on a condition")
			}
			row.Wide, row.Outer = true, len(loops)
			if a.Expr = replaced(e, of.Key(), elementOf(combination, nil)); e.Equal(of) {
				a.Kind, a.Expr = Sum, nil
			}
		}
		if above {
			a.Kind++
		}
		row.Site = &Site{Of: of, At: combination, Answer: a}
		row.Term.X = a.Expr
		g.Normals.Block.Rows = append(g.Normals.Block.Rows, row)
	}
	return nil
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

// Answered is the answer that a variable is, or nil.
func (g *Gaussian) Answered(v *model.Variable) *Answer {
	for _, r := range g.Answers() {
		if r.Site.Answer.Variable == v {
			return r.Site.Answer
		}
	}
	return nil
}

// answerFamily is the family of a number that is computed: a gamma of what is positive.
func (g *Gaussian) answerFamily(e *model.Expr) string {
	if e.Op == model.OpCall && (e.Fun == "logistic" || e.Fun == "probit") {
		return "beta"
	}
	if g.above(e) {
		return "gamma"
	}
	return "normal"
}

// above tells whether a number is seen to be above 0.
func (g *Gaussian) above(e *model.Expr) bool {
	switch e.Op {
	case model.OpNumber:
		return e.Value > 0
	case model.OpVariable:
		for _, d := range g.Hyper {
			if d.Variable() == e.Variable {
				low, _ := g.Bounds(d)
				return low != nil && low.Op == model.OpNumber && low.Value >= 0
			}
		}
	case model.OpCall:
		switch e.Fun {
		case "exp":
			return true
		case "+", "*", "/", "^", "sqrt", "pow", "real":
			for _, a := range e.Args {
				if !g.above(a) {
					return false
				}
			}
			return true
		}
	}
	return false
}

package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/model"
)

// An Answer is a variable that is asked for, and what says something of it.
type Answer struct {
	Of *model.Variable
	// Constant tells that no draw enters its values.
	Constant bool
	// Family is that of its posteriors, and Dims are the dimensions that these have; nil of a constant, and of draws.
	Family *families.Family
	Dims   []*model.Expr
	// Posterior gives that of an element, Known those of all, where it has several.
	Posterior, Known *code.Row
	// Column is which of what is recorded of draws it is.
	Column int
}

// Answers are those of all variables that are asked for, in the order in which the model lists them. Parts of one variable that is
// sampled are one answer.
func (p *Program) Answers() (list []Answer) {
	recorded := p.Recorded()
	for _, u := range p.Loops.Marginals {
		switch {
		case u.Constant != nil:
			list = append(list, Answer{Of: u.Constant, Constant: true})
		case p.Loops.Message.Sampling == nil:
			list = append(list, p.posteriorsOf(u.Variable))
		case !slices.ContainsFunc(list, func(a Answer) bool { return a.Of == u.Variable.Source }):
			list = append(list, Answer{Of: u.Variable.Source, Column: slices.Index(recorded, u.Variable.Source)})
		}
	}
	return list
}

func (p *Program) posteriorsOf(v *factor.Variable) Answer {
	return Answer{Of: v.Source, Family: v.Family.Row(), Dims: DimsOf(v), Posterior: p.Functions[PosteriorOf(v)], Known: p.Functions[KnownOf(v)]}
}

// Quantiles are the answers that have quantiles of their own.
func (p *Program) Quantiles() (list []Answer) {
	for _, t := range p.Quantiled() {
		list = append(list, p.posteriorsOf(t.Variable))
	}
	return list
}

// A Common is a variable that batches of data share.
type Common struct {
	Answer
	// Others is the input with what other batches say, Batch the function that gives what the data do.
	Others *model.Input
	Batch  *code.Row
	// Scaled tells whether the evidence has a term for the product of what two batches say.
	Scaled bool
}

// Commons are those of a model.
func (p *Program) Commons() (list []Common) {
	for _, s := range p.Loops.Message.Graph.Shared {
		a := p.posteriorsOf(s.Variable)
		a.Dims = s.Variable.Dims
		list = append(list, Common{a, s.Others, p.Functions[BatchOf(s.Variable)], s.Scaled && p.Loops.Evidence != nil})
	}
	return list
}

// A Column is a variable whose draws are recorded.
type Column struct {
	Of *model.Variable
	// There is the variable that says of which elements there are draws, nil where there are of all.
	There *model.Variable
	// Tried tells that it is noted of which elements several values were possible, Fixed that no draw changes it.
	Tried, Fixed bool
}

// Columns are those of all draws.
func (p *Program) Columns() (list []Column) {
	s := p.Loops.Message.Sampling
	for _, v := range p.Recorded() {
		list = append(list, Column{v, s.There(v), s.Tried(v), s.Fixed(v)})
	}
	return list
}

// SameInputs are those that define shared variables.
func (p *Program) SameInputs() []*model.Input { return p.Loops.Message.Graph.SameInputs() }

package conditional

import (
	"slices"

	"mpc/lang"
	"mpc/model"
)

// A Program holds the conditionals of a model.
type Program struct {
	Model   *model.Model
	Factors []*Factor
	// Alongs is how many moves there are of numbers together.
	Alongs int
	// Shifts is how many moves there are of a number and elements together.
	Shifts int
	// Collapses is how many draws there are before which numbers are proposed.
	Collapses int
	// OneBlocks is how many moves there are of normals as one block with their hyperparameters.
	OneBlocks int
	// Latents are variables that the model does not have: they give others a closed form.
	Latents []*model.Variable
	// standsFor holds the variable of the model, of the copies that a repeat makes and of the
	// elements that are drawn of what is computed in part.
	standsFor map[*model.Variable]*model.Variable
	// described says what others are that the model does not have, in terms of one that it
	// has, or of a statement.
	described map[*model.Variable]description
	// Certain are factors that read variables in the model, but only elements that are
	// computed from nothing drawn: they hold, or the model contradicts its data.
	Certain []*Factor
	// Draws are in the order in which the program defines their variables.
	Draws []*Draw
	// Values are functions of variables that are asked for, in the order of the program, and
	// after them where variables that live in branches alone are there.
	Values []*Value
}

// A Factor is what a relation says about drawn variables: a density or a condition.
type Factor struct {
	ID    int
	Loops []*model.Loop
	// Guards are the conditions under which it counts, on data and on draws.
	Guards []*model.Expr
	// Drawn is the element that the factor defines, nil of an observation.
	Drawn *model.Expr
	// X has the density Dist. Of a condition both are nil.
	X    *model.Expr
	Dist *model.Dist
	// Holds is what a condition demands, or nil.
	Holds *model.Expr
	// Log is added to the log density as it is: the Jacobian of an equation that was
	// solved for a variable; or nil.
	Log *model.Expr
	// Mass is the log density in place of X and Dist: the log probability that what Dist draws is within bounds, which are its
	// first two arguments; or nil.
	Mass *model.Applied
	// Selector is what was summed out of the factors that Log has in their place; or nil.
	Selector *Selection
	// Exact tells of an equation that was solved for no variable: X is the mean of Dist, of variance 0.
	Exact bool
	// Times is how often the factor counts, of a statement in a repeat: its log density is
	// multiplied by it, which may be a fraction. Nil is once.
	Times *model.Expr
	// Latent is set of a factor that draws a variable that the model does not have, and says
	// nothing of others; Given of one that says nothing of that variable: the two stand for
	// one factor of the model.
	Latent, Given *model.Variable
	// Form is set of a factor that stands for another one in part, and of that.
	Form
	// Unread is set of the prior of elements that nothing reads, which the joint density
	// does not have.
	Unread bool
	Text   string // the statement it comes from
	At     lang.Pos
	// ofVariables tells that the statement reads variables of the model, drawn or computed.
	ofVariables bool
	reading     *reading
}

// A Form says what a factor stands for in part.
type Form struct {
	// For are the variables that a quadratic form is about, saying nothing of others, and But
	// those that the factor which it stands for says nothing of.
	For, But []*model.Variable
	// Of is the factor that a quadratic form stands for, or that is written as one for each value of what chooses its
	// probabilities, of which this is one.
	Of *Factor
}

// A Method is how a value is drawn from a conditional.
type Method uint8

const (
	// Conjugate draws from the product of messages of one family.
	Conjugate Method = iota
	// Finite computes the density at all values of a whole number or a truth.
	Finite
	// Slice is slice sampling (Neal 2003) of a number.
	Slice
	// Forward draws from the prior: nothing else reads the variable.
	Forward
	// AdaptiveRejection is adaptive rejection sampling (Gilks and Wild 1992) of a number
	// whose conditional is log-concave.
	AdaptiveRejection
	// Elliptical is elliptical slice sampling (Murray, Adams and MacKay 2010) of a number or
	// a vector whose prior is normal.
	Elliptical
	// Augmented draws what a factor was given to be normal in its coefficients.
	Augmented
	// Joint draws many normals, or many whole numbers and truths, together, given all others.
	Joint
	// Summed draws a whole number or a truth as Finite does, after all others, which are
	// drawn with it summed out.
	Summed
	// Simplex draws probabilities whose prior is a dirichlet, component by component, each by a
	// slice of its log odds.
	Simplex
)

var methodNames = [...]string{"conjugate", "finite", "slice", "forward", "adaptive_rejection", "elliptical", "augmented", "joint", "summed", "simplex"}

func (m Method) String() string { return methodNames[m] }

var methodPhrases = [...]string{"in closed form", "from the weights of its values", "by slice sampling", "from its prior", "by adaptive rejection sampling", "by elliptical slice sampling", "for a closed form of others", "jointly", "after the others, drawn with it summed out", "by slices of the log odds of its components"}

// Phrase says in a sentence how the method draws, as String is what the key methods of a
// model calls it.
func (m Method) Phrase() string { return methodPhrases[m] }

// A Draw is how new values of the elements of a variable are drawn, one element after
// the other, given everything else.
type Draw struct {
	ID int
	// Variables are one, but of a Joint draw: those of that are drawn with all their
	// elements, which Block tells: those of its parts, and then the precisions of its
	// Integral.
	Variables []*model.Variable
	// Elements has a loop for each dimension; At are their indices.
	Elements []*model.Loop
	At       []*model.Expr
	// Down tells of each of these loops whether it runs from its end, as elements are drawn
	// from later ones.
	Down []bool
	// Guards say which elements are there, of a variable of missing entries.
	Guards []*model.Expr
	// Seen is the datum of an element that is a vector some of whose components the data
	// give: these are kept, and the others drawn given them. Nil where there is none.
	Seen   *model.Expr
	Method Method
	// Family is that of the messages, of a Conjugate: normal, gamma, ...
	Family string
	// Prior are the terms that define an element: each draws it from its distribution
	// where the guards hold.
	Prior []*Term
	// Terms are those of all factors that read the element, the prior among them.
	Terms []*Term
	// Coupled tells whether some factor reads several elements: they must be drawn one
	// after the other.
	Coupled bool
	// Reason says why the method was chosen.
	Reason string
	// Moves are made before and after the draw.
	Moves
	// Block is what a Joint draw is made of.
	Block *Block
}

// Moves of values that are also drawn one by one, with others.
type Moves struct {
	// Along are the moves of numbers together that follow the draw of the last of them.
	Along []*Along
	// With are the moves that the numbers of the draw are a part of, whichever draw these follow: of two the data tell which
	// is made.
	With []*Along
	// Shifts are the moves that follow the draw of a number, with elements that it is tied to.
	Shifts []*Shift
	// Collapse is the move of numbers that comes before the draw; nil where none does.
	Collapse *Collapse
	// Collapsed is such a move that the number of the draw is a part of; nil where it is of none.
	Collapsed *Collapse
	// OneBlock is the move that follows the draw of the last of the normals that it proposes as one block; nil where none does.
	OneBlock *OneBlock
	// InBlock is such a move that the numbers of the draw are a part of, whichever draw it follows; nil where they are of none.
	InBlock *OneBlock
	// Scale is the move that follows the draw of a precision; nil where none does.
	Scale *Scale
}

// A Term is a factor in the conditional of an element: its instances that read it.
type Term struct {
	Factor *Factor
	// Loops run over these instances; what the element fixes is replaced.
	Loops []*model.Loop
	// Guards are conditions on the instance.
	Guards []*model.Expr
	X      *model.Expr
	Dist   *model.Dist
	Holds  *model.Expr
	Log    *model.Expr
	Mass   *model.Applied
	Times  *model.Expr
	// Search is set where Guards look for the instances among more of them.
	Search bool
	// Message is what the term says in a Conjugate draw.
	Message *Message
	// Bounds are where the density is above zero: of conditions.
	Bounds []*Bound
}

// A Message is what a term says about an element, in the family of its variable: the
// operator with the values that it takes.
type Message struct {
	Operator string
	Args     []*model.Expr
	// Component is the index of a component of a vector, which Args[1] is the slope of,
	// of a MvNormalDot.
	Component *model.Index
	// Given says that it is a distribution which the data give.
	Given bool
}

// A Bound demands Slope*x + Rest > 0, or >= where Closed is set.
type Bound struct {
	Slope, Rest *model.Expr
	Closed      bool
}

// A Value is a function of variables that is asked for, over the elements of the
// variable that names it.
type Value struct {
	Variable *model.Variable
	// Of is nil, or a variable that lives in branches alone: Variable tells then which of
	// its elements are there.
	Of    *model.Variable
	Loops []*model.Loop
	At    []*model.Expr
	Expr  *model.Expr
	// Fixed tells that some elements are computed from nothing that is drawn.
	Fixed bool
}

// Fixed tells whether some elements of a variable that is asked for are the same in all draws,
// as they are computed from nothing that is drawn.
func (p *Program) Fixed(v *model.Variable) bool {
	return partlySeen(v) || slices.ContainsFunc(p.Values, func(x *Value) bool { return x.Variable == v && x.Fixed })
}

// Values is how many values the variable has, at the element that is drawn; nil where that
// is not known.
func (d *Draw) Values() *model.Expr {
	if d.Variable().Type.Kind == model.Bool {
		return model.Number(2)
	}
	return elementOf(d.Variable(), d.At).Cardinality()
}

// Variable is the first of the variables that are drawn.
func (d *Draw) Variable() *model.Variable { return d.Variables[0] }

// normal tells whether a conditional in closed form is normal, of a number or a vector.
func (d *Draw) normal() bool { return gaussianFamily(d.Family) }

// gaussianFamily tells whether a family is of normals, of numbers or of vectors.
func gaussianFamily(name string) bool {
	sig := model.Distribution(name)
	return sig.Normal() || sig.NormalVector()
}

// vector tells whether elements are vectors.
func (d *Draw) vector() bool { return d.Variable().Type.Dimensions > 0 }

// Alone lists the draws of its variables by themselves.
func (d *Draw) Alone() []*Draw {
	if d.Block == nil {
		return []*Draw{d}
	}
	list := slices.Clone(d.Block.Parts)
	if d.Block.Integral != nil {
		for _, p := range d.Block.Integral.Precisions {
			list = append(list, p.Draw)
		}
	}
	return list
}

// After tells whether no other draw reads what is drawn, so that it is drawn after them, for
// the draws that are kept.
func (d *Draw) After() bool { return d.Method == Forward || d.Method == Summed }

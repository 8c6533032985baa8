package conditional

import (
	"fmt"
	"slices"

	"mpc/model"
)

// A Block is a set of normals that are drawn together: all elements of some variables,
// given all else. Each factor that reads them is a normal density of a linear function of
// them, so that jointly they are normal too. Or it is a set of whole numbers and truths, of
// which each factor reads a few elements.
type Block struct {
	// Parts are the draws of its variables by themselves: their elements and priors.
	Parts []*Draw
	// Rows are the factors, in the order of the program.
	Rows []*Row
	// Each is set of a block that is drawn element by element: no factor reads two
	// elements of a variable. Rows are then about the element of the draw.
	Each bool
	// Alike is set of such a block where the precision matrix is the same for all elements.
	Alike bool
	// Scales are what precisions are times of a block of which all else is known with the
	// data: Sums are its Rows with precisions of scale 1.
	Scales []*model.Expr
	Sums   []*Row
	// Integral is over elements of it, for what is drawn before; nil where nothing is.
	Integral *Integral
	// Rescales are moves of hierarchies in it, made after the draw.
	Rescales []*Rescale
	// Tables are the factors of a block of whole numbers and truths, in place of Rows.
	Tables []*ValueTable
	// Must is set where such a block may not be drawn element by element instead, where
	// that is faster: the model names it, or conditions tie its elements to each other.
	Must bool
}

// Signed tells whether what rows say may have a negative precision.
func (b *Block) Signed() bool {
	return slices.ContainsFunc(b.Rows, func(r *Row) bool { return r.Term.Factor.For != nil })
}

// A refusal says why variables cannot be drawn together.
type refusal struct {
	factor *Factor // or nil
	text   string
}

func refuse(f *Factor, format string, args ...any) *refusal {
	return &refusal{f, fmt.Sprintf(format, args...)}
}

// parts is what a block finds the elements of its variables in.
type parts []*Draw

func (p parts) index(v *model.Variable) int {
	return slices.IndexFunc(p, func(d *Draw) bool { return d.Variable() == v })
}

func (p parts) read(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && p.index(x.Variable) >= 0 })
	return found
}

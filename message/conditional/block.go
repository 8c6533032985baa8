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
	// MostWork is how many multiplications a factor of its precision may take, 0 of any number.
	MostWork float64
}

// Signed tells whether what rows say may have a negative precision.
func (b *Block) Signed() bool {
	return slices.ContainsFunc(b.Rows, func(r *Row) bool { return r.Term.Factor.For != nil || r.signs() })
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
type parts struct {
	draws []*Draw
	place map[*model.Variable]int
	reads map[*model.Expr]bool // of expressions that were asked about
}

func partsOf(list []*Draw) parts {
	p := parts{list, map[*model.Variable]int{}, map[*model.Expr]bool{}}
	for k, d := range list {
		if _, ok := p.place[d.Variable()]; !ok {
			p.place[d.Variable()] = k
		}
	}
	return p
}

// index is the place of the draw of a variable, or -1.
func (p parts) index(v *model.Variable) int {
	if k, ok := p.place[v]; ok {
		return k
	}
	return -1
}

// read tells whether an expression reads one of the variables.
func (p parts) read(e *model.Expr) bool {
	if e == nil {
		return false
	}
	found, ok := p.reads[e]
	if ok {
		return found
	}
	found = e.Op == model.OpVariable && p.index(e.Variable) >= 0 || e.Loop != nil && (p.read(e.Loop.Lo) || p.read(e.Loop.Hi)) || slices.ContainsFunc(e.Args, p.read)
	p.reads[e] = found
	return found
}

// readBy lists the places of the draws that a factor reads, in their order.
func (p parts) readBy(f *Factor) (places []int) {
	for _, v := range f.variables() {
		if k := p.index(v); k >= 0 {
			places = append(places, k)
		}
	}
	slices.Sort(places)
	return places
}

// tells tells whether a factor says something of one of the draws.
func (p parts) tells(f *Factor) bool {
	return slices.ContainsFunc(p.readBy(f), func(k int) bool { return !f.silent(p.draws[k].Variable()) })
}

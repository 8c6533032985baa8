// Package factor builds the factor graph of a checked model: variables,
// factors, the edges between them, and the plates that they stand in.
//
// Expressions are flattened: each operation on random values becomes a factor,
// each intermediate value a variable of its own. What is constant or observed
// stays an expression in the slot of a factor.
package factor

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"mpc/factor/families"
	"mpc/lang"
	"mpc/mcmc"
	"mpc/model"
	"mpc/operators"
)

// A Family is the distribution family of a variable's messages, by its name in
// package families.
type Family string

// Families of which package factor speaks by name.
const (
	// Unknown marks a variable whose family is not found yet.
	Unknown      Family = ""
	Normal       Family = "normal"
	Gamma        Family = "gamma"
	InverseGamma Family = "inversegamma"
	Bernoulli    Family = "bernoulli"
	Categorical  Family = "categorical"
	Beta         Family = "beta"
	MvNormal     Family = "mvnormal"
)

func (f Family) String() string {
	if f == Unknown {
		return "unknown"
	}
	return string(f)
}

// Row returns what there is to know of the family, nil of Unknown.
func (f Family) Row() *families.Family { return families.Named(string(f)) }

// A Graph is a factor graph at the level of plates.
type Graph struct {
	Model     *model.Model
	Variables []*Variable
	Factors   []*Factor
	Data      []*Assignment // constants computed from inputs, in the order of the program
	Checks    []*Check      // observations of data alone
	Chosen    []*Chosen     // of a model that is sampled
	Gates     []*Gate
	Shared    []*Shared // variables common to several batches of data
}

// A Variable is a random variable, or an array of them.
type Variable struct {
	ID     int
	Name   string
	Family Family
	// Algorithm says which messages are sent to it.
	Algorithm operators.Algorithm
	Dims      []*model.Expr
	Sizes     []*model.Expr   // of a value that is a vector or a matrix, or how many values a whole number has; OpDim is an index of the element
	Source    *model.Variable // nil for an intermediate value
	Value     *model.Expr     // of an intermediate value, what it is
	Derived   bool
	Point     bool // gets a point estimate
	// Repeats holds how many independent copies it stands for, a number for each
	// power plate around its definition.
	Repeats []*model.Expr
	Init    *model.Dist
	Edges   []*Edge // in the order of the factors
	// Depth is how many gates it lives inside.
	Depth int
	// whole marks a random whole number, one of 0..Sizes[0]-1.
	whole bool
	// HalfDrawn marks a variable of VMP some elements of which are drawn, and others
	// computed, or defined in the branches of gates.
	HalfDrawn bool
	Part      Part // Batch, or Global: shared, or a function of what is shared alone
	At        lang.Pos
	origins
}

// origins say what a variable inside of gates is a copy of.
type origins struct {
	// CopyOf, of a copy in a gate, is the variable outside of it.
	CopyOf *Variable
	// origin, of a copy, is the element of the variable outside of all gates that
	// each of its elements stands for, OpDim being its own indices.
	origin []*model.Expr
	// apart marks what a statement draws of a half drawn variable: origin is as of a copy.
	apart bool
}

// Stream tells the random numbers that initial marginals of the variable are drawn
// from from those of others, whatever else the model has: the FNV-1a hash of its name.
func (v *Variable) Stream() uint64 {
	h := fnv.New64a()
	h.Write([]byte(v.Name))
	return h.Sum64()
}

// Quantiled tells whether its posterior has quantiles beside its moments, where it is computed as a whole: numbers have them, and
// components of vectors and entries of matrices that are drawn; truths have none.
func (v *Variable) Quantiled() bool {
	if v.Family.Row().Vector() {
		return v.Source.Type.Dimensions > 0 && v.Source.Input == nil
	}
	return v.Family != Bernoulli
}

// Poisson tells whether v is a count that Poisson distributions define, and whose messages have the probabilities of its values.
func (v *Variable) Poisson() bool {
	if v.Family != Categorical {
		return false
	}
	defined := false
	for _, e := range v.Edges {
		if e.Defines {
			if !mcmc.Row(e.Factor.Kind.Draws).Boundless() {
				return false
			}
			defined = true
		}
	}
	return defined
}

// A Factor is a factor, or a plate of them.
type Factor struct {
	ID     int
	Kind   *operators.Kind
	Loops  []*model.Loop
	Guards []*model.Expr
	// Repeats holds how many times it counts, a number for each power plate around.
	Repeats []*model.Expr
	// Branches are the branches of gates that it stands in, outermost first.
	Branches []*model.Branch
	Gate     *Gate // of kind gate
	Slots    []*Slot
	Part     Part   // where its data are
	Text     string // the statement it comes from
	At       lang.Pos
}

// A Slot is one argument place of a factor: an edge to a random variable, or
// data.
type Slot struct {
	Name string
	Edge *Edge
	Data *model.Expr
	Over *model.Loop // of a slot that takes an array: what runs over its elements
	// Around are the loops that Over stands in, outermost first: of a model that is sampled,
	// where sums are of sums, and arrays are matrices.
	Around []*model.Loop
}

// Loops are what runs over the elements of an array, outermost first.
func (s *Slot) Loops() []*model.Loop {
	if s.Over == nil {
		return nil
	}
	return append(slices.Clone(s.Around), s.Over)
}

// An Edge joins a factor to a variable's element.
type Edge struct {
	ID       int
	Factor   *Factor
	Slot     *Slot
	Variable *Variable
	Index    []*model.Expr
	// Defines marks the edge from the factor that defines the variable.
	Defines bool
}

// An Assignment computes a constant from inputs.
type Assignment struct {
	Variable *model.Variable
	Index    []*model.Expr
	Value    *model.Expr
	Loops    []*model.Loop
	Guards   []*model.Expr
	Text     string
	At       lang.Pos
}

// A Chosen is an element that no edge leads to, though a draw reads it: the selector of a
// gate, or an index that is drawn. It must be there, and defined.
type Chosen struct {
	Variable *Variable
	Element  *model.Expr
	Loops    []*model.Loop
	Guards   []*model.Expr
	Text     string
	At       lang.Pos
}

// A Check is an observation of data alone, or (Parameter) what a distribution
// demands of a parameter: Value must be true.
type Check struct {
	Value     *model.Expr
	Parameter bool
	Loops     []*model.Loop
	Guards    []*model.Expr
	Text      string
	At        lang.Pos
}

// Subject is what the condition of a check is about, where it is that something is
// finite.
func (c *Check) Subject() string {
	e := c.Value
	for e.Op == model.OpReduce {
		e = e.Args[0]
	}
	return e.Args[0].String()
}

// Slot returns the slot of that name.
func (f *Factor) Slot(name string) *Slot {
	for _, s := range f.Slots {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Silent tells whether the factor sends nothing to the slot.
func (s *Slot) Silent() bool {
	return s.Edge != nil && slices.Contains(s.Edge.Factor.Kind.Silent, s.Name)
}

// Injective tells whether each element of the variable meets at most one
// instance of the factor over this edge: whether every loop index of the
// factor (and of the slot) is, up to a constant, an index of the element.
func (e *Edge) Injective() bool {
	for _, l := range e.loops() {
		found := false
		for _, x := range e.Index {
			if i, _, ok := x.Affine(); ok && i == l.Index {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func (e *Edge) loops() []*model.Loop {
	return slices.Concat(e.Factor.Loops, e.Slot.Loops())
}

// Power is how many times the factor counts for one copy of the variable: nil
// for once.
func (e *Edge) Power() *model.Expr {
	return model.Product(e.Factor.Repeats[len(e.Variable.Repeats):])
}

// Element prints the element that the edge leads to, as skill[winner[g]].
func (e *Edge) Element() string {
	if len(e.Index) == 0 {
		return e.Variable.Name
	}
	var parts []string
	for _, x := range e.Index {
		parts = append(parts, x.String())
	}
	return e.Variable.Name + "[" + strings.Join(parts, ", ") + "]"
}

// Plate prints the loops and conditions of a factor.
func (f *Factor) Plate() string {
	s := plate(f.Loops, f.Guards)
	for _, n := range f.Repeats {
		s += fmt.Sprintf(" repeat %s", n)
	}
	for _, b := range f.Branches {
		s += fmt.Sprintf(" in %s", b)
	}
	return s
}

func plate(loops []*model.Loop, guards []*model.Expr) string {
	var b strings.Builder
	for _, l := range loops {
		fmt.Fprintf(&b, " for %s in %s..<%s", l.Index.Name, l.Lo, l.Hi)
	}
	for _, g := range guards {
		fmt.Fprintf(&b, " if %s", g)
	}
	return b.String()
}

// String prints the graph, one line per item.
func (g *Graph) String() string {
	var b strings.Builder
	for _, v := range g.Variables {
		fmt.Fprintf(&b, "v%d: %s", v.ID, v.Name)
		for _, d := range v.Dims {
			fmt.Fprintf(&b, "[%s]", d)
		}
		fmt.Fprintf(&b, " %s", v.Family)
		if len(v.Sizes) > 0 {
			fmt.Fprintf(&b, "(%s)", v.Sizes[0])
		}
		if v.Derived {
			b.WriteString(" derived")
		}
		if v.Algorithm != operators.EP {
			fmt.Fprintf(&b, " %s", v.Algorithm)
		}
		if v.Point {
			b.WriteString(" point")
		}
		fmt.Fprintf(&b, "  # %s\n", v.At)
	}
	for i, a := range g.Data {
		var parts []string
		for _, x := range a.Index {
			parts = append(parts, "["+x.String()+"]")
		}
		fmt.Fprintf(&b, "d%d: %s%s = %s%s  # %s\n", i, a.Variable.Name, strings.Join(parts, ""), a.Value, plate(a.Loops, a.Guards), a.At)
	}
	for i, c := range g.Checks {
		fmt.Fprintf(&b, "c%d: observe %s%s  # %s\n", i, c.Value, plate(c.Loops, c.Guards), c.At)
	}
	for _, f := range g.Factors {
		fmt.Fprintf(&b, "f%d: %s(", f.ID, f.Kind.Name)
		for k, s := range f.Slots {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(s.Name + " = ")
			if s.Edge != nil {
				fmt.Fprintf(&b, "v%d %s", s.Edge.Variable.ID, s.Edge.Element())
			} else {
				b.WriteString(s.Data.String())
			}
			for _, l := range s.Loops() {
				fmt.Fprintf(&b, " : %s in %s..<%s", l.Index.Name, l.Lo, l.Hi)
			}
		}
		fmt.Fprintf(&b, ")%s  # %s\n", f.Plate(), f.At)
	}
	return b.String()
}

// IsTruth tells whether what stands in a slot is a truth.
func (f *Factor) IsTruth(s *Slot) bool {
	if s.Edge != nil {
		return s.Edge.Variable.Family == Bernoulli
	}
	return s.Data.Type.Kind == model.Bool
}

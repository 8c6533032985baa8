package bugs

import "mpc/lang"

// A Dialect says how text is read where BUGS and JAGS differ.
type Dialect int

const (
	BUGS Dialect = iota // a:b-1 is a:(b-1)
	JAGS                // a:b-1 is (a:b)-1
)

// A Program is a parsed file.
type Program struct {
	Name   string // as shown in diagnostics
	Source []byte
	// Dialect is how it was read.
	Dialect Dialect
	Vars    []*Declared
	Data    []Stmt // the block data { }
	Model   []Stmt
}

// A Declared is an entry of var: a name with its dimensions.
type Declared struct {
	At   lang.Pos
	Name string
	Dims []Expr
}

// A Stmt is a *For or a *Relation.
type Stmt interface{ Pos() lang.Pos }

type (
	// For is for (index in lo:hi) { body }.
	For struct {
		At    lang.Pos
		Index string
		Range Range
		Body  []Stmt
	}
	// Relation is target ~ dist, or link(target) <- value.
	Relation struct {
		At     lang.Pos
		Target *Ref
		Link   string // log, logit, probit, cloglog; "" for none
		Value  Expr   // nil of a draw
		Dist   *Call  // nil of a definition
		Bounds *Bounds
	}
	// Bounds is T(lo, hi), I(lo, hi) or C(lo, hi) behind a distribution.
	Bounds struct {
		At     lang.Pos
		Kind   string
		Lo, Hi Expr // nil for none
	}
)

// Pos returns where the word for stands.
func (s *For) Pos() lang.Pos { return s.At }

// Pos returns where the left side starts.
func (s *Relation) Pos() lang.Pos { return s.At }

// A Range is lo:hi.
type Range struct {
	At     lang.Pos
	Lo, Hi Expr
}

// An Expr is an expression.
type Expr interface {
	Pos() lang.Pos
	String() string
}

type (
	// Number is a number as R writes them.
	Number struct {
		At    lang.Pos
		Value float64
		Text  string
	}
	// Ref is a name, or an array with its subscripts.
	Ref struct {
		At   lang.Pos
		Name string
		Subs []Sub // nil for a bare name; x[] has one that is Empty
		// Order is that of the subscripts, where they are not stored as the program has them.
		Order order
	}
	// Sub is a subscript: an expression, a range lo:hi, or nothing.
	Sub struct {
		At    lang.Pos
		Lo    Expr // nil where it is empty
		Hi    Expr // nil where it is no range
		Empty bool
	}
	// Call is a function or a distribution.
	Call struct {
		At   lang.Pos
		Fun  string
		Args []Expr
	}
	// Unary is -x or !x.
	Unary struct {
		At lang.Pos
		Op string
		X  Expr
	}
	// Binary is x op y.
	Binary struct {
		At     lang.Pos // of the operator
		Op     string
		X, Y   Expr
		Closed bool // it stands in brackets
	}
)

// Pos returns where the number stands.
func (e *Number) Pos() lang.Pos { return e.At }

// Pos returns where the name stands.
func (e *Ref) Pos() lang.Pos { return e.At }

// Pos returns where the function's name stands.
func (e *Call) Pos() lang.Pos { return e.At }

// Pos returns where the operator stands.
func (e *Unary) Pos() lang.Pos { return e.At }

// Pos returns where the operator stands.
func (e *Binary) Pos() lang.Pos { return e.At }

// Drawn lists the relations that draw from a distribution, by its name in the program.
func (p *Program) Drawn(dist string) (list []*Relation) {
	for _, s := range sites(p.Model, nil, false) {
		if s.Dist != nil && s.Dist.Fun == dist {
			list = append(list, s.Relation)
		}
	}
	return list
}

// Conditions lists the draws of the model that I(,) or C(,) say the bounds of: what lies between them, and no distribution.
func (p *Program) Conditions() (list []*Relation) {
	for _, s := range sites(p.Model, nil, false) {
		if s.Dist != nil && s.Bounds != nil && s.Bounds.Kind != "T" {
			list = append(list, s.Relation)
		}
	}
	return list
}

// InData lists what the block data { } defines: the names, and its first draw, nil if there is none.
func (p *Program) InData() (names []string, draw *Relation) {
	seen := map[string]bool{}
	for _, s := range sites(p.Data, nil, true) {
		if !seen[s.Target.Name] {
			seen[s.Target.Name] = true
			names = append(names, s.Target.Name)
		}
		if s.Dist != nil && draw == nil {
			draw = s.Relation
		}
	}
	return names, draw
}

// Blocks are the programs of data { } and of model { } alone.
func (p *Program) Blocks() (data, model *Program) {
	d, m := *p, *p
	d.Data, d.Model = nil, p.Data
	m.Data = nil
	return &d, &m
}

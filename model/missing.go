package model

import (
	"fmt"
	"math"
	"slices"

	"mpc/lang"
)

// An input with missing: true has entries that may be absent. The data decide
// which, so that a relation about such an entry is written twice: where the entry
// is there it reads the datum, as it would without the key, and where it is absent
// an element of a random variable of the same name. What defines the entry, a
// draw or an =, then defines that element. The variable has no element and its
// loops run over none while nothing of the input is absent.

// maxChoices is how many entries of a relation, or of a term of one that has more,
// are each told apart from their absence: twice as many relations for each.
const maxChoices = 3

// absences rewrites the relations of a model.
type absences struct {
	*checker
	variables map[*Input]*Variable // of absent entries
	drawn     map[*Input][]*Relation
	read      map[*Input]*Expr // where an entry is read by more than its definition
	parts     int
}

// missing rewrites the relations about inputs with entries that may be absent.
func (c *checker) missing() {
	a := &absences{checker: c, variables: map[*Input]*Variable{}, drawn: map[*Input][]*Relation{}, read: map[*Input]*Expr{}}
	any := false
	for _, in := range c.model.Inputs {
		any = any || in.Missing
	}
	if !any {
		return
	}
	a.uses()
	for _, in := range c.model.Inputs {
		if in.Missing && !in.Selects && a.possible(in) {
			a.declare(in)
		}
	}
	for _, in := range c.model.Inputs {
		if v := a.variables[in]; v != nil && !equalPaths(a.drawn[in], 0) {
			c.covered(v, a.drawn[in], 0, nil)
		}
	}
	if c.HasErrors() {
		return
	}
	var out []*Relation
	for _, r := range c.model.Relations {
		out = append(out, a.rewrite(r)...)
	}
	c.model.Relations = out
}

// uses finds which inputs are defined, and which are read.
func (a *absences) uses() {
	for _, name := range a.file.Infer {
		if in := a.inputs[name.Name]; in != nil && in.Missing {
			a.read[in] = &Expr{At: name.At}
		}
	}
	for _, r := range a.model.Relations {
		if x := r.defines(); x != nil && x.Op == OpInput {
			a.drawn[x.Input] = append(a.drawn[x.Input], r)
		}
		r.Exprs(func(e *Expr) {
			e.Walk(func(x *Expr) {
				if x == r.defines() {
					return // said of the input
				}
				if x.Op == OpInput && x.Input.Missing && len(x.Args) < len(x.Input.Dims) {
					a.unsupported(x.At, "a vector of "+x.Input.Name+", whose entries may be missing,", "entries that may be missing stand one by one, as in sum(w[j] * x[j] : j in k)")
				}
			})
		})
		for _, e := range r.chosen() {
			for _, x := range entries(e) {
				if a.read[x.Input] == nil {
					a.read[x.Input] = x
				}
			}
		}
	}
}

// possible reports an input whose absent entries nothing could infer.
func (a *absences) possible(in *Input) bool {
	if in.Type.Kind == Invalid || in.Type.Kind == DistKind || a.file.Unread != nil {
		return false
	}
	if len(a.drawn[in]) == 0 && a.HasErrors() && len(a.defs[in.Name]) > 0 {
		return false // the statement has an error
	}
	if r := a.drawnWhole(in); r != nil {
		a.unsupported(in.At, fmt.Sprintf("missing: true of a vector, %s, by EP and VMP,", r.Text), "algorithm: gibbs infers components that are missing; or define them one by one, as in x[i, k] ~ normal(...)")
		return false
	}
	if len(a.drawn[in]) == 0 {
		d := a.Errorf(in.At, CodeUndefined, "no statement says what a missing entry of %s is drawn from", in.Name)
		switch {
		case in.Type.Kind == IndexKind:
			d.WithHint("draw it, as in %s ~ categorical(p): where the datum is there, it is observed; or take missing: true away", a.element(in))
			return false
		case in.Type.Kind == Int:
			d.WithHint("draw it, as in %s ~ poisson(r): where the datum is there, it is observed; or take missing: true away", a.element(in))
			return false
		case in.Inner > 0:
			d.WithHint("draw it, as in %s ~ mvnormal(mean, covariance = V), with algorithm: gibbs: components that are there are observed; or take missing: true away", a.element(in))
			return false
		case in.Type.Kind == Bool:
			d.WithHint("draw it, as in %s ~ bernoulli(p): where the datum is there, it is observed; or take missing: true away", a.element(in))
			return false
		}
		d.WithHint("draw it, as in %s ~ normal(0, variance = 1): where the datum is there, it is observed; or take missing: true away", a.element(in))
		return false
	}
	return true
}

// element writes an entry of an input with its dimensions as indices.
func (a *absences) element(in *Input) string {
	e := &Expr{Op: OpInput, Input: in}
	for k := range in.Plates() {
		e.Args = append(e.Args, IndexExpr(&Index{Name: string(rune('i' + k))}))
	}
	return e.String()
}

// drawnWhole is a relation that defines whole vectors of an input, nil where none does.
func (a *absences) drawnWhole(in *Input) *Relation {
	for _, r := range a.drawn[in] {
		if len(r.defines().Args) < len(in.Dims) {
			return r
		}
	}
	return nil
}

// declare makes the variable of the absent entries, unless nothing is to be
// learnt of or from them.
func (a *absences) declare(in *Input) {
	if a.read[in] == nil && a.once(in) {
		return
	}
	if in.Type.whole() && !(a.separate && in.Type.Kind == Int && a.once(in)) && !(a.model.Samples() && len(a.drawn[in]) == 1) {
		a.unsupported(in.At, "a missing entry of "+in.Name+", which would be a random whole number,", "define each entry in one statement")
		return
	}
	v := &Variable{ID: len(a.model.Variables), Name: in.Name, Random: true, Derived: true, Type: in.Type, Input: in, At: in.At, Dims: []*Expr{}, used: true}
	for k, d := range in.Dims {
		v.Ranges = append(v.Ranges, rangeOf(d))
		if k == 0 {
			d = times(d, []*Input{in})
		}
		v.Dims = append(v.Dims, d)
	}
	for _, r := range a.drawn[in] {
		if r.Kind == Draw {
			v.Derived = false
		}
	}
	a.variables[in] = v
	a.absent[in] = v
	a.model.Variables = append(a.model.Variables, v)
}

// once tells whether it is seen that no entry has two definitions. An absent one
// that nothing reads then changes nothing.
func (a *absences) once(in *Input) bool {
	for i, r := range a.drawn[in] {
		for _, s := range a.drawn[in][:i] {
			if !exclusive(r, s) {
				return false
			}
		}
	}
	return true
}

// exclusive tells whether two relations are seen to stand in branches that exclude
// each other, or to define entries at different places.
func exclusive(r, s *Relation) bool {
	if Exclusive(r.Guards, s.Guards) {
		return true
	}
	for k, x := range r.defines().Args {
		y := s.defines().Args[k]
		for range 2 {
			if i, off, ok := x.Affine(); ok && y.Op == OpNumber {
				if l := r.loop(i); l != nil && l.Lo.Op == OpNumber && l.Lo.Value+float64(off) > y.Value {
					return true
				}
			}
			x, y, r, s = y, x, s, r
		}
		if x.Op == OpNumber && y.Op == OpNumber && x.Value != y.Value {
			return true
		}
	}
	return false
}

// Exclusive tells whether it is seen that two lists of conditions never hold both.
func Exclusive(a, b []*Expr) bool {
	for _, g := range a {
		for _, h := range b {
			if negate(g).Equal(h) || negate(h).Equal(g) || comparesApart(g, h) {
				return true
			}
		}
	}
	return false
}

// comparesApart tells whether two conditions compare one value with numbers such that no value
// satisfies both, as x > 0 and x < 0 do.
func comparesApart(g, h *Expr) bool {
	x, low, high, ok := g.interval()
	y, least, most, also := h.interval()
	return ok && also && x.Equal(y) && (low > most || least > high)
}

// interval is what a condition compares with a number, and the values that satisfy it.
func (e *Expr) interval() (x *Expr, low, high float64, ok bool) {
	if e.Op != OpCall || len(e.Args) != 2 {
		return nil, 0, 0, false
	}
	x, y, fun := e.Args[0], e.Args[1], e.Fun
	if x.Op == OpNumber {
		x, y = y, x
		fun = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}[fun]
	}
	if y.Op != OpNumber || x.Random {
		return nil, 0, 0, false
	}
	low, high = math.Inf(-1), math.Inf(1)
	switch fun {
	case "==":
		low, high = y.Value, y.Value
	case ">":
		low = math.Nextafter(y.Value, high)
	case ">=":
		low = y.Value
	case "<":
		high = math.Nextafter(y.Value, low)
	case "<=":
		high = y.Value
	default:
		return nil, 0, 0, false
	}
	return x, low, high, true
}

// missingType reports an input whose type has no missing entries, and returns false.
func (c *checker) missingType(in *lang.Input) bool {
	switch in.Type.Base {
	case "real", "int", "bool", "index", "vector":
		return true
	}
	if !slices.Contains(typeNames(), in.Type.Base) {
		return false // which is reported
	}
	c.unsupported(in.Name.At, "missing: true of "+in.Type.Base, "entries of real, bool, int and index inputs may be missing, and components of vectors")
	return false
}

package data

import (
	"errors"
	"fmt"
	"math"

	"mpc/lang"
	"mpc/model"
)

// Cells checks conditions on data for all instances of the statements that ask for them.
type cells struct {
	*assembly
	definitions map[*model.Variable][]*model.Relation // of what is computed from data
	wrong       map[cellPlace]bool                    // those that are reported
	depth       int                                   // of the definitions that are computed
	left        int                                   // how many instances are still looked at one by one
}

// A cellPlace is an element of an input.
type cellPlace struct {
	input *model.Input
	leaf  int
}

// mostDefinitions bounds how deep definitions are followed.
const mostDefinitions = 8

// mostInstances bounds how many instances are looked at one by one, as where a parameter is
// computed: what is wrong in others a run finds.
const mostInstances = 2_000_000

var errTooDeep = errors.New("definitions read definitions too deep")

func newCells(a *assembly) *cells {
	k := &cells{assembly: a, definitions: map[*model.Variable][]*model.Relation{}, wrong: map[cellPlace]bool{}, left: mostInstances}
	for _, r := range a.model.Relations {
		if r.Kind != model.Assign || r.Target.Op != model.OpVariable || r.Target.Variable.Random || len(r.Branches) > 0 {
			continue
		}
		v, chain := r.Target.Variable, false
		r.Value.Walk(func(e *model.Expr) { chain = chain || e.Op == model.OpVariable && e.Variable == v })
		if !chain { // of which each element comes from many data
			k.definitions[v] = append(k.definitions[v], r)
		}
	}
	return k
}

// check checks a condition of a statement for all of its instances. An element that
// is wrong is reported once, and what else is wrong because of it is not.
func (k *cells) check(r *model.Relation, c condition) {
	if k.left < 0 || c.x == nil || c.operator != "finite" && c.limit == nil || !k.readsData(c.x, 0) && !k.readsData(c.limit, 0) || k.allHold(c) {
		return
	}
	reported := false
	env := &Env{Set: k.set, Index: map[*model.Index]int{}}
	env.Variable = func(v *model.Variable, index []int) (float64, error) { return k.constant(v, index, env) }
	k.instances(r, 0, env, func(env *Env) {
		if k.left--; k.left < 0 {
			return
		}
		if c.x.Type.Dimensions > 0 {
			k.checkList(r, c, env, &reported)
			return
		}
		x, limit, ok := c.in(env)
		if !ok || c.holds(x, limit) {
			return
		}
		var found *cellPlace
		exact, known := false, false
		for _, side := range []*model.Expr{c.x, c.limit} {
			k.reads(side, env, func(p cellPlace, e *model.Expr) {
				known = known || k.wrong[p]
				if found == nil {
					found, exact = &p, e == c.x
				}
			})
		}
		if found == nil || known {
			return
		}
		k.report(r, c, *found, c.says(exact, k.value(*found), x, limit), &reported)
	})
}

// checkList checks a condition on each component of what is observed.
func (k *cells) checkList(r *model.Relation, c condition, env *Env, reported *bool) {
	limit, err := Eval(c.limit, env)
	if err != nil || c.x.Op != model.OpInput || !k.placedInput(c.x.Input) {
		return
	}
	index, err := Index(c.x.Args, env)
	if err != nil {
		return
	}
	s := k.shapes[c.x.Input]
	at, err := (&column{input: c.x.Input, starts: s.starts[:len(index)]}).position(index)
	if err != nil {
		return
	}
	from, to := s.span(len(index), at)
	absent := k.set.columns[c.x.Input].absent
	for leaf := from; leaf < to; leaf++ {
		p := cellPlace{c.x.Input, leaf}
		if v := k.value(p); !k.wrong[p] && (absent == nil || !absent[leaf]) && !c.holds(v, limit) {
			k.report(r, c, p, c.says(true, v, v, limit), reported)
		}
	}
}

// report reports an element, with the statement the first time.
func (k *cells) report(r *model.Relation, c condition, p cellPlace, says string, reported *bool) {
	k.wrong[p] = true
	s := k.shapes[p.input]
	d := s.source.repeated(fmt.Sprint(p.input.Name, c.operator, c.limit, c.x), s.place(p.leaf), CodeRange, "%s is %v%s",
		s.name(len(s.starts), p.leaf), k.value(p), says)
	if !*reported {
		text := r.Text
		if c.why != "" {
			text = c.why + " in " + text
		}
		d.Related = append(d.Related, lang.Related{File: k.model.File.Name, Pos: c.x.At, Message: text})
	}
	*reported = true
}

// value is the number that an element has.
func (k *cells) value(p cellPlace) float64 { return k.set.columns[p.input].values.value(p.leaf) }

// says is what the value of a datum has to do with the condition; exact says that the
// condition is on the datum.
func (c condition) says(exact bool, datum, x, limit float64) string {
	of := ""
	if !exact {
		of = fmt.Sprintf(", so that %s is %v", c.x, x)
	}
	switch {
	case c.operator == "finite":
		return fmt.Sprintf(", and %s is not finite", c.x)
	case !exact && c.x.Op == model.OpNumber:
		return fmt.Sprintf("; here %v must be %s that", x, operators[c.operator])
	case c.limit.Op != model.OpNumber:
		return fmt.Sprintf("%s; here it must be %s %s, which is %v", of, operators[c.operator], c.limit, limit)
	}
	return fmt.Sprintf("%s; here it must be %s %v", of, operators[c.operator], limit)
}

// readsData tells whether an expression reads, itself or through what is computed, an
// input of a table.
func (k *cells) readsData(e *model.Expr, depth int) bool {
	found := false
	if e == nil || depth > mostDefinitions {
		return false
	}
	e.Walk(func(e *model.Expr) {
		if found || e.Op != model.OpVariable {
			found = found || e.Op == model.OpInput && k.placedInput(e.Input)
			return
		}
		for _, r := range k.definitions[e.Variable] {
			found = found || k.readsData(r.Value, depth+1)
		}
	})
	return found
}

// reads calls f for the elements of inputs that an expression reads, itself or through
// what is computed.
func (k *cells) reads(e *model.Expr, env *Env, f func(cellPlace, *model.Expr)) {
	if e == nil {
		return
	}
	e.Walk(func(e *model.Expr) {
		if e.Op != model.OpVariable && !k.placed(e) {
			return
		}
		index, err := Index(e.Args, env)
		if err != nil {
			return
		}
		if e.Op == model.OpInput {
			if i, err := k.set.columns[e.Input].position(index); err == nil {
				f(cellPlace{e.Input, i}, e)
			}
			return
		}
		if k.depth > mostDefinitions {
			return
		}
		if r, inner := k.definition(e.Variable, index, env); r != nil {
			k.depth++
			k.reads(r.Value, inner, f)
			k.depth--
		}
	})
}

// constant computes an element that the program computes from data.
func (k *cells) constant(v *model.Variable, index []int, env *Env) (float64, error) {
	if k.depth > mostDefinitions {
		return 0, errTooDeep
	}
	r, inner := k.definition(v, index, env)
	if r == nil {
		return 0, fmt.Errorf("%s has no value that is known", v.Name)
	}
	k.depth++
	defer func() { k.depth-- }()
	return Eval(r.Value, inner)
}

// definition finds the statement that defines an element, nil where that is not plain:
// each index of the definition is one of its loops, or is known.
func (k *cells) definition(v *model.Variable, index []int, env *Env) (*model.Relation, *Env) {
	for _, r := range k.definitions[v] {
		inner := &Env{Set: env.Set, Variable: env.Variable, Index: map[*model.Index]int{}}
		fits := len(r.Target.Args) == len(index)
		for d, x := range r.Target.Args {
			if !fits {
				break
			}
			if x.Op == model.OpIndex {
				if i, ok := inner.Index[x.Index]; ok && i != index[d] {
					fits = false
				}
				inner.Index[x.Index] = index[d]
			} else if i, err := Int(x, inner); err != nil || i != index[d] {
				fits = false
			}
		}
		for _, l := range r.Loops {
			lo, hi, err := Bounds(l, inner)
			i, ok := inner.Index[l.Index]
			fits = fits && err == nil && ok && i >= lo && i < hi
		}
		for _, g := range r.Guards {
			if !fits {
				break
			}
			x, err := Eval(g, inner)
			fits = err == nil && x != 0 && !math.IsNaN(x)
		}
		if fits {
			return r, inner
		}
	}
	return nil, nil
}

// placed tells whether an expression is an element of an input that stands in a cell.
func (k *cells) placed(e *model.Expr) bool {
	return e.Op == model.OpInput && k.placedInput(e.Input) && len(e.Args) == len(k.shapes[e.Input].starts)
}

// placedInput tells whether the elements of an input stand in cells of a table.
func (k *cells) placedInput(in *model.Input) bool {
	if in == nil || in.Type.Kind == model.IndexKind {
		return false
	}
	s, c := k.shapes[in], k.set.columns[in]
	return s != nil && c != nil && s.source.table && !k.bad[in] && c.values != nil && s.leaves.len() == c.values.len() &&
		len(s.starts) == len(c.starts)
}

// allHold tells whether all elements of what an input is compared with are seen to meet
// the condition, as most do: each element alone takes longer.
func (k *cells) allHold(c condition) bool {
	if !k.placed(c.x) || c.operator == "finite" {
		return false
	}
	values := k.set.columns[c.x.Input]
	limits, limit := k.set.columns[c.limit.Input], 0.0
	if !k.placed(c.limit) || c.limit.String() != c.limitOf(c.x) || limits.values.len() != values.values.len() {
		limits = nil
		var err error
		if limit, err = Eval(c.limit, &Env{Set: k.set}); err != nil {
			return false
		}
	}
	for i := range values.values.len() {
		if limits != nil {
			limit = limits.values.value(i)
		}
		v := values.values.value(i)
		if (values.absent == nil || !values.absent[i]) && !c.holds(v, limit) {
			return false
		}
	}
	return true
}

// limitOf is the limit with the indices of x.
func (c condition) limitOf(x *model.Expr) string {
	e := *c.limit
	e.Args = x.Args
	return e.String()
}

// instances calls f for each instance of a statement whose loops and conditions the
// inputs decide; it stops where they do not.
func (k *cells) instances(r *model.Relation, depth int, env *Env, f func(*Env)) bool {
	if depth < len(r.Loops) {
		l := r.Loops[depth]
		lo, hi, err := Bounds(l, env)
		inner := env.With(l.Index, lo)
		for i := lo; err == nil && i < hi; i++ {
			inner.Index[l.Index] = i
			if !k.instances(r, depth+1, inner, f) || k.left < 0 {
				return false
			}
		}
		return err == nil
	}
	for _, g := range r.Guards {
		v, err := Eval(g, env)
		if err != nil {
			return false
		}
		if v == 0 || math.IsNaN(v) {
			return true
		}
	}
	for _, n := range r.Repeats {
		if v, err := Eval(n, env); err != nil || v == 0 {
			return err == nil
		}
	}
	f(env)
	return true
}

package viz

import (
	"fmt"
	"slices"
	"strings"

	"mpc/model"
)

// modelThings are what the picture of a model draws: variables, inputs and statements, and
// which of them stand for others.
type modelThings struct {
	*crowd
	model  *model.Model
	number map[any]int // of a *model.Variable, *model.Input and *model.Relation
}

// thingsOf finds what is alike in a model: variables and inputs of one type, and statements
// of one form, that read and define what is alike.
func thingsOf(m *model.Model, whole bool) *modelThings {
	t := &modelThings{model: m, number: map[any]int{}}
	var kinds []string
	add := func(thing any, kind string) {
		t.number[thing] = len(kinds)
		kinds = append(kinds, kind)
	}
	for _, v := range m.Variables {
		add(v, fmt.Sprint("variable ", v.Type, v.Derived, len(v.Dims), slices.Contains(m.Infer, v)))
	}
	for _, in := range m.Inputs {
		add(in, fmt.Sprint("input ", in.Type, len(in.Dims)))
	}
	for _, r := range m.Relations {
		add(r, statementKind(r))
	}
	links := make([][]int, len(kinds))
	link := func(r *model.Relation, e *model.Expr) {
		i := t.number[r]
		e.Walk(func(x *model.Expr) {
			k := t.of(x)
			if k >= 0 {
				links[i], links[k] = append(links[i], k), append(links[k], i)
			}
		})
	}
	for _, r := range m.Relations {
		if r.Target != nil {
			link(r, r.Target)
		}
		for _, e := range arguments(r) {
			link(r, e)
		}
	}
	t.crowd = alike(kinds, links, whole)
	return t
}

// statementKind is what a statement says but for the names and numbers in it.
func statementKind(r *model.Relation) string {
	parts := []string{"statement", fmt.Sprint(r.Kind), how(&model.Relation{Dist: r.Dist})}
	for _, l := range r.Loops {
		parts = append(parts, loopText(l))
	}
	for _, b := range r.Branches {
		parts = append(parts, fmt.Sprint(b.Gate.ID, b.Value))
	}
	for _, g := range r.Guards {
		parts = append(parts, g.String())
	}
	for _, e := range []*model.Expr{r.Value, r.Other} {
		if e != nil {
			e.Walk(func(x *model.Expr) { parts = append(parts, fmt.Sprint(x.Op)+x.Fun) })
		}
	}
	return strings.Join(parts, "\n")
}

// of is the number of the variable or input that an expression is, or -1.
func (t *modelThings) of(e *model.Expr) int {
	var thing any
	switch e.Op {
	case model.OpVariable:
		thing = e.Variable
	case model.OpInput:
		thing = e.Input
	}
	if k, ok := t.number[thing]; ok {
		return k
	}
	return -1
}

// variable is what is drawn in place of a variable, as input and statement are of theirs.
func (t *modelThings) variable(v *model.Variable) *model.Variable {
	if k, ok := t.number[v]; ok {
		return t.model.Variables[t.first[k]]
	}
	return v
}

func (t *modelThings) input(in *model.Input) *model.Input {
	if k, ok := t.number[in]; ok {
		return t.model.Inputs[t.first[k]-len(t.model.Variables)]
	}
	return in
}

// statement is the number of the thing that the relation of that place is drawn as.
func (t *modelThings) statement(i int) int { return t.first[t.number[t.model.Relations[i]]] }

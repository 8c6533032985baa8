package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// swaps finds truths that nothing tells from their negation: where what each truth
// selects changes places, the model has the same statements as before.
func (m *Model) swaps() []*Symmetry {
	var list []*Symmetry
	for _, z := range m.Variables {
		if z.Random && !z.Derived && z.Type.Kind == Bool && z.Input == nil && m.fair(z) {
			if x := m.swapped(z); x != nil {
				list = append(list, x)
			}
		}
	}
	return list
}

// swapped returns the symmetry of two variables, or of two elements of an array, that change
// places with the truths of z, nil where the model would not be as before.
func (m *Model) swapped(z *Variable) *Symmetry {
	var sides [2][]string
	var now, then []string
	for _, r := range m.Relations {
		r := r.marked()
		now = append(now, r.textOf(nil))
		then = append(then, r.textOf(z))
		for _, b := range r.Branches {
			if b.of(z) {
				// The text of the one side as it is on the other.
				sides[int(b.Value.Value)] = append(sides[int(b.Value.Value)], r.textOf(map[bool]*Variable{true: z}[b.Value.Value != 0]))
			}
		}
	}
	to := m.renaming(sides[0], sides[1])
	x := &Symmetry{Selector: z, moved: []*Variable{z}}
	for _, v := range m.Variables {
		elements := elementsOf(v, to)
		if to[mark+v.Name] == "" && elements == nil {
			continue
		}
		for _, in := range m.Init {
			if in.Variable == v || in.Variable == z {
				return nil
			}
		}
		if elements != nil && !x.exchanges(m, v, elements) {
			return nil
		}
		if v.isComponent() {
			x.Parts = append(x.Parts, v)
		}
	}
	for i, text := range then {
		then[i] = rename(text, to)
	}
	slices.Sort(now)
	slices.Sort(then)
	if len(x.Parts) == 0 || !slices.Equal(now, then) {
		return nil
	}
	x.moved = append(x.moved, x.Parts...)
	first := x.Parts[0]
	if i := slices.IndexFunc(x.Parts, func(v *Variable) bool { return mark+v.Name == to[mark+first.Name] }); i >= 0 {
		x.Parts = []*Variable{first, x.Parts[i]}
	} else {
		x.Parts = x.Parts[:1] // elements of an array
	}
	return x
}

// elementsOf lists the elements of an array that change places, as they are written.
func elementsOf(v *Variable, to map[string]string) (list []string) {
	for word := range to {
		if strings.HasPrefix(word, mark+v.Name+"[") {
			list = append(list, word)
		}
	}
	slices.Sort(list)
	return list
}

// exchanges tells whether elements of an array may change places: besides by their numbers the
// array is read nowhere, and it is drawn with all of its elements alike. It notes the loops over
// them, and the dimension in which they differ.
func (s *Symmetry) exchanges(m *Model, v *Variable, elements []string) bool {
	if len(v.Dims) != 1 || len(v.Sizes) > 0 {
		return false
	}
	s.dim = 0
	for _, r := range m.Relations {
		ok := true
		r.Exprs(func(e *Expr) {
			e.Walk(func(x *Expr) {
				if x.Op != OpVariable || x.Variable != v || len(x.Args) == 1 && x.Args[0].Op == OpNumber {
					return
				}
				ok = ok && r.Kind == Draw && x == r.Target && len(r.Branches) == 0 && x.Args[0].Op == OpIndex && !r.tells(x.Args[0].Index)
				if ok {
					s.indices = append(s.indices, x.Args[0].Index)
				}
			})
		})
		if !ok {
			return false
		}
	}
	return true
}

// tells tells whether what a relation says depends on an index otherwise than by its target.
func (r *Relation) tells(i *Index) (yes bool) {
	r.Exprs(func(e *Expr) {
		e.Walk(func(x *Expr) { yes = yes || x.Op == OpIndex && x.Index == i && !slices.Contains(r.Target.Args, x) })
	})
	return yes
}

// of tells whether a branch is one of an if on elements of z.
func (b *Branch) of(z *Variable) bool {
	on := b.Gate.Selector
	return !b.Gate.Switch && on.Op == OpVariable && on.Variable == z
}

// textOf is what a relation states, as text that is the same for what is the same but
// for its place. In branches of an if on not it is that of the other branch.
func (r *Relation) textOf(not *Variable) string {
	plain := *r
	plain.Branches = nil
	text, _, _ := strings.Cut(plain.String(), "  # ")
	if r.Kind == Select {
		text = fmt.Sprintf("gate on %s of %s", r.Value, r.Gate.Size) // not its number
	}
	for _, n := range r.Repeats {
		text += fmt.Sprintf(" repeat %s", n)
	}
	for _, b := range r.Branches {
		value := b.Value.String()
		if not != nil && b.of(not) {
			value = fmt.Sprint(b.Value.Value == 0)
		}
		text += fmt.Sprintf(" if %s is %s", b.Gate.Selector, value)
	}
	return text
}

// mark begins the names of variables in the text of relations, so that they are not
// taken for those of parameters and loops.
const mark = "@"

// marked is a relation with the names of its variables marked.
func (r *Relation) marked() *Relation {
	c := *r
	e := func(x *Expr) *Expr {
		return x.Map(func(x *Expr) *Expr {
			if x.Op != OpVariable {
				return x
			}
			y := *x
			v := *x.Variable
			v.Name = mark + v.Name
			y.Variable = &v
			return &y
		})
	}
	c.Target, c.Value, c.Other = e(r.Target), e(r.Value), e(r.Other)
	c.Guards = nil
	for _, g := range r.Guards {
		c.Guards = append(c.Guards, e(g))
	}
	if r.Dist != nil {
		d := *r.Dist
		d.Args = nil
		for _, a := range r.Dist.Args {
			d.Args = append(d.Args, e(a))
		}
		c.Dist = &d
	}
	return &c
}

// words are the names in a text, with a number of an element behind, its numbers, and all else.
var words = regexp.MustCompile(`@?[A-Za-z_][A-Za-z0-9_]*(\[[0-9]+\])?|[0-9.]+|.`)

// renaming finds which variables stand in the second list where others stand in the
// first, all else being the same: nil where there is no such pairing.
func (m *Model) renaming(a, b []string) map[string]string {
	variables := map[string]bool{}
	for _, v := range m.Variables {
		variables[mark+v.Name] = v.Random
	}
	to := map[string]string{}
	if len(a) != len(b) {
		return nil
	}
	for i := range a {
		x, y := words.FindAllString(a[i], -1), words.FindAllString(b[i], -1)
		if len(x) != len(y) {
			return nil
		}
		for k := range x {
			if x[k] == y[k] && to[x[k]] == "" {
				continue
			}
			if !variables[nameOf(x[k])] || !variables[nameOf(y[k])] || !alikeWords(x[k], y[k]) || to[x[k]] != "" && to[x[k]] != y[k] || to[y[k]] != "" && to[y[k]] != x[k] {
				return nil
			}
			to[x[k]], to[y[k]] = y[k], x[k]
		}
	}
	return to
}

// nameOf is a word without the number of an element.
func nameOf(word string) string {
	name, _, _ := strings.Cut(word, "[")
	return name
}

// alikeWords tells whether two words are both names, or elements of one array.
func alikeWords(a, b string) bool {
	return a == nameOf(a) && b == nameOf(b) || a != nameOf(a) && b != nameOf(b) && nameOf(a) == nameOf(b)
}

func rename(text string, to map[string]string) string {
	return words.ReplaceAllStringFunc(text, func(w string) string {
		if n := to[w]; n != "" {
			return n
		}
		return w
	})
}

// fair tells whether a truth is as probable as its negation wherever it is drawn: by
// itself, or by a probability that only it reads and that is as probable as its
// complement. Nothing but ifs may read the truth.
func (m *Model) fair(z *Variable) bool {
	var chance *Variable
	for _, r := range m.Relations {
		if r.Target == nil || r.Target.Op != OpVariable || r.Target.Variable != z {
			continue
		}
		if r.Kind != Draw || r.Dist.draws() != Bool || r.Dist.Arg("p") == nil {
			return false
		}
		switch p := r.Dist.Arg("p"); {
		case p.IsNumber(0.5):
		case p.Op == OpVariable && p.Random && (chance == nil || chance == p.Variable):
			chance = p.Variable
		default:
			return false
		}
	}
	for _, r := range m.Relations {
		ok := true
		r.Exprs(func(e *Expr) {
			e.Walk(func(x *Expr) {
				if x.Op != OpVariable {
					return
				}
				draws := r.Kind == Draw && r.Target == x
				switch x.Variable {
				case z:
					ok = ok && (draws || r.Kind == Select && r.Value == x)
				case chance:
					ok = ok && (draws && r.Dist.even() || r.Kind == Draw && r.Target.Op == OpVariable && r.Target.Variable == z)
				}
			})
		})
		if !ok {
			return false
		}
	}
	return true
}

// even tells whether a distribution of a probability is that of its complement.
func (d *Dist) even() bool {
	ends := d.sig().reflected
	a, b := d.Arg(ends[0]), d.Arg(ends[1])
	return a != nil && b != nil && !a.Random && a.Equal(b)
}

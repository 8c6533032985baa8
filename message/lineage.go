package message

import (
	"slices"
	"strconv"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// A root is an element of a drawn variable that an argument is a function of, with
// the index in terms of the loops of the factor that reads it; or each of an array of
// them, where the index is also in terms of what the arrays on the way run over.
type root struct {
	variable *factor.Variable
	index    []*model.Expr
	over     []*model.Loop
}

// same tells whether two roots are seen to be one element.
func (r root) same(o root) bool {
	return r.variable == o.variable && !r.vague() && !o.vague() && slices.EqualFunc(r.index, o.index, (*model.Expr).Equal)
}

// vague tells whether it is not seen which element a root is: one of an array.
func (r root) vague() bool {
	return slices.ContainsFunc(r.index, r.runs)
}

// uses tells whether the element depends on a loop index.
func (r root) uses(i *model.Index) bool {
	return uses(r.index, i) || slices.ContainsFunc(r.over, func(l *model.Loop) bool { return l.Lo.Uses(i) || l.Hi.Uses(i) })
}

// runs tells whether an index depends on what the arrays on the way run over.
func (r root) runs(x *model.Expr) bool {
	return slices.ContainsFunc(r.over, func(l *model.Loop) bool { return x.Uses(l.Index) })
}

// meets tells whether two roots may be one element: they are seen to be, or one of an array
// may be the other.
func (r root) meets(o root) bool {
	if r.variable != o.variable {
		return false
	}
	for k, x := range r.index {
		y := o.index[k]
		switch {
		case r.runs(x):
			if outside(x, r.over, y) {
				return false
			}
		case o.runs(y):
			if outside(y, o.over, x) {
				return false
			}
		case !x.Equal(y):
			return false
		}
	}
	return true
}

// outside tells whether it is seen that an index, which runs over arrays, is never the number y.
func outside(x *model.Expr, over []*model.Loop, y *model.Expr) bool {
	i, c, ok := x.Affine()
	if !ok || y.Op != model.OpNumber {
		return false
	}
	for _, l := range over {
		if l.Index == i {
			return l.Lo.Op == model.OpNumber && y.Value < l.Lo.Value+float64(c) || l.Hi.Op == model.OpNumber && y.Value >= l.Hi.Value+float64(c)
		}
	}
	return false
}

// String prints a root as the program writes it.
func (r root) String() string {
	if len(r.index) == 0 || r.vague() {
		return r.variable.Name
	}
	var parts []string
	for _, x := range r.index {
		parts = append(parts, x.String())
	}
	return r.variable.Name + "[" + strings.Join(parts, ", ") + "]"
}

// A lineage knows what the elements of a graph are functions of, and what these are drawn
// from. There are as many ways from an element to a root as paths through the definitions:
// what is found is kept for each edge, so that each definition is looked at once.
//
// A definition may lead back to its own variable, x[t] = f(x[t-1]): that way ends there. So
// what is found depends on the way that led to it, but only within a cycle of variables: what
// is kept is what is found where a way comes into the cycle.
type lineage struct {
	cycles *cycles
	ids    map[string]int // of the roots, by their text
	roots  []root
	vague  []bool
	marked []int // by root: the last list that it was put into
	lists  int
	// of holds the roots of edges, ofScalar those of variables that are not arrays, and parents
	// what roots are drawn from.
	of       map[*factor.Edge][]int
	ofScalar map[*factor.Variable][]int
	parents  map[int][]int
}

func newLineage(g *factor.Graph) *lineage {
	return &lineage{cycles: findCycles(g), ids: map[string]int{}, of: map[*factor.Edge][]int{},
		ofScalar: map[*factor.Variable][]int{}, parents: map[int][]int{}}
}

// elementKey tells elements apart by their text.
func elementKey(v *factor.Variable, index []*model.Expr) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(v.ID))
	for _, x := range index {
		b.WriteByte('|')
		b.WriteString(x.Key())
	}
	return b.String()
}

// id numbers a root.
func (l *lineage) id(r root) int {
	key := elementKey(r.variable, r.index)
	for _, o := range r.over {
		key += "|" + o.Index.Name + "|" + o.Lo.Key() + "|" + o.Hi.Key()
	}
	id, ok := l.ids[key]
	if !ok {
		id = len(l.roots)
		l.ids[key] = id
		l.roots = append(l.roots, r)
		l.vague = append(l.vague, r.vague())
		l.marked = append(l.marked, 0)
	}
	return id
}

// distinct are the members of a list in their order, each once.
func (l *lineage) distinct(list []int) []int {
	l.lists++
	out := list[:0]
	for _, id := range list {
		if l.marked[id] != l.lists {
			l.marked[id] = l.lists
			out = append(out, id)
		}
	}
	return out[:len(out):len(out)]
}

// rootsOf lists the drawn elements that the element at an edge is a function of: itself, or
// those of its definition's arguments.
func (l *lineage) rootsOf(e *factor.Edge) []root {
	var out []root
	for _, id := range l.idsOf(e) {
		out = append(out, l.roots[id])
	}
	return out
}

func (l *lineage) idsOf(e *factor.Edge) []int {
	scalar := len(e.Index) == 0
	list, ok := l.of[e]
	if scalar {
		list, ok = l.ofScalar[e.Variable]
	}
	if ok {
		return list
	}
	list = l.follow(e, nil)
	if scalar {
		l.ofScalar[e.Variable] = list
	} else {
		l.of[e] = list
	}
	return list
}

// follow is idsOf on a way that has led through variables of the cycle of e's.
func (l *lineage) follow(e *factor.Edge, way []*factor.Variable) []int {
	v := e.Variable
	if !v.Derived {
		return []int{l.id(root{variable: v, index: e.Index})}
	}
	for _, w := range way {
		if w == v {
			return nil // a chain of functions, x[t] = f(x[t-1])
		}
	}
	way = append(way[:len(way):len(way)], v)
	var out []int
	for _, def := range v.Edges {
		if !def.Defines || elsewhereDefined(def, e) {
			continue
		}
		if drawn := !def.Factor.Kind.Deterministic; drawn || def.Factor.Kind.Name == "exit" {
			out = append(out, l.id(root{variable: v, index: e.Index})) // some of its elements, or in branches
		}
		for _, s := range def.Factor.Slots {
			if s.Edge == nil || s.Edge.Defines || s.Silent() {
				continue
			}
			var list []int
			if l.cycles.join(v, s.Edge.Variable) {
				list = l.follow(s.Edge, way)
			} else {
				list = l.idsOf(s.Edge)
			}
			out = append(out, l.translated(list, def, e, s)...)
		}
	}
	return l.distinct(out)
}

// translated writes roots of an argument of a definition in terms of what reads it.
func (l *lineage) translated(list []int, def, use *factor.Edge, s *factor.Slot) []int {
	if len(def.Index) == 0 && s.Over == nil {
		return list
	}
	out := make([]int, len(list))
	for k, id := range list {
		r := l.roots[id]
		if len(r.index) == 0 {
			out[k] = id
			continue
		}
		index := make([]*model.Expr, len(r.index))
		for k, x := range r.index {
			index[k] = moved(x, def, use.Index)
		}
		out[k] = l.id(root{r.variable, index, append(slices.Clip(r.over), movedLoops(s.Loops(), def, use.Index)...)})
	}
	return out
}

// elsewhereDefined tells whether it is seen that a definition is of other elements than
// the one that is read: of x[1], or of x[t] for t in 1..<T, where x[0] is read.
func elsewhereDefined(def, use *factor.Edge) bool {
	for k, d := range def.Index {
		x := use.Index[k]
		if x.Op != model.OpNumber {
			continue
		}
		if d.Op == model.OpNumber && d.Value != x.Value {
			return true
		}
		i, c, ok := d.Affine()
		for _, l := range def.Factor.Loops {
			if ok && l.Index == i && l.Lo.Op == model.OpNumber && x.Value < l.Lo.Value+float64(c) {
				return true
			}
		}
	}
	return false
}

// moved writes an index of the factor that defines an element in terms of the index that the
// element is read at.
func moved(x *model.Expr, def *factor.Edge, at []*model.Expr) *model.Expr {
	for k, d := range def.Index {
		i, c, ok := d.Affine()
		if !ok {
			if x.Equal(d) {
				return at[k]
			}
			continue
		}
		to := at[k]
		if c != 0 {
			to = model.Call("-", model.Type{Kind: model.Int}, to, model.Number(float64(c)))
		}
		x = x.Subst(i, to)
	}
	return x
}

// drawnFromAnother finds the first of some elements that is drawn from another of them, directly
// and through others, and that other one.
func (l *lineage) drawnFromAnother(ids []int) (from, to int, ok bool) {
	among := make(map[int]bool, len(ids))
	for _, id := range ids {
		among[id] = true
	}
	// Most often there is none: what one search has met the next need not look at again.
	met := map[int]bool{}
	for _, id := range ids {
		if _, found := l.search(id, among, met); !found {
			continue
		}
		for _, id := range ids {
			if from, found := l.search(id, among, map[int]bool{}); found {
				return from, id, true
			}
		}
	}
	return 0, 0, false
}

// drawnFromArray finds one of some elements that is drawn from an element of one of some arrays,
// and that one; or an element of an array that is drawn from one of the others.
func (l *lineage) drawnFromArray(arrays []root, ids []int) (from, to *root) {
	for i, array := range arrays {
		for _, r := range arrays[:i] {
			if from := l.ancestorOf(r, array.meets); from != nil {
				return from, &root{variable: r.variable, index: r.index}
			}
			if from := l.ancestorOf(array, r.meets); from != nil {
				return from, &root{variable: array.variable, index: array.index}
			}
		}
		for _, id := range ids {
			if from := l.ancestorOf(l.roots[id], array.meets); from != nil {
				return from, &l.roots[id]
			}
			if from := l.ancestorOf(array, l.roots[id].same); from != nil {
				return from, &root{variable: array.variable, index: array.index}
			}
		}
	}
	return nil, nil
}

// ancestorOf finds what an element is drawn from, among elements of which ok tells.
func (l *lineage) ancestorOf(r root, ok func(root) bool) *root {
	for _, id := range l.ancestors(l.id(root{variable: r.variable, index: r.index})) {
		if p := l.roots[id]; ok(p) {
			return &p
		}
	}
	return nil
}

// search looks among what an element is drawn from for the first of some others.
func (l *lineage) search(id int, among, met map[int]bool) (int, bool) {
	if met[id] {
		return 0, false
	}
	met[id] = true
	for _, p := range l.parentsOf(id) {
		if p != id && among[p] && !l.vague[p] {
			return p, true
		}
		if l.cycles.closed(l.roots[id].variable) {
			continue // parentsOf has listed them all
		}
		if found, ok := l.search(p, among, met); ok {
			return found, true
		}
	}
	return 0, false
}

// parentsOf lists the elements that a root is drawn from: those directly above it, or, where its
// variable stands in a cycle, x[t] ~ normal(x[t-1], v), all above it.
func (l *lineage) parentsOf(id int) []int {
	list, ok := l.parents[id]
	if !ok {
		list = l.above(id, nil)
		l.parents[id] = list
	}
	return list
}

// above lists the drawn elements that an element is drawn from, and those that choose the
// gate's branch that draws it; where its variable stands in a cycle also what these are drawn
// from. way holds the variables of the cycle that led here.
func (l *lineage) above(id int, way []*factor.Variable) []int {
	r := l.roots[id]
	if l.vague[id] {
		return nil
	}
	for _, w := range way {
		if w == r.variable {
			return nil
		}
	}
	way = append(way[:len(way):len(way)], r.variable)
	use := &factor.Edge{Variable: r.variable, Index: r.index}
	var out []int
	for _, def := range r.variable.Edges {
		picked := def.Factor.Kind.Name == "exit"
		if !def.Defines || def.Factor.Kind.Deterministic && !picked {
			continue
		}
		for _, s := range def.Factor.Slots {
			if s.Edge == nil || s.Edge.Defines || s.Silent() && !picked {
				continue
			}
			list := l.idsOf(s.Edge)
			if s.Over != nil && picked { // what branches draw it from
				list = nil
				for _, inner := range l.idsOf(s.Edge) {
					list = append(list, l.allAbove(r.variable, inner, way)...)
				}
			}
			for _, next := range l.translated(list, def, use, s) {
				out = append(out, next)
				if l.cycles.closed(r.variable) {
					out = append(out, l.allAbove(r.variable, next, way)...)
				}
			}
		}
	}
	return l.distinct(out)
}

// allAbove lists all that an element is drawn from, directly and through others, where that has
// led from an element of v.
func (l *lineage) allAbove(v *factor.Variable, id int, way []*factor.Variable) []int {
	if l.cycles.join(v, l.roots[id].variable) {
		return l.above(id, way)
	}
	return l.ancestors(id)
}

// ancestors lists all that an element is drawn from, directly and through others.
func (l *lineage) ancestors(id int) []int {
	if l.cycles.closed(l.roots[id].variable) {
		return l.parentsOf(id)
	}
	var out []int
	met := map[int]bool{}
	var visit func(id int)
	visit = func(id int) {
		if met[id] {
			return
		}
		met[id] = true
		for _, p := range l.parentsOf(id) {
			out = append(out, p)
			if !l.cycles.closed(l.roots[id].variable) {
				visit(p)
			}
		}
	}
	visit(id)
	return l.distinct(out)
}

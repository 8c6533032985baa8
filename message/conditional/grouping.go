package conditional

import (
	"slices"

	"mpc/model"
)

// A grouping holds the draws that are to be made together.
type grouping struct {
	*builder
	leaf    map[*model.Variable]bool
	readers map[*model.Variable][]*Factor
	place   map[*model.Variable]int // of a draw in the program
	of      map[*Draw][]*Draw
	why     map[*Draw]*Factor // of the first of a group
}

func (b *builder) newGrouping(leaf map[*model.Variable]bool) *grouping {
	g := &grouping{builder: b, leaf: leaf, readers: b.program.readers(), place: map[*model.Variable]int{}, of: map[*Draw][]*Draw{}, why: map[*Draw]*Factor{}}
	for k, d := range b.program.Draws {
		g.place[d.Variable()] = k
	}
	return g
}

// readBy lists the draws of groups that a factor reads, in their order.
func (g *grouping) readBy(f *Factor) (list []*Draw) {
	var places []int
	for _, v := range f.variables() {
		if k, ok := g.place[v]; ok && g.of[g.program.Draws[k]] != nil {
			places = append(places, k)
		}
	}
	slices.Sort(places)
	for _, k := range places {
		list = append(list, g.program.Draws[k])
	}
	return list
}

// one tells whether two draws are of one group.
func (g *grouping) one(a, b *Draw) bool { return g.of[a][0] == g.of[b][0] }

// merge makes one group of those of two draws.
func (g *grouping) merge(a, b *Draw, why *Factor) {
	both := append(slices.Clone(g.of[a]), g.of[b]...)
	slices.SortFunc(both, func(x, y *Draw) int { return x.ID - y.ID })
	for _, o := range both {
		g.of[o] = both
	}
	g.why[both[0]] = why
}

// joinable tells whether nothing speaks against a group of two groups. Of each nothing does: so
// only the factors that read elements of both are asked.
func (g *grouping) joinable(a, b []*Draw, refused func(p parts, f *Factor) *refusal) bool {
	for _, f := range g.across(a, b) {
		if f.Latent != nil {
			continue
		}
		if refused(partsOf(g.readOf(f, a, b)), f) != nil {
			return false
		}
	}
	return true
}

// across lists the factors that read draws of two groups, but for those that define leaves.
func (g *grouping) across(a, b []*Draw) (list []*Factor) {
	if len(a) < len(b) {
		a, b = b, a
	}
	in := map[*Factor]bool{}
	for _, d := range b {
		for _, f := range g.readers[d.Variable()] {
			if in[f] || f.Drawn != nil && g.leaf[f.Drawn.Variable] {
				continue
			}
			in[f] = true
			if slices.ContainsFunc(g.readBy(f), func(d *Draw) bool { return g.of[d][0] == a[0] }) {
				list = append(list, f)
			}
		}
	}
	return list
}

// readOf lists the draws of two groups that a factor reads.
func (g *grouping) readOf(f *Factor, a, b []*Draw) []*Draw {
	return slices.DeleteFunc(g.readBy(f), func(d *Draw) bool { return g.of[d][0] != a[0] && g.of[d][0] != b[0] })
}

// join joins groups, factor after factor: those that are read by the same indices, or all. Vectors tie their components as it
// is, so that those are joined by what they are drawn from, or by other vectors, where something else has joined one of them.
func (g *grouping) join(same, vectors bool) {
	row := func(p parts, f *Factor) *refusal {
		if !p.tells(f) {
			return nil
		}
		_, no := p.rows(g.builder, f)
		return no
	}
	for _, f := range g.program.Factors {
		if f.Drawn != nil && g.leaf[f.Drawn.Variable] || f.Dist == nil || vectors != f.ofVector() {
			continue
		}
		var first *Draw
		for _, d := range g.readBy(f) {
			list := g.of[d]
			if f.Exact && g.why[list[0]] == nil {
				g.why[list[0]] = f
			}
			if !vectors && d.Coupled && g.why[list[0]] == nil && f.coupled(f.occurrences(d.Variable())) && g.nested(list, same) {
				g.why[list[0]] = f
			}
			if first == nil {
				first = d
				continue
			}
			if vectors && g.why[g.of[first][0]] == nil && g.why[list[0]] == nil {
				continue
			}
			if g.one(first, d) || !same && (g.lines(g.of[first]) || g.lines(list)) {
				continue
			}
			if f.Exact && g.joinable(g.of[first], list, row) {
				g.merge(first, d, f)
				continue
			}
			if g.nested(g.of[first], same) && g.nested(list, same) && g.nestedAcross(g.of[first], list, same) && g.joinable(g.of[first], list, row) {
				g.merge(first, d, f)
			}
		}
	}
}

// nested tells whether, in each factor, of any two elements of a group that it reads one
// is read by the indices of the other, or both by the same: few entries of the precision
// matrix are then filled when it is factored. Two effects of different indices, r[i] +
// c[j], are not. Groups of several draws were made of what is nested.
func (g *grouping) nested(group []*Draw, same bool) bool {
	return len(group) > 1 || !slices.ContainsFunc(g.readers[group[0].Variable()], func(f *Factor) bool {
		return !(f.Drawn != nil && g.leaf[f.Drawn.Variable]) && !nestedIn(f, group, same)
	})
}

// nestedAcross tells it of two groups that are nested each.
func (g *grouping) nestedAcross(a, b []*Draw, same bool) bool {
	return !slices.ContainsFunc(g.across(a, b), func(f *Factor) bool { return !nestedIn(f, g.readOf(f, a, b), same) })
}

// nestedIn tells it of one factor.
func nestedIn(f *Factor, group []*Draw, same bool) bool {
	if f.For != nil {
		return true // it ties all components of a vector
	}
	var all [][]string // distinct
	for _, d := range group {
		for _, o := range f.occurrences(d.Variable()) {
			if atoms := o.atoms(); !slices.ContainsFunc(all, func(other []string) bool { return slices.Equal(atoms, other) }) {
				all = append(all, atoms)
			}
		}
	}
	for k, a := range all {
		for _, c := range all[:k] {
			if x, y := within(a, c), within(c, a); !x && !y || same && !(x && y) {
				return false
			}
		}
	}
	return true
}

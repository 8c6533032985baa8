package conditional

import (
	"slices"

	"mpc/model"
)

// maxTogether is how many variables of few values are drawn together at most: the density
// is computed at each combination of their values.
const maxTogether = 10

// together makes one draw of variables of few values that conditions tie to each other:
// given all others, none of them could move alone.
func (b *builder) together() {
	for _, f := range b.program.Factors {
		if !f.ties() {
			continue
		}
		var group []*Draw
		for _, d := range b.program.Draws {
			if d.Method == Finite && slices.ContainsFunc(d.Variables, func(v *model.Variable) bool { return len(f.occurrences(v)) > 0 }) {
				group = append(group, d)
			}
		}
		if len(group) > 1 && b.joinable(group) {
			b.join(group)
		}
	}
	for i, d := range b.program.Draws {
		d.ID = i
	}
}

// ties tells whether a factor is 1 or 0.
func (f *Factor) ties() bool { return f.Holds != nil || f.Dist != nil && f.Dist.Name == "point" }

// joinable tells whether variables can be drawn together: where a factor reads several of
// them, it reads the same element of all.
func (b *builder) joinable(group []*Draw) bool {
	var all []*model.Variable
	for _, d := range group {
		all = append(all, d.Variables...)
	}
	if len(all) > maxTogether {
		return false
	}
	for _, v := range all[1:] {
		if !slices.EqualFunc(v.Dims, all[0].Dims, (*model.Expr).Equal) {
			return false
		}
	}
	if len(all[0].Dims) == 0 {
		return true
	}
	for _, f := range b.program.Factors {
		var first *occurrence
		for _, v := range all {
			for _, o := range f.occurrences(v) {
				if first == nil {
					first = o
				}
				if !o.same(first) || len(o.inside) > 0 {
					return false
				}
			}
		}
	}
	return true
}

// join makes one draw of several.
func (b *builder) join(group []*Draw) {
	d := group[0]
	for _, o := range group[1:] {
		d.Variables = append(d.Variables, o.Variables...)
	}
	d.Terms, d.Prior, d.Coupled = nil, nil, false
	d.Reason = "conditions tie them to each other"
	leaf := b.leaves()
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] {
			continue
		}
		seen := false
		for _, v := range d.Variables {
			list := f.occurrences(v)
			for k := range list {
				if slices.ContainsFunc(list[:k], list[k].same) {
					continue
				}
				t, _ := f.term(list, k, d.At, v.Dims)
				if !seen {
					d.Terms = append(d.Terms, t)
				}
				if k == 0 && f.Drawn != nil && f.Drawn.Variable == v {
					d.Prior = append(d.Prior, t)
				}
				seen = true
			}
		}
	}
	b.program.Draws = slices.DeleteFunc(b.program.Draws, func(o *Draw) bool { return slices.Contains(group[1:], o) })
}

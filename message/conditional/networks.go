package conditional

import (
	"fmt"
	"slices"

	"mpc/model"
)

// maxElements is how many elements of a block a factor reads at most.
const maxElements = 10

// network makes a block of draws of whole numbers and truths: the elements of some
// variables with the factors that read them.
func (b *builder) network(list []*Draw, leaf map[*model.Variable]bool) (*Block, *refusal) {
	p := partsOf(list)
	for _, d := range list {
		v := d.Variable()
		name := b.program.Original(v).Name
		switch {
		case d.Method == Forward:
			return nil, refuse(nil, "no data depend on %s, which is drawn from its prior once for each draw that is kept", name)
		case v.Type.Kind == model.Real:
			return nil, refuse(nil, "%s is no whole number or truth", name)
		case d.Method != Finite:
			return nil, refuse(nil, "%s is drawn by %s: %s", name, d.Method, d.Reason)
		}
		if n := d.Values(); n == nil || readsDrawn(n) {
			return nil, refuse(nil, "how many values %s has is drawn", name)
		}
	}
	block := &Block{Parts: list}
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || f.Latent != nil || f.For != nil {
			continue
		}
		t, no := b.table(p, f)
		if no != nil {
			return nil, no
		}
		if t != nil {
			if !slices.ContainsFunc(block.Tables, func(o *ValueTable) bool { return o.merge(t) }) {
				block.Tables = append(block.Tables, t)
			}
			block.Must = block.Must || f.ties() && len(t.Elements) > 1
		}
	}
	return block, nil
}

// Valued tells whether an index stands for a value of an element of a block.
func (b *Block) Valued(i *model.Index) bool {
	return slices.ContainsFunc(b.Tables, func(t *ValueTable) bool {
		return slices.ContainsFunc(t.Values, func(l *model.Loop) bool { return l.Index == i })
	})
}

// findNetworks joins whole numbers and truths that factors tie; where the model wants no
// blocks, those that conditions tie: given all others, none of them could move alone.
func (b *builder) findNetworks(leaf, named map[*model.Variable]bool) {
	g := b.newGrouping(leaf)
	for _, d := range b.program.Draws {
		if d.Method == Finite && !named[d.Variable()] && b.asked(d.Variable()) == "" {
			if _, no := b.network([]*Draw{d}, leaf); no == nil {
				g.of[d] = []*Draw{d}
			}
		}
	}
	table := func(p parts, f *Factor) *refusal {
		if f.For != nil {
			return nil
		}
		_, no := b.table(p, f)
		return no
	}
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || b.program.Model.NoBlocks && !f.ties() {
			continue
		}
		var first *Draw
		for _, d := range g.readBy(f) {
			list := g.of[d]
			if g.why[list[0]] == nil && f.coupled(f.occurrences(d.Variable())) {
				g.why[list[0]] = f
			}
			if first == nil {
				first = d
			}
			if !g.one(first, d) && g.joinable(g.of[first], list, table) {
				g.merge(first, d, f)
			}
		}
	}
	for _, d := range slices.Clone(b.program.Draws) {
		if list := g.of[d]; list != nil && list[0] == d && g.why[d] != nil {
			if made, no := b.network(list, leaf); no == nil {
				b.replace(list, made, fmt.Sprintf("%s (line %d) ties them", g.why[d].Text, g.why[d].At.Line))
			}
		}
	}
}

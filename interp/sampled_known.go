package interp

import (
	"slices"

	"mpc/conditional"
	"mpc/mcmc"
)

// sumBlock adds up what the data say of a block, if that is all that is said of it but for
// scales. The values stay as they are.
func (c *chain) sumBlock(d *conditional.Draw, b *block) error {
	if d.Block.Sums == nil {
		return nil
	}
	known := mcmc.NewNormalSums(b.pattern, len(d.Block.Scales))
	var before [][]float64
	for _, part := range d.Block.Parts {
		before = append(before, slices.Clone(c.values[part.Variable()].numbers))
	}
	w := &b.work
	w.Reset(b.pattern)
	for k := range 2 {
		c.refer(d, b, known)
		if err := c.sayBlock(d.Block.Sums, w, func(r *conditional.Row) { known.Take(w, r.Group) }); err != nil {
			return err
		}
		if k == 0 {
			known.Settle(w)
		}
	}
	known.List()
	for k, part := range d.Block.Parts {
		copy(c.values[part.Variable()].numbers, before[k])
	}
	b.known = known
	return nil
}

// refer lets the normals of a block stand where the sums are about.
func (c *chain) refer(d *conditional.Draw, b *block, known *mcmc.NormalSums) {
	for k, part := range d.Block.Parts {
		copy(c.values[part.Variable()].numbers, known.Reference[b.from[k]:])
	}
}

// addSums adds up what is said of a block from there.
func (c *chain) addSums(d *conditional.Draw, b *block) error {
	c.refer(d, b, b.known)
	for k, scale := range d.Block.Scales {
		o := c.operands()
		x := o.Real(scale)
		if o.Err != nil {
			return o.Err
		}
		b.work.AddSums(b.known, k, x)
	}
	return nil
}

package conditional

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// blocks makes one draw of variables that the model wants drawn together, and then of
// normals that are tied where that pays: an effect and what is added to it in one
// predictor, the elements of an array and the mean that they are drawn about, a state and
// the one before it. Drawn one after the other, each could move no more than the others
// leave it (Liu, Wong and Kong 1994; Knorr-Held and Rue 2002).
func (b *builder) blocks() {
	leaf := b.leaves()
	named := map[*model.Variable]bool{}
	for _, block := range b.program.Model.Blocks {
		for _, v := range block.Variables {
			named[v] = true
			named[b.standIn(v)] = true
		}
		b.wanted(block, leaf)
	}
	if !b.program.Model.NoBlocks {
		b.findBlocks(leaf, named)
		b.multiplied(leaf, named)
	}
	b.findNetworks(leaf, named)
	b.stuck(leaf)
	for _, d := range slices.Clone(b.program.Draws) {
		if d.Block != nil {
			d.Block.sums()
			b.integrate(d)
			b.rescales(d)
		}
	}
	for i, d := range b.program.Draws {
		d.ID = i
	}
}

// wanted makes the block that the model names.
func (b *builder) wanted(block model.Block, leaf map[*model.Variable]bool) {
	var group []*Draw
	var names []string
	for _, v := range block.Variables {
		names = append(names, v.Name)
		v = b.standIn(v)
		k := slices.IndexFunc(b.program.Draws, func(d *Draw) bool { return slices.Contains(d.Variables, v) })
		if k < 0 {
			continue // determined by an equation: with what it is computed from
		}
		if d := b.program.Draws[k]; !slices.Contains(group, d) {
			group = append(group, d)
		}
	}
	if len(group) == 0 {
		return
	}
	what := strings.Join(names, ", ")
	if a, c := b.apart(group, leaf); c != nil {
		b.Errorf(block.At[0], lang.CodeBlock, "%s cannot be drawn together: no factor ties %s to %s", what, c.Name(), a.Name()).
			WithHint("what no factor ties is drawn by itself; make a block of each")
		return
	}
	make, all := b.normals, "normal densities of linear functions of it"
	if group[0].Variable().Type.Kind != model.Real {
		make, all = b.network, fmt.Sprintf("factors that each read up to %d elements of it, by indices that are not drawn", maxElements)
	}
	made, no := make(group, leaf)
	if no != nil {
		d := b.Errorf(block.At[0], lang.CodeBlock, "%s cannot be drawn together: %s", what, no.text).
			WithHint("a block is drawn together where all that is said of it are %s", all)
		if no.factor != nil {
			d.WithRelated(no.factor.At, "said here")
		}
		return
	}
	made.Must = true
	b.replace(group, made, "the model wants them drawn together")
}

// apart finds a draw of a group that no factors tie to the first.
func (b *builder) apart(group []*Draw, leaf map[*model.Variable]bool) (first, other *Draw) {
	tied := map[*Draw]bool{group[0]: true}
	for again := true; again; {
		again = false
		for _, f := range b.program.Factors {
			if f.Drawn != nil && leaf[f.Drawn.Variable] {
				continue
			}
			reads := func(d *Draw) bool {
				return slices.ContainsFunc(d.Variables, func(v *model.Variable) bool { return len(f.occurrences(v)) > 0 })
			}
			if !slices.ContainsFunc(group, func(d *Draw) bool { return tied[d] && reads(d) }) {
				continue
			}
			for _, d := range group {
				if !tied[d] && reads(d) {
					tied[d], again = true, true
				}
			}
		}
	}
	for _, d := range group {
		if !tied[d] {
			return group[0], d
		}
	}
	return group[0], nil
}

// findBlocks joins normals that factors tie. First those that factors read by the same
// indices: they cost no more than one by one. Then those of which the indices of one are
// among those of the other, as mu + delta[i] has them and as delta[i] ~ normal(mu, ...)
// does; but intercepts and slopes of many lines through the same places, a pair for each, whose precisions are added up and
// factored once, stay by themselves: with their means they take several times as long.
func (b *builder) findBlocks(leaf, named map[*model.Variable]bool) {
	g := b.newGrouping(leaf)
	for _, d := range b.program.Draws {
		if d.Method == Conjugate && d.normal() && !named[d.Variable()] {
			if _, no := b.normals([]*Draw{d}, leaf); no == nil {
				g.of[d] = []*Draw{d}
			}
		}
	}
	g.join(true, false)
	g.join(false, false)
	g.join(false, true)
	for _, d := range slices.Clone(b.program.Draws) {
		list := g.of[d]
		if list == nil || list[0] != d || g.why[d] == nil {
			continue
		}
		if made, no := b.normals(list, leaf); no == nil {
			b.replace(list, made, fmt.Sprintf("%s (line %d) ties them, linear in normals", g.why[d].Text, g.why[d].At.Line))
		}
	}
}

// multiplied makes blocks of normals that augmented factors read times a number that is drawn, so that it can be proposed with them
// integrated out: of each by itself, which costs no more than one by one.
func (b *builder) multiplied(leaf, named map[*model.Variable]bool) {
	for _, d := range slices.Clone(b.program.Draws) {
		if d.Method != Conjugate || d.Block != nil || !d.normal() || named[d.Variable()] || len(d.At) == 0 {
			continue
		}
		for _, f := range b.program.Factors {
			if f.Given == nil || !f.scales(d.Variable()) {
				continue
			}
			if made, no := b.normals([]*Draw{d}, leaf); no == nil {
				b.replace([]*Draw{d}, made, fmt.Sprintf("%s (line %d) reads it times what is drawn", f.Text, f.At.Line))
			}
			break
		}
	}
}

// scales tells whether the mean of a normal factor reads elements of a variable times what is drawn.
func (f *Factor) scales(v *model.Variable) bool {
	mean := f.Dist.Arg("mean")
	return slices.ContainsFunc((&Factor{X: mean}).occurrences(v), func(o *occurrence) bool {
		s, ok := slopeOf(mean, o.element, o.around)
		return ok && readsDrawn(s)
	})
}

// lines tells whether a group has a pair or more for each element of arrays, of precisions that are alike.
func (g *grouping) lines(group []*Draw) bool {
	if len(group) < 2 || len(group[0].Variable().Dims) == 0 {
		return false
	}
	made, no := g.normals(group, g.leaf)
	if no != nil {
		return false
	}
	each := g.each(made)
	return each != nil && each.Alike
}

// atoms are the indices that an element is read by, those of reductions left out, and what
// is added to them.
func (o *occurrence) atoms() (list []string) {
	for _, a := range o.args() {
		if slices.ContainsFunc(o.around, func(l *model.Loop) bool { return a.Uses(l.Index) }) {
			continue
		}
		if i, _, ok := a.Affine(); ok {
			if i != nil {
				list = append(list, model.IndexExpr(i).Key())
			}
			continue
		}
		if a.Op != model.OpNumber {
			list = append(list, a.Key())
		}
	}
	return list
}

func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}

// replace puts one draw of a block in the place of the draws of its variables.
func (b *builder) replace(group []*Draw, block *Block, reason string) {
	family := "finite"
	if block.Tables == nil {
		family = "normal"
		if e := b.each(block); e != nil {
			block = e
		}
	}
	d := &Draw{Method: Joint, Family: family, Reason: reason, Block: block}
	if block.Each {
		d.Elements, d.Down, d.At = group[0].Elements, group[0].Down, group[0].At
	}
	for _, o := range group {
		d.Variables = append(d.Variables, o.Variables...)
		d.Prior = append(d.Prior, o.Prior...)
	}
	for _, r := range block.Rows {
		d.Terms = append(d.Terms, r.Term)
	}
	for _, t := range block.Tables {
		d.Terms = append(append(d.Terms, t.Term), t.Also...)
	}
	at := slices.Index(b.program.Draws, group[0])
	b.program.Draws[at] = d
	b.program.Draws = slices.DeleteFunc(b.program.Draws, func(o *Draw) bool { return slices.Contains(group, o) })
}

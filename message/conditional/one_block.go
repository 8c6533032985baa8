package conditional

import (
	"slices"
	"strings"

	"mpc/model"
)

// A OneBlock proposes normals that other densities than normal ones tie, all at once and with their hyperparameters (Knorr-Held and Rue, "On
// block updating in Markov random field models for disease mapping", Scandinavian Journal of Statistics 29, 2002). Each factor that
// is no normal density and reads one linear combination of them, a site, has a normal approximation of that combination, which the burn-in
// learns. Normals that are drawn one by one, or given their hyperparameters, can move no more than these leave them. The move comes
// after the draw of the last of them that is drawn one by one; where proposals are often taken, most scans draw nothing else of them.
// See mcmc.OneBlock.
type OneBlock struct {
	// Normals are the normals as a joint draw has them. Of rows with a Site X and Dist of their Term are in terms of that.
	Normals *Draw
	// Parts are the draws of the hyperparameters by themselves; there may be none.
	Parts []*Draw
	// Terms are all factors that read the normals or the hyperparameters.
	Terms []*Term
	// Alone tells that what the factors say depends on no other variable that is drawn.
	Alone bool
	// Number is that of the move, from 0.
	Number int
}

// oneBlocks finds the normals that are proposed together, unless the model wants each variable drawn by itself.
func (b *builder) oneBlocks() {
	if b.program.Model.NoBlocks {
		return
	}
	leaf := b.leaves()
	var all []*Draw
	for _, d := range b.program.Draws {
		for _, n := range d.Alone() {
			if b.normalByPrior(n, leaf) {
				all = append(all, n)
			}
		}
	}
	for len(all) > 0 {
		var tied []*Draw
		tied, all = b.tied(all, leaf)
		for len(tied) > 0 {
			block, no := b.approximated(tied, leaf)
			if no == nil {
				b.oneBlock(block, leaf)
				break
			}
			var left []*Draw
			for _, d := range tied {
				if len(no.occurrences(d.Variable())) == 0 {
					left = append(left, d)
				}
			}
			if tied = nil; len(left) > 0 {
				var rest []*Draw
				tied, rest = b.tied(left, leaf)
				all = append(all, rest...)
			}
		}
	}
}

// normalByPrior tells whether all elements that a draw is of have normal priors.
func (b *builder) normalByPrior(d *Draw, leaf map[*model.Variable]bool) bool {
	v := d.Variable()
	if v.Type.Kind != model.Real || v.Type.Dimensions > 0 || v.Input != nil || partlySeen(v) || leaf[v] || b.asked(v) != "" || d.Seen != nil || len(d.Prior) == 0 {
		return false
	}
	switch {
	case d.Method == Slice || d.Method == AdaptiveRejection:
	case d.Method == Conjugate && d.normal():
	default:
		return false
	}
	return !slices.ContainsFunc(d.Prior, func(t *Term) bool {
		return t.Dist == nil || !t.Dist.IsNormal() || t.Dist.Flat() || slices.ContainsFunc(t.Factor.Guards, readsDrawn)
	})
}

// approximated makes the block of normals whose sites are approximated, or gives a factor that keeps some of them from that.
func (b *builder) approximated(list []*Draw, leaf map[*model.Variable]bool) (*Block, *Factor) {
	p := partsOf(list)
	block := &Block{Parts: list}
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || len(p.readBy(f)) == 0 {
			continue
		}
		if f.Latent != nil || f.Given != nil || f.Exact || f.Holds != nil || f.Log != nil || f.Mass != nil || f.Times != nil ||
			f.Of != nil || len(f.For) > 0 || len(f.But) > 0 || f.Dist.Given() != nil || slices.ContainsFunc(f.Guards, readsDrawn) {
			return nil, f
		}
		row, no := p.row(f)
		if no != nil {
			row = p.approximatedSite(f)
		}
		if row == nil {
			return nil, f
		}
		if len(row.Slopes) > 0 {
			block.Rows = append(block.Rows, row)
		}
	}
	return block, nil
}

// approximatedSite makes the row of a factor that reads normals by one linear combination, or by several that differ by what are no normals
// of the block, as thresholds do; nil where it does not.
func (p parts) approximatedSite(f *Factor) *Row {
	if f.Drawn != nil && p.index(f.Drawn.Variable) >= 0 || !p.surely(f.X, false) || slices.ContainsFunc(f.Dist.Args, func(e *model.Expr) bool { return !p.surely(e, false) }) {
		return nil
	}
	whole := *f
	whole.Drawn = nil // what it draws is no normal of the block, and stands where it is
	row := p.site(&whole)
	if row == nil {
		row = p.shifted(&whole)
	}
	if row == nil {
		return nil
	}
	row.Term.Factor = f
	if row.shape(f) != "" {
		return nil
	}
	return row
}

// surely tells whether the elements that combinations read are there wherever an expression is computed: of those that are read under a
// condition alone the indices are plain.
func (p parts) surely(e *model.Expr, perhaps bool) bool {
	if !p.read(e) {
		return true
	}
	if l := (&slopes{parts: p}); l.add(e, model.Number(1), nil, nil) {
		return !perhaps || !slices.ContainsFunc(l.list, func(s *Slope) bool {
			return slices.ContainsFunc(s.At, func(a *model.Expr) bool { return a.Op != model.OpIndex && a.Op != model.OpNumber })
		})
	}
	perhaps = perhaps || isCall(e, model.Choose) && (!p.read(e.Args[1]) || !p.read(e.Args[2]))
	return !slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return !p.surely(a, perhaps) })
}

// shifted makes the row of a factor whose linear combinations are all one but for what is added to it; nil of others. Its Site has the
// part of normals alone.
func (p parts) shifted(f *Factor) *Row {
	if f.Log != nil || f.Times != nil || f.Dist == nil {
		return nil
	}
	var all []*Slope
	exprs := append([]*model.Expr{f.X}, f.Dist.Args...)
	for _, e := range exprs {
		if !p.alike(e, nil, &all) {
			return nil
		}
	}
	if all == nil {
		return nil
	}
	at := &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: f.At}
	dist := *f.Dist
	dist.Args = nil
	for _, e := range exprs[1:] {
		dist.Args = append(dist.Args, p.shiftedBy(e, elementOf(at, nil)))
	}
	of := model.Number(0)
	for _, s := range all {
		of = sum(of, product(s.Slope, elementOf(p.draws[s.Part].Variable(), s.At)))
	}
	return &Row{
		Term:   &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: p.shiftedBy(exprs[0], elementOf(at, nil)), Dist: &dist},
		Rest:   of,
		Slopes: all,
		Site:   &Site{Of: of, At: at},
	}
}

// alike tells whether all linear combinations in an expression have the slopes of the first one, which are no other in passes of loops
// inside of it.
func (p parts) alike(e *model.Expr, inside []*model.Index, all *[]*Slope) bool {
	if !p.read(e) {
		return true
	}
	if list := p.slopesOf(e); list != nil {
		for _, s := range list {
			uses := func(a *model.Expr) bool { return slices.ContainsFunc(inside, a.Uses) }
			if s.If != nil || len(s.Over) > 0 || uses(s.Slope) || slices.ContainsFunc(s.At, uses) {
				return false
			}
		}
		if *all == nil {
			*all = list
		}
		return slices.EqualFunc(*all, list, func(a, b *Slope) bool {
			return a.Part == b.Part && a.Slope.Equal(b.Slope) && slices.EqualFunc(a.At, b.At, (*model.Expr).Equal)
		})
	}
	if e.Op != model.OpCall && e.Op != model.OpList && e.Op != model.OpReduce {
		return false
	}
	if e.Loop != nil {
		if p.read(e.Loop.Lo) || p.read(e.Loop.Hi) {
			return false
		}
		inside = append(inside[:len(inside):len(inside)], e.Loop.Index)
	}
	return !slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return !p.alike(a, inside, all) })
}

// shiftedBy is an expression whose linear combinations are a number and what is added to the normals in them.
func (p parts) shiftedBy(e, by *model.Expr) *model.Expr {
	switch {
	case !p.read(e):
		return e
	case p.slopesOf(e) != nil:
		return sum(by, e.Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpVariable && p.index(x.Variable) >= 0 {
				return model.Number(0)
			}
			return x
		}))
	}
	c := *e
	c.Args = make([]*model.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = p.shiftedBy(a, by)
	}
	return &c
}

// oneBlock makes the move of a block that has sites, beside the draw of the last of its normals that is drawn by itself.
func (b *builder) oneBlock(block *Block, leaf map[*model.Variable]bool) {
	if !slices.ContainsFunc(block.Rows, func(r *Row) bool { return r.Site != nil }) || len(block.Parts) == 1 && len(block.Parts[0].At) == 0 {
		return
	}
	n := &Draw{Method: Joint, Family: "normal", Block: block}
	var last *Draw
	for _, d := range b.program.Draws {
		if slices.Contains(block.Parts, d) {
			last = d
		}
	}
	if last == nil {
		return
	}
	for _, d := range block.Parts {
		n.Variables, n.Prior = append(n.Variables, d.Variables...), append(n.Prior, d.Prior...)
	}
	for _, r := range block.Rows {
		n.Terms = append(n.Terms, r.Term)
	}
	o := &OneBlock{Normals: n, Alone: true, Number: b.program.OneBlocks}
	for _, d := range b.program.Draws {
		for _, h := range d.Alone() {
			if !slices.Contains(block.Parts, h) && (b.hyperparameter(h, n, leaf) || (b.moves(h, leaf) || b.smooth(h, leaf)) && b.readBeside(h, n, leaf)) {
				o.Parts = append(o.Parts, h)
			}
		}
	}
	numbers := append(slices.Clone(o.Parts), block.Parts...)
	for _, f := range b.program.Factors {
		if b.ties(f, numbers, leaf) {
			o.Terms = append(o.Terms, &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds, Log: f.Log, Times: f.Times})
		}
	}
	for _, d := range b.program.Draws {
		for _, v := range d.Variables {
			o.Alone = o.Alone && (slices.ContainsFunc(numbers, func(x *Draw) bool { return x.Variable() == v }) ||
				!slices.ContainsFunc(o.Terms, func(t *Term) bool { return len(t.Factor.occurrences(v)) > 0 }))
		}
	}
	for _, d := range b.program.Draws {
		if slices.Contains(numbers, d) {
			d.InBlock = o
		}
	}
	last.OneBlock = o
	last.Reason += "; " + o.says()
	b.program.OneBlocks++
}

// readBeside tells whether a factor reads both the numbers of a draw and normals.
func (b *builder) readBeside(h, n *Draw, leaf map[*model.Variable]bool) bool {
	return slices.ContainsFunc(b.program.Factors, func(f *Factor) bool { return b.ties(f, []*Draw{h}, leaf) && n.reads(f) })
}

// says what is said of a move.
func (o *OneBlock) says() string {
	var names []string
	for _, d := range append(slices.Clone(o.Normals.Block.Parts), o.Parts...) {
		names = append(names, d.Variable().Name)
	}
	if len(names) == 1 {
		return names[0] + " is then proposed as a whole, which may take the place of slices"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are then proposed as one block, which may take the place of slices"
}

// All is the draw of all normals and hyperparameters as one whose density is computed.
func (o *OneBlock) All() *Draw {
	d := &Draw{Method: Slice, Terms: o.Terms, Variables: slices.Clone(o.Normals.Variables)}
	for _, p := range o.Parts {
		d.Variables = append(d.Variables, p.Variables...)
	}
	return d
}

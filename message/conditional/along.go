package conditional

import (
	"slices"
	"strings"

	"mpc/mcmc"
	"mpc/model"
)

// An Along moves numbers that are drawn one by one together (see mcmc.Directions): by proposals of all of them, and along directions,
// which are learned in the burn-in. They are coefficients that a density ties which has no closed form, or one number. They are
// moved after the draw of the last of them. Elements that their prior ties to each other, with parameters that are drawn, are moved with
// them where the data say that all are few: such a move takes the place of those without these elements. Whether a move is worth its
// time is known once a chain has run for a while; where proposals are, the numbers are not drawn one by one in most scans.
type Along struct {
	// Parts are the draws of the numbers.
	Parts []*Draw
	// Terms are all factors that read the numbers.
	Terms []*Term
	// Number is that of the move, from 0.
	Number int
	// Alone tells that what the factors say depends on no other variable that is drawn.
	Alone bool
	// If is what must hold of the data for the move to be made; nil where it always is.
	If *model.Expr
	// Local tells that arrays are among the numbers of which a factor reads few elements.
	Local bool
}

// alongs finds numbers that may be moved together: those that slices draw, which a factor ties, unless the
// model wants each variable drawn by itself.
func (b *builder) alongs() {
	if b.program.Model.NoBlocks {
		return
	}
	leaf := b.leaves()
	var parts, all []*Draw
	for _, d := range b.program.Draws {
		if b.moves(d, leaf) {
			parts = append(parts, d)
		}
		if b.moves(d, leaf) || b.smooth(d, leaf) {
			all = append(all, d)
		}
	}
	var perhaps [][]*Draw
	for len(all) > 0 {
		var tied []*Draw
		tied, all = b.tied(all, leaf)
		few := fewOf(tied)
		smooth := slices.ContainsFunc(tied, func(d *Draw) bool { return !slices.Contains(parts, d) })
		switch {
		case !smooth || few.Op == model.OpBool && few.Value == 0:
		case few.Op == model.OpBool:
			b.along(tied, leaf).Local = true
			parts = slices.DeleteFunc(parts, func(d *Draw) bool { return slices.Contains(tied, d) })
		default:
			perhaps = append(perhaps, tied)
		}
	}
	for len(parts) > 0 {
		var tied []*Draw
		tied, parts = b.tied(parts, leaf)
		b.along(tied, leaf)
	}
	for _, tied := range perhaps {
		b.alongAll(tied, leaf)
	}
}

// along makes a move of numbers.
func (b *builder) along(tied []*Draw, leaf map[*model.Variable]bool) *Along {
	last := tied[len(tied)-1]
	a := &Along{Parts: tied, Number: b.program.Alongs, Alone: true}
	for _, f := range b.program.Factors {
		if b.ties(f, tied, leaf) {
			a.Terms = append(a.Terms, &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds, Log: f.Log, Times: f.Times})
		}
	}
	for _, d := range b.program.Draws {
		a.Alone = a.Alone && (slices.Contains(tied, d) || !slices.ContainsFunc(d.Variables, func(v *model.Variable) bool {
			return slices.ContainsFunc(a.Terms, func(t *Term) bool { return len(t.Factor.occurrences(v)) > 0 })
		}))
	}
	for _, d := range tied {
		d.With = append([]*Along{a}, d.With...)
	}
	last.Along = append(last.Along, a)
	last.Reason += "; " + a.says()
	b.program.Alongs++
	return a
}

// alongAll makes a move of numbers with smooth arrays, in the place of the moves without, where the data say that all are few.
func (b *builder) alongAll(tied []*Draw, leaf map[*model.Variable]bool) {
	few := fewOf(tied)
	for _, d := range tied {
		for _, a := range d.With {
			a.If = not(few)
		}
	}
	a := b.along(tied, leaf)
	a.If, a.Local = few, true
}

// fewOf says of sizes that so many numbers can be moved together.
func fewOf(tied []*Draw) *model.Expr {
	whole := model.Type{Kind: model.Int}
	count := model.Number(0)
	for _, d := range tied {
		size := model.Number(1)
		for _, n := range d.Variable().Dims {
			if size.IsNumber(1) {
				size = n
				continue
			}
			size = model.Call("*", whole, size, n)
		}
		if count.IsNumber(0) {
			count = size
			continue
		}
		count = model.Call("+", whole, count, size)
	}
	return model.Call("<=", boolean, count, model.Number(mcmc.DirectionsMost))
}

// unsliced leaves elements that nothing reads out of draws by slices: a block wants a prior of each, a slice needs none.
func (b *builder) unsliced() {
	for _, d := range b.program.Draws {
		if d.Block != nil || d.Method != Slice && d.Method != AdaptiveRejection || d.Variable().Type.Kind != model.Real {
			continue
		}
		for _, t := range slices.Clone(d.Prior) {
			if !t.Factor.Unread || len(t.Guards) == 0 || len(t.Loops) > 0 || slices.ContainsFunc(t.Guards, readsDrawn) || len(d.Prior) == 1 {
				continue
			}
			is := func(o *Term) bool { return o == t }
			d.Prior, d.Terms = slices.DeleteFunc(slices.Clone(d.Prior), is), slices.DeleteFunc(slices.Clone(d.Terms), is)
			all := t.Guards[0]
			for _, g := range t.Guards[1:] {
				all = and(all, g)
			}
			d.Guards = append(d.Guards[:len(d.Guards):len(d.Guards)], not(all))
		}
	}
}

// moves tells whether the numbers of a draw may be moved with others: real ones that a slice draws, of an array only where
// their priors are of constants, as fixed effects, of which there are few.
func (b *builder) moves(d *Draw, leaf map[*model.Variable]bool) bool {
	return b.sliced(d, leaf) && (len(d.At) == 0 || !slices.ContainsFunc(d.Prior, pooled))
}

// smooth tells whether a draw is of an array whose prior has parameters that are drawn and ties its elements to each other, as a random walk
// does. Elements that are tied by nothing but what they all depend on are drawn one by one for less than together.
func (b *builder) smooth(d *Draw, leaf map[*model.Variable]bool) bool {
	return b.sliced(d, leaf) && len(d.At) > 0 && d.Coupled && slices.ContainsFunc(d.Prior, pooled) &&
		!slices.ContainsFunc(d.Variable().Dims, ragged)
}

// ragged tells whether a size differs between elements of outer dimensions.
func ragged(size *model.Expr) bool {
	found := false
	size.Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim })
	return found
}

// pooled tells whether a prior has parameters that are drawn.
func pooled(t *Term) bool { return t.Dist != nil && slices.ContainsFunc(t.Dist.Args, readsDrawn) }

// sliced tells whether a draw is of real numbers by slices, of which a density of several can be computed.
func (b *builder) sliced(d *Draw, leaf map[*model.Variable]bool) bool {
	v := d.Variable()
	if d.Block != nil || d.Method != Slice && d.Method != AdaptiveRejection || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || leaf[v] || b.asked(v) != "" || d.Seen != nil {
		return false
	}
	for _, t := range d.Prior {
		if len(t.Loops) > 0 {
			return false
		}
	}
	for _, f := range b.program.Factors {
		if len(f.occurrences(v)) > 0 && f.silent(v) {
			return false
		}
	}
	return true
}

// ties tells whether a factor says something of some of the numbers.
func (b *builder) ties(f *Factor, parts []*Draw, leaf map[*model.Variable]bool) bool {
	if f.Drawn != nil && leaf[f.Drawn.Variable] {
		return false
	}
	return slices.ContainsFunc(parts, func(d *Draw) bool { return len(f.occurrences(d.Variable())) > 0 })
}

// tied takes the first draw and those that factors tie to it, one after the other, from a list, in its order.
func (b *builder) tied(parts []*Draw, leaf map[*model.Variable]bool) (tied, rest []*Draw) {
	in := map[*Draw]bool{parts[0]: true}
	for again := true; again; {
		again = false
		for _, f := range b.program.Factors {
			some := func(want bool) bool {
				return slices.ContainsFunc(parts, func(d *Draw) bool { return in[d] == want && b.ties(f, []*Draw{d}, leaf) })
			}
			if !some(true) || !some(false) {
				continue
			}
			for _, d := range parts {
				if !in[d] && b.ties(f, []*Draw{d}, leaf) {
					in[d], again = true, true
				}
			}
		}
	}
	for _, d := range parts {
		if in[d] {
			tied = append(tied, d)
		} else {
			rest = append(rest, d)
		}
	}
	return tied, rest
}

// says what is said of a move.
func (a *Along) says() string {
	var names []string
	for _, d := range a.Parts {
		names = append(names, d.Variable().Name)
	}
	if len(names) == 1 {
		return names[0] + " is then proposed, which may take the place of slices"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are then proposed together, which may take the place of slices"
}

// All is the draw of all numbers as one whose density is computed.
func (a *Along) All() *Draw {
	d := &Draw{Method: Slice, Terms: a.Terms}
	for _, p := range a.Parts {
		d.Variables = append(d.Variables, p.Variables...)
	}
	return d
}

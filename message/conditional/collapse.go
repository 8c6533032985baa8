package conditional

import (
	"slices"
	"strings"

	"mpc/mcmc"
	"mpc/model"
)

// A Collapse proposes numbers together with the normals of a block integrated out, before these are drawn (partially collapsed Gibbs
// sampling: van Dyk and Park, "Partially collapsed Gibbs samplers", Journal of the American Statistical Association 103, 2008).
// Given normals, their precisions and the coefficients that they are times could move no more than these leave them. The density of
// the numbers is that of all there is, over that of the normals given them: it is the same wherever these stand, in this scan and in
// the next, where all that reads the normals counts. It may depend on
// other variables that are drawn where these are what augmented factors were given, or read by them: given others the numbers might be
// elsewhere than proposals about all that they may be. Nothing may read
// the normals in between: so both are one draw. See mcmc.Collapsed.
type Collapse struct {
	// Parts are the draws of the numbers by themselves.
	Parts []*Draw
	// Terms are all factors that read the numbers, Rest all others that read the normals, where Alone.
	Terms, Rest []*Term
	// Alone tells that what the factors say depends on no other variable that is drawn, but for the normals.
	Alone bool
	// Number is that of the move, from 0.
	Number int
}

// collapses finds the draws before which numbers are proposed, unless the model wants each variable drawn by itself.
func (b *builder) collapses() {
	if b.program.Model.NoBlocks {
		return
	}
	leaf := b.leaves()
	taken := map[*Draw]bool{}
	for _, d := range b.program.Draws {
		if !d.whole() {
			continue
		}
		c := &Collapse{Number: b.program.Collapses}
		others := slices.Clone(b.program.Draws)
		var known []*Draw
		if d.Block.Integral != nil {
			for _, p := range d.Block.Integral.Precisions {
				known = append(known, p.Draw)
			}
		}
		for _, o := range append(others, known...) {
			if !taken[o] && o != d && b.hyperparameter(o, d, leaf) {
				c.Parts = append(c.Parts, o)
			}
		}
		missing := func(o *Draw) bool { return !slices.Contains(c.Parts, o) }
		if len(c.Parts) == len(known) || slices.ContainsFunc(known, missing) {
			continue
		}
		for _, f := range b.program.Factors {
			if f.Latent != nil {
				continue // what it draws is held
			}
			term := &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds, Log: f.Log, Times: f.Times}
			switch {
			case b.ties(f, c.Parts, leaf):
				c.Terms = append(c.Terms, term)
			case b.ties(f, d.Alone(), leaf):
				c.Rest = append(c.Rest, term)
			}
		}
		c.Alone = !slices.ContainsFunc(b.program.Draws, func(o *Draw) bool {
			return o != d && missing(o) && slices.ContainsFunc(o.Variables, func(v *model.Variable) bool { return c.reads(v) || d.told(v) })
		})
		if !c.Alone && !d.augmented() {
			continue
		}
		if !c.Alone {
			c.Rest = nil // the density is computed anew in each scan
		}
		for _, p := range c.Parts {
			taken[p], p.Collapsed = true, c
		}
		d.Collapse = c
		d.Reason += "; " + c.says() + " before, with " + d.names() + " integrated out"
		b.program.Collapses++
	}
}

// whole tells whether a draw is of normals that are jointly normal, whatever numbers they depend on.
func (d *Draw) whole() bool {
	b := d.Block
	return b != nil && !b.Each && b.Tables == nil && !b.Signed() && !b.holds() && !slices.ContainsFunc(b.Rows, func(r *Row) bool { return r.Term.Times != nil })
}

// augmented tells whether a factor of a block is normal given a variable of its own.
func (d *Draw) augmented() bool {
	return slices.ContainsFunc(d.Block.Rows, func(r *Row) bool { return r.Term.Factor.Given != nil })
}

// hyperparameter tells whether a draw is of a number that normals depend on.
func (b *builder) hyperparameter(o, d *Draw, leaf map[*model.Variable]bool) bool {
	v := o.Variable()
	number := v.Type.Kind == model.Real && v.Type.Dimensions == 0 && v.Input == nil && !leaf[v] && b.asked(v) == ""
	if !number || o.Block != nil || len(o.Variables) > 1 || len(o.At)+len(o.Guards) > 0 || o.Seen != nil {
		return false
	}
	if len(o.Prior) != 1 || len(o.Prior[0].Loops)+len(o.Prior[0].Guards) > 0 || o.Prior[0].Dist == nil {
		return false
	}
	if o.Method != Slice && o.Method != AdaptiveRejection && !o.natural() {
		return false
	}
	tied := false
	for _, f := range b.program.Factors {
		if len(f.occurrences(v)) == 0 || f.Drawn != nil && leaf[f.Drawn.Variable] {
			continue
		}
		if f.Latent != nil {
			continue // what it draws is held
		}
		if f.silent(v) {
			return false
		}
		tied = tied || d.reads(f)
	}
	return tied
}

// natural tells whether a number is drawn from the sums of two natural parameters.
func (d *Draw) natural() bool { return d.Method == Conjugate && mcmc.Natural(d.Family) != nil }

// reads tells whether a factor reads what is drawn.
func (d *Draw) reads(f *Factor) bool {
	return slices.ContainsFunc(d.Variables, func(v *model.Variable) bool { return len(f.occurrences(v)) > 0 })
}

// told tells whether what is drawn depends on a variable.
func (d *Draw) told(v *model.Variable) bool {
	return slices.ContainsFunc(d.Terms, func(t *Term) bool { return len(t.Factor.occurrences(v)) > 0 })
}

// reads tells whether the density of the numbers reads a variable.
func (c *Collapse) reads(v *model.Variable) bool {
	return slices.ContainsFunc(c.Terms, func(t *Term) bool { return len(t.Factor.occurrences(v)) > 0 })
}

// names are those of what is drawn but for precisions that are drawn before.
func (d *Draw) names() string {
	var list []string
	for _, p := range d.Block.Parts {
		list = append(list, p.Variable().Name)
	}
	return strings.Join(list, ", ")
}

// says what is said of a move.
func (c *Collapse) says() string {
	var names []string
	for _, d := range c.Parts {
		names = append(names, d.Variable().Name)
	}
	if len(names) == 1 {
		return names[0] + " is proposed"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are proposed together"
}

// All is the draw of all numbers as one whose density is computed.
func (c *Collapse) All() *Draw { return c.of(c.Terms) }

// Others is the draw of all numbers as one of which the rest is computed.
func (c *Collapse) Others() *Draw { return c.of(c.Rest) }

func (c *Collapse) of(terms []*Term) *Draw {
	d := &Draw{Method: Slice, Terms: terms}
	for _, p := range c.Parts {
		d.Variables = append(d.Variables, p.Variables...)
	}
	return d
}

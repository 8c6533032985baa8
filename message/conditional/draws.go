package conditional

import (
	"fmt"
	"math"
	"slices"

	"mpc/lang"
	"mpc/mcmc"
	"mpc/model"
)

// draws makes a Draw for each variable that is drawn.
func (b *builder) draws() {
	leaf := b.leaves()
	for _, v := range b.variables() {
		if !v.Random || b.solved[v] != nil || b.definitions[v] != nil {
			continue
		}
		if k := slices.IndexFunc(b.sums, func(d *Draw) bool { return d.Variable() == v }); k >= 0 {
			b.program.Draws = append(b.program.Draws, b.sums[k])
			continue
		}
		d := b.unmethodical(v, leaf)
		if b.augmented[v] != nil {
			d.Method, d.Reason = Augmented, b.notes[v]
		} else if leaf[v] && len(d.Prior) > 0 {
			d.Method, d.Reason = Forward, "no data depend on it"
		} else {
			b.method(d)
			d.Reason += b.notes[v]
		}
		b.program.Draws = append(b.program.Draws, d)
	}
}

// unmethodical makes the conditional of a variable, without a method.
func (b *builder) unmethodical(v *model.Variable, leaf map[*model.Variable]bool) *Draw {
	d := &Draw{Variables: []*model.Variable{v}}
	d.Elements, d.At = elements(v)
	b.named(d)
	d.Guards = b.there(d)
	if partlySeen(v) {
		d.Seen = &model.Expr{Op: model.OpInput, Type: v.Type, Input: v.Data, Args: d.At, At: v.At}
	}
	d.Down, _ = b.program.order(v)
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] && f.Drawn.Variable != v {
			continue // it says nothing of what it reads
		}
		if f.silent(v) {
			continue
		}
		list := f.occurrences(v)
		d.Coupled = d.Coupled || f.coupled(list)
		for k := range list {
			if slices.ContainsFunc(list[:k], list[k].same) && len(list[k].inside) == 0 {
				continue // another component of the same vector
			}
			t, m := f.term(list, k, d.At, v.Dims)
			if k > 0 && t.never() {
				continue // an earlier one has all its instances
			}
			d.Terms = append(d.Terms, t)
			if f.Drawn != nil && f.Drawn.Variable == v && k == 0 {
				d.Prior = append(d.Prior, t)
			}
			b.message(d, f, list, k, t, m)
		}
	}
	return d
}

// leaves finds the variables that no data depend on: only their own definitions read them,
// and those of other leaves. The integral over one of them is 1, whatever the others are,
// so that it is drawn from its prior after them.
func (b *builder) leaves() map[*model.Variable]bool {
	leaf := map[*model.Variable]bool{}
	readers := b.program.readers()
	for again := true; again; {
		again = false
	next:
		for _, v := range b.variables() {
			if !v.Random || leaf[v] || b.augmented[v] != nil || partlySeen(v) {
				continue
			}
			_, ordered := b.program.order(v)
			for _, f := range readers[v] {
				list := f.occurrences(v)
				if f.silent(v) || f.Drawn != nil && leaf[f.Drawn.Variable] {
					continue
				}
				if f.Drawn == nil || f.Drawn.Variable != v || f.coupled(list) && !ordered {
					continue next
				}
			}
			leaf[v], again = true, true
		}
	}
	return leaf
}

// named gives the loops over the elements the names of those that define them.
func (b *builder) named(d *Draw) {
	for _, f := range b.program.Factors {
		if f.Drawn == nil || f.Drawn.Variable != d.Variable() {
			continue
		}
		for k, l := range d.Elements {
			i, _, ok := f.Drawn.Args[k].Affine()
			taken := ok && slices.ContainsFunc(d.Elements, func(o *model.Loop) bool { return o != l && o.Index.Name == i.Name })
			if ok && i != nil && !taken {
				l.Index.Name = i.Name
				if l.Index.Range == nil {
					l.Index.Range = i.Range
				}
			}
		}
	}
}

// there are the conditions on the data that an element is there: that the entry is missing
// which it stands for, or that some statement defines it. Numbers that none defines have a
// prior of their own, see unread.
func (b *builder) there(d *Draw) []*model.Expr {
	v := d.Variable()
	guards := append(absent(v, d.At), b.instanceOf(v, d.At)...)
	if v.Input != nil || v.Type.Kind == model.Real && v.Type.Dimensions == 0 {
		return guards
	}
	if undefined := b.undefined(v, d.Elements, d.At); undefined != nil {
		none := undefined[0]
		for _, g := range undefined[1:] {
			none = and(none, g)
		}
		guards = append(guards, not(none))
	}
	return guards
}

// partlySeen tells whether the data give components of vectors that are drawn.
func partlySeen(v *model.Variable) bool { return v.Data != nil && v.Type.Dimensions == 1 }

// absent is the condition that an element of a variable of missing entries is one.
func absent(v *model.Variable, at []*model.Expr) []*model.Expr {
	if v.Input == nil {
		return nil
	}
	return []*model.Expr{model.Absent(&model.Expr{Op: model.OpInput, Type: v.Input.Type, Input: v.Input, Args: at, At: v.At})}
}

// method chooses how a variable is drawn.
func (b *builder) method(d *Draw) {
	v := d.Variable()
	if len(d.Prior) == 0 {
		b.Errorf(v.At, lang.CodeNoOperator, "%s has no prior that it can be drawn from", b.program.Original(v).Name)
		return
	}
	if b.asked(v) != "" {
		b.askedMethod(d)
		return
	}
	whole := v.Type.Kind != model.Real
	if whole {
		if counts(d) {
			d.Method, d.Reason = Slice, "a count without an upper bound"
			return
		}
		d.Method, d.Reason = Finite, "a whole number of few values"
		if v.Type.Kind == model.Bool {
			d.Reason = "a truth"
		}
		return
	}
	family, why := d.family()
	if family != "" {
		d.Method, d.Family = Conjugate, family
		d.Reason = "the prior and all that is said of it are " + family
		if slices.ContainsFunc(d.Terms, func(t *Term) bool { return t.Bounds != nil }) {
			d.Reason += ", cut off by conditions"
		}
		return
	}
	if ok, _ := d.elliptical(); ok && v.Type.Dimensions > 0 {
		d.Method, d.Reason = Elliptical, why
		return
	}
	if ok, _ := d.simplex(); ok {
		d.Method, d.Reason = Simplex, why
		return
	}
	if v.Type.Dimensions > 0 {
		b.Errorf(v.At, lang.CodeNoOperator, "the conditional of %s has no closed form: %s", b.program.Original(v).Name, why).
			WithHint("Gibbs sampling draws a vector or a matrix where all factors are conjugate to its prior, or that is mvnormal or dirichlet; write its elements as numbers of an array")
		return
	}
	d.Method, d.Reason = Slice, why
}

// counts tells whether a whole number has no upper bound.
func counts(d *Draw) bool {
	if d.Variable().Type.Kind != model.Bool && len(d.Variable().Sizes) == 0 {
		return true
	}
	return slices.ContainsFunc(d.Prior, func(t *Term) bool { return t.Dist.Boundless() })
}

// StartsImproper tells whether first values that contradict each other may leave an improper
// conditional: where a count is drawn, and so are the trials that it is of.
func (d *Draw) StartsImproper() bool {
	return slices.ContainsFunc(d.Terms, func(t *Term) bool {
		return t.Message != nil && t.Message.Operator == "BetaCount" && slices.ContainsFunc(t.Message.Args, readsDrawn)
	})
}

// Within tells whether a term is a condition that holds everywhere between the bounds it
// sets, so that the density need not ask it: of real numbers.
func (d *Draw) Within(t *Term) bool {
	return d.Method != Finite && d.Method != Elliptical && d.Variable().Type.Kind == model.Real && t.Holds != nil && t.Bounds != nil
}

// GivesWay tells whether a number gives one of its bounds up where a first scan leaves it
// nothing between them: where conditions tie it to what else is drawn, and the model does
// not say where it starts.
func (p *Program) GivesWay(d *Draw) bool {
	return !p.StartsAt(d.Variable()) && slices.ContainsFunc(d.Terms, func(t *Term) bool {
		return slices.ContainsFunc(t.Bounds, func(b *Bound) bool { return readsDrawn(b.Slope) || readsDrawn(b.Rest) })
	})
}

// Fixed tells whether conditions cut a number off at bounds that nothing drawn moves: where
// these leave it one point, its probability is zero. Bounds that are drawn may meet by rounding.
func (d *Draw) Fixed() bool {
	bounded := false
	for _, t := range d.Terms {
		for _, b := range t.Bounds {
			bounded = true
			if readsDrawn(b.Slope) || readsDrawn(b.Rest) || slices.ContainsFunc(t.Guards, readsDrawn) {
				return false
			}
		}
	}
	return bounded && d.Variable().Type.Kind == model.Real
}

// family is the family that all terms are of; "" with the reason where there is none.
func (d *Draw) family() (string, string) {
	family := ""
	for _, t := range d.Prior {
		f := priorFamily(t.Dist)
		switch {
		case f == "flat":
			continue
		case f == "":
			return "", fmt.Sprintf("its prior %s is of no family that conditionals are drawn from", t.Dist.Name)
		case family != "" && f != family:
			return "", "its priors are of several families"
		}
		family = f
	}
	for _, t := range d.Terms {
		if t.Message == nil {
			continue
		}
		f := messageFamily[t.Message.Operator]
		if family == "" && mcmc.Natural(f) != nil && model.Distribution(f).Spread != "variance" {
			family = f // of a flat prior
		}
		if f != family {
			return "", fmt.Sprintf("%s (line %d) is not conjugate to its prior", t.Factor.Text, t.Factor.At.Line)
		}
	}
	if family == "" {
		return "", "its prior is flat"
	}
	if !d.flatWithin(family) {
		return "", fmt.Sprintf("its prior is flat, and not seen to be within the bounds of a %s", family)
	}
	for _, t := range d.Terms {
		if t.Message == nil && t.Bounds == nil {
			return "", fmt.Sprintf("%s (line %d) is not conjugate to its prior", t.Factor.Text, t.Factor.At.Line)
		}
		if t.Bounds != nil && d.Variable().Type.Dimensions > 0 {
			return "", fmt.Sprintf("the condition %s (line %d) cuts it off", t.Factor.Text, t.Factor.At.Line)
		}
	}
	return family, ""
}

// flatWithin tells whether a flat prior is seen to be above zero only where a family is. Else
// an element that no message of the family is about would be cut off at the bounds of the
// family, which its prior does not have.
func (d *Draw) flatWithin(family string) bool {
	if !slices.ContainsFunc(d.Prior, func(t *Term) bool { return priorFamily(t.Dist) == mcmc.Flat }) {
		return true
	}
	low, high := d.Support()
	least, most := model.Distribution(family).Support()
	return low >= least && high <= most
}

// priorFamily is the family of a prior that conjugate messages multiply; empty where there is none.
func priorFamily(d *model.Dist) string {
	if row := mcmc.Row(d.Family()); row != nil {
		return row.Conjugate
	}
	return ""
}

// Support is where the prior of a number may be above zero.
func (d *Draw) Support() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, t := range d.Prior {
		a, c := math.Inf(-1), math.Inf(1)
		if s := model.Distribution(t.Dist.Family()); s != nil {
			a, c = s.Support()
		}
		for k, bound := range []*float64{&a, &c} {
			if e := t.Dist.Arg([]string{"low", "high"}[k]); e != nil && e.Op == model.OpNumber {
				*bound = e.Value
			}
		}
		low, high = math.Min(low, a), math.Max(high, c)
	}
	return low, high
}

// Gaps tells whether a slice may have to cross places without density: those that a
// condition leaves which is no bound, such as a < -1 || a > 1.
func (d *Draw) Gaps() bool {
	return d.Method == Slice && d.Variable().Type.Kind == model.Real && slices.ContainsFunc(d.Terms, func(t *Term) bool { return t.Holds != nil && t.Bounds == nil })
}

// Given tells whether the model says where a variable starts.
func (p *Program) Given(v *model.Variable) bool {
	return slices.ContainsFunc(p.Model.Init, func(in model.Init) bool { return in.Variable == v && in.Dist.Name != model.Random })
}

// Tried tells whether all values of a variable that is asked for are tried in a draw, alone or
// in a block, so that it is known whether several are possible.
func (p *Program) Tried(v *model.Variable) bool {
	if v.Type.Kind != model.Bool && !v.Tallied() {
		return false // is recorded as a number, of which all draws being alike is told
	}
	return slices.ContainsFunc(p.Draws, func(d *Draw) bool {
		whole := d.Method == Finite || d.Block != nil && len(d.Block.Tables) > 0
		return whole && slices.Contains(d.Variables, v) && slices.Contains(p.Model.Infer, v)
	})
}

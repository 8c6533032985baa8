package conditional

import (
	"fmt"
	"slices"

	"mpc/mcmc"
	"mpc/model"
)

// A truth of the log odds eta, linear in normal variables, has no closed form for these.
// It has one given a variable of its own (Polson, Scott and Windle, "Bayesian inference for
// logistic models using Polya-Gamma latent variables", JASA 108, 2013, theorem 1):
//
//	exp(y eta)/(1 + exp(eta))^n = 2^-n exp(kappa eta) E exp(-omega eta^2/2)
//
// with kappa = y - n/2 and omega of PG(n, 0), so that given omega ~ PG(n, eta) the factor
// is a normal density of kappa/omega with the mean eta and the precision omega. A truth of
// the probability Phi(eta) says the sign of z ~ normal(eta, 1) (Albert and Chib, "Bayesian
// analysis of binary and polychotomous response data", JASA 88, 1993), which is drawn
// from a truncated normal.

// An augmentation is a factor that gets a variable of its own.
type augmentation struct {
	factor *Factor // as it was
	eta    *model.Expr
	by     string // the distribution of that variable
	chosen bool   // by the model, and not by the rule below
}

// augment gives variables of their own to the factors for which that gives all their
// coefficients a closed form.
func (b *builder) augment() {
	var all []*augmentation
	for _, f := range b.program.Factors {
		if a, _ := b.augmentable(f); a != nil {
			all = append(all, a)
		}
	}
	before, latents := b.program.Factors, b.program.Latents
	for len(all) > 0 {
		b.program.Factors, b.program.Latents = nil, slices.Clone(latents)
		b.augmented = map[*model.Variable]*augmentation{}
		for _, f := range before {
			k := slices.IndexFunc(all, func(a *augmentation) bool { return a.factor == f })
			if k < 0 {
				b.add(f)
				continue
			}
			b.rewrite(all[k])
		}
		closed := map[*model.Variable]bool{}
		for _, d := range b.trial() {
			closed[d.Variable()] = d.Method == Conjugate
		}
		left := slices.DeleteFunc(slices.Clone(all), func(a *augmentation) bool {
			return !a.chosen && slices.ContainsFunc(drawnIn(a.eta), func(v *model.Variable) bool { return !closed[v] })
		})
		if len(left) == len(all) {
			return
		}
		all = left
	}
	b.program.Factors, b.program.Latents, b.augmented = before, latents, nil
}

// trial makes the draws without a word of what is wrong.
func (b *builder) trial() []*Draw {
	c := &builder{joint: b.joint, program: &Program{Model: b.program.Model, Factors: b.program.Factors, Latents: b.program.Latents, standsFor: b.program.standsFor},
		definitions: b.definitions, solved: b.solved, given: b.given, copies: b.copies, drawnParts: b.drawnParts}
	c.draws()
	return c.program.Draws
}

// augmentable finds the log odds, or the argument of the probit, of a factor: nil where
// it is not linear in normal variables, where the model says otherwise, or where slices
// are faster: of one number, and of binomials, whose variable costs as much as its trials.
// Of a factor that has such an argument it says why it has no augmented form.
func (b *builder) augmentable(f *Factor) (a *augmentation, why string) {
	a = b.argument(f)
	if a == nil {
		return nil, ""
	}
	switch n := f.Dist.Arg("n"); {
	case f.Times != nil:
		return nil, "stands in a repeat"
	case f.Drawn != nil && (f.Drawn.Variable.Input != nil || f.Drawn.Variable.Data != nil):
		return nil, fmt.Sprintf("draws the entries of %s that may be missing: an augmented form is of data alone; leave out missing: true, and the rows that lack them", f.Drawn.Variable.Name)
	case f.X.Random || f.Drawn != nil:
		return nil, "draws a random value: an augmented form is of data"
	case slices.ContainsFunc(f.Guards, func(g *model.Expr) bool { return g.Random }):
		return nil, "stands in a branch on a random value"
	case n != nil && n.Random:
		return nil, "has a random number of trials"
	}
	reads, several := drawnIn(a.eta), false
	for _, v := range reads {
		asked := b.asked(v)
		switch {
		case asked == "augmented":
			a.chosen = true
		case asked != "" && asked != "conjugate" && asked != "centered":
			return nil, fmt.Sprintf("reads %s too, which is drawn by %s: choose augmented for both", v.Name, asked)
		}
		list := (&Factor{X: a.eta}).occurrences(v)
		if !b.gaussian(v) && !b.multiplies(a.eta, v) || len(list) == 0 || !b.linearIn(a.eta, v) {
			return nil, fmt.Sprintf("is not linear in %s, or %s is not normal", v.Name, v.Name)
		}
		several = several || len(list) > 1 || len(list[0].around) > 0 || v.Type.Dimensions > 0
	}
	if len(reads) == 0 || !a.chosen && (f.Dist.Arg("n") != nil || !several && len(reads) < 2) {
		return nil, ""
	}
	return a, ""
}

// multiplies tells whether a number between bounds is times normals wherever an expression reads it, as a discrimination is times abilities.
func (b *builder) multiplies(eta *model.Expr, v *model.Variable) bool {
	for _, o := range (&Factor{X: eta}).occurrences(v) {
		s, ok := slopeOf(eta, o.element, o.around)
		if !ok || !slices.ContainsFunc(drawnIn(s), b.gaussian) {
			return false
		}
	}
	return true
}

// argument finds the log odds, or the argument of the probit, of a factor: nil where it has none.
func (b *builder) argument(f *Factor) *augmentation {
	if f.Dist == nil {
		return nil
	}
	s, eta := siteOf(f.Dist)
	if s == nil || s.Augmented == "" {
		return nil
	}
	return &augmentation{factor: f, eta: eta, by: s.Augmented}
}

func isCall(e *model.Expr, fun string) bool {
	return e != nil && e.Op == model.OpCall && e.Fun == fun
}

// rewrite adds the two factors that stand for one: that which draws its variable, and the
// normal density given that.
func (b *builder) rewrite(a *augmentation) {
	f := a.factor
	base := "y"
	if f.X.Op == model.OpInput {
		base = f.X.Input.Name
	}
	draws, given := *f, *f
	draws.Holds, draws.Log = nil, nil
	half := model.Number(0.5)
	eta := a.eta
	var w *model.Variable
	var x *model.Expr
	if a.by == mcmc.SignedNormal {
		w, x = b.perInstance(f, base, "Latent")
		draws.Dist = &model.Dist{Name: a.by, Names: []string{"mean", "positive"}, Args: []*model.Expr{eta, f.X}, At: f.At}
		given.X = x
		given.Dist = &model.Dist{Name: "normal", Names: []string{"mean", "precision"}, Args: []*model.Expr{eta, model.Number(1)}, At: f.At}
		b.notes[w] = fmt.Sprintf("given it %s is normal (Albert and Chib 1993)", f.Text)
	} else {
		w, x = b.perInstance(f, base, "Weight")
		trials := f.Dist.Arg("n")
		kappa := choose(f.X, half, model.Number(-0.5))
		if trials != nil {
			kappa = difference(f.X, product(trials, half))
			if trials.Op != model.OpNumber || !(trials.Value > 0) {
				some := model.Call(">", boolean, trials, model.Number(0))
				given.Guards = append(slices.Clone(f.Guards), some)
			}
			draws.Dist = &model.Dist{Name: a.by, Names: []string{"seen", "trials", "logit"}, Args: []*model.Expr{f.X, trials, eta}, At: f.At}
		} else {
			draws.Dist = &model.Dist{Name: a.by, Names: []string{"logit"}, Args: []*model.Expr{eta}, At: f.At}
		}
		given.X = quotient(kappa, x)
		given.X.Random = true
		given.Dist = &model.Dist{Name: "normal", Names: []string{"mean", "precision"}, Args: []*model.Expr{eta, x}, At: f.At}
		b.notes[w] = fmt.Sprintf("given it %s is normal in its coefficients (Polson, Scott and Windle 2013)", f.Text)
	}
	b.program.described[w] = description{"the number that " + f.Text + " was given", nil}
	draws.X, draws.Drawn, draws.Latent = x, x, w
	given.Given = w
	b.augmented[w] = a
	b.add(&draws)
	b.add(&given)
}

// silent tells whether a factor says nothing of a variable: of two that stand for one
// the first is of its own variables alone, and the second of all others.
func (f *Factor) silent(v *model.Variable) bool {
	return f.Latent != nil && f.Latent != v || f.Given != nil && f.Given == v ||
		f.For != nil && !slices.Contains(f.For, v) || slices.Contains(f.But, v)
}

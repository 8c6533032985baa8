package conditional

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/model"
)

// askedMethod takes the method that the model names for a variable, if it can be drawn so.
func (b *builder) askedMethod(d *Draw) {
	v := d.Variable()
	asked := b.program.Model.Methods[b.program.Original(v)]
	refuse := func(format string, args ...any) {
		b.Errorf(asked.At, lang.CodeMethod, "%s cannot be drawn by %s: %s", b.program.Original(v).Name, asked.Name, fmt.Sprintf(format, args...)).
			WithRelated(v.At, "defined here").WithHint("leave it out of the key methods: mpc schedule says what is chosen then, and why")
	}
	d.Reason = "the model says so"
	number := v.Type.Kind == model.Real && v.Type.Dimensions == 0
	family, why := "", "it is no real number"
	if v.Type.Kind == model.Real {
		family, why = d.family()
	}
	switch asked.Name {
	case "conjugate":
		if family == "" {
			refuse("%s", why)
			return
		}
		d.Method, d.Family = Conjugate, family
	case "augmented":
		given := slices.ContainsFunc(d.Terms, func(t *Term) bool { return t.Factor.Given != nil })
		switch {
		case family == "" && b.notAugmented(d) != "":
			refuse("%s", b.notAugmented(d))
			return
		case family == "":
			refuse("%s, and has no augmented form that is: that takes a bernoulli or a binomial of a logistic, or a bernoulli of a probit, linear in normal variables", why)
			return
		case !given:
			refuse("it has a closed form as it is")
			return
		}
		d.Method, d.Family = Conjugate, family
	case "finite":
		if v.Type.Kind == model.Real || counts(d) {
			refuse("it is no truth or whole number of few values")
			return
		}
		d.Method = Finite
	case "slice":
		if !number && !(v.Type.Kind == model.Int && counts(d)) {
			refuse("slices are of real numbers, and of counts without an upper bound")
			return
		}
		d.Method = Slice
	case "adaptive_rejection":
		if !number {
			refuse("%s is no real number", b.program.Original(v).Name)
			return
		}
		if ok, f := b.concave(d); !ok {
			refuse("%s (line %d) is not seen to be log-concave in it", f.Text, f.At.Line)
			return
		}
		d.Method = AdaptiveRejection
	case "elliptical":
		if ok, why := d.elliptical(); !ok {
			refuse("%s", why)
			return
		}
		d.Method = Elliptical
	case "simplex":
		if ok, why := d.simplex(); !ok {
			refuse("%s", why)
			return
		}
		d.Method = Simplex
	case "centered":
		refuse("data do not read it in one sum with normal coefficients alone, or it starts at a value that init gives")
	}
}

// notAugmented says why a factor of a draw that could have an augmented form has none.
func (b *builder) notAugmented(d *Draw) string {
	for _, t := range d.Terms {
		if _, why := b.augmentable(t.Factor); why != "" {
			return fmt.Sprintf("%s (line %d) %s", t.Factor.Text, t.Factor.At.Line, why)
		}
	}
	return ""
}

// elliptical tells whether the prior of a draw is normal, as elliptical slices want it, or
// why not.
func (d *Draw) elliptical() (bool, string) {
	v := d.Variable()
	if v.Type.Kind != model.Real || v.Type.Dimensions > 1 {
		return false, "it is no real number or vector"
	}
	for _, t := range d.Prior {
		if !t.Dist.IsNormal() && !t.Dist.IsNormalVector() {
			return false, fmt.Sprintf("its prior, %s (line %d), is not normal", t.Factor.Text, t.Factor.At.Line)
		}
	}
	return len(d.Prior) > 0, "it has no prior"
}

// simplex tells whether the prior of a draw is of probabilities of the sum 1, or why not.
func (d *Draw) simplex() (bool, string) {
	for _, t := range d.Prior {
		if !t.Dist.Simplex() {
			return false, fmt.Sprintf("its prior, %s (line %d), is not of probabilities of the sum 1", t.Factor.Text, t.Factor.At.Line)
		}
	}
	return len(d.Prior) > 0 && d.Seen == nil, "it is seen in part"
}

// Likelihood is the draw without the priors of its variable: what an elliptical slice
// computes the density of.
func (d *Draw) Likelihood() *Draw {
	l := *d
	l.Terms = slices.DeleteFunc(slices.Clone(d.Terms), func(t *Term) bool { return slices.Contains(d.Prior, t) })
	return &l
}

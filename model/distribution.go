package model

import (
	"slices"
	"strings"

	"mpc/lang"
	"mpc/mcmc"
)

// draws is the kind of what d draws.
func (d *Dist) draws() Kind {
	return Distribution(d.Family()).Draws
}

// dimensions are those of what d draws.
func (d *Dist) dimensions() int {
	return Distribution(d.Family()).Dimensions
}

// dist types a distribution.
func (c *checker) dist(e lang.Expr, s scope) *Dist {
	if d, ok := c.tables[e]; ok {
		delete(c.tables, e)
		return d
	}
	call, ok := e.(*lang.Call)
	if !ok {
		x := c.expr(e, s)
		if x.Type.Kind == Invalid {
			return nil
		}
		if x.Type.Kind != DistKind {
			c.Errorf(e.Pos(), CodeType, "after ~ stands a distribution; %s is %s", e, x.Type).
				WithHint("write = for a deterministic function, ~ normal(%s, variance = v) for a draw around it", e)
			return nil
		}
		return &Dist{Name: "given", Names: []string{"prior"}, Args: []*Expr{x}, At: e.Pos()}
	}
	sig := Distribution(call.Fun)
	if sig == nil {
		d := c.Errorf(call.At, CodeUnknown, "unknown distribution %s", call.Fun)
		if other := distributionElsewhere(call.Fun); other != "" {
			d.WithHint("write %s", other)
		} else if near := lang.Nearest(call.Fun, distributionNames()); near != "" {
			d.WithHint("did you mean %s?", near)
		} else {
			d.WithHint("distributions are %s", strings.Join(distributionNames(), ", "))
		}
		return nil
	}
	if !sig.supported {
		hint := "supported are " + strings.Join(distributionNames(), ", ")
		if other := elsewhere[call.Fun]; other != "" {
			hint = "write " + other
		}
		c.unsupported(call.At, "the distribution "+call.Fun, hint)
		return nil
	}
	return c.parameters(call, sig, s)
}

// parameters types the arguments of a distribution.
func (c *checker) parameters(call *lang.Call, sig *Signature, s scope) *Dist {
	if sig.cuts {
		return c.truncated(call, s)
	}
	given := c.given(call, sig, s)
	if given == nil {
		return nil
	}
	d := c.ordered(call, sig, given)
	if d == nil {
		return nil
	}
	good := true
	for i, name := range d.Names {
		if sig.shapes[name] > 0 {
			require, ok := c.shape(d, name, d.Args[i])
			d.Require, good = append(d.Require, require...), good && ok
			continue
		}
		good = c.checkDomain(call.Fun, name, d.Args[i]) && good
		d.require(call.Fun, name, d.Args[i])
	}
	require, ok := c.agree(d, s)
	d.Require, good = append(d.Require, require...), good && ok
	if sig.level {
		good = c.checkBounds(call.Fun, d.Arg("low"), d.Arg("high")) && good
	}
	if !good {
		return nil
	}
	if len(d.Args) != len(given) {
		c.Errorf(call.At, CodeArguments, "%s has parameters that exclude each other: %s", call.Fun, strings.Join(sig.all(), ", "))
		return nil
	}
	return d.canonical()
}

// given types the arguments of a distribution, by the names of their parameters; nil where one is wrong.
func (c *checker) given(call *lang.Call, sig *Signature, s scope) map[string]*Expr {
	given := map[string]*Expr{}
	position := 0
	good := true
	for _, a := range call.Args {
		name, known := c.parameterOf(call, sig, a, &position)
		if !known {
			return nil
		}
		if given[name] != nil {
			c.Errorf(a.Value.Pos(), CodeArguments, "%s of %s is given twice", name, call.Fun)
			return nil
		}
		if n := sig.shapes[name]; n > 0 {
			given[name] = c.shaped(a.Value, n, name+" of "+call.Fun, s)
			good = good && given[name].Type.Kind != Invalid
			continue
		}
		x := c.expr(a.Value, s)
		good = good && x.Type.Kind != Invalid
		if x.Type.Kind != Invalid && !x.Type.number() {
			dg := c.Errorf(a.Value.Pos(), CodeType, "%s of %s is a number; %s is %s", name, call.Fun, a.Value, x.Type)
			if x.Type.Kind == Bool {
				dg.WithHint("write if (%s) { ... } else { ... }, with a draw in each branch", a.Value)
			}
			good = false
		}
		if x.Op == OpInput && x.Type.Kind == Real && wholeParameter(call.Fun, name) {
			c.Errorf(a.Value.Pos(), CodeType, "%s of %s is a whole number; %s is real", name, call.Fun, a.Value).WithHint("declare it as int: %s: int...", x.Input.Name)
			good = false
		}
		given[name] = x
	}
	if !good {
		return nil
	}
	return given
}

// wholeParameter tells whether a parameter of a distribution is a whole number.
func wholeParameter(distribution, name string) bool {
	row := mcmc.Row(distribution)
	return row != nil && slices.ContainsFunc(row.Parameters, func(p mcmc.Parameter) bool { return p.Name == name && p.Whole })
}

// parameterOf is the parameter that an argument gives, by its name or the next one of those that have a
// place; false where there is none.
func (c *checker) parameterOf(call *lang.Call, sig *Signature, a lang.Arg, position *int) (name string, ok bool) {
	if name = a.Name.Name; name != "" {
		if sig.knows(name) {
			return name, true
		}
		d := c.Errorf(a.Name.At, CodeArguments, "%s has no parameter %s", call.Fun, name)
		if other := parametersElsewhere[name]; other != "" && sig.knows(other) {
			d.WithHint("it is called %s here", other)
		} else if near := lang.Nearest(name, sig.all()); near != "" {
			d.WithHint("did you mean %s?", near)
		} else {
			d.WithHint("its parameters are %s", strings.Join(sig.all(), ", "))
		}
		return "", false
	}
	if *position < len(sig.positional) {
		*position++
		return sig.positional[*position-1], true
	}
	if len(sig.named) > 0 {
		c.Errorf(a.Value.Pos(), CodeScale, "%s wants its %s by name", call.Fun, strings.Join(sig.named[0], " or ")).
			WithHint("write %s", scaleHint(call, sig))
	} else {
		c.Errorf(a.Value.Pos(), CodeArguments, "%s takes %s: %s", call.Fun, plural(len(sig.positional), "parameter"), strings.Join(sig.positional, ", "))
	}
	return "", false
}

// ordered puts arguments into the order of the signature; nil where one lacks.
func (c *checker) ordered(call *lang.Call, sig *Signature, given map[string]*Expr) *Dist {
	d := &Dist{Name: call.Fun, At: call.At}
	alt := alternatives[call.Fun]
	for _, name := range sig.positional {
		if given[name] != nil {
			d.add(name, given[name])
			continue
		}
		found := false
		for from, to := range alt {
			if to == name && given[from] != nil {
				d.add(from, given[from])
				found = true
			}
		}
		if !found {
			c.Errorf(call.At, CodeArguments, "%s lacks its %s", call.Fun, name).
				WithHint("its parameters are %s", strings.Join(sig.all(), ", "))
			return nil
		}
	}
	for _, group := range sig.named {
		count := 0
		for _, name := range group {
			if given[name] != nil {
				d.add(name, given[name])
				count++
			}
		}
		if count != 1 {
			c.Errorf(call.At, CodeScale, "%s wants one of %s by name", call.Fun, strings.Join(group, ", ")).
				WithHint("write %s", scaleHint(call, sig))
			return nil
		}
	}
	return d
}

func (d *Dist) add(name string, e *Expr) {
	d.Names = append(d.Names, name)
	d.Args = append(d.Args, e)
}

func scaleHint(call *lang.Call, sig *Signature) string {
	first := "m"
	if len(call.Args) > 0 && call.Args[0].Name.Name == "" {
		first = call.Args[0].Value.String()
	}
	var forms []string
	for _, n := range sig.named[0] {
		args := n + " = " + n[:1]
		if len(sig.positional) > 0 {
			args = first + ", " + args
		}
		for _, group := range sig.named[1:] {
			args += ", " + group[0] + " = " + strings.ToUpper(group[0][:1])
		}
		forms = append(forms, call.Fun+"("+args+")")
	}
	return strings.Join(forms, ", or ")
}

// canonical rewrites parameters to those that operators take: a variance for a
// standard deviation, a rate for a scale, counts for a mean and a count.
func (d *Dist) canonical() *Dist {
	d.fromInstead()
	if sig := Distribution(d.Name); sig != nil && sig.canonical != nil {
		sig.canonical(d)
	}
	return d
}

// Flat tells whether d is flat(), a density of 1 everywhere, which is written as a normal of precision 0.
func (d *Dist) Flat() bool {
	if d == nil || !d.IsNormal() {
		return false
	}
	p := d.Arg("precision")
	return p != nil && p.IsNumber(0)
}

// bounds types the bounds of a truncated distribution: both by position, or each by name, and one that is not given is
// far away.
func (c *checker) bounds(call *lang.Call, s scope) (low, high *Expr) {
	wrong := func(at lang.Pos) (low, high *Expr) {
		c.Errorf(at, CodeArguments, "truncated takes a distribution and two bounds: truncated(normal(m, variance = v), low, high)").
			WithHint("a bound alone has its name: truncated(normal(m, variance = v), low = 0)")
		return nil, nil
	}
	if len(call.Args) < 2 || len(call.Args) > 3 || call.Args[0].Name.Name != "" && call.Args[0].Name.Name != "of" {
		return wrong(call.At)
	}
	low, high = Number(-noBound), Number(noBound)
	given := map[string]bool{}
	for i, a := range call.Args[1:] {
		name := a.Name.Name
		if name == "" && len(call.Args) == 3 {
			name = []string{"low", "high"}[i]
		}
		x := c.expr(a.Value, s)
		switch {
		case name != "low" && name != "high" || given[name]:
			return wrong(a.Value.Pos())
		case name == "low":
			low = x
		default:
			high = x
		}
		given[name] = true
	}
	return low, high
}

func (c *checker) truncated(call *lang.Call, s scope) *Dist {
	low, high := c.bounds(call, s)
	if low == nil {
		return nil
	}
	of := c.dist(call.Args[0].Value, s)
	if of == nil || low.Type.Kind == Invalid || high.Type.Kind == Invalid {
		return nil
	}
	if sig := Distribution(of.Name); sig != nil && sig.level {
		return of.cutUniform(low, high)
	}
	if of.Flat() {
		c.unsupported(call.At, "truncated(flat())", "between two bounds write uniform(low, high); x ~ flat() beside observe x > low has one bound")
		return nil
	}
	sig := Distribution(between + of.Name)
	if !of.IsNormal() && sig == nil {
		c.unsupported(call.At, "truncated("+of.Name+")", "truncated takes a number of a distribution with a distribution function: "+strings.Join(truncatedNames(), ", "))
		return nil
	}
	if !(sig != nil && sig.Draws == Int) && !c.checkBounds(call.Fun, low, high) {
		return nil
	}
	if sig != nil {
		of.Name = sig.Name
		of.add("low", low)
		of.add("high", high)
		return of
	}
	d := &Dist{Name: "truncated", At: call.At}
	d.add("mean", of.Arg("mean"))
	variance := of.Arg("variance")
	if variance == nil {
		variance = Call("/", Type{Kind: Real}, Number(1), of.Arg("precision"))
	}
	d.add("variance", variance)
	d.add("low", low)
	d.add("high", high)
	d.Require, d.Within = of.Require, of.Within
	return d
}

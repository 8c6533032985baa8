package bugs

import (
	"fmt"
	"strings"

	"mpc/lang"
)

// Some distributions are other statements: dnormmix(mu, tau, p) is a component that dcat(p) draws and a normal of
// it. Such draws are replaced by these before all else, so that all that follows knows them.

// compose replaces draws of distributions that are composed of others, and functions of nodes.
func (t *translator) compose() {
	for _, s := range t.all {
		s.rewrite(func(e Expr) Expr {
			c, ok := e.(*Call)
			if !ok {
				return nil
			}
			if x := t.ofNode(c); x != nil {
				return x
			}
			return writtenOut(c)
		})
	}
	t.findParts()
	t.findRounded()
	prog := *t.prog
	prog.Model = t.composed(prog.Model, 0)
	t.prog = &prog
	t.all = append(sites(prog.Data, nil, true), sites(prog.Model, nil, false)...)
}

// composed lists the statements that some statements stand for.
func (t *translator) composed(list []Stmt, depth int) (out []Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			loop := *s
			loop.Body = t.composed(s.Body, depth+1)
			out = append(out, &loop)
		case *Relation:
			if list := t.combined(s); list != nil {
				out = append(out, list...)
			} else if x := t.roundedOf(s); x != nil {
				out = append(out, &Relation{At: s.At, Target: s.Target, Value: x})
			} else if s.Dist == nil && depth == 0 {
				out = append(out, t.products(s)...)
			} else {
				out = append(out, t.composedOf(s)...)
			}
		}
	}
	return out
}

func (t *translator) composedOf(s *Relation) []Stmt {
	if s.Dist == nil {
		return []Stmt{s}
	}
	if list := append(t.partOf(s), t.roundedNormal(s)...); list != nil {
		return list
	}
	args := s.Dist.Args
	if list := t.countsInPart(s); list != nil {
		return list
	}
	if list := t.intervalInPart(s); list != nil {
		return list
	}
	if x := t.predicted(s); x != nil {
		return []Stmt{x}
	}
	if t.oneTrialEach(s.Target.Name) {
		x := *s
		x.Dist = &Call{At: s.Dist.At, Fun: "dbern", Args: args[:1]}
		return []Stmt{&x}
	}
	switch {
	case s.Dist.Fun == "dnormmix" && len(args) == 3:
		return t.normalMixture(s)
	case s.Dist.Fun == "dscaled.gamma" && len(args) == 2:
		return t.scaledGamma(s)
	case s.Dist.Fun == "dscaled.wishart" && len(args) == 2:
		return t.scaledWishart(s)
	case s.Dist.Fun == "dcat" && len(args) == 1 && s.Bounds != nil && s.Bounds.Kind == "T":
		return t.truncatedCategory(s)
	case t.isCategory(s):
		return t.countAsCategory(s)
	}
	return []Stmt{s}
}

// isCategory tells whether a draw is a count from 1 on, or more, up to a number, which stands in subscripts: n ~ dpois(l) T(1, 4)
// beside m[n]. Counts of our language begin at 0.
func (t *translator) isCategory(s *Relation) bool {
	b := s.Bounds
	if f := alias(s.Dist.Fun); f != "dpois" && f != "dbin" || b == nil || b.Kind != "T" || b.Lo == nil || b.Hi == nil || t.given[s.Target.Name] != nil {
		return false
	}
	lo, isLow := b.Lo.(*Number)
	_, isHigh := b.Hi.(*Number)
	return isLow && isHigh && lo.Value >= 1 && t.subscribes(s.Target.Name)
}

// subscribes tells whether a name stands in the subscript of another.
func (t *translator) subscribes(name string) (found bool) {
	for _, o := range t.all {
		o.each(func(e Expr) {
			if r, ok := e.(*Ref); ok {
				for _, u := range r.Subs {
					found = found || u.Lo != nil && reads(u.Lo, name)
				}
			}
		})
	}
	return found
}

// countAsCategory writes such a count as a draw by weights, which are its probabilities.
func (t *translator) countAsCategory(s *Relation) []Stmt {
	return t.weighted(s, s.Bounds.Hi, func(k Expr) Expr {
		return writtenOut(&Call{At: s.Dist.At, Fun: alias(s.Dist.Fun), Args: append([]Expr{k}, s.Dist.Args...)})
	})
}

// oneTrialEach tells whether all that draws a name of the data is dbin(p, 1), which is dbern(p).
func (t *translator) oneTrialEach(name string) bool {
	if t.given[name] == nil {
		return false
	}
	for _, s := range t.all {
		if s.Target.Name != name {
			continue
		}
		if s.Dist == nil || alias(s.Dist.Fun) != "dbin" || len(s.Dist.Args) != 2 || s.Bounds != nil {
			return false
		}
		if n, ok := s.Dist.Args[1].(*Number); !ok || n.Value != 1 {
			return false
		}
	}
	return true
}

// products writes a product of several matrices, t(b) %*% V %*% b, as products of two, each with a name.
func (t *translator) products(s *Relation) (out []Stmt) {
	var factor func(e Expr) Expr
	factor = func(e Expr) Expr {
		b, ok := e.(*Binary)
		if !ok || b.Op != "%*%" {
			return e
		}
		x := &Binary{At: b.At, Op: "%*%", X: factor(b.X), Y: factor(b.Y)}
		part := &Ref{At: b.At, Name: t.beside(s.Target.Name, fmt.Sprintf("product%d", len(out)+1))}
		out = append(out, &Relation{At: s.At, Target: part, Value: x})
		return part
	}
	b, ok := s.Value.(*Binary)
	if !ok || b.Op != "%*%" {
		return []Stmt{s}
	}
	value := &Binary{At: b.At, Op: "%*%", X: factor(b.X), Y: factor(b.Y)}
	if len(out) == 0 {
		return []Stmt{s}
	}
	return append(out, &Relation{At: s.At, Target: s.Target, Link: s.Link, Value: value})
}

// normalMixture writes y ~ dnormmix(mu, tau, p) of the module mix of JAGS.
func (t *translator) normalMixture(s *Relation) []Stmt {
	var parts []*Ref
	for _, a := range s.Dist.Args {
		r, ok := a.(*Ref)
		if !ok {
			t.Errorf(a.Pos(), lang.CodeArguments, "%s of dnormmix is no array: means, precisions and probabilities of components are", a)
			return nil
		}
		parts = append(parts, r)
	}
	t.givenHidden(s, "its component")
	which := &Ref{At: s.Target.At, Name: t.beside(s.Target.Name, "component"), Subs: s.Target.Subs}
	of := func(r *Ref) Expr { return along(r, which) }
	at := s.Dist.At
	return []Stmt{
		drawing(s, which, &Call{At: at, Fun: "dcat", Args: []Expr{parts[2]}}, nil),
		drawing(s, s.Target, &Call{At: at, Fun: "dnorm", Args: []Expr{of(parts[0]), of(parts[1])}}, s.Bounds),
	}
}

// along is an element of a row.
func along(r *Ref, at Expr) *Ref {
	x := &Ref{At: r.At, Name: r.Name}
	for _, u := range r.Subs {
		if u.Empty || u.Hi != nil {
			u = Sub{At: u.At, Lo: at}
		}
		x.Subs = append(x.Subs, u)
	}
	if x.Subs == nil {
		x.Subs = []Sub{{At: r.At, Lo: at}}
	}
	return x
}

// lengthOf is how many elements a row has: what its range says, its data, or the range of what draws it.
func (t *translator) lengthOf(r *Ref) Expr {
	end := func(r *Ref) Expr {
		for _, u := range r.Subs {
			if u.Hi != nil && isNumber(u.Lo) && u.Lo.(*Number).Value == 1 {
				return u.Hi
			}
		}
		return nil
	}
	if n := end(r); n != nil {
		return n
	}
	if a := t.given[r.Name]; a != nil && len(a.Dim) > 0 {
		for d, u := range r.Subs {
			if u.Empty && d < len(a.Dim) {
				return constant(r.At, float64(a.Dim[d]))
			}
		}
		return constant(r.At, float64(a.Dim[0]))
	}
	for _, s := range t.all {
		if n := end(s.Target); n != nil && s.Target.Name == r.Name {
			return n
		}
	}
	return &Call{At: r.At, Fun: "length", Args: []Expr{r}}
}

// scaledGamma writes dscaled.gamma(s, df), the precision whose standard deviation is half t of df degrees of freedom
// and the scale s: a gamma whose rate is drawn. It is scaledWishart of one row.
func (t *translator) scaledGamma(s *Relation) []Stmt {
	at, scale, df := s.Dist.At, s.Dist.Args[0], s.Dist.Args[1]
	half := &Number{At: at, Value: 0.5, Text: "0.5"}
	of := func(op string, x, y Expr) Expr { return &Binary{At: at, Op: op, X: x, Y: y, Closed: true} }
	weight := &Ref{At: at, Name: t.beside(s.Target.Name, "scale"), Subs: s.Target.Subs}
	return []Stmt{
		drawing(s, weight, &Call{At: at, Fun: "dgamma", Args: []Expr{half, of("/", constant(at, 1), of("^", scale, constant(at, 2)))}}, nil),
		drawing(s, s.Target, &Call{At: at, Fun: "dgamma", Args: []Expr{of("*", half, df), of("*", df, weight)}}, s.Bounds),
	}
}

// scaledWishart writes dscaled.wishart(s, df): standard deviations are half t of df degrees of freedom and the scales s,
// as a Wishart whose scales are drawn (Huang and Wand, "Simple marginally noninformative prior distributions for
// covariance matrices", Bayesian Analysis 8, 2013, equation 2).
func (t *translator) scaledWishart(s *Relation) []Stmt {
	scales, ok := s.Dist.Args[0].(*Ref)
	if !ok || len(s.Target.Subs) > 2 {
		t.Errorf(s.At, lang.CodeUnsupported, "%s ~ %s is not a matrix with an array of scales: that is not supported by this version", s.Target, s.Dist)
		return nil
	}
	at, n, df := s.Dist.At, t.lengthOf(scales), s.Dist.Args[1]
	weight := func(x Expr) *Ref {
		return &Ref{At: at, Name: t.beside(s.Target.Name, "scales"), Subs: []Sub{{At: at, Lo: x}}}
	}
	inverse := t.beside(s.Target.Name, "inverse")
	loop := func(what string) (*For, *Ref) {
		l := t.loopOver(s, what, n)
		return l, &Ref{At: at, Name: l.Index}
	}
	call := func(fun string, args ...Expr) *Call { return &Call{At: at, Fun: fun, Args: args} }
	of := func(op string, x, y Expr) Expr { return &Binary{At: at, Op: op, X: x, Y: y, Closed: true} }
	rows, i := loop("row")
	columns, j := loop("column")
	half := &Number{At: at, Value: 0.5, Text: "0.5"}
	rate := of("/", constant(at, 1), of("^", along(scales, i), constant(at, 2)))
	entry := of("*", of("*", of("*", constant(at, 2), df), weight(i)), call("equals", i, j))
	columns.Body = []Stmt{&Relation{At: s.At, Target: &Ref{At: at, Name: inverse, Subs: []Sub{{At: at, Lo: i}, {At: at, Lo: j}}}, Value: entry}}
	rows.Body = []Stmt{&Relation{At: s.At, Target: weight(i), Dist: call("dgamma", half, rate)}, columns}
	all := []Sub{{At: at, Lo: constant(at, 1), Hi: n}, {At: at, Lo: constant(at, 1), Hi: n}}
	target := s.Target
	if target.Subs == nil {
		target = &Ref{At: s.Target.At, Name: s.Target.Name, Subs: all}
	}
	matrix := &Ref{At: at, Name: inverse, Subs: all}
	return []Stmt{rows, drawing(s, target, call("dwish", matrix, of("-", of("+", df, n), constant(at, 1))), nil)}
}

// truncatedCategory writes dcat(p) T(lo, hi): a draw with the weights within the bounds.
func (t *translator) truncatedCategory(s *Relation) []Stmt {
	p, ok := s.Dist.Args[0].(*Ref)
	if !ok {
		return []Stmt{s}
	}
	return t.weighted(s, t.lengthOf(p), func(k Expr) Expr { return along(p, k) })
}

// weighted is a draw of 1 to hi by weights of each value, as far as they are within the bounds of a draw.
func (t *translator) weighted(s *Relation, hi Expr, weight func(k Expr) Expr) []Stmt {
	at := s.Bounds.At
	name := t.beside(s.Target.Name, "weights")
	loop := t.loopOver(s, "category", hi)
	k := &Ref{At: at, Name: loop.Index}
	value := weight(k)
	within := func(x Expr, y Expr) {
		step := &Call{At: at, Fun: "step", Args: []Expr{&Binary{At: at, Op: "-", X: x, Y: y}}}
		value = &Binary{At: at, Op: "*", X: value, Y: step}
	}
	if s.Bounds.Lo != nil {
		within(k, s.Bounds.Lo)
	}
	if s.Bounds.Hi != nil {
		within(s.Bounds.Hi, k)
	}
	of := func(last Sub) *Ref {
		return &Ref{At: at, Name: name, Subs: append(append([]Sub{}, s.Target.Subs...), last)}
	}
	loop.Body = []Stmt{&Relation{At: s.At, Target: of(Sub{At: at, Lo: k}), Value: value}}
	row := of(Sub{At: at, Lo: constant(at, 1), Hi: hi})
	return []Stmt{loop, drawing(s, s.Target, &Call{At: s.Dist.At, Fun: "dcat", Args: []Expr{row}}, nil)}
}

// ofNode is what cumulative(x, v), density(x, v) and deviance(x, v) of BUGS stand for: the distribution function at v of
// what draws the node x, its density, and -2 times its log; nil of other calls.
func (t *translator) ofNode(c *Call) Expr {
	prefix := map[string]string{"cumulative": "p", "density": "d", "deviance": "logdensity."}[c.Fun]
	if prefix == "" || len(c.Args) != 2 {
		return nil
	}
	node, ok := c.Args[0].(*Ref)
	if !ok {
		t.Errorf(c.Args[0].Pos(), lang.CodeArguments, "%s is no node: the first argument of %s is one that is drawn", c.Args[0], c.Fun)
		return nil
	}
	draw, with := t.drawnBy(node)
	if draw == nil {
		t.Errorf(node.At, lang.CodeUnsupported, "%s of %s, which is not drawn by one statement, element by element, is not supported by this version", c.Fun, node)
		return nil
	}
	fun := alias(draw.Dist.Fun)
	call := &Call{At: c.At, Fun: prefix + fun[1:], Args: []Expr{c.Args[1]}}
	for _, a := range draw.Dist.Args {
		call.Args = append(call.Args, replaced(a, with))
	}
	x := writtenOut(call)
	if x == nil || draw.Bounds != nil && draw.Bounds.Kind == "T" {
		t.Errorf(c.At, lang.CodeUnsupported, "%s of a node of %s is not supported by this version", c.Fun, draw.Dist.Fun)
		return nil
	}
	if c.Fun == "deviance" {
		x = &Binary{At: c.At, Op: "*", X: &Unary{At: c.At, Op: "-", X: constant(c.At, 2)}, Y: x, Closed: true}
	}
	return x
}

// drawnBy is the one statement that draws an element, and what its loop indices are there.
func (t *translator) drawnBy(r *Ref) (*site, map[string]Expr) {
	o := t.onlyDrawOf(r.Name)
	if o == nil || len(o.Target.Subs) != len(r.Subs) {
		return nil, nil
	}
	with := map[string]Expr{}
	for d, u := range o.Target.Subs {
		i, ok := u.Lo.(*Ref)
		if !ok || u.Hi != nil || i.Subs != nil || o.loop(i.Name) == nil || r.Subs[d].Lo == nil || r.Subs[d].Hi != nil {
			return nil, nil
		}
		with[i.Name] = r.Subs[d].Lo
	}
	return o, with
}

// onlyDrawOf is the one statement that draws a name, nil where there are others.
func (t *translator) onlyDrawOf(name string) (found *site) {
	for _, s := range t.all {
		if s.Target.Name == name && s.Dist != nil {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// drawing is a draw in the place of another one.
func drawing(s *Relation, target *Ref, dist *Call, bounds *Bounds) *Relation {
	return &Relation{At: s.At, Target: target, Dist: dist, Bounds: bounds}
}

func constant(at lang.Pos, x float64) *Number { return &Number{At: at, Value: x, Text: inShort(x)} }

// loopOver is a loop over the elements of a row of what a statement stands for.
func (t *translator) loopOver(s *Relation, what string, n Expr) *For {
	l := &For{At: s.At, Index: what + " of " + s.Target.Name, Range: Range{At: s.At, Lo: constant(s.At, 1), Hi: n}}
	if key := "for " + l.Index; t.ours[key] == "" {
		t.ours[key] = t.fresh("k")
	}
	return l
}

// beside is the name of a variable beside one of the program, which no program can have.
func (t *translator) beside(name, what string) string {
	n := what + " of " + name
	if t.ours[n] == "" {
		t.ours[n] = t.fresh(strings.ReplaceAll(what+"_"+name, ".", "_"))
	}
	t.internal[n] = true
	return n
}

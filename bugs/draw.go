package bugs

import (
	"mpc/lang"
	"strings"
)

// draw writes target ~ dist with its bounds.
func (t *translator) draw(s *Relation) []lang.Stmt {
	switch {
	case s.Dist.Fun == "car.normal":
		return t.intrinsic(s)
	case s.Dist.Fun == "car.proper":
		return t.proper(s)
	case s.Dist.Fun == "dsum":
		return t.total(s)
	case s.Dist.Fun == "dround":
		return t.rounded(s)
	case t.isOneTrial(s):
		return t.oneTrial(s)
	}
	if alias(s.Dist.Fun) == "dmulti" && len(s.Dist.Args) == 2 && !t.isInput(s) {
		return t.drawnCounts(s)
	}
	if t.keeps(s.Target) && t.isPart(s.Target) {
		return t.drawnPart(s)
	}
	return t.drawAs(s, t.target(s.Target))
}

// isOneTrial tells whether a draw is a multinomial of one trial that no data give.
func (t *translator) isOneTrial(s *Relation) bool {
	if alias(s.Dist.Fun) != "dmulti" || len(s.Dist.Args) != 2 || t.isInput(s) {
		return false
	}
	n, ok := s.Dist.Args[1].(*Number)
	return ok && n.Value == 1
}

// oneTrial writes a multinomial of one trial: which of the counts is 1 is drawn.
func (t *translator) oneTrial(s *Relation) []lang.Stmt {
	at := s.At
	list := t.slices(s.Target)
	if len(list) != 1 {
		t.Errorf(s.Target.At, lang.CodeIndex, "%s is not one row: dmulti draws a row of counts", s.Target)
		return nil
	}
	var which lang.Expr = &lang.Name{At: at, Name: t.helperName(t.name(s.Target.Name), "which")}
	if lead := t.leading(s.Target); len(lead) > 0 {
		which = &lang.Index{At: at, X: which, Args: lead}
	}
	t.before = nil
	draw := &lang.Sample{At: at, Target: which, Dist: call(at, "categorical", t.array(s.Dist.Args[0], 1))}
	name, part, leave := t.overParts(at)
	target := t.element(t.elementwise(s.Target, []Expr{part}).(*Ref))
	leave()
	k := &lang.Name{At: at, Name: name}
	return append(t.before, draw, &lang.For{At: at, Index: *k, Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[0].count},
		Body: []lang.Stmt{&lang.Assign{At: at, Target: target, Value: binary(at, "==", which, k)}}})
}

// drawnCounts writes a multinomial that no data give: each count but the last is a binomial of what those before it leave of the
// trials and of the probability. The last is what is left: were it drawn too, no count could move given the others.
func (t *translator) drawnCounts(s *Relation) []lang.Stmt {
	at := s.At
	list := t.slices(s.Target)
	p, isRef := s.Dist.Args[0].(*Ref)
	if len(list) != 1 || !isRef || len(t.slices(p)) != 1 || s.Bounds != nil {
		t.Errorf(at, lang.CodeIndex, "%s is not one row of counts, with one row of probabilities and without bounds", s.Target)
		return nil
	}
	t.before = nil
	name, k, leave := t.overParts(at)
	element := func(r *Ref) Expr { return t.elementwise(r, []Expr{k}) }
	target := t.element(element(s.Target).(*Ref))
	share := t.value(element(p))
	leave()
	of := func(x lang.Expr, lo, hi lang.Expr) lang.Expr { // the sum over another index
		j := t.fresh("k")
		return &lang.Reduce{At: at, Fun: "sum", Body: renamed(x, name, j), Index: lang.Name{At: at, Name: j}, Domain: lang.Domain{At: at, Lo: lo, Hi: hi}}
	}
	here, count := &lang.Name{At: at, Name: name}, list[0].count
	last := binary(at, "-", count, whole(at, 1))
	if n, ok := count.(*lang.Number); ok {
		last = whole(at, int(n.Value)-1)
	}
	trials, part := t.value(s.Dist.Args[1]), t.helper(target, "part")
	draw := &lang.Sample{At: at, Target: part, Dist: call(at, "binomial", binary(at, "-", trials, of(part, whole(at, 0), here)), binary(at, "/", share, of(share, here, count)))}
	along := func(lo, hi lang.Expr, body lang.Stmt) *lang.For {
		return &lang.For{At: at, Index: *here, Domain: lang.Domain{At: at, Lo: lo, Hi: hi}, Body: []lang.Stmt{body}}
	}
	return append(t.before, along(whole(at, 0), last, draw), along(whole(at, 0), last, &lang.Assign{At: at, Target: target, Value: part}),
		along(last, count, &lang.Assign{At: at, Target: target, Value: binary(at, "-", trials, of(part, whole(at, 0), last))}))
}

// renamed is an expression with another name for an index.
func renamed(e lang.Expr, from, to string) lang.Expr {
	switch e := e.(type) {
	case *lang.Name:
		if e.Name == from {
			return &lang.Name{At: e.At, Name: to}
		}
	case *lang.Index:
		x := &lang.Index{At: e.At, X: e.X}
		for _, a := range e.Args {
			x.Args = append(x.Args, renamed(a, from, to))
		}
		return x
	case *lang.Unary:
		return &lang.Unary{At: e.At, Op: e.Op, X: renamed(e.X, from, to)}
	case *lang.Binary:
		return binary(e.At, e.Op, renamed(e.X, from, to), renamed(e.Y, from, to))
	}
	return e
}

// drawAs writes a draw of what is called target here.
func (t *translator) drawAs(s *Relation, target lang.Expr) []lang.Stmt {
	t.before = nil
	list := t.distribution(s, target)
	return append(t.before, list...)
}

// distribution writes a draw by its distribution.
func (t *translator) distribution(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	args := s.Dist.Args
	fun := alias(s.Dist.Fun)
	r := t.rowOf(fun)
	if t.takes(fun) < 0 {
		t.missingDistribution(s)
		return nil
	}
	if vectors[fun] == 1 && t.unequalRows(s.Target, args[0]) {
		return nil
	}
	arg := func(i int) lang.Expr { return t.value(args[i]) }
	var dist *lang.Call
	switch fun {
	case "dnorm":
		dist = named(call(at, "normal", arg(0)), "precision", arg(1))
	case "dgamma":
		dist = named(named(call(at, "gamma"), "shape", arg(0)), "rate", arg(1))
	case "dchisqr":
		half := &lang.Number{At: at, Value: 0.5}
		dist = named(named(call(at, "gamma"), "shape", binary(at, "/", arg(0), whole(at, 2))), "rate", half)
	case "dexp":
		dist = named(call(at, "exponential"), "rate", arg(0))
	case "dbeta":
		dist = call(at, "beta", arg(0), arg(1))
	case "dunif":
		dist = call(at, "uniform", arg(0), arg(1))
	case "dflat":
		return t.flat(s, target)
	case "dbern":
		if stmts := t.certain(s, target); stmts != nil {
			return stmts
		}
		dist = t.trial(s)
	case "dbin":
		dist = call(at, "binomial", arg(1), arg(0))
	case "dpois":
		dist = call(at, "poisson", arg(0))
	case "dcat":
		dist = call(at, "categorical", t.weights(args[0]))
	case "dgeom": // ours are the failures before the first success, one less
		dist = call(at, "geometric", arg(0))
	case "dinterval":
		return t.interval(s)
	case "ddirch":
		dist = call(at, "dirichlet", t.array(args[0], 1))
	case "dmulti":
		if t.missesCounts(s) {
			return nil
		}
		dist = call(at, "multinomial", arg(1), t.array(args[0], 1))
	case "dmnorm":
		dist = t.normalVector(at, args)
	case "dmnorm.vcov":
		dist = named(call(at, "mvnormal", t.array(args[0], 1)), "covariance", t.array(args[1], 2))
	case "dmt":
		dist = named(call(at, "mvstudentt", arg(2), t.array(args[0], 1)), "precision", t.array(args[1], 2))
	case "dwish":
		dist = named(named(call(at, "wishart"), "df", arg(1)), "inverse", t.array(args[0], 2))
	case "dloglik":
		return t.addedDensity(s)
	default:
		if stmts := t.decomposed(s, target, fun); stmts != nil || t.HasErrors() {
			return stmts
		}
		dist = t.byRow(s, r)
	}
	return t.whereSeen(s, t.bounded(s, target, dist))
}

// missesCounts reports counts of several kinds some of which are missing.
func (t *translator) missesCounts(s *Relation) bool {
	if !t.isInput(s) || !t.values.data[s.Target.Name].HasMissing() {
		return false
	}
	t.Errorf(s.At, lang.CodeUnsupported, "%s, counts of dmulti some of which are missing, are not supported by this version", s.Target).
		WithHint("draw them one by one, x[1] ~ dbin(p[1], n), x[2] ~ dbin(p[2] / (1 - p[1]), n - x[1]); of n = 1 by dcat")
	return true
}

// normalVector is a dmnorm: its precision may be written as the inverse of a covariance.
func (t *translator) normalVector(at lang.Pos, args []Expr) *lang.Call {
	dist := call(at, "mvnormal", t.array(args[0], 1))
	if c := t.inverted(args[1]); c != nil {
		return named(dist, "covariance", t.array(c, 2))
	}
	return named(dist, "precision", t.array(args[1], 2))
}

// addedDensity is a dloglik, a term of the log density: the density of an exponential at 0 is its rate, exp of what is added.
func (t *translator) addedDensity(s *Relation) []lang.Stmt {
	if !t.known[s.Target.Name] && t.given[s.Target.Name] == nil {
		t.Errorf(s.At, lang.CodeUnsupported, "%s is not known, and dloglik draws nothing", s.Target).
			WithHint("define %s <- 0 beside it: it then stands for a term of the log density", s.Target)
		return nil
	}
	at := s.Dist.At
	rate := named(call(at, "exponential"), "rate", call(at, "exp", t.value(s.Dist.Args[0])))
	return []lang.Stmt{&lang.Observe{At: s.At, Value: whole(s.At, 0), Dist: rate}}
}

// decomposed writes a draw by draws of families of messages, where that is what Gibbs sampling
// draws best; nil where it is drawn as it is.
func (t *translator) decomposed(s *Relation, target lang.Expr, fun string) []lang.Stmt {
	truncated := s.Bounds != nil && s.Bounds.Kind == "T"
	switch fun {
	case "dlnorm":
		if !t.isInput(s) {
			return t.lognormal(s, target)
		}
	case "dpar":
		if !t.isInput(s) && s.Bounds == nil {
			return t.pareto(s, target)
		}
	case "dweib":
		if !truncated && (s.Bounds == nil || s.Bounds.Hi == nil) && t.isInput(s) && t.values.data[s.Target.Name] != nil && !t.readMissing(s) {
			return t.weibull(s)
		}
	case "dt":
		if !truncated && !t.ofFewNumbers(s) && !t.ofData(s) {
			return t.student(s, target)
		}
	case "ddexp":
		if !truncated && !t.ofData(s) {
			return t.laplace(s, target)
		}
	}
	return nil
}

// trial is what a truth is drawn from, or a whole number that is 0 or 1.
func (t *translator) trial(s *Relation) *lang.Call {
	at, p := s.Dist.At, t.value(s.Dist.Args[0])
	if t.kinds[s.Target.Name] != intKind {
		return call(at, "bernoulli", p)
	}
	return call(at, "categorical", &lang.List{At: at, Elems: []lang.Expr{binary(at, "-", whole(at, 1), p), t.value(s.Dist.Args[0])}})
}

// ofData tells whether a draw is one of data whose own log density is asked for: a scale of each datum, which a mixture draws,
// would make it another one.
func (t *translator) ofData(s *Relation) bool {
	return t.options.Densities && t.isInput(s)
}

// givenHidden warns where the log densities of data that are asked for are those given what is drawn for each of them.
func (t *translator) givenHidden(s *Relation, hidden string) {
	if t.options.Densities && t.given[s.Target.Name] != nil {
		t.Warnf(s.At, lang.CodeUnsupported, "the deviance, DIC, WAIC and LOO of %s are given %s, which %s is drawn with here: those of other models do not compare", s.Target, hidden, s.Dist.Fun)
	}
}

// parameters is how many each distribution takes.
var parameters = map[string]int{"dnorm": 2, "dgamma": 2, "dchisqr": 1, "dexp": 1, "dbeta": 2, "dunif": 2, "dflat": 0, "dbern": 1, "dbin": 2, "dpois": 1,
	"dcat": 1, "ddirch": 1, "dmulti": 2, "dmnorm": 2, "dmnorm.vcov": 2, "dwish": 2, "dloglik": 1, "dgeom": 1, "dinterval": 2, "dmt": 3, "car.normal": 4, "car.proper": 7, "dsum": 2, "dround": 2}

func (t *translator) missingDistribution(s *Relation) {
	names := t.distributionNames()
	if text := inBUGS(s.Dist.Fun); text != "" {
		t.Errorf(s.Dist.At, lang.CodeUnsupported, "BUGS has no distribution %s", s.Dist.Fun).WithHint("write %s", text)
		return
	}
	d := t.Errorf(s.Dist.At, lang.CodeUnsupported, "the distribution %s is not supported by this version", s.Dist.Fun)
	if near := lang.Nearest(s.Dist.Fun, names); near != "" {
		d.WithHint("did you mean %s?", near)
	}
}

// bounded writes a draw with T(,), I(,) or C(,).
func (t *translator) bounded(s *Relation, target lang.Expr, dist *lang.Call) []lang.Stmt {
	b := s.Bounds
	draw := &lang.Sample{At: s.At, Target: target, Dist: dist}
	if b == nil {
		return []lang.Stmt{draw}
	}
	if dist.Fun == "normal" && b.Kind == "T" {
		draw.Dist = call(dist.At, "truncated", dist, t.bound(b.At, b.Lo, -1e308), t.bound(b.At, b.Hi, 1e308))
		return []lang.Stmt{draw}
	}
	counts := t.index[s.Target.Name] && t.kinds[s.Target.Name] == intKind && !t.shift[s.Target.Name] // how many values there are is asked for
	if b.Kind == "T" && (t.options.Simulate || counts || !t.allKnown(append(append([]Expr{}, s.Dist.Args...), b.Lo, b.Hi))) {
		if whole := map[string]bool{"bernoulli": true, "categorical": true, "multinomial": true, "dirichlet": true, "mvnormal": true, "mvstudentt": true, "wishart": true}; whole[dist.Fun] {
			t.Errorf(b.At, lang.CodeUnsupported, "T(,) of %s is not supported by this version", s.Dist.Fun).
				WithHint("T(,) is for numbers of a distribution that has a distribution function")
			return nil
		}
		lo, hi := t.bound(b.At, b.Lo, -1e308), t.bound(b.At, b.Hi, 1e308)
		if t.shift[s.Target.Name] {
			lo, hi = binary(b.At, "-", lo, whole(b.At, 1)), binary(b.At, "-", hi, whole(b.At, 1))
		}
		draw.Dist = call(dist.At, "truncated", dist, lo, hi)
		return []lang.Stmt{draw}
	}
	if t.shift[s.Target.Name] {
		target = binary(target.Pos(), "+", target, whole(target.Pos(), 1))
	}
	return append([]lang.Stmt{draw}, t.within(b, target)...)
}

// allKnown tells whether all of some expressions follow from data; nil ones do.
func (t *translator) allKnown(list []Expr) bool {
	for _, e := range list {
		if e != nil && !t.isKnown(e, t.site) {
			return false
		}
	}
	return true
}

// within observes that a value is within bounds, which adds no more than that to the density.
func (t *translator) within(b *Bounds, target lang.Expr) (list []lang.Stmt) {
	if b.Lo != nil {
		list = append(list, &lang.Observe{At: b.At, Value: binary(b.At, ">=", target, t.value(b.Lo))})
	}
	if b.Hi != nil {
		list = append(list, &lang.Observe{At: b.At, Value: binary(b.At, "<=", target, t.value(b.Hi))})
	}
	return list
}

func (t *translator) bound(at lang.Pos, e Expr, none float64) lang.Expr {
	if e != nil {
		return t.value(e)
	}
	if none < 0 {
		return &lang.Unary{At: at, Op: "-", X: &lang.Number{At: at, Value: -none}}
	}
	return &lang.Number{At: at, Value: none}
}

// flat writes a draw from the whole line, or between bounds: a uniform density, as far as no posterior goes where there is one
// bound.
func (t *translator) flat(s *Relation, target lang.Expr) []lang.Stmt {
	const far = 1e10
	lo, hi := lang.Expr(&lang.Unary{At: s.At, Op: "-", X: &lang.Number{At: s.At, Value: far}}), lang.Expr(&lang.Number{At: s.At, Value: far})
	b := s.Bounds
	if b == nil {
		return []lang.Stmt{&lang.Sample{At: s.At, Target: target, Dist: call(s.Dist.At, "flat")}}
	}
	rest := *b
	if b.Lo != nil && t.isKnown(b.Lo, t.site) {
		lo, rest.Lo = t.value(b.Lo), nil
	}
	if b.Hi != nil && t.isKnown(b.Hi, t.site) {
		hi, rest.Hi = t.value(b.Hi), nil
	}
	draw := &lang.Sample{At: s.At, Target: target, Dist: call(s.Dist.At, "uniform", lo, hi)}
	return append([]lang.Stmt{draw}, t.within(&rest, target)...)
}

// certain writes a draw with a probability that is a truth: the value is that truth.
func (t *translator) certain(s *Relation, target lang.Expr) []lang.Stmt {
	if !t.isTruth(s.Dist.Args[0]) || t.kinds[s.Target.Name] != truthKind {
		return nil
	}
	return []lang.Stmt{&lang.Assign{At: s.At, Target: target, Value: t.truth(s.Dist.Args[0])}}
}

// helper is a variable of its own beside the target of a draw: with its subscripts.
func (t *translator) helper(target lang.Expr, what string) lang.Expr {
	switch x := target.(type) {
	case *lang.Index:
		name := x.X.(*lang.Name)
		return &lang.Index{At: x.At, X: &lang.Name{At: x.At, Name: t.helperName(name.Name, what)}, Args: x.Args}
	case *lang.Name:
		return &lang.Name{At: x.At, Name: t.helperName(x.Name, what)}
	}
	return target
}

// helpers are the names of the file that are drawn in place of others, with these.
func (t *translator) helpers() map[string]string {
	list := map[string]string{}
	for key, n := range t.ours {
		if words := strings.Fields(key); len(words) == 3 && words[0] == "helper" {
			list[n] = words[2]
		}
	}
	return list
}

func (t *translator) helperName(of, what string) string {
	key := "helper " + what + " " + of
	if n, ok := t.ours[key]; ok {
		return n
	}
	n := t.fresh(what + "_" + of)
	t.ours[key] = n
	return n
}

// isInput tells whether a draw is an observation, or may be one.
func (t *translator) isInput(s *Relation) bool { return t.inputs[s.Target.Name] }

// lognormal writes dlnorm as exp of a normal.
func (t *translator) lognormal(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "log")
	dist := named(call(at, "normal", t.value(s.Dist.Args[0])), "precision", t.value(s.Dist.Args[1]))
	draw := &lang.Sample{At: s.At, Target: h, Dist: dist}
	if b := s.Bounds; b != nil && b.Kind == "T" {
		lo, hi := t.bound(b.At, nil, -1e308), t.bound(b.At, nil, 1e308)
		if b.Lo != nil {
			lo = call(b.At, "log", t.value(b.Lo))
		}
		if b.Hi != nil {
			hi = call(b.At, "log", t.value(b.Hi))
		}
		draw.Dist = call(at, "truncated", dist, lo, hi)
	}
	out := []lang.Stmt{draw, &lang.Assign{At: s.At, Target: target, Value: call(at, "exp", h)}}
	if s.Bounds != nil && s.Bounds.Kind != "T" {
		out = append(out, t.within(s.Bounds, target)...)
	}
	return out
}

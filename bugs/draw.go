package bugs

import (
	"mpc/lang"
)

// draw writes target ~ dist with its bounds.
func (t *translator) draw(s *Relation) []lang.Stmt {
	if t.keeps(s.Target) && t.isPart(s.Target) {
		return t.drawnPart(s)
	}
	return t.drawAs(s, t.target(s.Target))
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
	n, ok := parameters[fun]
	if !ok {
		t.missingDistribution(s)
		return nil
	}
	if len(args) != n {
		t.Errorf(at, lang.CodeArguments, "%s takes %d parameters, here it has %d", s.Dist.Fun, n, len(args))
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
		p := arg(0)
		if t.kinds[s.Target.Name] == intKind {
			dist = call(at, "categorical", &lang.List{At: at, Elems: []lang.Expr{binary(at, "-", whole(at, 1), p), arg(0)}})
		} else {
			dist = call(at, "bernoulli", p)
		}
	case "dbin":
		dist = call(at, "binomial", arg(1), arg(0))
	case "dpois":
		dist = call(at, "poisson", arg(0))
	case "dcat":
		dist = call(at, "categorical", t.array(args[0], 1))
	case "ddirch":
		dist = call(at, "dirichlet", t.array(args[0], 1))
	case "dmulti":
		if !t.isInput(s) || t.values.data[s.Target.Name].HasMissing() {
			t.Errorf(s.At, lang.CodeUnsupported, "%s, counts of dmulti that the data do not give, are not supported by this version", s.Target).
				WithHint("draw them one by one, x[1] ~ dbin(p[1], n), x[2] ~ dbin(p[2] / (1 - p[1]), n - x[1]); of n = 1 by dcat")
			return nil
		}
		dist = call(at, "multinomial", arg(1), t.array(args[0], 1))
	case "dmnorm":
		dist = named(call(at, "mvnormal", t.array(args[0], 1)), "precision", t.array(args[1], 2))
	case "dwish":
		dist = named(named(call(at, "wishart"), "df", arg(1)), "inverse", t.array(args[0], 2))
	case "dloglik":
		// The density of an exponential at 0 is its rate: exp of what is added to the log density.
		if !t.known[s.Target.Name] && t.given[s.Target.Name] == nil {
			t.Errorf(s.At, lang.CodeUnsupported, "%s is not known, and dloglik draws nothing", s.Target).
				WithHint("define %s <- 0 beside it: it then stands for a term of the log density", s.Target)
			return nil
		}
		rate := named(call(at, "exponential"), "rate", call(at, "exp", arg(0)))
		return []lang.Stmt{&lang.Observe{At: s.At, Value: whole(s.At, 0), Dist: rate}}
	case "dlnorm":
		return t.lognormal(s, target)
	case "dpar":
		return t.pareto(s, target)
	case "dweib":
		return t.weibull(s, target)
	case "dlogis":
		return t.logisticDraw(s, target)
	case "dt":
		return t.student(s, target)
	case "ddexp":
		return t.laplace(s, target)
	}
	return t.bounded(s, target, dist)
}

// parameters is how many each distribution takes.
var parameters = map[string]int{"dnorm": 2, "dgamma": 2, "dchisqr": 1, "dexp": 1, "dbeta": 2, "dunif": 2, "dflat": 0, "dbern": 1, "dbin": 2, "dpois": 1,
	"dcat": 1, "ddirch": 1, "dmulti": 2, "dmnorm": 2, "dwish": 2, "dloglik": 1, "dlnorm": 2, "dpar": 2, "dweib": 2, "dlogis": 2, "dt": 3, "ddexp": 2}

func (t *translator) missingDistribution(s *Relation) {
	var names []string
	for n := range parameters {
		names = append(names, n)
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
	if b.Kind == "T" {
		for _, a := range s.Dist.Args {
			if !t.isKnown(a, t.site) {
				t.Errorf(b.At, lang.CodeUnsupported, "T(,) of %s with the parameter %s, which is not known, is not supported by this version", s.Dist.Fun, a).
					WithHint("I(,) leaves out how probable the interval is; T(,) of dnorm has it")
				return nil
			}
		}
		for _, e := range []Expr{b.Lo, b.Hi} {
			if e != nil && !t.isKnown(e, t.site) {
				t.Errorf(b.At, lang.CodeUnsupported, "T(,) of %s with the bound %s, which is not known, is not supported by this version", s.Dist.Fun, e).
					WithHint("I(,) leaves out how probable the interval is; T(,) of dnorm has it")
				return nil
			}
		}
	}
	return append([]lang.Stmt{draw}, t.within(b, target)...)
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

// flat writes a draw from the whole line: a uniform density between bounds that no posterior
// meets.
func (t *translator) flat(s *Relation, target lang.Expr) []lang.Stmt {
	const far = 1e10
	lo, hi := lang.Expr(&lang.Unary{At: s.At, Op: "-", X: &lang.Number{At: s.At, Value: far}}), lang.Expr(&lang.Number{At: s.At, Value: far})
	b := s.Bounds
	if b == nil {
		return []lang.Stmt{&lang.Sample{At: s.At, Target: target, Dist: call(s.Dist.At, "uniform", lo, hi)}}
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
	if t.isInput(s) {
		return t.observedOnly(s)
	}
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

// pareto writes dpar(a, c) as c times exp of an exponential.
func (t *translator) pareto(s *Relation, target lang.Expr) []lang.Stmt {
	if t.isInput(s) || s.Bounds != nil {
		return t.observedOnly(s)
	}
	at := s.Dist.At
	h := t.helper(target, "log")
	return []lang.Stmt{
		&lang.Sample{At: s.At, Target: h, Dist: named(call(at, "exponential"), "rate", t.value(s.Dist.Args[0]))},
		&lang.Assign{At: s.At, Target: target, Value: binary(at, "*", t.value(s.Dist.Args[1]), call(at, "exp", h))},
	}
}

func (t *translator) observedOnly(s *Relation) []lang.Stmt {
	t.Errorf(s.At, lang.CodeUnsupported, "%s of data, or with bounds, is not supported by this version", s.Dist.Fun).
		WithHint("draw the log of the data: log(x) of dlnorm is dnorm, and log(x / c) of dpar is dexp")
	return nil
}

// student writes dt(m, p, k) as a normal whose precision is p times a gamma.
func (t *translator) student(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "scale")
	half := func() lang.Expr { return binary(at, "/", t.value(s.Dist.Args[2]), whole(at, 2)) }
	dist := named(call(at, "normal", t.value(s.Dist.Args[0])), "precision", binary(at, "*", t.value(s.Dist.Args[1]), h))
	if s.Bounds != nil && s.Bounds.Kind == "T" {
		return t.noBounds(s)
	}
	return append([]lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(named(call(at, "gamma"), "shape", half()), "rate", half())}},
		t.bounded(s, target, dist)...)
}

// laplace writes ddexp(m, r) as a normal whose variance is exponential.
func (t *translator) laplace(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "scale")
	rate := binary(at, "/", binary(at, "^", t.value(s.Dist.Args[1]), whole(at, 2)), whole(at, 2))
	if s.Bounds != nil && s.Bounds.Kind == "T" {
		return t.noBounds(s)
	}
	return append([]lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(call(at, "exponential"), "rate", rate)}},
		t.bounded(s, target, named(call(at, "normal", t.value(s.Dist.Args[0])), "variance", h))...)
}

func (t *translator) noBounds(s *Relation) []lang.Stmt {
	t.Errorf(s.Bounds.At, lang.CodeUnsupported, "T(,) of %s is not supported by this version", s.Dist.Fun)
	return nil
}

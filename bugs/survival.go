package bugs

import (
	"math"
	"mpc/lang"
)

// weibull writes dweib(v, r), of the density v r x^(v-1) exp(-r x^v). What is observed adds its
// log density. What is missing, and is known to be above C(lo, ) or I(lo, ), adds the log of the
// probability to be there, -r lo^v: it is summed out. What no data give is drawn as it is.
func (t *translator) weibull(s *Relation) []lang.Stmt {
	at := s.Dist.At
	v, r := s.Dist.Args[0], s.Dist.Args[1]
	a := t.values.data[s.Target.Name]
	there, time := t.censored(s, a)
	if time == nil {
		return nil
	}
	x := func() lang.Expr { return t.value(time) }
	survival := binary(at, "*", t.value(r), binary(at, "^", x(), t.value(v)))
	density := binary(at, "+", binary(at, "+", call(at, "log", t.value(v)), call(at, "log", t.value(r))),
		binary(at, "*", binary(at, "-", t.value(v), whole(at, 1)), t.logOf(time)))
	if there != nil {
		density = binary(at, "*", t.value(there), density)
	}
	rate := named(call(at, "exponential"), "rate", call(at, "exp", binary(at, "-", density, survival)))
	return []lang.Stmt{&lang.Observe{At: s.At, Value: whole(s.At, 0), Dist: rate}}
}

// logOf is the log of an input that is computed from data: 0 where the value is 0, which then
// counts for nothing.
func (t *translator) logOf(r *Ref) lang.Expr {
	a := t.values.data[r.Name]
	name := "log." + r.Name
	if t.values.data[name] == nil {
		c := newArray(append([]int{}, a.Dim...))
		zero := operators["=="]
		for i, x := range a.Values {
			c.Values[i], c.Missing[i] = math.Log(x+zero(x, 0)), false
		}
		c.tidy()
		t.add(name, c, r.Name)
	}
	return t.value(&Ref{At: r.At, Name: name, Subs: r.Subs})
}

// add makes an input of values that are computed while the program is written.
func (t *translator) add(name string, a *Array, of string) {
	t.values.data[name], t.known[name], t.inputs[name] = a, true, true
	t.dims[name] = a.Dim
	t.kinds[name] = realKind
	x := t.typeOf(of)
	x.Base = "real"
	t.types[name] = x
}

// readMissing tells whether a draw has missing values that another statement reads, which wants
// draws of them.
func (t *translator) readMissing(s *Relation) bool {
	read := false
	for _, o := range t.all {
		o.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name == s.Target.Name {
				read = true
			}
		})
	}
	return read && t.values.data[s.Target.Name].HasMissing()
}

// censored splits data with missing values: which are there, nil where all are, and the values,
// or the bound that a missing one is above.
func (t *translator) censored(s *Relation, a *Array) (there, time *Ref) {
	b := s.Bounds
	if !a.HasMissing() {
		return nil, &Ref{At: s.Target.At, Name: s.Target.Name, Subs: s.Target.Subs}
	}
	is, times := newArray(append([]int{}, a.Dim...)), newArray(append([]int{}, a.Dim...))
	v := *t.values
	v.report = t.Collector
	v.loops(t.site, func() *unknown {
		places, _, left := v.places(s.Target, a)
		if left != nil {
			return left
		}
		for _, p := range places {
			is.Missing[p], times.Missing[p] = false, false
			if !a.Missing[p] {
				is.Values[p], times.Values[p] = 1, a.Values[p]
				continue
			}
			if b == nil || b.Lo == nil {
				continue
			}
			x, left := v.number(b.Lo)
			if left != nil {
				t.Errorf(b.At, lang.CodeUnsupported, "the bound %s of a missing value is not known", b.Lo)
				return left
			}
			times.Values[p] = x
		}
		return nil
	})
	if t.HasErrors() {
		return nil, nil
	}
	for _, c := range []*Array{is, times} {
		for i := range c.Missing {
			c.Missing[i] = false
		}
		c.tidy()
	}
	t.add(s.Target.Name+".seen", is, s.Target.Name)
	t.add(s.Target.Name+".until", times, s.Target.Name)
	return &Ref{At: s.Target.At, Name: s.Target.Name + ".seen", Subs: s.Target.Subs}, &Ref{At: s.Target.At, Name: s.Target.Name + ".until", Subs: s.Target.Subs}
}

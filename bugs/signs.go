package bugs

import "mpc/lang/functions"

// Where values lie, as far as the text says it: a product of numbers that may be below 0 has a sign of its own.

// A reach is where a value is known to lie.
type reach int

const (
	anywhere reach = iota
	notBelow       // 0 or above
	unit           // from 0 to 1
)

func (r reach) interval() functions.Interval {
	return map[reach]functions.Interval{anywhere: functions.Anywhere, notBelow: functions.NotNegative, unit: functions.Unit}[r]
}

// reachIn is what is said of an interval.
func reachIn(i functions.Interval) reach {
	switch {
	case functions.Unit.Has(i):
		return unit
	case functions.NotNegative.Has(i):
		return notBelow
	}
	return anywhere
}

// reachOf is where an expression lies.
func (t *translator) reachOf(e Expr) reach { return t.reachWithin(e, map[string]bool{}) }

func (t *translator) reachWithin(e Expr, seen map[string]bool) reach {
	of := func(e Expr) reach { return t.reachWithin(e, seen) }
	if isLogical(e) {
		return unit
	}
	switch e := e.(type) {
	case *Number:
		switch {
		case e.Value < 0:
			return anywhere
		case e.Value <= 1:
			return unit
		}
		return notBelow
	case *Ref:
		return t.reachOfName(e.Name, seen)
	case *Binary:
		x, y := of(e.X), of(e.Y)
		switch {
		case e.Op == "*":
			return min(x, y)
		case e.Op == "+" || e.Op == "/":
			return min(x, y, notBelow)
		case e.Op == "^":
			return min(x, notBelow)
		case e.Op == "-" && y == unit:
			if n, ok := e.X.(*Number); ok && n.Value == 1 {
				return unit
			}
		}
	case *Call:
		if f := functions.OfBUGS(alias(e.Fun)); f != nil && f.Takes == len(e.Args) {
			var args []functions.Interval
			for _, a := range e.Args {
				args = append(args, of(a).interval())
			}
			return reachIn(f.Within(args...))
		}
		all := unit
		for _, a := range e.Args {
			all = min(all, of(a))
		}
		return reachOfCall(alias(e.Fun), all)
	}
	return anywhere
}

// withinBound is the argument of max(0, x) or min(1, x) that lies within the bound anyway, as a probability that logit gives; nil
// where the bound may count.
func (t *translator) withinBound(e *Call) Expr {
	if len(e.Args) != 2 || t.sliced(e.Args[0]) != nil || t.sliced(e.Args[1]) != nil {
		return nil
	}
	for k, a := range e.Args {
		n, ok := a.(*Number)
		if !ok {
			continue
		}
		x := e.Args[1-k]
		in, f := t.reachOf(x).interval(), functions.Named(e.Fun)
		if f.Value(n.Value, in.Low) == in.Low && f.Value(n.Value, in.High) == in.High {
			return x
		}
	}
	return nil
}

// reachOfName is where all that is drawn or defined of a name lies.
func (t *translator) reachOfName(name string, seen map[string]bool) reach {
	if t.site != nil && t.site.loop(name) != nil {
		return notBelow
	}
	all, found := unit, false
	if a := t.values.data[name]; a != nil {
		found = true
		for i, x := range a.Values {
			switch {
			case a.Missing != nil && a.Missing[i]:
			case !(x >= 0):
				return anywhere
			case x > 1:
				all = notBelow
			}
		}
		if t.known[name] || !a.HasMissing() {
			return all
		}
	}
	if seen[name] {
		return unit // what it is computed from decides
	}
	seen[name] = true
	defer delete(seen, name)
	for _, s := range t.all {
		if s.Target.Name != name {
			continue
		}
		found = true
		if s.Dist == nil {
			if f := functions.OfLink(s.Link); f != nil {
				all = min(all, reachIn(f.Within(functions.Anywhere)))
			} else if s.Link == "" {
				all = min(all, t.reachWithin(s.Value, seen))
			}
			continue
		}
		switch alias(s.Dist.Fun) {
		case "dbern", "dbeta", "ddirch":
		case "dunif":
			for _, a := range s.Dist.Args {
				all = min(all, t.reachWithin(a, seen))
			}
		case "dgamma", "dexp", "dchisqr", "dweib", "dlnorm", "dpar", "dpois", "dbin", "dcat", "dgeom", "dnegbin", "dbetabin", "dmulti", "df":
			all = min(all, notBelow)
		default:
			b := s.Bounds
			if b == nil || b.Lo == nil {
				return anywhere
			}
			all = min(all, notBelow, t.reachWithin(b.Lo, seen))
		}
	}
	if !found {
		return anywhere
	}
	return all
}

package model

import (
	"math"
	"strings"
)

// A domain is where a parameter must lie: above low, or at it where closed, and
// not above high.
type domain struct {
	low, high float64
	closed    bool
}

func (d domain) String() string {
	word := "above "
	if d.closed {
		word = "at least "
	}
	s := word + Number(d.low).String()
	if !math.IsInf(d.high, 1) {
		s += " and at most " + Number(d.high).String()
	}
	return s
}

func (d domain) holds(v float64) bool {
	return (v > d.low || d.closed && v == d.low) && v <= d.high
}

// domains lists where the parameters of distributions lie, as distribution.name
// or, for all distributions, name.
var domains = map[string]domain{
	"variance":     {0, math.Inf(1), true},
	"precision":    {0, math.Inf(1), true},
	"sd":           {0, math.Inf(1), true},
	"shape":        {0, math.Inf(1), false},
	"rate":         {0, math.Inf(1), false},
	"scale":        {0, math.Inf(1), false},
	"a":            {0, math.Inf(1), false},
	"b":            {0, math.Inf(1), false},
	"count":        {0, math.Inf(1), false},
	"beta.mean":    {0, 1, false},
	"n":            {0, math.Inf(1), true},
	"p":            {0, 1, true},
	"poisson.rate": {0, math.Inf(1), true},

	StudentVector + ".df": {0, math.Inf(1), false},

	"discreteuniform.n": {0, math.Inf(1), false}, // there are no whole numbers below 0 of no values
}

var infinity = math.Inf(1)

// domainOf is where a parameter of a distribution must lie; false where it may be anything.
func domainOf(dist, name string) (domain, bool) {
	if d, known := domains[dist+"."+name]; known {
		return d, true
	}
	if d, restricted, ok := domainOfRow(dist, name); ok {
		return d, restricted
	}
	d, known := domains[name]
	return d, known
}

// InDomain tells whether a number can be that parameter of a distribution; where says
// where it must lie, "" for anywhere.
func InDomain(dist, name string, v float64) (ok bool, where string) {
	d, known := domainOf(dist, name)
	if !known {
		return true, ""
	}
	return d.holds(v), d.String()
}

// Domain is where a parameter of a distribution must lie: above low, or at it where
// closed, and not above high; known is false where it may be anything.
func Domain(dist, name string) (low, high float64, closed, known bool) {
	d, known := domainOf(dist, name)
	return d.low, d.high, d.closed, known
}

// checkDomain reports a constant that cannot be that parameter.
func (c *checker) checkDomain(dist, name string, e *Expr) bool {
	d, ok := domainOf(dist, name)
	v, known := constantNumber(e)
	if !ok || known && d.holds(v) {
		return true
	}
	if !known {
		return true // the data decide: see require
	}
	c.Errorf(e.At, CodeArguments, "%s of %s is %s, not %s", name, c.file.Origin.Distribution(e.At, dist), d, Number(v))
	return false
}

// require adds the conditions on a parameter that the data decide, alone or with what is drawn.
func (d *Dist) require(dist, name string, e *Expr) {
	if e.Random {
		d.Within = append(d.Within, require(dist, name, e)...)
	} else {
		d.Require = append(d.Require, require(dist, name, e)...)
	}
}

// require returns the conditions on a parameter that is no constant.
func require(dist, name string, e *Expr) (out []*Expr) {
	d, ok := domainOf(dist, name)
	if _, known := constantNumber(e); !ok || known || !e.Type.number() {
		return nil
	}
	say := func(op string, limit float64) {
		c := Call(op, Type{Kind: Bool}, e, Number(limit))
		c.At = e.At
		if c.Op == OpCall {
			out = append(out, c)
		}
	}
	if d.closed {
		say(">=", d.low)
	} else {
		say(">", d.low)
	}
	if !math.IsInf(d.high, 1) {
		say("<=", d.high)
	}
	return out
}

// checkBounds reports an interval of constants that is empty.
func (c *checker) checkBounds(dist string, low, high *Expr) bool {
	a, ok := constantNumber(low)
	b, known := constantNumber(high)
	if !ok || !known || a < b {
		return true
	}
	c.Errorf(low.At, CodeArguments, "%s wants its low bound below its high bound; %s is not below %s", dist, strings.TrimSpace(low.String()), high)
	return false
}

// constantNumber is the value of a number, possibly with a sign.
func constantNumber(e *Expr) (float64, bool) {
	switch {
	case e.Op == OpNumber:
		return e.Value, true
	case e.Op == OpCall && e.Fun == "neg" && e.Args[0].Op == OpNumber:
		return -e.Args[0].Value, true
	}
	return 0, false
}

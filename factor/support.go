package factor

import (
	"mpc/dist"
	"mpc/model"
)

// support adds checks of the parameters that the data give, and to a draw of data
// alone a check of its value, which must lie where the distribution has mass. A draw with a random argument needs none, since its
// messages find out.
func (b *builder) support(c context, x *Slot, d *model.Dist) {
	b.parameters(c, d)
	if x == nil || x.Data == nil {
		return
	}
	for _, a := range d.Args {
		if a.Random {
			return
		}
	}
	b.value(c, x.Data, d)
}

// parameters adds checks of the parameters that the data give.
func (b *builder) parameters(c context, d *model.Dist) {
	for _, e := range d.Require {
		if b.literal(d, e) {
			continue
		}
		loops := needed(e, c)
		if len(d.Over) > 0 {
			loops = overRows(e, c, d.Over)
		}
		b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Parameter: true, Loops: loops, Guards: c.guards, Text: c.text, At: e.At})
	}
}

// value adds checks that v, which the data give, lies where the distribution has mass, as
// far as the data tell.
func (b *builder) value(c context, v *model.Expr, d *model.Dist) {
	boolean := model.Type{Kind: model.Bool}
	say := func(op string, l, r *model.Expr) {
		if r.Random {
			return
		}
		e := model.Call(op, boolean, l, r)
		e.At = c.at
		b.holds(c, e)
	}
	if x := d.Point(); x != nil {
		say("==", v, x)
		return
	}
	if v.Type.Dimensions > 0 {
		return
	}
	low, high, below := d.Ends()
	for _, e := range low {
		say(">=", v, e)
	}
	for _, e := range high {
		say(map[bool]string{false: "<=", true: "<"}[below], v, e)
	}
}

// needed are the loops that a condition must be checked in: none where it is the
// same for all elements.
func needed(e *model.Expr, c context) []*model.Loop {
	if len(c.guards) > 0 {
		return c.loops
	}
	for _, l := range c.loops {
		if e.Uses(l.Index) {
			return c.loops
		}
	}
	return nil
}

// literal decides the condition that a matrix is a covariance, a precision or a
// scale where the matrix is written in the program. It returns false for any other
// condition.
func (b *builder) literal(d *model.Dist, e *model.Expr) bool {
	if e.Fun != "definite" {
		return false
	}
	x, known := model.ConstantVector(e.Args[0])
	if !known {
		return false
	}
	name := "the matrix"
	for i, a := range d.Args {
		if a == e.Args[0] {
			name = d.Names[i]
		}
	}
	if err := dist.MatrixErrorOf(name+" of "+d.Name, x); err != nil {
		b.Errorf(e.At, model.CodeArguments, "%v", err).
			WithHint("a covariance, a precision or a scale is symmetric, and all of its variances are above 0")
	}
	return true
}

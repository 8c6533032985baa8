package model

import "mpc/lang"

// Given is the name of a distribution that the data give.
const Given = "given"

// Given is the input, with its indices, that gives the distribution; nil of one that the model writes.
func (d *Dist) Given() *Expr {
	if d == nil || d.Name != Given {
		return nil
	}
	return d.Args[0]
}

// Family is the name of a distribution, also of one that the data give.
func (d *Dist) Family() string {
	if in := d.Given(); in != nil {
		return in.Type.Family
	}
	return d.Name
}

// Point is the value that a distribution is all at; nil where it is at several.
func (d *Dist) Point() *Expr {
	if d == nil {
		return nil
	}
	if sig := Distribution(d.Name); sig == nil || !sig.fixed {
		return nil
	}
	return d.Args[0]
}

// pointOf is the value that a distribution is written as being all at; nil where it is not.
func pointOf(e lang.Expr) lang.Expr {
	call, ok := e.(*lang.Call)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if sig := Distribution(call.Fun); sig == nil || !sig.fixed {
		return nil
	}
	return call.Args[0].Value
}

// IsNormal tells whether it is the normal of a number, with nothing cut off.
func (d *Dist) IsNormal() bool { return d.sig().Normal() }

// IsNormalVector tells whether it is the normal of a vector.
func (d *Dist) IsNormalVector() bool { return d.sig().NormalVector() }

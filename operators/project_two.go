package operators

import (
	"math"

	"mpc/dist"
)

// A weightedNormal is one case of a mixture: a message with the log of its
// weight, and the fault where there is none.
type weightedNormal struct {
	logWeight float64
	message   dist.Normal
	fault     dist.Fault
}

// projectTwo returns the message that takes the cavity to the mean and variance
// of the mixture of cavity times x and cavity times y. A case of weight 0 does
// not count, nor does its fault; if both have weight 0 the fault is
// dist.Contradiction.
func projectTwo(cavity dist.Normal, x, y weightedNormal) (dist.Normal, dist.Fault) {
	zeroX, zeroY := math.IsInf(x.logWeight, -1), math.IsInf(y.logWeight, -1)
	switch {
	case zeroX && zeroY:
		return dist.Normal{}, dist.Contradiction
	case zeroX:
		return y.message, y.fault
	case zeroY:
		return x.message, x.fault
	case x.fault != dist.NoFault:
		return dist.Normal{}, x.fault
	case y.fault != dist.NoFault:
		return dist.Normal{}, y.fault
	}
	// The first case is the one that the second perturbs: the heavier one,
	// unless that is a point mass.
	if x.logWeight < y.logWeight && !y.message.IsPoint() || x.message.IsPoint() {
		x, y = y, x
	}
	odds := math.Exp(y.logWeight - x.logWeight)
	ry := 1 / (1 + 1/odds)
	rx := 1 / (1 + odds)
	switch {
	case ry == 0:
		return x.message, dist.NoFault
	case rx == 0:
		return y.message, dist.NoFault
	case odds != odds || !(cavity.P+x.message.P > 0 && cavity.P+y.message.P > 0):
		return dist.Normal{}, dist.Improper
	}
	var m dist.Normal
	if cavity.IsPoint() {
		m = projectTwoAtPoint(cavity.H, rx, x.message, ry, y.message)
	} else {
		m = projectTwoProper(cavity, rx, x.message, ry, y.message)
		if y.message.P < x.message.P && math.Abs(m.P) < x.message.P/2 {
			// Far from x: what it differs by has cancelled it.
			m = projectTwoProper(cavity, ry, y.message, rx, x.message)
		}
	}
	if !m.IsFinite() {
		return dist.Normal{}, dist.NotFinite
	}
	return m, dist.NoFault
}

// projectTwoProper is projectTwo for weights rx + ry = 1 and an x that is no
// point mass. With the precisions Tx = p + Px and Ty = p + Py, the distance D of
// the means times Tx, and E = ry Tx (Px - Py)/Ty + rx ry D^2, which is Tx times
// the relative change of the variance of x by y, the message is
//
//	P = Px - E/(1 + E/Tx),  H = Hx + (ry D - mx E)/(1 + E/Tx),
//
// with no difference of two posterior precisions: it is x where both are equal,
// and keeps its digits for a cavity of any precision.
func projectTwoProper(cavity dist.Normal, rx float64, x dist.Normal, ry float64, y dist.Normal) dist.Normal {
	h, p := cavity.H, cavity.P
	tx, hx := p+x.P, h+x.H
	d, e, ratio := y.H*tx-hx, -tx, 0.0 // y a point mass
	if !y.IsPoint() {
		ty := p + y.P
		ratio = tx / ty
		d = (h*(x.P-y.P) + p*(y.H-x.H) + (y.H*x.P - x.H*y.P)) / ty
		e = ratio * (x.P - y.P)
	}
	e = ry * (e + rx*d*d)
	r := 1 / (rx + ry*ratio + rx*ry*(d/tx*d)) // 1/(1 + E/Tx)
	return dist.Normal{H: x.H + (ry*d-hx/tx*e)*r, P: x.P - e*r}
}

// projectTwoAtPoint is the limit of projectTwoProper for a point mass at m: the
// derivatives at m of the log of the weighted sum of both messages.
func projectTwoAtPoint(m, rx float64, x dist.Normal, ry float64, y dist.Normal) dist.Normal {
	d := x.H - y.H - m*(x.P-y.P)
	e := rx * ry * d * d
	return dist.Normal{H: rx*x.H + ry*y.H - m*e, P: rx*x.P + ry*y.P - e}
}

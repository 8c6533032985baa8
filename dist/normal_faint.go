package dist

import "math"

// Evidence counts a message normalized. The log of that scale is H^2/(2P), beyond all
// digits where a message from a tail says next to nothing of the width, as that of a
// surprised logistic factor: P is 1e-20 there, H 1. Its scale cancels in the evidence,
// which loses nothing if such a message counts as exp(H x - P x^2/2) in all of its terms.

// normalFaint is how much less a faint message says than all messages do, normalFar how
// much further off its mean is than theirs. Neither is a number that models have in them.
const (
	normalFaint = 1.0471e-9
	normalFar   = 1047.1
)

// IsFaint tells whether d is a faint message among all of them, whose product is all.
func (d Normal) IsFaint(all Normal) bool {
	return d.P > 0 && all.P <= math.MaxFloat64 && d.P < normalFaint*all.P &&
		math.Abs(d.H)*all.P > normalFar*math.Abs(all.H)*d.P && d.H*(d.H/d.P) > 1/normalFaint
}

// CountsNormalized tells whether d is normalized in the evidence, among all messages.
func (d Normal) CountsNormalized(all Normal) bool { return d.IsProper() && !d.IsFaint(all) }

// LogMessage is LogIntegral of a message to x and its cavity, where the message counts
// as exp(H x - P x^2/2) if it is faint.
func (d Normal) LogMessage(cavity Normal) float64 {
	switch {
	case d.IsUniform() || cavity.IsUniform():
		return 0
	case cavity.P > 0 && d.FaintBeside(cavity):
		return cavity.logTilt(d)
	}
	return d.LogIntegral(cavity)
}

// LostScale tells whether the scale of d, which is faint beside the rest, leaves no digits
// to the evidence of what d says.
func (d Normal) LostScale(rest Normal) bool {
	return d.FaintBeside(rest) && d.H*(d.H/d.P) > 3e13
}

// LogCopy is LogMessage of one of n messages whose product is d, and of its cavity, which
// has the others in it.
func (d Normal) LogCopy(n float64, cavity Normal) float64 {
	m := d.Power(1 / n)
	switch {
	case m.IsUniform() || cavity.IsUniform():
		return 0
	case cavity.P > 0 && d.IsFaint(m.Times(cavity)):
		return cavity.logTilt(m)
	}
	return m.LogIntegral(cavity)
}

// LogCopies is LogPower of one of n messages whose product is d, where all of them count
// as exp(H x - P x^2/2) if d is faint beside the cavity, which has none of them in it.
func (d Normal) LogCopies(n float64, cavity Normal) float64 {
	if cavity.P > 0 && d.FaintBeside(cavity) {
		return 0
	}
	return d.Power(1 / n).LogPower(n)
}

// FaintBeside tells whether d is faint among itself and e.
func (d Normal) FaintBeside(e Normal) bool { return d.IsFaint(d.Times(e)) }

// LogBoth is LogIntegral of the only two messages to x.
func (d Normal) LogBoth(e Normal) float64 {
	if e.FaintBeside(d) {
		return e.LogMessage(d)
	}
	return d.LogMessage(e)
}

// LogScaleAmong is LogScale of a product of messages and one more, e, where all is the
// product of all messages. Of two of which one says nothing it is 0.
func (d Normal) LogScaleAmong(e, all Normal) float64 {
	switch s := d.Times(e); {
	case d.IsUniform() || e.IsUniform():
		return 0
	case !e.IsFaint(all):
		return d.LogScale(e)
	case d.IsProper():
		return d.logTilt(e)
	case s.IsProper():
		return s.H*(s.H/s.P)/2 + distHalfLog2Pi - math.Log(s.P)/2
	}
	return 0
}

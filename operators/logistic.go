package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func logisticOps() []*Op {
	return []*Op{
		{Func: LogisticToOut, Factor: "logistic", To: "out", Algorithm: EP, Variant: "log", Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}}},
		{Func: LogisticToOutVariance, Factor: "logistic", To: "out", Algorithm: EP, Variant: "variance", Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}}},
		{Func: LogisticToA, Factor: "logistic", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}}},
		{Func: LogisticEvidence, Factor: "logistic", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
	}
}

// LogisticToA sends to a of out = logistic(a): the factor s(a)^(A-1) s(-a)^(B-1),
// A and B the counts of out, projected on a normal with the mean and variance of
// the tilted density (Minka, EP: a quick reference, 2008, eq. 30 and 31). A point
// mass in (0, 1) is sent as the point mass at its log odds. The fault is Improper
// where a is, and Contradiction for a point mass elsewhere.
func LogisticToA(out dist.Beta, a dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || a.IsUniform() && !out.IsPoint():
		return dist.Normal{}, dist.NoFault
	case !out.IsFinite() || !a.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case out.IsPoint() && out.A > 0 && out.A < 1:
		return dist.NormalPoint(special.Logit(out.A)), dist.NoFault
	case out.IsPoint():
		return dist.Normal{}, dist.Contradiction
	case !(a.P > 0):
		return dist.Normal{}, dist.Improper
	}
	j, k := out.A-1, out.B-1
	if a.IsPoint() {
		s, r := special.Logistic(a.H), special.Logistic(-a.H)
		curve := (j + k) * s * r
		return dist.Normal{H: j*r - k*s + a.H*curve, P: curve}, dist.NoFault
	}
	return logisticTiltOf(a, j, k, false).Message(a), dist.NoFault
}

// LogisticToOut sends to out of out = logistic(a) the beta of the tilted E log out
// and E log(1-out) over the cavity: the KL projection (Minka, Divergence measures
// and message passing, 2005). A uniform a is sent on as the uniform message. The
// fault is Improper where a is.
func LogisticToOut(out dist.Beta, a dist.Normal) (dist.Beta, dist.Fault) {
	if m, fault, done := logisticOutClosed(out, a); done {
		return m, fault
	}
	t := logisticTiltOf(a, out.A-1, out.B-1, true)
	return logisticOver(dist.BetaMeanLogs(t.logS, t.logR), out)
}

// LogisticToOutVariance is LogisticToOut with the beta of the tilted mean and
// variance.
func LogisticToOutVariance(out dist.Beta, a dist.Normal) (dist.Beta, dist.Fault) {
	if m, fault, done := logisticOutClosed(out, a); done {
		return m, fault
	}
	t := logisticTiltOf(a, out.A-1, out.B-1, false)
	q, square := t.s, t.sSquare
	if t.r < t.s {
		q, square = t.r, t.rSquare
	}
	count := (q - square) / (square - q*q)
	return logisticOver(dist.Beta{A: t.s * count, B: t.r * count}, out)
}

// logisticOver divides a projection by the cavity.
func logisticOver(b, out dist.Beta) (dist.Beta, dist.Fault) {
	m := dist.Beta{A: b.A - out.A + 1, B: b.B - out.B + 1}
	if !(m.A-m.A == 0 && m.B-m.B == 0) {
		return dist.Beta{A: 1, B: 1}, dist.NotFinite
	}
	return m, dist.NoFault
}

// logisticOutClosed is the message to out where it has a closed form. At a point
// mass out, of log odds l, it is the beta that has the first two derivatives in
// l of the density of out, the normal a over out (1-out): A (1-out) - B out =
// -P (l - m) and (A+B) out (1-out) = P.
func logisticOutClosed(out dist.Beta, a dist.Normal) (dist.Beta, dist.Fault, bool) {
	uniform := dist.Beta{A: 1, B: 1}
	switch {
	case a.IsUniform():
		return uniform, dist.NoFault, true
	case !out.IsFinite() || !a.IsFinite():
		return uniform, dist.NotFinite, true
	case a.IsPoint():
		return dist.BetaPoint(special.Logistic(a.H)), dist.NoFault, true
	case !(a.P > 0):
		return uniform, dist.Improper, true
	case out.IsPoint() && out.A > 0 && out.A < 1:
		slope := math.FMA(-a.P, special.Logit(out.A), a.H)
		return dist.Beta{A: slope + a.P/(1-out.A), B: a.P/out.A - slope}, dist.NoFault, true
	case out.IsPoint():
		return uniform, dist.Contradiction, true
	}
	return uniform, dist.NoFault, false
}

// LogisticEvidence returns log Z of out = logistic(a), out normalized if it is
// proper. It is NaN where a is improper.
func LogisticEvidence(out dist.Beta, a dist.Normal) float64 {
	switch {
	case a.IsPoint() && out.IsPoint():
		if special.Logistic(a.H) == out.A {
			return 0
		}
		return math.Inf(-1)
	case out.IsUniform():
		return 0
	case !(a.P > 0):
		return math.NaN()
	case out.IsPoint():
		if !(out.A > 0 && out.A < 1) {
			return math.Inf(-1)
		}
		return a.LogProb(special.Logit(out.A)) - math.Log(out.A) - math.Log1p(-out.A)
	}
	scale := 0.0
	if out.IsProper() {
		scale = special.LogBeta(out.A, out.B)
	}
	j, k := out.A-1, out.B-1
	if a.IsPoint() {
		return j*special.LogisticLn(a.H) + k*special.LogisticLn(-a.H) - scale
	}
	return logisticTiltOf(a, j, k, false).LogZ - scale
}

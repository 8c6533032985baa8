package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func logOps() []*Op {
	return []*Op{
		{
			Func: LogTilts, Factor: "log", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}},
		},
		{
			Func: LogToOut, Factor: "log", To: "out", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: LogToA, Factor: "log", To: "a", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"out", SkipIfUniform}, {"a", NoInit}, {"tilt", Required}},
		},
		{
			Func: LogToALog, Factor: "log", To: "a", Algorithm: EP, Variant: "log",
			Args: []Arg{{"out", SkipIfUniform}, {"a", NoInit}, {"tilt", Required}},
		},
		{
			Func: LogToAObserved, Factor: "log", To: "a", Algorithm: EP,
			Args: []Arg{{"out", 0}},
		},
		{
			Func: LogEvidence, Factor: "log", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
		{
			Func: LogEvidenceObserved, Factor: "log", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
	}
}

// LogTilts integrates out = log(a), a with a gamma cavity, over out: with the
// change of variable shape out - rate exp(out) is the log of the density of out.
func LogTilts(out dist.Normal, a dist.Gamma) ExpTilt {
	a = gammaSharp(a)
	if a.IsPoint() {
		return expTiltOut(a.Shape, out, 0)
	}
	return expTilt(0, a, out)
}

// LogToOut sends out = log(a): its tilted distribution projected on a normal.
// Where nothing is known of out the moments are digamma(shape) - log(rate) and
// trigamma(shape).
func LogToOut(out dist.Normal, a dist.Gamma, tilt ExpTilt) (dist.Normal, dist.Fault) {
	a = gammaSharp(a)
	switch {
	case a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case a.IsPoint():
		return ExpToAObserved(a.Shape)
	case out.IsUniform() && a.IsProper():
		p := 1 / special.Trigamma(a.Shape)
		return normalFinite(p*(special.Digamma(a.Shape)-math.Log(a.Rate)), p)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Normal.message(out)
}

// LogToA sends a of out = log(a), by mean and variance.
func LogToA(out dist.Normal, a dist.Gamma, tilt ExpTilt) (dist.Gamma, dist.Fault) {
	a = gammaSharp(a)
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case out.IsPoint():
		return gammaPointAtExp(out.H)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByVariance(a, &tilt.Gamma)
}

// LogToALog is LogToA projected by mean and mean logarithm.
func LogToALog(out dist.Normal, a dist.Gamma, tilt ExpTilt) (dist.Gamma, dist.Fault) {
	a = gammaSharp(a)
	switch {
	case out.IsUniform() || out.IsPoint() || a.IsPoint():
		return LogToA(out, a, tilt)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(a, &tilt.Gamma)
}

// LogToAObserved sends a of out = log(a) for an observed out: the point exp(out).
func LogToAObserved(out float64) (dist.Gamma, dist.Fault) { return gammaPointAtExp(out) }

// LogEvidence is log Z of out = log(a); NaN where the integral diverges.
func LogEvidence(out dist.Normal, a dist.Gamma) float64 {
	a = gammaSharp(a)
	switch {
	case out.IsUniform():
		return 0
	case out.IsPoint():
		return LogEvidenceObserved(out.H, a)
	case a.IsPoint():
		return normalLogAt(out, math.Log(a.Shape))
	}
	tilt := LogTilts(out, a)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return LogEvidenceObserved(tilt.Peak, a) + normalLogAt(out, tilt.Peak) + tilt.LogIntegral
}

// LogEvidenceObserved is the log density of an observed out = log(a); of a known
// a it is 0 where out agrees and -Inf where not.
func LogEvidenceObserved(out float64, a dist.Gamma) float64 {
	if a.IsPoint() {
		if math.Exp(out) == a.Shape || math.Log(a.Shape) == out {
			return 0
		}
		return math.Inf(-1)
	}
	return a.LogIntegral(dist.GammaPoint(math.Exp(out))) + out
}

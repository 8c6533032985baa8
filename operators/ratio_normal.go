package operators

import (
	"math"

	"mpc/dist"
)

// RatioTilts integrates out = a/b, all normal: as a = out b with b outermost,
// weighed by |b|, the change of variable.
func RatioTilts(out, a, b dist.Normal) ProductTilt { return productTilt(a, b, out, true) }

// RatioToOut sends out = a/b, a normal with the tilted moments. Where nothing is
// known of out there are none: a/b has heavy tails; the fault is Improper.
func RatioToOut(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case a.IsUniform() || b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case b.IsPoint():
		if b.H == 0 {
			return dist.Normal{}, dist.NotFinite // no observation is to blame for a division by 0
		}
		return normalScaled(a, 1/b.H), dist.NoFault
	case out.IsUniform():
		return dist.Normal{}, dist.Improper
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	f := productMoments(a, b, out)
	return f.toInner(&tilt)
}

// RatioToA sends a of out = a/b: its tilted distribution projected on a normal.
func RatioToA(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case b.IsPoint():
		if b.H == 0 {
			return dist.Normal{}, dist.NotFinite // no observation is to blame for a division by 0
		}
		return productToOther(out, 1/b.H)
	case a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	f := productMoments(a, b, out)
	return f.toProduct(&tilt)
}

// RatioToB sends b of out = a/b: its tilted distribution projected on a normal.
func RatioToB(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case out.IsPoint() && a.IsPoint():
		return productToOther(a, out.H)
	case b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Outer.message(b)
}

// RatioEvidence is log Z of out = a/b, all normal; NaN where the integral
// diverges.
func RatioEvidence(out, a, b dist.Normal) float64 {
	switch {
	case out.IsUniform():
		return 0
	case b.IsPoint() && b.H == 0:
		return math.Inf(-1)
	case b.IsPoint():
		return productEvidenceKnown(out, a, 1/b.H)
	case out.IsPoint() && a.IsPoint():
		return math.NaN() // b = a/out has a density only if out does not
	}
	tilt := RatioTilts(out, a, b)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return tilt.LogZ
}

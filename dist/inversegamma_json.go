package dist

import "math"

// MarshalJSON writes {"dist":"inversegamma","shape":a,"rate":b}, a point mass as
// {"dist":"point","value":x}, the uniform message as
// {"dist":"inversegamma","uniform":true}, and an improper one with
// "improper":true.
func (d InverseGamma) MarshalJSON() ([]byte, error) {
	switch {
	case d.IsPoint():
		return appendDistFields("point", distField{"value", d.Shape})
	case d.IsUniform():
		return appendDistFlag("inversegamma", "uniform"), nil
	case d.IsProper():
		return appendDistFields("inversegamma", distField{"shape", d.Shape}, distField{"rate", d.Rate})
	}
	return appendImproper("inversegamma", distField{"shape", d.Shape}, distField{"rate", d.Rate})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *InverseGamma) UnmarshalJSON(data []byte) error {
	f := readDistFields("inversegamma", data)
	var r InverseGamma
	switch {
	case f.isPoint():
		r = InverseGammaPoint(f.numberIn("value", 0, math.Inf(1)))
	case f.flag("uniform"):
		r = InverseGammaUniform()
	case f.flag("improper"):
		r = InverseGamma{f.number("shape"), f.number("rate")}
	default:
		r = InverseGammaShapeRate(f.positive("shape"), f.positive("rate"))
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

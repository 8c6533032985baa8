package dist

import "math"

// MarshalJSON writes {"dist":"gamma","shape":a,"rate":b}, a point mass as
// {"dist":"point","value":x}, the uniform message as
// {"dist":"gamma","uniform":true}, and an improper one with "improper":true.
func (d Gamma) MarshalJSON() ([]byte, error) {
	switch {
	case d.IsPoint():
		return appendDistFields("point", distField{"value", d.Shape})
	case d.IsUniform():
		return appendDistFlag("gamma", "uniform"), nil
	case d.IsProper():
		return appendDistFields("gamma", distField{"shape", d.Shape}, distField{"rate", d.Rate})
	}
	return appendImproper("gamma", distField{"shape", d.Shape}, distField{"rate", d.Rate})
}

// UnmarshalJSON reads what MarshalJSON writes, and a scale in place of a rate.
func (d *Gamma) UnmarshalJSON(data []byte) error {
	f := readDistFields("gamma", data)
	var r Gamma
	switch {
	case f.isPoint():
		r = GammaPoint(f.numberIn("value", 0, math.Inf(1)))
	case f.flag("uniform"):
		r = GammaUniform()
	case f.flag("improper"):
		r = Gamma{f.number("shape"), f.number("rate")}
	default:
		shape := f.positive("shape")
		switch scale := f.oneOf("rate", "scale"); scale {
		case "rate":
			r = GammaShapeRate(shape, f.positive(scale))
		case "scale":
			r = GammaShapeScale(shape, f.positive(scale))
		}
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

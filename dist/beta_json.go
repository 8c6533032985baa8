package dist

import "errors"

// MarshalJSON writes {"dist":"beta","a":a,"b":b}, a point mass as
// {"dist":"point","value":x}, and an improper one with "improper":true.
func (d Beta) MarshalJSON() ([]byte, error) {
	switch {
	case d.IsPoint():
		return appendDistFields("point", distField{"value", d.A})
	case d.IsProper():
		return appendDistFields("beta", distField{"a", d.A}, distField{"b", d.B})
	}
	return appendImproper("beta", distField{"a", d.A}, distField{"b", d.B})
}

// UnmarshalJSON reads what MarshalJSON writes, a mean in (0, 1) and a count
// a + b in place of a and b, and "uniform":true.
func (d *Beta) UnmarshalJSON(data []byte) error {
	f := readDistFields("beta", data)
	var r Beta
	switch {
	case f.isPoint():
		r = BetaPoint(f.numberIn("value", 0, 1))
	case f.flag("uniform"):
		r = BetaUniform()
	case f.flag("improper"):
		r = Beta{f.number("a"), f.number("b")}
	case f.has("mean") || f.has("count"):
		r = BetaMeanCount(f.numberIn("mean", 0, 1), f.positive("count"))
		if f.err == nil && !r.IsProper() {
			f.fail(errors.New(`"mean" must be above 0 and below 1`))
		}
	default:
		r = BetaCounts(f.positive("a"), f.positive("b"))
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

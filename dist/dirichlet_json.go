package dist

// MarshalJSON writes {"dist":"dirichlet","alpha":[...]}, a point mass as
// {"dist":"point","value":[...]}, and an improper one with "improper":true.
func (d Dirichlet) MarshalJSON() ([]byte, error) {
	if d.Point {
		return appendDistArrays("point", distArray{name: "value", x: d.A})
	}
	b, err := appendDistArrays("dirichlet", distArray{name: "alpha", x: d.A})
	if d.IsProper() {
		return b, err
	}
	return appendDistMark(b, err, "improper")
}

// UnmarshalJSON reads what MarshalJSON writes, probabilities "mean" and a sum of
// alpha "count" in place of alpha, and "uniform":true with a "size", which may
// be left out where d has the right size already.
func (d *Dirichlet) UnmarshalJSON(data []byte) error {
	f := readDistFields("dirichlet", data)
	var r Dirichlet
	switch {
	case f.isPoint():
		r = Dirichlet{takeProbabilities(f, "value"), true}
	case f.flag("uniform"):
		r = DirichletUniform(takeSize(f, len(d.A)))
	case f.flag("improper"):
		r = Dirichlet{A: takeVector(f, "alpha")}
	case f.has("mean") || f.has("count"):
		r = DirichletMeanCount(takeProbabilities(f, "mean"), f.positive("count"))
		for k, a := range r.A {
			if f.err == nil && !(a > 0) {
				f.fail(distElementError("mean", k, "must be above 0"))
			}
		}
	default:
		r = Dirichlet{A: takeVectorIn(f, "alpha", 0, true)}
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}

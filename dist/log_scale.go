package dist

// A product of many messages may be improper on the way, as of gammas of small shapes,
// and proper at its end. The log integral of all is then the sum of LogScale over the
// steps: an improper product counts as exp of its natural parameters times the
// statistics, without a scale, as a message does.

// LogScale is LogIntegral where the product is proper. Elsewhere it is the log of
// d times e over exp(H x - P x^2/2) of the product, which is the same at each x.
func (d Normal) LogScale(e Normal) float64 {
	s := d.Times(e)
	if s.IsProper() || d.IsPoint() || e.IsPoint() {
		return d.LogIntegral(e)
	}
	x := 0.0
	switch {
	case d.IsProper():
		x = d.H / d.P
	case e.IsProper():
		x = e.H / e.P
	}
	return d.logTerm(x) + e.logTerm(x) - x*(s.H-s.P*x/2)
}

// logTerm is the log of d at x as LogIntegral scales it.
func (d Normal) logTerm(x float64) float64 {
	if d.IsProper() {
		return d.LogProb(x)
	}
	return x * (d.H - d.P*x/2)
}

// LogScale is LogIntegral where the product is proper. Elsewhere it is the log of
// d times e over x^(Shape-1) exp(-Rate x) of the product, which is the same at each x.
func (d Gamma) LogScale(e Gamma) float64 {
	s := Gamma{distTimesAlpha(d.Shape, e.Shape), d.Rate + e.Rate}
	if s.IsProper() || d.IsPoint() || e.IsPoint() {
		return d.LogIntegral(e)
	}
	x := 1.0
	switch {
	case d.IsProper():
		x = d.Mean()
	case e.IsProper():
		x = e.Mean()
	}
	return d.logAt(x) + e.logAt(x) - s.logAt(x)
}

// LogScale is LogIntegral where the product is proper. Elsewhere it is the log of
// d times e over x^(-Shape-1) exp(-Rate/x) of the product, which is the same at each x.
func (d InverseGamma) LogScale(e InverseGamma) float64 {
	s := InverseGamma{distTimesShape(d.Shape, e.Shape), d.Rate + e.Rate}
	if s.IsProper() || d.IsPoint() || e.IsPoint() {
		return d.LogIntegral(e)
	}
	x := 1.0
	switch {
	case d.IsProper():
		x = d.Rate / d.Shape
	case e.IsProper():
		x = e.Rate / e.Shape
	}
	return d.logAt(x) + e.logAt(x) - s.logAt(x)
}

// LogScale is LogIntegral where the product is proper. Elsewhere it is the log of
// d times e over x^(A-1) (1-x)^(B-1) of the product, which is the same at each x.
func (d Beta) LogScale(e Beta) float64 {
	s := Beta{distTimesAlpha(d.A, e.A), distTimesAlpha(d.B, e.B)}
	if s.IsProper() || d.IsPoint() || e.IsPoint() {
		return d.LogIntegral(e)
	}
	x, y := 0.5, 0.5
	switch {
	case d.IsProper():
		x, y = d.means()
	case e.IsProper():
		x, y = e.means()
	}
	return d.logAt(x, y) + e.logAt(x, y) - s.logAt(x, y)
}

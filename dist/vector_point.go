package dist

// Point estimates of vectors and matrices: the point at which the mode of the product of
// the messages, which depend on it, is the point itself is found by substitution, as in
// expectation maximization. There is no secant in many dimensions that keeps the bound
// from falling.

// SetMode makes d the point mass at the mode of a, NaN where a has none.
func (d *MvNormal) SetMode(a MvNormal, w *MvWork) {
	d.H = a.ModeTo(d.H, w)
	d.P, d.Point = distFilled(d.P, len(a.P), 0), true
}

// SetStart makes d, of its size, the point mass at 0, where a search starts that nothing
// else is known of.
func (d *MvNormal) SetStart() {
	d.SetUniform()
	d.Point = true
}

// SetMode makes d the point mass at the mode of a, NaN where a has none.
func (d *Dirichlet) SetMode(a Dirichlet) {
	d.A = a.ModeTo(d.A)
	d.Point = true
}

// SetStart makes d, of its size, the point mass at equal probabilities, where a search
// starts that nothing else is known of.
func (d *Dirichlet) SetStart() {
	d.A, d.Point = distFilled(d.A, len(d.A), 1/float64(len(d.A))), true
}

// SetMode makes d the point mass at the mode of a, NaN where a has none.
func (d *Wishart) SetMode(a Wishart, w *MvWork) {
	d.Rate = a.ModeTo(d.Rate, w)
	d.Shape, d.Point = 0, true
}

// SetStart makes d, of its size, the point mass at the identity, where a search starts
// that nothing else is known of.
func (d *Wishart) SetStart() {
	k := d.Size()
	d.Rate = distFilled(d.Rate, k*k, 0)
	for i := range k {
		d.Rate[i*k+i] = 1
	}
	d.Shape, d.Point = 0, true
}

// SetMode makes d the point mass at the most probable value of a, NaN where a has none.
func (d *Categorical) SetMode(a Categorical) {
	d.LogP = distResize(d.LogP, len(a.LogP))
	d.SetPoint(a.Mode())
}

// SetStart makes d, of its size, the point mass at 0.
func (d *Categorical) SetStart() { d.SetPoint(0) }

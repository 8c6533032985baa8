package latent

import (
	"math"

	"mpc/special"
)

// A closed density is one that is known as a whole from a few of its values: a gamma, an inverse gamma or a beta density, as the
// product of a prior and of what is conjugate to it. By the coordinate its log is level + a g + b h, of two functions that the form
// has. Shapes so small that most of the density is where doubles end are integrated that way.
type closed struct {
	form        closedForm
	level, a, b float64
}

type closedForm uint8

const (
	formUnknown closedForm = iota
	formNone
	formGamma
	formInverseGamma
	formBeta
)

// closedFits is how far off a value may be from the density that others tell.
const closedFits = 1e-7

// closedLeast is the least parameter of a beta density that values tell.
const closedLeast = 1e-14

// closedFar is how far out a beta density is told from.
const closedFar = 6

// basis are the two functions of a form.
func (f closedForm) basis(t float64) (g, h float64) {
	switch f {
	case formGamma:
		return t, -math.Exp(t)
	case formInverseGamma:
		return -t, -math.Exp(-t)
	}
	return -math.Log1p(math.Exp(-t)), -math.Log1p(math.Exp(t))
}

// moderate is a coordinate where the density is told from, about where it is highest: of a share next to 1 the rest has lost its digits.
func (f closedForm) moderate(at float64) float64 {
	if f == formBeta {
		return max(-closedFar, min(closedFar, at))
	}
	return at
}

// mode is where the density is highest, and about how wide it is there.
func (c *closed) mode() (at, width float64) {
	at, width = math.Log(c.a/c.b), 1/math.Sqrt(c.a)
	switch c.form {
	case formInverseGamma:
		at = -at
	case formBeta:
		width = math.Sqrt(1/c.a + 1/c.b)
	}
	return at, min(1, width)
}

// log is the log density at a coordinate.
func (c *closed) log(t float64) float64 {
	g, h := c.form.basis(t)
	return c.level + c.a*g + c.b*h
}

// moments are the log integral, and the mean and the variance of the coordinate.
func (c *closed) moments() Tilted {
	if c.form == formBeta {
		return Tilted{LogZ: c.level + special.GammaLn(c.a) + special.GammaLn(c.b) - special.GammaLn(c.a+c.b),
			Mean: special.Digamma(c.a) - special.Digamma(c.b), Variance: special.Trigamma(c.a) + special.Trigamma(c.b)}
	}
	t := Tilted{LogZ: c.level + special.GammaLn(c.a) - c.a*math.Log(c.b), Mean: special.Digamma(c.a) - math.Log(c.b), Variance: special.Trigamma(c.a)}
	if c.form == formInverseGamma {
		t.Mean = -t.Mean
	}
	return t
}

// close finds whether its density is a closed one, from where it was last.
func (x *single) close(m Model) bool {
	forms := []closedForm{x.closed.form}
	if x.closed.form == formUnknown {
		switch h := x.support; {
		case h.Low == 0 && math.IsInf(h.High, 1):
			forms = []closedForm{formGamma, formInverseGamma}
		case h.Low == 0 && h.High == 1:
			forms = []closedForm{formBeta}
		default:
			forms = nil
		}
	}
	for _, f := range forms {
		if f != formNone && x.closes(m, f) {
			return true
		}
	}
	if x.closed.form == formUnknown {
		x.closed.form = formNone
	}
	return false
}

// closeMemory is where closes computes.
type closeMemory struct{ t, log, work [5]float64 }

// closes finds it of a form: three values tell the density, two more are to be those that it has.
func (x *single) closes(m Model, form closedForm) bool {
	at, width := form.moderate(x.near.mean), min(1, math.Sqrt(x.near.variance))
	memory := &x.sites.inner.close
	t, log, work := &memory.t, &memory.log, &memory.work
	for range 6 {
		for k := range t {
			t[k] = at + float64(k-2)*width
		}
		clear(log[:])
		for i := range x.rows {
			x.rows[i].addLogDensity(m, t[:], log[:], work[:])
		}
		g1, h1 := form.basis(t[0])
		g2, h2 := form.basis(t[2])
		g3, h3 := form.basis(t[4])
		d1, d2 := log[2]-log[0], log[4]-log[2]
		determinant := (g2-g1)*(h3-h2) - (g3-g2)*(h2-h1)
		c := closed{form: form, a: (d1*(h3-h2) - d2*(h2-h1)) / determinant, b: ((g2-g1)*d2 - (g3-g2)*d1) / determinant}
		if !(c.a > 0 && c.b > 0 && c.a <= math.MaxFloat64 && c.b <= math.MaxFloat64) {
			return false
		}
		if form == formBeta && min(c.a, c.b) < closedLeast {
			return false
		}
		c.level = log[2] - c.a*g2 - c.b*h2
		last, far := at, width
		mode, wide := c.mode()
		at, width = form.moderate(mode), wide
		if math.Abs(at-last) > 2*far || width < far/4 {
			continue // digits may be lost: from there, then
		}
		for k := 1; k <= 3; k += 2 {
			if !(math.Abs(c.log(t[k])-log[k]) < closedFits) {
				return false
			}
		}
		x.closed, x.near = c, normal{mode, width * width}
		return true
	}
	return false
}

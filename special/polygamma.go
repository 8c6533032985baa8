package special

import "math"

// Digamma returns psi(x), the logarithmic derivative of the gamma function.
// -Inf at zero; NaN at the negative integers and at -Inf.
func Digamma(x float64) float64 {
	if x >= 8 {
		// DLMF 5.11.2.
		s := 1 / (x * x)
		return math.Log(x) - 0.5/x - s*digammaSeries(s)
	}
	if x >= 1 {
		k, y := polygammaPiece(x)
		c := &digammaTable[k]
		y2 := y * y
		y4 := y2 * y2
		y8 := y4 * y4
		p := (c[0] + c[1]*y) + (c[2]+c[3]*y)*y2 +
			((c[4]+c[5]*y)+(c[6]+c[7]*y)*y2)*y4 +
			((c[8]+c[9]*y)+(c[10]+c[11]*y)*y2+
				((c[12]+c[13]*y)+(c[14]+c[15]*y)*y2)*y4)*y8 +
			c[16]*(y8*y8)
		return ((x - digammaRoot) - digammaRootLow) * p
	}
	if x > 0 {
		return Digamma(x+1) - 1/x
	}
	if x == 0 {
		return math.Inf(-1)
	}
	f := x - math.Round(x)
	if f == 0 || math.IsNaN(f) {
		return math.NaN()
	}
	// Reflection, DLMF 5.5.4, with cot(pi f) = tan(pi (1/2 - f)).
	if math.Abs(f) > 0.25 {
		return Digamma(1-x) - math.Pi*math.Tan(math.Pi*(math.Copysign(0.5, f)-f))
	}
	return Digamma(1-x) - math.Pi/math.Tan(math.Pi*f)
}

// digammaSeries returns sum B_2k/(2k) s^(k-1), s = 1/x^2 <= 1/64.
func digammaSeries(s float64) float64 {
	return 1.0/12 + s*(-1.0/120+s*(1.0/252+s*(-1.0/240+s*(1.0/132+
		s*(-691.0/32760+s*(1.0/12+s*(-3617.0/8160+s*(43867.0/14364+
			s*(-174611.0/6600)))))))))
}

// Trigamma returns psi'(x). +Inf at zero; NaN at the negative integers and at
// -Inf.
func Trigamma(x float64) float64 {
	if x >= 8 {
		// DLMF 5.15.8.
		r := 1 / x
		s := r * r
		return r + s*(0.5+r*(1.0/6+s*(-1.0/30+s*(1.0/42+s*(-1.0/30+s*(5.0/66+
			s*(-691.0/2730+s*(7.0/6+s*(-3617.0/510+s*(43867.0/798+
				s*(-174611.0/330+s*(854513.0/138))))))))))))
	}
	if x >= 1 {
		k, y := polygammaPiece(x)
		c := &trigammaTable[k]
		p := c[18]
		for i := 17; i >= 0; i-- {
			p = p*y + c[i]
		}
		return p
	}
	if x > 0 {
		return Trigamma(x+1) + 1/(x*x)
	}
	if x == 0 {
		return math.Inf(1)
	}
	f := x - math.Round(x)
	if f == 0 || math.IsNaN(f) {
		return math.NaN()
	}
	// Reflection, DLMF 5.15.6.
	q := math.Pi / math.Sin(math.Pi*f)
	return q*q - Trigamma(1-x)
}

// Tetragamma returns the second derivative of Digamma. -Inf at zero; NaN at the negative integers and
// at -Inf.
func Tetragamma(x float64) float64 {
	if x >= 8 {
		// Derivative of DLMF 5.15.8.
		r := 1 / x
		s := r * r
		return -s * (1 + r*(1+r*(0.5+s*(-1.0/6+s*(1.0/6+s*(-3.0/10+s*(5.0/6+
			s*(-691.0/210+s*(35.0/2+s*(-3617.0/30+s*(43867.0/42+
				s*(-1222277.0/110+s*(854513.0/6+s*(-1181820455.0/546))))))))))))))
	}
	if x >= 1 {
		k, y := polygammaPiece(x)
		c := &tetragammaTable[k]
		p := c[20]
		for i := 19; i >= 0; i-- {
			p = p*y + c[i]
		}
		return p
	}
	if x > 0 {
		return Tetragamma(x+1) - 2/x/x/x
	}
	if x == 0 {
		return math.Inf(-1)
	}
	f := x - math.Round(x)
	if f == 0 || math.IsNaN(f) {
		return math.NaN()
	}
	// Reflection, DLMF 5.15.6 for n = 2.
	sin, cos := math.Sincos(math.Pi * f)
	q := math.Pi / sin
	return Tetragamma(1-x) - 2*q*q*q*cos
}

// polygammaPiece returns the table row of x in [1, 8) and the place in it.
func polygammaPiece(x float64) (row int, y float64) {
	switch {
	case x < 1.5:
		return 0, 4*x - 5
	case x < 2:
		return 1, 4*x - 7
	case x < 3:
		return 2, 2*x - 5
	case x < 4:
		return 3, 2*x - 7
	case x < 6:
		return 4, x - 5
	}
	return 5, x - 7
}

// LogMinusDigamma returns log(x) - psi(x) for x > 0, the difference between log
// mean and mean log of a Gamma distribution of shape x, without cancellation
// for large x, where it is 1/(2x).
func LogMinusDigamma(x float64) float64 {
	if x >= 8 {
		s := 1 / (x * x)
		return 0.5/x + s*digammaSeries(s)
	}
	return LogFull(x) - Digamma(x)
}

// LogMinusDigammaInverse returns the x > 0 with log(x) - psi(x) = s, s >= 0:
// the shape of the Gamma distribution whose log mean exceeds its mean log by s.
// The start and the Newton step in 1/x are those of Minka 2002 (Estimating a
// Gamma distribution). +Inf at zero, NaN below.
func LogMinusDigammaInverse(s float64) float64 {
	if !(s > 0) {
		if s == 0 {
			return math.Inf(1)
		}
		return math.NaN()
	}
	if s > 1e8 {
		// psi(x) = -1/x - gamma, to a relative x.
		x := 1 / s
		return 1 / (s - math.Log(x) - 0.57721566490153286)
	}
	x := (3 - s + math.Sqrt((s-3)*(s-3)+24*s)) / (12 * s)
	if s > 3 {
		x = 2 / (s - 3 + math.Sqrt((s-3)*(s-3)+24*s))
	}
	for i := 0; i < 30; i++ {
		f := LogMinusDigamma(x) - s
		// x^2 times the derivative psi'(x) - 1/x of -f.
		var d float64
		if x >= 8 {
			r := 1 / (x * x)
			d = 0.5 + (1.0/6+r*(-1.0/30+r*(1.0/42+r*(-1.0/30+r*(5.0/66)))))/x
		} else {
			d = x * (x*Trigamma(x) - 1)
		}
		// Newton in 1/x: 1/x' = 1/x - f/d.
		next := x / (1 - x*f/d)
		if !(next > 0) {
			next = 0.5 * x
		}
		if math.Abs(next-x) <= 1e-10*x {
			return next
		}
		x = next
	}
	return x
}

package mcmc

import "math"

// DrawPolyaGamma draws from the Polya-gamma distribution PG(b, z), b > 0, of Polson,
// Scott and Windle ("Bayesian inference for logistic models using Polya-gamma
// latent variables", JASA 108, 2013): the augmentation of b trials with the log
// odds z. For a few whole b it is the sum of b exact draws of PG(1, z). Otherwise it is
// the sum of gammas that defines it, whose rest is a gamma of its mean, variance and
// third cumulant, after so many terms that the fourth cumulant of the whole, the first
// that is not that of the distribution, differs by less than a relative 1e-9: the time
// that it takes does not depend on b. It is NaN where b is not above 0 and finite or z is
// not finite.
func DrawPolyaGamma(s *Stream, b, z float64) float64 {
	z = math.Abs(z)
	if !(b > 0 && b <= math.MaxFloat64) || z-z != 0 {
		return math.NaN()
	}
	if z > 50 {
		// cosh(z/2) is exp(z/2)/2 to a relative exp(-50), with which the distribution
		// is an inverse Gaussian.
		return drawWald(s, b/2/z, b*b/4)
	}
	terms := polyaGammaTerms + int(2*z)
	if b <= float64(terms)/2 && b == math.Trunc(b) {
		sum := 0.0
		for range int(b) {
			sum += polyaGammaOne(s, z)
		}
		return sum
	}
	// The sum over k of g[k]/(2 pi^2 ((k - 1/2)^2 + (z/(2 pi))^2)), g[k] of Gamma(b, 1).
	sum, mean, variance := 0.0, polyaGammaMean(z), polyaGammaVariance(z)
	for k := range terms {
		x := math.Pi * (float64(k) + 0.5)
		c := 0.5 / (x*x + z*z/4)
		sum += c * DrawGamma(s, b, 1)
		mean -= c
		variance -= c * c
	}
	third := polyaGammaRest(float64(terms), z)
	scale := third / variance
	return sum + b*max(mean-variance/scale, 0) + DrawGamma(s, b*variance/scale/scale, 1/scale)
}

// polyaGammaTerms is how many gammas are added up for z = 0.
const polyaGammaTerms = 24

// polyaGammaRest is the sum over k >= terms of c[k]^3, c[k] the factors of the gammas, to
// a relative 1e-2: the integral of c^3 by the middle of each term, in u = terms/x.
func polyaGammaRest(terms, z float64) float64 {
	sum := 0.0
	for _, node := range [3][2]float64{{0.1127016653792583, 5.0 / 18}, {0.5, 8.0 / 18}, {0.8872983346207417, 5.0 / 18}} {
		u := node[0]
		d := 2 * (math.Pi*math.Pi*terms*terms + z*z/4*u*u)
		sum += node[1] * terms * (u * u) * (u * u) / d / d / d
	}
	return sum
}

// polyaGammaMean is the mean of PG(1, z), tanh(z/2)/(2z).
func polyaGammaMean(z float64) float64 {
	if z < 1e-3 {
		return 0.25 - z*z/48
	}
	return math.Tanh(z/2) / (2 * z)
}

// polyaGammaVariance is the variance of PG(1, z), (sinh z - z)/(4 z^3 cosh(z/2)^2).
func polyaGammaVariance(z float64) float64 {
	if z < 0.03 {
		return (1 - z*z/5*(1-z*z*17/112)) / 24
	}
	e := math.Exp(-z)
	return (1 - e*e - 2*z*e) / ((1 + e) * (1 + e)) / (2 * z * z * z)
}

// polyaGammaCut is where the two series for the density of PG(1, 0) are exchanged.
const polyaGammaCut = 0.64

// polyaGammaOne draws from PG(1, z), a quarter of the J*(1, z/2) of the paper, by
// Devroye's alternating series.
func polyaGammaOne(s *Stream, z float64) float64 {
	z /= 2
	rate := math.Pi*math.Pi/8 + z*z/2
	// The areas of the proposal beyond the cut, an exponential, and below it, an
	// inverse Gaussian.
	right := math.Pi / 2 / rate * math.Exp(-rate*polyaGammaCut)
	left := 2 * math.Exp(-z) * polyaGammaInverseGaussian(z)
	for {
		var x float64
		if s.Float64()*(left+right) < right {
			x = polyaGammaCut + s.Exponential()/rate
		} else {
			x = polyaGammaBelow(s, z)
		}
		sum := polyaGammaTerm(0, x)
		y := s.Float64() * sum
		for n := 1; ; n++ {
			if n%2 == 1 {
				if sum -= polyaGammaTerm(n, x); y <= sum {
					return x / 4
				}
			} else if sum += polyaGammaTerm(n, x); y > sum {
				break
			}
		}
	}
}

// polyaGammaTerm is the n-th term of the series for the density at x.
func polyaGammaTerm(n int, x float64) float64 {
	k := float64(n) + 0.5
	if x > polyaGammaCut {
		return math.Pi * k * math.Exp(-k*k*math.Pi*math.Pi*x/2)
	}
	return math.Pi * k * math.Pow(2/(math.Pi*x), 1.5) * math.Exp(-2*k*k/x)
}

// polyaGammaInverseGaussian is the probability that an inverse Gaussian of mean 1/z
// and shape 1 is below the cut.
func polyaGammaInverseGaussian(z float64) float64 {
	const t = polyaGammaCut
	root := math.Sqrt(1 / t)
	below := math.Erfc(-root*(t*z-1)/math.Sqrt2) / 2
	return below + math.Exp(2*z)*math.Erfc(root*(t*z+1)/math.Sqrt2)/2
}

// polyaGammaBelow draws an inverse Gaussian of mean 1/z and shape 1 below the cut.
func polyaGammaBelow(s *Stream, z float64) float64 {
	const t = polyaGammaCut
	if z*t < 1 {
		for {
			// 1/x is a chi-square of one degree of freedom beyond 1/t.
			e := s.Exponential()
			if f := s.Exponential(); e*e > 2*f/t {
				continue
			}
			x := 1 + e*t
			x = t / (x * x)
			if s.Exponential() >= z*z*x/2 {
				return x
			}
		}
	}
	for {
		if x := drawWald(s, 1/z, 1); x < t {
			return x
		}
	}
}

// drawWald draws from the inverse Gaussian of the given mean and shape
// (Michael, Schucany and Haas, "Generating random variates using transformations
// with multiple roots", 1976), whose smaller root is written without cancellation.
func drawWald(s *Stream, mean, shape float64) float64 {
	z := s.Normal()
	w := mean * z * z / (2 * shape)
	x := mean / (1 + w + math.Sqrt(w*(2+w)))
	if s.Float64()*(mean+x) <= mean {
		return x
	}
	return mean * (mean / x)
}

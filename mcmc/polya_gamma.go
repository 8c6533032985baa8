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
	for {
		var x, decay float64
		if polyaGammaBeyond(s.Float64(), z, rate) {
			x = polyaGammaCut + s.Exponential()/rate
			decay = math.Pi * math.Pi / 2 * x
		} else {
			x = polyaGammaBelow(s, z)
			decay = 2 / x
		}
		if polyaGammaTakes(s.Float64(), decay) {
			return x / 4
		}
	}
}

// polyaGammaBeyond tells whether a uniform number is below the part that the proposal beyond the cut, an exponential, has of all: the other is an
// inverse Gaussian. The part falls with z, so that a table tells it but where the number lies between two entries.
func polyaGammaBeyond(u, z, rate float64) bool {
	const guard = 1e-12
	last := len(polyaGammaParts) - 1
	k := min(int(z*16), last)
	if u > polyaGammaParts[k]+guard {
		return false
	}
	if k < last && u < polyaGammaParts[k+1]-guard {
		return true
	}
	right := math.Pi / 2 / rate * math.Exp(-rate*polyaGammaCut)
	left := 2 * math.Exp(-z) * polyaGammaInverseGaussian(z)
	return u*(left+right) < right
}

// polyaGammaTakes tells whether a uniform number is below the alternating series for the density over its first term: term n is
// 2n + 1 times a power of exp(-decay), on both sides of the cut. There decay is least, and the term 1 is 0.0058.
func polyaGammaTakes(y, decay float64) bool {
	if y <= 1-0.0058 {
		return true
	}
	sum := 1.0
	for n := 1; ; n++ {
		k := float64(n)
		term := (2*k + 1) * math.Exp(-k*(k+1)*decay)
		if n%2 == 1 {
			if sum -= term; y <= sum {
				return true
			}
		} else if sum += term; y > sum {
			return false
		}
	}
}

// polyaGammaParts is what polyaGammaBeyond is asked for, at the 16ths z.
var polyaGammaParts = [97]float64{
	0.5776972428360435, 0.5771887951853681, 0.5756660135564501, 0.5731365618662024, 0.5696131466638041, 0.5651134178451914, 0.5596598310124089, 0.5532794728206873,
	0.5460038510167589, 0.5378686512154348, 0.5289134627842405, 0.5191814765044396, 0.5087191569477421, 0.4975758927482125, 0.4858036281555121, 0.47345647942592695,
	0.46059033973940905, 0.44726247642210754, 0.43353112430312124, 0.41945507904039914, 0.40509329421334134, 0.3905044858987386, 0.37574674832284366, 0.3608771840168197,
	0.345951551697418, 0.3310239348519356, 0.31614643372941653, 0.3013688831322994, 0.2867385980685193, 0.27230014896809795, 0.25809516779561514, 0.24416218600606068,
	0.2305365049020842, 0.21725009856137104, 0.20433154911957746, 0.19180601382266396, 0.17969522290805923, 0.16801750704201934, 0.1567878527355524, 0.14601798388752826,
	0.13571646736465873, 0.12588884032678613, 0.1165377568444646, 0.10766315123551215, 0.09926241546857709, 0.09133058794453927, 0.08386055096972973, 0.07684323427672823,
	0.07026782202646366, 0.0641219608364679, 0.05839196652088706, 0.05306302739430033, 0.04811940217928809, 0.04354461076259605, 0.03932161626213164, 0.03543299709239948,
	0.031861107944944754, 0.028588228828743963, 0.025596701539371918, 0.022869053141645248, 0.020388106255171227, 0.018137076123145586, 0.016099654619650697, 0.014260081507903697,
	0.012603203400182209, 0.011114520988778662, 0.009780225216022568, 0.008587223130303122, 0.007523154234641407, 0.006576398175554168, 0.0057360746438531035, 0.004992036366999141,
	0.0043348560662187985, 0.003755808232453295, 0.0032468465450873714, 0.002800577718058003, 0.0024102325111228402, 0.0020696345914718627, 0.0017731678741065703, 0.0015157429099936293,
	0.0012927628302981432, 0.0011000892942453514, 0.0009340088284247401, 0.0007911998875549643, 0.0006687009116315682, 0.0005638796025878483, 0.00047440359557103414, 0.00039821265599252826,
	0.0003334924938482431, 0.0002786502515066308, 0.00023229169021325634, 0.0001932000738632971, 0.00016031672597944429, 0.00013272321707916534, 0.00010962512445679483, 9.033729454716843e-05,
	7.42705291643348e-05,
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

package dist

import "math"

// LogPower is that of Normal.
func (d Dirichlet) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	var log, sum, power float64
	for _, a := range d.A {
		p := 1 + n*(a-1)
		if p <= 0 {
			return math.Inf(1)
		}
		log += lgamma(p) - n*lgamma(a)
		sum, power = sum+a, power+p
	}
	return log - lgamma(power) + n*lgamma(sum)
}

// LogPower is that of Normal.
func (d MvNormal) LogPower(n float64, w *MvWork) float64 {
	k := len(d.H)
	w = w.ready(k)
	if d.IsPoint() || !mvFactor(w.factor, d.P, k) {
		return 0
	}
	return (1-n)*(float64(k)*distHalfLog2Pi-mvHalfLogDet(w.factor, k)) - float64(k)*math.Log(n)/2
}

// LogPower is that of Normal.
func (d Wishart) LogPower(n float64, w *MvWork) float64 {
	k := d.Size()
	w = w.ready(k)
	if d.IsPoint() || !d.properFactor(w.factor) {
		return 0
	}
	uniform := float64(k+1) / 2
	shape := uniform + n*(d.Shape-uniform)
	if shape <= float64(k-1)/2 {
		return math.Inf(1)
	}
	return wishartLogGamma(shape, k) - n*wishartLogGamma(d.Shape, k) +
		2*(n*d.Shape-shape)*mvHalfLogDet(w.factor, k) - shape*float64(k)*math.Log(n)
}

// wishartLogGamma is the log of the multivariate gamma function of dimension k.
func wishartLogGamma(shape float64, k int) float64 {
	log := float64(k*(k-1)) / 2 * distHalfLogPi
	for i := range k {
		log += lgamma(shape - float64(i)/2)
	}
	return log
}

// LogPower is that of Normal: the log of the sum of the probabilities to the power n.
func (d Categorical) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	top := distLargest(d.LogP)
	var power, sum float64
	for _, l := range d.LogP {
		if l >= -math.MaxFloat64 {
			power += math.Exp(n * (l - top))
			sum += math.Exp(l - top)
		}
	}
	return math.Log(power) - n*math.Log(sum)
}

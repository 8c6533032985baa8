package dist

import "math"

// LogPower is that of Normal.
func (d Dirichlet) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	var log, sum float64
	for _, a := range d.A {
		if 1+n*(a-1) <= 0 {
			return math.Inf(1)
		}
		log += distLogGammaPower(a, n, 1)
		sum += a
	}
	return log - distLogGammaPower(sum, n, float64(len(d.A)))
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
	pairs := float64(k*(k-1)) / 4
	log := pairs * ((1-n)*2*distHalfLogPi - math.Log(n))
	for j := range k {
		c := float64(j) / 2
		log += distLogGammaPower(d.Shape-c, n, uniform-c)
	}
	return log - 2*uniform*(1-n)*mvHalfLogDet(w.factor, k)
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

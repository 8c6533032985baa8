package operators

import (
	"math"

	"mpc/dist"
)

func normalLinearVMPOps() []*Op {
	return []*Op{
		{
			Func: NormalLinearToXAverage, Factor: "normal_linear", To: "x", Algorithm: VMP,
			Args: []Arg{{"a", 0}, {"k", 0}, {"variance", 0}},
		},
		{
			Func: NormalLinearToAAverage, Factor: "normal_linear", To: "a", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"k", 0}, {"variance", 0}},
		},
		{
			Func: NormalLinearAverageLog, Factor: "normal_linear", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"a", 0}, {"k", 0}, {"variance", 0}},
		},
	}
}

// NormalLinearToXAverage sends x ~ normal(k a, variance): precision 1/variance
// about k E[a]; see NormalVarianceToXAverage.
func NormalLinearToXAverage(a dist.NormalMoments, k, variance float64) (dist.Normal, dist.Fault) {
	return normalLinearAverage(a, k, variance)
}

// NormalLinearToAAverage sends a of x ~ normal(k a, variance): k E[x]/variance
// and k^2/variance. The faults are those of NormalVarianceToXAverage and ScaleToA.
func NormalLinearToAAverage(x dist.NormalMoments, k, variance float64) (dist.Normal, dist.Fault) {
	if x.IsProper() && variance > 0 {
		if m := (dist.Normal{H: k * x.Mean / variance, P: k * k / variance}); m.P <= math.MaxFloat64 && m.H-m.H == 0 {
			return m, dist.NoFault
		}
	}
	mean, fault := NormalVarianceToXAverage(x, variance)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return normalChecked(ScaleToA(mean, k))
}

// NormalLinearAverageLog is the mean log density of x ~ normal(k a, variance);
// see NormalVarianceAverageLog.
func NormalLinearAverageLog(x, a dist.NormalMoments, k, variance float64) float64 {
	if !(x.IsProper() && a.IsProper() && variance >= 0) {
		return math.NaN()
	}
	d := math.FMA(-k, a.Mean, x.Mean)
	return normalMeanLog(d*d+x.Variance+k*a.Variance*k, variance)
}

package operators

import (
	"math"

	"mpc/dist"
)

// out = dot(w, x), both random and independent in the posterior: what either needs of
// the other is its mean and its second moment, as in factor analysis (Bishop 1999,
// "Variational principal components").
func dotVectorsVMPOps() []*Op {
	return []*Op{
		{Func: DotVectorsToOutAverage, Factor: "dot_vector", To: "out", Algorithm: VMP, Args: []Arg{{"w", 0}, {"x", 0}, {"work", 0}}},
		{Func: DotVectorsToWAverage, Factor: "dot_vector", To: "w", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"to", 0}, {"work", 0}}},
		{Func: DotVectorsToXAverage, Factor: "dot_vector", To: "x", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"w", 0}, {"to", 0}, {"work", 0}}},
	}
}

// DotVectorsToOutAverage sends out = dot(w, x): with m and u the means of the two and V
// and U their covariances the normal of mean m'u and variance m'U m + u'V u + tr(V U).
// The fault is Improper where one of them has no covariance.
func DotVectorsToOutAverage(w, x dist.MvNormal, work *dist.MvWork) (dist.Normal, dist.Fault) {
	k := w.Size()
	m, u := work.Vector(0, k), work.Vector(1, k)
	v, s := work.Matrix(0, k), work.Matrix(1, k)
	if !w.Moments(m, v, work) || !x.Moments(u, s, work) {
		return dist.NormalUniform(), dist.Improper
	}
	variance := 0.0
	for i := range k {
		for j := range k {
			variance += v[i*k+j]*(s[i*k+j]+u[i]*u[j]) + s[i*k+j]*m[i]*m[j]
		}
	}
	out := dist.NormalMeanVariance(vectorDot(m, u), math.Max(0, variance))
	if !out.IsFinite() && !out.IsPoint() {
		return dist.NormalUniform(), dist.NotFinite
	}
	return out, dist.NoFault
}

// DotVectorsToWAverage sends the w of out = dot(w, x): of an out of precision p and
// precision times mean h, p E[x x'] and h E[x]. The fault is Improper where x has no
// covariance, and NotFinite where out is a point mass.
func DotVectorsToWAverage(out dist.Normal, x dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	k := x.Size()
	to.Resize(k)
	switch {
	case out.IsUniform():
		return dist.NoFault
	case out.IsPoint():
		return dist.NotFinite
	}
	m, v := work.Vector(0, k), work.Matrix(0, k)
	if !x.Moments(m, v, work) {
		return dist.Improper
	}
	for i := range k {
		to.H[i] = out.H * m[i]
		for j := range k {
			to.P[i*k+j] = out.P * (v[i*k+j] + m[i]*m[j])
		}
	}
	return dist.NoFault
}

// DotVectorsToXAverage sends the x of out = dot(w, x): see DotVectorsToWAverage.
func DotVectorsToXAverage(out dist.Normal, w dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return DotVectorsToWAverage(out, w, to, work)
}

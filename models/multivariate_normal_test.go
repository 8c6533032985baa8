package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/multivariate_normal/multivariate_normal"
)

// The priors of the model file. That of the mean is so wide that the posterior is
// the normal-Wishart distribution of a flat one, to a millionth.
const (
	multivariateNormalK          = 3
	multivariateNormalDf         = multivariateNormalK + 1
	multivariateNormalInverse    = 0.2
	multivariateNormalWide       = 1e4
	multivariateNormalTolerance  = 2e-6
	multivariateNormalLog2Pi     = 1.8378770664093454835606594728112353
	multivariateNormalDetermined = 1e-9 // of what the width of the prior does not touch
)

type multivariateNormalMatrix [multivariateNormalK][multivariateNormalK]float64

// multivariateNormalTable has the data and what the closed forms need of them: the number of rows,
// their mean, and the inverse scale of the posterior of the precision.
type multivariateNormalTable struct {
	data multivariate_normal.Data
	n    float64
	mean [multivariateNormalK]float64
	r    multivariateNormalMatrix
}

func multivariateNormalRead(t *testing.T) (d multivariateNormalTable) {
	t.Helper()
	var file struct{ X [][]float64 }
	modeltest.ReadJSON(t, "multivariate_normal/data.json", &file)
	d.data, d.n = multivariate_normal.Data{Measure: multivariateNormalK, X: file.X}, float64(len(file.X))
	for _, row := range file.X {
		for j := range multivariateNormalK {
			d.mean[j] += row[j] / d.n
		}
	}
	for i := range multivariateNormalK {
		d.r[i][i] = multivariateNormalInverse
		for _, row := range file.X {
			for j := range multivariateNormalK {
				d.r[i][j] += (row[i] - d.mean[i]) * (row[j] - d.mean[j])
			}
		}
	}
	return d
}

func multivariateNormalRun(t *testing.T, d multivariateNormalTable) *multivariate_normal.Inference {
	t.Helper()
	inf, err := multivariate_normal.New(d.data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background(), multivariate_normal.Tolerance(1e-10))
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// inverted returns the determinant and the inverse, by cofactors.
func (a multivariateNormalMatrix) inverted() (det float64, b multivariateNormalMatrix) {
	for i := range multivariateNormalK {
		for j := range multivariateNormalK {
			i1, i2, j1, j2 := (i+1)%multivariateNormalK, (i+2)%multivariateNormalK, (j+1)%multivariateNormalK, (j+2)%multivariateNormalK
			b[j][i] = a[i1][j1]*a[i2][j2] - a[i1][j2]*a[i2][j1]
		}
	}
	det = a[0][0]*b[0][0] + a[0][1]*b[1][0] + a[0][2]*b[2][0]
	for i := range multivariateNormalK {
		for j := range multivariateNormalK {
			b[i][j] /= det
		}
	}
	return det, b
}

// multivariateNormalLogNormalizer is the log integral of |X|^((df-k-1)/2) exp(-tr(R X)/2).
func multivariateNormalLogNormalizer(df, det float64) float64 {
	z := df*multivariateNormalK/2*math.Ln2 + multivariateNormalK*(multivariateNormalK-1)/4.0*math.Log(math.Pi) - df/2*math.Log(det)
	for j := range multivariateNormalK {
		g, _ := math.Lgamma((df - float64(j)) / 2)
		z += g
	}
	return z
}

// The exact posterior of a flat prior of the mean is P ~ wishart(df + n - 1, R), and
// m ~ mvnormal(mean of x, precision = n P): a Student distribution of m, of
// multivariateNormalDf + n - k degrees of freedom.
func (d multivariateNormalTable) exact() (precision, covariance multivariateNormalMatrix, logEvidence float64) {
	det, scale := d.r.inverted()
	for i := range multivariateNormalK {
		for j := range multivariateNormalK {
			precision[i][j] = (multivariateNormalDf + d.n - 1) * scale[i][j]
			covariance[i][j] = d.r[i][j] / (d.n * (multivariateNormalDf + d.n - multivariateNormalK - 2))
		}
	}
	square := 0.0
	for _, v := range d.mean {
		square += v * v
	}
	// The density of the prior of m at the mean of x, the integral over m of the
	// others, that over P.
	logEvidence = -(multivariateNormalK*(multivariateNormalLog2Pi+math.Log(multivariateNormalWide)) + square/multivariateNormalWide) / 2
	logEvidence += -(d.n-1)*multivariateNormalK/2*multivariateNormalLog2Pi - multivariateNormalK/2.0*math.Log(d.n)
	logEvidence += multivariateNormalLogNormalizer(multivariateNormalDf+d.n-1, det) - multivariateNormalLogNormalizer(multivariateNormalDf, multivariateNormalInverse*multivariateNormalInverse*multivariateNormalInverse)
	return precision, covariance, logEvidence
}

// Beside the exact posterior: the means are the same. The posterior of the precision
// has one degree of freedom too many, m is too narrow by as much as it takes to
// average a Student distribution's scale.
func TestMultivariateNormalBesideNormalWishart(t *testing.T) {
	d := multivariateNormalRead(t)
	inf := multivariateNormalRun(t, d)
	precision, covariance, logEvidence := d.exact()
	m, p := inf.M(), inf.P()
	mean, v, pMean := m.Mean(), m.CovarianceTo(nil, nil), p.MeanTo(nil, nil)
	if got := 2 * p.Shape; math.Abs(got-multivariateNormalDf-d.n) > multivariateNormalDetermined {
		t.Errorf("P has df %v; exact %v, one more by mean field", got, multivariateNormalDf+d.n-1)
	}
	narrower := (multivariateNormalDf + d.n - multivariateNormalK - 2) / (multivariateNormalDf + d.n - 1)
	for i := range multivariateNormalK {
		if math.Abs(mean[i]/d.mean[i]-1) > multivariateNormalTolerance {
			t.Errorf("m[%d]: mean %v, want %v", i, mean[i], d.mean[i])
		}
		for j := range multivariateNormalK {
			if got, want := pMean[i*multivariateNormalK+j], precision[i][j]; math.Abs(got-want) > multivariateNormalTolerance*math.Sqrt(precision[i][i]*precision[j][j]) {
				t.Errorf("P[%d, %d]: mean %v, want %v", i, j, got, want)
			}
			if got, want := v[i*multivariateNormalK+j], narrower*covariance[i][j]; math.Abs(got-want) > multivariateNormalTolerance*math.Sqrt(covariance[i][i]*covariance[j][j]) {
				t.Errorf("covariance of m[%d], m[%d]: %v, want %v, exact %v", i, j, got, want, covariance[i][j])
			}
		}
	}
	t.Logf("variances of m are %.4f of the exact; log evidence %.5f, exact %.5f", narrower, inf.LogEvidence(), logEvidence)
	if below := logEvidence - inf.LogEvidence(); below < 0 || below > 0.1 {
		t.Errorf("the bound is %v below the log evidence %v", below, logEvidence)
	}
}

// The bound of mean field in closed form: where q is a product of the best factors, it
// is the log normalizer of q(P), the entropy of q(m) and the mean log prior of m.
func TestMultivariateNormalBound(t *testing.T) {
	d := multivariateNormalRead(t)
	det, _ := d.r.inverted()
	f := (multivariateNormalDf + d.n) / (multivariateNormalDf + d.n - 1) // R of q(P) = f r, since n cov(m) = r/(df + n - 1)
	volume := math.Pow(1/(d.n*(multivariateNormalDf+d.n-1)), multivariateNormalK) * det
	square := 0.0
	for _, v := range d.mean {
		square += v * v
	}
	for i := range multivariateNormalK {
		square += d.r[i][i] / (d.n * (multivariateNormalDf + d.n - 1))
	}
	want := -(multivariateNormalK*(multivariateNormalLog2Pi+math.Log(multivariateNormalWide)) + square/multivariateNormalWide) / 2
	want += (multivariateNormalK*(1+multivariateNormalLog2Pi) + math.Log(volume)) / 2
	want += -d.n*multivariateNormalK/2*multivariateNormalLog2Pi + multivariateNormalLogNormalizer(multivariateNormalDf+d.n, math.Pow(f, multivariateNormalK)*det) - multivariateNormalLogNormalizer(multivariateNormalDf, multivariateNormalInverse*multivariateNormalInverse*multivariateNormalInverse)
	if got := multivariateNormalRun(t, d).LogEvidence(); math.Abs(got-want) > 10*multivariateNormalTolerance {
		t.Errorf("bound %v, want %v", got, want)
	}
}

// An iteration over vectors and matrices allocates nothing.
func TestMultivariateNormalAllocations(t *testing.T) {
	inf := multivariateNormalRun(t, multivariateNormalRead(t))
	allocations := func(iterations int) float64 {
		return testing.AllocsPerRun(5, func() {
			if _, err := inf.Run(context.Background(), multivariate_normal.Iterations(iterations)); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, more := allocations(1), allocations(20); more > one {
		t.Errorf("20 iterations allocate %v times, one %v times", more, one)
	}
}

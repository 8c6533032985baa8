package multivariate_normal_test

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
	k          = 3
	df         = k + 1
	inverse    = 0.2
	wide       = 1e4
	tolerance  = 2e-6
	log2Pi     = 1.8378770664093454835606594728112353
	determined = 1e-9 // of what the width of the prior does not touch
)

type matrix [k][k]float64

// table has the data and what the closed forms need of them: the number of rows,
// their mean, and the inverse scale of the posterior of the precision.
type table struct {
	data multivariate_normal.Data
	n    float64
	mean [k]float64
	r    matrix
}

func read(t *testing.T) (d table) {
	t.Helper()
	var file struct{ X [][]float64 }
	modeltest.ReadJSON(t, "data.json", &file)
	d.data, d.n = multivariate_normal.Data{Measure: k, X: file.X}, float64(len(file.X))
	for _, row := range file.X {
		for j := range k {
			d.mean[j] += row[j] / d.n
		}
	}
	for i := range k {
		d.r[i][i] = inverse
		for _, row := range file.X {
			for j := range k {
				d.r[i][j] += (row[i] - d.mean[i]) * (row[j] - d.mean[j])
			}
		}
	}
	return d
}

func run(t *testing.T, d table) *multivariate_normal.Inference {
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
func (a matrix) inverted() (det float64, b matrix) {
	for i := range k {
		for j := range k {
			i1, i2, j1, j2 := (i+1)%k, (i+2)%k, (j+1)%k, (j+2)%k
			b[j][i] = a[i1][j1]*a[i2][j2] - a[i1][j2]*a[i2][j1]
		}
	}
	det = a[0][0]*b[0][0] + a[0][1]*b[1][0] + a[0][2]*b[2][0]
	for i := range k {
		for j := range k {
			b[i][j] /= det
		}
	}
	return det, b
}

// logNormalizer is the log integral of |X|^((df-k-1)/2) exp(-tr(R X)/2).
func logNormalizer(df, det float64) float64 {
	z := df*k/2*math.Ln2 + k*(k-1)/4.0*math.Log(math.Pi) - df/2*math.Log(det)
	for j := range k {
		g, _ := math.Lgamma((df - float64(j)) / 2)
		z += g
	}
	return z
}

// The exact posterior of a flat prior of the mean is P ~ wishart(df + n - 1, R), and
// m ~ mvnormal(mean of x, precision = n P): a Student distribution of m, of
// df + n - k degrees of freedom.
func (d table) exact() (precision, covariance matrix, logEvidence float64) {
	det, scale := d.r.inverted()
	for i := range k {
		for j := range k {
			precision[i][j] = (df + d.n - 1) * scale[i][j]
			covariance[i][j] = d.r[i][j] / (d.n * (df + d.n - k - 2))
		}
	}
	square := 0.0
	for _, v := range d.mean {
		square += v * v
	}
	// The density of the prior of m at the mean of x, the integral over m of the
	// others, that over P.
	logEvidence = -(k*(log2Pi+math.Log(wide)) + square/wide) / 2
	logEvidence += -(d.n-1)*k/2*log2Pi - k/2.0*math.Log(d.n)
	logEvidence += logNormalizer(df+d.n-1, det) - logNormalizer(df, inverse*inverse*inverse)
	return precision, covariance, logEvidence
}

// Beside the exact posterior: the means are the same. The posterior of the precision
// has one degree of freedom too many, m is too narrow by as much as it takes to
// average a Student distribution's scale.
func TestBesideNormalWishart(t *testing.T) {
	d := read(t)
	inf := run(t, d)
	precision, covariance, logEvidence := d.exact()
	m, p := inf.M(), inf.P()
	mean, v, pMean := m.Mean(), m.CovarianceTo(nil, nil), p.MeanTo(nil, nil)
	if got := 2 * p.Shape; math.Abs(got-df-d.n) > determined {
		t.Errorf("P has df %v; exact %v, one more by mean field", got, df+d.n-1)
	}
	narrower := (df + d.n - k - 2) / (df + d.n - 1)
	for i := range k {
		if math.Abs(mean[i]/d.mean[i]-1) > tolerance {
			t.Errorf("m[%d]: mean %v, want %v", i, mean[i], d.mean[i])
		}
		for j := range k {
			if got, want := pMean[i*k+j], precision[i][j]; math.Abs(got-want) > tolerance*math.Sqrt(precision[i][i]*precision[j][j]) {
				t.Errorf("P[%d, %d]: mean %v, want %v", i, j, got, want)
			}
			if got, want := v[i*k+j], narrower*covariance[i][j]; math.Abs(got-want) > tolerance*math.Sqrt(covariance[i][i]*covariance[j][j]) {
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
func TestBound(t *testing.T) {
	d := read(t)
	det, _ := d.r.inverted()
	f := (df + d.n) / (df + d.n - 1) // R of q(P) = f r, since n cov(m) = r/(df + n - 1)
	volume := math.Pow(1/(d.n*(df+d.n-1)), k) * det
	square := 0.0
	for _, v := range d.mean {
		square += v * v
	}
	for i := range k {
		square += d.r[i][i] / (d.n * (df + d.n - 1))
	}
	want := -(k*(log2Pi+math.Log(wide)) + square/wide) / 2
	want += (k*(1+log2Pi) + math.Log(volume)) / 2
	want += -d.n*k/2*log2Pi + logNormalizer(df+d.n, math.Pow(f, k)*det) - logNormalizer(df, inverse*inverse*inverse)
	if got := run(t, d).LogEvidence(); math.Abs(got-want) > 10*tolerance {
		t.Errorf("bound %v, want %v", got, want)
	}
}

// An iteration over vectors and matrices allocates nothing.
func TestAllocations(t *testing.T) {
	inf := run(t, read(t))
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

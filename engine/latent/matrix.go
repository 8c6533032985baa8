package latent

import (
	"cmp"
	"math"
	"slices"

	"mpc/dist"
	"mpc/engine"
	"mpc/mcmc"
)

// A Matrix is a positive definite matrix of hyperparameters, L A A' L' with A lower triangular, as Bartlett decomposes a wishart
// (Muirhead 1982, theorem 3.2.14): given the prior the entries of A are independent, those of the diagonal roots of chi-squared
// numbers, the others standard normals. These entries, row by row, are hyperparameters of their own; a model is placed at the
// entries of the matrix, row by row, in their place.
type Matrix struct {
	size int
	root []float64 // L
}

// AddMatrix adds the hyperparameters of a matrix whose prior is a wishart of this freedom, with this scale or its inverse. Where
// that is not positive definite the matrix is found by that of ones.
func AddMatrix(to []Hyper, df float64, scale []float64, inverse bool) []Hyper {
	k := int(math.Round(math.Sqrt(float64(len(scale)))))
	m := &Matrix{k, make([]float64, k*k)}
	var w mcmc.VectorWork
	for i := range k {
		for j := range k {
			if inverse { // L is the inverse of the transposed factor
				m.root[i*k+j] = w.Whitening(scale, true, j, i)
			} else if j <= i {
				m.root[i*k+j] = w.Whitening(scale, false, j, i)
			}
		}
	}
	if m.logRoot() != m.logRoot() {
		clear(m.root)
		for i := range k {
			m.root[i*k+i] = 1
		}
	}
	for i := range k {
		for range i {
			to = append(to, Hyper{Low: math.Inf(-1), High: math.Inf(1), Matrix: m})
		}
		to = append(to, Hyper{Low: 0, High: math.Inf(1), Start: math.Sqrt(max(df-float64(i), 0.5)), Matrix: m})
	}
	return to
}

// count is how many hyperparameters a matrix of so many rows has.
func matrixCount(size int) int { return size * (size + 1) / 2 }

// logRoot is the log of the determinant of L.
func (m *Matrix) logRoot() (sum float64) {
	for i := range m.size {
		sum += math.Log(math.Abs(m.root[i*m.size+i]))
	}
	return sum
}

// place appends the entries of the matrix of these entries of A, and gives the log of the derivative (Muirhead 1982, theorems 2.1.6
// and 2.1.9).
func (m *Matrix) place(a, to []float64) ([]float64, float64) {
	k := m.size
	var left [MaxHypers * MaxHypers]float64 // L A
	logSlope := float64(k)*math.Ln2 + float64(k+1)*m.logRoot()
	for j := range k {
		logSlope += float64(k-j) * math.Log(a[matrixCount(j+1)-1])
	}
	for i := range k {
		for j := range k {
			sum := 0.0
			for n := j; n < k; n++ {
				sum += m.root[i*k+n] * a[matrixCount(n)+j]
			}
			left[i*k+j] = sum
		}
	}
	for i := range k {
		for j := range k {
			sum := 0.0
			for n := range k {
				sum += left[i*k+n] * left[j*k+n]
			}
			to = append(to, sum)
		}
	}
	return to, logSlope
}

// valuesAt appends to theta what a model is placed at by real coordinates of its hyperparameters, and gives the log of the
// derivative.
func valuesAt(hypers []Hyper, x, theta []float64) (_ []float64, logSlope float64) {
	for k := 0; k < len(hypers); k++ {
		h := hypers[k]
		value, slope := h.value(x[k])
		logSlope += slope
		if h.Matrix == nil {
			theta = append(theta, value)
			continue
		}
		n := matrixCount(h.Matrix.size)
		var a [MaxHypers]float64
		a[0] = value
		for i := 1; i < n; i++ {
			value, slope := hypers[k+i].value(x[k+i])
			a[i] = value
			logSlope += slope
		}
		theta, slope = h.Matrix.place(a[:n], theta)
		logSlope += slope
		k += n - 1
	}
	return theta, logSlope
}

// matrixAt is where the entries of a matrix, by its number, begin among what a model is placed at, and how many rows it has.
func (p *Posterior) matrixAt(number int) (at, size int) {
	for k := 0; k < len(p.hypers); k++ {
		m := p.hypers[k].Matrix
		switch {
		case m == nil:
			at++
			continue
		case number == 0:
			return at, m.size
		}
		at += m.size * m.size
		number--
		k += matrixCount(m.size) - 1
	}
	return at, 0
}

// MatrixMoments are the means and the variances of the entries of a matrix, by its number.
func (p *Posterior) MatrixMoments(number int) (mean, variance []float64) {
	at, size := p.matrixAt(number)
	for i := range size * size {
		m, v := p.HyperMoments(func(theta []float64) float64 { return theta[at+i] })
		mean, variance = append(mean, m), append(variance, v)
	}
	return mean, variance
}

// MatrixQuantiles are those of the entries of a matrix, by its number, row by row, with their standard deviations.
func (p *Posterior) MatrixQuantiles(number int) []engine.Quantiles {
	at, size := p.matrixAt(number)
	list := make([]engine.Quantiles, size*size)
	for i := range size {
		for j := range i + 1 {
			v := p.hyperValues(func(theta []float64) float64 { return theta[at+i*size+j] })
			mean, variance := v.moments()
			q := v.quantiles(mean)
			q.SD = math.Sqrt(variance)
			list[i*size+j], list[j*size+i] = q, q
		}
	}
	return list
}

// Wishart is the wishart of the mean of a matrix, by its number, whose entries vary as much in all: the variance of an entry is
// (m[i,j]^2 + m[i,i] m[j,j]) / df.
func (p *Posterior) Wishart(number int) (dist.Wishart, error) {
	mean, variance := p.MatrixMoments(number)
	_, k := p.matrixAt(number)
	squares, all := 0.0, 0.0
	for i := range k {
		for j := range k {
			s := mean[i*k+i] * mean[j*k+j]
			squares += (mean[i*k+j]*mean[i*k+j] + s) / s
			all += variance[i*k+j] / s
		}
	}
	df := max(squares/all, float64(k-1)+1e-3)
	for i := range mean {
		mean[i] /= df
	}
	return dist.WishartDfScale(df, mean)
}

// Vector is the joint normal of the components of the vector whose first one is a coordinate.
func (p *Posterior) Vector(first int) (dist.MvNormal, error) {
	i, _ := slices.BinarySearchFunc(p.lists, first, func(list []int, first int) int { return cmp.Compare(list[0], first) })
	mean, covariance := p.Joint(i)
	return dist.MvNormalMeanCovariance(mean, covariance)
}

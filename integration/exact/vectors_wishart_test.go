package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc/dist"
	"mpc/engine"
)

// logWishart is the log of the integral of a wishart of this freedom, and the inverse of a scale, without its constant.
func logWishart(df float64, inverse *mat.SymDense) float64 {
	k := inverse.SymmetricDim()
	sum := 0.5*df*float64(k)*math.Ln2 + float64(k*(k-1))/4*math.Log(math.Pi)
	for i := range k {
		x, _ := math.Lgamma((df - float64(i)) / 2)
		sum += x
	}
	return sum - 0.5*df*logDeterminant(inverse)
}

// TestNormalWishart: vectors with a mean and a precision that are learned have the posterior of closed form, by integration over the
// numbers of the matrix (DeGroot 1970, section 9.10).
func TestNormalWishart(t *testing.T) {
	const count, share, df = 9, 0.5, 5.0
	for k := 1; k <= 3; k++ {
		rng := rand.New(rand.NewPCG(uint64(k), 5))
		scale, inverse := make([][]float64, k), mat.NewSymDense(k, nil)
		for i := range k {
			scale[i] = make([]float64, k)
			for j := range k {
				scale[i][j] = 0.1
			}
			scale[i][i] = 0.4 + 0.2*float64(i)
		}
		var chol mat.Cholesky
		if !chol.Factorize(symmetric(scale)) || chol.InverseTo(inverse) != nil {
			t.Fatal("no scale")
		}
		m0, x := make([]float64, k), make([][]float64, count)
		average := mat.NewVecDense(k, nil)
		for i := range x {
			for j := range k {
				x[i] = append(x[i], math.Round(100*(rng.NormFloat64()*(1+float64(j))+float64(j)))/100)
				average.SetVec(j, average.AtVec(j)+x[i][j]/count)
			}
		}
		inputs := map[string]any{"n": count, "k": k, "S": scale, "m0": m0, "x": x}
		const text = "model: conjugate\ninputs: {n: range, k: int, S: \"matrix(k, k)\", m0: \"vector(k)\", x: \"vector(k)[n]\"}\nprogram: |\n" +
			"  P ~ wishart(df = 5, scale = S)\n  mu ~ mvnormal(m0, precision = 0.5 * P)\n  for (i in n) { x[i] ~ mvnormal(mu, precision = P) }\n" +
			"  p = P[0, 0]\ninfer: [mu, P, p, evidence]\n"
		r, err := interpretTree(t, text, inputs)
		if err != nil {
			t.Fatal(err)
		}

		// The posterior: the freedom and the inverse of the scale grow by the squares of residuals.
		after := mat.NewSymDense(k, nil)
		after.CopySym(inverse)
		for _, row := range x {
			var off mat.VecDense
			off.SubVec(mat.NewVecDense(k, row), average)
			after.SymRankOne(after, 1, &off)
		}
		after.SymRankOne(after, share*count/(share+count), average) // m0 is 0
		var posterior mat.SymDense
		if !chol.Factorize(after) || chol.InverseTo(&posterior) != nil {
			t.Fatal("no posterior")
		}
		const dfAfter = df + count
		evidence := logWishart(dfAfter, after) - logWishart(df, inverse) + float64(k)/2*math.Log(share/(share+count)) - count*float64(k)/2*math.Log(2*math.Pi)
		if math.Abs(r.LogEvidence-evidence) > 2e-2 {
			t.Errorf("%d components: evidence %v, want %v", k, r.LogEvidence, evidence)
		}
		near := func(name string, got, want, by float64) {
			if !(math.Abs(got-want) <= by) {
				t.Errorf("%d components: %s %v, want %v", k, name, got, want)
			}
		}
		for _, p := range r.Posteriors {
			switch v := p.Value.(type) {
			case dist.MvNormal:
				for i, m := range v.Mean() {
					variance := after.At(i, i) / ((share + count) * (dfAfter - float64(k) - 1))
					near("mean", m, average.AtVec(i)*count/(share+count), 0.01*math.Sqrt(variance))
					for j := range k {
						want := after.At(i, j) / ((share + count) * (dfAfter - float64(k) - 1))
						near("covariance", v.Covariance()[i*k+j], want, 0.02*math.Sqrt(after.At(i, i)*after.At(j, j))/((share+count)*(dfAfter-float64(k)-1)))
					}
				}
			case dist.Wishart:
				near("freedom", 2*v.Shape, dfAfter, 0.05*dfAfter)
				for i := range k {
					for j := range k {
						if q, ok := p.Quantiles.([]engine.Quantiles); ok {
							variance := dfAfter * (posterior.At(i, j)*posterior.At(i, j) + posterior.At(i, i)*posterior.At(j, j))
							near("standard deviation of the precision", q[i*k+j].SD, math.Sqrt(variance), 0.015*math.Sqrt(variance))
						} else {
							t.Errorf("quantiles %T", p.Quantiles)
						}
						near("mean of the precision", v.Mean()[i*k+j], dfAfter*posterior.At(i, j), 0.01*dfAfter*math.Sqrt(posterior.At(i, i)*posterior.At(j, j)))
					}
				}
			case dist.Gamma: // an element: a gamma of shape df / 2
				near("mean of an element", v.Mean(), dfAfter*posterior.At(0, 0), 0.01*dfAfter*posterior.At(0, 0))
				near("variance of an element", v.Variance(), 2*dfAfter*posterior.At(0, 0)*posterior.At(0, 0), 0.05*2*dfAfter*posterior.At(0, 0)*posterior.At(0, 0))
			case dist.Normal:
				near("mean of an element", v.Mean(), dfAfter*posterior.At(0, 0), 0.01*dfAfter*posterior.At(0, 0))
				near("variance of an element", v.Variance(), 2*dfAfter*posterior.At(0, 0)*posterior.At(0, 0), 0.05*2*dfAfter*posterior.At(0, 0)*posterior.At(0, 0))
			default:
				t.Errorf("%s is %T", p.Name, v)
			}
		}
	}
}

func symmetric(rows [][]float64) *mat.SymDense {
	s := mat.NewSymDense(len(rows), nil)
	for i, row := range rows {
		for j, x := range row {
			s.SetSym(i, j, x)
		}
	}
	return s
}

func logDeterminant(s *mat.SymDense) float64 {
	x, _ := mat.LogDet(s)
	return x
}

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/multivariate_mixture/multivariate_mixture"
)

// multivariateMixtureStart builds the model, not yet run.
func multivariateMixtureStart(t *testing.T) (multivariate_mixture.Data, *multivariate_mixture.Inference) {
	t.Helper()
	var d multivariate_mixture.Data
	modeltest.ReadJSON(t, "multivariate_mixture/data.json", &d)
	inf, err := multivariate_mixture.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, inf
}

// A pair is a vector of the two columns, a square a symmetric matrix of them.
type (
	multivariateMixturePair   [2]float64
	multivariateMixtureSquare [3]float64 // 0,0; 0,1; 1,1
)

func (a multivariateMixtureSquare) det() float64 { return a[0]*a[2] - a[1]*a[1] }
func (a multivariateMixtureSquare) inverse() multivariateMixtureSquare {
	d := a.det()
	return multivariateMixtureSquare{a[2] / d, -a[1] / d, a[0] / d}
}
func (a multivariateMixtureSquare) times(x multivariateMixturePair) multivariateMixturePair {
	return multivariateMixturePair{a[0]*x[0] + a[1]*x[1], a[1]*x[0] + a[2]*x[1]}
}
func (a multivariateMixtureSquare) trace(b multivariateMixtureSquare) float64 {
	return a[0]*b[0] + 2*a[1]*b[1] + a[2]*b[2]
}
func (a multivariateMixtureSquare) plus(s float64, b multivariateMixtureSquare) multivariateMixtureSquare {
	return multivariateMixtureSquare{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
}
func multivariateMixtureOuter(x multivariateMixturePair) multivariateMixtureSquare {
	return multivariateMixtureSquare{x[0] * x[0], x[0] * x[1], x[1] * x[1]}
}
func multivariateMixtureOf(rows [][]float64) multivariateMixtureSquare {
	return multivariateMixtureSquare{rows[0][0], rows[0][1], rows[1][1]}
}

// A component has the posteriors: counts a of its weight, normal(m, v) of its mean,
// Wishart(df, inverse scale r) of its precision.
type multivariateMixtureComponent struct {
	a, df float64
	m     multivariateMixturePair
	v, r  multivariateMixtureSquare
}

// logDet is the mean of the log determinant of the precision, logNormalizer the log
// integral of its unnormalized density (Bishop 2006, B.80 and B.79).
func (q multivariateMixtureComponent) logDet() float64 {
	return modeltest.Digamma(q.df/2) + modeltest.Digamma((q.df-1)/2) + 2*math.Ln2 - math.Log(q.r.det())
}
func (q multivariateMixtureComponent) logNormalizer() float64 {
	return q.df*math.Ln2 + math.Log(math.Pi)/2 - q.df/2*math.Log(q.r.det()) + modeltest.LogGamma(q.df/2) + modeltest.LogGamma((q.df-1)/2)
}

// multivariateMixtureAscend is coordinate ascent by hand from the same start, until nothing moves.
func multivariateMixtureAscend(d multivariate_mixture.Data) (list []multivariateMixtureComponent, share [][2]float64, bound float64) {
	prior := multivariateMixtureComponent{a: 1, df: d.Df, m: multivariateMixturePair(d.Center), v: multivariateMixtureOf(d.Spread), r: multivariateMixtureOf(d.Inverse)}
	for _, s := range d.Start {
		c := s.Covariance()
		list = append(list, multivariateMixtureComponent{a: 1, m: multivariateMixturePair(s.Mean()), v: multivariateMixtureSquare{c[0], c[1], c[3]}})
	}
	share = make([][2]float64, len(d.X))
	for i := range share {
		share[i] = [2]float64{0.5, 0.5}
	}
	apart := func(q multivariateMixtureComponent, x []float64) multivariateMixtureSquare {
		return q.v.plus(1, multivariateMixtureOuter(multivariateMixturePair{x[0] - q.m[0], x[1] - q.m[1]}))
	}
	for moved := 1.0; moved > 1e-10; {
		moved = 0
		for k := range list {
			q := &list[k]
			q.df, q.r = prior.df, prior.r
			for i, x := range d.X {
				q.df += share[i][k]
				q.r = q.r.plus(share[i][k], apart(*q, x))
			}
		}
		bound = -modeltest.DirichletGap([]float64{list[0].a, list[1].a}, []float64{1, 1})
		for i, x := range d.X {
			var weight [2]float64
			for k, q := range list {
				precision := q.r.inverse().plus(q.df-1, q.r.inverse())
				weight[k] = math.Exp(modeltest.Digamma(q.a) - modeltest.Digamma(list[0].a+list[1].a) +
					q.logDet()/2 - math.Log(2*math.Pi) - precision.trace(apart(q, x))/2)
			}
			sum := weight[0] + weight[1]
			share[i] = [2]float64{weight[0] / sum, weight[1] / sum}
			bound += math.Log(sum)
		}
		for k := range list {
			q := &list[k]
			mean := q.r.inverse().plus(q.df-1, q.r.inverse())
			gap := multivariateMixtureOuter(multivariateMixturePair{q.m[0] - prior.m[0], q.m[1] - prior.m[1]}).plus(1, q.v)
			bound -= (prior.v.inverse().trace(gap) - 2 - math.Log(q.v.det()/prior.v.det())) / 2
			bound -= (q.df-prior.df)/2*q.logDet() - q.df + prior.r.trace(mean)/2 - q.logNormalizer() + prior.logNormalizer()
			precision, shift, a := prior.v.inverse(), prior.v.inverse().times(prior.m), 1.0
			for i, x := range d.X {
				precision = precision.plus(share[i][k], mean)
				y := mean.times(multivariateMixturePair(x))
				shift[0] += share[i][k] * y[0]
				shift[1] += share[i][k] * y[1]
				a += share[i][k]
			}
			v := precision.inverse()
			m := v.times(shift)
			moved = math.Max(moved, math.Abs(m[0]-q.m[0])+math.Abs(m[1]-q.m[1])+math.Abs(a-q.a))
			q.m, q.v, q.a = m, v, a
		}
	}
	return list, share, bound
}

// All posteriors and the bound are those by hand.
func TestMultivariateMixtureByHand(t *testing.T) {
	d, inf := multivariateMixtureStart(t)
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	want, share, bound := multivariateMixtureAscend(d)
	near := func(what string, k int, got, want, scale float64) {
		if !(math.Abs(got-want) < 1e-6*scale) {
			t.Errorf("%s %d: %v, by hand %v", what, k, got, want)
		}
	}
	for k, q := range want {
		near("count", k, inf.W().A[k], q.a, q.a)
		mu, lambda := inf.MuAt(k), inf.LambdaAt(k).Mean()
		covariance, precision := mu.Covariance(), q.r.inverse()
		for j, m := range mu.Mean() {
			near("mean", k, m, q.m[j], math.Abs(q.m[j]))
		}
		for j, at := range []int{0, 1, 3} {
			near("covariance", k, covariance[at], q.v[j], math.Abs(q.v[j]))
			near("precision", k, lambda[at], q.df*precision[j], math.Abs(q.df*precision[j]))
		}
	}
	for i, z := range inf.Z() {
		near("share of observation", i, z.P(nil)[0], share[i][0], 1)
	}
	near("bound", 0, inf.LogEvidence(), bound, 1)
}

// The covariances within the components are near those of maximum likelihood.
func TestMultivariateMixtureMaximumLikelihood(t *testing.T) {
	d, inf := multivariateMixtureStart(t)
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	weight, mean, covariance := multivariateMixtureMaximum(d)
	t.Logf("maximum likelihood: weight %.4f, means %.4f, covariances %.4f", weight, mean, covariance)
	for k := range mean {
		for j, m := range inf.MuAt(k).Mean() {
			if math.Abs(m/mean[k][j]-1) > 0.002 {
				t.Errorf("mean %d: %v, maximum likelihood %v", k, m, mean[k][j])
			}
		}
		l := inf.LambdaAt(k).Mean()
		for j, v := range (multivariateMixtureSquare{l[0], l[1], l[3]}).inverse() {
			if math.Abs(v/covariance[k][j]-1) > 0.1 {
				t.Errorf("covariance %d: %v, maximum likelihood %v", k, v, covariance[k][j])
			}
		}
	}
}

// multivariateMixtureMaximum is maximum likelihood by EM.
func multivariateMixtureMaximum(d multivariate_mixture.Data) (weight float64, mean [2]multivariateMixturePair, covariance [2]multivariateMixtureSquare) {
	weight = 0.5
	for k, s := range d.Start {
		mean[k], covariance[k] = multivariateMixturePair(s.Mean()), multivariateMixtureOf(d.Spread)
	}
	for range 300 {
		var s0 [2]float64
		var s1 [2]multivariateMixturePair
		var s2 [2]multivariateMixtureSquare
		for _, x := range d.X {
			var p [2]float64
			for k, w := range [2]float64{weight, 1 - weight} {
				gap := multivariateMixtureOuter(multivariateMixturePair{x[0] - mean[k][0], x[1] - mean[k][1]})
				p[k] = w / math.Sqrt(covariance[k].det()) * math.Exp(-covariance[k].inverse().trace(gap)/2)
			}
			for k := range p {
				r := p[k] / (p[0] + p[1])
				s0[k] += r
				s1[k] = multivariateMixturePair{s1[k][0] + r*x[0], s1[k][1] + r*x[1]}
				s2[k] = s2[k].plus(r, multivariateMixtureOuter(multivariateMixturePair(x)))
			}
		}
		weight = s0[0] / (s0[0] + s0[1])
		for k := range mean {
			mean[k] = multivariateMixturePair{s1[k][0] / s0[k], s1[k][1] / s0[k]}
			covariance[k] = (multivariateMixtureSquare{}).plus(1/s0[k], s2[k]).plus(-1, multivariateMixtureOuter(mean[k]))
		}
	}
	return weight, mean, covariance
}

// No iteration lets the evidence fall.
func TestMultivariateMixtureEvidenceNeverFalls(t *testing.T) {
	_, inf := multivariateMixtureStart(t)
	modeltest.NeverFalls(t, 30, func() (float64, error) {
		_, err := inf.Run(context.Background(), multivariate_mixture.Iterations(1))
		return inf.LogEvidence(), err
	})
}

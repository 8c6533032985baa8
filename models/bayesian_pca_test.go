package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/bayesian_pca/bayesian_pca"
	"mpc/models/internal/modeltest"
)

// The priors in the model file.
const (
	bayesianPCAGammaShape, bayesianPCAGammaRate = 0.01, 0.01
	bayesianPCAMeanVariance                     = 1000
)

// bayesianPCAStart builds the model, not yet run.
func bayesianPCAStart(t *testing.T) (bayesian_pca.Data, *bayesian_pca.Inference) {
	t.Helper()
	var d bayesian_pca.Data
	modeltest.ReadJSON(t, "bayesian_pca/data.json", &d)
	inf, err := bayesian_pca.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, inf
}

func TestBayesianPCA(t *testing.T) {
	d, inf := bayesianPCAStart(t)
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	t.Run("components", func(t *testing.T) { bayesianPCAComponents(t, inf) })
	t.Run("optimum", func(t *testing.T) { bayesianPCAOptimum(t, d, inf) })
}

// bayesianPCAActive are the components that the data have asked for.
func bayesianPCAActive(relevance []bayesian_pca.Gamma) (on []int) {
	for k, g := range relevance {
		if g.Mean() < 20 {
			on = append(on, k)
		}
	}
	return on
}

// Three components are left, as many as there are, and what they and the noise
// say of the covariance is near what maximum likelihood finds when it is told
// that number; the relevances are the eigenvalues' shares.
func bayesianPCAComponents(t *testing.T, inf *bayesian_pca.Inference) {
	var reference struct {
		Eigenvalues, Mean []float64
		Noise             float64
		Maximum           [][]float64
	}
	modeltest.ReadJSON(t, "bayesian_pca/reference.json", &reference)
	relevance, loading := inf.Relevance(), inf.Loading()
	on := bayesianPCAActive(relevance)
	if len(on) != 3 {
		t.Errorf("%d components, want 3: %v", len(on), relevance)
	}
	noise := 1 / inf.Noise().Mean()
	if math.Abs(noise-reference.Noise) > 0.05 {
		t.Errorf("noise %.4f, maximum likelihood has %.4f", noise, reference.Noise)
	}
	largest := 0.0
	for a, row := range reference.Maximum {
		for b, want := range row {
			got := 0.0
			if a == b {
				got = noise
			}
			for k := range relevance {
				got += loading[a][k].Mean() * loading[b][k].Mean()
			}
			scale := math.Sqrt(reference.Maximum[a][a] * reference.Maximum[b][b])
			largest = math.Max(largest, math.Abs(got-want)/scale)
		}
		if got := inf.MeanAt(a).Mean(); math.Abs(got-reference.Mean[a]) > 1e-3 {
			t.Errorf("mean %d: %v, want %v", a, got, reference.Mean[a])
		}
	}
	if largest > 0.03 {
		t.Errorf("the covariance differs by %.4f, in units of the standard deviations", largest)
	}
	t.Logf("noise %.4f, maximum likelihood %.4f; largest difference of the covariance %.4f", noise, reference.Noise, largest)
	// Each active component has found a principal direction.
	found := map[int]bool{}
	for _, k := range on {
		square := 0.0
		for a := range loading {
			square += loading[a][k].Mean() * loading[a][k].Mean()
		}
		for j, e := range reference.Eigenvalues[:3] {
			if math.Abs(square/(e-reference.Noise)-1) < 0.05 {
				found[j] = true
			}
		}
	}
	if len(found) != 3 {
		t.Errorf("of the three principal directions it has found %v", found)
	}
}

// Each posterior is the best one given the others, by formulas written by hand,
// up to the slow turn of two components that is left, and the bound is theirs. Where a gamma posterior is the best one, its factors
// and its entropy add up to the logarithm of a ratio of normalizers.
func bayesianPCAOptimum(t *testing.T, d bayesian_pca.Data, inf *bayesian_pca.Inference) {
	w, z, mean, relevance := inf.Loading(), inf.Score(), inf.Mean(), inf.Relevance()
	noise := inf.Noise().Mean()
	square := func(g bayesian_pca.Normal) float64 { return g.Mean()*g.Mean() + g.Variance() }
	near := func(what string, i, k int, g bayesian_pca.Normal, precision, shift float64) {
		if math.Abs(g.Mean()-shift/precision)*math.Sqrt(precision) > 0.02 || math.Abs(g.Variance()*precision-1) > 1e-3 {
			t.Errorf("%s %d, %d: mean %v variance %v, want %v and %v", what, i, k, g.Mean(), g.Variance(), shift/precision, 1/precision)
		}
	}
	residual := make([][]float64, len(d.X))
	total := bayesianPCAGammaRate
	for i, row := range d.X {
		for j, x := range row {
			r := x - mean[j].Mean()
			v := mean[j].Variance()
			for k := range relevance {
				a, b := w[j][k], z[i][k]
				r -= a.Mean() * b.Mean()
				v += square(a)*square(b) - a.Mean()*a.Mean()*b.Mean()*b.Mean()
			}
			residual[i] = append(residual[i], r)
			total += (r*r + v) / 2
		}
	}
	ratio := func(shape, rate float64) float64 {
		before, _ := math.Lgamma(bayesianPCAGammaShape)
		after, _ := math.Lgamma(shape)
		return bayesianPCAGammaShape*math.Log(bayesianPCAGammaRate) - before + after - shape*math.Log(rate)
	}
	count := float64(len(d.X) * len(mean))
	if want := (bayesianPCAGammaShape + count/2) / total; math.Abs(noise/want-1) > 1e-4 {
		t.Errorf("noise %v, want %v", noise, want)
	}
	bound := -count/2*math.Log(2*math.Pi) + ratio(bayesianPCAGammaShape+count/2, total)
	for j := range mean {
		precision, shift := 1.0/bayesianPCAMeanVariance, 0.0
		for i := range d.X {
			precision += noise
			shift += noise * (residual[i][j] + mean[j].Mean())
		}
		near("mean", j, 0, mean[j], precision, shift)
		bound += (1 + math.Log(mean[j].Variance()/bayesianPCAMeanVariance) - square(mean[j])/bayesianPCAMeanVariance) / 2
	}
	for k, g := range relevance {
		rate := bayesianPCAGammaRate
		for j := range mean {
			precision, shift := g.Mean(), 0.0
			for i := range d.X {
				precision += noise * square(z[i][k])
				shift += noise * z[i][k].Mean() * (residual[i][j] + w[j][k].Mean()*z[i][k].Mean())
			}
			near("loading", j, k, w[j][k], precision, shift)
			rate += square(w[j][k]) / 2
			bound += (1 + math.Log(w[j][k].Variance())) / 2
		}
		shape := bayesianPCAGammaShape + float64(len(mean))/2
		if want := shape / rate; math.Abs(g.Mean()/want-1) > 1e-3 {
			t.Errorf("relevance %d: %v, want %v", k, g.Mean(), want)
		}
		bound += ratio(shape, rate)
		for i := range d.X {
			precision, shift := 1.0, 0.0
			for j := range mean {
				precision += noise * square(w[j][k])
				shift += noise * w[j][k].Mean() * (residual[i][j] + w[j][k].Mean()*z[i][k].Mean())
			}
			near("score", i, k, z[i][k], precision, shift)
			bound += (1 + math.Log(z[i][k].Variance()) - square(z[i][k])) / 2
		}
	}
	if math.Abs(inf.LogEvidence()-bound) > 1e-3 {
		t.Errorf("bound %v, want %v", inf.LogEvidence(), bound)
	}
}

// No iteration lets the evidence fall.
func TestBayesianPCAEvidenceNeverFalls(t *testing.T) {
	_, inf := bayesianPCAStart(t)
	modeltest.NeverFalls(t, 60, func() (float64, error) {
		_, err := inf.Run(context.Background(), bayesian_pca.Iterations(1))
		return inf.LogEvidence(), err
	})
}

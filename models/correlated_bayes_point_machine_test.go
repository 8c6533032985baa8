package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	cbpm "mpc/models/correlated_bayes_point_machine/correlated_bayes_point_machine"
	"mpc/models/internal/classifier"
	"mpc/models/probit_regression/probit_regression"
)

// The variances of the prior in the model file.
const correlatedBayesPointMachineWeightVariance, correlatedBayesPointMachineBiasVariance = 1, 10

// correlatedBayesPointMachineRead returns the biopsies, which stand with the model that takes the weights as
// independent.
func correlatedBayesPointMachineRead(t *testing.T) (classifier.Set, classifier.Reference, []bool) {
	t.Helper()
	return classifier.Read(t, "probit_regression", "biopsy")
}

func correlatedBayesPointMachineRun(t *testing.T, d classifier.Set) *cbpm.Inference {
	t.Helper()
	inf, err := cbpm.New(cbpm.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// correlatedBayesPointMachineMoments are the mean and the covariance of the weights, the bias first, and the
// log evidence.
type correlatedBayesPointMachineMoments struct {
	mean       []float64
	covariance [][]float64
	evidence   float64
}

func (m correlatedBayesPointMachineMoments) sd(j int) float64 { return math.Sqrt(m.covariance[j][j]) }

func (m correlatedBayesPointMachineMoments) correlation(j, k int) float64 {
	return m.covariance[j][k] / (m.sd(j) * m.sd(k))
}

func correlatedBayesPointMachineMomentsOf(inf *cbpm.Inference) correlatedBayesPointMachineMoments {
	w := inf.W()
	k := w.Size()
	m := correlatedBayesPointMachineMoments{mean: w.Mean(), evidence: inf.LogEvidence()}
	flat := w.Covariance()
	for j := range k {
		m.covariance = append(m.covariance, flat[j*k:(j+1)*k])
	}
	return m
}

// correlatedBayesPointMachineCholesky is the lower triangle whose product with its transpose is a.
func correlatedBayesPointMachineCholesky(a [][]float64) [][]float64 {
	l := make([][]float64, len(a))
	for i := range a {
		l[i] = make([]float64, len(a))
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if l[i][j] = sum / max(l[j][j], 1e-300); i == j {
				l[i][i] = math.Sqrt(sum)
			}
		}
	}
	return l
}

// correlatedBayesPointMachineImportance weighs draws from a t distribution of 8 degrees of freedom by the
// density of the model, whatever the proposal got wrong. It returns the moments and
// how many independent draws they are worth.
func correlatedBayesPointMachineImportance(x [][]float64, label []bool, proposal correlatedBayesPointMachineMoments, draws int) (correlatedBayesPointMachineMoments, float64) {
	const df = 8
	k := len(proposal.mean)
	rng := rand.New(rand.NewPCG(1, 2))
	root := correlatedBayesPointMachineCholesky(proposal.covariance)
	var list [][]float64
	var log []float64
	for range draws {
		chi, z, norm := 0.0, make([]float64, k), 0.0
		for range df {
			g := rng.NormFloat64()
			chi += g * g
		}
		for j := range z {
			z[j] = rng.NormFloat64() * math.Sqrt(df/chi)
			norm += z[j] * z[j]
		}
		half := float64(k) / 2
		lg := func(v float64) float64 { g, _ := math.Lgamma(v); return g }
		ratio := -lg(df/2+half) + lg(df/2.0) + half*math.Log(df*math.Pi) + (df/2+half)*math.Log1p(norm/df)
		w := make([]float64, k)
		for j := range w {
			ratio += math.Log(root[j][j])
			w[j] = proposal.mean[j]
			for i := range j + 1 {
				w[j] += root[j][i] * z[i]
			}
			v := float64(correlatedBayesPointMachineWeightVariance)
			if j == 0 {
				v = correlatedBayesPointMachineBiasVariance
			}
			ratio -= (math.Log(2*math.Pi*v) + w[j]*w[j]/v) / 2
		}
		for i, row := range x {
			score := 0.0
			for j, v := range row {
				score += v * w[j]
			}
			if !label[i] {
				score = -score
			}
			ratio += math.Log(math.Erfc(-score/math.Sqrt2) / 2)
		}
		list, log = append(list, w), append(log, ratio)
	}
	top := math.Inf(-1)
	for _, r := range log {
		top = max(top, r)
	}
	total, square := 0.0, 0.0
	for n, r := range log {
		log[n] = math.Exp(r - top)
		total += log[n]
		square += log[n] * log[n]
	}
	m := correlatedBayesPointMachineMoments{mean: make([]float64, k), evidence: top + math.Log(total/float64(draws))}
	for j := range k {
		m.covariance = append(m.covariance, make([]float64, k))
		for n, w := range list {
			m.mean[j] += log[n] / total * w[j]
		}
	}
	for n, w := range list {
		for i := range k {
			for j := range k {
				m.covariance[i][j] += log[n] / total * (w[i] - m.mean[i]) * (w[j] - m.mean[j])
			}
		}
	}
	return m, total * total / square
}

// Against importance sampling, with all correlations and the evidence, and against
// the JAGS chain of probit_regression, which has 2400 independent draws or more.
func TestCorrelatedBayesPointMachineAgainstImportanceSampling(t *testing.T) {
	d, reference, _ := correlatedBayesPointMachineRead(t)
	inf := correlatedBayesPointMachineRun(t, d)
	ep := correlatedBayesPointMachineMomentsOf(inf)
	x, _ := d.Standardized()
	exact, worth := correlatedBayesPointMachineImportance(x, d.Label, ep, 8000)
	t.Logf("log evidence %.3f, want %.3f; %.0f independent draws", ep.evidence, exact.evidence, worth)
	if worth < 4000 {
		t.Fatalf("only %.0f independent draws", worth)
	}
	if math.Abs(ep.evidence-exact.evidence) > 0.1 {
		t.Errorf("log evidence %.3f, importance sampling gives %.3f", ep.evidence, exact.evidence)
	}
	for j := range ep.mean {
		chain := correlatedBayesPointMachineMoments{mean: reference.Chain.Mean, covariance: make([][]float64, len(ep.mean))}
		chain.covariance[j] = make([]float64, len(ep.mean))
		chain.covariance[j][j] = reference.Chain.SD[j] * reference.Chain.SD[j]
		for name, want := range map[string]correlatedBayesPointMachineMoments{"importance sampling": exact, "the chain": chain} {
			if math.Abs(ep.mean[j]-want.mean[j]) > 0.08*want.sd(j) || math.Abs(ep.sd(j)/want.sd(j)-1) > 0.06 {
				t.Errorf("weight %d: mean %.4f sd %.4f, %s gives %.4f and %.4f", j, ep.mean[j], ep.sd(j), name, want.mean[j], want.sd(j))
			}
		}
		for k := range j {
			if got, want := ep.correlation(j, k), exact.correlation(j, k); math.Abs(got-want) > 0.06 {
				t.Errorf("weights %d and %d: correlation %.3f, importance sampling gives %.3f", j, k, got, want)
			}
		}
	}
	for j, p := range inf.Predicted() {
		if want := reference.Chain.Predicted[j]; math.Abs(p.P()-want) > 0.02 {
			t.Errorf("item %d: %.4f, the chain gives %.4f", j, p.P(), want)
		}
	}
	const size, shape = 2, 3 // with the bias before them
	if c := ep.correlation(size, shape); c > -0.5 {
		t.Errorf("cell size and cell shape tell almost the same; the correlation of their weights is %.3f", c)
	}
}

// Beside the machine with independent weights: its standard deviations are too
// narrow, its evidence is further off, its predictions hardly differ.
func TestCorrelatedBayesPointMachineBesideIndependentWeights(t *testing.T) {
	d, reference, label := correlatedBayesPointMachineRead(t)
	inf := correlatedBayesPointMachineRun(t, d)
	joint := correlatedBayesPointMachineMomentsOf(inf)
	apart, err := probit_regression.New(probit_regression.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := apart.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	narrowest := 1.0
	for j := range d.Feature {
		sd := math.Sqrt(apart.WAt(j).Variance())
		t.Logf("%-20s sd %.3f, independent %.3f, the chain %.3f", d.Feature[j], joint.sd(j+1), sd, reference.Chain.SD[j+1])
		narrowest = min(narrowest, sd/joint.sd(j+1))
	}
	if narrowest > 0.7 {
		t.Errorf("independent weights are at most %.2f times as wide", narrowest)
	}
	off := func(evidence float64) float64 { return math.Abs(evidence - reference.Chain.Evidence) }
	if off(joint.evidence) > 0.2 || off(joint.evidence) > off(apart.LogEvidence())/2 {
		t.Errorf("log evidence %.3f, independent %.3f, exact %.3f", joint.evidence, apart.LogEvidence(), reference.Chain.Evidence)
	}
	held := func(p []float64) (int, float64) { return classifier.Held(p, label) }
	var p, q []float64
	for j := range label {
		p, q = append(p, inf.PredictedAt(j).P()), append(q, apart.PredictedAt(j).P())
	}
	wrong, loss := held(p)
	apartWrong, apartLoss := held(q)
	t.Logf("held out: %d wrong, log loss %.4f; independent %d and %.4f; the chain %d and %.4f", wrong, loss, apartWrong, apartLoss,
		reference.Chain.Wrong, reference.Chain.LogLoss)
	if wrong != reference.Chain.Wrong || math.Abs(loss-reference.Chain.LogLoss) > 0.0005 {
		t.Errorf("%d wrong, log loss %.4f, the chain has %d and %.4f", wrong, loss, reference.Chain.Wrong, reference.Chain.LogLoss)
	}
}

// An iteration over vectors allocates nothing.
func TestCorrelatedBayesPointMachineAllocations(t *testing.T) {
	d, _, _ := correlatedBayesPointMachineRead(t)
	inf := correlatedBayesPointMachineRun(t, d)
	allocations := func(iterations int) float64 {
		return testing.AllocsPerRun(2, func() {
			if _, err := inf.Run(context.Background(), cbpm.Iterations(iterations)); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, more := allocations(1), allocations(9); more > one {
		t.Errorf("9 iterations allocate %v times, one %v times", more, one)
	}
}

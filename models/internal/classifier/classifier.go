// Package classifier has what the tests of linear classifiers share: their
// data, reference results, and expectation propagation written by hand.
package classifier

import (
	"math"
	"testing"

	"mpc/models/internal/modeltest"
)

// Set is a data set as its file has it.
type Set struct {
	Feature  []string
	X, XTest [][]float64
	Label    []bool
}

// Reference is what reference.json has of a data set: the fit by maximum
// likelihood and the posterior that a long Markov chain has found.
type Reference struct {
	GLM struct {
		Wrong   int
		LogLoss float64
	}
	Chain struct {
		Wrong     int
		LogLoss   float64
		Mean, SD  []float64 // the bias, then the weights
		Evidence  float64
		Predicted []float64
	}
}

// Read returns the data set of this name in the folder of a model, its reference and the labels
// that were held out.
func Read(t *testing.T, folder, name string) (Set, Reference, []bool) {
	t.Helper()
	var s Set
	modeltest.ReadJSON(t, folder+"/"+name+".json", &s)
	var references map[string]Reference
	modeltest.ReadJSON(t, folder+"/reference.json", &references)
	var heldOut map[string][]int
	modeltest.ReadJSON(t, folder+"/held_out.json", &heldOut)
	label := make([]bool, len(heldOut[name]))
	for j, v := range heldOut[name] {
		label[j] = v == 1
	}
	if len(label) == 0 || len(label) != len(s.XTest) || len(references[name].Chain.Mean) != len(s.Feature)+1 {
		t.Fatalf("%s: the files do not belong together", name)
	}
	return s, references[name], label
}

// Standardized returns rows with a 1 and the columns, shifted and scaled to
// mean 0 and variance 1 over the training items.
func (s Set) Standardized() (x, xTest [][]float64) {
	n := float64(len(s.X))
	mean, sd := make([]float64, len(s.Feature)), make([]float64, len(s.Feature))
	for f := range s.Feature {
		for _, row := range s.X {
			mean[f] += row[f] / n
		}
		for _, row := range s.X {
			sd[f] += (row[f] - mean[f]) * (row[f] - mean[f]) / n
		}
		sd[f] = math.Sqrt(sd[f])
	}
	standardize := func(rows [][]float64) (out [][]float64) {
		for _, row := range rows {
			z := []float64{1}
			for f, v := range row {
				z = append(z, (v-mean[f])/sd[f])
			}
			out = append(out, z)
		}
		return out
	}
	return standardize(s.X), standardize(s.XTest)
}

// Held returns how many of the held-out labels the probabilities miss, and
// their log loss.
func Held(p []float64, label []bool) (wrong int, loss float64) {
	for j, q := range p {
		if (q > 0.5) != label[j] {
			wrong++
		}
		if !label[j] {
			q = 1 - q
		}
		loss -= math.Log(q) / float64(len(p))
	}
	return wrong, loss
}

// Average is the expectation of f under a normal distribution.
func Average(f func(x float64) float64, mean, variance float64) float64 {
	sum := 0.0
	normal(mean, variance, func(x, weight float64) { sum += weight * f(x) })
	return sum
}

// normal gives the points and weights of the trapezoidal rule over a normal
// distribution, which converges exponentially fast for smooth integrands.
func normal(mean, variance float64, point func(x, weight float64)) {
	const points, reach = 160, 8.5
	sd := math.Sqrt(variance)
	step := 2 * reach / points
	for k := range points + 1 {
		z := step*float64(k) - reach
		point(mean+sd*z, step*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
	}
}

// EP is expectation propagation with an independent normal posterior for each
// weight, item by item until nothing moves: each item takes its messages out of
// the posteriors, matches the moments of its score under likelihood(score), and
// puts new messages in. The prior means are 0.
func EP(x [][]float64, label []bool, variance []float64, likelihood func(score float64) float64) (mean, posterior []float64) {
	k := len(variance)
	precision, shift := make([]float64, k), make([]float64, k) // natural parameters
	for f, v := range variance {
		precision[f] = 1 / v
	}
	sitePrecision, siteShift := make([][]float64, len(x)), make([][]float64, len(x))
	for i := range x {
		sitePrecision[i], siteShift[i] = make([]float64, k), make([]float64, k)
	}
	m, v := make([]float64, k), make([]float64, k) // cavities
	for change := 1.0; change > 1e-10; {
		change = 0
		for i, row := range x {
			mean, variance := 0.0, 0.0
			for f, z := range row {
				v[f] = 1 / (precision[f] - sitePrecision[i][f])
				m[f] = v[f] * (shift[f] - siteShift[i][f])
				mean += z * m[f]
				variance += z * z * v[f]
			}
			sign := 1.0
			if !label[i] {
				sign = -1
			}
			norm, first, second := 0.0, 0.0, 0.0
			normal(mean, variance, func(s, weight float64) {
				weight *= likelihood(sign * s)
				norm += weight
				first += weight * (s - mean)
				second += weight * (s - mean) * (s - mean)
			})
			first, second = first/norm, second/norm
			// The message of the likelihood to the score.
			tilted := second - first*first
			p := 1/tilted - 1/variance
			message := (mean+first)/tilted - mean/variance
			for f, z := range row {
				// It reaches weight f as that of score less the other weights.
				restMean, restVariance := mean-z*m[f], variance-z*z*v[f]
				to := z * z * p / (1 + p*restVariance)
				toShift := z * (message - p*restMean) / (1 + p*restVariance)
				precision[f] += to - sitePrecision[i][f]
				shift[f] += toShift - siteShift[i][f]
				change = math.Max(change, math.Abs(to-sitePrecision[i][f])/precision[f])
				change = math.Max(change, math.Abs(toShift-siteShift[i][f])/math.Sqrt(precision[f]))
				sitePrecision[i][f], siteShift[i][f] = to, toShift
			}
		}
	}
	for f := range precision {
		mean = append(mean, shift[f]/precision[f])
		posterior = append(posterior, 1/precision[f])
	}
	return mean, posterior
}

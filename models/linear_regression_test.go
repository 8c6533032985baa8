package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/metropolis"
	"mpc/models/internal/modeltest"
	"mpc/models/linear_regression/linear_regression"
)

// The priors of the model file.
const (
	linearRegressionRelevanceShape, linearRegressionRelevanceRate = 0.01, 0.0001
	linearRegressionNoiseShape, linearRegressionNoiseRate         = 0.01, 0.01
	linearRegressionBiasVariance                                  = 1e4
)

// linearRegressionRead returns the table and the names of its columns.
func linearRegressionRead(t *testing.T) (d linear_regression.Data, names []string) {
	t.Helper()
	var file struct {
		Column []string
		X      [][]float64
		Y      []float64
	}
	modeltest.ReadJSON(t, "linear_regression/data.json", &file)
	return linear_regression.Data{Column: len(file.Column), X: file.X, Y: file.Y}, file.Column
}

// linearRegressionProducts are the sums over the rows of the products of any two of the
// standardized columns, a column of ones and y, in this order.
func linearRegressionProducts(d linear_regression.Data) [][]float64 {
	n := float64(len(d.X))
	columns := make([][]float64, d.Column)
	for j := range columns {
		mean, square := 0.0, 0.0
		for _, row := range d.X {
			mean += row[j] / n
		}
		for _, row := range d.X {
			square += (row[j] - mean) * (row[j] - mean) / n
		}
		for _, row := range d.X {
			columns[j] = append(columns[j], (row[j]-mean)/math.Sqrt(square))
		}
	}
	ones := make([]float64, len(d.X))
	for i := range ones {
		ones[i] = 1
	}
	columns = append(columns, ones, d.Y)
	out := make([][]float64, len(columns))
	for i, a := range columns {
		for _, b := range columns {
			sum := 0.0
			for k := range a {
				sum += a[k] * b[k]
			}
			out[i] = append(out[i], sum)
		}
	}
	return out
}

// linearRegressionResidual is the sum of the squared residuals with weights w, the last of
// which is the bias.
func linearRegressionResidual(p [][]float64, w []float64) float64 {
	y := len(w)
	sum := p[y][y]
	for i, a := range w {
		row := 0.0
		for j, b := range w {
			row += p[i][j] * b
		}
		sum += a * (row - 2*p[i][y])
	}
	return sum
}

// linearRegressionLeastSquares solves the normal equations of the weights and the bias.
func linearRegressionLeastSquares(p [][]float64) []float64 {
	n := len(p) - 1
	a := make([][]float64, n)
	for i := range a {
		a[i] = append([]float64(nil), p[i]...)
	}
	for i := range a { // positive definite: needs no pivots
		for j := range a {
			if j == i {
				continue
			}
			f := a[j][i] / a[i][i]
			for k := i; k <= n; k++ {
				a[j][k] -= f * a[i][k]
			}
		}
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = a[i][n] / a[i][i]
	}
	return w
}

// Against a Markov chain over the weights, the bias and the noise; the
// relevances are integrated out, which leaves a density of Student's kind to
// each weight. The columns of the data are correlated, and independent
// posteriors do not know it: the standard deviations of the weights that
// matter come out too narrow, by a tenth or so.
func TestLinearRegressionAgainstMarkovChain(t *testing.T) {
	d, names := linearRegressionRead(t)
	inf, err := linear_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	p := linearRegressionProducts(d)
	rows := float64(len(d.X))
	log := func(x []float64) float64 {
		bias, noise := x[d.Column], x[d.Column+1]
		if noise <= 0 {
			return math.Inf(-1)
		}
		sum := (linearRegressionNoiseShape+rows/2-1)*math.Log(noise) - noise*(linearRegressionNoiseRate+linearRegressionResidual(p, x[:d.Column+1])/2)
		sum -= bias * bias / (2 * linearRegressionBiasVariance)
		for _, w := range x[:d.Column] {
			sum -= (linearRegressionRelevanceShape + 0.5) * math.Log(linearRegressionRelevanceRate+w*w/2)
		}
		return sum
	}
	ols := linearRegressionLeastSquares(p)
	exact := metropolis.Sample(log, append(ols, 0.04), 100000, 3)
	matters := map[string]bool{"glu": true, "bp": true, "skin": true, "ped": true, "age": true}
	for j, name := range names {
		w, relevance, e := inf.WAt(j), inf.RelevanceAt(j), exact[j]
		sd := math.Sqrt(w.Variance())
		t.Logf("%-13s mean %7.4f sd %.4f, the chain gives mean %7.4f sd %.4f, least squares %7.4f", name, w.Mean(), sd, e.Mean, e.SD, ols[j])
		if e.Error > 0.05*e.SD {
			t.Fatalf("the chain is too short: %+v", e)
		}
		if math.Abs(w.Mean()-e.Mean) > 0.7*e.SD {
			t.Errorf("%s: mean %v, the chain gives %+v", name, w.Mean(), e)
		}
		if !matters[name] { // switched off: a fifth of least squares at most
			if math.Abs(w.Mean()) > math.Abs(ols[j])/5 || sd > 0.12 || relevance.Mean() < 50 {
				t.Errorf("%s is not switched off: %v, relevance %v, least squares %v", name, w, relevance, ols[j])
			}
			continue
		}
		if math.Abs(w.Mean()) < math.Abs(ols[j])/2 || relevance.Mean() > 10 {
			t.Errorf("%s is switched off: %v, relevance %v, least squares %v", name, w, relevance, ols[j])
		}
		if sd > e.SD {
			t.Errorf("%s: sd %v, above that of the chain, %+v", name, sd, e)
		}
	}
	noise, bias := inf.Noise(), inf.Bias()
	for _, c := range []struct {
		name         string
		mean, sd     float64
		exact        metropolis.Moments
		inSDs, ratio float64
	}{
		{"bias", bias.Mean(), math.Sqrt(bias.Variance()), exact[d.Column], 0.05, 0.05},
		{"noise", noise.Mean(), math.Sqrt(noise.Variance()), exact[d.Column+1], 0.15, 0.05},
	} {
		if math.Abs(c.mean-c.exact.Mean) > c.inSDs*c.exact.SD || math.Abs(c.sd/c.exact.SD-1) > c.ratio {
			t.Errorf("%s: mean %v sd %v, the chain gives %+v", c.name, c.mean, c.sd, c.exact)
		}
	}
}

// The best independent posteriors, by coordinate ascent on the sums of
// products, and the bound that they reach. Where a gamma posterior is the best
// one, its factors and its entropy add up to the logarithm of a ratio of
// normalizers.
func TestLinearRegressionCoordinateAscent(t *testing.T) {
	d, names := linearRegressionRead(t)
	inf, err := linear_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	p, n := linearRegressionProducts(d), float64(len(d.X))
	m := linearRegressionLeastSquares(p)
	y := len(m)
	v, rate := make([]float64, y), make([]float64, y)
	prior := make([]float64, y) // means of the precisions
	prior[d.Column] = 1 / linearRegressionBiasVariance
	noise, noiseTotal := 0.04, 0.0
	for range 3000 {
		expected := 0.0
		for j := range m {
			v[j] = 1 / (noise*p[j][j] + prior[j])
			sum := p[j][y]
			for k := range m {
				if k != j {
					sum -= p[j][k] * m[k]
				}
			}
			m[j] = v[j] * noise * sum
			expected += p[j][j] * v[j]
			if j < d.Column {
				rate[j] = linearRegressionRelevanceRate + (m[j]*m[j]+v[j])/2
				prior[j] = (linearRegressionRelevanceShape + 0.5) / rate[j]
			}
		}
		noiseTotal = linearRegressionNoiseRate + (expected+linearRegressionResidual(p, m))/2
		noise = (linearRegressionNoiseShape + n/2) / noiseTotal
	}
	near := func(what string, got, want, tolerance float64) {
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	ratio := func(shape, rate, shapeAfter, rateAfter float64) float64 {
		before, _ := math.Lgamma(shape)
		after, _ := math.Lgamma(shapeAfter)
		return shape*math.Log(rate) - before + after - shapeAfter*math.Log(rateAfter)
	}
	bound := -n/2*math.Log(2*math.Pi) + ratio(linearRegressionNoiseShape, linearRegressionNoiseRate, linearRegressionNoiseShape+n/2, noiseTotal)
	for j := range m {
		g := inf.Bias()
		if j < d.Column {
			g = inf.WAt(j)
			near(names[j]+", relevance", inf.RelevanceAt(j).Mean()/prior[j], 1, 1e-5)
			bound += ratio(linearRegressionRelevanceShape, linearRegressionRelevanceRate, linearRegressionRelevanceShape+0.5, rate[j]) + (1+math.Log(v[j]))/2
		} else {
			bound += (1+math.Log(v[j]/linearRegressionBiasVariance))/2 - (m[j]*m[j]+v[j])/(2*linearRegressionBiasVariance)
		}
		near("mean", g.Mean(), m[j], 1e-6*math.Sqrt(v[j]))
		near("variance", g.Variance()/v[j], 1, 1e-6)
	}
	near("noise", inf.Noise().Mean()/noise, 1, 1e-6)
	near("log evidence", inf.LogEvidence(), bound, 1e-6)
}

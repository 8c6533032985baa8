package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
)

// noisy are truths whose labels are wrong at times, of two coefficients; the precision of the first is integrated.
func noisy() *linear {
	m := &linear{size: 2, signed: true}
	m.list = []said{{at: []int{0}, slope: []float64{1}, of: 0}, {at: []int{1}, slope: []float64{1}, precision: 0.04, of: -1}}
	m.prior = func(theta []float64) float64 { return math.Log(theta[0]) - 2*theta[0] + 2*math.Log(2) } // gamma(2, 2)
	for i, x := range []float64{-2, -0.7, 0.1, 0.4, 1.5, 3} {
		m.list = append(m.list, said{at: []int{0, 1}, slope: []float64{1, x}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Other(b, z, i) }})
	}
	m.other = func(row int, z float64) float64 {
		sign := []float64{-1, 1, -1, 1, 1, -1}[row]
		return math.Log(0.1 + 0.8/(1+math.Exp(-sign*z)))
	}
	return m
}

// sums are the mean and the variance of log theta, and those of both coefficients, by sums over a grid; and the log evidence.
func sums(m *linear) (moments [3]Moments, log float64) {
	const n, k = 150, 40
	var all float64
	for t := range k {
		theta := math.Exp(-6 + 8*(float64(t)+0.5)/k)
		for i := range n {
			a := 20/math.Sqrt(theta)*(float64(i)+0.5)/n - 10/math.Sqrt(theta)
			for j := range n {
				b := 70*(float64(j)+0.5)/n - 35
				m.Place([]float64{theta}, []float64{a, b})
				w := m.LogDensity() + math.Log(theta) // of log theta
				for row := range 6 {
					w += m.other(row, a+b*m.list[2+row].slope[1])
				}
				w = math.Exp(w) / math.Sqrt(theta) // the step of a
				all += w
				for c, x := range []float64{theta, a, b} {
					moments[c].Mean += w * x
					moments[c].Variance += w * x * x
				}
			}
		}
	}
	for c := range moments {
		moments[c].Mean /= all
		moments[c].Variance = moments[c].Variance/all - moments[c].Mean*moments[c].Mean
	}
	return moments, math.Log(all * 20 / n * 70 / n * 8 / k)
}

// TestWeigh: weighed draws have the moments of the exact posterior, which EP's are not, and what they weigh is what EP's evidence misses.
func TestWeigh(t *testing.T) {
	m := noisy()
	p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewJointPosterior(p, noisy(), m.pattern()).Weigh(3)
	if err != nil || w == nil {
		t.Fatal(w, err)
	}
	missed := logMean(w.Exact) - logMean(w.EP)
	w.normalize()
	want, evidence := sums(noisy())
	if got := p.LogEvidence + missed; !near(got, evidence, 0.02) || near(p.LogEvidence, evidence, 0.02) {
		t.Errorf("the log evidence is %v, by EP %v; want %v", got, p.LogEvidence, evidence)
	}
	for c, want := range want {
		sd := math.Sqrt(want.Variance)
		ep := w.moments(0, w.EP)
		if c > 0 {
			ep = w.Joint[c-1]
		}
		x := w.about(c, ep, ep)
		if !near(x.WeighedMean, want.Mean, 4*x.MeanError) || !near(x.WeighedSD, sd, 4*x.SDError) || x.MeanError > 0.03*sd || x.SDError > 0.03*sd {
			t.Errorf("%d: mean %v (%v), sd %v (%v); want %v, %v", c, x.WeighedMean, x.MeanError, x.WeighedSD, x.SDError, want.Mean, sd)
		}
	}
}

// logMean is the log of the mean of exponentials.
func logMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Exp(x) / float64(len(list))
	}
	return math.Log(sum)
}

// TestWeighCorner: three numbers in an order, which is one site of two differences, weigh a sixth of all.
func TestWeighCorner(t *testing.T) {
	m := &linear{size: 3, signed: true}
	for c := range 3 {
		m.list = append(m.list, said{at: []int{c}, slope: []float64{1}, precision: 1, of: -1})
	}
	for c := range 2 {
		m.list = append(m.list, said{at: []int{c, c + 1}, slope: []float64{-1, 1}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Interval(b, z, 0, math.Inf(1)) }})
	}
	p, err := Integrate([]Model{m}, m.pattern(), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewJointPosterior(p, m, m.pattern()).Weigh(3)
	if err != nil || w == nil {
		t.Fatal(w, err)
	}
	if got := p.LogEvidence + logMean(w.Exact) - logMean(w.EP); !near(got, -math.Log(6), 0.04) {
		t.Errorf("the log of a sixth is %v, want %v", got, -math.Log(6))
	}
	w.normalize()
	for c, want := range []Moments{{-0.84628, 0.55947}, {0, 0.44867}, {0.84628, 0.55947}} { // order statistics of three normals
		x := w.about(c, w.Joint[c], w.Joint[c])
		if !near(x.WeighedMean, want.Mean, 4*x.MeanError) || !near(x.WeighedSD, math.Sqrt(want.Variance), 4*x.SDError) || x.MeanError > 0.05 {
			t.Errorf("%d: %+v, want %+v", c, x, want)
		}
	}
}

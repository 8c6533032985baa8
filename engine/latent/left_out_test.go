package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
)

// TestLeftOut: the density of a row given the others is the ratio of the evidence with and
// without it, as near as the evidence is that of EP.
func TestLeftOut(t *testing.T) {
	y := []bool{true, true, false, true, true, false, true}
	g := []int{0, 0, 0, 1, 1, 2, 2}
	run := func(without int, left bool) *Posterior {
		m := &linear{size: 4, list: []said{{at: []int{3}, slope: []float64{1}, precision: 0.25, of: -1}}}
		for j := range 3 {
			m.list = append(m.list, said{at: []int{j, 3}, slope: []float64{1, -1}, of: 0})
		}
		for i, y := range y {
			if i != without {
				m.list = append(m.list, said{at: []int{g[i]}, slope: []float64{1}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, y) }})
			}
		}
		m.prior = func(theta []float64) float64 { return 2*math.Log(theta[0]) - 2*theta[0] }
		p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{LeftOut: left})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := run(-1, true)
	for i := range y {
		want := all.LogEvidence - run(i, false).LogEvidence
		if got := all.LogLeftOut(i); !near(got, want, 0.02) {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
}

// TestNormalLeftOut: a number given the others of a mean, by the normals with and without it.
func TestNormalLeftOut(t *testing.T) {
	y := []float64{1, 3, -2}
	const prior, precision = 0.5, 2.0
	for i := range y {
		sum, others := 0.0, 0.0
		for k, x := range y {
			sum += precision * x
			if k != i {
				others += precision * x
			}
		}
		p := prior + 3*precision
		distance, spread := NormalLeftOut(y[i]-sum/p, 1/p, precision)
		q := prior + 2*precision
		if !near(distance, y[i]-others/q, 1e-12) || !near(spread, 1/q+1/precision, 1e-12) {
			t.Errorf("%d: %v %v", i, distance, spread)
		}
	}
}

// TestMoments: of exp(x) of a normal they are those of a lognormal.
func TestMoments(t *testing.T) {
	p := &Posterior{Nodes: []Node{{Weight: 1, Mean: []float64{0.5}, Sd: []float64{0.7}}}}
	mean, variance := p.Moments(0, math.Exp)
	want := math.Exp(0.5 + 0.49/2)
	if !near(mean, want, 1e-10) || !near(variance, want*want*math.Expm1(0.49), 1e-8) {
		t.Errorf("%v %v, want %v %v", mean, variance, want, want*want*math.Expm1(0.49))
	}
}

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
	run := func(without int) (*linear, *Posterior) {
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
		p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return m, p
	}
	m, all := run(-1)
	left := NewLeftOut()
	out := make([]float64, len(y))
	err := NewJointPosterior(all, m, m.pattern()).EachNode(func(f *Fit, n *Node) error {
		f.LeftOut(out)
		for i, log := range out {
			left.Add(i, n.Weight, log, f.BelowLeftOut(i, func(z, out []float64) {
				for k, x := range z { // of a truth, as if it was one that holds
					out[k] += 1 / (1 + math.Exp(-x))
				}
			}))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range y {
		_, without := run(i)
		want := all.LogEvidence - without.LogEvidence
		got, below := left.Of(i)
		if !near(got, want, 0.02) {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
		holds := math.Exp(got)
		if !y[i] {
			holds = 1 - holds
		}
		if !near(below, holds, 1e-4) {
			t.Errorf("row %d: the cavity expects %v, its density is %v", i, below, holds)
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

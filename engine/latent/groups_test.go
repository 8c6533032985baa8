package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
)

// TestSlopes: the derivative of the log density of a row is how much it changes.
func TestSlopes(t *testing.T) {
	m := newCounts(2, 10)
	m.r = 2
	for _, r := range []row{{kind: logit, a: 1}, {kind: logit, a: -1}, {kind: probit, a: 1}, {kind: probit, a: -1}, {kind: poisson, a: 3},
		{kind: binomial, a: 2, b: 5}, {kind: studentT, a: 0.5, b: 2, c: 4}, {kind: other, a: 3}} {
		r.settle()
		const h = 1e-4
		z, slope, work := []float64{-2.1, -0.3, 0, 0.8, 3}, make([]float64, 5), make([]float64, 5)
		up, down := make([]float64, 5), make([]float64, 5)
		r.addSlope(m, append([]float64(nil), z...), slope, work, 1e-3)
		r.addLogDensity(m, []float64{-2.1 + h, -0.3 + h, h, 0.8 + h, 3 + h}, up, work)
		r.addLogDensity(m, []float64{-2.1 - h, -0.3 - h, -h, 0.8 - h, 3 - h}, down, work)
		for k := range z {
			if want := (up[k] - down[k]) / (2 * h); math.Abs(slope[k]-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("kind %d at %v: slope %v, want %v", r.kind, z[k], slope[k], want)
			}
		}
	}
}

// A hidden model is a mixed one whose rows' densities the package does not know.
type hidden struct{ *mixed }

func (m hidden) Say(b *mcmc.NormalBlock, s *Sites) {
	for j := range m.at {
		p := m.precision
		if j >= m.groups {
			p = 0.04
		}
		b.Add1(-p*m.at[j], p)
	}
	b.Slope[0], b.Slope[1] = 1, 1
	for i, x := range m.x {
		b.Slope[2] = x[0]
		s.Other(b, m.at[m.g[i]]+m.at[m.groups]+x[0]*m.at[m.groups+1], i)
	}
}

func (m hidden) AddLogDensity(row int, z, out []float64) {
	for k, x := range z {
		out[k] -= math.Log1p(math.Exp(-sign(m.y[row]) * x))
	}
}

// TestGroupsFound: what EP's evidence misses of groups is found where these are many, by known densities and by others alike, and is no
// matter where groups are few or have a row each.
func TestGroupsFound(t *testing.T) {
	find := func(m Model, p *mcmc.NormalPattern) (*groups, float64) {
		f := NewFit(m, p)
		if err := f.At([]float64{1}); err != nil {
			t.Fatal(err)
		}
		return f.findGroups()
	}
	m := newMixed(1000, 4000, 1, 1)
	g, missed := find(m, m.pattern())
	_, likewise := find(hidden{m}, m.pattern())
	if g == nil || missed == 0 || !near(missed, likewise, 1e-5*math.Abs(missed)) {
		t.Errorf("of 1,000 groups %v is missed, of densities that are not known %v", missed, likewise)
	}
	for _, few := range []*mixed{newMixed(10, 40, 1, 1), newMixed(1000, 1000, 1, 1)} {
		if g, _ := find(few, few.pattern()); g != nil {
			t.Errorf("%d groups of %d rows are found", few.groups, len(few.y))
		}
	}
}

package latent

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
)

// powered is a model that asks for power EP.
type powered struct {
	*linear
	power float64
}

func (m powered) Power() float64 { return m.power }

// A powerSite is a row of a*slope[0] + b*slope[1], and its site.
type powerSite struct {
	slope      [2]float64
	density    func(z float64) float64
	linear, at float64 // the site: exp(linear z - at z*z/2)
}

// powerReference is power EP of two numbers around 0 of variance 1 by its definition (Minka 2004, Power EP): densities and their moments by
// sums over a line, all else by matrices of two rows.
func powerReference(sites []*powerSite, power float64) (mean, variance [2]float64, evidence float64) {
	moments := func() (m [2]float64, v [2][2]float64, det float64) {
		p, h := [2][2]float64{{1, 0}, {0, 1}}, [2]float64{}
		for _, s := range sites {
			for i := range 2 {
				h[i] += s.linear * s.slope[i]
				for k := range 2 {
					p[i][k] += s.at * s.slope[i] * s.slope[k]
				}
			}
		}
		det = p[0][0]*p[1][1] - p[0][1]*p[1][0]
		v = [2][2]float64{{p[1][1] / det, -p[0][1] / det}, {-p[0][1] / det, p[0][0] / det}}
		return [2]float64{v[0][0]*h[0] + v[0][1]*h[1], v[1][0]*h[0] + v[1][1]*h[1]}, v, det
	}
	for range 300 {
		for _, s := range sites {
			m, v, _ := moments()
			a, b := s.slope[0], s.slope[1]
			zMean, zVariance := a*m[0]+b*m[1], a*a*v[0][0]+2*a*b*v[0][1]+b*b*v[1][1]
			p, h := 1/zVariance-power*s.at, zMean/zVariance-power*s.linear
			all, first, second := powerSums(s, power, h/p, 1/p)
			tilted, spread := first/all, second/all-(first/all)*(first/all)
			s.at += 0.5 * ((1/spread-p)/power - s.at)
			s.linear += 0.5 * ((tilted/spread-h)/power - s.linear)
		}
	}
	m, v, det := moments()
	evidence = -0.5 * math.Log(det)
	for i := range 2 {
		h := 0.0
		for _, s := range sites {
			h += s.linear * s.slope[i]
		}
		evidence += 0.5 * m[i] * h
	}
	for _, s := range sites {
		a, b := s.slope[0], s.slope[1]
		zMean, zVariance := a*m[0]+b*m[1], a*a*v[0][0]+2*a*b*v[0][1]+b*b*v[1][1]
		p, h := 1/zVariance-power*s.at, zMean/zVariance-power*s.linear
		all, _, _ := powerSums(s, power, h/p, 1/p)
		// The integral of the cavity times the site to this power, whose product is the marginal but for its scale.
		site := 0.5*math.Log(p*zVariance) + 0.5*(zMean*zMean/zVariance-h*h/p)
		evidence += (math.Log(all) - site) / power
	}
	return m, [2]float64{v[0][0], v[1][1]}, evidence
}

// powerSums is the integral of a cavity times a power of a density, and its moments.
func powerSums(s *powerSite, power, mean, variance float64) (all, first, second float64) {
	const steps = 500
	sd := math.Sqrt(variance)
	h := 24 * sd / steps
	for k := range steps + 1 {
		z := mean - 12*sd + float64(k)*h
		d := (z - mean) / sd
		w := math.Exp(power*s.density(z)-0.5*d*d) / math.Sqrt(2*math.Pi*variance) * h
		all, first, second = all+w, first+w*z, second+w*z*z
	}
	return all, first, second
}

// TestPower: power EP's fixed point and evidence are those of its definition, also of pairs of rows between bounds, and of several rows of
// one combination.
func TestPower(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 12 {
		power := []float64{0.5, 0.25, 0.9, 1}[trial%4]
		m := &linear{size: 2}
		var sites []*powerSite
		for k := range 2 {
			m.list = append(m.list, said{at: []int{k}, slope: []float64{1}, precision: 1, of: -1})
		}
		for _, slope := range [][2]float64{{1, 0.5}, {1, -1}, {0.3, 1}, {2, 1}} {
			d := said{at: []int{0, 1}, slope: slope[:]}
			s := &powerSite{slope: slope}
			sign := float64(1 - 2*rng.IntN(2))
			switch rng.IntN(4) {
			case 0:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, sign > 0) }
				s.density = func(z float64) float64 { return -math.Log1p(math.Exp(-sign * z)) }
			case 1:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Probit(b, z, sign > 0) }
				s.density = func(z float64) float64 { return math.Log(0.5 * math.Erfc(-sign*z/math.Sqrt2)) }
			case 2:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Poisson(b, z, 2) }
				s.density = func(z float64) float64 { return 2*z - math.Exp(z) - math.Ln2 }
			case 3: // two rows of the combination
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, true) }
				m.list = append(m.list, d)
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, false) }
				s.density = func(z float64) float64 { return -math.Log1p(math.Exp(-z)) - math.Log1p(math.Exp(z)) }
			}
			m.list, sites = append(m.list, d), append(sites, s)
		}
		f := NewFit(powered{m, power}, m.pattern())
		f.Tolerance = 1e-10
		if err := f.At(nil); err != nil {
			t.Fatalf("%d: %v", trial, err)
		}
		mean, variance, evidence := powerReference(sites, power)
		for k := range 2 {
			if !near(f.Normals[k], mean[k], 1e-7) || !near(f.Block.Variance(k), variance[k], 1e-7) {
				t.Errorf("%d: number %d has mean %v, want %v; variance %v, want %v", trial, k, f.Normals[k], mean[k], f.Block.Variance(k), variance[k])
			}
		}
		if !near(f.LogDensity, evidence, 1e-7) {
			t.Errorf("%d: evidence %v, want %v", trial, f.LogDensity, evidence)
		}
	}
}

// TestPowerLeftOut: what all others say of a row is what they are found to say without it.
func TestPowerLeftOut(t *testing.T) {
	build := func(rows int) *Fit {
		m := &linear{size: 1, list: []said{{at: []int{0}, slope: []float64{1}, precision: 1, of: -1}}}
		for k := range rows {
			m.list = append(m.list, said{at: []int{0}, slope: []float64{1}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Poisson(b, z, 2+k) }})
		}
		return NewFit(powered{m, 0.5}, m.pattern())
	}
	all := build(3)
	if err := all.At(nil); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 3)
	all.LeftOut(out)
	// One site has all rows: what is left out of it is exact, by sums over a line.
	log := func(rows int) float64 {
		sum := 0.0
		for k := range 4000 {
			z := -8 + 0.004*float64(k)
			d := -0.5*z*z - 0.5*math.Log(2*math.Pi)
			for n := 2; n < 2+rows; n++ {
				g, _ := math.Lgamma(float64(n) + 1)
				d += float64(n)*z - math.Exp(z) - g
			}
			sum += 0.004 * math.Exp(d)
		}
		return math.Log(sum)
	}
	if want := log(3) - log(2); !near(out[2], want, 1e-6) {
		t.Errorf("log density %v, want %v", out[2], want)
	}
}

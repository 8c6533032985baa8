package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
	"mpc/special"
)

// gammaCount is a rate of a gamma prior of which one count tells.
type gammaCount struct{ shape, rate, time, count float64 }

func (g *gammaCount) Place(theta, _ []float64) {}
func (g *gammaCount) LogDensity() float64      { return 0 }
func (g *gammaCount) Say(b *mcmc.NormalBlock, s *Sites) {
	s.Single(b, 0, 0, 0, math.Inf(1))
	s.Tell(b, 0, 1)
	s.AskSingle(b, 0, 2, 0, askSum)
}
func (g *gammaCount) AddLogDensity(row int, z, out []float64) {
	for k, x := range z {
		switch row {
		case 0:
			out[k] += mcmc.LogDensityGamma(x, g.shape, g.rate)
		case 1:
			out[k] += g.count*math.Log(x*g.time) - x*g.time - special.GammaLn(g.count+1)
		default:
			out[k] += x
		}
	}
}

// TestSingle: the integral and the posterior of a number that is integrated by itself, where its density is seen to be a gamma's and
// where nodes find it; so small a shape that most of it is where doubles end has the first alone.
func TestSingle(t *testing.T) {
	for _, m := range []*gammaCount{{2, 3, 5, 4}, {0.3, 0.1, 2, 0}, {0.004, 1, 1, 0}, {1e-4, 1e-6, 1, 0}, {3, 1, 1e6, 2}, {2, 1e-6, 1, 2e6}} {
		for _, open := range []bool{false, true} {
			if open && m.shape < 0.1 {
				continue
			}
			p := mcmc.NewNormalPattern(0)
			for range 3 {
				p.SayTied()
			}
			p.OrderForMoments()
			l := &lattice{seen: map[string]*point{}, fits: []*Fit{NewFit(m, p)}}
			l.options.MaxNodes = 10
			f := l.fits[0]
			f.learn()
			if open {
				f.Sites.singles[0].closed.form = formNone
			}
			if err := f.At(nil); err != nil {
				t.Fatal(err)
			}
			shape, rate := m.shape+m.count, m.rate+m.time
			want := m.shape*math.Log(m.rate) - special.GammaLn(m.shape) + special.GammaLn(shape) - shape*math.Log(rate) + m.count*math.Log(m.time) - special.GammaLn(m.count+1)
			if math.Abs(f.LogDensity-want) > 1e-6 {
				t.Errorf("%v, open %v: log integral %v, not %v", *m, open, f.LogDensity, want)
			}
			post := &Posterior{Nodes: []Node{{Weight: 1}}}
			var got Answer
			post.single(m, f.Sites.singles[0], 0, &got)
			if math.Abs(got.Mean*rate/shape-1) > 1e-4 || math.Abs(got.Variance*rate*rate/shape-1) > 1e-3 {
				t.Errorf("%v, open %v: mean %v, variance %v, not %v, %v", *m, open, got.Mean, got.Variance, shape/rate, shape/rate/rate)
			}
			near := 1e-6 // of a closed density
			if open {
				near = 2e-3
			}
			for p, q := range map[float64]float64{0.5: got.Quantiles.Q50, 0.95: got.Quantiles.Q95} {
				if below := special.GammaLower(shape, q*rate); q > 1e-290 && math.Abs(below-p) > near {
					t.Errorf("%v, open %v: the quantile of %v is %v, of probability %v", *m, open, p, q, below)
				}
			}
		}
	}
}

// TestClosedMixture: quantiles of closed densities, of shapes next to 0 too, and of a mixture of two that are far apart.
func TestClosedMixture(t *testing.T) {
	for _, parts := range [][]closed{
		{{form: formGamma, a: 0.001, b: 1}}, {{form: formGamma, a: 0.01, b: 1e9}}, {{form: formGamma, a: 1e6, b: 1e-3}},
		{{form: formInverseGamma, a: 0.5, b: 3}}, {{form: formBeta, a: 0.02, b: 0.5}}, {{form: formBeta, a: 50, b: 0.01}},
		{{form: formGamma, a: 1e4, b: 1e4}, {form: formGamma, a: 1e4, b: 1e-2}},
	} {
		mix := closedMixture{parts: parts}
		for range parts {
			mix.weights, mix.sum = append(mix.weights, 0.4), mix.sum+0.4
		}
		for _, p := range []float64{0.05, 0.5, 0.95} {
			at, below := mix.coordinate(p), 0.0
			for i := range parts {
				below += parts[i].below(at) / float64(len(parts))
			}
			if at > -700 && at < 700 && math.Abs(below-p) > 1e-9 {
				t.Errorf("%+v: below %v, the quantile of %v, is %v", parts, at, p, below)
			}
		}
	}
}

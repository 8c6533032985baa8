package latent

import (
	"math"
	"testing"

	"mpc/special"
)

// byNumber has densities by the number of their row.
type byNumber struct {
	Model
	f []func(z float64) float64
}

func (m byNumber) AddLogDensity(row int, z, out []float64) {
	for k, x := range z {
		out[k] += m.f[row](x)
	}
}

// TestTiltEdges: densities that jump, of narrow and wide cavities, have the moments of pieces of the normal.
func TestTiltEdges(t *testing.T) {
	// Weights of the pieces between edges.
	type pieces struct {
		edges, weights []float64
	}
	for name, d := range map[string]pieces{
		"step":    {[]float64{0}, []float64{0.2, 0.8}},
		"down":    {[]float64{0.37}, []float64{0.99, 0.01}},
		"between": {[]float64{1, 2}, []float64{0.2, 0.8, 0.2}},
		"within":  {[]float64{-0.5, 0.3}, []float64{0, 1, 0}},
		"three":   {[]float64{-1, 0, 1.5}, []float64{0.1, 0.6, 0.3, 0.9}},
	} {
		m := byNumber{f: []func(float64) float64{func(z float64) float64 {
			k := 0
			for k < len(d.edges) && z > d.edges[k] {
				k++
			}
			return math.Log(d.weights[k])
		}}}
		var q tilt
		for _, mean := range []float64{-3, -2.4, -1, 0.3, 2} {
			for _, sd := range []float64{0.5, 1, 2.35, 10, 100} {
				for _, ref := range []float64{0, -2.4231, 0.37} {
					if name == "within" && (sd < 1 || math.Abs(mean) > 2) {
						continue // almost nothing is left
					}
					if len(d.edges) > 1 && sd > 50 {
						continue // two edges between two nodes are not seen
					}
					c := normal{mean*sd - ref, sd * sd}
					got, ok := q.of(m, []row{{kind: other, b: 1}}, []int32{0}, ref, c, c)
					// The integral of each piece, in standard units.
					all, first, second := 0.0, 0.0, 0.0
					below := math.Inf(-1)
					for k, w := range d.weights {
						above := math.Inf(1)
						if k < len(d.edges) {
							above = d.edges[k]/sd - mean
						}
						f := func(x float64) (p, phi, square float64) {
							if math.IsInf(x, 0) {
								return special.NormalCdf(x), 0, 0
							}
							phi = math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
							return special.NormalCdf(x), phi, x * phi
						}
						p, a, b := f(below)
						p2, a2, b2 := f(above)
						all += w * (p2 - p)
						first += w * (a - a2)
						second += w * (p2 - p + b - b2)
						below = above
					}
					first /= all
					wantMean, wantVariance := c.mean+sd*first, sd*sd*(second/all-first*first)
					wide := math.Sqrt(wantVariance)
					if !ok || !near(got.LogZ, math.Log(all), 1e-9) || !near(got.Mean, wantMean, 1e-8*wide) || !near(got.Variance, wantVariance, 1e-7*wantVariance) {
						t.Errorf("%s, mean %v, sd %v, ref %v: %v %+v, want %v %v %v", name, mean, sd, ref, ok, got, math.Log(all), wantMean, wantVariance)
					}
				}
			}
		}
	}
}

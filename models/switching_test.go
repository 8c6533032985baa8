package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/switching/switching"
)

// switchingSimulate draws regimes, levels and readings from a fixed seed: the level rises in one
// regime and falls in the other. Numbers have four digits, as in the file of the data.
func switchingSimulate(n int) (d switching.Data, regimes []int) {
	r := rand.New(rand.NewPCG(5, 6))
	d = switching.Data{Regime: 2, N: n, First: []float64{0.5, 0.5}, Next: [][]float64{{0.95, 0.05}, {0.05, 0.95}},
		Drift: []float64{1, -1}, Moves: []float64{0.1, 0.4}, Noise: 0.1}
	s, x := 0, 0.0
	for t := range n {
		if t > 0 && r.Float64() > d.Next[s][s] {
			s = 1 - s
		}
		if t > 0 {
			x += d.Drift[s] + math.Sqrt(d.Moves[s])*r.NormFloat64()
		}
		y := x + math.Sqrt(d.Noise)*r.NormFloat64()
		d.Y, regimes = append(d.Y, math.Round(y*1e4)/1e4), append(regimes, s)
	}
	return d, regimes
}

func switchingRun(t *testing.T, d switching.Data) (*switching.Inference, []float64) {
	t.Helper()
	inf, err := switching.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(err, s)
	}
	var p []float64
	for _, q := range inf.S() {
		p = append(p, math.Exp(q.LogProb(1)))
	}
	return inf, p
}

// A filter is the level given the regimes so far (Kalman 1960), and the log probability
// of the readings.
type switchingFilter struct{ mean, variance, log float64 }

func (f switchingFilter) step(d *switching.Data, t, s int) switchingFilter {
	if t > 0 {
		f.mean += d.Drift[s]
		f.variance += d.Moves[s]
	}
	total := f.variance + d.Noise
	gap := d.Y[t] - f.mean
	f.log -= (math.Log(2*math.Pi*total) + gap*gap/total) / 2
	gain := f.variance / total
	f.mean += gain * gap
	f.variance *= 1 - gain
	return f
}

// TestSwitchingEnumerated compares 12 times with all 4,096 paths of regimes, each with its
// Kalman filter.
func TestSwitchingEnumerated(t *testing.T) {
	d, _ := switchingSimulate(12)
	inf, p := switchingRun(t, d)
	sizes := make([]int, d.N)
	for i := range sizes {
		sizes[i] = 2
	}
	total, marginals := modeltest.Enumerate(sizes, func(path []int) float64 {
		f := switchingFilter{variance: 100}
		log := math.Log(d.First[path[0]])
		for i, s := range path {
			if i > 0 {
				log += math.Log(d.Next[path[i-1]][s])
			}
			f = f.step(&d, i, s)
		}
		return math.Exp(log + f.log)
	})
	if gap := math.Abs(inf.LogEvidence() - math.Log(total)); gap > 0.1 {
		t.Errorf("log evidence %.4f, exactly %.4f", inf.LogEvidence(), math.Log(total))
	}
	for i := range p {
		modeltest.Close(t, "regime", p[i], marginals[i][1], 0.06)
	}
}

// switchingSampler draws regimes and levels in turn, each by a pass forward and one back
// (Carter and Kohn, Biometrika 81, 1994).
type switchingSampler struct {
	d *switching.Data
	r *rand.Rand
	s []int
	x []float64
}

func (g *switchingSampler) levels() {
	d := g.d
	path := make([]switchingFilter, d.N)
	f := switchingFilter{variance: 100}
	for t := range path {
		f = f.step(d, t, g.s[t])
		path[t] = f
	}
	for t := d.N - 1; t >= 0; t-- {
		mean, variance := path[t].mean, path[t].variance
		if t < d.N-1 {
			move := d.Moves[g.s[t+1]]
			gain := variance / (variance + move)
			mean += gain * (g.x[t+1] - d.Drift[g.s[t+1]] - mean)
			variance *= 1 - gain
		}
		g.x[t] = mean + math.Sqrt(variance)*g.r.NormFloat64()
	}
}

func (g *switchingSampler) regimes() {
	d := g.d
	forward := make([][2]float64, d.N)
	for t := range forward {
		total := 0.0
		for k := range 2 {
			p := d.First[k]
			if t > 0 {
				gap := g.x[t] - g.x[t-1] - d.Drift[k]
				p = forward[t-1][0]*d.Next[0][k] + forward[t-1][1]*d.Next[1][k]
				p *= math.Exp(-gap*gap/(2*d.Moves[k])) / math.Sqrt(d.Moves[k])
			}
			forward[t][k] = p
			total += p
		}
		forward[t][0] /= total
		forward[t][1] /= total
	}
	for t := d.N - 1; t >= 0; t-- {
		zero, one := forward[t][0], forward[t][1]
		if t < d.N-1 {
			zero, one = zero*d.Next[0][g.s[t+1]], one*d.Next[1][g.s[t+1]]
		}
		g.s[t] = 0
		if g.r.Float64()*(zero+one) < one {
			g.s[t] = 1
		}
	}
}

// TestSwitchingRegimes: of 200 times most have the regime that they were drawn with, and their
// probabilities and levels are close to those of a long run of the sampler.
func TestSwitchingRegimes(t *testing.T) {
	d, truth := switchingSimulate(200)
	var file switching.Data
	modeltest.ReadJSON(t, "switching/data.json", &file)
	modeltest.CloseAll(t, "switching/data.json", file.Y, d.Y, 0)
	inf, p := switchingRun(t, d)
	g := &switchingSampler{&d, rand.New(rand.NewPCG(7, 8)), make([]int, d.N), make([]float64, d.N)}
	often, level := make([]float64, d.N), make([]float64, d.N)
	const runs, burn = 3000, 200
	for n := range runs {
		g.levels()
		g.regimes()
		for i := range often {
			if n >= burn {
				often[i] += float64(g.s[i]) / (runs - burn)
				level[i] += g.x[i] / (runs - burn)
			}
		}
	}
	right, best, apart, far := 0, 0, 0.0, 0.0
	for i, s := range truth {
		if (p[i] > 0.5) == (s == 1) {
			right++
		}
		if (often[i] > 0.5) == (s == 1) {
			best++
		}
		apart += math.Abs(p[i]-often[i]) / float64(d.N)
		far = math.Max(far, math.Abs(inf.XAt(i).Mean()-level[i]))
	}
	t.Logf("%d of %d regimes, the sampler %d; probabilities %.4f apart, levels %.3f at most", right, d.N, best, apart, far)
	if right < best-2 || apart > 0.02 || far > 0.2 {
		t.Errorf("%d of %d regimes, the sampler %d; probabilities %.4f apart, levels %.3f at most", right, d.N, best, apart, far)
	}
}

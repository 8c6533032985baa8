package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// A filter is a Kalman filter (Kalman 1960): the normal of a state, and the log density of what it has observed.
type filter struct {
	mean       []float64
	covariance [][]float64
	log        float64
}

func newFilter(variances ...float64) *filter {
	f := &filter{mean: make([]float64, len(variances)), covariance: make([][]float64, len(variances))}
	for i, v := range variances {
		f.covariance[i] = make([]float64, len(variances))
		f.covariance[i][i] = v
	}
	return f
}

// move multiplies the state, of at most four numbers, by a matrix, and adds noise to its first number.
func (f *filter) move(by [][]float64, variance float64) {
	d := len(f.mean)
	var mean [4]float64
	var half, whole [4][4]float64
	for i := range d {
		for j := range d {
			mean[i] += by[i][j] * f.mean[j]
			for k := range d {
				half[i][j] += by[i][k] * f.covariance[k][j]
			}
		}
	}
	for i := range d {
		for j := range d {
			for k := range d {
				whole[i][j] += half[i][k] * by[j][k]
			}
		}
	}
	whole[0][0] += variance
	copy(f.mean, mean[:d])
	for i := range d {
		copy(f.covariance[i], whole[i][:d])
	}
}

// observe is told that a combination of the state, and noise, is y.
func (f *filter) observe(slope []float64, variance, y float64) {
	var all [4]float64
	gain, s, r := all[:len(f.mean)], variance, y
	for i, a := range slope {
		r -= a * f.mean[i]
		for j, b := range slope {
			gain[j] += a * f.covariance[i][j]
			s += a * b * f.covariance[i][j]
		}
	}
	f.log -= 0.5 * (r*r/s + math.Log(2*math.Pi*s))
	for i, a := range gain {
		f.mean[i] += a * r / s
		for j, b := range gain {
			f.covariance[i][j] -= a * b / s
		}
	}
}

// An autoregression is a model with a coordinate for each hyperparameter that is not normal, and what it says there.
type autoregression struct {
	text        string
	data        map[string]any
	coordinates []hyperCoordinate
	fine        []int
	// at filters the data: names are of elements of its state.
	at    func(theta []float64) *filter
	names []string
	// prediction is how much variance a number has beside the element of the state.
	prediction func(name string, theta []float64) float64
}

// A hyperCoordinate has a name, a real coordinate, and the log density of its value.
type hyperCoordinate struct {
	name      string
	value     func(x float64) (value, logSlope float64)
	log       func(value float64) float64
	low, high float64
}

func positive(name string, log func(float64) float64) hyperCoordinate {
	return hyperCoordinate{name, func(x float64) (float64, float64) { return math.Exp(x), x }, log, -6, 6}
}

// coefficient is uniform between -1 and 1.
func coefficient(name string) hyperCoordinate {
	return hyperCoordinate{name, func(x float64) (float64, float64) {
		v := math.Tanh(x)
		return v, math.Log1p(-v * v)
	}, func(float64) float64 { return -math.Ln2 }, -4, 6}
}

func gammaLog(shape, rate float64) func(float64) float64 {
	g, _ := math.Lgamma(shape)
	return func(x float64) float64 { return (shape-1)*math.Log(x) - rate*x + shape*math.Log(rate) - g }
}

func standardLog(x float64) float64 { return -0.5*x*x - 0.5*math.Log(2*math.Pi) }

// check compares means and standard deviations, and the evidence, with those of the filter, integrated over a grid.
func (a *autoregression) check(t *testing.T) {
	t.Helper()
	r, err := interpretTree(t, a.text, a.data)
	if err != nil {
		t.Fatal(err)
	}
	d := len(a.coordinates)
	hypers, states := make([]moments, d), make([]moments, len(a.names))
	theta := make([]float64, d)
	var f *filter
	log := func(x []float64) float64 {
		sum := 0.0
		for k, c := range a.coordinates {
			v, slope := c.value(x[k])
			theta[k] = v
			sum += c.log(v) + slope
		}
		f = a.at(theta)
		return sum + f.log
	}
	g := grid{fine: a.fine}
	for _, c := range a.coordinates {
		g.low, g.high, g.rough = append(g.low, c.low), append(g.high, c.high), append(g.rough, 0.4)
	}
	volume := g.run(log, func(_ []float64, weight float64) {
		for k, v := range theta {
			hypers[k].add(weight, v, 0)
		}
		for k, name := range a.names {
			v := f.covariance[k][k]
			if a.prediction != nil {
				v += a.prediction(name, theta)
			}
			states[k].add(weight, f.mean[k], v)
		}
	})
	want := map[string][2]float64{}
	for k, c := range a.coordinates {
		want[c.name] = hypers[k].meanSd()
	}
	for k, name := range a.names {
		want[name] = states[k].meanSd()
	}
	got := map[string][2]float64{}
	for _, p := range r.Posteriors {
		for name, x := range elementMoments(p.Name, p.Value) {
			got[name] = x
		}
	}
	for name, w := range want {
		if name == "" {
			continue
		}
		x := got[name]
		t.Logf("%-6s %9.5f %9.5f, want %9.5f %9.5f", name, x[0], x[1], w[0], w[1])
		if !(math.Abs(x[0]-w[0]) <= 0.01*w[1] && math.Abs(x[1]-w[1]) <= 0.01*w[1]) {
			t.Errorf("%s has mean and sd %v, want %v", name, x, w)
		}
	}
	evidence := math.Log(hypers[0].weight) + volume
	if !(math.Abs(r.LogEvidence-evidence) < 0.01) {
		t.Errorf("the log evidence is %v, want %v", r.LogEvidence, evidence)
	}
}

// series draws an autoregression.
func series(rng *rand.Rand, n int, sd float64, coefficients ...float64) (y []float64) {
	past := make([]float64, len(coefficients))
	for range n + 20 {
		x := sd * rng.NormFloat64()
		for k, c := range coefficients {
			x += c * past[k]
		}
		past = append([]float64{x}, past[:len(past)-1]...)
		y = append(y, math.Round(1e4*x)/1e4)
	}
	return y[20:]
}

// TestAutoregressionOfData: a coefficient between -1 and 1 beside an intercept; a series around its mean that begins in its
// stationary distribution; two coefficients that are normal.
func TestAutoregressionOfData(t *testing.T) {
	y := series(rand.New(rand.NewPCG(5, 1)), 30, 1, 0.7)
	data := map[string]any{"T": len(y), "y": y}
	phi := coefficient("phi")
	t.Run("intercept", func(t *testing.T) {
		(&autoregression{data: data, coordinates: []hyperCoordinate{phi, positive("s", gammaLog(1, 1))}, fine: []int{61, 61}, names: []string{"c"},
			text: `
model: ar
inputs: {T: range, y: "real[T]"}
program: |
  phi ~ uniform(-1, 1)
  c ~ normal(0, sd = 5)
  s ~ gamma(shape = 1, rate = 1)
  for (t in T) { if (t > 0) { y[t] ~ normal(c + phi * y[t-1], precision = s) } }
infer: [phi, c, s, evidence]
`, at: func(theta []float64) *filter {
				f := newFilter(25)
				for t := 1; t < len(y); t++ {
					f.observe([]float64{1}, 1/theta[1], y[t]-theta[0]*y[t-1])
				}
				return f
			}}).check(t)
	})
	t.Run("mean", func(t *testing.T) {
		(&autoregression{data: data, coordinates: []hyperCoordinate{phi, positive("s", func(x float64) float64 { return math.Ln2 + standardLog(x/2) - math.Ln2 })}, fine: []int{81, 81}, names: []string{"m"},
			text: `
model: ar
inputs: {T: range, y: "real[T]"}
program: |
  phi ~ uniform(-1, 1)
  m ~ normal(0, sd = 5)
  s ~ halfnormal(sd = 2)
  for (t in T) {
    if (t == 0) { y[t] ~ normal(m, variance = s * s / (1 - phi * phi)) } else { y[t] ~ normal(m + phi * (y[t-1] - m), sd = s) }
  }
infer: [phi, m, s, evidence]
`, at: func(theta []float64) *filter {
				f, phi, variance := newFilter(25), theta[0], theta[1]*theta[1]
				f.observe([]float64{1}, variance/(1-phi*phi), y[0])
				for t := 1; t < len(y); t++ {
					f.observe([]float64{1 - phi}, variance, y[t]-phi*y[t-1])
				}
				return f
			}}).check(t)
	})
	t.Run("two", func(t *testing.T) {
		(&autoregression{data: data, coordinates: []hyperCoordinate{positive("s", gammaLog(1, 1))}, fine: []int{121}, names: []string{"a", "b", "c"},
			text: `
model: ar
inputs: {T: range, y: "real[T]"}
program: |
  a ~ normal(0, sd = 1)
  b ~ normal(0, sd = 1)
  c ~ normal(0, sd = 5)
  s ~ gamma(shape = 1, rate = 1)
  for (t in T) { if (t > 1) { y[t] ~ normal(c + a * y[t-1] + b * y[t-2], precision = s) } }
infer: [a, b, c, s, evidence]
`, at: func(theta []float64) *filter {
				f := newFilter(1, 1, 25)
				for t := 2; t < len(y); t++ {
					f.observe([]float64{y[t-1], y[t-2], 1}, 1/theta[0], y[t])
				}
				return f
			}}).check(t)
	})
}

// TestAutoregressionWithGaps: the entries of a series that are known, an index for each; the others are latent.
func TestAutoregressionWithGaps(t *testing.T) {
	y := series(rand.New(rand.NewPCG(5, 2)), 24, 1, 0.7)
	var at []int
	var known []float64
	gap := map[int]bool{4: true, 5: true, 11: true, 23: true}
	for i, x := range y {
		if !gap[i] {
			at, known = append(at, i), append(known, x)
		}
	}
	(&autoregression{
		data:        map[string]any{"T": len(y), "n": len(at), "at": at, "y": known},
		coordinates: []hyperCoordinate{coefficient("phi"), positive("q", gammaLog(1, 1))}, fine: []int{61, 61},
		names: []string{"", "x[5]"},
		text: `
model: ar
inputs: {T: range, n: range, at: "index(T)[n]", y: "real[n]"}
program: |
  phi ~ uniform(-1, 1)
  q ~ gamma(shape = 1, rate = 1)
  for (t in T) { if (t == 0) { x[t] ~ normal(0, sd = 3) } else { x[t] ~ normal(phi * x[t-1], precision = q) } }
  for (i in n) { y[i] ~ normal(x[at[i]], sd = 1e-4) }
infer: [phi, q, x, evidence]
`, at: func(theta []float64) *filter {
			f := newFilter(9, 0)
			for t := range y {
				if t > 0 {
					f.move(carry(2, t == 6, theta[0]), 1/theta[1])
				}
				if !gap[t] {
					f.observe([]float64{1, 0}, 1e-8, y[t])
				}
			}
			return f
		},
	}).check(t)
}

// carry is the matrix of an autoregression whose state has its last numbers, by their coefficients, and at the end one that
// it keeps: from now on the last one, where it is to be kept.
func carry(d int, keep bool, coefficients ...float64) [][]float64 {
	m := make([][]float64, d)
	for i := range m {
		m[i] = make([]float64, d)
	}
	copy(m[0], coefficients)
	for i := 1; i < len(coefficients); i++ {
		m[i][i-1] = 1
	}
	if keep {
		m[d-1][0] = 1
	} else {
		m[d-1][d-1] = 1
	}
	return m
}

// TestLatentAutoregression: a latent series that begins in its stationary distribution, seen with noise, some entries
// missing: of these the predictions too.
func TestLatentAutoregression(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	var y []any
	for i, x := range series(rng, 25, 1, 0.8) {
		if i == 7 || i == 8 || i == 24 {
			y = append(y, nil)
			continue
		}
		y = append(y, x+0.5*rng.NormFloat64())
	}
	last := len(y) - 1
	a := &autoregression{
		data:        map[string]any{"T": len(y), "y": y},
		coordinates: []hyperCoordinate{coefficient("phi"), positive("q", gammaLog(2, 2)), positive("s", gammaLog(2, 1))}, fine: []int{41, 27, 27},
		names: []string{fmt.Sprintf("x[%d]", last), "y[7]"},
		text: `
model: ar
inputs: {T: range, y: {type: "real[T]", missing: true}}
program: |
  phi ~ uniform(-1, 1)
  q ~ gamma(shape = 2, rate = 2)
  s ~ gamma(shape = 2, rate = 1)
  for (t in T) {
    if (t == 0) { x[t] ~ normal(0, variance = 1 / (q * (1 - phi * phi))) } else { x[t] ~ normal(phi * x[t-1], precision = q) }
  }
  for (t in T) { y[t] ~ normal(x[t], precision = s) }
infer: [phi, q, s, x, y, evidence]
`, at: func(theta []float64) *filter {
			phi, q, s := theta[0], theta[1], theta[2]
			f := newFilter(1/(q*(1-phi*phi)), 0)
			for t, y := range y {
				if t > 0 {
					f.move(carry(2, t == 8, phi), 1/q)
				}
				if y != nil {
					f.observe([]float64{1, 0}, 1/s, y.(float64))
				}
			}
			return f
		}, prediction: func(name string, theta []float64) float64 {
			if name == "y[7]" {
				return 1 / theta[2]
			}
			return 0
		},
	}
	a.check(t)
}

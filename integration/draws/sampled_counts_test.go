package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestCounts: whole numbers without a largest value, hidden, missing and between bounds, are
// compared with sums over their values and, of the rate, with quadrature.
func TestCounts(t *testing.T) {
	logPoisson := func(k int, rate float64) float64 {
		g, _ := math.Lgamma(float64(k) + 1)
		return float64(k)*math.Log(rate) - rate - g
	}
	// rate ~ gamma(3, 0.5), y = 4 and 7 of it and one that is missing, n of it hidden, of
	// which 5 are seen with the probability 0.4, and n is at most 16.
	var rates, hidden, missing moments
	const steps, top = 4000, 60.0
	for i := range steps {
		r := top * (float64(i) + 0.5) / steps
		base := math.Exp(2*math.Log(r) - 0.5*r + logPoisson(4, r) + logPoisson(7, r))
		seen := 0.0
		for n := 5; n <= 16; n++ {
			a, _ := math.Lgamma(float64(n) + 1)
			b, _ := math.Lgamma(float64(n) - 4)
			p := base * math.Exp(logPoisson(n, r)+a-b+5*math.Log(0.4)+float64(n-5)*math.Log(0.6))
			hidden.add(float64(n), p)
			seen += p
		}
		rates.add(r, seen)
		for k := range 120 {
			missing.add(float64(k), seen*math.Exp(logPoisson(k, r)))
		}
	}
	// n ~ poisson(4) above 5 and a count far out that is known to be in 150..151.
	var above, far moments
	for n := 6; n < 60; n++ {
		above.add(float64(n), math.Exp(logPoisson(n, 4)))
	}
	for n := 150; n < 152; n++ {
		far.add(float64(n), math.Exp(logPoisson(n, 40)-logPoisson(150, 40)))
	}
	o := sampledRun(t, []job{{name: "counts", data: `{"y": [4, null, 7], "seen": 5}`, burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 17, model: `model: counts
algorithm: gibbs
inputs: {r: range, y: {type: "int[r]", missing: true}, seen: int}
program: |
  rate ~ gamma(shape = 3, rate = 0.5)
  for (i in r) { y[i] ~ poisson(rate) }
  n ~ poisson(rate)
  seen ~ binomial(n, 0.4)
  observe n <= 16
  above ~ poisson(4)
  observe above > 5
  far ~ poisson(40)
  observe far >= 150 && far < 152
infer: [rate, n, y, above, far]
`}})[0]
	if o.Error != "" {
		t.Fatal(o.Error)
	}
	for name, want := range map[string]*moments{"rate": &rates, "n": &hidden, "y": &missing, "above": &above, "far": &far} {
		text := o.Posteriors[name]
		if name == "y" {
			var list []json.RawMessage
			if err := json.Unmarshal(text, &list); err != nil {
				t.Fatal(err)
			}
			text = list[1]
		}
		var got struct {
			Mean, SD, MCSE float64
			P              []float64
		}
		var p struct{ MCSE json.RawMessage }
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		if len(p.MCSE) > 0 && p.MCSE[0] == '[' { // of each value
			var tallied struct{ P []float64 }
			if err := json.Unmarshal(text, &tallied); err != nil {
				t.Fatal(err)
			}
			var m moments
			for k, w := range tallied.P {
				m.add(float64(k), w)
			}
			got.Mean, got.SD = m.mean(), m.sd()
			got.MCSE = got.SD / 70 // some 5000 effective draws
		} else if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if error := 5 * got.MCSE; math.Abs(got.Mean-want.mean()) > error || math.Abs(got.SD-want.sd()) > 2*error || error == 0 {
			t.Errorf("%s: mean %v and sd %v, want %v and %v, error %v", name, got.Mean, got.SD, want.mean(), want.sd(), error)
		}
	}
}

// moments are those of weighted numbers.
type moments struct{ total, first, second float64 }

func (m *moments) add(x, p float64) {
	m.total, m.first, m.second = m.total+p, m.first+p*x, m.second+p*x*x
}

func (m *moments) mean() float64 { return m.first / m.total }

func (m *moments) sd() float64 { return math.Sqrt(m.second/m.total - m.mean()*m.mean()) }

package mcmc

import (
	"math"
	"testing"
)

// A proposed chain is one that proposals alone move after a burn-in, in which the numbers are drawn from a density by itself.
type proposed struct {
	d     Directions
	asked int // log densities
	alone bool
	lo    []float64
	hi    []float64
	draw  func(s *Stream, x []float64)
	log   func(x []float64) float64
}

// run calls f with each draw after the burn-in.
func (p *proposed) run(s *Stream, burning, n int, f func(x []float64)) {
	x := make([]float64, len(p.lo))
	for i := range burning + n {
		if i < burning {
			p.draw(s, x)
		}
		p.d.Gather()
		for k := range x {
			p.d.Add(x[k], p.lo[k], p.hi[k])
		}
		take := func() {
			for k := range x {
				x[k] = p.d.Take()
			}
		}
		if p.d.Begin(s, max(burning-i, 0), p.alone) {
			for more := true; more; p.asked++ {
				take()
				more = p.d.Next(p.log(x))
			}
			take()
		}
		if i == burning-1 {
			p.asked = 0
		}
		if i >= burning {
			f(x)
		}
	}
}

// lopsided is a gamma of shape 2, a uniform, a t, and a normal about the log of the first.
func lopsided(alone bool) *proposed {
	return &proposed{
		alone: alone,
		lo:    []float64{0, -1, math.Inf(-1), math.Inf(-1), math.Inf(-1)},
		hi:    []float64{math.Inf(1), 3, math.Inf(1), math.Inf(1), 2},
		draw: func(s *Stream, x []float64) {
			x[0] = s.Exponential() + s.Exponential()
			x[1] = 4*s.Open() - 1
			x[2] = s.Normal()
			x[3] = math.Log(x[0]) + 0.3*s.Normal()
			x[4] = 2 - s.Exponential()
		},
		log: func(x []float64) float64 {
			if !(x[0] > 0 && x[1] > -1 && x[1] < 3 && x[4] < 2) {
				return math.Inf(-1)
			}
			u := (x[3] - math.Log(x[0])) / 0.3
			return math.Log(x[0]) - x[0] - x[2]*x[2]/2 - u*u/2 + x[4]
		},
	}
}

// Proposals leave a density as it is, on every scale.
func TestIndependence(t *testing.T) {
	const n = 400000
	p := lopsided(true)
	var below [5]float64
	at := [5]float64{1.678347, 2, 0.674490, 0, 2 - math.Ln2}
	moved := 0
	var last float64
	p.run(NewStream(7, 0), 2000, n, func(x []float64) {
		for k := range at {
			if x[k] < at[k] {
				below[k]++
			}
		}
		if x[2] != last {
			moved++
		}
		last = x[2]
	})
	if p.d.Tries == 0 || !(float64(moved) > 0.5*n) {
		t.Fatalf("%d tries in a scan, %d of %d draws are new; %v of proposals were taken in the burn-in", p.d.Tries, moved, n, p.d.Rate)
	}
	// P(log x0 + 0.3 z < 0), by quadrature.
	fourth := 0.0
	for z := -8.0; z < 8; z += 0.001 {
		y := math.Exp(-0.3 * z)
		fourth += 0.001 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * (1 - math.Exp(-y)*(1+y))
	}
	for k, want := range []float64{0.5, 0.75, 0.75, fourth, 0.5} {
		if got := below[k] / n; math.Abs(got-want) > 0.006 {
			t.Errorf("number %d is below %v in %.4f of draws, not %.4f", k, at[k], got, want)
		}
	}
}

// A density that depends on nothing else is not computed again where the numbers stand, and the draws are the same.
func TestIndependenceAlone(t *testing.T) {
	var chains [2][]float64
	var asked [2]int
	for i, alone := range []bool{false, true} {
		p := lopsided(alone)
		p.run(NewStream(8, 0), 500, 200, func(x []float64) { chains[i] = append(chains[i], x...) })
		asked[i] = p.asked
	}
	for i, x := range chains[0] {
		if chains[1][i] != x {
			t.Fatalf("draw %d: %v and %v", i, x, chains[1][i])
		}
	}
	if asked[0]-asked[1] < 190 {
		t.Errorf("%d log densities, and %d where nothing else changes", asked[0], asked[1])
	}
}

// Normals are taken nearly always, what a normal is nothing like is left to slices, and numbers are drawn by these now and then.
func TestIndependenceRate(t *testing.T) {
	wide := math.Inf(1)
	normal := &proposed{lo: []float64{-wide, -wide, -wide}, hi: []float64{wide, wide, wide},
		draw: func(s *Stream, x []float64) {
			for k := range x {
				x[k] = s.Normal()
			}
		},
		log: func(x []float64) float64 { return -(x[0]*x[0] + x[1]*x[1] + x[2]*x[2]) / 2 },
	}
	rests := 0
	normal.run(NewStream(9, 0), 2000, 100, func([]float64) {
		if normal.d.Rests() {
			rests++
		}
	})
	if !(normal.d.Rate > 0.8) || normal.d.Tries != 1 || rests != 95 {
		t.Errorf("normals: a rate of %v, %d tries, %d of 100 scans without slices", normal.d.Rate, normal.d.Tries, rests)
	}
	far := &proposed{lo: []float64{-wide}, hi: []float64{wide},
		draw: func(s *Stream, x []float64) {
			x[0] = 0.01 * s.Normal()
			if s.Float64() < 0.5 {
				x[0] += 10
			}
		},
		log: func(x []float64) float64 {
			return math.Log(math.Exp(-5000*x[0]*x[0]) + math.Exp(-5000*(x[0]-10)*(x[0]-10)))
		},
	}
	far.run(NewStream(10, 0), 2000, 100, func([]float64) {
		if far.d.Rests() {
			t.Fatal("two narrow peaks are proposed")
		}
	})
}

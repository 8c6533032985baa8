package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/ising/ising"
	"mpc/models/ising/picture"
)

func isingRun(t *testing.T, d ising.Data) *ising.Inference {
	t.Helper()
	inf, err := ising.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// isingExact is a sum over all pictures of a few pixels: the total, and the probability that
// each pixel is black.
func isingExact(d ising.Data) (total float64, black []float64) {
	choose := func(equal bool, p float64) float64 {
		if equal {
			return p
		}
		return 1 - p
	}
	sizes := make([]int, d.Row*d.Column)
	for k := range sizes {
		sizes[k] = 2
	}
	total, marginals := modeltest.Enumerate(sizes, func(x []int) float64 {
		w := 1.0
		for k, v := range x {
			i, j := k/d.Column, k%d.Column
			w *= 0.5 * choose(d.Y[i][j] == (v == 1), d.Right)
			if i > 0 {
				w *= choose(v == x[k-d.Column], d.Same)
			}
			if j > 0 {
				w *= choose(v == x[k-1], d.Same)
			}
		}
		return w
	})
	for _, m := range marginals {
		black = append(black, m[1])
	}
	return total, black
}

func isingNoise(rows, columns int, r *rand.Rand) (y [][]bool) {
	for range rows {
		row := make([]bool, columns)
		for j := range row {
			row[j] = r.IntN(2) == 1
		}
		y = append(y, row)
	}
	return y
}

// A picture of one row is a chain, and the answer exact; of three rows it has loops, and
// the gap to enumeration is 0.08 where it is largest.
func TestIsingEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		rows, columns   int
		same            float64
		black, evidence float64
	}{{1, 12, 0.9, 1e-12, 1e-12}, {12, 1, 0.9, 1e-12, 1e-12}, {3, 4, 0.8, 0.1, 0.7}} {
		gap, evidence := 0.0, 0.0
		for range 5 {
			d := ising.Data{Row: c.rows, Column: c.columns, Y: isingNoise(c.rows, c.columns, r), Right: 0.85, Same: c.same}
			inf := isingRun(t, d)
			total, black := isingExact(d)
			evidence = max(evidence, math.Abs(inf.LogEvidence()-math.Log(total)))
			for i, row := range inf.X() {
				for j, x := range row {
					gap = max(gap, math.Abs(x.P()-black[i*c.columns+j]))
				}
			}
		}
		t.Logf("%d x %d: gap of probabilities %.3g, of the log evidence %.3g", c.rows, c.columns, gap, evidence)
		if gap > c.black || evidence > c.evidence {
			t.Errorf("%d x %d: gap of probabilities %v, of the log evidence %v", c.rows, c.columns, gap, evidence)
		}
	}
}

func isingRead(t *testing.T, name string) picture.Picture {
	t.Helper()
	p, err := picture.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The pictures of the README: which noise, and what is left of it.
func TestIsingDenoise(t *testing.T) {
	p := isingRead(t, "ising/picture.png")
	for _, c := range []struct{ noise, before, after float64 }{{0.05, 0.0513, 0.008}, {0.15, 0.1520, 0.019}, {0.25, 0.2514, 0.075}} {
		noisy := p.Noisy(c.noise, 1)
		inf := isingRun(t, ising.Data{Row: len(p), Column: len(p[0]), Y: noisy, Right: 1 - c.noise, Same: 0.8})
		restored := make(picture.Picture, len(p))
		for i, row := range inf.X() {
			for _, x := range row {
				restored[i] = append(restored[i], x.P() > 0.5)
			}
		}
		before, after := p.Wrong(noisy), p.Wrong(restored)
		t.Logf("noise %v: wrong %.4f before, %.4f after", c.noise, before, after)
		if math.Abs(before-c.before) > 1e-4 || after > c.after {
			t.Errorf("noise %v: wrong %v before and %v after", c.noise, before, after)
		}
		if c.noise == 0.15 {
			if n := noisy.Wrong(isingRead(t, "ising/noisy.png")); n != 0 {
				t.Errorf("noisy.png differs in %v of the pixels", n)
			}
			if n := restored.Wrong(isingRead(t, "ising/restored.png")); n > 1e-3 {
				t.Errorf("restored.png differs in %v of the pixels", n)
			}
		}
	}
}

// What is cut short says that it did not converge.
func TestIsingNotConverged(t *testing.T) {
	p := isingRead(t, "ising/noisy.png")
	inf, err := ising.New(ising.Data{Row: len(p), Column: len(p[0]), Y: p, Right: 0.85, Same: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background(), ising.Iterations(3))
	if err != nil || s.Converged || s.Change < 1e-6 {
		t.Errorf("after 3 iterations: %+v, %v", s, err)
	}
}

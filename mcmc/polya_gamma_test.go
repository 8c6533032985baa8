package mcmc

import (
	"math"
	"testing"
)

// TestPolyaGammaRest: the cumulants of what a draw of many trials is the sum of, beside
// those of the distribution.
func TestPolyaGammaRest(t *testing.T) {
	for _, z := range []float64{0, 0.1, 1, 4, 20, 50} {
		terms := polyaGammaTerms + int(2*z)
		var head, rest [5]float64 // sums of powers of the factors
		for k := range 4000000 {
			x := math.Pi * (float64(k) + 0.5)
			c := 0.5 / (x*x + z*z/4)
			to := &rest
			if k < terms {
				to = &head
			}
			for j, p := 1, c; j < 5; j, p = j+1, p*c {
				to[j] += p
			}
		}
		if third := polyaGammaRest(float64(terms), z); math.Abs(third-rest[3]) > 1e-2*rest[3] {
			t.Errorf("z = %v: the rest of the third powers is %v, not %v", z, third, rest[3])
		}
		// A gamma of the sums 2 and 3 has the fourth sum scale^2 of the second.
		scale := polyaGammaRest(float64(terms), z) / rest[2]
		if off := math.Abs(rest[2]*scale*scale-rest[4]) / (head[4] + rest[4]); off > 1e-9 {
			t.Errorf("z = %v: the fourth cumulant is off by %v", z, off)
		}
		if off := math.Abs(polyaGammaRest(float64(terms), z)-rest[3]) / (head[3] + rest[3]); off > 1e-9 {
			t.Errorf("z = %v: the third cumulant is off by %v", z, off)
		}
	}
}

// TestPolyaGammaMany: a sum of exact draws is distributed as one of many trials.
func TestPolyaGammaMany(t *testing.T) {
	for _, c := range []struct {
		n int
		z float64
	}{{40, 0}, {60, 2}, {300, 7}} {
		s := NewStream(8, uint64(c.n))
		const draws = 20000
		var sums, many [3]float64
		for range draws {
			x := 0.0
			for range c.n {
				x += polyaGammaOne(s, c.z)
			}
			y := DrawPolyaGamma(s, float64(c.n), c.z)
			mean, sd := float64(c.n)*polyaGammaMean(c.z), math.Sqrt(float64(c.n)*polyaGammaVariance(c.z))
			x, y = (x-mean)/sd, (y-mean)/sd
			sums[0], many[0] = sums[0]+x, many[0]+y
			sums[1], many[1] = sums[1]+x*x, many[1]+y*y
			sums[2], many[2] = sums[2]+x*x*x, many[2]+y*y*y
		}
		for k, sd := range []float64{1.42, 2.2, 6.5} {
			if d := (sums[k] - many[k]) / draws; math.Abs(d) > 4*sd/math.Sqrt(draws) {
				t.Errorf("PG(%d, %v): moment %d of a sum is %v, of one draw %v", c.n, c.z, k+1, sums[k]/draws, many[k]/draws)
			}
		}
	}
}

// TestPolyaGammaParts: the table of the parts of proposals has what is computed at its places.
func TestPolyaGammaParts(t *testing.T) {
	for k, part := range polyaGammaParts {
		z := float64(k) / 16
		rate := math.Pi*math.Pi/8 + z*z/2
		right := math.Pi / 2 / rate * math.Exp(-rate*polyaGammaCut)
		left := 2 * math.Exp(-z) * polyaGammaInverseGaussian(z)
		if want := right / (left + right); math.Abs(part-want) > 1e-14 || k > 0 && part >= polyaGammaParts[k-1] {
			t.Errorf("z = %v: the part is %v, not %v", z, part, want)
		}
	}
}

// TestPolyaGammaOne: what tables spare decides as the densities do, to the bit of the draws.
func TestPolyaGammaOne(t *testing.T) {
	for _, z := range []float64{0, 0.03, 0.4, 1, 2.7, 5, 11, 12.1, 30} {
		a, b := NewStream(5, 3), NewStream(5, 3)
		for range 200000 {
			if x, y := polyaGammaOne(a, z), polyaGammaPlain(b, z); math.Abs(x-y) > 1e-14*y {
				t.Fatalf("PG(1, %v): %v is drawn, not %v", z, x, y)
			}
		}
	}
}

// polyaGammaPlain draws as Devroye has it, by the terms of the density.
func polyaGammaPlain(s *Stream, z float64) float64 {
	z /= 2
	rate := math.Pi*math.Pi/8 + z*z/2
	right := math.Pi / 2 / rate * math.Exp(-rate*polyaGammaCut)
	left := 2 * math.Exp(-z) * polyaGammaInverseGaussian(z)
	term := func(n int, x float64) float64 {
		k := float64(n) + 0.5
		if x > polyaGammaCut {
			return math.Pi * k * math.Exp(-k*k*math.Pi*math.Pi*x/2)
		}
		return math.Pi * k * math.Pow(2/(math.Pi*x), 1.5) * math.Exp(-2*k*k/x)
	}
	for {
		var x float64
		if s.Float64()*(left+right) < right {
			x = polyaGammaCut + s.Exponential()/rate
		} else {
			x = polyaGammaBelow(s, z)
		}
		sum := term(0, x)
		y := s.Float64() * sum
		for n := 1; ; n++ {
			if n%2 == 1 {
				if sum -= term(n, x); y <= sum {
					return x / 4
				}
			} else if sum += term(n, x); y > sum {
				break
			}
		}
	}
}

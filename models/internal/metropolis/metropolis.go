// Package metropolis samples from densities, to check the posteriors of models
// by a method that has nothing in common with message passing.
package metropolis

import (
	"math"
	"math/rand/v2"
)

// Moments are the mean and the standard deviation of a coordinate, with the
// standard error of the mean from 50 batches.
type Moments struct {
	Mean, SD, Error float64
}

const batches = 50

// Sample draws n sweeps of single-coordinate random walks from the density
// exp(log), after n/5 sweeps in which the widths of the steps are adapted. The
// start must have a positive density.
func Sample(log func(x []float64) float64, start []float64, n int, seed uint64) []Moments {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := append([]float64(nil), start...)
	width := make([]float64, len(x))
	for i := range width {
		width[i] = 1
	}
	at := log(x)
	sweep := func(adapt bool) {
		for i := range x {
			old := x[i]
			x[i] += width[i] * rng.NormFloat64()
			next := log(x)
			accepted := math.Log(1-rng.Float64()) < next-at
			if accepted {
				at = next
			} else {
				x[i] = old
			}
			if adapt { // towards accepting 44 of 100
				if accepted {
					width[i] *= 1.056
				} else {
					width[i] /= 1.0437
				}
			}
		}
	}
	for range n / 5 {
		sweep(true)
	}
	out := make([]Moments, len(x))
	square := make([]float64, len(x))
	means := make([][]float64, len(x))
	for range batches {
		sum := make([]float64, len(x))
		for range n / batches {
			sweep(false)
			for i, v := range x {
				sum[i] += v
				square[i] += v * v
			}
		}
		for i := range x {
			means[i] = append(means[i], sum[i]/float64(n/batches))
		}
	}
	for i := range out {
		m, v := 0.0, 0.0
		for _, b := range means[i] {
			m += b / batches
		}
		for _, b := range means[i] {
			v += (b - m) * (b - m) / (batches - 1)
		}
		total := float64(batches * (n / batches))
		out[i] = Moments{Mean: m, SD: math.Sqrt(square[i]/total - m*m), Error: math.Sqrt(v / batches)}
	}
	return out
}

// NormalCdf is the distribution function of the standard normal.
func NormalCdf(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

package mcmc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// By hand: a chain filtered forward with probabilities and sampled backward.
func BenchmarkFiniteChain(b *testing.B) {
	for _, size := range []int{2, 3, 10} {
		const n = 10_000
		r := rand.New(rand.NewPCG(5, 6))
		row := func() (list []float64) {
			sum := 0.0
			for range size {
				x := r.Float64()
				list, sum = append(list, x), sum+x
			}
			for k := range list {
				list[k] /= sum
			}
			return list
		}
		first := row()
		var next, said [][]float64
		for range size {
			next = append(next, row())
		}
		x, mean := make([]float64, n), make([]float64, size)
		for k := range mean {
			mean[k] = float64(k)
		}
		for t := range n {
			x[t] = r.NormFloat64()
			said = append(said, make([]float64, size))
		}
		w := chain(first, next, said)
		p, s := w.pattern(), NewStream(1, 0)
		p.Order(false)
		b.Run(fmt.Sprint("block/", size), func(b *testing.B) {
			block := &FiniteBlock{}
			for b.Loop() {
				block.Reset(p)
				table := block.Table()
				for k := range table {
					table[k] += LogDensityCategorical(k, first)
				}
				table = block.Shared(0)
				at := 0
				for to := range size {
					for from := range size {
						table[at] += LogDensityCategorical(to, next[from])
						at++
					}
				}
				for t := range n {
					table := block.Table()
					for k := range table {
						table[k] += LogKernelNormal(x[t], mean[k], 1.3)
					}
				}
				block.Draw(s)
			}
		})
		b.Run(fmt.Sprint("hand/", size), func(b *testing.B) {
			filtered, z := make([]float64, n*size), make([]int, n)
			w, prior := make([]float64, size), make([]float64, size)
			for b.Loop() {
				copy(prior, first)
				for t := range n {
					to, sum := filtered[t*size:(t+1)*size], 0.0
					for k := range to {
						d := x[t] - mean[k]
						to[k] = prior[k] * math.Exp(-1.3*d*d/2)
						sum += to[k]
					}
					for k := range to {
						to[k] /= sum
					}
					clear(prior)
					for j, f := range to {
						for k, q := range next[j] {
							prior[k] += f * q
						}
					}
				}
				z[n-1], _ = DrawCategoricalP(s, filtered[(n-1)*size:])
				for t := n - 2; t >= 0; t-- {
					for k := range w {
						w[k] = filtered[t*size+k] * next[k][z[t+1]]
					}
					z[t], _ = DrawCategoricalP(s, w)
				}
			}
		})
	}
}

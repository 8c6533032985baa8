package latent

import "math"

// A function of three combinations or more, or a condition on them, is asked for by askMany plus twice their number, and one
// more of a condition. Before it are asked for the parts, and then the sum of each two of them, by whose variance their
// covariance is known.
const askMany = 32

// many tells how many combinations a kind has, 0 of others.
func many(kind int) int { return max(0, (kind-askMany)/2) }

// jointRoot finds the Cholesky factor of the covariance of combinations, row by row, 0 where one is one of those before. It is known by their
// standard deviations, and by those of the sums of each two behind these.
func jointRoot(sd []float64, k int, root []float64) {
	for i := range k {
		for j := range i {
			sum := sd[k+pairNumber(j, i, k)]
			limit := sd[i] * sd[j]
			root[i*k+j] = max(-limit, min(limit, (sum*sum-sd[i]*sd[i]-sd[j]*sd[j])/2))
		}
		root[i*k+i] = sd[i] * sd[i]
	}
	for i := range k {
		for j := range i + 1 {
			x := root[i*k+j]
			for l := range j {
				x -= root[i*k+l] * root[j*k+l]
			}
			switch {
			case i == j:
				if x < 1e-12*sd[i]*sd[i] {
					x = 0
				}
				root[i*k+i] = math.Sqrt(x)
			case root[j*k+j] > 0:
				root[i*k+j] = x / root[j*k+j]
			default:
				root[i*k+j] = 0
			}
		}
	}
}

// pairNumber numbers pairs i < j of k: (0,1), (0,2), ..., (1,2), ...
func pairNumber(i, j, k int) int { return i*k - i*(i+1)/2 + j - i - 1 }

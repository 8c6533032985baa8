package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// A function of three combinations or more, or a condition on them, is asked for by askMany plus twice their number, and one
// more of a condition. Before it are asked for the parts, and then the sum of each two of them, by whose variance their
// covariance is known.
const askMany = 32

// many tells how many combinations a kind has, 0 of others.
func many(kind int) int { return max(0, (kind-askMany)/2) }

const (
	manyPoints = 1 << 17 // about how many points there may be of all nodes and of all functions of an array
	fewPoints  = 1 << 9  // at least of a node
)

// A jointNormal is the normal of several combinations at a node: their means, and the Cholesky factor of their covariance, row by
// row, 0 where a combination is one of those before.
type jointNormal struct {
	mean, root []float64
}

// jointAt finds it: the asks of an element begin at first, and are a stride apart.
func (p *Posterior) jointAt(n *Node, first, stride, k int) jointNormal {
	s := jointNormal{make([]float64, k), make([]float64, k*k)}
	sd := make([]float64, k)
	for i := range k {
		c := p.firstAsk + first + i*stride
		s.mean[i], sd[i] = n.Mean[c], n.Sd[c]
	}
	for i := range k {
		for j := range i {
			c := p.firstAsk + first + (k+pairNumber(j, i, k))*stride
			limit := sd[i] * sd[j]
			s.root[i*k+j] = max(-limit, min(limit, (n.Sd[c]*n.Sd[c]-sd[i]*sd[i]-sd[j]*sd[j])/2))
		}
		s.root[i*k+i] = sd[i] * sd[i]
	}
	for i := range k {
		for j := range i + 1 {
			x := s.root[i*k+j]
			for l := range j {
				x -= s.root[i*k+l] * s.root[j*k+l]
			}
			switch {
			case i == j:
				if x < 1e-12*sd[i]*sd[i] {
					x = 0
				}
				s.root[i*k+i] = math.Sqrt(x)
			case s.root[j*k+j] > 0:
				s.root[i*k+j] = x / s.root[j*k+j]
			default:
				s.root[i*k+j] = 0
			}
		}
	}
	return s
}

// pairNumber numbers pairs i < j of k: (0,1), (0,2), ..., (1,2), ...
func pairNumber(i, j, k int) int { return i*k - i*(i+1)/2 + j - i - 1 }

// kronecker are the steps of a Kronecker sequence in so many dimensions.
func kronecker(k int) []float64 {
	phi := 2.0
	for range 60 {
		phi = math.Pow(1+phi, 1/float64(k+1))
	}
	step := make([]float64, k)
	for i := range step {
		step[i] = math.Pow(phi, -float64(i+1))
	}
	return step
}

// manyValues evaluates a function of several combinations at points of each node's normal: those of a Kronecker sequence, by
// powers of the root of x^(d+1) = x + 1, the generalized golden ratio (Roberts 2018), each with its reflection through the
// mean, so that the mean of what is linear is exact.
func (p *Posterior) manyValues(m Model, a answered) *values {
	v := &values{}
	k := a.many
	step := kronecker(k)
	budget := float64(manyPoints) / math.Sqrt(float64(max(1, a.of)))
	u, z := make([]float64, k), []float64(nil)
	var out []float64
	next := 0 // of the sequence: nodes go on in it, so that their errors are not the same
	for i := range p.Nodes {
		n := &p.Nodes[i]
		s := p.jointAt(n, a.first, a.stride, k)
		points := max(fewPoints, int(n.Weight*budget)/2)
		if n.Weight < 1e-6 {
			points = 16
		}
		z = z[:0]
		for range points {
			next++
			for j := range u {
				_, x := math.Modf(0.5 + float64(next)*step[j])
				u[j] = special.NormalQuantile(x)
			}
			for _, sign := range []float64{1, -1} {
				for r := range k {
					x := 0.0
					for j := range r + 1 {
						x += sign * s.root[r*k+j] * u[j]
					}
					c := p.firstAsk + a.first + r*a.stride
					if n.Sd[c] > 0 {
						x /= n.Sd[c]
					}
					z = append(z, n.value(c, x))
				}
			}
		}
		out = slices.Grow(out[:0], 2*points)[:2*points]
		clear(out)
		m.Place(n.Theta, nil)
		m.AddLogDensity(p.asks[a.at].row, z, out)
		w := n.Weight / float64(2*points)
		for _, x := range out {
			v.list = append(v.list, weighted{x, w, 0, n.last})
		}
	}
	v.settle()
	return v
}

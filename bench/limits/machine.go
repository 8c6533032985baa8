package limits

import (
	"math"
	"math/rand/v2"
)

// Weights is the number of weights of a Machine: a constant, as whoever writes
// the loop for one table would have it.
const Weights = 20

// A Machine is the state of EP on probit regression with a posterior that is a
// product over the weights: the Bayes point machine. Each row says that the sum
// of x[d] times weight d, and unit noise, is positive.
type Machine struct {
	X  [][Weights]float64
	W  [Weights]Natural   // posterior of each weight
	To [][Weights]Natural // the messages of each row
}

// NewMachine draws rows from a fixed seed, which are turned so that every noisy
// score is positive, and starts from weights with standard normal priors.
func NewMachine(rows int) *Machine {
	r := rand.New(rand.NewPCG(3, 4))
	m := &Machine{X: make([][Weights]float64, rows), To: make([][Weights]Natural, rows)}
	for i := range m.X {
		x := &m.X[i]
		score := r.NormFloat64()
		for d := range x {
			x[d] = r.NormFloat64()
			score += x[d] * math.Cos(float64(d))
		}
		if score < 0 {
			for d := range x {
				x[d] = -x[d]
			}
		}
	}
	for d := range m.W {
		m.W[d] = Natural{0, 1}
	}
	return m
}

// SweepPlain updates the messages of every row in order, in means and
// variances: those of the score, of the score known to be positive, and of each
// weight given that.
func (m *Machine) SweepPlain() {
	for i := range m.X {
		x, to := &m.X[i], &m.To[i]
		// The weights without this row.
		var mean, variance [Weights]float64
		score, spread := 0.0, 1.0
		for d := range x {
			p := m.W[d].P - to[d].P
			mean[d], variance[d] = (m.W[d].H-to[d].H)/p, 1/p
			score += x[d] * mean[d]
			spread += x[d] * x[d] * variance[d]
		}
		sd := math.Sqrt(spread)
		t := score / sd
		v := HazardErfc(t)
		w := v * (v + t)
		// Each weight with it, and the quotient of the two.
		for d := range x {
			gain := x[d] * variance[d] / sd
			post, left := mean[d]+gain*v, variance[d]-gain*gain*w
			without := Natural{mean[d] / variance[d], 1 / variance[d]}
			m.W[d] = Natural{post / left, 1 / left}
			to[d] = Natural{m.W[d].H - without.H, m.W[d].P - without.P}
		}
	}
}

// Sweep does what SweepPlain does with two divisions a weight.
func (m *Machine) Sweep() {
	weights := m.W // a local copy stays where the loop can hold it
	for i := range m.X {
		x, to := &m.X[i], &m.To[i]
		var part, square [Weights]float64 // of each weight in score and spread
		score, spread := 0.0, 1.0
		for d := range x {
			r := x[d] / (weights[d].P - to[d].P)
			part[d] = r * (weights[d].H - to[d].H)
			square[d] = r * x[d]
			score += part[d]
			spread += square[d]
		}
		sd := math.Sqrt(spread)
		t := score / sd
		v := HazardTable(t)
		w := v * (v + t)
		shift := sd * v
		for d := range x {
			r := x[d] / (spread - w*square[d])
			n := Natural{r * (w*part[d] + shift), r * w * x[d]}
			weights[d].H += n.H - to[d].H
			weights[d].P += n.P - to[d].P
			to[d] = n
		}
	}
	m.W = weights
}

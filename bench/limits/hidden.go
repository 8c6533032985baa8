package limits

import (
	"math"
	"math/rand/v2"
)

// States and Symbols are the sizes of a Hidden; Conc is the Dirichlet pseudo-count of a
// transition.
const (
	States  = 10
	Symbols = 16
	Conc    = 1.0
)

type (
	row  = [States]float64
	grid = [States]row
)

// A Hidden is the posterior over the transitions of a hidden Markov model, with the known
// emission table laid out by symbol: Emit[v][s] = p(v | s).
type Hidden struct {
	Emit        [Symbols]row
	Count       grid // Dirichlet parameters, [from][to]
	Seen        []int
	Alpha, Beta []row
}

// NewHidden draws n symbols from a sticky chain, from a fixed seed, with transitions near
// their prior, broken slightly towards staying.
func NewHidden(n int) *Hidden {
	r := rand.New(rand.NewPCG(9, 10))
	m := &Hidden{Seen: make([]int, n), Alpha: make([]row, n), Beta: make([]row, n)}
	for s := range States {
		var sum float64
		for v := range Symbols {
			p := 0.02 + r.Float64()*r.Float64()
			if v == s || v == s+6 {
				p += 2
			}
			m.Emit[v][s] = p
			sum += p
		}
		for v := range Symbols {
			m.Emit[v][s] /= sum
		}
	}
	m.Reset()
	s := 0
	for i := range m.Seen {
		switch u := r.Float64(); {
		case u < 0.7:
		case u < 0.9:
			s = (s + 1) % States
		default:
			s = r.IntN(States)
		}
		u := r.Float64()
		for v := range Symbols {
			if u -= m.Emit[v][s]; u < 0 {
				m.Seen[i] = v
				break
			}
		}
	}
	return m
}

// Reset returns the transitions to where they start.
func (m *Hidden) Reset() {
	for i := range States {
		for j := range States {
			m.Count[i][j] = Conc
		}
		m.Count[i][i]++
	}
}

// expected returns exp(E[log A]).
func (m *Hidden) expected() (a grid) {
	for i := range States {
		var sum float64
		for j := range States {
			sum += m.Count[i][j]
		}
		psi := digamma(sum)
		for j := range States {
			a[i][j] = math.Exp(digamma(m.Count[i][j]) - psi)
		}
	}
	return a
}

// SweepPlain runs forward-backward with stored messages, forms the marginals of pairs one
// by one, and updates the Dirichlets of the transitions.
func (m *Hidden) SweepPlain() {
	a := m.expected()
	n, obs, alpha, beta := len(m.Seen), m.Seen, m.Alpha, m.Beta
	for t := range n {
		var sum float64
		for j := range States {
			y := 1.0 / States
			if t > 0 {
				y = 0
				for i := range States {
					y += alpha[t-1][i] * a[i][j]
				}
			}
			alpha[t][j] = y * m.Emit[obs[t]][j]
			sum += alpha[t][j]
		}
		for j := range States {
			alpha[t][j] /= sum
		}
	}
	for j := range States {
		beta[n-1][j] = 1
	}
	for t := n - 2; t >= 0; t-- {
		var sum float64
		for i := range States {
			var y float64
			for j := range States {
				y += a[i][j] * m.Emit[obs[t+1]][j] * beta[t+1][j]
			}
			beta[t][i] = y
			sum += y
		}
		for i := range States {
			beta[t][i] /= sum
		}
	}
	var count grid
	for t := range n - 1 {
		var pair grid
		var z float64
		for i := range States {
			for j := range States {
				pair[i][j] = alpha[t][i] * a[i][j] * m.Emit[obs[t+1]][j] * beta[t+1][j]
				z += pair[i][j]
			}
		}
		for i := range States {
			for j := range States {
				count[i][j] += pair[i][j] / z
			}
		}
	}
	for i := range States {
		for j := range States {
			m.Count[i][j] = Conc + count[i][j]
		}
	}
}

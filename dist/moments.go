package dist

import (
	"math"

	"mpc/special"
)

// The moments of a posterior that messages of variational message passing read:
// computed once where the posterior is, they spare each of many readers logs and
// divisions. Those of an improper distribution are NaN.

// NormalMoments are what is read of a Normal. The variance is 0 for a point mass
// alone.
type NormalMoments struct {
	Mean, Variance float64
}

// NormalMomentsOf returns the moments of d.
func NormalMomentsOf(d Normal) NormalMoments {
	switch {
	case d.IsPoint():
		return NormalMoments{Mean: d.H}
	case d.P > 0:
		return NormalMoments{d.H / d.P, 1 / d.P}
	}
	return NormalMoments{math.NaN(), math.NaN()}
}

// NormalMomentsPoint returns the moments of the point mass at x.
func NormalMomentsPoint(x float64) NormalMoments { return NormalMoments{Mean: x} }

// IsProper tells whether m are the moments of a proper distribution.
func (m NormalMoments) IsProper() bool { return m.Variance >= 0 }

// GammaMoments are what is read of a Gamma: the mean, the mean of the log, and the
// log of the mean less that, with all digits however small.
type GammaMoments struct {
	Mean, MeanLog, LogGap float64
}

// GammaMomentsOf returns the moments of d.
func GammaMomentsOf(d Gamma) GammaMoments {
	mean, gap := d.Mean(), d.LogGap()
	return GammaMoments{mean, math.Log(mean) - gap, gap}
}

// GammaMomentsPoint returns the moments of the point mass at x.
func GammaMomentsPoint(x float64) GammaMoments { return GammaMomentsOf(GammaPoint(x)) }

// IsProper tells whether m are the moments of a proper distribution.
func (m GammaMoments) IsProper() bool { return m.LogGap >= 0 }

// BetaMoments are what is read of a Beta: the means of log x, of log (1-x), and of
// their difference, with all digits however small.
type BetaMoments struct {
	MeanLog, MeanLogComplement, MeanLogOdds float64
}

// BetaMomentsOf returns the moments of d.
func BetaMomentsOf(d Beta) BetaMoments {
	m := BetaMoments{MeanLog: d.MeanLog(), MeanLogComplement: d.MeanLogComplement()}
	switch a, b := d.A, d.B; {
	case d.IsPoint() && a > 0.25 && a < 0.75: // a - (1-a) is exact
		m.MeanLogOdds = math.Log1p((2*a - 1) / (1 - a))
	case d.IsPoint() || !d.IsProper():
		m.MeanLogOdds = m.MeanLog - m.MeanLogComplement
	case a < 2*b && b < 2*a: // a - b is exact
		m.MeanLogOdds = math.Log1p((a-b)/b) - (special.LogMinusDigamma(a) - special.LogMinusDigamma(b))
	default:
		m.MeanLogOdds = math.Log(a) - math.Log(b) - (special.LogMinusDigamma(a) - special.LogMinusDigamma(b))
	}
	return m
}

// BetaMomentsPoint returns the moments of the point mass at x.
func BetaMomentsPoint(x float64) BetaMoments { return BetaMomentsOf(BetaPoint(x)) }

// IsProper tells whether m are the moments of a proper distribution.
func (m BetaMoments) IsProper() bool { return m.MeanLog <= 0 && m.MeanLogComplement <= 0 }

// BernoulliMoments are what is read of a Bernoulli: the probabilities of true and
// of false, each with all digits however small.
type BernoulliMoments struct {
	True, False float64
}

// BernoulliMomentsOf returns the moments of d.
func BernoulliMomentsOf(d Bernoulli) BernoulliMoments { return BernoulliMoments{d.P(), d.Q()} }

// IsProper tells whether m are the moments of a proper distribution.
func (m BernoulliMoments) IsProper() bool { return m.True == m.True }

// BernoulliMomentsPoint returns the moments of the point mass at b.
func BernoulliMomentsPoint(b bool) BernoulliMoments { return BernoulliMomentsOf(BernoulliPoint(b)) }

// A DirichletMoments is what is read of a Dirichlet: the means of the logs of the
// probabilities, and their exponentials, the geometric means, which may underflow. The
// latter stand behind the former, in the same memory, where it has room for both: one
// slice is read faster than two.
type DirichletMoments struct {
	MeanLog []float64
}

// Geometric returns the geometric means; nil where there is no room for them.
func (m DirichletMoments) Geometric() []float64 {
	n := len(m.MeanLog)
	if cap(m.MeanLog) < 2*n {
		return nil
	}
	return m.MeanLog[n : 2*n]
}

// NewDirichletMoments returns those of n distributions, in one block of memory; size
// is the number of values of each.
func NewDirichletMoments(n int, size func(i int) int) []DirichletMoments {
	list := make([]DirichletMoments, n)
	block := newVectorBlock(n, func(i int) int { return 2 * size(i) })
	for i := range list {
		list[i].MeanLog = block.take(2 * size(i))[:size(i)]
	}
	return list
}

// NewDirichletMomentsLogs is NewDirichletMoments for those of which nothing but the means
// of the logs is read: there is no room for more.
func NewDirichletMomentsLogs(n int, size func(i int) int) []DirichletMoments {
	list := make([]DirichletMoments, n)
	block := newVectorBlock(n, size)
	for i := range list {
		list[i].MeanLog = block.take(size(i))
	}
	return list
}

// Set makes m the moments of d, the geometric means among them unless m was made for d's
// size without.
func (m *DirichletMoments) Set(d Dirichlet) {
	if n := len(d.A); len(m.MeanLog) != n {
		if cap(m.MeanLog) < 2*n {
			m.MeanLog = make([]float64, 2*n)
		}
		m.MeanLog = m.MeanLog[:n]
	}
	d.MeanLog(m.MeanLog)
	if geometric := m.Geometric(); geometric != nil {
		for k, l := range m.MeanLog {
			geometric[k] = math.Exp(l)
		}
	}
}

// IsProper tells whether m are the moments of a proper distribution.
func (m DirichletMoments) IsProper() bool {
	return len(m.MeanLog) == 0 || m.MeanLog[0] == m.MeanLog[0]
}

// A CategoricalMoments is what is read of a Categorical: the probabilities.
type CategoricalMoments struct {
	P []float64
}

// NewCategoricalMoments returns those of n distributions, in one block of memory;
// size is the number of values of each.
func NewCategoricalMoments(n int, size func(i int) int) []CategoricalMoments {
	list := make([]CategoricalMoments, n)
	block := newVectorBlock(n, size)
	for i := range list {
		list[i].P = block.take(size(i))
	}
	return list
}

// Set makes m the moments of d.
func (m *CategoricalMoments) Set(d Categorical) { m.P = d.P(m.P) }

// SetTilted makes m the moments of d times the weights exp(evidence), as if the largest of
// these were made 1, they were multiplied into d, and Set were called. It returns false
// where one of the weights is not finite, or none is left: m is of no use then.
func (m *CategoricalMoments) SetTilted(d Categorical, evidence []float64) bool {
	m.P = distResize(m.P, len(d.LogP))
	if len(evidence) != len(d.LogP) {
		return false
	}
	p, e := m.P[:len(d.LogP)], evidence[:len(d.LogP)]
	scale := distNearLargest(e)
	for k, l := range d.LogP {
		p[k] = l + (e[k] - scale)
	}
	top := distNearLargest(p)
	if top-top != 0 {
		return false
	}
	sum := special.ExpRow(p, p, top)
	scale = 1 / sum
	for k := range p {
		p[k] *= scale
	}
	return sum == sum
}

// IsProper tells whether m are the moments of a proper distribution.
func (m CategoricalMoments) IsProper() bool { return len(m.P) == 0 || m.P[0] == m.P[0] }

// Copy returns a value that shares no memory with m.
func (m DirichletMoments) Copy() DirichletMoments {
	n := len(m.MeanLog)
	all := append(make([]float64, 0, n+len(m.Geometric())), m.MeanLog...)
	return DirichletMoments{append(all, m.Geometric()...)[:n]}
}

// AppendState appends the moments bit by bit.
func (m DirichletMoments) AppendState(b []byte) []byte {
	return appendState(appendState(b, m.MeanLog), m.Geometric())
}

// ReadState reads what AppendState appended for moments of the size that m has, and
// returns the rest; false where there is no such thing.
func (m *DirichletMoments) ReadState(b []byte) ([]byte, bool) {
	b, ok := readState(b, m.MeanLog)
	if !ok {
		return nil, false
	}
	return readState(b, m.Geometric())
}

// Copy returns a value that shares no memory with m.
func (m CategoricalMoments) Copy() CategoricalMoments {
	return CategoricalMoments{append([]float64(nil), m.P...)}
}

// AppendState appends the moments bit by bit.
func (m CategoricalMoments) AppendState(b []byte) []byte { return appendState(b, m.P) }

// ReadState reads what AppendState appended for moments of the size that m has, and
// returns the rest; false where there is no such thing.
func (m *CategoricalMoments) ReadState(b []byte) ([]byte, bool) { return readState(b, m.P) }

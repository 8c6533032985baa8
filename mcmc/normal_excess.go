package mcmc

import (
	"fmt"
	"slices"
)

// An Excess says of a pattern that moments are wanted of why it is too large.
type Excess struct {
	// Size is the number of coordinates, Tied how many of them are all tied to each other.
	Size, Tied int
	// Held is how many combinations are held, where these are too many.
	Held int
	// Numbers are those of the factor, Operations the multiplications that it takes.
	Numbers, Operations float64
}

const (
	// mostOperations is how many multiplications a factor may take of which moments are wanted, some
	// seconds: it is made anew in each sweep.
	mostOperations = 5e9
	mostTargets    = 3e8 // how many products of entries may be listed: 4 bytes each
	// quickOperations is how many multiplications take about as long as a slice of one coordinate takes of one density, and
	// fewOperations how many are quick in any case.
	quickOperations, fewOperations = 64, 1e4
	mostOfFactor                   = 6e7 // of a factor: 20 bytes each, with its inverse
)

// Error says how large it is.
func (e *Excess) Error() string {
	if e.Held > 0 {
		return fmt.Sprintf("%d combinations of %d normals are known exactly: to condition on them takes %.2g multiplications in each sweep", e.Held, e.Size, e.Operations)
	}
	return fmt.Sprintf("%d of %d normals are all tied to each other: the factor of their precision has %.2g numbers, and takes %.2g multiplications in each sweep", e.Tied, e.Size, e.Numbers, e.Operations)
}

// OrderQuick is Order where a factor takes no longer than slices of each coordinate of all densities do; else it does no more than to say so
// by Excess.
func (p *NormalPattern) OrderQuick() {
	read := 0
	for _, list := range p.said {
		read += len(list)
	}
	p.Limit(max(fewOperations, quickOperations*float64(read)))
	p.OrderForMoments()
}

// Ordered tells whether there is an order, and not an Excess.
func (p *NormalPattern) Ordered() bool { return p.Excess == nil }

// OrderForMoments is Order where moments are wanted, which takes a factor for each sweep. Of a pattern that is too large for
// that it does no more than to say so by Excess.
func (p *NormalPattern) OrderForMoments() {
	widest := 0
	for _, list := range p.said {
		if len(list) > widest {
			sorted := slices.Clone(list)
			slices.Sort(sorted)
			widest = max(widest, len(slices.Compact(sorted)))
		}
	}
	if p.most == 0 {
		p.most = mostOperations
	}
	n := float64(widest)
	e := &Excess{Size: p.size, Tied: widest, Numbers: n * (n + 1) / 2, Operations: n * n * n / 6}
	if held := p.heldWork(); held > p.most {
		p.Excess = &Excess{Size: p.size, Held: len(p.held), Operations: held}
		p.said, p.row, p.number = nil, nil, nil
		return
	}
	if e.Operations <= p.most {
		fronts := p.orderFronts()
		if !fronts && p.excess == 0 {
			p.eliminate(p.ties())
		}
		if n := p.excess; n > 0 {
			p.Excess = &Excess{Size: p.size, Tied: int(n), Numbers: float64(len(p.rows)) + n*(n+1)/2, Operations: p.work + n*n*n/6}
			p.said, p.row, p.number = nil, nil, nil
			return
		}
		if fronts {
			p.settle()
			return
		}
		m := float64(p.size - p.sparse)
		e = &Excess{Size: p.size, Tied: p.size - p.sparse, Numbers: float64(p.size+len(p.rows)) + m*(m+1)/2, Operations: m * m * m / 6}
		targets := 0.0
		for j := range p.sparse {
			rows := p.rows[p.start[j]:p.start[j+1]]
			n := float64(len(rows))
			e.Operations += n * (n + 1) / 2
			e.Tied = max(e.Tied, len(rows)+1)
			if n > 0 && int(rows[0]) < p.sparse {
				targets += n * (n + 1) / 2
			}
		}
		if e.Operations <= p.most && targets <= mostTargets {
			p.targets()
			p.settle()
			return
		}
	}
	p.Excess = e
	p.said, p.row, p.number = nil, nil, nil
}

package engine

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// A Progress says how far the runs of an inference have come.
type Progress struct {
	plan  *Plan
	Done  []bool // by step
	Loops []Loop // by step
	// Skipped counts updates that had no proper message in the present run.
	Skipped map[int]int
	last    map[skip]bool   // those of the last iteration
	left    []map[skip]bool // those of the last iteration of each step, nil for none
	mutex   *sync.Mutex     // of these, where workers share plates; else nil
	ascents []Ascender      // by step; nil where no iteration ends in a bound
	// Seed is that of the random initial marginals, From that of this start.
	Seed, From uint64
}

// A Loop is how far the iteration of a step has come.
type Loop struct {
	Iterations int
	Change     float64
	Open       bool // it has not converged
}

// NewProgress is that of an inference that has not run.
func NewProgress(plan *Plan) Progress {
	return Progress{plan: plan, Done: make([]bool, plan.Steps), Loops: make([]Loop, plan.Steps), left: make([]map[skip]bool, plan.Steps)}
}

// Share makes skips of several workers safe.
func (p *Progress) Share() { p.mutex = new(sync.Mutex) }

// Ascend makes the iterations of all steps heed their bounds: each step gets what new makes.
func (p *Progress) Ascend(new func() Ascender) {
	for range p.Loops {
		p.ascents = append(p.ascents, new())
	}
}

// Clone returns a copy that shares nothing which changes.
func (p *Progress) Clone() Progress {
	c := *p
	c.Done, c.Loops, c.left = slices.Clone(p.Done), slices.Clone(p.Loops), slices.Clone(p.left)
	c.ascents = nil
	for _, a := range p.ascents {
		c.ascents = append(c.ascents, a.Clone())
	}
	return c
}

// Follow is the progress of an inference that takes over from one: what steps have done counts but for those that run again,
// and nothing where arrays have other sizes.
func (p *Progress) Follow(sameSizes bool, again []int) Progress {
	next := p.Clone()
	if !sameSizes {
		next.Undo(0)
	}
	for _, s := range again {
		next.Done[s] = false
	}
	return next
}

// Undo says that the steps from first on are not done.
func (p *Progress) Undo(first int) { clear(p.Done[first:]) }

// Restart forgets how far the steps have come that are not done.
func (p *Progress) Restart() {
	for i, done := range p.Done {
		if !done {
			p.Loops[i] = Loop{}
			if p.ascents != nil {
				p.ascents[i].Reset()
			}
		}
	}
	p.Skipped, p.last = map[int]int{}, map[skip]bool{}
}

// Sweeps is the number of iterations of the longest loop.
func (p *Progress) Sweeps() int {
	n := 0
	for _, l := range p.Loops {
		n = max(n, l.Iterations)
	}
	return n
}

// Converged tells whether all steps are done and no loop is open.
func (p *Progress) Converged() bool {
	return !slices.Contains(p.Done, false) && !slices.ContainsFunc(p.Loops, func(l Loop) bool { return l.Open })
}

// Change is the largest change of a posterior in the last iteration of a loop.
func (p *Progress) Change() float64 {
	change := 0.0
	for _, l := range p.Loops {
		change = math.Max(change, l.Change)
	}
	return change
}

// Marshal returns the progress as the beginning of a saved state.
func (p *Progress) Marshal() []byte {
	b := binary.LittleEndian.AppendUint64(nil, p.plan.Version)
	for _, seed := range []uint64{p.Seed, p.From}[:p.plan.Seeds] {
		b = binary.LittleEndian.AppendUint64(b, seed)
	}
	for i, l := range p.Loops {
		var flags uint64
		if p.Done[i] {
			flags = 1
		}
		if l.Open {
			flags |= 2
		}
		b = binary.LittleEndian.AppendUint64(b, flags)
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Iterations))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.Change))
		if p.ascents != nil {
			b = p.ascents[i].Marshal(b)
		}
	}
	return b
}

// Unmarshal reads what Marshal returned, and returns what stands behind it.
func (p *Progress) Unmarshal(b []byte) ([]byte, error) {
	size := 8 * (1 + p.plan.Seeds + 3*p.plan.Steps)
	for _, a := range p.ascents {
		size += len(a.Marshal(nil))
	}
	if len(b) < size || binary.LittleEndian.Uint64(b) != p.plan.Version {
		return nil, ErrState
	}
	b = b[8:]
	for _, seed := range []*uint64{&p.Seed, &p.From}[:p.plan.Seeds] {
		*seed, b = binary.LittleEndian.Uint64(b), b[8:]
	}
	for i := range p.Loops {
		flags := binary.LittleEndian.Uint64(b)
		p.Done[i] = flags&1 != 0
		p.Loops[i] = Loop{
			Iterations: int(binary.LittleEndian.Uint64(b[8:])),
			Change:     math.Float64frombits(binary.LittleEndian.Uint64(b[16:])),
			Open:       flags&2 != 0,
		}
		b = b[24:]
		if p.ascents != nil {
			b = p.ascents[i].Unmarshal(b)
		}
	}
	return b, nil
}

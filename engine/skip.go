package engine

import (
	"maps"
	"slices"

	"mpc/dist"
)

// A skip is an update that had no proper message, with its first loop indices.
type skip struct {
	update  int
	element [4]int
}

// A Skip says that updates of a statement were left out because a marginal or
// a cavity would not have been proper.
type Skip struct {
	Line      int
	Statement string
	Count     int
}

// Where is where an update stands, for an element.
func (p *Progress) Where(update int, element []int) Where {
	at := p.plan.Origins[update]
	return Where{Line: at.Line, Column: at.Column, Statement: at.Statement, Element: element, Iteration: p.Sweeps()}
}

// Skip counts an update that has no proper message, and returns an error for
// one that can have none.
func (p *Progress) Skip(update int, fault dist.Fault, element []int) error {
	switch fault {
	case dist.Contradiction:
		return &ContradictionError{p.Where(update, element)}
	case dist.NotFinite:
		return &NotFiniteError{p.Where(update, element)}
	}
	key := skip{update: update}
	copy(key.element[:], element)
	if p.mutex != nil {
		p.mutex.Lock()
		defer p.mutex.Unlock()
	}
	p.Skipped[update]++
	if !p.plan.Predicts[update] {
		p.last[key] = true
	}
	return nil
}

// Contradiction is the error of observations of probability zero.
func (p *Progress) Contradiction(update int, element []int) error {
	return p.Skip(update, dist.Contradiction, element)
}

// Skips lists the updates that were left out in the present run, by line.
func (p *Progress) Skips() []Skip {
	var list []Skip
	for id := range p.plan.Updates {
		if n := p.Skipped[id]; n > 0 {
			at := p.plan.Origins[id]
			list = append(list, Skip{at.Line, at.Statement, n})
		}
	}
	return list
}

// checkSkipped returns an error if all messages of a factor were left out at last:
// then the posteriors ignore it.
func (p *Progress) checkSkipped(step int) error {
	p.left[step] = nil
	if len(p.last) == 0 {
		return nil
	}
	p.left[step] = maps.Clone(p.last)
	for _, senders := range p.plan.Factors {
		var first *skip
		for key := range p.last {
			if key.update != senders[0].Update && key.update != senders[0].Buffer {
				continue
			}
			all := true
			for _, s := range senders {
				all = all && (p.last[skip{s.Update, key.element}] || p.last[skip{s.Buffer, key.element}])
			}
			if all && (first == nil || slices.Compare(key.element[:], first.element[:]) < 0) {
				first = &key
			}
		}
		if first != nil {
			return p.IgnoredAt(senders[0].Update, first.element[:]...)
		}
	}
	return nil
}

// AnyLeft tells whether some update was left out at last.
func (p *Progress) AnyLeft() bool {
	return slices.ContainsFunc(p.left, func(m map[skip]bool) bool { return len(m) > 0 })
}

// LeftOut tells whether an update, or the buffer that it reads, was left out at last.
func (p *Progress) LeftOut(update, buffer int, element ...int) bool {
	var at [4]int
	copy(at[:], element)
	for _, m := range p.left {
		if m[skip{update, at}] || m[skip{buffer, at}] {
			return true
		}
	}
	return false
}

// IgnoredAt is the error of an instance of a factor that the posteriors ignore.
func (p *Progress) IgnoredAt(update int, element ...int) error {
	return &ImproperError{Where: p.Where(update, element), LeftOut: true, help: p.plan.Help}
}

package loops

import (
	"mpc/factor"
	"mpc/message"
)

// Messages of VMP read moments of posteriors: means, means of logs, probabilities.
// Those of an element that is read once are computed there.

// keptMoments finds the variables of which moments are kept, beside their posteriors:
// those of which an element is read by several messages.
func keptMoments(p *message.Program, scheduled map[int]bool) map[*factor.Variable]bool {
	kept := map[*factor.Variable]bool{}
	readers := map[*factor.Variable]int{}
	note := func(a message.Arg) {
		if !a.Moments || a.Source != message.Stored {
			return
		}
		v := a.Slot.Edge.Variable
		readers[v]++
		// The moments of a normal are two divisions.
		if !a.Slot.Edge.Injective() || a.Slot.Over != nil || readers[v] > 1 && v.Family != factor.Normal {
			kept[v] = true
		}
	}
	read := func(list []message.Arg) {
		for _, a := range list {
			note(a)
		}
	}
	for _, u := range p.Updates {
		if !scheduled[u.ID] {
			continue
		}
		read(u.Args)
		for _, w := range u.Weights {
			note(w.Selector)
		}
		if u.Kind == message.Branches {
			for _, t := range Branched(u) {
				read(t.Args)
			}
		}
	}
	return kept
}

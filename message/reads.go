package message

import (
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// CodeTooLarge is the code of a program that is too large to be ordered.
const CodeTooLarge = lang.CodeTooLarge

// maxReads is how many reads of a message by another there may be: for each of them the planner
// keeps some hundred bytes.
const maxReads = 2_000_000

// tooLarge reports a program the messages of which read each other too often. A message of EP reads
// all others to its variable: n statements that read one variable are n^2 reads, where the same
// statements in a loop are one.
func (l *lowering) tooLarge() {
	g := l.program.Graph
	messages := make([]map[string]int, len(g.Variables)) // by element, "" where it is not seen which
	all := make([]int, len(g.Variables))
	for i := range messages {
		messages[i] = map[string]int{}
	}
	for _, u := range l.program.To {
		if u != nil {
			messages[u.Edge.Variable.ID][elementOf(u.Edge)]++
			all[u.Edge.Variable.ID]++
		}
	}
	reads := make([]int, len(messages))
	total := 0
	for _, u := range l.program.Updates {
		for _, a := range u.Args {
			if a.Source != Cavity && a.Source != Product {
				continue
			}
			v := a.Slot.Edge.Variable.ID
			n := all[v]
			if at := elementOf(a.Slot.Edge); at != "" {
				n = messages[v][at] + messages[v][""]
			}
			reads[v] += n
			total += n
		}
	}
	if total <= maxReads {
		return
	}
	var most *factor.Variable
	for _, v := range g.Variables {
		if most == nil || reads[v.ID] > reads[most.ID] {
			most = v
		}
	}
	name, what := most.Name, "EP"
	if most.Algorithm != operators.EP {
		what = most.Algorithm.String()
	}
	l.Errorf(most.At, CodeTooLarge, "%d statements read %s, and each message of %s reads all others: %d reads are too many, %d are the most", all[most.ID]-1, name, what, total, maxReads).
		WithHint("write them as one statement in a loop over an array, as in for (i in n) { y[i] ~ normal(%s, variance = 1) }", name)
}

// elementOf names the element that an edge leads to, where its indices are numbers.
func elementOf(e *factor.Edge) string {
	key := "."
	for _, x := range e.Index {
		if x.Op != model.OpNumber {
			return ""
		}
		key += x.Key() + "."
	}
	return key
}

package message

import (
	"mpc/factor"
	"mpc/lang"
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
	messages := make([]int, len(l.program.Graph.Variables)) // to each variable
	for _, u := range l.program.To {
		if u != nil {
			messages[u.Edge.Variable.ID]++
		}
	}
	reads := make([]int, len(messages))
	total := 0
	for _, u := range l.program.Updates {
		for _, a := range u.Args {
			if a.Source == Cavity || a.Source == Product {
				v := a.Slot.Edge.Variable
				reads[v.ID] += messages[v.ID]
				total += messages[v.ID]
			}
		}
	}
	if total <= maxReads {
		return
	}
	var most *factor.Variable
	for _, v := range l.program.Graph.Variables {
		if most == nil || reads[v.ID] > reads[most.ID] {
			most = v
		}
	}
	name, what := most.Name, "EP"
	if most.Algorithm != operators.EP {
		what = most.Algorithm.String()
	}
	l.Errorf(most.At, CodeTooLarge, "%d statements read %s, and each message of %s reads all others: %d reads are too many, %d are the most", messages[most.ID]-1, name, what, total, maxReads).
		WithHint("write them as one statement in a loop over an array, as in for (i in n) { y[i] ~ normal(%s, variance = 1) }", name)
}

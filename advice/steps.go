package advice

import (
	"mpc/factor"
	"mpc/message"
	"mpc/schedule"
)

// each calls f for the nodes of steps in order, those of an iteration's body several
// times, as what one passes on another takes up in the next.
func each(list []schedule.Step, f func(node int)) {
	for _, step := range list {
		switch step := step.(type) {
		case *schedule.Update:
			f(step.Node)
		case *schedule.Loop:
			each(step.Body, f)
		case *schedule.Iterate:
			each(step.Init, f)
			for range 4 {
				each(step.Body, f)
			}
			each(step.Final, f)
		}
	}
}

// written is the variable that an update sends to or computes.
func written(u *message.Update) *factor.Variable {
	if u.Edge != nil {
		return u.Edge.Variable
	}
	return u.Variable
}

package codegen

import (
	"fmt"

	"mpc/codegen/lower"
	"mpc/codegen/text"
)

// Stream is the local variable for the stream of random numbers.
func (l *lowered) Stream() (name, field string) {
	if l.self == receivers[lower.OfJoint][0] {
		return "stream", "q.around"
	}
	return "stream", "&c.course.Stream"
}

// elementsFrom is a slice of n numbers from a place on.
func elementsFrom(from text.Arg, n string) string {
	if from.Index == "0" {
		return fmt.Sprintf("%s[:%s]", from.Array, n)
	}
	return fmt.Sprintf("%s[%s:][:%s]", from.Array, from.Index, n)
}

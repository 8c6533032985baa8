package joint

import (
	"fmt"
	"strings"
)

// String prints the statements, one line each.
func (j *Joint) String() string {
	var b strings.Builder
	for _, s := range j.Statements {
		fmt.Fprintf(&b, "%s\n", s)
	}
	return b.String()
}

// String prints a statement, and in which instances it counts how often.
func (s *Statement) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ", s.Kind)
	switch s.Kind {
	case Drawn, Observed:
		fmt.Fprintf(&b, "%s ~ %s", s.X, s.Dist)
	case Defined:
		fmt.Fprintf(&b, "%s = %s", s.X, s.Value)
	case Condition:
		b.WriteString(s.Value.String())
	case Equation:
		fmt.Fprintf(&b, "%s == %s", s.Value, s.Other)
	}
	for _, l := range s.Loops {
		fmt.Fprintf(&b, " for %s", l)
	}
	for _, n := range s.Copies {
		fmt.Fprintf(&b, " of %s copies", n)
	}
	for _, g := range s.Guards {
		fmt.Fprintf(&b, " if %s", g)
	}
	if s.Times != nil {
		fmt.Fprintf(&b, " %s times", s.Times)
	}
	for _, h := range s.Home {
		fmt.Fprintf(&b, " read if %s", h)
	}
	fmt.Fprintf(&b, "  # %s", s.At)
	return b.String()
}

package run

import (
	"fmt"
	"strings"

	"mpc"
	"mpc/run/program"
)

// leftOut is what the program says of updates that were left out: the line of their
// statement, how many they are, the statement.
func leftOut(text string) (line, n int, statement string, ok bool) {
	parts := strings.SplitN(text, " ", 3)
	if _, err := fmt.Sscan(text, &line, &n); err != nil || len(parts) != 3 {
		return 0, 0, "", false
	}
	return line, n, parts[2], true
}

// countLeftOut adds a line of the program about updates that were left out to those of other
// messages of the same statement.
func countLeftOut(list []string, text string) []string {
	line, n, statement, _ := leftOut(text)
	for i, other := range list {
		if l, m, of, ok := leftOut(other); ok && l == line && of == statement {
			list[i] = fmt.Sprintf("%d %d %s", l, m+n, of)
			return list
		}
	}
	return append(list, text)
}

// leftOutText says what the program says of updates that were left out.
func leftOutText(c *mpc.Compilation, moved program.Moves, text string, converged bool) []string {
	line, n, statement, ok := leftOut(text)
	if !ok {
		return nil
	}
	return []string{c.Loops.Message.LeftOut(moved.Line(line), statement, n, converged && iterates(c))}
}

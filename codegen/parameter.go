package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"mpc/model"
)

// says prints what is wrong where a condition is false, with the values that it speaks of.
func says(e *model.Expr, values []string) string {
	if demand := model.Demand(e.Fun); demand != "" {
		return strconv.Quote("of " + e.Args[0].String() + " this must hold: " + demand)
	}
	if e.Says == "" {
		return strconv.Quote(e.String() + " is false")
	}
	return fmt.Sprintf("fmt.Sprintf(%s)", strings.Join(append([]string{strconv.Quote(e.Says)}, values...), ", "))
}

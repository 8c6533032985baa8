package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/lower"
	"mpc/codegen/text"
)

// dataError is a call that makes the error of data which do not fit a statement.
func (l *lowered) dataError(c call) (text.Call, bool) {
	says, list := c.of.Complaint, c.list
	leaves := func(format string, args ...any) (text.Call, bool) {
		return text.Call{Text: fmt.Sprintf(format, args...), Error: true, Leaves: true}, true
	}
	switch c.of.Kind {
	case lower.IndexError:
		return leaves("&IndexError{Line: %d, Array: %q, Dim: %d, Index: %s, Size: %s}", says.Line, says.Name, says.Dim, list[0], list[1])
	case lower.MissingError:
		return leaves("&MissingError{Line: %d, Input: %q, At: %s}", says.Line, says.Name, element(list))
	case lower.DefinitionError:
		how := ""
		switch {
		case says.Twice:
			how = ", Twice: true"
		case says.Itself:
			how = ", Itself: true"
		}
		return leaves("&DefinitionError{Line: %d, Variable: %q, Element: %s%s}", says.Line, says.Name, c.args[0].Index, how)
	case lower.TwiceError:
		fac, last := says.Factor, len(list)-c.of.Elements
		where := fmt.Sprintf("Where{Line: %d, Column: %d, Statement: %q%s}", fac.At.Line, fac.At.Col, fac.Text, field("Element", list[last:]))
		return leaves("&TwiceError{Where: %s, Variable: %q%s, Help: %q}", where, says.Name, field("At", list[:last]), says.Help)
	case lower.InputError:
		last := len(list) - c.of.Elements
		message := fmt.Sprintf("%q", says.Help)
		if last > 0 {
			message = fmt.Sprintf("fmt.Sprintf(%q, %s)", says.Help, strings.Join(list[:last], ", "))
		}
		return leaves("&InputError{Input: %q%s, Message: %s}", says.Name, field("At", list[last:]), message)
	}
	return text.Call{}, false
}

// field is the field of an error that holds whole numbers, "" for none.
func field(name string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ", " + name + ": []int{" + strings.Join(list, ", ") + "}"
}

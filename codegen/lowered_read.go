package codegen

import (
	"fmt"

	"mpc/codegen/lower"
	"mpc/codegen/text"
	"mpc/model"
)

// reads prints the function that checks and copies an input, if it has one.
func (l *lowered) reads(p *printer, in *model.Input) {
	l.direct = true
	defer func() { l.direct = false }()
	l.function(p, lower.ReadOf(in), "checks and copies the input "+in.Name+".")
}

// inputCall is a call that changes the copy of an input.
func (l *lowered) inputCall(c call) (text.Call, bool) {
	g, in := l.g, c.of.Input
	stmt := func(format string, args ...any) (text.Call, bool) {
		return text.Call{Stmts: []string{fmt.Sprintf(format, args...)}}, true
	}
	switch c.of.Kind {
	case lower.Layout:
		return stmt("inf.%s()", g.shape(in.Dims).Row)
	case lower.MakeGiven:
		return stmt("%s = make(%s, 0, %s)", c.list[0], flatType(in), g.count(in.Dims))
	case lower.EmptyGiven:
		return stmt("%s = %s[:0]", c.list[0], c.list[0])
	case lower.AppendGiven:
		x := c.list[1]
		if in.Type.Kind == model.IndexKind {
			x = "int32(" + x + ")"
		}
		return stmt("%s = append(%s, %s)", c.list[0], c.list[0], x)
	case lower.DefaultGiven:
		to := c.list[0]
		return stmt("%s = make(%s, %s)\nfor i := range %s {\n%s[i] = %s\n}", to, flatType(in), g.count(in.Dims), to, to, g.defaultDist(in))
	case lower.IsNil:
		return text.Call{Text: c.list[0] + " == nil"}, true
	case lower.Forget:
		return stmt("%s = nil", c.list[0])
	case lower.Mark:
		to := c.list[0]
		return stmt("if %s == nil {\n%s = make([]bool, %s)\n}\n%s[len(%s)] = true", to, to, g.count(in.Dims), to, c.list[1])
	}
	return text.Call{}, false
}

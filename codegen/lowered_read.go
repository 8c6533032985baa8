package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/codegen/text"
	"mpc/factor/families"
	"mpc/model"
)

// inputCall is a call that changes the copy of an input.
func (l *lowered) inputCall(c call) (text.Call, bool) {
	g, in := l.g, c.of.Input
	stmt := func(format string, args ...any) (text.Call, bool) {
		return text.Call{Stmts: []string{fmt.Sprintf(format, args...)}}, true
	}
	switch c.of.Kind {
	case lower.GivenOf:
		return text.Call{Text: c.args[0].Bound + "." + exported(in.Name)}, true
	case lower.GivenLabels:
		return text.Call{Text: "len(" + c.args[0].Bound + "." + exported(in.Labels) + ")"}, true
	case lower.FindLabels:
		data := c.args[0].Bound
		call := fmt.Sprintf("engine.FindLabels(%q, %s.%s, %s,", in.Labels, data, exported(in.Labels), c.list[1])
		for _, of := range g.labelled(in) {
			call += fmt.Sprintf("\nengine.Labelled{Input: %q, Label: %q, Number: &%s.%s},", of.Name, of.Label, data, exported(of.Name))
		}
		return text.Call{Text: call + "\n)", Error: true}, true
	case lower.MakeGiven:
		return stmt("%s = make(%s, 0, %s)", c.list[0], fields.FlatType(in), g.types.Count(in.Dims))
	case lower.CheckGiven, lower.CheckRow, lower.CheckIndices:
		return text.Call{Text: checkOf(c), Error: true}, true
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
		return stmt("%s = make(%s, %s)\nfor i := range %s {\n%s[i] = %s\n}", to, fields.FlatType(in), g.types.Count(in.Dims), to, to, g.defaultDist(in))
	case lower.UniformGiven:
		to, fam := c.list[0], families.Named(in.Type.Family)
		if fam.Vector() {
			return stmt("%s = %s\nfor i := range %s {\n%s[i].SetUniform()\n}", to, g.types.NewMessages(fam, in.Dims, in.Sizes), to, to)
		}
		made := fmt.Sprintf("%s = make([]%s, %s)", to, fields.MessageType(fam), g.types.Count(in.Dims))
		if !fam.ZeroIsUniform() {
			made += fmt.Sprintf("\nfor i := range %s {\n%s[i] = %s\n}", to, to, fields.Uniform(fam))
		}
		return stmt("%s", made)
	case lower.IsNil:
		return text.Call{Text: c.list[0] + " == nil"}, true
	case lower.IsZero:
		return text.Call{Text: c.list[0] + " == (" + l.Type(c.row.Params[0].Of) + "{})"}, true
	case lower.Forget:
		return stmt("%s = nil", c.list[0])
	case lower.Mark:
		to := c.list[0]
		return stmt("if %s == nil {\n%s = make([]bool, %s)\n}\n%s[len(%s)] = true", to, to, g.types.Count(in.Dims), to, c.list[1])
	}
	return text.Call{}, false
}

// checkOf is the call of a function of package engine that checks what is given.
func checkOf(c call) string {
	says, list := c.of.Complaint, c.list
	if _, array := c.row.Params[0].Of.(code.Array); array && c.row.Params[0].Access == code.Update {
		list[0] = "&" + list[0]
	}
	name := []string{strconv.Quote(says.Name)}
	if c.of.Kind == lower.CheckRow {
		name = append(name, strconv.Quote(says.Help), list[2])
		list = slices.Delete(list, 2, 3)
	}
	if c.of.Input.Type.Kind == model.IndexKind && c.of.Kind != lower.CheckGiven {
		name = append(name, strconv.Quote(c.of.Input.Type.Range.Name))
	}
	return c.of.Name + "(" + strings.Join(slices.Insert(list, 2, name...), ", ") + ")"
}

// nextCall is a call about another inference.
func (l *lowered) nextCall(c call) (text.Call, bool) {
	switch next := c.args[:min(1, len(c.args))]; c.of.Kind {
	case lower.DoNext:
		return text.Call{Text: next[0].Bound + "." + c.of.Name + "(" + strings.Join(c.list[1:], ", ") + ")", Error: c.row.Fails()}, true
	case lower.Copied:
		return text.Call{Text: "*inf"}, true
	case lower.PutNext:
		return text.Call{Text: next[0].Bound + ".in." + c.of.Name + " = " + c.list[1]}, true
	case lower.OfNext:
		p := l.where(c.of.Of, next[0].Bound)
		if p.Field == "" {
			return text.Call{Text: p.Local}, true
		}
		return text.Call{Text: p.Field}, true
	case lower.TakeNext:
		return text.Call{Text: fmt.Sprintf("%[1]s.%[2]s = inf.%[2]s", next[0].Bound, c.of.Name)}, true
	case lower.FollowNext:
		return text.Call{Text: fmt.Sprintf("%s.progress = inf.progress.Follow(%s, %s)", next[0].Bound, c.list[1], c.list[2])}, true
	case lower.BecomeNext:
		return text.Call{Text: "*inf = *" + next[0].Bound}, true
	}
	return text.Call{}, false
}

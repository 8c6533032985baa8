package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/codegen/text"
)

// Call is a call of what a row stands for.
func (l *lowered) Call(r *code.Row, args []text.Arg) text.Call {
	var list []string
	for i, a := range args {
		switch _, array := r.Params[i].Of.(code.Array); {
		case array || r.Params[i].Access == code.Read:
			list = append(list, a.Text)
		case r.Params[i].Access == code.Write:
			list = append(list, a.Array) // of messages about vectors
		default:
			list = append(list, a.Address)
		}
	}
	if r.Body != nil {
		name := r.Name // of one that reads ahead
		if d := l.program.Declared(r); d != nil {
			name = d.Name
		}
		return text.Call{Text: l.self + "." + name + "(" + strings.Join(withoutStreams(r, list), ", ") + ")", Error: r.Fails()}
	}
	c := call{r, l.program.Callees[r], args, list}
	for _, kinds := range []func(call) (text.Call, bool){l.errorCall, l.dataError, l.inputCall, l.nextCall, l.evidenceCall, l.messageCall, l.arrayCall} {
		if printed, ok := kinds(c); ok {
			return printed
		}
	}
	return l.plainCall(c)
}

// withoutStreams are the arguments of a method of a chain, which has a stream itself.
func withoutStreams(r *code.Row, list []string) (rest []string) {
	for i, p := range r.Params {
		if p.Of != code.Stream {
			rest = append(rest, list[i])
		}
	}
	return rest
}

// A call is one of a row without a body: list are its arguments as an ordinary function has them.
type call struct {
	row  *code.Row
	of   lower.Callee
	args []text.Arg
	list []string
}

// errorCall is a call that makes an error, or looks at one.
func (l *lowered) errorCall(c call) (text.Call, bool) {
	switch c.of.Kind {
	case lower.Skip:
		return text.Call{Text: l.errorOf("Skip", c.list[0], c.list[1], element(c.list[2:])), Error: true}, true
	case lower.Contradiction:
		if l.g.chain {
			return text.Call{Text: l.errorOf("", c.list[0], "dist.Contradiction", element(c.list[1:])), Error: true, Leaves: true}, true
		}
		return text.Call{Text: l.errorOf("Contradiction", c.list[0], element(c.list[1:])), Error: true, Leaves: true}, true
	case lower.Overflow:
		subject, _, _ := l.program.Refused(int(c.args[0].Constant.Whole))
		return text.Call{Text: fmt.Sprintf("&%s.OverflowError{Where: %s, Expression: %q}", l.engine(), l.whereOf(c.list[0], element(c.list[1:])), subject), Error: true, Leaves: true}, true
	case lower.Parameter:
		_, says, format := l.program.Refused(int(c.args[0].Constant.Whole))
		last := len(c.list) - c.of.Elements
		message := fmt.Sprintf("%q", says)
		if format {
			message = "fmt.Sprintf(" + strings.Join(append([]string{message}, c.list[1:last]...), ", ") + ")"
		}
		return text.Call{Text: fmt.Sprintf("&engine.ParameterError{Where: %s, Message: %s}", l.whereOf(c.list[0], element(c.list[last:])), message), Error: true, Leaves: true}, true
	case lower.Improper:
		at := c.args[0].Index
		if c.of.Variable.Source == nil {
			at = "-1" // of a copy
		}
		return text.Call{Text: fmt.Sprintf("inf.progress.Improper(%q, %d, %s, %s, %s)", c.of.Name, c.of.Variable.At.Line, at, c.list[1], c.list[2]), Error: true, Leaves: true}, true
	case lower.Ignored:
		return text.Call{Text: "inf.progress.IgnoredAt(" + strings.Join(c.list, ", ") + ")", Error: true, Leaves: true}, true
	case lower.FaultIs:
		return text.Call{Text: c.args[0].Bound + ".Fault() " + c.of.Name}, true
	case lower.SliceFault:
		return text.Call{Text: fmt.Sprintf("origins.SliceFault(%s, %s.Fault(), %s, c.course.Scans, c.excluded)", c.list[0], c.args[1].Bound, element(c.list[2:])), Error: true, Leaves: true}, true
	case lower.FilterFault:
		return text.Call{Text: "engine.FilterFault(origins, " + strings.Join(c.list, ", ") + ", f.Steps())", Error: true, Leaves: true}, true
	case lower.Text:
		return text.Call{Text: fmt.Sprintf("fmt.Errorf(%q)", c.of.Name), Error: true, Leaves: true}, true
	case lower.TooLarge:
		return text.Call{Text: fmt.Sprintf("&engine.NetworkError{Where: %s, Message: %q}", l.whereOf(c.list[0], "nil"), c.of.Name), Error: true, Leaves: true}, true
	case lower.Solve:
		return text.Call{Text: "latent.Solve(" + l.whereOf(c.list[0], "nil") + ", inf.workers, func() *joint { return &joint{Inference: inf} })", Error: true}, true
	case lower.Answers:
		return text.Call{Text: fmt.Sprintf("latent.SetAnswers(%s, %s, %s, %s)", c.list[0], c.list[1], c.of.Name, c.list[2])}, true
	case lower.Vectors:
		return text.Call{Text: c.list[0] + "." + c.of.Name + "(" + c.list[1] + ", " + c.list[2] + ")", Error: true}, true
	case lower.ChainFault:
		if l.self == receivers[lower.OfJoint][0] {
			return text.Call{Text: fmt.Sprintf("&engine.NotFiniteError{Where: q.progress.Where(%s, %s)}", c.list[0], element(c.list[2:])), Error: true, Leaves: true}, true
		}
		return text.Call{Text: fmt.Sprintf("origins.Fault(%s, %s, %s, c.course.Scans)", c.list[0], c.list[1], element(c.list[2:])), Error: true, Leaves: true}, true
	}
	return text.Call{}, false
}

// evidenceCall is a call about a log evidence.
func (l *lowered) evidenceCall(c call) (text.Call, bool) {
	switch c.of.Kind {
	case lower.PartOf:
		return text.Call{Text: fmt.Sprintf("%s.Part = %s", c.args[0].Bound, c.list[1])}, true
	case lower.AddTerm:
		for i, a := range c.args[3:] {
			if a.Place {
				c.list[3+i] = a.Index
			}
		}
		return text.Call{Text: c.args[0].Bound + "." + c.of.Name + "(" + strings.Join(c.list[1:], ", ") + ")"}, true
	case lower.Branches:
		return text.Call{Text: c.args[0].Array + map[bool]string{true: "[:]"}[c.of.Name == "fixed"]}, true
	case lower.AddTo:
		return text.Call{Text: "engine.AddTo(" + strings.Join(c.list, ", ") + ")"}, true
	case lower.Valued:
		return text.Call{Text: "engine.Valued(" + c.list[0] + ")"}, true
	case lower.Overlap:
		name := "engine.Overlap"
		if len(c.list) > 2 {
			name = "engine.OverlapIn"
		}
		return text.Call{Text: name + "(" + strings.Join(c.list, ", ") + ")"}, true
	case lower.Scale:
		return text.Call{Text: "engine.ScaleOf(" + c.list[0] + ", " + c.list[1] + ")"}, true
	}
	return text.Call{}, false
}

// messageCall is a call that gives or changes messages.
func (l *lowered) messageCall(c call) (text.Call, bool) {
	switch c.of.Kind {
	case lower.Possible:
		return text.Call{Text: "engine.Possible(" + c.list[0] + ", " + fields.Uniform(c.of.Family.Row()) + ")"}, true
	case lower.Made:
		args := strings.Join(c.list, ", ")
		if c.of.Spread {
			args += "..."
		}
		return text.Call{Text: c.of.Name + "(" + args + ")", Error: true}, true
	case lower.Shares:
		return text.Call{Text: c.args[0].Bound + ".P"}, true
	case lower.Probabilities:
		to := c.args[1].Array
		return text.Call{Stmts: []string{fmt.Sprintf("%s = %s.P(%s)", to, c.args[0].Bound, to), fmt.Sprintf("inf.%s = %s", to, to)}}, true
	case lower.Slot:
		return text.Call{Text: fmt.Sprintf("%s.At(%s)", c.args[0].Array, c.args[0].Index)}, true
	case lower.ExceptRow, lower.ReplaceRow:
		n := c.list[2]
		return text.Call{Text: fmt.Sprintf("%s(dist.Stretch(%s, %s, %s), dist.Stretch(%s, %s, %s), %s)", c.of.Name, c.args[0].Array, c.args[0].Index, n, c.args[1].Array, c.args[1].Index, n, c.list[3])}, true
	case lower.Zero:
		return text.Call{Zero: l.Type(c.row.Results[0])}, true
	case lower.Maybe:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s, %s)", "engine.MessageAt", c.args[0].Array, c.args[0].Index, c.list[1])}, true
	case lower.Share:
		return text.Call{Text: c.args[0].Text + " = " + c.args[1].Text}, true
	case lower.IntoRow:
		last := len(c.list) - 1
		for i, p := range c.row.Params {
			if p.Access == code.Write {
				c.list[i] = fmt.Sprintf("dist.Stretch(%s, %s, %s)", c.args[i].Array, c.args[i].Index, c.list[last])
			}
		}
		return text.Call{Text: c.of.Name + "(" + strings.Join(c.list[:last], ", ") + ")"}, true
	case lower.At:
		return text.Call{Text: fmt.Sprintf("%s.At(%s)", c.args[0].Bound, c.list[1])}, true
	case lower.MaybeAt:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s)", "engine.MessageOf", c.list[0], c.list[1])}, true
	}
	return text.Call{}, false
}

// arrayCall is a call that gives an array, or changes one.
func (l *lowered) arrayCall(c call) (text.Call, bool) {
	switch c.of.Kind {
	case lower.List:
		return text.Call{Text: l.Type(c.row.Results[0]) + "{" + strings.Join(c.list, ", ") + "}"}, true
	case lower.RowOfList:
		return text.Call{Text: fmt.Sprintf("%s[%s*%s:][:%s]", c.list[0], c.args[1].Bound, c.list[2], c.list[2])}, true
	case lower.Reals:
		to := c.args[0].Array
		return text.Call{Stmts: []string{
			fmt.Sprintf("%s = %s(%s[:0], %s)", to, "engine.Reals", to, c.list[1]),
			fmt.Sprintf("%s.%s = %s", l.self, to, to),
		}}, true
	case lower.Empty:
		return text.Call{Text: fmt.Sprintf("%s = %s[:0]", c.args[0].Array, c.args[0].Array)}, true
	case lower.Append:
		return text.Call{Text: fmt.Sprintf("%s = append(%s, %s)", c.args[0].Array, c.args[0].Array, c.list[1])}, true
	case lower.MakeTable:
		elem := c.of.Name
		if elem == "" {
			elem = l.Type(c.row.Params[0].Of)
		}
		return text.Call{Text: fmt.Sprintf("%s = make([]%s, %s)", c.args[0].Array, elem, c.list[1])}, true
	case lower.MakeTableBy:
		return text.Call{Text: fmt.Sprintf("%s = %s(%s)", c.args[0].Array, c.of.Name, strings.Join(c.list[1:], ", "))}, true
	case lower.SaveTable:
		return text.Call{Text: fmt.Sprintf("%s(%s)", c.of.Name, strings.Join(append([]string{c.args[0].Bound, "&" + c.args[1].Array}, c.list[2:]...), ", "))}, true
	case lower.IntoMemory:
		to := c.args[0].Array
		return text.Call{Text: fmt.Sprintf("%s = %s(%s[:0], %s)", to, c.of.Name, to, strings.Join(c.list[1:], ", "))}, true
	case lower.Grown:
		return text.Call{Text: fmt.Sprintf("%s.%s = %s", l.self, c.args[0].Array, c.args[0].Array)}, true
	case lower.Stretch, lower.Part:
		if l.self == "c" {
			return text.Call{Text: elementsFrom(c.args[0], c.list[1])}, true
		}
		return text.Call{Text: fmt.Sprintf("dist.Stretch(%s, %s, %s)", c.args[0].Array, c.args[0].Index, c.list[1])}, true
	case lower.Put:
		return text.Call{Text: fmt.Sprintf("%s[%s] = %s", c.list[0], c.list[1], c.list[2])}, true
	case lower.Nil:
		return text.Call{Text: "nil"}, true
	case lower.All:
		return text.Call{Text: c.args[0].Array}, true
	case lower.Contains:
		return text.Call{Text: "slices.Contains(" + c.args[0].Array + ", " + c.list[1] + ")"}, true
	case lower.CopyAll:
		return text.Call{Text: "copy(" + c.args[0].Array + ", " + c.args[1].Array + ")"}, true
	case lower.SetAll:
		to, from := c.args[0].Array, c.args[1].Array
		return text.Call{Stmts: []string{fmt.Sprintf("for i := range %s {\n%s[i].Set(%s[i])\n}", from, to, from)}}, true
	case lower.Becomes:
		to := c.args[0].Text
		return text.Call{Stmts: []string{fmt.Sprintf("%s = %s(%s)", to, c.of.Name, strings.Join(append([]string{to}, c.list[1:]...), ", "))}}, true
	case lower.Between:
		return text.Call{Text: fmt.Sprintf("%s[%s:%s]", c.args[0].Array, c.args[0].Index, c.args[1].Index)}, true
	case lower.Vector:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s, %s)", c.of.Name, c.list[0], elementsFrom(c.args[1], c.list[2]), strings.Join(c.list[3:], ", "))}, true
	case lower.Resize:
		to, n := c.args[0].Array, c.list[1]
		elem := l.Type(c.row.Params[0].Of)
		if _, array := c.row.Params[0].Of.(code.Array); !array {
			elem = "[]" + elem
		}
		return text.Call{Stmts: []string{
			fmt.Sprintf("if cap(%s) < %s {\n%s = make(%s, %s)\n%s.%s = %s\n}", to, n, to, elem, n, l.self, to, to),
			fmt.Sprintf("%s = %s[:%s]", to, to, n),
		}}, true
	}
	return text.Call{}, false
}

// plainCall is any other call.
func (l *lowered) plainCall(c call) text.Call {
	switch c.of.Kind {
	case lower.Method:
		return text.Call{Text: c.args[0].Bound + "." + c.of.Name + "(" + strings.Join(c.list[1:], ", ") + ")"}
	case lower.Named:
		return text.Call{Text: c.of.Name}
	case lower.IntoPart:
		return text.Call{Text: c.of.Name + "(" + strings.Join(append([]string{elementsFrom(c.args[0], c.list[1])}, c.list[2:]...), ", ") + ")"}
	case lower.OnPart:
		return text.Call{Text: c.args[0].Bound + "." + c.of.Name + "(" + strings.Join(append([]string{elementsFrom(c.args[1], c.list[2])}, c.list[3:]...), ", ") + ")"}
	case lower.OnAll:
		return text.Call{Text: c.args[0].Bound + "." + c.of.Name + "(" + strings.Join(append([]string{c.args[1].Array}, c.list[2:]...), ", ") + ")"}
	case lower.Own:
		return text.Call{Text: "inf." + c.of.Name + "()"}
	case lower.LeftOut:
		return text.Call{Text: "inf.progress.LeftOut(" + strings.Join(c.list, ", ") + ")"}
	case lower.Field:
		return text.Call{Text: "inf." + c.of.Name}
	case lower.StepDone:
		return text.Call{Text: "inf.progress.Done[" + c.list[0] + "]"}
	case lower.StepAgain:
		return text.Call{Text: "inf.progress.Done[" + c.list[0] + "] = false // they share arrays"}
	case lower.Stream:
		return text.Call{Text: l.g.numbers(c.of.Random)}
	case lower.FieldOf:
		return text.Call{Text: c.args[0].Bound + "." + c.of.Name}
	default:
		if len(c.row.Params) == 0 && c.row.Results[0] == code.Fault {
			return text.Call{Text: c.of.Name}
		}
		return text.Call{Text: c.of.Name + "(" + strings.Join(c.list, ", ") + ")"}
	}
}

// engine is the package that has the errors of a draw, or of a message.
func (l *lowered) engine() string {
	if l.g.chain {
		return "sampling"
	}
	return "engine"
}

// whereOf is where an update stands, for an element.
func (l *lowered) whereOf(update, element string) string {
	if l.g.chain {
		return "origins.Where(" + update + ", " + element + ", 0)"
	}
	return "inf.progress.Where(" + update + ", " + element + ")"
}

// errorOf makes an error of an update: by a method of the progress of messages, or, before anything is drawn, by the
// statements that updates come from.
func (l *lowered) errorOf(method string, args ...string) string {
	if l.g.chain {
		return "origins.Fault(" + strings.Join(args, ", ") + ", 0)"
	}
	return "inf.progress." + method + "(" + strings.Join(args, ", ") + ")"
}

// element prints the indices of an instance.
func element(list []string) string {
	if len(list) == 0 {
		return "nil"
	}
	return "[]int{" + strings.Join(list, ", ") + "}"
}

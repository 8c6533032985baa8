package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/names"
	"mpc/factor"
	"mpc/model"
)

// set lowers what callers replace data by: a function for each input, one for all, and where batches share variables one for what
// the others say. Each works on another inference, which this one becomes where no check refuses the data.
func (l *lowering) set() {
	next := "computes again what depends on it"
	if l.Loops.Message.Sampling != nil {
		next = "starts anew"
	}
	for _, in := range l.Loops.Message.Graph.Model.Inputs {
		m := &Declaration{File: Setters, Name: names.Setter(in.Name), row: "set_" + in.Name,
			Doc: fmt.Sprintf("replaces the input %s. The next Run %s. After an error the data are as before.", in.Name, next)}
		l.setting(m, func(s *setting) {
			value := param(s.fresh("value"), l.givenType(in))
			s.row.Params = append(s.row.Params, value)
			s.copies()
			s.replaces(s.gets(in, value.Value), false, func(x *model.Input) bool { return x == in })
		})
	}
	doc := "replaces all inputs, where several change together, such as a size and the arrays over it. The next Run computes everything again."
	if l.Loops.Message.Sampling != nil {
		doc = "replaces all inputs. The next Run starts anew."
	}
	l.setting(Setters.has("SetData", doc), func(s *setting) {
		read := l.Functions["read"]
		data := written(s.fresh("data"), s.handle("", "Data"), code.Read)
		s.row.Params = append(s.row.Params, data)
		s.next = s.call("next", l.row("newInference", Callee{Kind: Zero}, types(s.handle("", "Inference"))))
		s.replaces(s.does(read, written("data", data.Of, read.Params[0].Access), data.Value), true, nil)
	})
	if len(l.Loops.Message.Graph.Shared) > 0 {
		l.setShared()
	}
}

// setShared lowers the function that takes what other batches say.
func (l *lowering) setShared() {
	doc := "takes what the other batches of data say; the next Run is then that of all data. After an error nothing has changed. New, and SetData, forget what was set."
	l.setting(Batches.has("SetShared", doc), func(s *setting) {
		others := param(s.fresh("others"), s.handle("", "Shared"))
		s.row.Params = append(s.row.Params, others)
		s.copies()
		for _, x := range l.Loops.Message.Graph.Shared {
			s.says(x, others)
		}
		if l.Loops.Evidence != nil {
			s.puts("othersScale", s.field(others, l.ScaleField(), code.Real))
		}
		s.replaces(nil, false, func(in *model.Input) bool {
			return slices.ContainsFunc(l.Loops.Message.Graph.Shared, func(x *factor.Shared) bool { return x.Others == in })
		})
	})
}

// ScaleField is the field of a message of batches with its part of the evidence.
func (p *Program) ScaleField() string {
	name := "LogScale"
	for _, s := range p.Loops.Message.Graph.Shared {
		if names.Plain(names.Exported(s.Variable.Name)) == name {
			name += "_"
		}
	}
	return name
}

// A setting is a function that replaces data while its body is made: next is the inference that has the new ones.
type setting struct {
	*function
	next *code.Value
}

func (l *lowering) setting(m *Declaration, body func(*setting)) {
	l.make(m.direct(), types(code.Fault), func(f *function) { body(&setting{function: f}) })
}

// copies begins with a copy of the inference.
func (s *setting) copies() {
	s.next = s.call("changed", s.lowering.row("changedInference", Callee{Kind: Copied}, types(s.handle("", "Inference"))))
}

// does calls a function of the next inference with a value.
func (s *setting) does(r *code.Row, as *code.Param, value code.Operand) *code.Value {
	row := s.lowering.row(r.Name+"Next", Callee{Kind: DoNext, Name: s.Declared(r).Name}, r.Results, written("next", s.next.Of, code.Update), as)
	return s.call("e", row, s.next, value)
}

// puts sets a field of the data of the next inference.
func (s *setting) puts(field string, value code.Operand) {
	row := s.lowering.row("put_"+names.Plain(field)+"_"+title(value.Type()), Callee{Kind: PutNext, Name: field}, nil, written("next", s.next.Of, code.Update), param("value", value.Type()))
	s.call("", row, s.next, value)
}

// gets has the next inference check and copy the value of an input: it gives the fault. One that can be anything is copied as it is,
// and the fault is nil.
func (s *setting) gets(in *model.Input, value code.Operand) *code.Value {
	if r := s.Functions[ReadOf(in)]; r != nil {
		return s.does(r, param("value", value.Type()), value)
	}
	s.puts(names.Local(in.Name), value)
	return nil
}

// field is a field of what is given.
func (s *setting) field(of *code.Param, name string, t code.Type) code.Operand {
	row := s.lowering.row("said_"+names.Plain(name), Callee{Kind: FieldOf, Name: name}, types(t), param("others", of.Of))
	return s.call("x", row, of.Value)
}

// says takes what the other batches say of a variable. A message of the zero value says nothing.
func (s *setting) says(x *factor.Shared, others *code.Param) {
	v, in := x.Variable, x.Others
	to, t := names.Local(in.Name), s.givenType(in)
	said := s.field(others, names.Exported(v.Name), t)
	if len(v.Dims) > 0 {
		none := s.call("none", s.lowering.row("isNil_"+title(t), Callee{Kind: IsNil}, types(code.Truth), param("x", t)), said)
		s.choose(none, func() {
			s.puts(to, s.call("nothing", s.lowering.row("empty"+title(t), Callee{Kind: Nil}, types(t))))
		}, func() {
			if e := s.gets(in, said); e != nil {
				s.fail(e)
			}
		})
		return
	}
	r := &reading{function: s.function, in: in, name: v.Name}
	s.choose(s.ask(nil, said, "IsFinite", code.Truth), nil, func() { r.refuse("the message has a parameter that is not finite") })
	fam := v.Family.Row()
	switch {
	case fam.Vector():
		s.puts(to, s.ask(nil, said, "Copy", t))
	case fam.ZeroIsUniform():
		s.puts(to, said)
	default:
		zero := s.call("zero", s.lowering.row("isZero"+title(t), Callee{Kind: IsZero}, types(code.Truth), param("x", t)), said)
		s.choose(zero, func() { s.puts(to, s.call("nothing", s.lowering.uniform(v.Family))) }, func() { s.puts(to, said) })
	}
}

// replaces has the inference become the next one unless its data are refused, and the steps that read some inputs run again: all
// where none are named.
func (s *setting) replaces(refused *code.Value, all bool, reads func(*model.Input) bool) {
	replace := s.Functions["replace"]
	if refused == nil {
		refused = s.call("none", s.lowering.row("noError", Callee{Kind: Nil}, types(code.Fault)))
	}
	args := []code.Operand{s.next, refused}
	if len(replace.Params) > 3 {
		args = append(args, truth(all))
	}
	if len(replace.Params) > 2 {
		var again []code.Operand
		for _, step := range s.Loops.Steps {
			if all || slices.ContainsFunc(step.Inputs, reads) {
				again = append(again, whole(step.ID))
			}
		}
		args = append(args, s.wholes(again))
	}
	s.fail(s.call("e", replace, args...))
}

// wholes is a list of whole numbers.
func (s *setting) wholes(list []code.Operand) code.Operand {
	t := code.Array{Elem: code.Whole}
	if len(list) == 0 {
		return s.call("none", s.lowering.row("empty"+title(t), Callee{Kind: Nil}, types(t)))
	}
	return s.list(code.Whole, list)
}

package fields

import (
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/model"
)

// Data is what the caller gives.
func (t *Types) Data() Record {
	var list []Field
	for _, in := range t.program.Loops.Message.Graph.Model.Inputs {
		list = append(list, Field{Name: names.Exported(in.Name), Type: Nested(len(in.Dims), ValueType(in)), Tag: in.Name, Doc: about(in)})
		if in.Labels != "" { // which its numbers are found by
			list = append(list, Field{Name: names.Exported(in.Labels), Type: "[]string", Tag: in.Labels + ",omitempty",
				Doc: "the labels of all elements of " + in.Name + ", in their order"})
		}
	}
	return Record{"Data", "Data is what the caller gives. Arrays nest as in the model; index sets count from 0.", list}
}

// about is the comment of an input.
func about(in *model.Input) string {
	if in.Doc != "" {
		return in.Doc
	}
	s := in.TypeText((*model.Expr).String)
	for _, d := range in.Plates() {
		s += "[" + d.String() + "]"
	}
	switch {
	case lower.MayBe(in):
		s += "; some may be missing"
	case in.Missing:
		s += "; NaN where missing"
	}
	if in.DefaultDist != nil {
		of := "DefaultData has"
		if len(in.Dims) > 0 {
			of = "nil is"
		}
		s += "; " + of + " the default, " + in.DefaultDist.String()
	}
	if in.Default != nil {
		s += "; DefaultData has the default, " + in.Default.String()
	}
	return s
}

// Inputs are the data as flat arrays.
func (t *Types) Inputs() Record {
	var list []Field
	for _, in := range t.program.Loops.Message.Graph.Model.Inputs {
		list = append(list, field(names.Local(in.Name), FlatType(in), ""))
		if !in.Missing {
			continue
		}
		list = append(list, field(Some(in), "int", "1 if an entry is missing"))
		if lower.MayBe(in) {
			list = append(list, field(Missing(in), Nested(min(1, len(in.Dims)), "bool"), ""))
		}
	}
	shared := t.program.Loops.Message.Graph.Shared
	for _, s := range shared {
		list = append(list, field(names.Local(s.Others.Name), FlatType(s.Others), s.Others.Doc))
	}
	if len(shared) > 0 && t.program.Loops.Evidence != nil {
		list = append(list, field("othersScale", "float64", "the part of the log evidence that is theirs"))
	}
	return Record{"inputs", "inputs holds the data as flat arrays.", list}
}

// Shared is what batches of data say about the variables that they share.
func (t *Types) Shared() Record {
	var list []Field
	for _, s := range t.program.Loops.Message.Graph.Shared {
		v := s.Variable
		list = append(list, Field{Name: names.Exported(v.Name), Type: Nested(len(v.Dims), FamilyType(v.Family)), Tag: v.Name})
	}
	if t.program.Loops.Evidence != nil {
		name := t.program.ScaleField()
		list = append(list, Field{Above: name + " is the part of the log evidence that is the batches' own.", Name: name, Type: "float64", Tag: "log_scale"})
	}
	return Record{"Shared", "A Shared is what batches of data say about the variables that they share: a message to each, that multiplies what is known of it. A message of the zero value says nothing.", list}
}

// Givens are the inputs that define shared variables.
func (t *Types) Givens() Record {
	var list []Field
	for _, in := range t.program.Loops.Message.Graph.SameInputs() {
		list = append(list, field(names.Local(in.Name), FlatType(in), ""))
	}
	return Record{"givens", "givens are the inputs that define shared variables: the same in all batches.", list}
}

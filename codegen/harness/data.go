package harness

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/loops"
	"mpc/codegen/names"
	"mpc/model"
)

// data prints how the program that mpc run builds reads its data: element by element, so that large data take no
// more memory than they are.
func (h *harness) data() {
	h.line("// readData reads an object with a value for each input.")
	h.line("func readData(in *command.Reader) (data model.Data, err error) {\nerr = in.Object(func(key string) error {\nswitch key {")
	for _, in := range h.program.Message.Graph.Model.Inputs {
		h.line("case %q:\nreturn %s(in, &data.%s)", in.Name, readerOf(in), names.Exported(in.Name))
		if in.Labels != "" {
			h.line("case %q:\nreturn command.ReadOther(in, &data.%s)", in.Labels, names.Exported(in.Labels))
		}
	}
	h.line("}\n_, err := in.Text()\nreturn err\n})\nreturn data, err\n}\n")
}

// readerOf is the function that reads the value of an input.
func readerOf(in *model.Input) string {
	element := "ReadInt"
	switch {
	case in.Type.Kind == model.Real:
		element = "ReadFloat"
	case in.Missing || in.Type.Kind == model.DistKind:
		return "command.ReadOther"
	case in.Type.Kind == model.Bool:
		element = "ReadBool"
	}
	return strings.Repeat("command.ReadList(", len(in.Dims)) + "command." + element + strings.Repeat(")", len(in.Dims))
}

// kinds prints the errors of the package, for mpc run to show at their places in the model or the data.
func (h *harness) kinds() {
	p := h.program
	h.line("// kinds are the errors of the package.\nvar kinds = []command.Kind{")
	kind := func(of, fill string, args ...any) {
		h.line("command.Of(func(e *model.%s, p *command.Problem) { %s }),", of, fmt.Sprintf(fill, args...))
	}
	at := func(of, code string) { kind(of, "p.Is(%q, e.Line, e.Column, e.Element)", code) }
	if slices.ContainsFunc(p.Message.Graph.Model.Inputs, func(in *model.Input) bool { return in.Missing }) {
		kind("MissingError", "p.Is(%q, e.Line, 0, nil)", "missing-input")
	}
	if p.Demands() {
		at("ParameterError", "parameter")
	}
	if len(p.Message.Networks) > 0 {
		at("NetworkError", "block")
	}
	if p.Message.Sampling == nil {
		at("TwiceError", "no-operator")
	}
	if p.Message.Gaussian != nil {
		at("IntegralError", "integrate")
	}
	if slices.ContainsFunc(p.Steps, func(s *loops.Step) bool { return s.Iterate }) {
		kind("DivergenceError", "p.Code = %q", "divergence")
	}
	at("ImproperError", "improper")
	at("ContradictionError", "contradiction")
	at("NotFiniteError", "not-finite")
	kind("InputError", "p.Code, p.Input, p.At = %q, e.Input, e.At", "data")
	kind("IndexError", "p.Is(%q, e.Line, 0, nil)", "index")
	kind("DefinitionError", "p.Defines(e.Line, e.Twice, e.Itself)")
	h.line("}\n")
}

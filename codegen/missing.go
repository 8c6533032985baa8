package codegen

import (
	"slices"
	"strings"

	"mpc/codegen/names"

	"mpc/model"
)

// What is missing of an input is NaN in a flat array of reals; beside one of other
// values there is an array of booleans, which is nil while nothing is missing.

// maybe tells whether an input has entries that may be missing, and no value of
// its Go type says so.
func maybe(in *model.Input) bool { return in.Missing && in.Type.Kind != model.Real }

func (g *generator) maybe() bool { return slices.ContainsFunc(g.model.Inputs, maybe) }

// valueType is the Go type of an entry of an input, as the caller gives it.
func valueType(in *model.Input) string {
	if maybe(in) {
		return "engine.Maybe[" + goType(in.Type) + "]"
	}
	return goType(in.Type)
}

func someField(in *model.Input) string    { return local(in.Name) + "Some" }
func missingField(in *model.Input) string { return local(in.Name) + "Missing" }

// missingFields prints the fields that say what is missing of an input.
func missingFields(p *printer, in *model.Input) {
	if !in.Missing {
		return
	}
	p.line("%s int // 1 if an entry is missing", someField(in))
	switch {
	case !maybe(in):
	case len(in.Dims) == 0:
		p.line("%s bool", missingField(in))
	default:
		p.line("%s []bool", missingField(in))
	}
}

// unmarshal prints the method that reads null in JSON as NaN, where the package
// encoding/json would leave a 0 without an error.
func (g *generator) unmarshal(p *printer) {
	var list []*model.Input
	for _, in := range g.model.Inputs {
		if in.Missing && !maybe(in) {
			list = append(list, in)
		}
	}
	if len(list) == 0 {
		return
	}
	p.line("// UnmarshalJSON reads an object with a value for each input; null is a missing\n// entry.")
	p.line("func (data *Data) UnmarshalJSON(text []byte) error {")
	p.line("type plain Data\nobject := struct {\n*plain")
	for _, in := range list {
		p.line("%s %s `json:%q`", exported(in.Name), nested(len(in.Dims), "*float64"), in.Name)
	}
	p.line("}{plain: (*plain)(data)}")
	p.line("if err := json.Unmarshal(text, &object); err != nil {")
	p.line("return engine.JSONError(err)\n}")
	for _, in := range list {
		from, to := "object."+exported(in.Name), "data."+exported(in.Name)
		for k := range in.Dims {
			p.line("%s = make(%s, len(%s))", to, nested(len(in.Dims)-k, "float64"), from)
			i := names.Position.Name(k)
			p.line("for %s := range %s {", i, from)
			from, to = from+"["+i+"]", to+"["+i+"]"
		}
		p.line("if %s = math.NaN(); %s != nil {\n%s = *%s\n}", to, from, to, from)
		p.line("%s", strings.Repeat("}\n", len(in.Dims)))
	}
	p.line("return nil\n}\n")
}

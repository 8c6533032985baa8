package codegen

import (
	"slices"
	"strings"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/codegen/names"

	"mpc/model"
)

// maybe tells whether some input has entries that may be missing, and no value of its Go type says so.
func (g *generator) maybe() bool { return slices.ContainsFunc(g.model.Inputs, lower.MayBe) }

// unmarshal prints the method that reads null in JSON as NaN, where the package
// encoding/json would leave a 0 without an error.
func (g *generator) unmarshal(p *printer) {
	var list []*model.Input
	for _, in := range g.model.Inputs {
		if in.Missing && !lower.MayBe(in) {
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
		p.line("%s %s `json:%q`", exported(in.Name), fields.Nested(len(in.Dims), "*float64"), in.Name)
	}
	p.line("}{plain: (*plain)(data)}")
	p.line("if err := json.Unmarshal(text, &object); err != nil {")
	p.line("return engine.JSONError(err)\n}")
	for _, in := range list {
		from, to := "object."+exported(in.Name), "data."+exported(in.Name)
		for k := range in.Dims {
			p.line("%s = make(%s, len(%s))", to, fields.Nested(len(in.Dims)-k, "float64"), from)
			i := names.Position.Name(k)
			p.line("for %s := range %s {", i, from)
			from, to = from+"["+i+"]", to+"["+i+"]"
		}
		p.line("if %s = math.NaN(); %s != nil {\n%s = *%s\n}", to, from, to, from)
		p.line("%s", strings.Repeat("}\n", len(in.Dims)))
	}
	p.line("return nil\n}\n")
}

package agree

import (
	"fmt"
	"go/format"
	"regexp"
	"strings"

	"mpc"
	"mpc/codegen/harness"
	"mpc/integration/program"
)

var accessorPattern = regexp.MustCompile(`("[^"]+"):\s+(?:(points|counts|quantiled)\()?inf\.(\w+)\(\)`)
var setterPattern = regexp.MustCompile(`func \(inf \*Inference\) Set(\w+)\(value`)

// adapter prints the file that makes package i a model of the driver; leftOut tells whether it says what observations have given all others.
func adapter(c *mpc.Compilation, i int, leftOut bool) ([]byte, error) {
	driver, err := harness.Main(c.Loops, c.Package, "p")
	if err != nil {
		return nil, err
	}
	imports := ""
	if leftOut {
		imports = "\"fmt\"\n"
	}
	source := ""
	for _, f := range c.Package.Files {
		source += string(f.Source)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\nimport (\n\"context\"\n\"encoding/json\"\n\"errors\"\n%s\np \"%s/p%d\"\n)\n\ntype model%d struct{ *p.Inference }\n\n", imports, program.Path, i, i)
	fmt.Fprintf(&b, `func make%[1]d(b []byte) (model, error) {
	var d p.Data
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	inf, err := p.New(d)
	return model%[1]d{inf}, err
}

func (m model%[1]d) run(n, workers int) (outcome, error) {
	s, err := m.Inference.Run(context.Background(), p.Iterations(n), p.Workers(workers))
	return outcome{Iterations: s.Iterations, Converged: s.Converged}, err
}

func (m model%[1]d) values() map[string]any {
	values := map[string]any{}
`, i)
	for _, x := range accessorPattern.FindAllStringSubmatch(string(driver), -1) {
		if x[2] == "quantiled" {
			fmt.Fprintf(&b, "values[%s] = quantiled(m.%s(), m.%sQuantiles())\n", x[1], x[3], x[3])
		} else if x[2] != "" {
			fmt.Fprintf(&b, "values[%s] = %s(m.%s())\n", x[1], x[2], x[3])
		} else {
			fmt.Fprintf(&b, "values[%s] = m.%s()\n", x[1], x[3])
		}
	}
	if c.Loops.Evidence != nil {
		b.WriteString("values[\".\"] = map[string]any{\"log_evidence\": m.LogEvidence()}\n")
	}
	b.WriteString("return values\n}\n\n")
	fmt.Fprintf(&b, "func (m model%d) leftOut() (values map[string]any, err error) {\n", i)
	if leftOut {
		b.WriteString("list, err := m.LeaveOneOut()\nvalues = map[string]any{}\nfor _, x := range list {\nif x.Name == \"\" {\nx.Name = fmt.Sprintf(\"line %d \", x.Line)\n}\nvalues[fmt.Sprint(x.Name, x.Index)] = leftOut(x.LogDensity, x.Below)\n}\n")
	}
	b.WriteString("return values, err\n}\n\n")
	fmt.Fprintf(&b, "func (m model%d) setAll(b []byte) error {\nvar d p.Data\nif err := json.Unmarshal(b, &d); err != nil {\nreturn err\n}\nreturn m.SetData(d)\n}\n\n", i)
	fmt.Fprintf(&b, "func (m model%d) set(b []byte) error {\nvar d p.Data\nif err := json.Unmarshal(b, &d); err != nil {\nreturn err\n}\n", i)
	for _, x := range setterPattern.FindAllStringSubmatch(source, -1) {
		if x[1] == "Data" {
			continue // sets all inputs
		}
		fmt.Fprintf(&b, "if err := m.Set%s(d.%s); err != nil {\nreturn err\n}\n", x[1], strings.TrimSuffix(x[1], "_"))
	}
	b.WriteString("return nil\n}\n\n")
	b.WriteString(classify(i, source))
	return format.Source([]byte(b.String()))
}

// classify is the method of a model that tells the kind of an error of its package, and the line that it names.
func classify(i int, source string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func (m model%d) classify(err error) (kind string, line int) {\n", i)
	for _, e := range []struct{ name, kind, line string }{
		{"ImproperError", "improper", "e.Line"}, {"ContradictionError", "contradiction", "e.Line"}, {"NotFiniteError", "not-finite", "e.Line"}, {"ParameterError", "parameter", "e.Line"},
		{"InputError", "data", "0"}, {"IndexError", "index", "e.Line"}, {"TwiceError", "no-operator", "e.Line"}, {"DivergenceError", "divergence", "0"},
	} {
		if strings.Contains(source, "type "+e.name+" struct") || regexp.MustCompile(`\b`+e.name+` += engine\.`).MatchString(source) {
			use := ""
			if e.line == "0" {
				use = "_ = e\n"
			}
			fmt.Fprintf(&b, "{\nvar e *p.%s\nif errors.As(err, &e) {\n%sreturn %q, %s\n}\n}\n", e.name, use, e.kind, e.line)
		}
	}
	if strings.Contains(source, "type IntegralError struct") || regexp.MustCompile(`\bIntegralError += engine\.`).MatchString(source) {
		b.WriteString(`{
	var e *p.IntegralError
	if errors.As(err, &e) {
		if contradicts(err) {
			return "contradiction", 0
		}
		return "integrate", 0
	}
}
`)
	}
	b.WriteString(`{
	var e *p.DefinitionError
	if errors.As(err, &e) {
		if e.Twice {
			return "double-definition", e.Line
		}
		return "undefined", e.Line
	}
}
return "other", 0
}
`)
	return b.String()
}

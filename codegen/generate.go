// Package codegen prints a loop program as a Go package.
package codegen

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/codegen/link"
	"mpc/codegen/loops"
	"mpc/codegen/names"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// A Package is a generated Go package.
type Package struct {
	Name  string
	Files []File
	names *names.Table
	// NoFilter says why a model with a chain over time has no filter, else "".
	NoFilter string
}

// A File is one file of a package.
type File struct {
	Name   string
	Source []byte
}

// Options say how to print.
type Options struct {
	// Import makes the package import this module's run-time support instead of
	// writing it beside.
	Import bool
	// Tests adds a test and a benchmark.
	Tests bool
	// MaxFile is how many bytes a file may have, 0 for MaxFile.
	MaxFile int
}

// Generate prints the package of a loop program. The error is a *SizeError where it is too large,
// else a mistake of the compiler.
func Generate(p *loops.Program, opt Options) (pkg *Package, err error) {
	defer tooLarge(&pkg, &err)
	g := &generator{program: p, model: p.Message.Graph.Model, options: opt, variableNames: namesOf(p.Message.Graph.Variables),
		possible: map[string]factor.Family{}, running: map[int]*loops.Running{}, drawing: drawing{chainScratch: map[string]string{}, sliced: map[*model.Variable]bool{}}, marginals: map[string]*factor.Variable{}}
	if g.code, err = g.lower(); err != nil {
		return nil, fmt.Errorf("code: %w", err)
	}
	if p.Message.Sampling != nil {
		return g.sampled()
	}
	steps := g.steps()
	results := g.results()
	evidence := g.sums()
	joint := g.gaussian()
	checks := g.checks()
	data := g.data()
	shared := g.shared()
	filter := g.filter()
	inference := g.inference()
	for _, name := range slices.Sorted(maps.Keys(g.possible)) {
		evidence += fmt.Sprintf(possibleText, name, familyType(g.possible[name]), uniform(g.possible[name]))
	}
	if filter == "" {
		g.noFilter = g.code.program.NoFilter
	}
	return g.assemble([]part{
		{mainFile(g.model.Name) + ".go", packageDoc(g.model), inference},
		{"data.go", "", data + checks},
		{"steps.go", "", steps + evidence},
		{"results.go", "", results},
		{"filter.go", "", filter},
		{"posterior.go", "", joint},
		{"batches.go", "", shared},
	}, g.tests)
}

// A part is what a file of a package is made of.
type part struct{ name, doc, text string }

// assemble makes a package of parts, those that are empty left out, of the run-time support that they need, and of tests.
func (g *generator) assemble(parts []part, tests func() string) (*Package, error) {
	pkg := &Package{Name: names.Package(g.model.Name), NoFilter: g.noFilter}
	if g.options.Tests {
		parts = append(parts, part{mainFile(g.model.Name) + "_test.go", "", tests()})
	}
	for _, part := range parts {
		if part.text == "" {
			continue
		}
		src, err := g.file(part.doc, part.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		pkg.Files = append(pkg.Files, File{part.name, src})
	}
	support, err := g.support()
	if g.options.Import {
		support, err = g.aliases()
	}
	if err != nil {
		return nil, err
	}
	pkg.Files = append(pkg.Files, support...)
	return g.finish(pkg)
}

// finish completes a package whose files are printed.
func (g *generator) finish(pkg *Package) (*Package, error) {
	if len(g.bugs) > 0 {
		return nil, errors.New(strings.Join(g.bugs, "; "))
	}
	if err := g.link(pkg); err != nil {
		return nil, err
	}
	return pkg, nil
}

type generator struct {
	program *loops.Program
	model   *model.Model
	options Options
	// variableNames are the names of variables, by ID.
	variableNames []string
	// need is what the files printed so far need of the run-time support.
	need link.Needs
	// possible are the families of variables in branches, by the name of the function
	// that makes a product that contradicts itself uniform.
	possible map[string]factor.Family
	code     *lowered
	noFilter string                 // why there is none
	running  map[int]*loops.Running // sums that are kept in arrays
	scratch  []string               // fields for arrays of arguments, with their type
	bugs     []string
	gates    []*message.Update // branches that memory is laid out for
	// messages are fields for messages about vectors to work with, with their type.
	messages []string

	weighs bool // operators on whole numbers need memory to work in
	works  bool // operators or moments need memory to work in
	// marginals are the variables that have a method for what is known of an element,
	// by its name.
	marginals map[string]*factor.Variable

	plates int // methods for parts of plates

	previous []previous
	fields   map[string]bool // names of the local copies of inputs and tables
	drawing
}

// internal notes something that the stages before should have refused.
func (g *generator) internal(format string, args ...any) {
	g.bugs = append(g.bugs, fmt.Sprintf(format, args...))
}

func packageDoc(m *model.Model) string {
	doc := strings.TrimSpace(m.Doc)
	if doc == "" {
		doc = "The model " + m.Name + "."
	}
	return fmt.Sprintf("Package %s is inference for a probabilistic model.\n\n%s", names.Package(m.Name), doc)
}

// header marks generated files.
const header = "// Code generated by mpc from %s; DO NOT EDIT.\n\n"

// file puts a file together: header, package clause, imports, text, with references to
// the names of the model.
func (g *generator) file(doc, text string) ([]byte, error) {
	g.options.fits(len(text))
	s, err := g.parse(text)
	if err != nil {
		return nil, err
	}
	if !g.options.Import {
		lib, err := runtime()
		if err != nil {
			return nil, err
		}
		s.flatten(lib)
	}
	var p printer
	fmt.Fprintf(&p, header, commentLine(baseName(g.model.File.Name)))
	for l := range strings.SplitSeq(strings.ReplaceAll(doc, "\r", "\n"), "\n") {
		if doc != "" {
			p.line("%s", strings.TrimRight("// "+noDirective(lang.VisibleText(l)), " \t"))
		}
	}
	p.line("package %s\n", names.Package(g.model.Name))
	p.imports(s.packages())
	p.WriteString(s.text)
	return p.Bytes(), nil
}

func baseName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// tableName is the name of a table in generated code.
func (g *generator) tableName(t *loops.Table) string {
	if t.Role == loops.Constant || t.Role == loops.Drawn {
		for v, c := range g.program.Constants {
			switch {
			case c != t:
			case v.Input != nil || v.Data != nil:
				return local(v.Name) + "_" // the input has the name
			default:
				return local(v.Name)
			}
		}
	}
	name := g.variableName(t.Variable)
	switch t.Role {
	case loops.Definition:
		return name + "Def"
	case loops.Total:
		return name + "Total"
	case loops.Posterior:
		return name + "Posterior"
	case loops.Moments:
		return name + "Moments"
	case loops.Point:
		return name + "Point"
	}
	return fmt.Sprintf("%sU%d", name, g.update(t.Edge).ID)
}

// update is the update that sends the messages over an edge.
func (g *generator) update(e *factor.Edge) *message.Update { return g.program.Message.To[e.ID] }

// tableField is the path of a table in the Inference.
func (g *generator) tableField(t *loops.Table) string {
	switch t.Role {
	case loops.Constant:
		return "constant." + g.tableName(t)
	case loops.Drawn:
		return "value." + g.tableName(t)
	}
	return "msg." + g.tableName(t)
}

// elementType is the Go type of the elements of a table.
func (g *generator) elementType(t *loops.Table) string {
	switch t.Role {
	case loops.Total:
		return familyType(t.Family) + "Total"
	case loops.Moments:
		return momentsType(t.Family)
	case loops.Constant, loops.Drawn:
		return goType(t.Type)
	}
	return familyType(t.Family)
}

func goType(t model.Type) string {
	switch t.Kind {
	case model.Real:
		return "float64"
	case model.Bool:
		return "bool"
	case model.DistKind:
		return messageType(families.Named(t.Family))
	}
	return "int"
}

// variableName is what a variable is called in the names of its tables. A copy in the
// branches of a gate has the name of the variable outside with its number, and so has
// the part of a variable that is drawn where others of its elements are computed.
func (g *generator) variableName(v *factor.Variable) string { return g.variableNames[v.ID] }

// namesOf are the names of variables in generated code: those that have one name in the model
// are told apart by numbers.
func namesOf(list []*factor.Variable) []string {
	out := make([]string, len(list))
	type kind struct {
		name string
		copy bool
	}
	before := map[kind]int{}
	for i, v := range list {
		k := kind{v.Name, v.CopyOf != nil}
		before[k]++
		switch n := before[k]; {
		case k.copy:
			out[i] = fmt.Sprintf("%sIn%d", local(v.Name), n)
		case n > 1:
			out[i] = fmt.Sprintf("%sPart%d", local(v.Name), n)
		default:
			out[i] = local(v.Name)
		}
	}
	return out
}

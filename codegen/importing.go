package codegen

import (
	"go/format"
	"regexp"
	"strings"

	"mpc/families"
)

// modulePath is the path of this module, which packages generated with Import
// import their run-time support from.
const modulePath = "mpc"

// constructorName matches the names of families and of their constructors, which
// a package with its own run-time support has without a qualifier.
var constructorName = regexp.MustCompile(`(^|[^\w."])(` + strings.Join(distributionNames(), "|") + `)\b`)

func distributionNames() []string {
	var names []string
	for _, fam := range families.All() {
		names = append(names, fam.Names()...)
	}
	return names
}

// qualify writes the names of the run-time support with their packages, outside
// comments and declarations of methods.
func (g *generator) qualify(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		code, comment, found := strings.Cut(line, "//")
		if strings.HasPrefix(code, "type ") {
			continue
		}
		// A field or method of that name stands before its type or parameters.
		field := ""
		if strings.Contains(code, "`json:") {
			field, code, _ = strings.Cut(code, " ")
			field += " "
		}
		code = field + constructorName.ReplaceAllString(code, "${1}dist.${2}")
		code = strings.ReplaceAll(code, "(inf *Inference) dist.", "(inf *Inference) ")
		if found {
			code += "//" + comment
		}
		lines[i] = code
	}
	return strings.Join(lines, "\n")
}

// aliases prints the names that a caller uses of the distributions, for a
// package that imports the run-time support.
func (g *generator) aliases() ([]File, error) {
	var p printer
	p.line("// The distributions that the model uses.")
	p.line("type (")
	for _, fam := range g.families() {
		p.line("%s = dist.%s", fam.Go(), fam.Go())
	}
	p.line(")")
	// Names are qualified by hand here.
	var b printer
	b.WriteString(strings.ReplaceAll(header, "%s", baseName(g.model.File.Name)))
	b.line("package %s\n", g.model.Name)
	b.line("import %q\n", modulePath+"/dist")
	b.WriteString(p.String())
	src, err := format.Source(b.Bytes())
	if err != nil {
		return nil, err
	}
	return []File{{"distributions.go", src}}, nil
}

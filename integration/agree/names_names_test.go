package agree

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/program"
	"mpc/lang"
)

// The tests of the files names_* hold that no name of a model gets in the way of one that its
// generated package declares, imports or embeds.

var harmless = regexp.MustCompile(`\bzq[a-y]\b`)

// slots lists the harmless names of a template, but that of the model.
func (tm template) slots() []string {
	list := harmless.FindAllString(tm.model, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

// renamed is the template with other names, and with its data.
func (tm template) renamed(names map[string]string) template {
	change := func(text string) string {
		return harmless.ReplaceAllStringFunc(text, func(name string) string {
			if other, ok := names[name]; ok {
				return other
			}
			return name
		})
	}
	tm.model, tm.data = change(tm.model), change(tm.data)
	return tm
}

func (tm template) compile(t *testing.T) *mpc.Compilation {
	t.Helper()
	c, err := mpc.Compile(tm.kind+".yaml", []byte(tm.model), mpc.Options{Codegen: codegen.Options{Tests: true}})
	if err != nil {
		t.Fatalf("%v\n%s", err, tm.model)
	}
	if tm.kind == "filter" && c.Package.NoFilter != "" {
		t.Fatalf("no filter: %s", c.Package.NoFilter)
	}
	return c
}

// isSupport tells whether a file has text that is the same in all packages.
func isSupport(name string) bool {
	return slices.Contains([]string{"distributions.go", "operators.go", "special.go", "draws.go", "samples.go"}, name)
}

// identifiers lists those of a package with harmless names that a model can have too:
// first those of what is printed, then those of the support that goes with it.
func identifiers(t *testing.T, c *mpc.Compilation) []string {
	t.Helper()
	seen := map[string]bool{}
	var list []string
	for _, support := range []bool{false, true} {
		var more []string
		for _, f := range c.Package.Files {
			if isSupport(f.Name) != support {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && !seen[id.Name] && !strings.Contains(strings.ToLower(id.Name), "zq") && canName(id.Name) {
					seen[id.Name] = true
					more = append(more, id.Name)
				}
				return true
			})
		}
		slices.Sort(more)
		list = append(list, more...)
	}
	return list
}

// canName tells whether the language has the name for a variable, an input and an index.
func canName(name string) bool {
	for _, text := range []string{"model: a\ninputs: {%s: real}\nprogram: |\n  b ~ normal(%[1]s, variance = 1)\n", "model: a\nprogram: |\n  for (%s in 0..2) { b[%[1]s] ~ normal(0, variance = 1) }\n", "model: a\nprogram: |\n  %s ~ normal(0, variance = 1)\n"} {
		_, d := lang.Parse("a.yaml", []byte(fmt.Sprintf(text, name)))
		if d.HasErrors() {
			return false
		}
	}
	return true
}

// TestEveryName gives to the names of models of all kinds each name that their packages
// have without them, and type-checks what comes of it. That none is captured is checked
// whenever a package is made.
func TestEveryName(t *testing.T) {
	check := newChecker(t)
	for _, tm := range templates {
		t.Run(tm.kind, func(t *testing.T) {
			names := identifiers(t, tm.compile(t))
			if len(names) < 200 {
				t.Fatalf("only %d identifiers", len(names))
			}
			slots := tm.slots()
			for _, first := range starts(len(names), len(slots)) {
				given := map[string]string{}
				for k, slot := range slots {
					given[slot] = names[(first+k)%len(names)]
				}
				hostile := tm.renamed(given)
				if err := check.types(hostile.compile(t)); err != nil {
					t.Errorf("%v\n%s", err, hostile.model)
				}
			}
		})
	}
}

// A checker type-checks packages.
type checker struct {
	fset   *token.FileSet
	config types.Config
}

func newChecker(t *testing.T) *checker {
	t.Helper()
	fset := token.NewFileSet()
	return &checker{fset, types.Config{Importer: program.Importer(t, fset)}}
}

// types checks a package. Bodies of support, which no name of a model is in, are left out.
func (k *checker) types(c *mpc.Compilation) error {
	var files []*ast.File
	for _, f := range c.Package.Files {
		file, err := parser.ParseFile(k.fset, f.Name, f.Source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if isSupport(f.Name) {
			for _, d := range file.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					d.Body = nil
				}
			}
		}
		files = append(files, file)
	}
	var list []error
	config := k.config
	config.Error = func(err error) {
		var e types.Error
		if errors.As(err, &e) && isSupport(k.fset.Position(e.Pos).Filename) && (strings.Contains(e.Msg, "imported and not used") || strings.Contains(e.Msg, "missing function body")) {
			return
		}
		list = append(list, err)
	}
	_, _ = config.Check(c.Package.Name, k.fset, files, nil)
	return errors.Join(list...)
}

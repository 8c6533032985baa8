package support

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mpc/codegen/link"
)

// A Source is the text of a generated file without its package clause and imports.
// It names the run-time support with its packages, as dist.Normal.
type Source struct {
	Text string
	// selectors are the names qualified by a package, in the order of the text:
	// what stands before the dot is declared nowhere in the file.
	selectors []selector
}

type selector struct {
	pkg, name string
	from, to  int // in the text
}

// Parse reads generated text, which has declarations alone.
func Parse(text string) (*Source, *ast.File, error) {
	s := &Source{Text: text}
	clause := "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", clause+text, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("%w\n%s", err, text)
	}
	offset := func(p token.Pos) int { return fset.File(p).Offset(p) - len(clause) }
	free := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		free[id] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && free[x] {
				s.selectors = append(s.selectors, selector{x.Name, sel.Sel.Name, offset(sel.Pos()), offset(sel.End())})
			}
		}
		return true
	})
	slices.SortFunc(s.selectors, func(a, b selector) int { return a.from - b.from })
	return s, file, nil
}

// Flatten gives the run-time support the names that it has inside a generated
// package.
func (s *Source) Flatten(lib *link.Library) {
	var b strings.Builder
	at := 0
	for _, sel := range s.selectors {
		if lib.Has(sel.pkg) {
			b.WriteString(s.Text[at:sel.from] + lib.Name(sel.pkg+"."+sel.name))
			at = sel.to
		}
	}
	b.WriteString(s.Text[at:])
	s.Text = b.String()
	s.selectors = slices.DeleteFunc(s.selectors, func(sel selector) bool { return lib.Has(sel.pkg) })
}

// packages lists the packages that the text uses.
func (s *Source) packages() map[string]bool {
	set := map[string]bool{}
	for _, sel := range s.selectors {
		set[sel.pkg] = true
	}
	return set
}

// standard lists the packages that generated code may import: of other modules
// those for linear algebra, where there are vectors or matrices of reals.
var standard = []string{"context", "encoding/binary", "encoding/json", "errors", "fmt", "hash/fnv", "math", "math/rand/v2", "sync", "sync/atomic", "testing", "time", "strings", "strconv", "math/bits", "bytes", "slices", "maps", "os", "runtime", "cmp",
	"bufio", "compress/gzip", "flag", "io", "os/signal", "syscall", // of programs around packages
	"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/blas64", "gonum.org/v1/gonum/lapack/lapack64"}

// ModulePath is the path of this module, which packages generated with Import
// import their run-time support from.
const ModulePath = "mpc"

// Imports is the import declaration for the packages that the text uses, "" for none.
func (s *Source) Imports() string {
	used := s.packages()
	var list []string
	for _, path := range standard {
		name := path[strings.LastIndex(path, "/")+1:]
		if path == "math/rand/v2" {
			name = "rand"
		}
		if used[name] {
			list = append(list, path)
		}
	}
	for _, pkg := range packages {
		if used[pkg.Name] {
			list = append(list, ModulePath+"/"+pkg.path())
		}
	}
	if len(list) == 0 {
		return ""
	}
	sort.Strings(list)
	text := "import (\n"
	for _, path := range list {
		text += strconv.Quote(path) + "\n"
	}
	return text + ")\n\n"
}

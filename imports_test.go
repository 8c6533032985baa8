package mpc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
)

// rooms is the import rule of ARCHITECTURE.md: the packages of this module that
// each package may import, directly or through others. Commands and generated
// packages have rules of their own below.
var rooms = map[string][]string{
	"special":               {},
	"run/output":            {},
	"dist":                  {"special"},
	"operators":             {"dist", "special"},
	"engine":                {"dist", "special"},
	"engine/checking":       {},
	"engine/command":        {"samples", "special"},
	"engine/passing":        {"engine", "dist", "special"},
	"engine/latent":         {"dist", "operators", "special", "engine", "mcmc", "samples"},
	"engine/sampling":       {"engine", "dist", "special", "mcmc", "samples"},
	"mcmc":                  {"dist", "special"},
	"samples":               {"special"},
	"run/plots":             {"samples", "special"},
	"run/calibrate":         {"special"},
	"run/criteria":          {"samples", "special"},
	"lang/functions":        {"special"},
	"lang":                  {},
	"docs":                  {"lang"},
	"bugs":                  {"lang", "lang/functions", "dist", "special", "mcmc"},
	"bugs/sequence":         {"lang", "bugs", "lang/functions", "dist", "special", "mcmc"},
	"bugs/unroll":           {"lang", "bugs", "lang/functions", "mcmc", "dist", "special"},
	"bugs/replay":           {"lang", "bugs", "lang/functions", "bugs/sequence", "bugs/unroll", "mcmc", "dist", "special"},
	"model":                 {"lang", "lang/functions", "dist", "special", "mcmc"},
	"factor/families":       {"lang", "model", "lang/functions", "dist", "special", "mcmc"},
	"model/joint":           {"lang", "model", "lang/functions", "dist", "special", "mcmc"},
	"model/joint/evaluate":  {"model/joint", "lang", "model", "lang/functions", "factor/families", "dist", "special", "data", "mcmc"},
	"message/conditional":   {"model/joint", "lang", "model", "lang/functions", "dist", "special", "mcmc"},
	"factor":                {"lang", "model", "lang/functions", "factor/families", "operators", "dist", "special", "mcmc"},
	"message":               {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "mcmc"},
	"depanalysis":           {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "mcmc"},
	"schedule":              {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "mcmc"},
	"deadcode":              {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "mcmc"},
	"advice":                {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "mcmc"},
	"codegen/loops":         {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "mcmc"},
	"codegen/code":          {},
	"codegen/code/evaluate": {"codegen/code"},
	"codegen/code/chains":   {"codegen/code", "codegen/code/evaluate", "codegen/lower", "codegen/names", "codegen/passes", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "codegen/loops", "mcmc", "data"},
	"codegen/names":         {},
	"codegen/fields":        {"codegen/lower", "codegen/passes", "codegen/code", "codegen/names", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "codegen/loops", "mcmc"},
	"codegen/harness":       {"codegen", "codegen/code", "codegen/fields", "codegen/link", "codegen/lower", "codegen/names", "codegen/passes", "codegen/support", "codegen/text", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "codegen/loops", "engine", "engine/command", "engine/latent", "engine/passing", "engine/sampling", "mcmc", "samples"},
	"codegen/link":          {},
	"codegen/lower":         {"codegen/code", "codegen/names", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "codegen/loops", "mcmc"},
	"codegen/passes":        {"codegen/code"},
	"codegen/support":       {"codegen/link", "lang", "model", "lang/functions", "factor/families", "dist", "operators", "special", "engine", "engine/latent", "engine/passing", "engine/sampling", "mcmc", "samples"},
	"codegen/text":          {"codegen/code"},
	"codegen":               {"codegen/code", "codegen/fields", "codegen/link", "codegen/lower", "codegen/names", "codegen/passes", "codegen/support", "codegen/text", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "codegen/loops", "engine", "engine/latent", "engine/passing", "engine/sampling", "mcmc", "samples"},
	"data":                  {"lang", "model", "lang/functions", "factor/families", "dist", "special", "mcmc"},
	"run/posterior":         {"factor/families", "lang", "model", "lang/functions", "dist", "special", "mcmc", "samples"},
	"run/interp":            {"codegen/code", "codegen/code/chains", "codegen/code/evaluate", "codegen/lower", "codegen/names", "codegen/passes", "codegen/loops", "message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "data", "engine", "engine/command", "engine/latent", "engine/sampling", "model/joint/evaluate", "mcmc", "samples"},
	"viz":                   {"message/conditional", "model/joint", "lang", "model", "lang/functions", "factor/families", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "deadcode", "codegen/loops", "bugs", "bugs/sequence", "mcmc"},
}

// outside lists the modules other than the standard library that a package may
// import itself; no entry: none.
var outside = map[string][]string{
	"dist":           {"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/blas64", "gonum.org/v1/gonum/lapack/lapack64"},
	"mcmc":           {"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/blas64", "gonum.org/v1/gonum/lapack", "gonum.org/v1/gonum/lapack/lapack64"},
	"lang/functions": {"special"},
	"lang":           {"gopkg.in/yaml.v3"},
	"viz":            {"github.com/emicklei/dot"},
	"cmd/mpc":        {"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/sys/unix", "golang.org/x/term"},
}

// support lists the run-time packages, which the generated packages of models import.
var support = []string{"dist", "operators", "special", "engine", "engine/passing", "engine/sampling", "engine/latent", "mcmc", "samples"}

// carriers are the generated packages of models that carry the run-time support, as those of
// bench do.
var carriers = []string{"models/bugs_pumps/pumps", "models/clinical_trial_gate/clinical_trial_gate", "models/gaussian_mixture/gaussian_mixture"}

// A listed package is what go list says about one.
type listed struct {
	ImportPath, Name, Doc, Dir string
	Standard                   bool
	Imports, Deps              []string
	GoFiles                    []string
	Module                     *struct {
		Main bool
	}
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Name,Doc,Dir,Standard,Imports,Deps,GoFiles,Module", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var list []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// isModel tells whether a package is generated, or stands beside such to use,
// test or measure it.
func isModel(room string) bool {
	return room == "bench" || strings.HasPrefix(room, "bench/") || strings.HasPrefix(room, "models/")
}

// isGenerated tells whether mpc wrote a file.
func isGenerated(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.HasPrefix(text, []byte("// Code generated by mpc "))
}

// hasVectors tells whether a generated package has normal vectors or matrices, for
// which it may import linear algebra.
func hasVectors(t *testing.T, p listed) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.Dir, "distributions.go"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte("type MvNormal struct")) || bytes.Contains(text, []byte("type Wishart struct"))
}

// running are the rooms above the root package, which run what it compiles.
var running = []string{"run", "run/program"}

// breach says what an import of a package breaks, or nothing. inside tells a
// package of this module, and is given without the module's name; direct tells
// an import that the package's own files make.
func breach(room, imported string, inside, direct bool) string {
	switch {
	case room == "":
		// The root package joins the stages; only run, the command and tests may use it.
		if inside && (slices.Contains(running, imported) || strings.HasPrefix(imported, "cmd/") || strings.HasPrefix(imported, "integration/")) {
			return "the root package imports no run, no command and no test"
		}
	case slices.Contains(running, room):
		if inside && (strings.HasPrefix(imported, "cmd/") || strings.HasPrefix(imported, "integration/")) {
			return "what runs models imports no command and no test"
		}
	case strings.HasPrefix(room, "cmd/"):
		if inside && direct && !slices.Contains([]string{"", "run", "run/output", "docs"}, imported) {
			return "a command imports the root package, run, output and docs only"
		}
	case strings.HasPrefix(room, "integration/"):
		if inside && strings.HasPrefix(imported, "cmd/") {
			return "a test of all stages imports no command"
		}
	case isModel(room):
		if inside && !direct && strings.HasPrefix(room, "models/") && slices.Contains(support, imported) {
			return "" // through a generated package
		}
		if !inside || !isModel(imported) {
			return "beside generated packages there are only the standard library and other models"
		}
		return ""
	case inside && !slices.Contains(rooms[room], imported):
		return "the table of rooms does not have it"
	}
	if !inside && direct && !slices.Contains(outside[room], imported) {
		return "of other modules it may import " + strings.Join(append(outside[room], "none else"), ", ")
	}
	return ""
}

func TestImports(t *testing.T) {
	list := listPackages(t)
	standard := map[string]bool{"C": true, "unsafe": true}
	main := map[string]bool{}
	for _, p := range list {
		standard[p.ImportPath] = standard[p.ImportPath] || p.Standard
		main[p.ImportPath] = p.Module != nil && p.Module.Main
	}
	seen := map[string]bool{}
	for _, p := range list {
		if !main[p.ImportPath] || len(p.GoFiles) == 0 {
			continue
		}
		room := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, mpc.ModulePath), "/")
		if strings.HasPrefix(room, "scratch") {
			continue // trials, which no commit holds
		}
		seen[room] = true
		generated := slices.ContainsFunc(p.GoFiles, func(file string) bool { return isGenerated(t, filepath.Join(p.Dir, file)) })
		if _, ok := rooms[room]; !ok && room != "" && !slices.Contains(running, room) && !strings.HasPrefix(room, "cmd/") && !strings.HasPrefix(room, "integration/") && !isModel(room) {
			t.Errorf("%s has no row in the table of rooms, here and in ARCHITECTURE.md", room)
			continue
		}
		for _, name := range []string{"util", "utils", "common", "core", "base", "types", "helpers", "misc"} {
			if p.Name == name {
				t.Errorf("%s: no package is named %s", p.ImportPath, name)
			}
		}
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		for _, imported := range p.Deps {
			if standard[imported] {
				continue
			}
			direct := slices.Contains(p.Imports, imported)
			if generated {
				inside := strings.TrimPrefix(imported, mpc.ModulePath+"/")
				switch {
				case strings.HasPrefix(room, "models/") && !slices.Contains(carriers, room):
					if main[imported] && !slices.Contains(support, inside) {
						t.Errorf("%s imports %s: a generated package of a model imports the run-time support only", p.ImportPath, imported)
					}
				case !(strings.HasPrefix(imported, "gonum.org/v1/gonum/") && hasVectors(t, p)):
					t.Errorf("%s imports %s: a generated package that carries its support imports the standard library only, and gonum where there are normal vectors", p.ImportPath, imported)
				}
				continue
			}
			if !main[imported] && !direct {
				continue // what another module imports is its own affair
			}
			inside := strings.TrimPrefix(strings.TrimPrefix(imported, mpc.ModulePath), "/")
			if !main[imported] {
				inside = imported
			}
			if why := breach(room, inside, main[imported], direct); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, why)
			}
		}
	}
	for _, room := range carriers {
		if !seen[room] {
			t.Errorf("there is no package %s", room)
		}
	}
	for room := range rooms {
		if !seen[room] {
			t.Errorf("the table of rooms has %s, but there is no such package", room)
		}
	}
}

// TestAlgorithms: no stage after message.Lower asks which algorithm a variable has, or
// an operator is of; what it needs to know stands in the updates.
func TestAlgorithms(t *testing.T) {
	files := 0
	for _, room := range []string{"depanalysis", "schedule", "deadcode", "codegen/loops", "codegen", "run/interp", "viz"} {
		paths, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range algorithmsIn(t, path, src) {
				t.Errorf("%s asks for an algorithm", at)
			}
		}
	}
	if files < 50 {
		t.Errorf("only %d files are read", files)
	}
	if got := algorithmsIn(t, "a.go", []byte("package a\nvar x = v.Algorithm == operators.EP\n")); len(got) != 1 {
		t.Errorf("a question is found at %v", got)
	}
}

// algorithmsIn lists where a file names an algorithm of package operators.
func algorithmsIn(t *testing.T, path string, src []byte) (list []string) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		x, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := x.X.(*ast.Ident)
		if ok && of.Name == "operators" && slices.Contains([]string{"Algorithm", "EP", "VMP", "Gibbs"}, x.Sel.Name) {
			list = append(list, set.Position(x.Pos()).String())
		}
		return true
	})
	return list
}

// TestBreach plants an import of each kind that the rule forbids.
func TestBreach(t *testing.T) {
	for _, row := range []struct {
		room, imported string
		inside, direct bool
		ok             bool
	}{
		{"schedule", "depanalysis", true, true, true},
		{"schedule", "deadcode", true, false, false},
		{"operators", "factor", true, true, false},
		{"dist", "github.com/emicklei/dot", false, true, false},
		{"viz", "github.com/emicklei/dot", false, true, true},
		{"cmd/mpc", "", true, true, true},
		{"cmd/mpc", "codegen", true, true, false},
		{"cmd/mpc", "codegen", true, false, true},
		{"models/football/evaluate", "dist", true, true, false},
		{"models/football/evaluate", "dist", true, false, true},
		{"models/football/evaluate", "run/interp", true, false, false},
		{"bench/trueskill", "special", true, false, false},
		{"models/football/evaluate", "models/football/football", true, true, true},
		{"bench/trueskill", "gopkg.in/yaml.v3", false, true, false},
		{"", "run/interp", true, true, true},
		{"", "run", true, true, false},
		{"run", "", true, true, true},
		{"run", "cmd/mpc", true, true, false},
		{"cmd/mpc", "run", true, true, true},
		{"", "cmd/mpc", true, true, false},
		{"", "integration/agree", true, true, false},
		{"run/interp", "integration/agree", true, true, false},
		{"integration/exact", "codegen", true, true, true},
		{"integration/exact", "integration/agree", true, true, true},
	} {
		if got := breach(row.room, row.imported, row.inside, row.direct); (got == "") != row.ok {
			t.Errorf("%s imports %s: %q", row.room, row.imported, got)
		}
	}
}

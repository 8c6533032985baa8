package mpc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms is the import rule of ARCHITECTURE.md: the packages of this module that
// each package may import, directly or through others. Commands and generated
// packages have rules of their own below.
var rooms = map[string][]string{
	"special":     {},
	"dist":        {"special"},
	"operators":   {"dist", "special"},
	"lang":        {},
	"model":       {"lang"},
	"factor":      {"lang", "model", "operators", "dist", "special"},
	"message":     {"lang", "model", "factor", "operators", "dist", "special"},
	"depanalysis": {"lang", "model", "factor", "operators", "dist", "special", "message"},
	"schedule":    {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis"},
	"deadcode":    {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule"},
	"loops":       {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule"},
	"codegen":     {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "loops"},
	"data":        {"lang", "model", "dist", "special"},
	"interp":      {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "data"},
	"viz":         {"lang", "model", "factor", "operators", "dist", "special", "message", "depanalysis", "schedule", "deadcode", "loops"},
}

// outside lists the modules other than the standard library that a package may
// import itself; no entry: none.
var outside = map[string][]string{
	"lang":    {"gopkg.in/yaml.v3"},
	"viz":     {"github.com/emicklei/dot"},
	"cmd/mpc": {"github.com/spf13/cobra", "golang.org/x/term"},
}

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

// isGenerated tells whether a package is generated, or stands beside such to
// test and measure it.
func isGenerated(room string) bool {
	return room == "bench" || strings.HasPrefix(room, "bench/") || strings.HasPrefix(room, "models/")
}

// breach says what an import of a package breaks, or nothing. inside tells a
// package of this module, and is given without the module's name; direct tells
// an import that the package's own files make.
func breach(room, imported string, inside, direct bool) string {
	switch {
	case room == "":
		// The root package joins the stages; only the command may use it.
		if inside && strings.HasPrefix(imported, "cmd/") {
			return "the root package imports no command"
		}
	case strings.HasPrefix(room, "cmd/"):
		if inside && direct && imported != "" {
			return "a command imports the root package only"
		}
	case isGenerated(room):
		return "a generated package imports the standard library only"
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
		room := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "mpc"), "/")
		if strings.HasPrefix(room, "scratch") {
			continue // trials, which no commit holds
		}
		seen[room] = true
		if _, ok := rooms[room]; !ok && room != "" && !strings.HasPrefix(room, "cmd/") && !isGenerated(room) {
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
			if !main[imported] && !direct {
				continue // what another module imports is its own affair
			}
			inside := strings.TrimPrefix(strings.TrimPrefix(imported, "mpc"), "/")
			if !main[imported] {
				inside = imported
			}
			if why := breach(room, inside, main[imported], direct); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, why)
			}
		}
	}
	for room := range rooms {
		if !seen[room] {
			t.Errorf("the table of rooms has %s, but there is no such package", room)
		}
	}
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
		{"models/football/football", "dist", true, true, false},
		{"bench/trueskill", "special", true, false, false},
		{"bench/trueskill", "gopkg.in/yaml.v3", false, true, false},
		{"", "interp", true, true, true},
		{"", "cmd/mpc", true, true, false},
	} {
		if got := breach(row.room, row.imported, row.inside, row.direct); (got == "") != row.ok {
			t.Errorf("%s imports %s: %q", row.room, row.imported, got)
		}
	}
}

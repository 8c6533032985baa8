package codegen_test

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/codegen/link"
)

var update = flag.Bool("update", false, "write what the files of link and text hold anew")

// TestLink links what each archive of testdata asks for. Its comment says what is shown;
// the files in folders are the run-time packages, in the order of their first files; `public`
// lists the names that stay exported, `need` names that are needed, `generated.go` is text
// of a package that refers to others. What is linked
// of a package stands in `linked/` of its name, an error in `error`.
func TestLink(t *testing.T) {
	paths, err := filepath.Glob("link/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			given, want := split(archive)
			got := linked(t, given)
			if *update {
				archive.Files = append(given, got...)
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			have, wanted := string(txtar.Format(&txtar.Archive{Files: got})), string(txtar.Format(&txtar.Archive{Files: want}))
			if have != wanted {
				t.Errorf("linked:\n%s\nwant:\n%s", have, wanted)
			}
		})
	}
}

// split tells what an archive gives from what it expects.
func split(archive *txtar.Archive) (given, want []txtar.File) {
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "linked/") || f.Name == "error" {
			want = append(want, f)
		} else {
			given = append(given, f)
		}
	}
	return given, want
}

// linked links the packages of an archive. What comes of it must be Go without the names of
// the packages.
func linked(t *testing.T, given []txtar.File) []txtar.File {
	t.Helper()
	lists := map[string][]string{}
	var packages []link.Package
	sources := map[string]fstest.MapFS{}
	for _, f := range given {
		pkg := path.Dir(f.Name)
		if pkg == "." {
			lists[f.Name] = strings.Fields(string(f.Data))
			continue
		}
		if sources[pkg] == nil {
			sources[pkg] = fstest.MapFS{}
			packages = append(packages, link.Package{Name: pkg, Source: sources[pkg], Public: func(name string) bool {
				return slices.Contains(lists["public"], pkg+"."+name)
			}})
		}
		sources[pkg][path.Base(f.Name)] = &fstest.MapFile{Data: f.Data}
	}
	lib, err := link.Read(packages...)
	if err == nil {
		err = lib.Check()
	}
	if err != nil {
		return []txtar.File{{Name: "error", Data: []byte(err.Error() + "\n")}}
	}
	var needs link.Needs
	for _, name := range lists["need"] {
		needs.Add(name)
	}
	for _, f := range given {
		if f.Name == "generated.go" {
			file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, 0)
			if err != nil {
				t.Fatal(err)
			}
			needs.Read(file)
		}
	}
	parts, err := lib.Link(needs)
	if err != nil {
		return []txtar.File{{Name: "error", Data: []byte(err.Error() + "\n")}}
	}
	var out []txtar.File
	all := "package p\n"
	for _, part := range parts {
		out = append(out, txtar.File{Name: "linked/" + part.Package, Data: []byte(strings.TrimSuffix(part.Text, "\n"))})
		all += part.Text
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", all, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, all)
	}
	if len(file.Imports) > 0 {
		t.Error("linked text imports packages")
	}
	for _, id := range file.Unresolved {
		if sources[id.Name] != nil {
			t.Errorf("linked text refers to package %s:\n%s", id.Name, all)
		}
	}
	return out
}

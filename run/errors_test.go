package run_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc"
	"mpc/docs"
	"mpc/lang"
)

var update = flag.Bool("update", false, "rewrite the wanted diagnostics of testdata/errors")

// patience is how long one bad input may take.
const patience = time.Minute

// TestErrors runs every archive of testdata/errors: a model, with or without
// data, that is wrong. What it holds under want is what a person sees.
func TestErrors(t *testing.T) {
	paths, err := filepath.Glob("../testdata/errors/*.txtar")
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d archives, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string][]byte{}
			for _, f := range archive.Files {
				files[f.Name] = f.Data
			}
			if len(archive.Comment) == 0 {
				t.Error("the archive does not say what is wrong")
			}
			list := diagnose(t, files)
			hold(t, list)
			var got bytes.Buffer
			if err := list.Render(&got, func(name string) []byte { return files[name] }); err != nil {
				t.Fatal(err)
			}
			if *update {
				for i, f := range archive.Files {
					if f.Name == "want" {
						archive.Files[i].Data = got.Bytes()
					}
				}
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(files["want"]); got.String() != want {
				t.Errorf("got\n%s\nwant\n%s", got.String(), want)
			}
		})
	}
}

// diagnose compiles the model of an archive and runs it on its data, and
// returns all diagnostics. A run that is still going on after some seconds, a
// mistake of the compiler, and a result fail the test.
func diagnose(t *testing.T, files map[string][]byte) lang.Diagnostics {
	t.Helper()
	type outcome struct {
		list lang.Diagnostics
		err  error
	}
	done := make(chan outcome, 1)
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	go func() {
		list, err := attempt(ctx, dir, files)
		done <- outcome{list, err}
	}()
	select {
	case o := <-done:
		var d lang.Diagnostics
		if o.err == nil {
			t.Fatalf("a result instead of an error; warnings:\n%v", o.list)
		}
		if !errors.As(o.err, &d) {
			t.Fatalf("an error without a place: %v", o.err)
		}
		o.list = append(o.list, d.Errors()...)
		o.list.Sort()
		return o.list
	case <-time.After(2 * patience):
		t.Fatal("no end")
	}
	return nil
}

func attempt(ctx context.Context, dir string, files map[string][]byte) (warnings lang.Diagnostics, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	c, err := mpc.Compile("model.yaml", files["model.yaml"], mpc.Options{})
	if err != nil {
		return c.Warnings, err
	}
	data := ""
	for _, name := range []string{"data.json", "data.csv"} {
		if text, ok := files[name]; ok {
			data = filepath.Join(dir, name)
			if err := os.WriteFile(data, text, 0o600); err != nil {
				return nil, err
			}
		}
	}
	_, err = runFile(ctx, c, data, nil, true)
	return local(c.Warnings, dir), localError(err, dir)
}

func localError(err error, dir string) error {
	var d lang.Diagnostics
	if errors.As(err, &d) {
		return local(d, dir)
	}
	return err
}

// local takes the folder of the test from file names.
func local(list lang.Diagnostics, dir string) lang.Diagnostics {
	cut := func(s string) string { return strings.TrimPrefix(s, dir+string(filepath.Separator)) }
	for i := range list {
		list[i].File = cut(list[i].File)
		for k := range list[i].Related {
			list[i].Related[k].File = cut(list[i].Related[k].File)
		}
	}
	return list
}

// unplaced are the codes of mistakes that stand nowhere in a file.
var unplaced = map[string]bool{"empty": true, "data-empty": true, "data-file": true}

// hold checks what every diagnostic must have.
func hold(t *testing.T, list lang.Diagnostics) {
	t.Helper()
	for _, d := range list {
		if (d.Line < 1 || d.Col < 1 || d.File == "") && !unplaced[d.Code] {
			t.Errorf("no place: %s", d)
		}
		if _, ok := docs.Explain(d.Code); !ok {
			t.Errorf("mpc explain does not know the code: %s", d)
		}
		if text := d.Message + d.Hint; strings.Contains(text, "%!") || strings.Contains(text, "internal") || strings.Contains(text, "<nil>") {
			t.Errorf("not for a person: %s", d)
		}
		if d.Message == "" {
			t.Errorf("no message: %+v", d)
		}
	}
	if len(list) > 6 && list[len(list)-1].Code != "too-many" {
		t.Errorf("%d diagnostics: a cascade", len(list))
	}
}

// TestHugeInputs gives models and data that a program may write, or an
// attacker: each ends in few placed errors, soon, without exhausting the stack.
func TestHugeInputs(t *testing.T) {
	const head = "model: huge\nprogram: |\n  "
	const ten = 1 << 20
	readable := []byte("model: huge\ninputs: {n: range, y: 'real[n]'}\nprogram: |\n  mu ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(mu, variance = 1) }\n")
	tests := map[string]map[string][]byte{
		"a line of 1 MB that is one name":                {"model.yaml": []byte(head + strings.Repeat("x", ten) + "\n")},
		"a line of 1 MB of strange characters":           {"model.yaml": []byte(head + strings.Repeat("@", ten) + "\n")},
		"a line of 1 MB with an error behind":            {"model.yaml": []byte(head + "x ~ normal(0" + strings.Repeat(" ", ten) + ", 1)\n")},
		"a sum of 1 MB":                                  {"model.yaml": []byte(head + "x ~ normal(0, variance = 1)\n  y = x" + strings.Repeat("+1", ten/2) + "\n")},
		"a key of 1 MB":                                  {"model.yaml": []byte(strings.Repeat("k", ten) + ": 1\n")},
		"a number of 1 MB":                               {"model.yaml": []byte(head + "x ~ normal(" + strings.Repeat("9", ten) + ", variance = 1)\n")},
		"brackets nested a hundred thousand deep":        {"model.yaml": []byte(head + "x = " + strings.Repeat("(", 1e5) + "1" + strings.Repeat(")", 1e5) + "\n")},
		"minus signs a hundred thousand deep":            {"model.yaml": []byte(head + "x = " + strings.Repeat("-", 1e5) + "1\n")},
		"indices nested a hundred thousand deep":         {"model.yaml": []byte(head + "x = " + strings.Repeat("a[", 1e5) + "\n")},
		"loops nested a hundred thousand deep":           {"model.yaml": []byte(head + strings.Repeat("for (i in 0..<1) {", 1e5) + strings.Repeat("}", 1e5) + "\n")},
		"ifs nested a hundred thousand deep":             {"model.yaml": []byte(head + strings.Repeat("if (true) { x = 1 } else ", 1e5) + "{ x = 2 }\n")},
		"YAML lists nested deep":                         {"model.yaml": []byte("model: " + strings.Repeat("[", 1e5) + "\n")},
		"YAML mappings nested deep":                      {"model.yaml": []byte("model: " + strings.Repeat("{a: ", 2e4) + "\n")},
		"data with a line of 1 MB":                       {"model.yaml": readable, "data.json": []byte(`{"y": [` + strings.Repeat("1.00000000000000000,", ten/20) + `x]}`)},
		"data with a string of 1 MB":                     {"model.yaml": readable, "data.json": []byte(`{"y": ["` + strings.Repeat("1", ten) + `"]}`)},
		"data nested a hundred thousand deep":            {"model.yaml": readable, "data.json": []byte(`{"y": ` + strings.Repeat("[", 1e5) + "1" + strings.Repeat("]", 1e5) + "}")},
		"a table with a cell of 1 MB":                    {"model.yaml": readable, "data.csv": []byte("y\n" + strings.Repeat("z", ten) + "\n")},
		"a table with a row of a hundred thousand cells": {"model.yaml": readable, "data.csv": []byte("y\n" + strings.Repeat("1,", 1e5) + "\n")},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) {
			list := diagnose(t, files)
			hold(t, list)
			var text bytes.Buffer
			if err := list.Render(&text, func(name string) []byte { return files[name] }); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 100_000 {
				t.Errorf("the diagnostics have %d bytes: a person cannot read them\n%.2000s", text.Len(), text.String())
			}
		})
	}
}

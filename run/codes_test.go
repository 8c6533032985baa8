package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/docs"
	"mpc/lang"
)

// TestExamplesOfCodes runs the examples of every explanation: the first must
// give that code, the second no error.
func TestExamplesOfCodes(t *testing.T) {
	for _, code := range docs.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			text, _ := docs.Explain(code)
			_, examples, ok := strings.Cut(text, "\n## Goes wrong\n")
			wrong, right, both := strings.Cut(examples, "\n## Works\n")
			if !ok || !both {
				t.Fatal("an explanation has an example that goes wrong and one that works")
			}
			list, err := runExample(t, wrong)
			var d lang.Diagnostics
			if errors.As(err, &d) {
				list = append(list, d...)
			} else if err != nil {
				t.Errorf("the example that goes wrong: %v", err)
			}
			if !slices.ContainsFunc(list, func(d lang.Diagnostic) bool { return d.Code == code }) {
				t.Errorf("the example that goes wrong has the diagnostics\n%v", list)
			}
			if list, err := runExample(t, right); err != nil || list.HasErrors() {
				t.Errorf("the example that works: %v", err)
			}
		})
	}
}

// runExample compiles the block yaml of a text, reads the data of its other
// blocks and of its arguments, and runs.
func runExample(t *testing.T, text string) (lang.Diagnostics, error) {
	t.Helper()
	dir := t.TempDir()
	var source, data string
	var prior []string
	for _, part := range strings.Split("\n"+text, "\n```")[1:] {
		info, body, ok := strings.Cut(part, "\n")
		if !ok || info == "" {
			continue
		}
		kind, name, _ := strings.Cut(info, " ")
		write := func(name string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		switch {
		case kind == "yaml":
			source = body
			if name == "bytes" {
				source = strings.ReplaceAll(body, `\xe9`, "\xe9")
			}
		case kind == "args":
			f := strings.Fields(body)
			path := filepath.Join(dir, f[1])
			if f[0] == "--data" {
				data = path
			} else {
				prior = append(prior, path)
			}
		case name != "":
			write(name)
		default:
			data = write("data." + kind)
		}
	}
	if source == "" {
		t.Fatal("an example has a block yaml")
	}
	c, err := mpc.Plan("model.yaml", []byte(source))
	if err != nil {
		return c.Warnings, err
	}
	r, err := runFile(context.Background(), c, data, prior, true)
	if err != nil {
		return c.Warnings, err
	}
	return r.Diagnostics, nil
}

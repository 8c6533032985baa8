package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestCookbook does what the cookbook says: it saves its files, calls its commands, and
// compares what they print with what stands there.
func TestCookbook(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "cookbook.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	scripts := 0
	for i, recipe := range strings.Split(string(page), "\n## ")[1:] {
		name, _, _ := strings.Cut(recipe, "\n")
		script := recipeScript(t, name, recipe)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("recipe%d.txtar", i)), []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		scripts++
	}
	if scripts < 8 {
		t.Fatalf("%d recipes", scripts)
	}
	testscript.Run(t, testscript.Params{Dir: dir})
}

// recipeScript makes a script of a recipe: a block with a name is a file, a console block has
// commands with what each prints.
func recipeScript(t *testing.T, name, recipe string) string {
	t.Helper()
	var commands, files strings.Builder
	blocks, outputs := strings.Split(recipe, "```"), 0
	for i := 1; i < len(blocks); i += 2 {
		head, body, _ := strings.Cut(blocks[i], "\n")
		kind, file, named := strings.Cut(head, " ")
		switch {
		case named:
			fmt.Fprintf(&files, "-- %s --\n%s", file, body)
		case kind == "console":
			for command := range strings.SplitSeq(strings.TrimPrefix(body, "$ "), "\n$ ") {
				call, want, _ := strings.Cut(command, "\n")
				outputs++
				fmt.Fprintf(&commands, "%s --interpret\n! stderr .\ncmp stdout output%d\n", call, outputs)
				if want != "" && !strings.HasSuffix(want, "\n") {
					want += "\n"
				}
				fmt.Fprintf(&files, "-- output%d --\n%s", outputs, want)
			}
		default:
			t.Errorf("%s: a block that is neither a file nor a console", name)
		}
	}
	if outputs == 0 {
		t.Errorf("%s: no command", name)
	}
	return commands.String() + files.String()
}

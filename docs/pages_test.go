package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mpc"
)

// A block is a fenced part of a page of documentation.
type block struct {
	file string
	line int
	lang string
	text string
}

// pages lists the documentation.
func pages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages in docs: %v", err)
	}
	inside, err := filepath.Glob("docs/inside/*.md")
	if err != nil || len(inside) == 0 {
		t.Fatalf("no pages in docs/inside: %v", err)
	}
	return append(append(files, inside...), "README.md", "ARCHITECTURE.md", "CHANGELOG.md")
}

func blocks(t *testing.T, file string) []block {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []block
	inside := false
	for i, line := range strings.SplitAfter(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "```") && !inside:
			inside = true
			list = append(list, block{file, i + 1, strings.TrimSpace(line[3:]), ""})
		case strings.HasPrefix(line, "```"):
			inside = false
		case inside:
			list[len(list)-1].text += line
		}
	}
	return list
}

// TestDocumentedModels compiles every whole model in the documentation, and
// gives its package to the programs there, which must pass go vet.
func TestDocumentedModels(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	models, programs := map[string]string{}, 0
	for _, file := range pages(t) {
		for _, b := range blocks(t, file) {
			at := fmt.Sprintf("%s:%d", b.file, b.line)
			switch {
			case b.lang == "yaml" && strings.Contains("\n"+b.text, "\nmodel: "):
				c, err := mpc.Compile(at, []byte(b.text), mpc.Options{})
				if err != nil {
					t.Errorf("%s: %v", at, err)
					continue
				}
				if len(c.Warnings) > 0 {
					t.Errorf("%s: %v", at, c.Warnings)
				}
				// The README's model is the one that programs use.
				if _, ok := models[c.Package.Name]; ok && file != "README.md" {
					continue
				}
				models[c.Package.Name] = at
				for _, f := range c.Package.Files {
					write(filepath.Join(c.Package.Name, f.Name), f.Source)
				}
			case b.lang == "go" && strings.HasPrefix(b.text, "package main"):
				programs++
				write(fmt.Sprintf("program%d/main.go", programs), []byte(b.text))
			}
		}
	}
	if len(models) == 0 || programs == 0 {
		t.Fatalf("%d models and %d programs in the documentation", len(models), programs)
	}
	write("go.mod", []byte("module example.org/app\n\ngo 1.24\n"))
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)

// TestLinks finds what every relative link of the documentation leads to.
func TestLinks(t *testing.T) {
	for _, file := range pages(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: the link %s leads nowhere", file, m[1])
			}
		}
	}
}

// TestDocumentedStages holds that every line of the dumps in docs/inside/stages.md is
// one that the model above it gives, and that the Go there is in its package.
func TestDocumentedStages(t *testing.T) {
	var c *mpc.Compilation
	var said, code string
	lines := 0
	const page = "docs/inside/stages.md"
	for _, b := range blocks(t, page) {
		switch {
		case b.lang == "yaml":
			var err error
			if c, err = mpc.Compile("model.yaml", []byte(b.text), mpc.Options{}); err != nil {
				t.Fatal(err)
			}
			dump, _ := c.Dump("all")
			said = "\n" + dump
			for _, f := range c.Package.Files {
				code += string(f.Source)
			}
		case c == nil:
		case b.lang == "go":
			if !strings.Contains(code, b.text) {
				t.Errorf("%s:%d: no such text in the package", page, b.line)
			}
			lines++
		case b.lang == "":
			for line := range strings.Lines(b.text) {
				if !strings.Contains(said, "\n"+line) {
					t.Errorf("%s:%d: no stage says %q", page, b.line, line)
				}
				lines++
			}
		}
	}
	if lines < 30 {
		t.Errorf("only %d lines of stages found", lines)
	}
}

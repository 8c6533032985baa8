package run_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc/run/output"
)

// TestWriteFile replaces a file through links, keeps its mode, and leaves nothing beside.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must(t, os.Mkdir("real", 0o755))
	must(t, os.WriteFile("real/a", []byte("old"), 0o640))
	must(t, os.Symlink("real/a", "link"))
	must(t, os.Symlink("link", "again"))
	must(t, os.Symlink("real/new", "dangling"))
	for _, c := range []struct{ name, holds string }{
		{"again", "real/a"}, {"dangling", "real/new"}, {"out[1]", "out[1]"}, {"real/../plain", "plain"},
	} {
		must(t, output.WriteFile(c.name, []byte(c.name)))
		info, err := os.Lstat(c.holds)
		must(t, err)
		if got, err := os.ReadFile(c.holds); err != nil || string(got) != c.name || !info.Mode().IsRegular() {
			t.Errorf("%s: %s holds %q, %v, %v", c.name, c.holds, got, err, info.Mode())
		}
	}
	if info, err := os.Stat("real/a"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode has become %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat("link"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	nothingBeside(t, dir)
}

// TestRefused names what is no place for a file, or for a folder.
func TestRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.Mkdir("folder", 0o755))
	must(t, os.WriteFile("file", nil, 0o644))
	must(t, os.Symlink("loop", "loop"))
	for _, c := range []struct{ name, want string }{
		{"folder", "is a folder"}, {"nowhere/", "names a folder"}, {"nowhere/x", "nowhere/x: no such file"}, {"file/x", "file/x: not a directory"},
		{"/dev/full", "is a device"}, {"loop", "too many symbolic links"}, {"", "is empty"},
	} {
		for _, err := range []error{output.CheckFile(c.name), output.WriteFile(c.name, []byte("x"))} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.name, err, c.want)
			}
		}
	}
	for _, name := range []string{"file", "-", "/dev/null", "/dev/stdout", ""} {
		if _, err := output.OpenFolder(name); err == nil || output.CheckFolder(name) == nil {
			t.Errorf("%q: it is taken as a folder", name)
		}
	}
	must(t, output.WriteFile("/dev/null", []byte("x")))
}

// TestAbort leaves what was there.
func TestAbort(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "draws.csv.gz")
	must(t, os.WriteFile(path, []byte("old"), 0o644))
	f, err := output.Create(path)
	must(t, err)
	fmt.Fprint(f, "half of")
	if !strings.HasSuffix(f.Path(), ".gz") {
		t.Errorf("%s does not end as %s", f.Path(), path)
	}
	f.Abort()
	holds(t, path, "old")
	nothingBeside(t, dir)
}

// TestFolder writes several files or none, and keeps those of others.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "pkg[1]")
	write := func(texts ...string) *output.Folder {
		f, err := output.OpenFolder(dir)
		must(t, err)
		for i, text := range texts {
			must(t, f.Write(fmt.Sprintf("%d.go", i), []byte(text)))
		}
		return f
	}
	first := write("a", "b", "c")
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there before all is written: %v", err)
	}
	must(t, first.Commit())
	first.Abort()
	must(t, os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o644))
	second := write("A", "B")
	second.Remove("2.go")
	must(t, second.Commit())
	second.Abort()
	for name, want := range map[string]string{"0.go": "A", "1.go": "B", "mine.txt": "mine"} {
		holds(t, filepath.Join(dir, name), want)
	}
	if _, err := os.Stat(filepath.Join(dir, "2.go")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("2.go is there still: %v", err)
	}
	write("x", "y").Abort()
	failing := write("x", "y", "z") // a folder comes into the way of the last one
	failing.Remove("mine.txt")
	must(t, os.Mkdir(filepath.Join(dir, "2.go"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "2.go", "x"), nil, 0o644))
	if err := failing.Commit(); err == nil || !strings.Contains(err.Error(), "2.go") {
		t.Errorf("a folder in the way: %v", err)
	}
	for name, want := range map[string]string{"0.go": "A", "1.go": "B", "mine.txt": "mine"} {
		holds(t, filepath.Join(dir, name), want)
	}
	nothingBeside(t, dir)
	nothingBeside(t, filepath.Dir(dir))
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, []byte(want)) {
		t.Errorf("%s holds %q, %v, want %q", path, got, err, want)
	}
}

func nothingBeside(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(strings.NewReplacer("[", `\[`, "]", `\]`).Replace(dir), ".mpc-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestSame: paths lead to one file by other names too, through links, and before it is there.
func TestSame(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a", at("link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("none", at("open")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		a, b string
		same bool
	}{{"a", "a", true}, {"a", "b", false}, {"a", "link", true}, {"none", "none", true}, {"none", "open", true}, {"none", "other", false}, {"a", "none", false}} {
		if output.Same(at(test.a), at(test.b)) != test.same {
			t.Errorf("%s and %s: not %t", test.a, test.b, test.same)
		}
	}
	t.Chdir(dir)
	if !output.Same("none", at("none")) || !output.Same("./a", "a") || output.Same("", "a") {
		t.Error("paths of the present folder")
	}
}

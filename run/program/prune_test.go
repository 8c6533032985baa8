package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPrune holds that programs which no run has used for a month leave the cache, and nothing
// else does.
func TestPrune(t *testing.T) {
	cache := t.TempDir()
	now := time.Now()
	name := func(digit string) string { return strings.Repeat(digit, programDigits) }
	place := func(name string, age time.Duration) {
		t.Helper()
		path := filepath.Join(cache, name)
		if err := os.MkdirAll(filepath.Join(path, packageFolder), 0o700); err != nil {
			t.Fatal(err)
		}
		at := now.Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	place(name("a"), 2*unused)
	place(name("a")+".lock", 2*unused)
	place(name("b"), unused/2)
	place(name("b")+".lock", 2*unused)
	place(name("c")+".new-1234", 2*unused)
	place(name("d")+".new-1234", time.Minute)
	place("photographs", 2*unused)
	p := &program{dir: filepath.Join(cache, name("e"))}
	place(name("e"), 2*unused)
	p.used()
	prune(cache, now)
	entries, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := []string{name("b"), name("b") + ".lock", name("d") + ".new-1234", name("e"), "photographs"}
	if !slices.Equal(got, want) {
		t.Errorf("the cache holds %q, not %q", got, want)
	}
}

//go:build unix

package program

import (
	"os"
	"strings"
	"testing"
)

// A folder that others can write to is no cache.
func TestCacheOfOthers(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	dir, err := cacheFolder()
	if err != nil {
		t.Fatal(err)
	}
	refused := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := cacheFolder(); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s with mode %v: %v", path, mode, err)
		}
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	refused(dir, 0o777)
	refused(home, 0o777)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := cacheFolder(); err == nil {
		t.Error("a link that somebody may have put there is taken")
	}
	if os.Getuid() == 0 {
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(dir, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if _, err := cacheFolder(); err == nil || !strings.Contains(err.Error(), "belongs to somebody else") {
			t.Errorf("a folder of another user: %v", err)
		}
	}
}

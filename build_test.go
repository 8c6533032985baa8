//go:build unix

package mpc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const builtModel = "model: built\nprogram: |\n  x ~ normal(0, sd = 1)\n  observe x > 1\ninfer: [x]\n"

func compiled(t *testing.T) *Compilation {
	t.Helper()
	c, err := Compile("model.yaml", []byte(builtModel), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Ten runs from an empty cache at once build one program, and all succeed; what is truncated,
// or no program, is built again; another setting of the toolchain is another program.
func TestProgramInCache(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		t.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ctx := context.Background()
	var wait sync.WaitGroup
	var mu sync.Mutex
	builds, paths := 0, map[string]bool{}
	for range 10 {
		c := compiled(t)
		wait.Go(func() {
			path, err := c.program(ctx, RunOptions{Step: func(what string) {
				if what == "building the package" {
					mu.Lock()
					defer mu.Unlock()
					builds++
				}
			}}, true)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			paths[path] = true
		})
	}
	wait.Wait()
	if builds != 1 || len(paths) != 1 || t.Failed() {
		t.Fatalf("%d builds, %d programs", builds, len(paths))
	}
	var path string
	for path = range paths {
	}
	runs := func(what string) {
		t.Helper()
		c := compiled(t)
		set, err := ReadData(c, "", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(ctx, c, set, RunOptions{Iterations: -1, Build: true})
		if err != nil || len(r.Warnings) > 0 {
			t.Errorf("%s: %v, %v", what, err, r)
		}
		if _, ok := c.built.program.kept(); !ok {
			t.Errorf("%s: it is not built again", what)
		}
	}
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	runs("truncated")
	// A file that its checksum fits, and that is no program.
	if err := os.WriteFile(path, []byte("\x7fELF"), 0o700); err != nil {
		t.Fatal(err)
	}
	sum, err := sumOf(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), checksum), []byte(sum), 0o600); err != nil {
		t.Fatal(err)
	}
	runs("no program")
	left, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(path)), "*.new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("what was half built is left: %v, %v", left, err)
	}
	for _, name := range []string{"GOFLAGS", "CGO_ENABLED", "GOAMD64"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, map[string]string{"GOFLAGS": "-race", "CGO_ENABLED": "0", "GOAMD64": "v2"}[name])
			if p, err := newProgram(ctx, compiled(t)); err != nil || p.dir == filepath.Dir(path) {
				t.Errorf("it is the same program: %v", err)
			}
		})
	}
}

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

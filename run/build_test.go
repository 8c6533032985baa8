//go:build unix

package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"mpc"
	"mpc/run/program"
)

const builtModel = "model: built\nprogram: |\n  x ~ normal(0, sd = 1)\n  observe x > 1\ninfer: [x, evidence]\n"

func compiled(t *testing.T, src string) *mpc.Compilation {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(src), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// remembered is a compilation with what its runs have found.
type remembered struct {
	*mpc.Compilation
	Built
}

// Ten runs of five compilations from an empty cache at once build one program, and all succeed;
// what is truncated, or no program, is built again, once; another setting of the toolchain is another program.
func TestProgramInCache(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		t.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ctx := context.Background()
	// together runs five compilations twice each, all at once, and counts the builds.
	together := func(what, src string) (list []*remembered, builds int) {
		t.Helper()
		var wait sync.WaitGroup
		var mu sync.Mutex
		for range 5 {
			c := compiled(t, src)
			m := &remembered{Compilation: c}
			list = append(list, m)
			set, err := ReadData(c, "", nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				wait.Go(func() {
					r, err := Run(ctx, c, set, Options{Iterations: -1, Build: true, Evidence: true, Built: &m.Built, Step: func(what string) {
						if what == "building the package" {
							mu.Lock()
							defer mu.Unlock()
							builds++
						}
					}})
					if err != nil || len(r.Warnings) > 0 || len(r.EvidenceTerms) == 0 {
						t.Errorf("%s: %v, %v", what, err, r)
						return
					}
					for _, e := range r.EvidenceTerms {
						text := strings.Split(src, "\n")[e.Line-1]
						if variable, ok := strings.CutPrefix(e.Statement, "all messages to "); !strings.Contains(text, e.Statement) && !(ok && strings.Contains(text, variable+" ~")) {
							t.Errorf("%s: %q is said to be in line %d, which is %q", what, e.Statement, e.Line, text)
						}
					}
				})
			}
		}
		wait.Wait()
		for _, c := range list {
			if x, err := new(Built).Kept(ctx, c.Compilation); err != nil || x.Path == "" {
				t.Errorf("%s: it is not in the cache", what)
			}
		}
		return list, builds
	}
	list, builds := together("empty", builtModel)
	found, err := list[0].Kept(ctx, list[0].Compilation)
	if err != nil {
		t.Fatal(err)
	}
	path := found.Path
	if builds != 1 || t.Failed() {
		t.Fatalf("%d builds", builds)
	}
	// Of two runs that have both found nothing the second takes what the first has built.
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list[0].Ready(ctx, list[0].Compilation, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := list[0].Renewed(ctx, list[0].Compilation, program.Executable{Path: path, Sum: "of another"}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("a program that runs is built again: %v", err)
	}
	if _, builds := together("commented", strings.Replace(builtModel, "program:", "# A comment.\n\nprogram:", 1)); builds != 0 {
		t.Errorf("a comment takes %d builds", builds)
	}
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	if _, builds := together("truncated", builtModel); builds != 1 {
		t.Errorf("truncated: %d builds", builds)
	}
	// A file that its checksum fits, and that is no program.
	if err := os.WriteFile(path, []byte("\x7fELF"), 0o700); err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("\x7fELF")))
	if err := os.WriteFile(path+".sha256", []byte(sum), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, builds := together("no program", builtModel); builds != 1 {
		t.Errorf("no program: %d builds", builds)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(path)), "*.new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("what was half built is left: %v, %v", left, err)
	}
	for _, name := range []string{"GOFLAGS", "CGO_ENABLED", "GOAMD64"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, map[string]string{"GOFLAGS": "-race", "CGO_ENABLED": "0", "GOAMD64": "v2"}[name])
			if x, err := new(Built).Kept(ctx, compiled(t, builtModel)); err != nil || x.Path != "" {
				t.Errorf("it is the same program: %v", err)
			}
		})
	}
}

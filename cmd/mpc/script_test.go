package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mpc": main})
}

// TestScripts runs the scripts of testdata/script: each calls mpc as a person
// does. They share one cache of built programs, made anew by each test run, and
// the build cache of the toolchain.
func TestScripts(t *testing.T) {
	// A test that runs under nohup would hand down that SIGHUP is ignored.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	cache := t.TempDir()
	home, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder")
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("..", "..", "testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			env.Setenv("GOCACHE", goCache(home))
			env.Setenv("MPCBIN", filepath.SplitList(env.Getenv("PATH"))[0])
			env.Setenv("GOFLAGS", os.Getenv("GOFLAGS"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"gz":     compress,
			"code":   exitCode,
			"fakego": fakeGo,
			"full":   fullDisk,
		},
	})
}

func goCache(home string) string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	return filepath.Join(home, "go-build")
}

// compress makes file.gz of a file: gz file.
func compress(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: gz file")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(ts.ReadFile(args[0]))); err != nil {
		ts.Fatalf("%v", err)
	}
	if err := z.Close(); err != nil {
		ts.Fatalf("%v", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), b.Bytes(), 0o600))
}

// exitCode runs mpc and holds its exit code: code 2 runn model.yaml.
func exitCode(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: code n arguments of mpc")
	}
	want := map[string]int{"0": 0, "1": 1, "2": 2}[args[0]]
	err := ts.Exec("mpc", args[1:]...)
	got := 0
	if err != nil {
		e, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("mpc: %v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("mpc exits with %d, not %d", got, want)
	}
}

// fakeGo puts a go into bin that cannot build.
func fakeGo(ts *testscript.TestScript, _ bool, _ []string) {
	real, err := exec.LookPath("go")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("bin/go"), []byte("#!/bin/sh\n[ \"$1\" = env ] && exec "+real+" \"$@\"\necho no toolchain here >&2\nexit 1\n"), 0o755))
}

// fullDisk runs mpc with a standard output that takes nothing: full version. It must fail.
func fullDisk(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec("sh", append([]string{"-c", `mpc "$@" >/dev/full`, "sh"}, args...)...)
	if err == nil {
		ts.Fatalf("mpc %v succeeds where nothing can be written", args)
	}
}

package models_test

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The committed data are those that prepare writes.
func TestFootballUpToDate(t *testing.T) {
	static, drift := t.TempDir(), t.TempDir()
	prepare := exec.Command("go", "run", "mpc/models/football/prepare", "-results", "football/results.csv.gz",
		"-fixtures", "football/fixtures.csv", "-o", static, "-drift", drift)
	if out, err := prepare.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for got, want := range map[string]string{
		static: "football/data",
		drift:  "football_drift/data",
	} {
		files, err := filepath.Glob(filepath.Join(want, "*"))
		if err != nil || len(files) < 2 {
			t.Fatal(files, err)
		}
		for _, f := range files {
			if unzip(t, f) != unzip(t, filepath.Join(got, filepath.Base(f))) {
				t.Errorf("%s is out of date: go run ./models/football/prepare", f)
			}
		}
	}
}

func unzip(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

package agree

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write testdata/hashes.txt anew (with -tags long; two to four minutes)")

const hashesFile = "../../testdata/hashes.txt"

const hashesHead = `# What everything in testdata/ that runs comes to, to the bit: of a model and a way to run it a line for each kind of answer.
# Posteriors, draws, warnings and errors are hashes of their text with all digits, draws and posteriors of samplers those of
# a few scans from a fixed seed. A change of the compiler that is to change no result leaves this file as it is:
#     go test -tags long ./integration/agree -run TestHashes
# Where a change of results is meant, -update behind it writes the file anew; it says how long that takes. Processors without
# AVX and FMA, and other architectures, round otherwise.
`

// TestHashes: what everything in testdata/ that runs comes to, by the interpreter and by the
// generated package, is what it came to when testdata/hashes.txt was written. Without -tags long
// it runs some of them.
func TestHashes(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("sums are rounded otherwise here")
	}
	if *update && !long {
		t.Fatal("-update wants all models: run it with -tags long")
	}
	begun := time.Now()
	all := readAnswered(t)
	some := all
	if !long {
		some = Sample(all, len(all)/12)
	}
	inParallel(some, func(a *answered) []string { a.compile(); return nil })
	lines := interpretedAnswers(t, some)
	built := Sample(some, 10)
	lines = append(lines, generatedAnswers(t, built)...)
	slices.Sort(lines)
	if *update {
		text := hashesHead + strings.Join(lines, "\n") + "\n"
		if err := os.WriteFile(hashesFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d lines of %d models, in %.0f s", len(lines), len(some), time.Since(begun).Seconds())
		return
	}
	wanted := map[string]bool{} // models, and how they ran
	for _, a := range some {
		wanted[a.name+" interpreted"] = true
	}
	for _, a := range built {
		wanted[a.name+" generated"] = true
	}
	compareLines(t, lines, readHashes(t, wanted))
}

// readHashes lists the lines of the file about some models, as they ran.
func readHashes(t *testing.T, wanted map[string]bool) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(hashesFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && wanted[words[0]+" "+words[1]] {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// compareLines reports what is in one of two sorted lists only.
func compareLines(t *testing.T, got, want []string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatal("no lines to compare with")
	}
	for _, line := range got {
		if _, ok := slices.BinarySearch(want, line); !ok {
			t.Errorf("now  %s", line)
		}
	}
	for _, line := range want {
		if _, ok := slices.BinarySearch(got, line); !ok {
			t.Errorf("once %s", line)
		}
	}
}

// An answers is what a run of a model came to, line by line.
type answers struct {
	run   string // the model, and the way it ran
	lines []string
}

func (a *answers) add(kind, text string) { a.lines = append(a.lines, a.run+" "+kind+" "+text) }

// hash adds a text as its hash, if there is any.
func (a *answers) hash(kind string, text []byte) {
	if text = bytes.TrimSpace(text); len(text) > 0 {
		sum := sha256.Sum256(text)
		a.add(kind, hex.EncodeToString(sum[:8]))
	}
}

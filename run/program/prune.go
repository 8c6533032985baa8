package program

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// unused is how long a program stays in the cache after its last run.
const unused = 30 * 24 * time.Hour

// used notes that a program is run now.
func (p *program) used() {
	now := time.Now()
	// A cache that can only be read keeps what it has.
	_ = os.Chtimes(p.dir, now, now)
}

// prune removes the programs that no run has used for long, with their locks and what builds
// that were killed have left. Another mpc may do the same at once, and a cache that
// cannot be pruned is no error.
func prune(cache string, now time.Time) {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if !programName(strings.TrimSuffix(name, ".lock")) {
			continue
		}
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < unused {
			continue
		}
		if strings.HasSuffix(name, ".lock") {
			if _, err := os.Lstat(filepath.Join(cache, strings.TrimSuffix(name, ".lock"))); err == nil {
				continue // of a program that is still used
			}
		}
		_ = os.RemoveAll(filepath.Join(cache, name))
	}
}

// programName tells whether a name in the cache is one that newProgram or build gives.
func programName(name string) bool {
	name, _, _ = strings.Cut(name, ".new-")
	if len(name) != programDigits {
		return false
	}
	return strings.Trim(name, "0123456789abcdef") == ""
}

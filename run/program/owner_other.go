//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package program

import (
	"context"
	"fmt"
	"os"
)

// ownedFolder returns an error where a path is no folder. The user's cache is in the user's
// profile, which nobody else can write to.
func ownedFolder(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", path)
	}
	return err
}

func safeAbove(string) error { return nil }

// lock does not lock: whoever renames what it built first wins, and the others build in vain.
func lock(ctx context.Context, _ string, _ func()) (unlock func(), err error) {
	return func() {}, ctx.Err()
}

func interrupt(p *os.Process) error { return p.Kill() }

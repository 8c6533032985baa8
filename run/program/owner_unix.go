//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// ownedFolder returns an error where a path is no folder of the user's own, to which nobody
// else can write.
func ownedFolder(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", path)
	case ok && int(stat.Uid) != os.Geteuid():
		return fmt.Errorf("%s belongs to somebody else", path)
	case info.Mode()&0o022 != 0:
		return fmt.Errorf("others can write to %s", path)
	}
	return nil
}

// safeAbove returns an error where somebody else can put another folder in the place of one of
// the user's in this one: it is neither the user's nor root's, or all can write to it and
// rename what they do not own.
func safeAbove(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && stat.Uid != 0 && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to somebody else", path)
	}
	others := info.Mode()&0o002 != 0 || info.Mode()&0o020 != 0 && ok && stat.Gid != 0 && int(stat.Gid) != os.Getegid()
	if others && info.Mode()&os.ModeSticky == 0 {
		return fmt.Errorf("others can write to %s", path)
	}
	return nil
}

// lock waits until no other process has the lock at path. waits is called once if one has.
func lock(ctx context.Context, path string, waits func()) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for first := true; ; first = false {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return func() { f.Close() }, nil
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if first {
			waits()
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// interrupt asks a process to end.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// watch calls closed once the other end of a pipe is closed. A file has no other end.
func watch(ctx context.Context, f *os.File, closed func()) {
	info, err := f.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return
	}
	go func() {
		fds := []unix.PollFd{{Fd: int32(f.Fd())}}
		for ctx.Err() == nil {
			n, err := unix.Poll(fds, int(time.Second/time.Millisecond/4))
			if n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0 {
				closed()
				return
			}
			if n > 0 || err != nil && err != unix.EINTR {
				return
			}
		}
	}()
}

//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package main

import (
	"context"
	"os"
)

// watch does nothing where nothing tells that a pipe is closed.
func watch(context.Context, *os.File, func()) {}

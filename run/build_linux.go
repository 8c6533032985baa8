package run

import (
	"os/exec"
	"syscall"
)

// endsWithParent makes the kernel end a process when this one is killed.
func endsWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}

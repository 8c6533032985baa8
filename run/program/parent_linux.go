package program

import (
	"os/exec"
	"syscall"
)

// EndsWithParent makes the kernel end a process when this one is killed.
func EndsWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}

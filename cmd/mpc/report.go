package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"mpc"
)

// writeReport writes a file for those who mend the compiler, and returns its path: the
// stage that failed and all that it said, the command, and the models that it names. It
// is "" where no file can be written.
func writeReport(e *mpc.InternalError) string {
	f, err := os.CreateTemp("", "mpc-report-*.txt")
	if err != nil {
		return ""
	}
	_, err = f.Write(report(e, os.Args))
	if bad := f.Close(); err == nil {
		err = bad
	}
	if err != nil {
		os.Remove(f.Name())
		return ""
	}
	return f.Name()
}

// report is the text of such a file.
func report(e *mpc.InternalError, args []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "stage: %s\ncommand: %s\n", e.Stage, strings.Join(args, " "))
	fmt.Fprintf(&b, "built by %s for %s/%s%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, revision())
	for _, a := range args[1:] {
		if ext := strings.ToLower(filepath.Ext(a)); ext != ".yaml" && ext != ".yml" {
			continue
		}
		if src, err := os.ReadFile(a); err == nil {
			fmt.Fprintf(&b, "\n--- %s\n%s\n", a, bytes.TrimRight(src, "\n"))
		}
	}
	fmt.Fprintf(&b, "\n--- error\n%s\n", strings.TrimSpace(e.Err.Error()))
	if len(e.Stack) > 0 {
		fmt.Fprintf(&b, "\n--- stack\n%s", e.Stack)
	}
	return b.Bytes()
}

// revision is the commit that the command was built from, where that is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return ", commit " + s.Value
		}
	}
	return ""
}

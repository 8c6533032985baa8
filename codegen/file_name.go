package codegen

import (
	"slices"
	"strings"
)

// mainFile names the file of the package that Inference is in: after the model, where no
// other file of the package has that name, and where Go would not leave it out, as it does
// files of tests and of other machines.
func mainFile(model string) string {
	others := []string{"data", "steps", "results", "filter", "batches", "chain", "state", "distributions", "operators", "special", "draws", "samples"}
	last := model[strings.LastIndex(model, "_")+1:]
	if slices.Contains(others, model) || last != model && slices.Contains(strings.Fields(leftOut), last) {
		return "inference.go"
	}
	return model + ".go"
}

// leftOut are the ends of names of files that Go leaves out, with an underscore before, or
// may leave out one day: tests, and the systems and machines that it knows.
const leftOut = `test aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`

package mpc

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"strings"

	"mpc/codegen"
)

// moduleFile and moduleSums are those of this module: a generated package takes the
// same version of a dependency.
var (
	//go:embed go.mod
	moduleFile string
	//go:embed go.sum
	moduleSums string
)

// Dependencies lists the modules besides the standard library that a generated
// package imports, each with its version: linear algebra where there are normal
// vectors or wishart matrices, else nothing.
func Dependencies(p *codegen.Package) []string {
	var list []string
	for _, line := range strings.Split(moduleFile, "\n") {
		f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(f) < 2 || !strings.HasPrefix(f[1], "v") || !imports(p, f[0]) {
			continue
		}
		list = append(list, f[0]+" "+f[1])
	}
	return list
}

// imports tells whether a package imports something of a module.
func imports(p *codegen.Package, module string) bool {
	for _, f := range p.Files {
		if strings.Contains(string(f.Source), "\t\""+module+"/") {
			return true
		}
	}
	return false
}

// ModuleFiles returns the go.mod and the go.sum of a module that holds a generated
// package.
func ModuleFiles(name string, p *codegen.Package) (mod, sum []byte) {
	text := "module " + name + "\n\ngo 1.24\n"
	for _, d := range Dependencies(p) {
		text += "\nrequire " + d + "\n"
		for _, line := range strings.Split(moduleSums, "\n") {
			if strings.HasPrefix(line, d+" ") || strings.HasPrefix(line, d+"/go.mod ") {
				sum = append(append(sum, line...), '\n')
			}
		}
	}
	return []byte(text), sum
}

// A fetchError says that the modules that a generated package imports are not here
// and could not be fetched.
type fetchError struct{ modules []string }

func (e *fetchError) Error() string {
	return "the program cannot be built without " + strings.Join(e.modules, ", ") + ", which could not be fetched"
}

// fetched tells whether all packages that a program imports are here.
func fetched(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	return cmd.Run() == nil
}

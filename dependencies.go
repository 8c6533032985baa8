package mpc

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"

	"mpc/codegen"
	"mpc/codegen/support"
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

// ModulePath is the path of this module.
const ModulePath = support.ModulePath

// Requires tells whether the module that a folder is in is the module, or requires it,
// as its go.mod says.
func Requires(dir, module string) bool {
	for _, line := range strings.Split(moduleOf(dir), "\n") {
		line, _, _ = strings.Cut(line, "//")
		f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(f) == 2 && f[0] == module && strings.HasPrefix(f[1], "v") || len(f) == 2 && f[0] == "module" && f[1] == module {
			return true
		}
	}
	return false
}

// moduleOf is the go.mod of the module that a folder is in, "" where there is none.
func moduleOf(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if src, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			return string(src)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
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

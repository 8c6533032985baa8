// Package support is the run-time support of generated packages: the packages of this module that generated code refers to,
// which of their names callers see, and how a generated package imports them or carries what it needs of them.
package support

import (
	"io/fs"
	"sync"

	"mpc/codegen/link"
	"mpc/dist"
	"mpc/engine"
	"mpc/engine/latent"
	"mpc/engine/passing"
	"mpc/engine/sampling"
	"mpc/mcmc"
	"mpc/operators"
	"mpc/samples"
	"mpc/special"
)

// A Package is one that generated code refers to: a generated package imports it, or holds what it needs of it in a file of
// its own.
type Package struct {
	link.Package
	File, Doc string
}

// path is where the package stands in this module.
func (p *Package) path() string {
	switch p.Name {
	case "passing", "sampling", "latent", "checking":
		return "engine/" + p.Name
	}
	return p.Name
}

// packages are all of them.
var packages = []Package{
	{link.Package{Name: "dist", Source: dist.Source, Public: publicDist}, "distributions.go", "Distributions: messages and posteriors."},
	{link.Package{Name: "operators", Source: operators.Source}, "operators.go", "Message operators."},
	{link.Package{Name: "special", Source: special.Source}, "special.go", "Special functions."},
	{link.Package{Name: "engine", Source: engine.Source, Public: publicEngine}, "engine.go", "What is the same in all packages."},
	{link.Package{Name: "mcmc", Source: mcmc.Source}, "draws.go", "Draws of random numbers."},
	{link.Package{Name: "samples", Source: samples.Source, Public: publicSamples}, "samples.go", "What draws say, and how well."},
	{link.Package{Name: "passing", Source: passing.Source, Public: publicPassing}, "passing.go", "What is the same in all packages that pass messages."},
	{link.Package{Name: "sampling", Source: sampling.Source, Public: publicSampling}, "sampling.go", "What is the same in all packages that draw."},
	{link.Package{Name: "latent", Source: latent.Source}, "latent.go", "Posteriors of latent Gaussian models."},
	// Its file stands behind one that is no test: go takes package first_test in the first file of a folder for tests of first.
	{link.Package{Name: "checking", Source: checkingSource()}, "support_test.go", "What is the same in the tests of all packages."},
}

// checkingSource is the source of package checking.
func checkingSource() fs.FS {
	source, err := fs.Sub(engine.Checking, "checking")
	if err != nil {
		panic(err) // the path is a valid one
	}
	return source
}

// Named is the package of a name.
func Named(name string) *Package {
	for i := range packages {
		if packages[i].Name == name {
			return &packages[i]
		}
	}
	return nil
}

// Library reads the sources of the run-time packages, once.
var Library = sync.OnceValues(func() (*link.Library, error) {
	var list []link.Package
	for _, pkg := range packages {
		list = append(list, pkg.Package)
	}
	return link.Read(list...)
})

package codegen

import (
	"fmt"
	"go/format"

	"mpc/codegen/names"
	"mpc/model"
)

// local refers to a name of the model as a local variable or a field.
func local(name string) string { return names.Local(name) }

// exported refers to a name of the model as an exported name of Go.
func exported(name string) string { return names.Exported(name) }

// accessor is the method that returns the posterior of a variable.
func accessor(name string) string { return names.Accessor(name) }

// elementAccessor is the method that returns one element of an array's posterior.
func elementAccessor(name string) string { return accessor(name) + "At" }

// quantileAccessor is the method that returns quantiles of a variable's posterior.
func quantileAccessor(name string) string { return names.QuantileAccessor(name) }

// Text puts identifiers in place of the references to names of the model, in text about the package.
func (p *Package) Text(text string) string { return p.names.Text(text) }

// link puts identifiers in place of the references to names of the model, and formats
// the files.
func (g *generator) link(pkg *Package) error {
	var files []names.File
	for _, f := range pkg.Files {
		files = append(files, names.File{Name: f.Name, Text: string(f.Source)})
	}
	var err error
	if pkg.names, err = names.Link(files, declared(g.model)); err != nil {
		return err
	}
	for i, f := range files {
		text := pkg.names.Text(f.Text)
		if pkg.Files[i].Source, err = format.Source([]byte(text)); err != nil {
			return fmt.Errorf("%s: %w\n%s", f.Name, err, text)
		}
	}
	return nil
}

// declared lists the names of a model in the order of their declarations.
func declared(m *model.Model) []string {
	var list []string
	for _, in := range m.Inputs {
		list = append(list, in.Name)
	}
	for _, v := range m.Variables {
		list = append(list, v.Name)
	}
	return list
}

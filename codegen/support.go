package codegen

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"mpc/families"
)

// support returns the files of run-time support that the package calls.
func (g *generator) support() ([]File, error) {
	lib, err := readLibrary()
	if err != nil {
		return nil, err
	}
	chosen := map[*declaration]bool{}
	var add func(name string) error
	var take func(d *declaration) error
	take = func(d *declaration) error {
		if chosen[d] {
			return nil
		}
		chosen[d] = true
		for _, n := range d.needs {
			if err := add(n); err != nil {
				return err
			}
		}
		for _, m := range d.methods {
			if err := take(m); err != nil {
				return err
			}
		}
		return nil
	}
	add = func(name string) error {
		d := lib.decls[name]
		if d == nil {
			return fmt.Errorf("no run-time declaration %s", name)
		}
		return take(d)
	}
	// A caller makes and reads distributions.
	for _, fam := range g.families() {
		for _, n := range fam.Names() {
			g.need["dist."+n] = true
		}
	}
	for _, name := range sortedKeys(g.need) {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	var files []File
	for _, part := range []struct{ pkg, name, doc string }{
		{"dist", "distributions.go", "Distributions: messages and posteriors."},
		{"operators", "operators.go", "Message operators."},
		{"special", "special.go", "Special functions."},
		{"mcmc", "draws.go", "Draws of random numbers."},
		{"samples", "samples.go", "What draws say, and how well."},
	} {
		var list []*declaration
		for d := range chosen {
			if d.pkg == part.pkg {
				list = append(list, d)
			}
		}
		if len(list) == 0 {
			continue
		}
		sort.Slice(list, func(i, j int) bool { return list[i].node.Pos() < list[j].node.Pos() })
		var p printer
		p.line("// %s\n", part.doc)
		for _, d := range list {
			p.line("%s\n", d.text(lib.fset))
		}
		src, err := g.file("", p.String())
		if err != nil {
			return nil, err
		}
		files = append(files, File{part.name, src})
	}
	return files, nil
}

// families lists the families that the model uses, in the order of their Go
// names.
func (g *generator) families() []*families.Family {
	set := map[string]bool{}
	if !g.chain { // draws are of no family
		for _, v := range g.program.Message.Graph.Variables {
			set[v.Family.String()] = true
		}
	}
	for _, in := range g.model.Inputs {
		set[in.Type.Family] = true
	}
	var list []*families.Family
	for _, f := range families.All() {
		if set[f.Name] {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *families.Family) int { return strings.Compare(a.Go(), b.Go()) })
	return list
}

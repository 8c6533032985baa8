package link

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A Package is a package of run-time support, in the order in which its declarations
// are named and printed.
type Package struct {
	Name string
	// Source has its files. Tests and source.go, which embeds the others, are left out.
	Source fs.FS
	// Public tells of an exported name that it is part of the interface of generated
	// packages too: it stays exported there. nil stands for none.
	Public func(name string) bool
}

// A Library holds the declarations of the run-time packages, by qualified name. It does
// not change once it has been read: several goroutines may use it.
type Library struct {
	packages []Package
	fset     *token.FileSet
	decls    map[string]*declaration
	flat     map[string]string // by qualified name: the name in a generated package
	fields   *fields
	// mention finds qualified names in comments.
	mention *regexp.Regexp
}

// Read parses run-time packages. Where two of them would use one name in a generated
// package, that of the later one gets the package's name before it, unless it is public.
func Read(packages ...Package) (*Library, error) {
	lib := &Library{packages: packages, fset: token.NewFileSet(), decls: map[string]*declaration{}, flat: map[string]string{}, fields: newFields()}
	files, err := lib.files()
	if err != nil {
		return nil, err
	}
	var all []*declaration
	for _, f := range files {
		all = append(all, lib.declare(f)...)
	}
	var names []string
	for _, pkg := range packages {
		names = append(names, pkg.Name)
	}
	lib.mention = regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\.([A-Za-z_][A-Za-z0-9_]*)`)
	lib.nameAll()
	for i, d := range all {
		if t := lib.decls[d.receiver()]; t != nil {
			t.methods = append(t.methods, d)
		}
		d.place = i
		d.uses = sync.OnceValue(func() *uses { return lib.resolve(d) })
		d.text = sync.OnceValue(func() string { return lib.write(d) })
	}
	return lib, nil
}

// Check resolves all declarations, of which a generated package needs few, and returns the first error.
func (lib *Library) Check() error {
	for _, name := range slices.Sorted(maps.Keys(lib.decls)) {
		d := lib.decls[name]
		for _, x := range append([]*declaration{d}, d.methods...) {
			if err := x.uses().ambiguous; err != nil {
				return err
			}
		}
	}
	return nil
}

// A file is one of a package.
type file struct {
	pkg    string
	path   string
	source []byte
	tree   *ast.File
	err    error
}

// files parses the files of all packages, each beside the others.
func (lib *Library) files() ([]*file, error) {
	var list []*file
	for _, pkg := range lib.packages {
		entries, err := fs.ReadDir(pkg.Source, ".")
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			name := entry.Name()
			if strings.HasSuffix(name, "_test.go") || name == "source.go" {
				continue
			}
			src, err := fs.ReadFile(pkg.Source, name)
			if err != nil {
				return nil, err
			}
			list = append(list, &file{pkg: pkg.Name, path: path.Join(pkg.Name, name), source: src})
		}
	}
	var parsed sync.WaitGroup
	next := make(chan *file)
	for range runtime.GOMAXPROCS(0) {
		parsed.Go(func() {
			for f := range next {
				f.tree, f.err = parser.ParseFile(lib.fset, f.path, f.source, parser.ParseComments)
			}
		})
	}
	for _, f := range list {
		next <- f
	}
	close(next)
	parsed.Wait()
	for _, f := range list {
		if f.err != nil {
			return nil, f.err
		}
	}
	return list, nil
}

// declare lists the declarations of a file.
func (lib *Library) declare(f *file) []*declaration {
	var list []*declaration
	for _, node := range f.tree.Decls {
		d := &declaration{pkg: f.pkg, file: f.tree, source: f.source, node: node}
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil {
				d.names = []string{f.pkg + "." + node.Name.Name}
			}
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			for _, spec := range node.Specs {
				lib.specify(d, spec)
			}
		}
		lib.fields.note(lib, d)
		for _, n := range d.names {
			lib.decls[n] = d
		}
		list = append(list, d)
	}
	return list
}

// specify notes the names that one line of a declaration declares.
func (lib *Library) specify(d *declaration, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		d.names = append(d.names, d.pkg+"."+spec.Name.Name)
	case *ast.ValueSpec:
		for _, n := range spec.Names {
			d.names = append(d.names, d.pkg+"."+n.Name)
		}
	}
}

// Has tells whether a package is one of the library.
func (lib *Library) Has(pkg string) bool {
	return slices.ContainsFunc(lib.packages, func(p Package) bool { return p.Name == pkg })
}

// inOrder sorts declarations as they stand in their packages.
func inOrder(list []*declaration) {
	slices.SortFunc(list, func(a, b *declaration) int { return cmp.Compare(a.place, b.place) })
}

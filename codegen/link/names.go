package link

import (
	"slices"
	"strings"
	"unicode"
)

// nameAll gives every declaration its name in generated packages. Public ones of two packages
// may have one name: then no generated package needs both, see Link.
func (lib *Library) nameAll() {
	names := make([]string, 0, len(lib.decls))
	for n := range lib.decls {
		names = append(names, n)
	}
	slices.Sort(names)
	taken := map[string]bool{}
	for _, pkg := range lib.packages {
		for _, n := range names {
			if !strings.HasPrefix(n, pkg.Name+".") {
				continue
			}
			flat := pkg.flat(strings.TrimPrefix(n, pkg.Name+"."))
			if taken[flat] && !pkg.public(strings.TrimPrefix(n, pkg.Name+".")) {
				flat = pkg.Name + strings.ToUpper(flat[:1]) + flat[1:]
			}
			taken[flat] = true
			lib.flat[n] = flat
		}
	}
}

// Name is the name of a declaration inside a generated package, of a qualified name as
// "dist.Normal".
func (lib *Library) Name(qualified string) string {
	if flat := lib.flat[qualified]; flat != "" {
		return flat
	}
	if pkg, name := lib.split(qualified); pkg != nil {
		return pkg.flat(name)
	}
	return qualified
}

// split returns the package of a qualified name, nil where it is none of the library's.
func (lib *Library) split(qualified string) (*Package, string) {
	name, short, _ := strings.Cut(qualified, ".")
	for i := range lib.packages {
		if lib.packages[i].Name == name {
			return &lib.packages[i], short
		}
	}
	return nil, short
}

// public tells whether users of a generated package see a declaration.
func (lib *Library) public(d *declaration) bool {
	return slices.ContainsFunc(d.names, func(n string) bool {
		pkg, name := lib.split(n)
		return pkg.public(name)
	})
}

func (pkg *Package) public(name string) bool {
	return unicode.IsUpper(rune(name[0])) && pkg.Public != nil && pkg.Public(name)
}

// flat is the name of a declaration of the package where no other is in its way.
func (pkg *Package) flat(name string) string {
	if !unicode.IsUpper(rune(name[0])) || pkg.public(name) {
		return name
	}
	// NormalCdf is normalCdf, EPFoo is epFoo.
	i := 1
	for i < len(name) && unicode.IsUpper(rune(name[i])) && (i+1 == len(name) || unicode.IsUpper(rune(name[i+1]))) {
		i++
	}
	return strings.ToLower(name[:i]) + name[i:]
}

// comment rewrites the qualified names that a comment speaks of.
func (lib *Library) comment(text string) string {
	return lib.mention.ReplaceAllStringFunc(text, lib.Name)
}

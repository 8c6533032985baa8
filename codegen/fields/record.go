package fields

import (
	"mpc/codegen/lower"
	"mpc/codegen/passes"
)

// A Record is a type of a package: a struct.
type Record struct {
	Name, Doc string
	Fields    []Field
}

// A Field is a field of one.
type Field struct {
	Above string  // a comment before it, and those after it
	Name  string  // empty of a type that the struct embeds
	Type  string  // of Go; empty of a struct of Fields
	Tag   string  // its name in JSON
	Doc   string  // a comment behind it
	Of    []Field // of a struct
}

// field is a field with a type.
func field(name, typ, doc string) Field { return Field{Name: name, Type: typ, Doc: doc} }

// group is a field with fields of its own: none where there are none.
func group(name, doc string, of []Field) []Field {
	if len(of) == 0 {
		return nil
	}
	return []Field{{Name: name, Doc: doc, Of: of}}
}

// above puts a comment before the first of some fields.
func above(text string, list []Field) []Field {
	if len(list) > 0 {
		list[0].Above = text
	}
	return list
}

// Types are those of a package.
type Types struct {
	program *lower.Program
	layout  *passes.Layout
	memory  *lower.Memories
}

// Of are the types that a program needs once its tables are laid out.
func Of(p *lower.Program, layout *passes.Layout) *Types { return &Types{p, layout, p.Memories()} }

package data

import (
	"sort"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// An entry is the value that a file gives to an input.
type entry struct {
	source *source
	at     int // of the key
	node   node
	array  *array // of a table; elsewhere the list in the text
	open   bool   // a list that may grow, by elements that have the default of the input
	order  Order  // of the labels of a range
	short  bool   // the end of the list is missing, which is reported
}

// entries holds what the files give, by the name of the input.
type entries struct {
	given map[string]entry
	// lost holds the inputs that are given in a way that could not be read, or
	// under a name that is likely a misspelling: they are not missing too.
	lost map[string]bool
	// near has the column of a table that an input which it lacks may be.
	near map[string]string
	// unread has the columns that no input is like.
	unread []string
	all    bool // a file could not be read: any input may have been in it
}

func newEntries() *entries {
	return &entries{given: map[string]entry{}, lost: map[string]bool{}, near: map[string]string{}}
}

// add notes the value of an input; an unknown name or a second value is an error.
func (out *entries) add(s *source, m *model.Model, name string, at int, n node) {
	if old, ok := out.given[name]; ok {
		d := s.errorf(at, CodeDuplicate, "%s is given twice", name)
		d.Related = append(d.Related, lang.Related{File: old.source.name, Pos: old.source.pos(old.at), Message: "first given here"})
		return
	}
	if inputOf(m, name) == nil {
		d := s.errorf(at, CodeUnknown, "the model has no input %s", name)
		if v := variableOf(m, name); v != nil {
			d.WithHint("%s is a variable of the program; what is observed is declared under inputs", name)
		} else if near := nearInput(name, m); near != "" {
			d.WithHint("did you mean %s?", near)
			out.lost[near] = true
		} else {
			d.WithHint("the inputs are %s", strings.Join(inputNames(m), ", "))
		}
		return
	}
	out.given[name] = entry{source: s, at: at, node: n}
}

// addArray notes the value of an array input of a table.
func (out *entries) addArray(s *source, m *model.Model, name string, at int, a *array) {
	_, given := out.given[name]
	out.add(s, m, name, at, node{kind: list, at: at})
	if e := out.given[name]; !given && e.source == s {
		e.array = a
		out.given[name] = e
	}
}

// missing reports whether nothing at all is known of the value of an input.
func (out *entries) missing(name string) bool {
	_, ok := out.given[name]
	return !ok && !out.lost[name] && !out.all
}

// nearInput returns the input that a name is likely meant to be, or "".
func nearInput(name string, m *model.Model) string {
	names := inputNames(m)
	for _, n := range names {
		if strings.EqualFold(n, name) && n != name {
			return n
		}
	}
	return lang.Nearest(name, names)
}

// nearColumn is nearInput of a column, which may have a unit behind its name.
func nearColumn(name string, m *model.Model) string {
	if near := nearInput(name, m); near != "" {
		return near
	}
	bare := strings.TrimSpace(name[:len(name)-len(strings.TrimLeft(name, asciiName))])
	if in := inputOf(m, bare); in != nil {
		return bare
	}
	if bare == "" || bare == name {
		return ""
	}
	return nearInput(bare, m)
}

// asciiName are the characters of names.
const asciiName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

func inputOf(m *model.Model, name string) *model.Input {
	for _, in := range m.Inputs {
		if in.Name == name {
			return in
		}
	}
	return nil
}

func variableOf(m *model.Model, name string) *model.Variable {
	for _, v := range m.Variables {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func inputNames(m *model.Model) []string {
	var names []string
	for _, in := range m.Inputs {
		if !in.Labelled {
			names = append(names, in.Name)
		}
	}
	sort.Strings(names)
	return names
}

package data

import (
	"sort"

	"mpc/lang"
	"mpc/model"
)

// An entry is the value that a file gives to an input.
type entry struct {
	source *source
	at     int // of the key
	node   node
}

// entries holds what the files give, by the name of the input.
type entries map[string]entry

// add notes the value of an input; an unknown name or a second value is an error.
func (out entries) add(s *source, m *model.Model, name string, at int, n node) {
	if old, ok := out[name]; ok {
		d := s.errorf(at, CodeDuplicate, "%s is given twice", name)
		d.Related = append(d.Related, lang.Related{File: old.source.name, Pos: old.source.pos(old.at), Message: "first given here"})
		return
	}
	if inputOf(m, name) == nil {
		d := s.errorf(at, CodeUnknown, "the model has no input %s", name)
		if near := lang.Nearest(name, inputNames(m)); near != "" {
			d.WithHint("did you mean %s?", near)
		} else if v := variableOf(m, name); v != nil {
			d.WithHint("%s is a variable of the program; what is observed is declared under inputs", name)
		}
		return
	}
	out[name] = entry{s, at, n}
}

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
		names = append(names, in.Name)
	}
	sort.Strings(names)
	return names
}

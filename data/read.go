package data

import (
	"bytes"
	"maps"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// An Override gives an input a value in place of what the files say.
type Override struct {
	Input string
	Value []byte // JSON, or a bare label
	From  string // what diagnostics show as the file
	// Prior names the input of a prior that is a posterior, whose labels these are, or
	// which it is. With Open elements that it does not have get the default of the input.
	Prior string
	Open  bool
}

// ParseOverride reads name=value, as --set takes it. It returns false where s
// has no such form.
func ParseOverride(s string) (Override, bool) {
	name, value, ok := strings.Cut(s, "=")
	name = strings.TrimSpace(name)
	return Override{Input: name, Value: []byte(value), From: "--set " + name}, ok && name != ""
}

// Read reads data from a JSON file, a CSV file, or a folder of CSV files; each
// may be compressed, with the ending .gz. The path - is standard input. An empty path is data for a model
// whose inputs all have defaults or overrides. The diagnostics hold warnings
// even where there is no error; with an error the Set is nil.
func Read(path string, m *model.Model, overrides ...Override) (*Set, lang.Diagnostics) {
	if path == "" {
		return ReadJSON("", []byte("{}"), m, overrides...)
	}
	paths := []string{path}
	folder := false
	if path != Stdin {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fileError(path, err)
		}
		folder = info.IsDir()
	}
	if folder {
		var d lang.Diagnostics
		if paths, d = Tables(path); d != nil {
			return nil, d
		}
	}
	var sources []*source
	csv := folder
	for _, p := range paths {
		o, err := open(p)
		if err != nil {
			return nil, fileError(p, err)
		}
		content, err := o.all()
		o.close()
		if err != nil {
			return nil, fileError(p, err)
		}
		if isTable(p) || !o.regular && filepath.Ext(p) == "" && !looksLikeJSON(content) {
			csv = true
		}
		if d := otherFormat(p, content); d != nil {
			return nil, d
		}
		s := newSource(named(p), content)
		s.inline = !o.regular
		sources = append(sources, s)
	}
	if csv {
		return read(sources, nil, m, overrides)
	}
	return read(nil, sources, m, overrides)
}

// Tables lists the tables of a folder. That there are none is an error.
func Tables(folder string) (paths []string, d lang.Diagnostics) {
	for _, pattern := range []string{"*.csv", "*.csv.gz", "*.tsv", "*.tsv.gz"} {
		found, err := filepath.Glob(filepath.Join(globQuote(folder), pattern))
		if err != nil {
			return nil, fileError(folder, err)
		}
		paths = append(paths, found...)
	}
	sort.Strings(paths)
	if len(paths) == 0 {
		return nil, lang.Diagnostics{{File: folder, Code: CodeEmpty, Message: "the folder holds no .csv file",
			Hint: "a folder has a CSV file for each plate; a JSON file is given by its own name"}}
	}
	return paths, nil
}

// isTable tells whether a file is a table by its name.
func isTable(path string) bool {
	ext := filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz"))
	return ext == ".csv" || ext == ".tsv"
}

// looksLikeJSON tells whether a text without a name is a value of JSON.
func looksLikeJSON(content []byte) bool {
	start := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\uFEFF")), " \t\r\n")
	return bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("["))
}

// otherFormat reports a file that is neither JSON nor CSV by its name, and does not
// look like JSON.
func otherFormat(path string, content []byte) lang.Diagnostics {
	ext := filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz"))
	start := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\uFEFF")), " \t\r\n")
	if ext == ".json" || isTable(path) || ext == "" || bytes.HasPrefix(start, []byte("{")) {
		return nil
	}
	return lang.Diagnostics{{File: path, Code: CodeFile, Message: "data are JSON or CSV; the name ends in " + ext,
		Hint: "save a table as .csv, with commas between the columns, or write an object as .json"}}
}

// globQuote takes the meaning from the characters of a path that patterns use.
func globQuote(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// ReadJSON reads an object with a value for every input. The name is what
// diagnostics show as the file.
func ReadJSON(name string, src []byte, m *model.Model, overrides ...Override) (*Set, lang.Diagnostics) {
	return read(nil, []*source{newSource(name, src)}, m, overrides)
}

// read joins the values of all files and builds the set.
func read(tables, objects []*source, m *model.Model, overrides []Override) (*Set, lang.Diagnostics) {
	all := append(append([]*source(nil), tables...), objects...)
	for _, s := range all {
		s.report.Origin = m.File.Origin
	}
	set := newEntries()
	named := map[string]Override{}
	for _, o := range overrides {
		s := newSource(o.From, o.Value)
		s.inline, s.prior = true, o.Prior
		all = append(all, s)
		if first, ok := named[o.Input]; ok {
			d := s.errorf(0, CodeDuplicate, "%s is set twice", o.Input)
			switch {
			case o.Prior == "" || o.Prior == o.Input:
			case first.Prior != "":
				d.WithHint("%s and %s come from results whose %s have other labels: take both from one result", first.Prior, o.Prior, o.Input)
			default:
				d.WithHint("the labels of %s are those of the result that %s comes from, and new ones behind them: leave out --set %s", o.Input, o.Prior, o.Input)
			}
			continue
		}
		named[o.Input] = o
		set.override(s, o, m)
	}
	given := newEntries()
	for _, s := range objects {
		entriesJSON(s, m, given)
	}
	if len(tables) > 0 {
		entriesCSV(tables, m, set, given)
	}
	for name := range named {
		delete(given.given, name)
	}
	maps.Copy(given.lost, set.lost)
	maps.Copy(given.given, set.given)
	a := &assembly{model: m, given: given, main: all[0], all: all}
	result := a.build()
	var out lang.Diagnostics
	for _, s := range all {
		list := s.diagnostics()
		if s.inline {
			for i := range list {
				if line := s.line(list[i].Line); len(line) < 1<<12 {
					list[i].Source = line
				}
			}
		}
		out = append(out, list...)
	}
	if out.HasErrors() {
		return nil, out
	}
	return result, out
}

// override notes the value that a caller sets for an input.
func (out *entries) override(s *source, o Override, m *model.Model) {
	name := o.Input
	in := inputOf(m, name)
	if in == nil {
		out.add(s, m, name, 0, node{})
		return
	}
	n, ok := overrideNode(s, in)
	if !ok {
		out.lost[name] = true
		return
	}
	out.add(s, m, name, 0, n)
	e := out.given[name]
	e.open = o.Open
	out.given[name] = e
}

// overrideNode reads the value of an override: JSON, or a label without quotes.
func overrideNode(s *source, in *model.Input) (node, bool) {
	raw := strings.TrimSpace(string(s.text))
	if in != nil && in.Type.Kind == model.IndexKind && raw != "" && !strings.ContainsAny(raw[:1], `["-0123456789`) {
		return node{kind: text, end: len(s.text), text: raw}, true
	}
	if in.Type.Kind == model.Bool && len(in.Dims) == 0 {
		if n := (cell{text: raw}).node(in.Type); n.kind == boolean {
			n.end = len(s.text)
			return n, true
		}
	}
	if raw == "" {
		s.errorf(0, CodeMissing, "there is no value")
		return node{}, false
	}
	n, ok := scanJSON(s)
	if ok && in.Type.Kind == model.IndexKind && n.kind == number && n.number == math.Trunc(n.number) {
		n.text, n.id = raw, true
	}
	return n, ok
}

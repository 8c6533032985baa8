package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
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
}

// ParseOverride reads name=value, as --set takes it. It returns false where s
// has no such form.
func ParseOverride(s string) (Override, bool) {
	name, value, ok := strings.Cut(s, "=")
	name = strings.TrimSpace(name)
	return Override{Input: name, Value: []byte(value), From: "--set " + name}, ok && name != ""
}

// Read reads data from a JSON file, a CSV file, or a folder of CSV files; each
// may be compressed, with the ending .gz. An empty path is data for a model
// whose inputs all have defaults or overrides. The diagnostics hold warnings
// even where there is no error; with an error the Set is nil.
func Read(path string, m *model.Model, overrides ...Override) (*Set, lang.Diagnostics) {
	if path == "" {
		return ReadJSON("", []byte("{}"), m, overrides...)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	paths := []string{path}
	if info.IsDir() {
		paths = nil
		for _, pattern := range []string{"*.csv", "*.csv.gz"} {
			found, err := filepath.Glob(filepath.Join(globQuote(path), pattern))
			if err != nil {
				return nil, fileError(path, err)
			}
			paths = append(paths, found...)
		}
		sort.Strings(paths)
		if len(paths) == 0 {
			return nil, lang.Diagnostics{{File: path, Code: CodeEmpty, Message: "the folder holds no .csv file",
				Hint: "a folder has a CSV file for each plate; a JSON file is given by its own name"}}
		}
	}
	var sources []*source
	csv := info.IsDir()
	for _, p := range paths {
		content, err := readFile(p)
		if err != nil {
			return nil, fileError(p, err)
		}
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(p), ".gz"), ".csv") {
			csv = true
		}
		if d := otherFormat(p, content); d != nil {
			return nil, d
		}
		sources = append(sources, newSource(p, content))
	}
	if csv {
		return read(sources, nil, m, overrides)
	}
	return read(nil, sources, m, overrides)
}

// otherFormat reports a file that is neither JSON nor CSV by its name, and does not
// look like JSON.
func otherFormat(path string, content []byte) lang.Diagnostics {
	ext := filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz"))
	start := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\uFEFF")), " \t\r\n")
	if ext == ".json" || ext == ".csv" || ext == "" || bytes.HasPrefix(start, []byte("{")) {
		return nil
	}
	return lang.Diagnostics{{File: path, Code: CodeFile, Message: "data are JSON or CSV; the name ends in " + ext,
		Hint: "save a table as .csv, with commas between the columns, or write an object as .json"}}
}

// globQuote takes the meaning from the characters of a path that patterns use.
func globQuote(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

func fileError(path string, err error) lang.Diagnostics {
	if e, ok := err.(*os.PathError); ok {
		err = e.Err
	}
	return lang.Diagnostics{{File: path, Code: CodeFile, Message: "cannot read the data: " + err.Error()}}
}

func readFile(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(strings.ToLower(path), ".gz") {
		return content, err
	}
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err == nil {
		content, err = io.ReadAll(z)
	}
	if err != nil {
		return nil, fmt.Errorf("the name ends in .gz, but the file is not gzipped or is cut off: %w", err)
	}
	return content, nil
}

// ReadJSON reads an object with a value for every input. The name is what
// diagnostics show as the file.
func ReadJSON(name string, src []byte, m *model.Model, overrides ...Override) (*Set, lang.Diagnostics) {
	return read(nil, []*source{newSource(name, src)}, m, overrides)
}

// read joins the values of all files and builds the set.
func read(tables, objects []*source, m *model.Model, overrides []Override) (*Set, lang.Diagnostics) {
	all := append(append([]*source(nil), tables...), objects...)
	given := newEntries()
	for _, s := range objects {
		entriesJSON(s, m, given)
	}
	if len(tables) > 0 {
		entriesCSV(tables, m, given)
	}
	set := map[string]bool{}
	for _, o := range overrides {
		s := newSource(o.From, o.Value)
		s.inline = true
		all = append(all, s)
		if set[o.Input] {
			s.errorf(0, CodeDuplicate, "%s is set twice", o.Input)
			continue
		}
		set[o.Input] = true
		delete(given.given, o.Input)
		if inputOf(m, o.Input) == nil {
			given.add(s, m, o.Input, 0, node{})
			continue
		}
		n, ok := overrideNode(s, inputOf(m, o.Input))
		if !ok {
			given.lost[o.Input] = true
			continue
		}
		given.add(s, m, o.Input, 0, n)
	}
	a := &assembly{model: m, given: given, main: all[0], all: all}
	result := a.build()
	var out lang.Diagnostics
	for _, s := range all {
		list := s.report.List()
		if s.inline {
			for i := range list {
				list[i].Source = s.line(list[i].Line)
			}
		}
		out = append(out, list...)
	}
	if out.HasErrors() {
		return nil, out
	}
	return result, out
}

// overrideNode reads the value of an override: JSON, or a label without quotes.
func overrideNode(s *source, in *model.Input) (node, bool) {
	raw := strings.TrimSpace(string(s.text))
	if in != nil && in.Type.Kind == model.IndexKind && raw != "" && !strings.ContainsAny(raw[:1], `["-0123456789`) {
		return node{kind: text, end: len(s.text), text: raw}, true
	}
	if raw == "" {
		s.errorf(0, CodeMissing, "there is no value")
		return node{}, false
	}
	return scanJSON(s)
}

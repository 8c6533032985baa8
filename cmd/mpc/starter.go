package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"text/tabwriter"
)

// templates has a folder for each starter: model.yaml, whose model is called league, and
// its data.
//
//go:embed templates
var templates embed.FS

// A starter is a small model with data that mpc new writes.
type starter struct {
	Name string `json:"template"`
	// Doc and Algorithm are those of the model.
	Doc       string `json:"doc"`
	Algorithm string `json:"algorithm"`
	text      string // of the model
	dataName  string
	data      []byte
}

// starterNames lists the starters in the order of --list; the first is written where no
// other is asked for.
func starterNames() []string {
	return []string{"rating", "regression", "classifier", "hierarchy", "mixture", "chain", "ab-test", "change-point"}
}

// starterNamed reads the starter of a name.
func starterNamed(name string) (starter, error) {
	for _, known := range starterNames() {
		if known != name {
			continue
		}
		s := starter{Name: name}
		folder := path.Join("templates", name)
		files, err := templates.ReadDir(folder)
		if err != nil {
			return s, err
		}
		for _, f := range files {
			text, err := templates.ReadFile(path.Join(folder, f.Name()))
			if err != nil {
				return s, err
			}
			if f.Name() == "model.yaml" {
				s.text = string(text)
			} else {
				s.dataName, s.data = f.Name(), text
			}
		}
		s.Doc, s.Algorithm = s.entry("doc"), s.entry("algorithm")
		return s, nil
	}
	return starter{}, usageError{fmt.Errorf("there is no template %q: there are %s", name, strings.Join(starterNames(), ", "))}
}

// entry is what stands behind a key of the model.
func (s starter) entry(key string) string {
	for line := range strings.Lines(s.text) {
		if value, ok := strings.CutPrefix(line, key+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// model is the text of the model under another name.
func (s starter) model(name string) string {
	return strings.Replace(s.text, "\nmodel: league\n", "\nmodel: "+name+"\n", 1)
}

// printTemplates prints a line for each starter.
func (g *globals) printTemplates() error {
	var list []starter
	for _, name := range starterNames() {
		s, err := starterNamed(name)
		if err != nil {
			return err
		}
		list = append(list, s)
	}
	if g.json {
		return json.NewEncoder(g.out).Encode(list)
	}
	w := tabwriter.NewWriter(g.out, 0, 4, 2, ' ', 0)
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Algorithm, s.Doc)
	}
	return w.Flush()
}

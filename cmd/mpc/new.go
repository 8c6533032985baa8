package main

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"mpc/run"
)

func newCommand(g *globals) *cobra.Command {
	template, list := "rating", false
	c := &cobra.Command{
		Use:        "new name",
		SuggestFor: []string{"init", "create", "start"},
		Short:      "Make a folder with a small model and data, ready to run",
		Long: "new makes a folder with model.yaml, with a comment to each part, and its data. The\n" +
			"folder's name is that of the model and of its Go package.",
		Example: "  mpc new league\n  mpc run league/model.yaml --data league/data.json\n  mpc new --list\n  mpc new shops --template hierarchy",
		Args: func(c *cobra.Command, a []string) error {
			if list {
				return args(cobra.NoArgs)(c, a)
			}
			return args(cobra.ExactArgs(1))(c, a)
		},
		RunE: func(_ *cobra.Command, a []string) error {
			if list {
				return g.printTemplates()
			}
			t, err := starterNamed(template)
			if err != nil {
				return err
			}
			return g.makeStarter(t, a[0])
		},
	}
	c.Flags().StringVar(&template, "template", template, "the kind of model: "+strings.Join(starterNames(), ", "))
	c.Flags().BoolVar(&list, "list", false, "list the kinds of models")
	return c
}

// makeStarter writes the files of a starter into a new folder.
func (g *globals) makeStarter(t starter, dir string) error {
	name := filepath.Base(dir)
	if err := validName(dir, name); err != nil {
		return err
	}
	if _, err := os.Lstat(dir); err == nil {
		return usageError{fmt.Errorf("%s exists already", dir)}
	}
	files := []run.File{{Name: "model.yaml", Source: []byte(t.model(name))}, {Name: t.dataName, Source: t.data}}
	g.finishes.Store(true)
	if err := run.WriteNew(dir, files); err != nil {
		return err
	}
	model, data := filepath.Join(dir, "model.yaml"), filepath.Join(dir, t.dataName)
	if err := g.wrote(model, data); err != nil || g.json {
		return err
	}
	_, err := fmt.Fprintf(g.out, "run it: mpc run %s --data %s\n", model, data)
	return err
}

// validName reports a folder whose name is not that of a Go package, which the
// model in it has.
func validName(dir, name string) error {
	switch {
	case strings.TrimSpace(dir) == "":
		return usageError{errors.New("the name is empty; write for example mpc new league")}
	case name == "." || name == ".." || name == string(filepath.Separator):
		return nil // exists
	case token.IsIdentifier(name) && name != "main" && name != "_" && ascii(name):
		return nil
	}
	guess := packageName(name)
	return usageError{fmt.Errorf("%q is not the name of a Go package: letters, digits and _, first a letter, and no word of Go; write for example mpc new %s",
		name, filepath.Join(filepath.Dir(dir), guess))}
}

func ascii(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return s[0] != '_'
}

// packageName makes a Go package name of a folder's name, to propose it.
func packageName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || b.Len() > 0 && r >= '0' && r <= '9' {
			b.WriteRune(r)
		}
	}
	if name := b.String(); name != "" && name != "main" && token.IsIdentifier(name) {
		return name
	}
	return b.String() + "model"
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run"
)

func checkCommand(g *globals) *cobra.Command {
	var f dataFlags
	var by algorithmFlag
	var bugs bugsFlags
	c := &cobra.Command{
		Use:        "check model.yaml [data]",
		SuggestFor: []string{"lint", "validate", "verify"},
		Short:      "Show all errors and warnings, write nothing",
		Long: "check shows all errors and warnings of a model, and with --data those of the\n" +
			"data too, with what a run would find before it iterates. It writes nothing. It exits with 1 where there is an error. With\n" +
			"--json the list goes to standard output.",
		Example:           "  mpc check model.yaml\n  mpc check model.yaml --data data.json",
		Args:              modelAndData,
		ValidArgsFunction: modelThenData,
		RunE: func(_ *cobra.Command, a []string) error {
			if err := f.take(a); err != nil {
				return err
			}
			if err := f.valid(); err != nil {
				return err
			}
			c, err := checked(a[0], mpc.Options{NoPackage: true, Algorithm: by.name}, &f, &bugs)
			if c == nil {
				return err
			}
			list, err := gather(c.Warnings, err)
			if err != nil && !errors.Is(err, errShown) {
				return err
			}
			if g.json {
				if e := g.render(g.out, list); e != nil {
					return e
				}
				return err
			}
			if e := g.render(os.Stderr, list); e != nil {
				return e
			}
			if err == nil && len(list) == 0 {
				fmt.Fprintln(g.out, "no errors, no warnings")
			}
			return err
		},
	}
	f.add(c)
	bugs.add(c)
	by.add(c)
	return c
}

// checked compiles a model, and looks at its data where there are some; nil where there is nothing to read.
func checked(path string, opt mpc.Options, f *dataFlags, of *bugsFlags) (*mpc.Compilation, error) {
	switch err := of.check(path); {
	case err != nil:
		return nil, err
	case mpc.IsBUGS(path) && len(f.set)+len(f.prior) > 0:
		return nil, usageError{errors.New("--set and --prior: a BUGS program has all values in its data")}
	case mpc.IsBUGS(path):
		m, err := program(path, opt, f.files(), of)
		if m == nil {
			return nil, err
		}
		if err == nil {
			err = run.CheckData(context.Background(), m.Compilation, m.Data)
		}
		return m.Compilation, err
	case len(f.more) > 0:
		return nil, severalFiles(f)
	}
	src, err := read(path)
	if err != nil {
		return nil, err
	}
	c, err := mpc.Compile(path, src, opt)
	if err == nil && (f.given() || len(c.Model.Inputs) == 0) {
		err = checkData(c, f)
	}
	return c, err
}

// checkData reads data, and looks for what a run on them would find at once.
func checkData(c *mpc.Compilation, f *dataFlags) error {
	if run.HasBatches(c, f.data) {
		b, err := run.ReadBatches(c, f.data, 0, f.set, f.prior)
		if err != nil {
			return err
		}
		return b.Check(context.Background(), c)
	}
	set, err := run.ReadData(c, f.data, f.set, f.prior)
	if err != nil {
		return err
	}
	return run.CheckData(context.Background(), c, set)
}

// severalFiles is the error of several files of data for a model file.
func severalFiles(f *dataFlags) error {
	return usageError{fmt.Errorf("--data %s and --data %s: a model file takes one; data of several files are a folder of tables", f.data, f.more[0])}
}

// valid reports flags that cannot be read: wrong calls.
func (f *dataFlags) valid() error {
	for _, s := range f.set {
		if name, _, ok := strings.Cut(s, "="); !ok || strings.TrimSpace(name) == "" {
			return usageError{fmt.Errorf("--set %s: write name=value", s)}
		}
	}
	return nil
}

// dataFlags say what data a model gets.
type dataFlags struct {
	data       string
	more       []string // files after the first, of a BUGS program
	set, prior []string
}

// paths is the flag --data, which may be given several times.
type paths struct{ *dataFlags }

func (p paths) String() string {
	if p.dataFlags == nil {
		return ""
	}
	return p.data
}

func (p paths) Type() string { return "string" }

func (p paths) Set(path string) error {
	if path == "" {
		return errNoName
	}
	if p.data != "" {
		p.more = append(p.more, path)
		return nil
	}
	p.data = path
	return nil
}

// files are all files of data.
func (f *dataFlags) files() []string {
	if f.data == "" {
		return nil
	}
	return append([]string{f.data}, f.more...)
}

func (f *dataFlags) given() bool { return f.data != "" || len(f.set)+len(f.prior) > 0 }

func (f *dataFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.VarP(paths{f}, "data", "d", "data: JSON, CSV, or a folder of CSV files; each may be gzipped; - is standard input; of a BUGS program also as R and BUGS write them, and several files")
	fl.StringArrayVar(&f.set, "set", nil, "give an input: name=value")
	fl.StringArrayVar(&f.prior, "prior", nil, "take posteriors of a result file as inputs: result.json, or result.json:skill=prior,pace=form to say which is which")
}

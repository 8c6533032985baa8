package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run/output"
)

// bugsFlags are those of programs of BUGS.
type bugsFlags struct {
	inits, monitor []string
	dialect        string
}

func (f *bugsFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.Var(files{&f.inits}, "inits", "of a BUGS program: starts, in the forms of data; of several files, or lists in one, each is of a chain")
	fl.StringSliceVar(&f.monitor, "monitor", nil, "of a BUGS program: report these variables (default: all that are drawn)")
	fl.StringVar(&f.dialect, "dialect", "bugs", "of a BUGS program: bugs, where a:b-1 is a:(b-1), or jags, where it is (a:b)-1")
	complete(c, "dialect", "bugs", "jags")
}

// A programFlags says which program of BUGS a command that takes models takes in place of one: with its data.
type programFlags struct {
	bugsFlags
	data []string
}

func (f *programFlags) add(c *cobra.Command) {
	c.Flags().VarP(files{&f.data}, "data", "d", "of a BUGS program: files of data, JSON, CSV, or as R and BUGS write them")
	f.bugsFlags.add(c)
}

// check finds flags of programs of BUGS beside a model file.
func (f *programFlags) check(path string) error {
	if len(f.data) > 0 && !mpc.IsBUGS(path) {
		return usageError{errors.New("--data: only of a BUGS program it says what is compiled")}
	}
	return f.bugsFlags.check(path)
}

// check finds flags of programs of BUGS beside a model file.
func (f *bugsFlags) check(path string) error {
	if len(f.monitor)+len(f.inits) > 0 && !mpc.IsBUGS(path) {
		return usageError{errors.New("--monitor and --inits are of BUGS programs")}
	}
	return nil
}

// options are the flags as the root package takes them.
func (f *bugsFlags) options(data []string) (opt mpc.BUGSOptions, err error) {
	if f.dialect != "bugs" && f.dialect != "jags" {
		return opt, usageError{fmt.Errorf("--dialect %s: it is bugs or jags", f.dialect)}
	}
	return mpc.BUGSOptions{Data: data, Inits: f.inits, Monitor: joined(f.monitor), JAGS: f.dialect == "jags"}, nil
}

// joined puts together what a comma between subscripts has cut: b[1 and 2] are b[1,2].
func joined(list []string) (out []string) {
	open := false
	for _, x := range list {
		if open {
			out[len(out)-1] += "," + x
		} else {
			out = append(out, x)
		}
		last := out[len(out)-1]
		open = strings.Count(last, "[") > strings.Count(last, "]")
	}
	return out
}

func translateCommand(g *globals) *cobra.Command {
	var data []string
	var f bugsFlags
	var by algorithmFlag
	var out, dataOut string
	c := &cobra.Command{
		Use:   "translate program.bug --data data.json",
		Short: "Say a BUGS or JAGS program as a model file",
		Long: "translate reads a program of BUGS or JAGS and prints it as a model file. The data\n" +
			"say which names are known, and which values are whole numbers.",
		Example: "  mpc translate rats.bug --data rats.json -o rats.yaml --data-output rats.data.json\n" +
			"  mpc run rats.yaml --data rats.data.json",
		Args: oneModel,
		RunE: func(_ *cobra.Command, a []string) error {
			opt, err := f.options(data)
			if err != nil {
				return err
			}
			in := reads{model: a[0], data: slices.Concat(data, f.inits)}
			if err := in.outputs(written{"output", out}, written{"data-output", dataOut}); err != nil {
				return err
			}
			tr, warnings, err := mpc.TranslateBUGS(a[0], opt)
			if err := g.show(warnings, err); err != nil {
				return err
			}
			if by.name != "" {
				tr.File.UseAlgorithm(by.name)
			}
			var paths []string
			for _, x := range []struct {
				path string
				text []byte
			}{{out, []byte(tr.YAML())}, {dataOut, tr.Data.JSON()}} {
				if x.path == "" {
					continue
				}
				if err := output.WriteFile(x.path, x.text); err != nil {
					return err
				}
				paths = append(paths, x.path)
			}
			if out != "" {
				return g.wrote(paths...)
			}
			_, err = fmt.Fprint(g.out, tr.YAML())
			return err
		},
	}
	c.Flags().Var(files{&data}, "data", "files of data: JSON, CSV, or as R and BUGS write them")
	f.add(c)
	by.add(c)
	c.Flags().StringVarP(&out, "output", "o", "", "write the model file here")
	c.Flags().StringVar(&dataOut, "data-output", "", "write its data here, as JSON")
	return c
}

// compileBUGS translates and compiles a program, and reads its data.
func (g *globals) compileBUGS(path string, f *runFlags) (*mpc.BUGSModel, error) {
	switch {
	case f.batches != "" || f.passes > 0:
		return nil, usageError{errors.New("--batches: a BUGS program has none")}
	case len(f.set) > 0 || len(f.prior) > 0:
		return nil, usageError{errors.New("--set and --prior: a BUGS program has all values in its data")}
	}
	opt, err := f.bugs.options(f.files())
	if err != nil {
		return nil, err
	}
	m, err := mpc.CompileBUGS(path, opt, f.compiled())
	return m, g.show(m.Warnings, err)
}

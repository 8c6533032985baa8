package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run"
	"mpc/run/output"
)

func compileCommand(g *globals) *cobra.Command {
	var out string
	var opt mpc.Options
	var by algorithmFlag
	var of programFlags
	c := &cobra.Command{
		Use:        "compile model.yaml",
		SuggestFor: []string{"build", "generate", "gen", "make"},
		Short:      "Write the Go package of a model",
		Long: "compile writes a Go package that does the inference of a model. It imports the\n" +
			"standard library only, and gonum where there are normal vectors or matrices, and\n" +
			"sits in any module, under any path. Of a BUGS program the data say what is known.",
		Example: "  mpc compile model.yaml -o ratings\n" +
			"  mpc compile rats.bug --data rats.R -o rats\n" +
			"  mpc compile model.yaml -o ratings --tests && go test ./ratings -bench .",
		Args:              oneModel,
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			if out != "" {
				if err := output.CheckFolder(out); err != nil {
					return usageError{fmt.Errorf("-o: %w", err)}
				}
			}
			opt.Algorithm = by.name
			c, err := g.compile(a[0], opt, &of)
			if err != nil {
				return err
			}
			dir := out
			if dir == "" {
				dir = filepath.Join(filepath.Dir(a[0]), c.Package.Name)
			}
			var foreign *run.NotGeneratedError
			g.finishes.Store(true)
			switch err := run.WritePackage(dir, c.Package); {
			case errors.As(err, &foreign):
				return usageError{err}
			case err != nil:
				return err
			}
			var paths []string
			for _, f := range c.Package.Files {
				paths = append(paths, filepath.Join(dir, f.Name))
			}
			notes(c, dir, opt)
			return g.wrote(paths...)
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "folder of the package (default: one named as the model, beside it)")
	by.add(c)
	of.add(c)
	c.Flags().BoolVar(&opt.Jointly, "joint", false, "by EP: let the package draw from the joint posterior, also where marginals are exact without")
	c.Flags().BoolVar(&opt.Codegen.Tests, "tests", false, "write a test and a benchmark too")
	c.Flags().BoolVar(&opt.Codegen.Import, "import", false, "import the run-time support from a checkout of this module instead of writing it beside")
	return c
}

// notes says what the module of a folder still has to require for a package in it, and
// why the package has no filter where one might be looked for, and what its test runs on.
func notes(c *mpc.Compilation, dir string, opt mpc.Options) {
	var list []string
	for _, d := range mpc.Dependencies(c.Package) {
		if path, _, _ := strings.Cut(d, " "); !mpc.Requires(dir, path) {
			list = append(list, d)
		}
	}
	if len(list) > 0 {
		fmt.Fprintf(os.Stderr, "note: the package imports %s: in its module run go get %s\n", strings.Join(list, ", "), strings.ReplaceAll(strings.Join(list, " "), " v", "@v"))
	}
	if _, err := os.Stat(filepath.Join(dir, "testdata", "data.json")); opt.Codegen.Tests && err != nil {
		fmt.Fprintf(os.Stderr, "note: the test runs on made-up data, and is skipped where they do not fit the model: better put data into %s\n", filepath.Join(dir, "testdata", "data.json"))
	}
	if c.Package.NoFilter != "" {
		fmt.Fprintln(os.Stderr, "note:", c.Package.NoFilter)
	}
	if opt.Codegen.Import && !mpc.Requires(dir, mpc.ModulePath) {
		fmt.Fprintln(os.Stderr, "note: the package imports the run-time support of the module "+mpc.ModulePath+", which no proxy serves: its go.mod must require it, with a replace to a checkout")
	}
}

package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mpc"
)

func compileCommand(g *globals) *cobra.Command {
	var out string
	var opt mpc.Options
	c := &cobra.Command{
		Use:   "compile model.yaml",
		Short: "Write the Go package of a model",
		Long: "compile writes a Go package that does the inference of a model. It imports the\n" +
			"standard library only and sits in any module, under any path.",
		Example: "  mpc compile model.yaml -o ratings\n" +
			"  mpc compile model.yaml -o ratings --tests && go test ./ratings -bench .",
		Args:              args(cobra.ExactArgs(1)),
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			c, err := g.compile(a[0], opt)
			if err != nil {
				return err
			}
			dir := out
			if dir == "" {
				dir = filepath.Join(filepath.Dir(a[0]), c.Package.Name)
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			var paths []string
			for _, f := range c.Package.Files {
				path := filepath.Join(dir, f.Name)
				if err := os.WriteFile(path, f.Source, 0o644); err != nil {
					return err
				}
				paths = append(paths, path)
			}
			return g.wrote(paths...)
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "folder of the package (default: one named as the model, beside it)")
	c.Flags().BoolVar(&opt.Codegen.Tests, "tests", false, "write a test and a benchmark too")
	c.Flags().BoolVar(&opt.Codegen.Import, "import", false, "import the run-time support of this module instead of writing it beside")
	return c
}

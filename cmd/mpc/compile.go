package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/codegen"
)

func compileCommand(g *globals) *cobra.Command {
	var out string
	var opt codegen.Options
	c := &cobra.Command{
		Use:     "compile model.yaml",
		Short:   "Write the Go package of a model",
		Example: "  mpc compile model.yaml -o ratings",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			src, err := read(a[0])
			if err != nil {
				return err
			}
			c, err := mpc.Compile(a[0], src, mpc.Options{Codegen: opt})
			if err := g.show(c, err, nil); err != nil {
				return err
			}
			dir := out
			if dir == "" {
				dir = filepath.Join(filepath.Dir(a[0]), c.Package.Name)
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			for _, f := range c.Package.Files {
				path := filepath.Join(dir, f.Name)
				if err := os.WriteFile(path, f.Source, 0o644); err != nil {
					return err
				}
				fmt.Println("wrote", path)
			}
			return nil
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "folder of the package (default: one named as the model, beside it)")
	c.Flags().BoolVar(&opt.Tests, "tests", false, "write a test and a benchmark too")
	c.Flags().BoolVar(&opt.Import, "import", false, "import the run-time support of this module instead of writing it beside")
	return c
}

func checkCommand(g *globals) *cobra.Command {
	var dataPath string
	c := &cobra.Command{
		Use:     "check model.yaml",
		Short:   "Show all errors and warnings, write nothing",
		Example: "  mpc check model.yaml --data data.json",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			c, err := g.plan(a[0])
			if err != nil || dataPath == "" {
				return err
			}
			_, err = mpc.ReadData(c, dataPath, nil, nil)
			return g.show(nil, err, nil)
		},
	}
	c.Flags().StringVarP(&dataPath, "data", "d", "", "data to check as well: JSON, CSV, or a folder of CSV files")
	return c
}

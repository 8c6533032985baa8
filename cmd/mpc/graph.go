package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run/output"
)

func graphCommand(g *globals) *cobra.Command {
	var of, out string
	var o mpc.PictureOptions
	var data []string
	var b bugsFlags
	c := &cobra.Command{
		Use:        "graph model.yaml",
		SuggestFor: []string{"draw", "picture", "dot", "viz"},
		Short:      "Draw the model, its factor graph, dependencies or schedule",
		Long: "graph draws a model. In the picture of the factors variables are round (shaded\n" +
			"when observed), factors square, and plates boxes. Without -o, or with a .dot\n" +
			"file, it writes the text form, which needs no Graphviz; .svg and .png need it.\n" +
			"Of a large graph what is alike is drawn once, and the updates of a statement\n" +
			"are one box; --whole draws each. Of a BUGS program it draws the statements, and by\n" +
			"how many iterations what reads lies behind what defines.",
		Example: "  mpc graph model.yaml -o factors.svg\n" +
			"  mpc graph model.yaml --of schedule -o schedule.png\n" +
			"  mpc graph model.yaml --of dependencies --without evidence > dependencies.dot\n" +
			"  mpc graph rats.bug --of statements --data rats.R -o statements.svg",
		Args:              oneModel,
		ValidArgsFunction: modelFiles,
		RunE: func(cmd *cobra.Command, a []string) error {
			format := strings.TrimPrefix(filepath.Ext(out), ".")
			switch {
			case format == "" || output.IsStdout(out):
				format = "dot"
			case oneOf(format, []string{"dot", "svg", "png"}):
			default:
				return usageError{fmt.Errorf("-o %s: the picture is a .dot, .svg or .png file", out)}
			}
			isBUGS := mpc.IsBUGS(a[0])
			switch {
			case isBUGS && cmd.Flags().Changed("of") && of != "statements":
				return usageError{fmt.Errorf("--of %s: of a BUGS program the statements are drawn; mpc translate writes a model file", of)}
			case !isBUGS && of == "statements":
				return usageError{errors.New("--of statements: it draws those of a BUGS program")}
			case !isBUGS && len(data) > 0:
				return usageError{errors.New("--data: only the graph of a BUGS program depends on data")}
			}
			if !isBUGS && !oneOf(of, mpc.Pictures) {
				return usageError{fmt.Errorf("--of %s: it is one of %s", of, strings.Join(mpc.Pictures, ", "))}
			}
			if len(o.Without) > 0 && of != "dependencies" {
				return usageError{errors.New("--without: it leaves updates out of the dependencies alone")}
			}
			if out != "" {
				if err := output.CheckFile(out); err != nil {
					return usageError{fmt.Errorf("-o: %w", err)}
				}
				if output.Same(out, a[0]) {
					return usageError{fmt.Errorf("-o %s: this is the model, which would be lost", out)}
				}
			}
			var draw func() ([]byte, error)
			if isBUGS {
				of = "statements"
				opt, err := b.options(data)
				if err != nil {
					return err
				}
				s, warnings, err := mpc.GraphBUGS(a[0], opt)
				if err := g.show(warnings, err); err != nil {
					return err
				}
				draw = func() ([]byte, error) { return s.Draw(cmd.Context(), format) }
			} else {
				c, err := g.plan(a[0])
				if err != nil {
					return err
				}
				draw = func() ([]byte, error) { return c.Draw(cmd.Context(), of, format, o) }
			}
			g.finishes.Store(!output.IsStream(out))
			text, err := draw()
			if err != nil {
				return err
			}
			switch {
			case out != "":
				if err := output.WriteFile(out, text); err != nil {
					return err
				}
				if output.IsStdout(out) {
					return nil
				}
				return g.wrote(out)
			case g.json:
				return g.printJSON(map[string]string{"of": of, "dot": string(text)})
			}
			_, err = g.out.Write(text)
			return err
		},
	}
	c.Flags().StringVar(&of, "of", "factors", strings.Join(mpc.Pictures, "|")+"; of a BUGS program statements")
	c.Flags().StringSliceVar(&data, "data", nil, "of a BUGS program: files of data, which say what is known")
	c.Flags().StringVar(&b.dialect, "dialect", "bugs", "of a BUGS program: bugs or jags")
	c.Flags().StringVarP(&out, "output", "o", "", "file to write: .dot, .svg or .png (default, and -: .dot to standard output)")
	c.Flags().StringArrayVar(&o.Without, "without", nil, "leave updates of that name out of the dependencies, as evidence")
	c.Flags().BoolVar(&o.Whole, "whole", false, "draw each thing of a large graph")
	complete(c, "of", append(mpc.Pictures[:len(mpc.Pictures):len(mpc.Pictures)], "statements")...)
	return c
}

func oneOf(s string, list []string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

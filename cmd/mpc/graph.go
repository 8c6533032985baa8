package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run/output"
)

// A graph is what the command graph is asked for.
type graph struct {
	of, out, format string
	picture         mpc.PictureOptions
	data            []string
	bugs            bugsFlags
	algorithm       algorithmFlag
}

func graphCommand(g *globals) *cobra.Command {
	var x graph
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
			if err := x.check(a[0], cmd.Flags().Changed("of")); err != nil {
				return usageError{err}
			}
			draw, err := x.read(g, a[0])
			if err != nil {
				return err
			}
			g.finishes.Store(!output.IsStream(x.out))
			text, err := draw(cmd.Context())
			if err != nil {
				return err
			}
			return x.write(g, text)
		},
	}
	c.Flags().StringVar(&x.of, "of", "factors", strings.Join(mpc.Pictures, "|")+"; of a BUGS program statements")
	c.Flags().Var(files{&x.data}, "data", "of a BUGS program: files of data, which say what is known")
	c.Flags().StringVar(&x.bugs.dialect, "dialect", "bugs", "of a BUGS program: bugs or jags")
	c.Flags().StringVarP(&x.out, "output", "o", "", "file to write: .dot, .svg or .png (default, and -: .dot to standard output)")
	c.Flags().StringArrayVar(&x.picture.Without, "without", nil, "leave updates of that name out of the dependencies, as evidence")
	c.Flags().BoolVar(&x.picture.Whole, "whole", false, "draw each thing of a large graph")
	x.algorithm.add(c)
	complete(c, "of", append(mpc.Pictures[:len(mpc.Pictures):len(mpc.Pictures)], "statements")...)
	return c
}

// check finds flags that do not go together, and the format of the picture. chosen tells whether --of is
// given.
func (x *graph) check(model string, chosen bool) error {
	x.format = strings.TrimPrefix(filepath.Ext(x.out), ".")
	switch {
	case x.format == "" || output.IsStdout(x.out):
		x.format = "dot"
	case oneOf(x.format, []string{"dot", "svg", "png"}):
	default:
		return fmt.Errorf("-o %s: the picture is a .dot, .svg or .png file", x.out)
	}
	isBUGS := mpc.IsBUGS(model)
	switch {
	case isBUGS && chosen && x.of != "statements":
		return fmt.Errorf("--of %s: of a BUGS program the statements are drawn; mpc translate writes a model file", x.of)
	case !isBUGS && x.of == "statements":
		return errors.New("--of statements: it draws those of a BUGS program")
	case !isBUGS && len(x.data) > 0:
		return errors.New("--data: only the graph of a BUGS program depends on data")
	case !isBUGS && !oneOf(x.of, mpc.Pictures):
		return fmt.Errorf("--of %s: it is one of %s", x.of, strings.Join(mpc.Pictures, ", "))
	case len(x.picture.Without) > 0 && x.of != "dependencies":
		return errors.New("--without: it leaves updates out of the dependencies alone")
	}
	return reads{model: model, data: x.data}.outputs(written{"output", x.out})
}

// read reads a model or a program, and returns what draws it.
func (x *graph) read(g *globals, model string) (draw func(context.Context) ([]byte, error), err error) {
	if !mpc.IsBUGS(model) {
		c, err := g.plan(model, x.algorithm.name)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context) ([]byte, error) { return c.Draw(ctx, x.of, x.format, x.picture) }, nil
	}
	x.of = "statements"
	opt, err := x.bugs.options(x.data)
	if err != nil {
		return nil, err
	}
	s, warnings, err := mpc.GraphBUGS(model, opt)
	if err := g.show(warnings, err); err != nil {
		return nil, err
	}
	return func(ctx context.Context) ([]byte, error) { return s.Draw(ctx, x.format) }, nil
}

// write writes the picture to its file, or in its text form to the standard output.
func (x *graph) write(g *globals, text []byte) error {
	switch {
	case x.out != "":
		if err := output.WriteFile(x.out, text); err != nil || output.IsStdout(x.out) {
			return err
		}
		return g.wrote(x.out)
	case g.json:
		return g.printJSON(map[string]string{"of": x.of, "dot": string(text)})
	}
	_, err := g.out.Write(text)
	return err
}

func oneOf(s string, list []string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mpc"
	"mpc/run"
	"mpc/run/output"
)

type calibrateFlags struct {
	dataFlags
	bugs      bugsFlags
	algorithm algorithmFlag
	plots     string
	n         int
	top       int
	seed      uint64
	interpret bool
	strict    bool
	drawing   drawFlags
}

func calibrateCommand(g *globals) *cobra.Command {
	var f calibrateFlags
	c := &cobra.Command{
		Use:        "calibrate model.yaml [data]",
		SuggestFor: []string{"sbc"},
		Short:      "Check an inference on data simulated from the model",
		Long: "calibrate draws parameters from the prior and data from the model, infers the\n" +
			"parameters from the data, many times, and finds where the truth lies in the\n" +
			"posteriors: where inference is right, anywhere with the same probability\n" +
			"(simulation-based calibration, Talts et al. 2018). The data give sizes and\n" +
			"what the model does not draw; what it draws is simulated. A BUGS program draws\n" +
			"in the order of its sequential program.",
		Example: "  mpc calibrate model.yaml --data data.json\n" +
			"  mpc calibrate model.yaml --data data.json --algorithm vmp --n 1000 --plots ranks\n" +
			"  mpc calibrate rats.bug --data rats.R --monitor alpha0,beta.c",
		Args:              modelAndData,
		ValidArgsFunction: modelThenData,
		RunE: func(cmd *cobra.Command, a []string) error {
			if err := f.take(a); err != nil {
				return err
			}
			switch {
			case f.n < 20:
				return usageError{fmt.Errorf("--n %d: it is at least 20", f.n)}
			}
			if err := validTop(cmd, f.top); err != nil {
				return err
			}
			if err := f.drawing.validCounts(cmd); err != nil {
				return err
			}
			if f.plots != "" {
				if err := output.CheckFolder(f.plots); err != nil {
					return usageError{fmt.Errorf("--plots: %w", err)}
				}
			}
			return g.calibrate(cmd.Context(), a[0], f)
		},
	}
	f.add(c)
	f.bugs.add(c)
	fl := c.Flags()
	f.algorithm.add(c)
	fl.Lookup("algorithm").Usage = "infer by ep, vmp or gibbs (default: as the model says; of a BUGS program gibbs)"
	fl.IntVarP(&f.n, "n", "n", 200, "simulate so many data sets")
	fl.StringVar(&f.plots, "plots", "", "write a picture of the ranks of each element into this folder, as SVG")
	fl.IntVar(&f.top, "top", 0, "of each variable, print only so many elements, those of the smallest p (default: all)")
	addSeed(c, &f.seed, 1, "simulate from this seed")
	fl.BoolVar(&f.interpret, "interpret", false, "interpret the schedules instead of building packages")
	fl.BoolVar(&f.strict, "strict", false, "a posterior that is not calibrated is an error, and so are inferences of which most do not converge")
	f.drawing.addCounts(c)
	return c
}

func (g *globals) calibrate(ctx context.Context, path string, f calibrateFlags) error {
	src, bugs, err := modelWithData(path, &f.dataFlags, &f.bugs)
	if err != nil {
		return err
	}
	opt := run.CalibrateOptions{Algorithm: f.algorithm.name, Data: f.data, Set: f.set, Prior: f.prior, BUGS: bugs, N: f.n, Seed: f.seed, Interpret: f.interpret}
	opt.Run = func(c *mpc.Compilation) run.Options {
		how := run.Options{Iterations: -1}
		f.drawing.set(&how, c)
		return how
	}
	bar := &count{w: os.Stderr, of: f.n, what: "data sets"}
	if term.IsTerminal(int(os.Stderr.Fd())) && !g.json {
		opt.Progress = bar.show
	}
	g.finishes.Store(true)
	c, err := run.Calibrate(ctx, path, src, opt)
	bar.clear()
	if err := g.show(nil, err); err != nil {
		return err
	}
	if f.plots != "" {
		if err := run.WriteRankPictures(f.plots, c); err != nil {
			return err
		}
	}
	if g.json {
		err = g.printJSON(c)
	} else {
		err = run.WriteCalibration(g.out, c, f.top)
	}
	switch {
	case err == nil && f.strict && c.Off > 0:
		return fmt.Errorf("%d posteriors are not calibrated", c.Off)
	case err == nil && f.strict && c.Failed < c.N && !c.Tells():
		return fmt.Errorf("%d of %d inferences failed or did not converge: the calibration tells nothing", c.NotConverged+c.Failed, c.N)
	case err == nil && c.Failed == c.N:
		return errors.New("no inference succeeded: " + c.Failure)
	}
	return err
}

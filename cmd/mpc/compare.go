package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run"
)

type compareFlags struct {
	dataFlags
	bugs       bugsFlags
	algorithms []string
	tolerance  float64
	top        int
	interpret  bool
	seed       uint64
	drawing    drawFlags
}

func compareCommand(g *globals) *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:        "compare model.yaml [data]",
		SuggestFor: []string{"diff"},
		Short:      "Run a model by several algorithms, posteriors side by side",
		Long: "compare runs a model on data by each of several algorithms and prints their\n" +
			"posteriors side by side. Where Gibbs sampling is one of them its draws, whose\n" +
			"Monte Carlo error is printed, say which approximations are off: by more than\n" +
			"the tolerance, and by more than chance explains.",
		Example: "  mpc compare model.yaml --data data.json\n" +
			"  mpc compare model.yaml --data data.json --algorithms ep,gibbs --samples 20000 --top 5\n" +
			"  mpc compare rats.bug --data rats.R --monitor alpha0,beta.c",
		Args:              modelAndData,
		ValidArgsFunction: modelThenData,
		RunE: func(cmd *cobra.Command, a []string) error {
			if err := f.take(a); err != nil {
				return err
			}
			for i, name := range f.algorithms {
				if !slices.Contains(mpc.Algorithms(), name) {
					return usageError{fmt.Errorf("--algorithms %s: there are ep, vmp and gibbs", name)}
				}
				if slices.Contains(f.algorithms[:i], name) {
					return usageError{fmt.Errorf("--algorithms: %s is named twice", name)}
				}
			}
			switch {
			case len(f.algorithms) < 2:
				return usageError{errors.New("--algorithms: name two or more, as in ep,gibbs")}
			case !(f.tolerance > 0):
				return usageError{fmt.Errorf("--tolerance %g: it is above 0", f.tolerance)}
			}
			if err := validTop(cmd, f.top); err != nil {
				return err
			}
			if err := f.drawing.validCounts(cmd); err != nil {
				return err
			}
			var seed *uint64
			if cmd.Flags().Changed("seed") {
				seed = &f.seed
			}
			return g.compare(cmd.Context(), a[0], f, seed)
		},
	}
	f.add(c)
	f.bugs.add(c)
	fl := c.Flags()
	fl.StringSliceVar(&f.algorithms, "algorithms", mpc.Algorithms(), "the algorithms to run")
	fl.Float64Var(&f.tolerance, "tolerance", 0.1, "how far off a mean may be in posterior sd, a sd relatively, a probability absolutely")
	fl.IntVar(&f.top, "top", 0, "of each variable, print only so many elements, those that are furthest off (default: all)")
	fl.BoolVar(&f.interpret, "interpret", false, "interpret the schedules instead of building packages")
	addSeed(c, &f.seed, 0, "draw from this seed (default: that of the model)")
	f.drawing.addCounts(c)
	return c
}

func (g *globals) compare(ctx context.Context, path string, f compareFlags, seed *uint64) error {
	src, bugs, err := modelWithData(path, &f.dataFlags, &f.bugs)
	if err != nil {
		return err
	}
	opt := run.CompareOptions{Algorithms: f.algorithms, Tolerance: f.tolerance, Data: f.data, Set: f.set, Prior: f.prior, BUGS: bugs}
	opt.Run = func(c *mpc.Compilation) run.Options {
		how := run.Options{Iterations: -1, Interpret: f.interpret}
		if c.Model.StartsAtRandom() {
			how.Seed = seed
		}
		f.drawing.set(&how, c)
		return how
	}
	g.finishes.Store(true)
	result, err := run.Compare(ctx, path, src, opt)
	if err != nil {
		return err
	}
	if !g.json { // else the result holds them
		if err := g.render(os.Stderr, eachOnce(result)); err != nil {
			return err
		}
	}
	ran := 0
	for _, a := range result.Algorithms {
		if a.Err == nil {
			ran++
			if !g.json {
				for _, w := range a.Warnings {
					fmt.Fprintf(os.Stderr, "%s: warning: %s\n", a.Algorithm, mpc.Visible(w))
				}
			}
			continue
		}
		if g.json {
			continue // the result holds it
		}
		fmt.Fprintf(os.Stderr, "%s:\n", a.Algorithm)
		if err := g.show(nil, a.Err); err != nil && !errors.Is(err, errShown) && !errors.Is(err, errShownUsage) {
			g.fail(err)
		}
	}
	if g.json {
		err = g.printJSON(result)
	} else if ran > 0 {
		err = run.WriteComparison(g.out, result, f.top)
	}
	if err == nil && ran < 2 {
		if !g.json && ran == 0 {
			return errShown
		}
		return fmt.Errorf("%d of %d algorithms ran: there is nothing to compare", ran, len(result.Algorithms))
	}
	return err
}

// eachOnce lists the warnings of the model that some algorithm gives.
func eachOnce(result *run.Comparison) (list mpc.Diagnostics) {
	seen := map[string]bool{}
	for _, a := range result.Algorithms {
		for _, d := range a.Diagnostics {
			if !seen[d.Error()] {
				seen[d.Error()] = true
				list = append(list, d)
			}
		}
	}
	list.Sort()
	return list
}

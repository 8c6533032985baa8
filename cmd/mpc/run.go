package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mpc"
)

type runFlags struct {
	data, out  string
	set, prior []string
	iterations int
	strict     bool
	interpret  bool
	top        int
}

func runCommand(g *globals) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run model.yaml",
		Short: "Compile, build and run a model on data",
		Long: "run compiles a model, builds its package with the Go toolchain and runs it. A\n" +
			"second run of an unchanged model does not build again. Without a Go toolchain\n" +
			"the schedule is interpreted, which is slower.",
		Example: "  mpc run model.yaml --data data.json --out result.json\n" +
			"  mpc run model.yaml --data matches.csv --prior yesterday.json:skill=prior --top 20",
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error { return g.run(cmd.Context(), a[0], f) },
	}
	fl := c.Flags()
	fl.StringVarP(&f.data, "data", "d", "", "data: JSON, CSV, or a folder of CSV files; each may be gzipped")
	fl.StringVarP(&f.out, "out", "o", "", "write the result here as JSON")
	fl.StringArrayVar(&f.set, "set", nil, "give an input: name=value")
	fl.StringArrayVar(&f.prior, "prior", nil, "take posteriors of a result file as inputs: result.json, or result.json:skill=prior")
	fl.IntVar(&f.iterations, "iterations", -1, "run exactly so many iterations")
	fl.BoolVar(&f.strict, "strict", false, "not converging is an error")
	fl.BoolVar(&f.interpret, "interpret", false, "interpret the schedule instead of building the package")
	fl.IntVar(&f.top, "top", 0, "of each array, print the elements of the largest means only")
	return c
}

func (g *globals) run(ctx context.Context, path string, f runFlags) error {
	src, err := read(path)
	if err != nil {
		return err
	}
	c, err := mpc.Compile(path, src, mpc.Options{})
	if err := g.show(c, err, nil); err != nil {
		return err
	}
	set, err := mpc.ReadData(c, f.data, f.set, f.prior)
	if err := g.show(nil, err, nil); err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	opt := mpc.RunOptions{Iterations: f.iterations, Interpret: f.interpret}
	bar := newProgress(c.Model.Iterate.Max, c.Model.Iterate.Tolerance)
	if term.IsTerminal(int(os.Stderr.Fd())) && !g.json {
		opt.Progress = bar.show
	}
	result, err := mpc.Run(ctx, c, set, opt)
	bar.clear()
	if err := g.show(nil, err, nil); err != nil {
		return err
	}
	if f.out != "" {
		b, err := json.MarshalIndent(result, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.out, append(b, '\n'), 0o644); err != nil {
			return err
		}
	}
	for _, w := range result.Warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
	switch {
	case g.json:
		err = printJSON(result)
	case f.out == "":
		err = mpc.WriteTable(os.Stdout, c, result, f.top)
	}
	if err == nil && f.strict && !result.Converged {
		return fmt.Errorf("not converged after %d iterations", result.Iterations)
	}
	return err
}

// A progress draws one line with the time that is left.
type progress struct {
	max       int
	tolerance float64
	start     time.Time
	drawn     bool
}

func newProgress(max int, tolerance float64) *progress {
	return &progress{max: max, tolerance: tolerance, start: time.Now()}
}

// show draws the line after an iteration. The time left is that to the maximal
// number of iterations: convergence may come earlier.
func (p *progress) show(iteration int, change float64) {
	left := time.Duration(float64(time.Since(p.start)) / float64(iteration) * float64(max(0, p.max-iteration)))
	fmt.Fprintf(os.Stderr, "\r\x1b[Kiteration %d of at most %d, change %.1e (until %.0e), at most %s left", iteration, p.max, change, p.tolerance, left.Round(time.Second))
	p.drawn = true
}

func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}

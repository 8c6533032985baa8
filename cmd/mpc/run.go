package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mpc"
	"mpc/run"
	"mpc/run/output"
)

type runFlags struct {
	dataFlags
	out        string
	iterations int
	strict     bool
	interpret  bool
	build      bool
	top        int
	csv        string
	batches    string
	passes     int
	evidence   bool
	dic        bool
	seed       uint64
	seeded     bool
	drawing    drawFlags
	bugs       bugsFlags
	algorithm  algorithmFlag
}

func runCommand(g *globals) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:        "run model.yaml [data]",
		SuggestFor: []string{"fit", "infer", "sample", "exec", "execute", "train"},
		Short:      "Compile a model and run it on data",
		Long: "run compiles a model and runs it. What takes less than two seconds is interpreted;\n" +
			"else the package of the model is built with the Go toolchain. That takes seconds,\n" +
			"once: later runs of an unchanged model do not build again. It prints a table of\n" +
			"posteriors, or with --json or --output the result as JSON.",
		Example: "  mpc run model.yaml --data data.json -o result.json\n" +
			"  mpc run model.yaml --data matches.csv.gz --set sd=3 --top 20\n" +
			"  mpc run model.yaml --data today.csv --prior yesterday.json:skill=prior\n" +
			"  mpc run model.yaml --data data.json --samples 5000 --draws draws.csv --plots pictures",
		Args:              modelAndData,
		ValidArgsFunction: modelThenData,
		RunE: func(cmd *cobra.Command, a []string) error {
			if err := f.take(a); err != nil {
				return err
			}
			switch {
			case f.interpret && f.build:
				return usageError{errors.New("--interpret and --build: give one of them")}
			case !cmd.Flags().Changed("iterations"):
				f.iterations = -1
			case f.iterations < 0:
				return usageError{fmt.Errorf("--iterations %d: it is at least 0", f.iterations)}
			}
			if err := validTop(cmd, f.top); err != nil {
				return err
			}
			if err := f.valid(); err != nil {
				return err
			}
			if len(f.more) > 0 && !mpc.IsBUGS(a[0]) {
				return severalFiles(&f.dataFlags)
			}
			switch {
			case f.batches != "" && f.data != "":
				return usageError{errors.New("--data and --batches: give one of them; what is the same for all batches, by --set")}
			case cmd.Flags().Changed("passes") && f.passes < 1:
				return usageError{fmt.Errorf("--passes %d: it is at least 1", f.passes)}
			}
			if err := f.outputs(a[0], g.json); err != nil {
				return err
			}
			f.seeded = cmd.Flags().Changed("seed")
			if err := f.drawing.valid(cmd); err != nil {
				return err
			}
			return g.run(cmd.Context(), a[0], f)
		},
	}
	f.add(c)
	fl := c.Flags()
	fl.StringVarP(&f.out, "output", "o", "", "write the result here as JSON, instead of the table")
	fl.StringVar(&f.out, "out", "", "") // its name before
	hide(c, "out")
	fl.StringVar(&f.csv, "csv", "", "write the posteriors here as CSV, a row for each element")
	fl.IntVar(&f.iterations, "iterations", 0, "run exactly so many iterations (default: until converged)")
	addSeed(c, &f.seed, 0, "draw random initial marginals, by Gibbs sampling, or from a joint posterior, from this seed (default: that of the model)")
	fl.BoolVar(&f.strict, "strict", false, "not converging is an error")
	fl.BoolVar(&f.interpret, "interpret", false, "interpret the schedule, and build nothing, however long it takes")
	fl.BoolVar(&f.build, "build", false, "build the package, also where the interpreter would be done at once")
	fl.StringVar(&f.batches, "batches", "", "a folder of batches of data, for a model with shared variables: each file .json or .csv, each folder of .csv files")
	fl.IntVar(&f.passes, "passes", 0, "visit all batches at most so often (default: until converged)")
	fl.BoolVar(&f.evidence, "evidence", false, "say which part each statement has in the log evidence")
	fl.BoolVar(&f.dic, "dic", false, "by Gibbs sampling, or of a joint posterior by EP: report deviance, DIC, WAIC and leave-one-out (LOO)")
	fl.IntVar(&f.top, "top", 0, "of each array, print only so many elements, those of the largest means (default: all)")
	f.drawing.add(c)
	f.bugs.add(c)
	f.algorithm.add(c)
	return c
}

func (g *globals) run(ctx context.Context, path string, f runFlags) error {
	c, program, err := g.compileToRun(path, &f)
	if err != nil {
		return err
	}
	shown := len(c.Warnings)
	if err := f.fits(c); err != nil {
		return err
	}
	opt := run.Options{Iterations: f.iterations, Interpret: f.interpret, Build: f.build, Evidence: f.evidence, Fit: f.dic}
	if f.seeded {
		opt.Seed = &f.seed
	}
	if text := f.drawing.startsNote(c); text != "" {
		fmt.Fprintln(os.Stderr, "note:", text)
	}
	scans := f.drawing.set(&opt, c)
	x, err := f.inference(c, program)
	if err := g.show(c.Warnings[shown:], err); err != nil {
		return err
	}
	bar := newProgress(os.Stderr, c.Model.Iterate.Max, c.Model.Iterate.Tolerance)
	switch {
	case scans > 0:
		bar = newScanProgress(os.Stderr, scans)
	case x.passes > 0:
		bar.max = x.passes
	case f.iterations >= 0:
		bar.max, bar.tolerance = f.iterations, 0
	}
	if term.IsTerminal(int(os.Stderr.Fd())) && !g.json {
		opt.Progress, opt.Step = bar.show, bar.step
	}
	if f.out == "" || g.json { // else nothing is written there
		reader, done := untilClosed(ctx)
		defer done()
		ctx = reader
	}
	g.finishes.Store(true)
	result, err := x.infer(ctx, opt)
	bar.clear()
	if _, ok := stoppedBy(ctx); ok {
		err = afterSignal(ctx, err)
	}
	if err := g.show(run.DataWarnings(c, result), err); err != nil {
		return err
	}
	if output.IsStream(f.out) || output.IsStream(f.csv) {
		g.finishes.Store(false) // the reader of a pipe may never come
	}
	return g.show(nil, g.report(ctx, c, program, &f, result))
}

// fits finds flags that do not go with a model.
func (f *runFlags) fits(c *mpc.Compilation) error {
	isBUGS := c.File.Origin != nil
	switch {
	case f.evidence && isBUGS:
		return usageError{errors.New("--evidence: a program of BUGS has none here; mpc translate writes a model file, whose key infer may ask for it")}
	case f.dic && isBUGS && !c.Model.Samples() && !run.HasJoint(c):
		return usageError{fmt.Errorf("--dic: there are no draws by %s, and no joint posterior; --algorithm gibbs has them", c.Model.Algorithm)}
	case f.seeded && isBUGS && !c.Model.StartsAtRandom() && f.drawing.draws == "":
		return usageError{fmt.Errorf("--seed: by %s nothing is drawn", c.Model.Algorithm)}
	case f.evidence && !c.Model.Evidence:
		return usageError{errors.New("--evidence: the model does not infer it; add evidence to infer")}
	case f.dic && !c.Model.Samples() && !run.HasJoint(c):
		return usageError{fmt.Errorf("--dic: there are no draws by %s, and no joint posterior; write algorithm: gibbs", c.Model.Algorithm)}
	case f.seeded && !c.Model.StartsAtRandom() && f.drawing.draws == "":
		return usageError{errors.New("--seed: nothing in the model is drawn; init: {x: random} starts x at random")}
	}
	return f.drawing.fits(c, f.iterations)
}

// An inference is what a model is run on: its data, or batches of data, which are visited in passes.
type inference struct {
	infer  func(context.Context, run.Options) (*run.Result, error)
	passes int // 0 without batches
}

// inference reads the data.
func (f *runFlags) inference(c *mpc.Compilation, program *mpc.BUGSModel) (x inference, err error) {
	switch {
	case program != nil:
		x.infer = func(ctx context.Context, opt run.Options) (*run.Result, error) {
			return run.Run(ctx, c, program.Data, opt)
		}
	case f.batches != "" || run.HasBatches(c, f.data):
		batches, err := run.ReadBatches(c, cmp.Or(f.batches, f.data), f.passes, f.set, f.prior)
		if err != nil {
			return x, err
		}
		x.passes = batches.Passes()
		x.infer = func(ctx context.Context, opt run.Options) (*run.Result, error) {
			return run.RunBatches(ctx, c, batches, opt)
		}
	case f.passes > 0:
		return x, usageError{errors.New("--passes: the data are not in batches")}
	default:
		set, err := run.ReadData(c, f.data, f.set, f.prior)
		if err != nil {
			return x, err
		}
		x.infer = func(ctx context.Context, opt run.Options) (*run.Result, error) { return run.Run(ctx, c, set, opt) }
	}
	return x, nil
}

// report writes a result: as CSV, as JSON, or as a table.
func (g *globals) report(ctx context.Context, c *mpc.Compilation, program *mpc.BUGSModel, f *runFlags, result *run.Result) (err error) {
	if f.csv != "" {
		if err := writePosteriors(f.csv, c, result); err != nil {
			return err
		}
	}
	if f.out != "" || g.json {
		if program != nil {
			run.RenameBUGS(program, result)
		} else if err := run.NameAnswers(c, result); err != nil {
			return err
		}
	}
	if f.out != "" {
		b, err := json.MarshalIndent(result, "", " ")
		if err != nil {
			return err
		}
		if err := output.WriteFile(f.out, append(b, '\n')); err != nil {
			return err
		}
	}
	if !g.json { // the result holds them
		for _, w := range result.Warnings {
			fmt.Fprintln(os.Stderr, "warning:", mpc.Visible(w))
		}
	}
	switch {
	case g.json:
		err = g.printJSON(result)
	case f.out == "" && program != nil:
		err = run.WriteBUGSTable(g.out, program, result)
	case f.out == "":
		err = run.WriteTable(g.out, c, result, f.top)
	}
	if err == nil && f.out == "" && !g.json && result.Fit != nil {
		err = run.WriteFit(g.out, result.Fit)
	}
	switch {
	case err == nil && result.Interrupted != nil:
		return afterSignal(ctx, run.ErrInterrupted)
	case err == nil && f.strict && !result.Converged && c.Model.Samples():
		return errors.New("not converged: the chains do not agree")
	case err == nil && f.strict && !result.Converged:
		return fmt.Errorf("not converged after %d iterations", result.Iterations)
	}
	return err
}

// compileToRun compiles a model, or a program of BUGS with its data.
func (g *globals) compileToRun(path string, f *runFlags) (*mpc.Compilation, *mpc.BUGSModel, error) {
	if mpc.IsBUGS(path) {
		m, err := g.compileBUGS(path, f)
		if err != nil {
			return nil, nil, err
		}
		return m.Compilation, m, nil
	}
	c, err := g.compile(path, f.compiled(), &programFlags{})
	return c, nil, err
}

// compiled are the options by which a model that is run is compiled.
func (f *runFlags) compiled() mpc.Options {
	return mpc.Options{NoPackage: f.interpret, Wanted: true, Densities: f.dic, Jointly: f.dic || f.drawing.draws != "", Algorithm: f.algorithm.name}
}

// writePosteriors writes the posteriors of a result as CSV.
func writePosteriors(path string, c *mpc.Compilation, result *run.Result) error {
	var b bytes.Buffer
	if err := run.WriteCSV(&b, c, result); err != nil {
		return err
	}
	return output.WriteFile(path, b.Bytes())
}

// validTop checks the flag --top, where it is given.
func validTop(cmd *cobra.Command, top int) error {
	if cmd.Flags().Changed("top") && top < 1 {
		return usageError{fmt.Errorf("--top %d: it is at least 1; without --top all elements are printed", top)}
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mpc"
	"mpc/run"
	"mpc/run/output"
)

type simulateFlags struct {
	dataFlags
	bugs            bugsFlags
	posterior       string
	anew            []string
	n               int
	seed            uint64
	out, parameters string
	format          string
	evaluate        string
}

// fromPrior is what the flag --prior holds where it names no result file.
const fromPrior = "\x00"

func simulateCommand(g *globals) *cobra.Command {
	var f simulateFlags
	c := &cobra.Command{
		Use:        "simulate model.yaml [data]",
		SuggestFor: []string{"generate", "predict", "forward", "rng"},
		Short:      "Draw data from a model, with parameters from its prior or a posterior",
		Long: "simulate draws what the model says the distribution of: the inputs that its\n" +
			"statements draw. All else, sizes and covariates, is given. Parameters come from\n" +
			"the prior, or with --posterior from draws or from a result file: predictive data.\n" +
			"The data are printed as JSON, or written as JSON or CSV, as mpc run --data reads them.",
		Example: "  mpc simulate model.yaml --set n=20 -o data.json --parameters truth.csv\n" +
			"  mpc simulate model.yaml --data data.json --n 100 --posterior draws.csv -o replicates\n" +
			"  mpc simulate rats.bug --data rats.R --n 10 --posterior draws.csv -o replicates",
		Args:              modelAndData,
		ValidArgsFunction: modelThenData,
		RunE: func(cmd *cobra.Command, a []string) error {
			if err := f.take(a); err != nil {
				return err
			}
			if err := f.check(cmd, mpc.IsBUGS(a[0])); err != nil {
				return err
			}
			if err := f.spares(a[0]); err != nil {
				return err
			}
			return g.simulate(cmd.Context(), a[0], f)
		},
	}
	f.add(c)
	fl := c.Flags()
	fl.Lookup("prior").NoOptDefVal = fromPrior
	fl.Lookup("prior").Usage = "draw parameters from the prior, as without --posterior; --prior=result.json takes posteriors of a result file as inputs"
	fl.IntVarP(&f.n, "n", "n", 1, "draw so many sets of data")
	fl.StringVar(&f.posterior, "posterior", "", "take parameters from this file: draws of mpc run --draws, or a result file of EP or VMP")
	fl.StringSliceVar(&f.anew, "anew", nil, "with --posterior: draw these variables from their distribution given the others, as those of new groups")
	fl.StringVarP(&f.out, "output", "o", "", "write the data here; several sets into this folder")
	fl.StringVar(&f.format, "format", "", "json or csv (default: as the name of the output ends, or json)")
	fl.StringVar(&f.parameters, "parameters", "", "write the parameters that the data are drawn given here, as CSV")
	addSeed(c, &f.seed, 1, "simulate from this seed")
	f.bugs.add(c)
	hide(c, "inits")
	fl.StringVar(&f.evaluate, "evaluate", "", "of a BUGS program: sequential (as mpc sequence prints it, the default), unrolled (element by element) or model (the translated one)")
	complete(c, "evaluate", run.Evaluations...)
	complete(c, "format", "json", "csv")
	return c
}

// check refuses flags that do not go together, and finds the format that the name of the output says.
func (f *simulateFlags) check(cmd *cobra.Command, isBUGS bool) error {
	f.prior = slices.DeleteFunc(f.prior, func(p string) bool { return p == fromPrior })
	explicit := cmd.Flags().Changed("prior") && len(f.prior) == 0
	switch {
	case f.n < 1:
		return usageError{fmt.Errorf("--n %d: it is at least 1", f.n)}
	case explicit && f.posterior != "":
		return usageError{errors.New("--prior and --posterior: parameters come from one of them")}
	case cmd.Flags().Changed("posterior") && f.posterior == "":
		return usageError{errors.New("--posterior needs a file: draws, or a result")}
	case len(f.anew) > 0 && f.posterior == "":
		return usageError{errors.New("--anew: without --posterior all is drawn anew")}
	case f.parameters != "" && f.posterior != "":
		return usageError{errors.New("--parameters: with --posterior they are in its file")}
	case f.format == "":
		if f.format = "json"; strings.EqualFold(filepath.Ext(f.out), ".csv") {
			f.format = "csv"
		}
	case f.format != "json" && f.format != "csv":
		return usageError{fmt.Errorf("--format %s: it is json or csv", f.format)}
	}
	if f.n > 1 && (f.out == "" || strings.ContainsAny(filepath.Ext(f.out), "jJcC")) {
		return usageError{fmt.Errorf("%d sets of data are files in a folder, one for each: name it, -o simulated", f.n)}
	}
	if len(f.more) > 0 && !isBUGS {
		return usageError{fmt.Errorf("--data %s and --data %s: a model file takes one; data of several files are a folder of tables", f.data, f.more[0])}
	}
	if isBUGS && (len(f.set) > 0 || len(f.prior) > 0) {
		return usageError{errors.New("--set and --prior: a BUGS program has all values in its data")}
	}
	switch {
	case f.evaluate == "":
	case !slices.Contains(run.Evaluations, f.evaluate):
		return usageError{fmt.Errorf("--evaluate %s: it is one of %s", f.evaluate, strings.Join(run.Evaluations, ", "))}
	case !isBUGS:
		return usageError{errors.New("--evaluate is of BUGS programs")}
	}
	switch {
	case len(f.bugs.inits) > 0:
		return usageError{errors.New("--inits: nothing starts where data are simulated; values that are to be kept are data, or draws of --posterior")}
	case !isBUGS && len(f.bugs.monitor) > 0:
		return usageError{errors.New("--monitor is of BUGS programs")}
	}
	return f.dataFlags.valid()
}

// reads are what is read to simulate.
func (f *simulateFlags) reads(model string) reads {
	r := reads{model: model, data: f.files(), others: []written{{"posterior", f.posterior}}}
	for _, p := range f.prior {
		file, _, _ := strings.Cut(p, ":")
		r.others = append(r.others, written{"prior", file})
	}
	return r
}

// spares reports files that would be written over what is read, before anything is simulated.
func (f *simulateFlags) spares(model string) error {
	in, parameters := f.reads(model), written{"parameters", f.parameters}
	if err := in.outputs(parameters); err != nil {
		return err
	}
	if f.out == "" || output.IsStdout(f.out) {
		return nil
	}
	if info, err := os.Stat(f.out); err == nil && info.IsDir() {
		return nil // its files are looked at where they are written
	}
	if err := in.spares(written{"output", f.out}, []written{parameters}); err != nil {
		return usageError{err}
	}
	return nil
}

// writeFolder writes files into a folder, but for those that are read, which a folder that is not there does not hold.
func (f *simulateFlags) writeFolder(model, dir string, files []run.File, bar *count) error {
	if _, err := os.Stat(dir); err == nil {
		in := f.reads(model)
		for _, x := range files {
			if err := in.spares(written{"output", filepath.Join(dir, x.Name)}, []written{{"parameters", f.parameters}}); err != nil {
				return usageError{err}
			}
		}
	}
	out, err := output.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer out.Abort()
	for k, x := range files {
		if err := out.Write(x.Name, x.Source); err != nil {
			return err
		}
		bar.show(k + 1)
	}
	return out.Commit()
}

func (g *globals) simulate(ctx context.Context, path string, f simulateFlags) error {
	src, err := read(path)
	if err != nil {
		return err
	}
	bugs, err := f.bugs.options(f.files())
	if err != nil {
		return err
	}
	opt := run.SimulateOptions{Data: f.data, Set: f.set, Prior: f.prior, BUGS: bugs, Posterior: f.posterior, Anew: f.anew, Evaluate: f.evaluate, N: f.n, Seed: f.seed}
	bar, written := &count{w: os.Stderr, of: f.n, what: "data sets drawn"}, &count{w: os.Stderr, of: f.n, what: "data sets written"}
	if f.n == 1 || g.json || !term.IsTerminal(int(os.Stderr.Fd())) {
		bar, written = nil, nil
	} else {
		opt.Progress = bar.show
	}
	s, err := run.Simulate(ctx, path, src, opt)
	bar.clear()
	if err := g.show(nil, err); err != nil {
		return err
	}
	for _, n := range s.Notes {
		fmt.Fprintln(os.Stderr, "note:", mpc.Visible(n))
	}
	if f.parameters != "" {
		var b bytes.Buffer
		if err := s.WriteParameters(&b); err != nil {
			return err
		}
		if err := output.WriteFile(f.parameters, b.Bytes()); err != nil {
			return err
		}
	}
	defer written.clear()
	return g.writeSimulated(path, s, &f, written)
}

// writeSimulated writes sets of data: one to a file or standard output, several into a folder, as a
// file or, of several tables, a folder each.
func (g *globals) writeSimulated(model string, s *run.Simulation, f *simulateFlags, bar *count) error {
	digits := len(strconv.Itoa(len(s.Sets)))
	var single []run.File
	for k, set := range s.Sets {
		tables, err := set.Files(f.format)
		switch {
		case err != nil:
			return usageError{fmt.Errorf("--format %s: %w", f.format, err)}
		case f.n == 1 && f.out == "" && len(tables) > 1:
			return usageError{errors.New("the data are several tables: name a folder for them, -o simulated")}
		case f.n == 1 && f.out == "":
			_, err := g.out.Write(tables[0].Source)
			return err
		case f.n == 1 && len(tables) == 1:
			return output.WriteFile(f.out, tables[0].Source)
		case f.n == 1:
			return f.writeFolder(model, f.out, tables, nil)
		}
		number := fmt.Sprintf("%0*d", digits, k+1)
		if len(tables) == 1 {
			single = append(single, run.File{Name: number + "." + f.format, Source: tables[0].Source})
			continue
		}
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return err
		}
		if err := f.writeFolder(model, filepath.Join(f.out, number), tables, nil); err != nil {
			return err
		}
		bar.show(k + 1)
	}
	if single == nil {
		return nil
	}
	return f.writeFolder(model, f.out, single, bar)
}

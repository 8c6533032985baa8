package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run"
)

// drawFlags are the flags of run that are about Gibbs sampling.
type drawFlags struct {
	samples, burnIn, thin, chains int
	draws, plots, save, resume    string
	given                         []string // names of those that are given
}

func (f *drawFlags) add(c *cobra.Command) {
	f.addCounts(c)
	fl := c.Flags()
	fl.StringVar(&f.draws, "draws", "", "write all draws here as CSV, compressed where the name ends in .gz; by EP draws from the joint posterior")
	fl.StringVar(&f.plots, "plots", "", "write pictures into this folder, as SVG: densities and convergence, of draws also traces")
	fl.StringVar(&f.save, "save", "", "write the chains here at the end, for --resume")
	fl.StringVar(&f.resume, "resume", "", "go on with the chains that --save wrote, of the same model and data")
}

// jointDraws is how many draws are made from a joint posterior.
const jointDraws = 4000

// addCounts adds the flags that say how many draws there are.
func (f *drawFlags) addCounts(c *cobra.Command) {
	fl := c.Flags()
	fl.IntVar(&f.samples, "samples", 0, "keep so many draws of each chain (default: as the model says, or 1000; by EP 4000)")
	fl.IntVar(&f.burnIn, "burnin", 0, "go so many scans before the first draw is kept (default: as the model says, or 1000)")
	fl.IntVar(&f.thin, "thin", 0, "keep the draw of each n-th scan (default: as the model says, or 1)")
	fl.IntVar(&f.chains, "chains", 0, "draw so many chains (default: as the model says, or 4)")
}

// valid holds the values of the flags.
func (f *drawFlags) valid(c *cobra.Command) error {
	if err := f.validCounts(c); err != nil {
		return err
	}
	for _, x := range []struct{ name, path string }{{"draws", f.draws}, {"plots", f.plots}, {"save", f.save}, {"resume", f.resume}} {
		switch {
		case x.path != "":
			f.given = append(f.given, x.name)
		case c.Flags().Changed(x.name):
			return usageError{fmt.Errorf("--%s needs a name", x.name)}
		}
	}
	for _, name := range []string{"chains", "seed", "burnin", "thin"} {
		if f.resume != "" && c.Flags().Changed(name) {
			return usageError{fmt.Errorf("--%s with --resume: what is saved goes on as it was begun", name)}
		}
	}
	return nil
}

// validCounts holds the numbers of draws.
func (f *drawFlags) validCounts(c *cobra.Command) error {
	f.given = nil
	for _, x := range []struct {
		name         string
		value, least int
	}{{"samples", f.samples, 1}, {"burnin", f.burnIn, 0}, {"thin", f.thin, 1}, {"chains", f.chains, 1}} {
		if !c.Flags().Changed(x.name) {
			continue
		}
		if x.value < x.least {
			return usageError{fmt.Errorf("--%s %d: it is at least %d", x.name, x.value, x.least)}
		}
		f.given = append(f.given, x.name)
	}
	return nil
}

// fits refuses flags that are about Gibbs sampling for models that are not sampled, and
// iterations for those that are.
func (f *drawFlags) fits(c *mpc.Compilation, iterations int) error {
	if !c.Model.Samples() {
		for _, name := range f.given {
			switch {
			case name == "plots":
			case (name == "draws" || name == "samples") && run.HasJoint(c):
				if f.draws == "" {
					return usageError{errors.New("--samples: by EP it is how many draws --draws writes")}
				}
			case name == "draws":
				return usageError{fmt.Errorf("--draws: nothing is sampled by %s, and the posterior is no joint one to draw from; write algorithm: gibbs", c.Model.Algorithm)}
			default:
				return usageError{fmt.Errorf("--%s: nothing is sampled by %s; write algorithm: gibbs", name, c.Model.Algorithm)}
			}
		}
		return nil
	}
	if iterations >= 0 {
		return usageError{errors.New("--iterations: Gibbs sampling has --burnin and --samples")}
	}
	return nil
}

// startsNote says how many chains there are where --inits has starts of another number of them than is asked for, or than there are
// without it; "" where it has not.
func (f *drawFlags) startsNote(c *mpc.Compilation) string {
	of := c.File.Starts
	if c.File.Origin == nil || !c.Model.Samples() || of < 2 || f.resume != "" {
		return ""
	}
	switch asked := slices.Contains(f.given, "chains"); {
	case asked && f.chains > of:
		return fmt.Sprintf("--inits has starts of %d chains, and --chains asks for %d: the others start at the same values in turn", of, f.chains)
	case asked && f.chains < of:
		return fmt.Sprintf("--inits has starts of %d chains, and --chains asks for %d: the last of them are left out", of, f.chains)
	case !asked && of != mpc.DefaultChains:
		return fmt.Sprintf("%d chains, as --inits has starts of so many; without it there are %d", of, mpc.DefaultChains)
	}
	return ""
}

// set puts the flags into the options of a run, and returns how many scans each chain
// makes, 0 where nothing is sampled.
func (f *drawFlags) set(opt *run.Options, c *mpc.Compilation) int {
	opt.Plots = f.plots
	if !c.Model.Samples() {
		if opt.Draws = f.draws; f.draws != "" {
			opt.Joint = run.JointDraws{Count: cmp.Or(f.samples, jointDraws), Seed: 1}
			if opt.Seed != nil {
				opt.Joint.Seed = *opt.Seed
			}
		}
		return 0
	}
	s := c.Model.Iterate.Sampling
	for _, name := range f.given {
		switch name {
		case "samples":
			s.Samples = f.samples
		case "burnin":
			s.BurnIn = f.burnIn
		case "thin":
			s.Thin = f.thin
		case "chains":
			s.Chains = f.chains
		}
	}
	opt.Sampling, opt.Draws, opt.Save, opt.Resume = &s, f.draws, f.save, f.resume
	if f.resume != "" {
		return s.Samples * s.Thin
	}
	return s.BurnIn + s.Samples*s.Thin
}

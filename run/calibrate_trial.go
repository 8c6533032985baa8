package run

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/run/calibrate"
	"mpc/run/posterior"
)

// A trial is a simulation to infer from: a compilation, its data, and its program.
type trial struct {
	*mpc.Compilation
	set   *data.Set
	built *Built
	// interpreted tells that the program is not built: to build one for the few data sets of a translation takes longer than to interpret it.
	interpreted bool
}

func newTrials(c *mpc.Compilation, opt CalibrateOptions) *trials {
	return &trials{Compilation: c, options: opt, whole: map[string]bool{}, skipped: map[string]bool{},
		places: make([]map[string]float64, opt.N), errors: make([]error, opt.N), converged: make([]bool, opt.N)}
}

// element is the name of an element: of a program of BUGS its own, with indices from 1.
func (c *trial) element(name string, at []int) string {
	if c.BUGS != nil {
		return c.BUGS.Element(name, at)
	}
	return elementName(name, at)
}

// one infers from one data set, and returns the places of the truth.
func (t *trials) one(ctx context.Context, k int, truth simulation) (map[string]float64, error) {
	x, err := t.data(k)
	if err != nil {
		return nil, err
	}
	seed := t.options.Seed + 1 + uint64(k)
	run := Options{Iterations: -1}
	if t.options.Run != nil {
		run = t.options.Run(x.Compilation)
	}
	run.Built, run.unweighed = x.built, true
	if run.Interpret, run.Build, run.Seed = t.options.Interpret, !t.options.Interpret && !x.interpreted, nil; x.Model.StartsAtRandom() {
		run.Seed = &seed
	}
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	places := map[string]float64{}
	if x.Model.Samples() {
		if err := t.fromDraws(ctx, k, x, truth, run, rng, places); err != nil {
			return nil, err
		}
		return places, nil
	}
	r, err := Run(ctx, x.Compilation, x.set, run)
	if err != nil {
		return nil, err
	}
	t.converged[k] = r.Converged
	for _, v := range x.Model.Infer {
		if err := t.place(x, v.Name, r.Posteriors[v.Name], truth, rng, places); err != nil {
			return nil, err
		}
	}
	return places, t.asked(r, places, rng)
}

// place finds the place of the truth in each number of a posterior.
func (t *trials) place(x *trial, name string, p posterior.Posterior, truth simulation, rng *rand.Rand, places map[string]float64) error {
	for at, of := range p.Elements() {
		list, err := of.Marginals()
		if err != nil {
			return err
		}
		for _, m := range list {
			element := x.element(name, slices.Concat(at, m.Index))
			value, ok := truth[element]
			if !ok || x.BUGS != nil && x.BUGS.Leaves(element) {
				continue
			}
			if x.BUGS != nil && x.BUGS.Shifted[name] {
				value--
			}
			if u, ok := m.Place(value, rng.Float64()); ok {
				t.note(element, u, places)
				t.isWhole(element, m)
			} else if m.Dist != "point" {
				t.skip(t.nameOf(name))
			}
		}
	}
	return nil
}

// nameOf is the name of a variable for people.
func (t *trials) nameOf(name string) string {
	if t.BUGS != nil && t.BUGS.Names[name] != "" {
		return t.BUGS.Names[name]
	}
	return name
}

// mostRanked is how many draws of a posterior the truth is ranked among: draws that follow each
// other are too alike to count for themselves.
const mostRanked = 127

// fromDraws is one by Gibbs sampling: the places are ranks among the draws.
func (t *trials) fromDraws(ctx context.Context, k int, x *trial, truth simulation, run Options, rng *rand.Rand, places map[string]float64) error {
	dir, err := os.MkdirTemp("", "mpc-calibrate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	run.Draws, run.ours = filepath.Join(dir, "draws.csv"), x.BUGS == nil
	r, err := Run(ctx, x.Compilation, x.set, run)
	if err != nil {
		return err
	}
	t.converged[k] = r.Converged
	columns, rows, err := readDraws(run.Draws)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(truth)) {
		var list []float64
		for _, r := range rows {
			if x, ok := r[name]; ok {
				list = append(list, x)
			}
		}
		if len(list) == 0 && x.BUGS != nil && slices.Contains(columns, name) {
			return fmt.Errorf("no draw has a value of %s, whose true value is %g", name, truth[name])
		}
		if len(list) == 0 {
			continue // it is not asked for, or its branch was never taken
		}
		draws := make([]float64, min(mostRanked, len(list)))
		for i := range draws {
			draws[i] = list[i*len(list)/len(draws)]
		}
		t.note(name, calibrate.PlaceAmong(draws, truth[name], rng.Float64()), places)
	}
	return nil
}

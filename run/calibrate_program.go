package run

import (
	"context"
	"errors"
	"sync"

	"mpc"
	"mpc/bugs"
	"mpc/bugs/unroll"
	"mpc/data"
	"mpc/lang"
)

// calibrateProgram is Calibrate of a program of BUGS: of the inference by the program at path from what the one at from draws.
func calibrateProgram(ctx context.Context, from, path string, opt CalibrateOptions) (*Calibration, error) {
	p := &programTrials{path: path, options: opt, compiled: map[string]*programTrial{}}
	c, err := p.first()
	if err != nil {
		return nil, err
	}
	drawn := opt.BUGS
	drawn.Monitor = nil // which says what of the posterior counts
	f, err := newForward(from, drawn, nil)
	if errors.Is(err, errNothingDrawn) {
		return nil, errors.New("the data have no node that the program draws, so that there is nothing to infer from")
	}
	if err != nil {
		return nil, err
	}
	if err := f.unconditional(); err != nil {
		return nil, err
	}
	truths := make([]simulation, opt.N)
	p.data = make([]bugs.Data, opt.N)
	for k := range truths {
		one, err := f.draw(k, seedOf(opt.Seed, k))
		if err != nil {
			return nil, err
		}
		if p.data[k], err = f.data(one); err != nil {
			return nil, err
		}
		truths[k] = f.truth(one)
	}
	t := newTrials(c, opt)
	t.data = p.trial
	if err := t.all(ctx, truths); err != nil {
		return nil, err
	}
	return t.result(), nil
}

// unconditional refuses bounds that say no distribution: parameters from their priors and data between bounds given these are
// not what the posterior is of.
func (f *forward) unconditional() error {
	for _, r := range f.world.Conditions() {
		d := lang.Diagnostic{Severity: lang.Error, File: f.path, Pos: r.Bounds.At, Code: lang.CodeUnsupported,
			Message: r.Target.String() + " is between bounds " + r.Bounds.Kind + "(,), which are a condition that draws from the prior do not meet"}
		return lang.Diagnostics{*d.WithHint("of what is cut off, write T(,), which is a distribution; of what is censored, draw %s without bounds and let c ~ dinterval(%s, limit) say where it lies", r.Target, r.Target)}
	}
	return nil
}

// truth has the values of all that a program draws and computes, by the names of elements.
func (f *forward) truth(one *unroll.Simulation) simulation {
	truth := simulation{}
	for x, has := range one.Has {
		if has && !f.world.IsData(x) {
			truth[f.world.Name(x)] = one.Values[x]
		}
	}
	return truth
}

// programTrials are data that are simulated from a program. Each set is translated anew: what is computed from data are inputs of the
// model too, and what is known of values may change its text. Models of the same text are compiled once.
type programTrials struct {
	path    string
	options CalibrateOptions
	data    []bugs.Data

	mu       sync.Mutex
	compiled map[string]*programTrial // by text
}

type programTrial struct {
	once        sync.Once
	c           *mpc.Compilation
	built       Built
	err         error
	interpreted bool
}

// first compiles the program with the data of the caller, for what is wrong with it.
func (p *programTrials) first() (*mpc.Compilation, error) {
	tr, _, err := mpc.TranslateBUGS(p.path, p.options.BUGS)
	if err != nil {
		return nil, err
	}
	x := p.of(tr)
	return x.c, x.err
}

// of compiles a translation, once for each text.
func (p *programTrials) of(tr *bugs.Translation) *programTrial {
	text := tr.YAML()
	p.mu.Lock()
	x := p.compiled[text]
	if x == nil {
		x = &programTrial{interpreted: len(p.compiled) > 1}
		p.compiled[text] = x
	}
	p.mu.Unlock()
	x.once.Do(func() {
		if x.c, x.err = mpc.CompileFile(tr.File, mpc.Options{Algorithm: p.options.Algorithm, Wanted: true}); x.err == nil {
			x.c.BUGS = tr
		}
	})
	return x
}

// trial is what to infer from in a simulation.
func (p *programTrials) trial(k int) (*trial, error) {
	opt := p.options.BUGS
	opt.Values = p.data[k]
	tr, _, err := mpc.TranslateBUGS(p.path, opt)
	if err != nil {
		return nil, err
	}
	x := p.of(tr)
	if x.err != nil {
		return nil, x.err
	}
	set, d := data.ReadJSON(p.path, tr.Data.JSON(), x.c.Model)
	if d.HasErrors() {
		return nil, tr.Placed(d.Errors())
	}
	return &trial{Compilation: x.c, set: set, built: &x.built, interpreted: x.interpreted}, nil
}

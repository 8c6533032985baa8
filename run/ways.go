package run

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"time"

	"mpc"
	"mpc/run/output"
)

// patience is how long the interpreter may take before the package is built instead.
const patience = 2 * time.Second

// A startError says that a program that was built does not start.
type startError struct{ error }

func (e startError) Unwrap() error { return e.error }

// choose runs a model in the program of its package if that is there, else by the interpreter
// if that is soon done, else in the program, which is built. small tells whether the interpreter has the memory that it takes.
func (opt Options) choose(ctx context.Context, c *mpc.Compilation, small bool, run func(context.Context, executable, Options) (*Result, error)) (*Result, error) {
	if opt.Interpret {
		return run(ctx, executable{}, opt)
	}
	if opt.Step == nil {
		opt.Step = func(string) {}
	}
	if opt.Built == nil {
		opt.Built = &Built{}
	}
	program, err := opt.Built.kept(ctx, c)
	// Chains are kept by programs alone, and what was printed cannot be taken back.
	if (program.path == "" || err != nil) && ctx.Err() == nil && !opt.Build && small && opt.Save == "" && opt.Resume == "" && !output.IsStdout(opt.Draws) {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		quiet := opt
		quiet.Progress = nil
		opt.Step("interpreting the model")
		if r, err := run(soon, executable{}, quiet); soon.Err() == nil || err == nil {
			return r, err
		}
	}
	if program.path == "" && err == nil {
		program, err = opt.Built.ready(ctx, c, opt.Step)
	}
	if err == nil {
		opt.Step("running the model")
		r, failed := run(ctx, program, opt)
		var start startError
		if !errors.As(failed, &start) || ctx.Err() != nil {
			return r, failed
		}
		// What is there is no program of this system.
		if program, err = opt.Built.renewed(ctx, c, program, opt.Step); err == nil {
			if r, failed = run(ctx, program, opt); !errors.As(failed, &start) {
				return r, failed
			}
			err = &BuildError{failed}
		}
	}
	var cannot *BuildError
	if !errors.As(err, &cannot) {
		return nil, err
	}
	r, err := run(ctx, executable{}, opt)
	if err == nil && !errors.Is(cannot, exec.ErrNotFound) {
		r.Warnings = append(r.Warnings, cannot.Error()+"; interpreted")
	}
	return r, err
}

// An executable is the program of a compilation where it is kept; the interpreter where its
// path is "".
type executable struct {
	path, sum string
	// moved says which items of the model stood elsewhere in its file when it was built.
	moved moves
}

// Built remembers the program of one compilation, or why there is none, from run to run. The zero
// value knows of none. Several runs may use it at once.
type Built struct {
	mu      sync.Mutex
	program *program
	found   executable
	err     *BuildError
}

// kept returns the program of a compilation if it is in the cache.
func (b *Built) kept(ctx context.Context, c *mpc.Compilation) (executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.path != "" {
		return found, err
	}
	x, _ := p.kept()
	return b.remember(x, nil)
}

// ready returns the program of a compilation, which is built where it is not in the cache.
func (b *Built) ready(ctx context.Context, c *mpc.Compilation, step func(string)) (executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.path != "" {
		return found, err
	}
	return b.remember(p.build(ctx, "", step))
}

// renewed returns the program of a compilation in place of one that does not start. It is
// built unless another run has done so.
func (b *Built) renewed(ctx context.Context, c *mpc.Compilation, failed executable, step func(string)) (executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.sum != failed.sum {
		return found, err
	}
	return b.remember(p.build(ctx, failed.sum, step))
}

// state is what is known of the program of a compilation.
func (b *Built) state(ctx context.Context, c *mpc.Compilation) (p *program, found executable, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return nil, executable{}, b.err
	}
	if b.program == nil {
		if b.program, err = newProgram(ctx, c); err != nil {
			b.program = nil
			errors.As(err, &b.err)
			return nil, executable{}, err
		}
	}
	return b.program, b.found, nil
}

// remember keeps what was found of the program, or why there is none, for later runs.
func (b *Built) remember(x executable, err error) (executable, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err != nil:
		errors.As(err, &b.err)
	case x.path != "":
		b.found = x
	}
	return x, err
}

package mpc

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"

	"mpc/output"
)

// patience is how long the interpreter may take before the package is built instead.
const patience = 2 * time.Second

// A startError says that a program that was built does not start.
type startError struct{ error }

func (e startError) Unwrap() error { return e.error }

// choose runs a model in the program of its package if that is there, else by the interpreter
// if that is soon done, else in the program, which is built. run gets the path of the program,
// "" for the interpreter; small tells whether the interpreter has the memory that it takes.
func (opt RunOptions) choose(ctx context.Context, c *Compilation, small bool, run func(context.Context, string, RunOptions) (*Result, error)) (*Result, error) {
	if opt.Interpret {
		return run(ctx, "", opt)
	}
	if opt.Step == nil {
		opt.Step = func(string) {}
	}
	path, err := c.program(ctx, opt, false)
	// Chains are kept by programs alone, and what was printed cannot be taken back.
	if (path == "" || err != nil) && ctx.Err() == nil && !opt.Build && small && opt.Save == "" && opt.Resume == "" && !output.IsStdout(opt.Draws) {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		quiet := opt
		quiet.Progress = nil
		opt.Step("interpreting the model")
		if r, err := run(soon, "", quiet); soon.Err() == nil || err == nil {
			return r, err
		}
	}
	if path == "" && err == nil {
		path, err = c.program(ctx, opt, true)
	}
	if err == nil {
		opt.Step("running the model")
		r, failed := run(ctx, path, opt)
		var start startError
		if !errors.As(failed, &start) || ctx.Err() != nil {
			return r, failed
		}
		// What is there is no program of this system.
		if path, err = c.program(ctx, opt, true); err == nil {
			if r, failed = run(ctx, path, opt); !errors.As(failed, &start) {
				return r, failed
			}
			err = &BuildError{failed}
		}
	}
	var cannot *BuildError
	if !errors.As(err, &cannot) {
		return nil, err
	}
	r, err := run(ctx, "", opt)
	if err == nil && !errors.Is(cannot, exec.ErrNotFound) {
		r.Warnings = append(r.Warnings, cannot.Error()+"; interpreted")
	}
	return r, err
}

// built remembers the program of a compilation, or why there is none.
type built struct {
	mu      sync.Mutex
	program *program
	path    string
	err     *BuildError
}

// program returns the path of the program of a compilation. Where it is not in the cache, it is
// built if build is set, and anew if it was returned before; else the path is "".
func (c *Compilation) program(ctx context.Context, opt RunOptions, build bool) (string, error) {
	b := c.built
	b.mu.Lock()
	defer b.mu.Unlock()
	var err error
	switch {
	case b.err != nil:
		return "", b.err
	case b.program == nil:
		b.program, err = newProgram(ctx, c)
	}
	switch {
	case err != nil:
	case !build && b.path == "":
		if path, ok := b.program.kept(); ok {
			b.path = path
		}
	case build:
		if b.path != "" {
			if err := os.RemoveAll(b.program.dir); err != nil {
				return "", &BuildError{err}
			}
		}
		b.path, err = b.program.build(ctx, opt.Step)
	}
	if err != nil {
		errors.As(err, &b.err)
		return "", err
	}
	if b.path != "" {
		c.moved = readMoves(b.program.dir, c.File)
	}
	return b.path, nil
}

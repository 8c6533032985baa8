package run

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"mpc"
	"mpc/run/output"
	"mpc/run/program"
)

// Built remembers the program of one compilation, or why there is none, from run to run.
type Built = program.Built

// A BuildError says why the program of a model cannot be built or kept here. It says nothing
// of the model, which the interpreter runs as well.
type BuildError = program.Error

// patience is how long the interpreter may take before the package is built instead.
const patience = 2 * time.Second

// A startError says that a program that was built does not start.
type startError struct{ error }

func (e startError) Unwrap() error { return e.error }

// choose runs a model in the program of its package if that is there, else by the interpreter
// if that is soon done, else in the program, which is built. small tells whether the interpreter has the memory that it takes.
func (opt Options) choose(ctx context.Context, c *mpc.Compilation, small bool, run func(context.Context, program.Executable, Options) (*Result, error)) (*Result, error) {
	if opt.Interpret {
		return run(ctx, program.Executable{}, opt)
	}
	if opt.Step == nil {
		opt.Step = func(string) {}
	}
	if opt.Built == nil {
		opt.Built = &Built{}
	}
	found, err := opt.Built.Kept(ctx, c)
	// Chains are kept by programs alone, and what was printed cannot be taken back.
	if (found.Path == "" || err != nil) && ctx.Err() == nil && !opt.Build && small && opt.Save == "" && opt.Resume == "" && !output.IsStdout(opt.Draws) {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		quiet := opt
		quiet.Progress = nil
		opt.Step("interpreting the model")
		if r, err := run(soon, program.Executable{}, quiet); soon.Err() == nil || err == nil {
			return r, err
		}
	}
	if found.Path == "" && err == nil {
		found, err = opt.Built.Ready(ctx, c, opt.Step)
	}
	if err == nil {
		opt.Step("running the model")
		r, failed := run(ctx, found, opt)
		var start startError
		if !errors.As(failed, &start) || ctx.Err() != nil {
			return r, failed
		}
		// What is there is no program of this system.
		if found, err = opt.Built.Renewed(ctx, c, found, opt.Step); err == nil {
			if r, failed = run(ctx, found, opt); !errors.As(failed, &start) {
				return r, failed
			}
			err = program.NewError(failed)
		}
	}
	var cannot *program.Error
	if !errors.As(err, &cannot) {
		return nil, err
	}
	r, err := run(ctx, program.Executable{}, opt)
	if err == nil && !errors.Is(cannot, exec.ErrNotFound) {
		r.Warnings = append(r.Warnings, cannot.Error()+"; interpreted")
	}
	return r, err
}

package run

import (
	"context"
	"errors"
	"time"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

const (
	// checkTime is how long the data are looked at: those of models for which the
	// interpreter is too slow are checked as far as it comes.
	checkTime = 10 * time.Second
	// lookTime is that of data for which the interpreter takes too much memory, and
	// definitionsTime that of what they define.
	lookTime        = time.Second
	definitionsTime = 3 * time.Second
	// mostInstances is how many instances of statements the interpreter takes, unless it is
	// asked for: it keeps about a kilobyte for each.
	mostInstances = 200_000
)

// CheckData finds what is wrong with data that Run would find before it iterates, as
// an index out of its range, an element that is never defined, or a condition on data
// that is false. It runs no iteration. Large data are looked at for a second, and for three
// where statements under conditions define elements. The error is that of Run. What Run would warn
// of is added to the warnings of the compilation.
func CheckData(ctx context.Context, c *mpc.Compilation, set *data.Set) error {
	c.Warnings = append(c.Warnings, around(c, set)...)
	if err := fits(c, set, false); err != nil {
		return err
	}
	within := func(limit time.Duration, check func(context.Context) error) (done bool, err error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err = check(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return false, nil
		}
		return err == nil, interpError(err)
	}
	if interpretable(c, set) {
		done, err := within(checkTime, func(ctx context.Context) error { return interp.Check(ctx, c.Program, c.Deps, c.Schedule, set) })
		if done || err != nil {
			return err
		}
	}
	_, err := within(lookTime, func(ctx context.Context) error { return interp.Look(ctx, c.Program, c.Deps, c.Schedule, set) })
	if err != nil {
		return err
	}
	_, err = within(definitionsTime, func(ctx context.Context) error { return interp.LookAtDefinitions(ctx, c.Program, set) })
	return err
}

// interpretable tells whether the interpreter has the memory that it takes.
func interpretable(c *mpc.Compilation, set *data.Set) bool {
	return fits(c, set, true) == nil && !interp.Larger(c.Program, set, mostInstances)
}

// Check is CheckData for each of the batches.
func (b *Batches) Check(ctx context.Context, c *mpc.Compilation) error {
	for k := range b.files.Len() {
		set, d := b.files.Read(k, b.overrides...)
		if d.HasErrors() {
			return d
		}
		if err := CheckData(ctx, c, set); err != nil {
			return err
		}
	}
	return nil
}

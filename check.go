package mpc

import (
	"context"
	"errors"
	"time"

	"mpc/data"
	"mpc/interp"
)

const (
	// checkTime is how long the data are looked at: those of models for which the
	// interpreter is too slow are checked as far as it comes.
	checkTime = 10 * time.Second
	// lookTime is that of data for which the interpreter takes too much memory.
	lookTime = time.Second
	// mostInstances is how many instances of statements the interpreter takes, unless it is
	// asked for: it keeps about a kilobyte for each.
	mostInstances = 200_000
)

// CheckData finds what is wrong with data that Run would find before it iterates, as
// an index out of its range, an element that is never defined, or a condition on data
// that is false. It runs no iteration. Large data are looked at for a second, and of them
// it finds no element that is never defined. The error is that of Run.
func CheckData(ctx context.Context, c *Compilation, set *data.Set) error {
	if err := fits(c, set, false); err != nil {
		return err
	}
	limit, check := checkTime, interp.Check
	if !interpretable(c, set) {
		limit, check = lookTime, interp.Look
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := check(ctx, c.Program, c.Deps, c.Schedule, set)
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return interpError(err)
}

// interpretable tells whether the interpreter has the memory that it takes.
func interpretable(c *Compilation, set *data.Set) bool {
	return fits(c, set, true) == nil && !interp.Larger(c.Program, set, mostInstances)
}

// Check is CheckData for each of the batches.
func (b *Batches) Check(ctx context.Context, c *Compilation) error {
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

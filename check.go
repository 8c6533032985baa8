package mpc

import (
	"context"
	"errors"
	"time"

	"mpc/data"
	"mpc/interp"
)

// checkTime is how long the data are looked at: those of models for which the
// interpreter is too slow are checked as far as it comes.
const checkTime = 10 * time.Second

// CheckData finds what is wrong with data that Run would find before it iterates, as
// an index out of its range, an element that is never defined, or a condition on data
// that is false. It runs no iteration. The error is that of Run.
func CheckData(ctx context.Context, c *Compilation, set *data.Set) error {
	if err := fits(c, set, false); err != nil {
		return err
	}
	if fits(c, set, true) != nil {
		return nil // too large for the interpreter alone
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err := interp.Check(ctx, c.Program, c.Deps, c.Schedule, set)
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return interpError(err)
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

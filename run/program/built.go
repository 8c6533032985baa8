package program

import (
	"context"
	"errors"
	"sync"

	"mpc"
)

// An Executable is the program of a compilation where it is kept; the interpreter where its
// path is "".
type Executable struct {
	Path, Sum string
	// Moved says which items of the model stood elsewhere in its file when it was built.
	Moved Moves
}

// Built remembers the program of one compilation, or why there is none, from run to run. The zero
// value knows of none. Several runs may use it at once.
type Built struct {
	mu      sync.Mutex
	program *program
	found   Executable
	err     *Error
}

// Kept returns the program of a compilation if it is in the cache.
func (b *Built) Kept(ctx context.Context, c *mpc.Compilation) (Executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.Path != "" {
		return found, err
	}
	x, _ := p.kept()
	return b.remember(x, nil)
}

// Ready returns the program of a compilation, which is built where it is not in the cache.
func (b *Built) Ready(ctx context.Context, c *mpc.Compilation, step func(string)) (Executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.Path != "" {
		return found, err
	}
	return b.remember(p.build(ctx, "", step))
}

// Renewed returns the program of a compilation in place of one that does not start. It is
// built unless another run has done so.
func (b *Built) Renewed(ctx context.Context, c *mpc.Compilation, failed Executable, step func(string)) (Executable, error) {
	p, found, err := b.state(ctx, c)
	if err != nil || found.Sum != failed.Sum {
		return found, err
	}
	return b.remember(p.build(ctx, failed.Sum, step))
}

// state is what is known of the program of a compilation.
func (b *Built) state(ctx context.Context, c *mpc.Compilation) (p *program, found Executable, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return nil, Executable{}, b.err
	}
	if b.program == nil {
		if b.program, err = newProgram(ctx, c); err != nil {
			b.program = nil
			errors.As(err, &b.err)
			return nil, Executable{}, err
		}
	}
	return b.program, b.found, nil
}

// remember keeps what was found of the program, or why there is none, for later runs.
func (b *Built) remember(x Executable, err error) (Executable, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err != nil:
		errors.As(err, &b.err)
	case x.Path != "":
		b.found = x
	}
	return x, err
}

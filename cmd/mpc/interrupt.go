package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"mpc/run"
)

// A stopped is the cause of an end that came from outside: a signal.
type stopped struct{ signal syscall.Signal }

func (s stopped) Error() string { return s.signal.String() }

// status is what a shell says of a process that a signal has ended.
func (s stopped) status() int { return 128 + int(s.signal) }

// stoppedBy returns what has ended a context.
func stoppedBy(ctx context.Context) (stopped, bool) {
	var s stopped
	return s, errors.As(context.Cause(ctx), &s)
}

// interruptible ends a context at the first signal that ends processes; at the second one the
// process ends at once, and at the first one where atOnce says so. Signals that the caller has
// this process ignore, as nohup does, are ignored.
func interruptible(parent context.Context, atOnce func() bool) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	came := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(came, s)
		}
	}
	go func() {
		for first := true; ; first = false {
			s, ok := (<-came).(syscall.Signal)
			if !ok {
				s = syscall.SIGINT
			}
			if !first || atOnce() {
				os.Exit(stopped{s}.status())
			}
			cancel(stopped{s})
		}
	}()
	return ctx, cancel
}

// untilClosed is a context that ends where nobody reads standard output any more.
func untilClosed(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	watch(ctx, os.Stdout, func() { cancel(stopped{syscall.SIGPIPE}) })
	return ctx, func() { cancel(nil) }
}

// afterSignal is the error of a command that a signal has ended: what it says of the end, and
// which signal that was.
func afterSignal(ctx context.Context, err error) error {
	s, ok := stoppedBy(ctx)
	switch {
	case !ok || err == nil:
		return err
	case !errors.Is(err, run.ErrInterrupted):
		err = run.ErrInterrupted
	}
	return interrupted{err, s}
}

// interrupted is an error that came of a signal.
type interrupted struct {
	error
	stopped stopped
}

func (e interrupted) Unwrap() []error { return []error{e.error, e.stopped} }

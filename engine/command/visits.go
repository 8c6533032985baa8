package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
)

// Batches keep what each batch of data says, as type Batches of a generated package does.
type Batches[D, I, O, S any] interface {
	Visit(ctx context.Context, batch int, data D, opts ...O) (S, error)
	Change() float64
	Inference() *I
}

// PassOrVisit is the main function of the program of a package whose data may come in batches.
func PassOrVisit[D, I, O, S any](p Passing[D, I, O, S], b Batches[D, I, O, S]) {
	iterations, seed := p.flags()
	progress := flag.Bool("progress", false, "print a line per iteration")
	batches := flag.Bool("batches", false, "read batches of data, one after the other")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	opts := p.options(*iterations, *seed)
	if *batches {
		end(p.visits(ctx, os.Stdin, os.Stdout, os.Stderr, opts, b), p.Kinds)
		return
	}
	end(p.once(ctx, os.Stdin, os.Stdout, os.Stderr, opts, *progress), p.Kinds)
}

// A visit is of a batch, with its data as they are now.
type visit[D any] struct {
	Batch int
	Data  D
}

// visits visits batches in the order in which they come, and at its end writes the posteriors of the shared variables.
func (p Passing[D, I, O, S]) visits(ctx context.Context, in io.Reader, out, notes io.Writer, opts []O, b Batches[D, I, O, S]) error {
	next := make(chan visit[D])
	var wrong error // of the input
	var running atomic.Bool
	go func() {
		defer close(next)
		for in := json.NewDecoder(in); in.More(); {
			var v visit[D]
			if wrong = in.Decode(&v); wrong != nil {
				return
			}
			next <- v
		}
		if *attached && running.Load() {
			os.Exit(1)
		}
	}()
	var s S
	for visit := range next {
		running.Store(true)
		var err error
		if s, err = b.Visit(ctx, visit.Batch, visit.Data, opts...); err != nil {
			return err
		}
		p.Ran(s).say(notes)
		running.Store(false)
		fmt.Fprintf(notes, "visited %t %g\n", p.Ran(s).Converged, b.Change())
	}
	if wrong != nil {
		return wrong
	}
	inf := b.Inference()
	if inf == nil {
		return errors.New("there is no batch of data")
	}
	return p.write(out, s, p.Shared(inf, s))
}

package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
)

// A Passing is a generated package that passes messages: D is its Data, I its Inference, O its Option and S its Summary.
type Passing[D, I, O, S any] struct {
	Read       func(in *Reader) (D, error)
	New        func(data D) (*I, error)
	Run        func(inf *I, ctx context.Context, opts ...O) (S, error)
	Iterations func(n int) O
	Progress   func(f func(s S) bool) O
	// WithSeed and Seed, the default, are those of random initial marginals, nil where none is.
	WithSeed func(seed uint64) O
	Seed     uint64
	// Ran says what a summary does.
	Ran func(s S) Ran
	// Result is what the program writes: of all posteriors, and, of batches, of those of the variables that they share.
	Result func(inf *I, s S) map[string]any
	Shared func(inf *I, s S) map[string]any
	// Joint draws from the joint posterior, nil where there is none.
	Joint func(inf *I, rng *rand.Rand, n int) (*Joint, error)
	// Inexact finds what is off in that, nil where nothing is known to be.
	Inexact func(inf *I) any
	// LeftOut is what each observation has given all others, nil where that is not known.
	LeftOut func(inf *I) ([]any, error)
	Kinds   []Kind

	draws    int // of the joint posterior
	drawSeed uint64
	inexact  bool // is asked for
	leftOut  bool // is asked for
}

// Ran is what a run came to.
type Ran struct {
	Iterations int
	Change     float64
	Converged  bool
	Skipped    []Skipped
}

// Skipped is a statement of which messages were left out.
type Skipped struct {
	Line, Count int
	Statement   string
}

// Skip notes that messages of a statement were left out.
func (r *Ran) Skip(line, count int, statement string) {
	r.Skipped = append(r.Skipped, Skipped{line, count, statement})
}

// say writes what was left out.
func (r Ran) say(w io.Writer) {
	for _, k := range r.Skipped {
		fmt.Fprintf(w, "skipped %d %d %s\n", k.Line, k.Count, k.Statement)
	}
}

// Pass is the main function of the program of a package that passes messages.
func Pass[D, I, O, S any](p Passing[D, I, O, S]) {
	iterations, seed := p.flags()
	progress := flag.Bool("progress", false, "print a line per iteration")
	joint := flag.Int("joint", 0, "make so many draws from the joint posterior")
	jointSeed := flag.Uint64("jointseed", 1, "of these")
	inexact := flag.Bool("inexact", false, "say what is off in it")
	leftOut := flag.Bool("leftout", false, "say what each observation has given all others")
	flag.Parse()
	p.draws, p.drawSeed, p.inexact, p.leftOut = *joint, *jointSeed, *inexact, *leftOut
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	end(p.once(ctx, os.Stdin, os.Stdout, os.Stderr, p.options(*iterations, *seed), *progress), p.Kinds)
}

// flags are those of each such program.
func (p Passing[D, I, O, S]) flags() (iterations *int, seed *uint64) {
	seed = &p.Seed
	if p.WithSeed != nil {
		seed = flag.Uint64("seed", p.Seed, "of random initial marginals")
	}
	return flag.Int("iterations", -1, "run exactly so many"), seed
}

// options are those of a run.
func (p Passing[D, I, O, S]) options(iterations int, seed uint64) (opts []O) {
	if iterations >= 0 {
		opts = append(opts, p.Iterations(iterations))
	}
	if p.WithSeed != nil {
		opts = append(opts, p.WithSeed(seed))
	}
	return opts
}

// once reads data, runs the inference and writes the result.
func (p Passing[D, I, O, S]) once(ctx context.Context, in io.Reader, out, notes io.Writer, opts []O, progress bool) error {
	input := newReader(in)
	data, err := p.Read(input)
	if err != nil {
		return err
	}
	endWithInput(input)
	inf, err := p.New(data)
	if err != nil {
		return err
	}
	if progress {
		opts = append(opts, p.Progress(func(s S) bool {
			ran := p.Ran(s)
			fmt.Fprintf(notes, "progress %d %g\n", ran.Iterations, ran.Change)
			return true
		}))
	}
	s, err := p.Run(inf, ctx, opts...)
	if err != nil {
		return err
	}
	p.Ran(s).say(notes)
	result := p.Result(inf, s)
	if p.draws > 0 {
		if result["joint_draws"], err = p.Joint(inf, rngOf(p.drawSeed), p.draws); err != nil {
			return err
		}
	}
	if p.inexact && p.Inexact != nil {
		if list := p.Inexact(inf); list != nil {
			result["inexact"] = list
		}
	}
	if p.leftOut && p.LeftOut != nil {
		if result["left_out"], err = p.LeftOut(inf); err != nil {
			return err
		}
	}
	return p.write(out, s, result)
}

// write writes a result, with how the run went.
func (p Passing[D, I, O, S]) write(out io.Writer, s S, result map[string]any) error {
	ran := p.Ran(s)
	result["iterations"], result["converged"] = ran.Iterations, ran.Converged
	return json.NewEncoder(out).Encode(result)
}

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
	"syscall"
	"time"
)

// A Chains is an inference that draws, as type Inference of a generated package does.
type Chains[O, S any] interface {
	Run(ctx context.Context, opts ...O) (S, error)
	Summary() S
	Columns() []string
	MarshalBinary() ([]byte, error)
	UnmarshalBinary(b []byte) error
}

// A Sampling is a generated package that samples: D is its Data, I its Inference, O its Option and S its Summary.
type Sampling[D any, I Chains[O, S], O, S any] struct {
	Read                           func(in *Reader) (D, error)
	New                            func(data D) (I, error)
	BurnIn, Samples, Thin, Chains  func(n int) O
	WithSeed                       func(seed uint64) O
	Progress                       func(f func(s S) bool) O
	OnDraw                         func(f func(chain, draw int, values []float64)) O
	Seed                           uint64 // the defaults
	Burn, Draws, Thinned, Parallel int
	// Drew says what a summary does, Posteriors what the draws say.
	Drew       func(s S) Drew
	Posteriors func(inf I) map[string]any
	Kinds      []Kind
}

// Drew is what the draws of a run are like.
type Drew struct {
	Iterations, Chains, Draws int
	Converged                 bool
	Seed                      uint64
	Warnings                  any
}

// asked is what flags ask for.
type asked struct {
	seed                          uint64
	samples, burnIn, thin, chains int
	draws, kept, save, resume     string // files
	labelled, progress            bool
}

// Sample is the main function of the program of a package that samples.
func Sample[D any, I Chains[O, S], O, S any](p Sampling[D, I, O, S]) {
	var a asked
	flag.Uint64Var(&a.seed, "seed", p.Seed, "of all draws")
	flag.IntVar(&a.samples, "samples", p.Draws, "draws that each chain keeps")
	flag.IntVar(&a.burnIn, "burnin", p.Burn, "scans before the first draw is kept")
	flag.IntVar(&a.thin, "thin", p.Thinned, "scans for each draw that is kept")
	flag.IntVar(&a.chains, "chains", p.Parallel, "how many chains there are")
	flag.StringVar(&a.draws, "draws", "", "a file for the draws")
	flag.BoolVar(&a.labelled, "labelled", false, "the labels of elements follow the data")
	flag.StringVar(&a.kept, "kept", "", "a file for some of the draws, for pictures")
	flag.StringVar(&a.save, "save", "", "a file for the state of the chains")
	flag.StringVar(&a.resume, "resume", "", "a file with the state of the chains to go on with")
	flag.BoolVar(&a.progress, "progress", false, "print a line now and then")
	flag.Parse()
	end(p.sample(os.Stdin, os.Stdout, os.Stderr, a), p.Kinds)
}

// sample reads data, draws and writes what the draws say.
func (p Sampling[D, I, O, S]) sample(in io.Reader, out, notes io.Writer, a asked) error {
	input := newReader(in)
	data, err := p.Read(input)
	if err != nil {
		return err
	}
	var labels map[string][][]string
	if a.labelled {
		if err := ReadOther(input, &labels); err != nil {
			return err
		}
	}
	endWithInput(input)
	inf, err := p.New(data)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(untilAsked())
	defer cancel()
	opts := []O{p.BurnIn(a.burnIn), p.Samples(a.samples)}
	if a.resume != "" {
		if a.chains, err = p.resume(inf, a.resume); err != nil {
			return fileError{err}
		}
	} else {
		opts = append(opts, p.WithSeed(a.seed), p.Chains(a.chains), p.Thin(a.thin))
	}
	if a.progress {
		opts = append(opts, p.tells(notes, a, p.Drew(inf.Summary()).Draws))
	}
	files, err := newDrawFiles(inf.Columns(), labels, a)
	if err != nil {
		return fileError{err}
	}
	made := make([]int, a.chains) // draws
	opts = append(opts, p.OnDraw(func(chain, draw int, values []float64) {
		made[chain] = draw + 1
		if files.add(chain, values) != nil {
			cancel()
		}
	}))
	s, err := inf.Run(ctx, opts...)
	interrupted := errors.Is(err, context.Canceled)
	if failed := files.close(err != nil && !interrupted); failed != nil && (err == nil || interrupted) {
		return fileError{failed}
	}
	if err != nil && !interrupted {
		return err
	}
	if err := files.writeKept(a.kept); err != nil {
		return fileError{err}
	}
	if a.save != "" {
		if err := save(inf, a.save); err != nil {
			return fileError{err}
		}
	}
	drew := p.Drew(s)
	result := map[string]any{
		"iterations": drew.Iterations, "converged": drew.Converged && !interrupted, "seed": drew.Seed, "chains": drew.Chains, "draws": drew.Draws,
		"posteriors": p.Posteriors(inf), "draw_warnings": drew.Warnings,
	}
	if interrupted {
		result["interrupted"] = made
	}
	return json.NewEncoder(out).Encode(result)
}

// untilAsked is a context that ends where whatever ends mpc does: the program ends with what it has. By SIGTERM mpc
// itself asks it to. A first interrupt ends the drawing, and may come twice, from the terminal and from mpc; a later one
// ends the program.
func untilAsked() context.Context {
	ends := []os.Signal{syscall.SIGTERM}
	for _, x := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(x) {
			ends = append(ends, x)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second / 2)
		stop()
	})
	return ctx
}

// tells is the option that writes a line now and then; before are the draws that there were.
func (p Sampling[D, I, O, S]) tells(notes io.Writer, a asked, before int) O {
	var last time.Time
	return p.Progress(func(s S) bool {
		if now := time.Now(); now.Sub(last) > 50*time.Millisecond {
			last = now
			drew := p.Drew(s)
			done := drew.Iterations
			if a.resume != "" {
				done = (drew.Draws - before) * a.thin // as many as are waited for, however they are thinned
			}
			fmt.Fprintf(notes, "progress %d 0\n", done)
		}
		return true
	})
}

// resume goes on with the chains of a file, and gives how many there are.
func (p Sampling[D, I, O, S]) resume(inf I, path string) (chains int, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if err := inf.UnmarshalBinary(b); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	chains = p.Drew(inf.Summary()).Chains
	if chains == 0 {
		return 0, fmt.Errorf("%s: there are no chains in it", path)
	}
	return chains, nil
}

// save writes the chains to a file, which is replaced when all is written.
func save(inf interface{ MarshalBinary() ([]byte, error) }, path string) error {
	b, err := inf.MarshalBinary()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b, 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

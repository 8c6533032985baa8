package run

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mpc"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/run/interp"
	"mpc/run/program"
)

// Options say how a model runs.
type Options struct {
	// Iterations, if not negative, is how many iterations to run, exactly.
	Iterations int
	// Seed, if not nil, is that of random initial marginals, in place of the model's.
	Seed *uint64
	// Interpret runs the schedule directly, without the Go toolchain, Build in the program of
	// the generated package: without them it depends on how long it takes.
	Interpret, Build bool
	// Step, if not nil, is called when something begins that takes time before there are
	// iterations.
	Step func(what string)
	// Evidence asks for the terms of the evidence.
	Evidence bool
	// Fit asks for deviance, WAIC and leave-one-out, of a compilation with Densities.
	Fit bool
	// Sampling, if not nil, is how Gibbs sampling runs, in place of the model's settings.
	Sampling *model.Sampling
	// Joint says how many draws are made from a joint posterior of EP: see HasJoint.
	Joint interp.JointDraws
	// Draws is the file that the draws of Gibbs sampling, or from a joint posterior, are written to as CSV, Plots the
	// folder that pictures of the posteriors are written to; "" is none.
	Draws, Plots string
	// Save is the file that the state of the chains is written to at the end, Resume one
	// with chains to go on with.
	Save, Resume string
	// Progress, if not nil, is called after each iteration, of Gibbs sampling now and
	// then with the scans of the chain that has made the fewest.
	Progress func(iteration int, change float64)
	// Built, if not nil, remembers the program of the compilation for other runs of it.
	Built *Built
	// changes, if not nil, is called as Progress is, also where nobody is to see how the run goes on.
	changes func(iteration int, change float64)
	// leaveOneOut asks what observations of a posterior that is computed as a whole have given all others.
	leaveOneOut bool
	// unweighed looks for nothing that is off in a joint posterior.
	unweighed bool
	// ours keeps our names in the file of draws of a program of BUGS.
	ours bool
	// given, if not nil, has values of what is drawn from its prior, for interp.Sampling.
	given func(draw int, v *model.Variable, index []int, to []float64) bool
}

// iterated is what to call after each iteration, nil if that is nothing.
func (opt Options) iterated() func(iteration int, change float64) {
	switch {
	case opt.changes == nil:
		return opt.Progress
	case opt.Progress == nil:
		return opt.changes
	}
	return func(iteration int, change float64) {
		opt.changes(iteration, change)
		opt.Progress(iteration, change)
	}
}

// recorded are the changes of the iterations of a run, for a picture.
type recorded []float64

func (list *recorded) add(iteration int, change float64) {
	if iteration <= len(*list) { // of another start, or of a run that began anew
		*list = (*list)[:max(0, iteration-1)]
	}
	*list = append(*list, change)
}

// Run runs a compilation on data: in the program of its generated package if an earlier Run has
// built that, else by the interpreter if that takes no longer than two seconds, else in the
// program, which it builds with the Go toolchain. All come to the same.
func Run(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options) (*Result, error) {
	if opt.Iterations == 0 && slices.ContainsFunc(c.Loops.Steps, (*loops.Step).Posteriors) {
		return nil, errors.New("0 iterations: variational message passing has no posterior before the first")
	}
	run := runMessages
	var changes recorded
	switch {
	case c.Model.Samples():
		run = runSampled
	case opt.Plots != "":
		opt.changes = changes.add
	}
	rename := func() error { return nil }
	if opt.Fit {
		return fitted(c, ctx, set, opt)
	}
	if names, hidden := drawnNames(c); names != nil && opt.Draws != "" && !opt.ours {
		own, done, err := drawsAside(&opt, names, hidden)
		if err != nil {
			return nil, err
		}
		defer done()
		rename = own
	}
	r, err := opt.choose(ctx, c, interpretable(c, set), func(ctx context.Context, built program.Executable, opt Options) (*Result, error) {
		return run(ctx, c, set, opt, built)
	})
	if loopy, why := loopy(c, err); loopy != nil {
		r, err := Run(ctx, loopy, set.Of(loopy.Model), opt)
		if r != nil {
			r.Diagnostics = append(r.Diagnostics, why)
		}
		return r, err
	}
	if err == nil && opt.Draws != "" && !c.Model.Samples() {
		err = r.writeJoint(c, set, opt.Draws, opt.ours)
	}
	if err == nil {
		err = rename()
	}
	if err == nil && c.Model.Samples() {
		err = rounded(c, set, r)
	}
	if err == nil {
		err = r.unsettled(ctx, c, set, opt)
	}
	if r != nil {
		r.Diagnostics = slices.Concat(c.Warnings, opt.factorized(c, set), around(c, set), r.doubtful(c, set), r.inexact(c, set), r.momentless(c))
	}
	if err == nil && opt.Plots != "" && !c.Model.Samples() {
		notes, err := plotPosteriors(opt.Plots, c, r, changes)
		if err != nil {
			return nil, err
		}
		r.Warnings = append(r.Warnings, notes...)
	}
	return r, err
}

// runMessages is Run of a model that sends messages.
func runMessages(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options, built program.Executable) (*Result, error) {
	if err := fits(c, set, built.Path == ""); err != nil {
		return nil, err
	}
	if built.Path == "" {
		return interpret(ctx, c, set, opt)
	}
	args := []string{"-attached", "-iterations", strconv.Itoa(opt.Iterations)}
	if opt.iterated() != nil {
		args = append(args, "-progress")
	}
	args = append(args, opt.seedFlags(c)...)
	if opt.Joint.Count > 0 {
		args = append(args, "-joint", strconv.Itoa(opt.Joint.Count), "-jointseed", strconv.FormatUint(opt.Joint.Seed, 10))
	}
	if of := c.Program.Gaussian; of != nil && of.Weighs() && !opt.unweighed {
		args = append(args, "-inexact")
	}
	if opt.leaveOneOut {
		args = append(args, "-leftout")
	}
	r := &Result{Model: c.Model.Name, Algorithm: c.Model.Algorithm, Labels: set.Labels, Warnings: []string{}}
	skipped, err := r.runProgram(ctx, exec.CommandContext(ctx, built.Path, args...), c, built.Moved, programInput(set), opt)
	var failure failedRun
	if errors.As(err, &failure) {
		return nil, interpretFailure(ctx, c, set, opt, failure.error)
	}
	if err != nil {
		return nil, err
	}
	r.without = leftOutRows(c, built.Moved, r.rowsLeftOut)
	if !opt.Evidence {
		r.EvidenceTerms = nil
	}
	for _, text := range skipped {
		r.Warnings = append(r.Warnings, leftOutText(c, built.Moved, text, r.Converged)...)
		if line, _, _, ok := leftOut(text); ok {
			r.left = append(r.left, left{built.Moved.Line(line)})
		}
	}
	if r.Shortened > r.Iterations || r.Shortened > 0 && !r.Converged && opt.Iterations < 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d steps were shortened in %d iterations, where the bound on the evidence would have fallen", r.Shortened, r.Iterations))
	}
	if !r.Converged && opt.Iterations < 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("not converged after %d iterations; raise iterate.max, or add damping", r.Iterations))
	}
	return r, nil
}

// A failedRun is what an inference program says that went wrong.
type failedRun struct{ error }

func (e failedRun) Unwrap() error { return e.error }

// runProgram runs an inference program on data, and reads the result that it prints. It
// returns what the program says of updates that were left out.
func (r *Result) runProgram(ctx context.Context, cmd *exec.Cmd, c *mpc.Compilation, moved program.Moves, input func(io.Writer) error, opt Options) (skipped []string, err error) {
	// The program ends when its standard input does, and so when nobody waits for it.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	program.EndsWithParent(cmd)
	var out bytes.Buffer
	cmd.Stdout = &out
	messages, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, startError{err}
	}
	wrote := make(chan error, 1)
	go func() { wrote <- input(stdin) }()
	skipped, failure := readMessages(bufio.NewReader(messages), c, moved, opt)
	if err := cmd.Wait(); err != nil && (failure != nil || out.Len() == 0) {
		select {
		case err := <-wrote: // a program that fails before it has read all says why
			var pipe *os.PathError
			if err != nil && !errors.As(err, &pipe) {
				return nil, err
			}
		default:
		}
		if failure != nil {
			return nil, failedRun{failure}
		}
		if ended(ctx, err) {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("the inference program failed: %w", err)
	}
	if err := r.read(out.Bytes(), c); err != nil {
		return nil, fmt.Errorf("the inference program printed no result: %w", err)
	}
	r.moved(moved)
	return skipped, nil
}

// programInput returns what writes a set for a program, with values behind it.
func programInput(set *data.Set, more ...any) func(io.Writer) error {
	return func(w io.Writer) error {
		err := set.Write(w, true)
		for _, x := range more {
			if err == nil {
				err = json.NewEncoder(w).Encode(x)
			}
		}
		return err
	}
}

// seedFlags are those of the program that set the seed.
func (opt Options) seedFlags(c *mpc.Compilation) []string {
	if opt.Seed == nil || !c.Model.StartsAtRandom() {
		return nil
	}
	return []string{"-seed", strconv.FormatUint(*opt.Seed, 10)}
}

// ended tells whether a program ended since the run is cancelled. A signal that ends both may
// come to the program first.
func ended(ctx context.Context, err error) bool {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 0 {
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return ctx.Err() != nil
}

// interpretFailure says what went wrong in a failed run as the interpreter sees it, which
// knows the values concerned. Where it takes long, the program's own error must do.
func interpretFailure(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options, failure error) error {
	if !interpretable(c, set) {
		return failure
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := interpret(ctx, c, set, opt)
	var d lang.Diagnostics
	if errors.As(err, &d) {
		return d
	}
	return failure
}

// interpret runs the schedule directly.
func interpret(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options) (*Result, error) {
	o := interp.Options{Iterations: max(0, opt.Iterations), None: opt.Iterations == 0, Seed: opt.Seed, Progress: opt.iterated(), Context: ctx, Joint: opt.Joint, LeaveOneOut: opt.leaveOneOut, Weigh: !opt.unweighed}
	if s := opt.Sampling; s != nil {
		o.Sampling = &interp.Sampling{BurnIn: s.BurnIn, Samples: s.Samples, Thin: s.Thin, Chains: s.Chains}
	}
	return interpretWith(c, set, opt, o)
}

// interpretWith is interpret with options for the interpreter.
func interpretWith(c *mpc.Compilation, set *data.Set, opt Options, o interp.Options) (*Result, error) {
	found, err := interp.Run(c.Program, c.Deps, c.Schedule, set, o)
	if failed, ok := isLeftOut(err); ok {
		if help := helped(c, cmp.Or(o.Context, context.Background()), set); help != "" {
			failed.Hint = help
		}
	}
	if err != nil {
		return nil, interpError(err)
	}
	text, err := json.Marshal(found)
	if err != nil {
		return nil, err
	}
	r := &Result{Warnings: []string{}}
	err = r.read(text, c)
	r.drawn, r.without = found.Joint, found.LeftOut
	for _, s := range found.Skipped {
		r.left = append(r.left, left{s.Line})
	}
	if !opt.Evidence {
		r.EvidenceTerms = nil
	}
	return r, err
}

// interpError is an error of the interpreter as a person sees it.
func interpError(err error) error {
	var failed *interp.Error
	switch {
	case errors.As(err, &failed) && failed.Kind == interp.Internal:
		return mpc.NewInternalError("interp", err)
	case errors.As(err, &failed):
		d := failed.Diagnostic()
		if failed.Kind == interp.Index && d.Hint == "" {
			d.Hint = indexHint(d.Message)
		}
		return lang.Diagnostics{d}
	}
	return err
}

var pastEnd = regexp.MustCompile(`index (\d+) of .* is out of range: it has elements 0 to (\d+) there`)

// indexHint says what an index out of range often comes from: one before the first
// element, or one after the last.
func indexHint(message string) string {
	if strings.Contains(message, "index -1 of") {
		return "define the first element by itself, as in x[0] ~ ..., and start the loop at 1: for (t in 1..<n)"
	}
	if m := pastEnd.FindStringSubmatch(message); m != nil {
		index, _ := strconv.Atoi(m[1]) // the expression has digits only
		last, _ := strconv.Atoi(m[2])
		if index == last+1 {
			return "indices count from 0: n elements are 0..<n, while 1..n runs from 1 to n"
		}
	}
	return ""
}

// readMessages reads what the program says on standard error: the updates that were left
// out, and an error.
func readMessages(r *bufio.Reader, c *mpc.Compilation, moved program.Moves, opt Options) (skipped []string, failure error) {
	var rest strings.Builder
	iterated := opt.iterated()
	for {
		line, err := r.ReadString('\n')
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "progress":
			var n int
			var change float64
			if _, err := fmt.Sscan(text, &n, &change); err == nil && iterated != nil {
				iterated(n, change)
			}
		case "skipped":
			skipped = countLeftOut(skipped, text)
		case "error":
			failure = runError(c, moved, text)
		default:
			rest.WriteString(line)
		}
		if err != nil {
			break
		}
	}
	if failure == nil && rest.Len() > 0 {
		failure = mpc.NewInternalError("run", errors.New(strings.TrimSpace(rest.String())))
	}
	return skipped, failure
}

// runError turns an error of the program into a diagnostic at the model line.
func runError(c *mpc.Compilation, moved program.Moves, text string) error {
	var e struct {
		Code, Message string
		Line, Column  int
	}
	if json.Unmarshal([]byte(text), &e) != nil {
		return errors.New(text)
	}
	if e.Code == "file" {
		return errors.New(e.Message)
	}
	if e.Code == "" || e.Code == "data" {
		// The data were read and checked before: the two disagree.
		return mpc.NewInternalError("run", errors.New(e.Message))
	}
	if e.Line > 0 && e.Column == 0 {
		e.Column = 1
	}
	e.Message = strings.Replace(e.Message, fmt.Sprintf("line %d: ", e.Line), "", 1) // it has its place
	at := moved.Now(lang.Pos{Line: e.Line, Col: e.Column})
	return lang.Diagnostics{{Severity: lang.Error, File: c.File.Name, Pos: at, Code: e.Code, Message: moved.Text(e.Message)}}
}

package run

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/run/interp"
	"mpc/run/program"
)

// Batches are the data of a model with shared variables in several parts, each
// read when it is visited.
type Batches struct {
	files  *data.Batches
	passes int
	// overrides are the inputs that are set for all batches, among them the labels
	// of the ranges that shared variables run over.
	overrides []data.Override
	labels    map[string][]string
}

// HasBatches tells whether a data file of a model holds batches of data.
func HasBatches(c *mpc.Compilation, path string) bool { return data.HasBatches(path, c.Model) }

// ReadBatches finds the batches of data in a folder, or in a file
// {"batches": [...], "passes": n}, and checks them one by one. set and prior are
// those of ReadData, for all batches. passes, if positive, is the most often that
// all batches are visited; without it they are until the posteriors of the shared
// variables have converged, at most as often as an inference iterates.
//
// Labels of a range that shared variables run over are those of all batches. The
// error is a lang.Diagnostics where the data are wrong, or where two batches give
// a shared variable different sizes.
func ReadBatches(c *mpc.Compilation, path string, passes int, set, prior []string) (*Batches, error) {
	if len(c.Graph.Shared) == 0 {
		d := lang.Diagnostic{File: c.File.Name, Pos: c.File.Model.At, Code: data.CodeBatch, Message: "the model shares no variable between batches of data"}
		return nil, lang.Diagnostics{*d.WithHint("name those common to all batches, as shared: [%s]", sharable(c.Model))}
	}
	files, d := data.ReadBatches(path, c.Model)
	if d.HasErrors() {
		return nil, d
	}
	b := &Batches{files: files, passes: passes, labels: map[string][]string{}}
	if b.passes <= 0 {
		b.passes = files.Passes
	}
	if b.passes <= 0 {
		b.passes = max(1, c.Model.Iterate.Max)
	}
	var err error
	if b.overrides, err = overrides(c, set, prior); err != nil {
		return nil, err
	}
	if err := b.readAll(c); err != nil {
		return nil, err
	}
	return b, nil
}

// Passes is the most often that all batches are visited.
func (b *Batches) Passes() int { return b.passes }

// sharable names a variable that the program draws, for a hint.
func sharable(m *model.Model) string {
	for _, v := range m.Variables {
		if v.Random && !v.Derived {
			return v.Name
		}
	}
	return "x"
}

// readAll reads all batches, one by one, and checks them. Of the labels that they
// have for the ranges of shared variables it makes one list; then the sizes of the
// batches are those with all labels.
func (b *Batches) readAll(c *mpc.Compilation) error {
	var wrong lang.Diagnostics
	var first firstBatch
	all := seenLabels{}
	for k := range b.files.Len() {
		set, d := b.files.Read(k, b.overrides...)
		if d.HasErrors() {
			wrong = append(wrong, d.Errors()...)
			continue
		}
		if k == 0 {
			c.Warnings = append(c.Warnings, d.Warnings()...)
		}
		c.Warnings = append(c.Warnings, around(c, set)...)
		for name := range sharedRanges(c) {
			if err := all.add(name, set, b.overrides); err != nil {
				return err
			}
		}
		if len(all) == 0 && len(wrong) == 0 {
			if err := b.fits(c, k, set, &first); err != nil {
				return err
			}
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	if len(all) == 0 {
		return nil
	}
	for _, in := range c.Model.Inputs {
		labels := all.of(in, c)
		if labels != nil {
			b.labels[in.Name] = labels
		}
		given := slices.IndexFunc(b.overrides, func(o data.Override) bool { return o.Input == in.Name })
		if labels == nil || given >= 0 && !b.overrides[given].Open {
			continue
		}
		text, err := json.Marshal(labels)
		if err != nil {
			return err
		}
		if given >= 0 { // those of the priors, and the new ones of all batches behind them
			b.overrides[given].Value = text
			continue
		}
		b.overrides = append(b.overrides, data.Override{Input: in.Name, Value: text, From: "labels of " + in.Name})
	}
	first = firstBatch{}
	for k := range b.files.Len() {
		set, d := b.files.Read(k, b.overrides...)
		if d.HasErrors() {
			return d.Errors()
		}
		if err := b.fits(c, k, set, &first); err != nil {
			return err
		}
	}
	return nil
}

// RunBatches visits batches of data in turn, again and again, until the posteriors
// of the shared variables have converged, and returns those: they are of all data
// together. What one batch says about the shared variables is kept until it is
// visited again; of the data, one batch at a time is in memory. Iterations of the
// result are those of the last visit. Progress is called after each pass.
func RunBatches(ctx context.Context, c *mpc.Compilation, b *Batches, opt Options) (*Result, error) {
	return opt.choose(ctx, c, true, func(ctx context.Context, built program.Executable, opt Options) (*Result, error) {
		return runBatches(ctx, c, b, opt, built)
	})
}

// runBatches is RunBatches in a program, or by the interpreter.
func runBatches(ctx context.Context, c *mpc.Compilation, b *Batches, opt Options, built program.Executable) (*Result, error) {
	v, err := newVisitor(ctx, c, opt, built)
	if err != nil {
		return nil, err
	}
	defer v.close()
	var last visit
	warnings := make([][]string, b.files.Len())
	passes, settled, change := 0, false, math.Inf(1)
	var changes []float64
	tolerance := c.Model.Iterate.Tolerance
	for passes < b.passes && !settled {
		passes++
		change = 0
		converged := true
		for k := range b.files.Len() {
			set, d := b.files.Read(k, b.overrides...)
			if d.HasErrors() {
				return nil, d.Errors()
			}
			if last, err = v.visit(k, set); err != nil {
				return nil, inBatch(err, b.files.Name(k))
			}
			warnings[k] = last.warnings
			if passes > 1 || k > 0 {
				change = math.Max(change, last.change)
			}
			converged = converged && last.converged
		}
		changes = append(changes, change)
		alone := b.files.Len() == 1
		settled = converged && (alone || passes > 1 && change <= tolerance && tolerance > 0)
		if passes == b.passes && tolerance == 0 && passes > 1 {
			settled = converged && change == 0
		}
		if opt.Progress != nil {
			opt.Progress(passes, change)
		}
	}
	shrinks := shrinking(changes)
	if !settled && !shrinks && passes >= 20 && change > 1 {
		d := lang.Diagnostic{File: c.File.Name, Pos: c.Model.Shared[0].At, Code: interp.Diverged,
			Message: fmt.Sprintf("the visits to the batches diverge: after %d passes shared posteriors still change by %.3g standard deviations in each, and not less than before", passes, change)}
		return nil, lang.Diagnostics{*d.WithHint("%s", dampingHint(c))}
	}
	r, err := v.result()
	if err != nil {
		return nil, err
	}
	r.Model, r.Algorithm, r.Converged = c.Model.Name, c.Model.Algorithm, settled
	if !opt.Evidence {
		r.EvidenceTerms = nil
	}
	r.Labels = nil
	if len(b.labels) > 0 {
		r.Labels = b.labels
	}
	r.Warnings, r.Diagnostics = b.warnings(c, warnings), c.Warnings
	if !settled {
		advice := "raise the number of passes"
		if !shrinks && change > tolerance {
			advice = "it does not shrink; " + dampingHint(c)
		}
		r.Warnings = append(r.Warnings, fmt.Sprintf("not converged after %d %s over the batches: the last change was %.3g; %s", passes, map[bool]string{true: "pass", false: "passes"}[passes == 1], change, advice))
	}
	if opt.Plots == "" {
		return r, nil
	}
	notes, err := plotPosteriors(opt.Plots, c, r, changes)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, notes...)
	return r, nil
}

// warnings are those of all batches, and of what is not in the result.
func (b *Batches) warnings(c *mpc.Compilation, of [][]string) []string {
	all := []string{}
	for k, list := range of {
		for _, w := range list {
			all = append(all, "batch "+b.files.Name(k)+": "+w)
		}
	}
	for _, w := range c.Model.Infer {
		if !slices.Contains(c.Model.Shared, w) {
			all = append(all, fmt.Sprintf("%s is not in the result: each batch has its own", w.Name))
		}
	}
	return all
}

// shrinking tells whether the changes of passes become smaller: whether the
// smallest in the second half is below that in the first.
func shrinking(changes []float64) bool {
	n := len(changes)
	return n < 6 || slices.Min(changes[n/2:]) < 0.999*slices.Min(changes[:n/2])
}

// dampingHint says how batches may be made to converge.
func dampingHint(c *mpc.Compilation) string {
	if d := c.Model.Iterate.Damping; d > 0 {
		return fmt.Sprintf("raise iterate.damping, which is %g, make batches larger, or priors narrower", d)
	}
	return "add damping, iterate: {damping: 0.5}, make batches larger, or priors narrower"
}

// inBatch says in which batch an error came.
func inBatch(err error, name string) error {
	list, ok := err.(lang.Diagnostics)
	if !ok {
		return fmt.Errorf("batch %s: %w", name, err)
	}
	out := slices.Clone(list)
	for i := range out {
		out[i].Message = "in batch " + name + ": " + out[i].Message
	}
	return out
}

package run

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/model"
	"mpc/run/interp"
	"mpc/run/output"
	"mpc/samples"
)

// interpretSampled draws without the Go toolchain: the same draws, slower. A run that is
// cancelled has no result.
func interpretSampled(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options, settings model.Sampling) (r *Result, err error) {
	if opt.Save != "" || opt.Resume != "" {
		why := "leave out --interpret"
		if !opt.Interpret {
			why = "here none can be built"
		}
		return nil, errors.New("--save and --resume: the chains of a package that is built are saved, those of the interpreter are not; " + why)
	}
	if opt.Plots != "" {
		if err := output.CheckFolder(opt.Plots); err != nil {
			return nil, err
		}
	}
	out := &drawsOutput{opt: opt, chains: settings.Chains, labels: labelsOfAll(c, set)}
	o := interp.Options{Seed: opt.Seed, Context: ctx, Sampling: &interp.Sampling{
		BurnIn: settings.BurnIn, Samples: settings.Samples, Thin: settings.Thin, Chains: settings.Chains, Begin: out.begin, Draw: out.add, Given: opt.given,
	}}
	r, err = interpretWith(c, set, opt, o)
	if failed := out.close(err != nil); failed != nil && err == nil {
		return nil, failed
	}
	switch {
	case errors.Is(err, context.Canceled):
		return nil, ErrInterrupted
	case err != nil:
		return nil, err
	}
	if opt.Plots == "" {
		return r, nil
	}
	notes, err := out.plots(c, r)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, notes...)
	return r, nil
}

// A drawsOutput takes the draws of a run that is interpreted to a file and to pictures.
type drawsOutput struct {
	opt    Options
	chains int
	labels map[string][][]string
	file   *output.File
	zip    *gzip.Writer
	table  *samples.DrawsWriter
	keeper *samples.DrawsKeeper
	err    error // of the file
}

func (o *drawsOutput) begin(columns []string) (err error) {
	if o.opt.Plots != "" {
		o.keeper = samples.NewDrawsKeeper(columns, o.chains)
	}
	if o.opt.Draws == "" {
		return nil
	}
	if o.file, err = output.Create(o.opt.Draws); err != nil {
		return err
	}
	var w io.Writer = o.file
	if strings.HasSuffix(o.opt.Draws, ".gz") {
		o.zip = gzip.NewWriter(w)
		w = o.zip
	}
	o.table, err = samples.NewDrawsWriter(w, samples.Labelled(columns, o.labels), o.chains)
	return err
}

func (o *drawsOutput) add(chain, _ int, values []float64) {
	if o.table != nil && o.err == nil {
		o.err = o.table.Add(chain, values)
	}
	if o.keeper != nil {
		o.keeper.Add(chain, values)
	}
}

// close ends the file. After a failed run there is none.
func (o *drawsOutput) close(failed bool) error {
	if o.file == nil {
		return nil
	}
	err := o.err
	if o.table != nil {
		err = errors.Join(err, o.table.Close())
	}
	if o.zip != nil {
		err = errors.Join(err, o.zip.Close())
	}
	if failed || err != nil {
		o.file.Abort()
		return err
	}
	return o.file.Commit()
}

// plots draws the pictures.
func (o *drawsOutput) plots(c *mpc.Compilation, r *Result) (notes []string, err error) {
	dir, err := os.MkdirTemp("", "mpc-draws-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	kept := filepath.Join(dir, "kept")
	f, err := os.Create(kept)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(o.keeper.Write(f), f.Close()); err != nil {
		return nil, err
	}
	return writePlots(o.opt.Plots, c, r, kept)
}

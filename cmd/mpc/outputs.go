package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpc/run/output"
)

// A written is a file that a flag names, to be written.
type written struct{ flag, path string }

// outputs reports files that cannot be written, before anything is inferred: those that do not
// take one, two that are one, and those that the run reads.
func (f *runFlags) outputs(model string, json bool) error {
	onStdout := ""
	if f.out == "" || json {
		onStdout = "the result"
	}
	var list []written
	for _, x := range []written{{"output", f.out}, {"csv", f.csv}, {"draws", f.drawing.draws}, {"save", f.drawing.save}} {
		if x.path == "" {
			continue
		}
		if err := output.CheckFile(x.path); err != nil {
			return usageError{fmt.Errorf("--%s: %w", x.flag, err)}
		}
		if !output.IsStdout(x.path) {
			if err := f.reads(model).spares(x, list); err != nil {
				return usageError{err}
			}
			list = append(list, x)
			continue
		}
		if onStdout != "" {
			return usageError{fmt.Errorf("--%s %s: %s goes to standard output already; write one of them to a file", x.flag, x.path, onStdout)}
		}
		onStdout = "--" + x.flag
	}
	if f.drawing.plots != "" {
		if err := output.CheckFolder(f.drawing.plots); err != nil {
			return usageError{fmt.Errorf("--plots: %w", err)}
		}
	}
	return nil
}

// A reads is what a command reads, and does not write over.
type reads struct {
	model   string
	data    []string // files and folders, with starts of chains
	batches string
	others  []written // files that other flags name
}

// reads are what a run reads. Results that --prior reads, and chains that --resume reads, may be written anew.
func (f *runFlags) reads(model string) reads {
	return reads{model: model, data: slices.Concat(f.files(), f.bugs.inits), batches: f.batches}
}

// outputs reports files that a command without a table cannot write, before anything is done: those that do not take one, two that
// are one, and those that it reads.
func (r reads) outputs(list ...written) error {
	for i, x := range list {
		if x.path == "" {
			continue
		}
		if err := output.CheckFile(x.path); err != nil {
			return usageError{fmt.Errorf("--%s: %w", x.flag, err)}
		}
		if output.IsStdout(x.path) {
			continue
		}
		if err := r.spares(x, list[:i]); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// spares reports a file that would be written over the model, over its data, or over what another
// flag writes.
func (r reads) spares(x written, others []written) error {
	for _, o := range others {
		if output.Same(x.path, o.path) {
			return fmt.Errorf("--%s %s: --%s writes there already", x.flag, x.path, o.flag)
		}
	}
	if output.Same(x.path, r.model) {
		return fmt.Errorf("--%s %s: this is the model, which would be lost", x.flag, x.path)
	}
	for _, o := range r.others {
		if output.Same(x.path, o.path) {
			return fmt.Errorf("--%s %s: --%s reads it, and it would be lost", x.flag, x.path, o.flag)
		}
	}
	for _, data := range append(r.data[:len(r.data):len(r.data)], r.batches) {
		if data == "" {
			continue
		}
		if info, err := os.Stat(data); err != nil || !info.IsDir() {
			if output.Same(x.path, data) {
				return fmt.Errorf("--%s %s: these are the data, which would be lost", x.flag, x.path)
			}
			continue
		}
		ext := filepath.Ext(strings.TrimSuffix(strings.ToLower(x.path), ".gz"))
		read := ext == ".csv" || ext == ".tsv" || ext == ".json" && data == r.batches
		if _, err := os.Stat(x.path); err == nil && read && output.Same(filepath.Dir(x.path), data) {
			return fmt.Errorf("--%s %s: this is a file of the data, which would be lost", x.flag, x.path)
		}
	}
	return nil
}

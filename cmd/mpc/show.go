package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"mpc"
	"mpc/run"
)

// printJSON writes a value to standard output.
func (g *globals) printJSON(v any) error { return writeJSON(g.out, v) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// fail prints an error that is no list of diagnostics, and of a mistake of the compiler
// where the report is.
func (g *globals) fail(err error) {
	report := ""
	if internal := (*mpc.InternalError)(nil); errors.As(err, &internal) {
		report = writeReport(internal)
	}
	if g.json {
		text := map[string]string{"error": err.Error()}
		if report != "" {
			text["report"] = report
		}
		if writeJSON(os.Stderr, text) == nil {
			return
		}
	}
	fmt.Fprintf(os.Stderr, "mpc: %s\n", mpc.VisibleText(err.Error()))
	if report != "" {
		fmt.Fprintf(os.Stderr, "This is a mistake of mpc, not of the model. Please send the report, %s: it has the model and the command.\n", report)
	}
}

// show prints warnings, and an error where it is a list of diagnostics. It
// returns errShown for what it has printed, and any other error as it is.
func (g *globals) show(warnings mpc.Diagnostics, err error) error {
	list, err := gather(warnings, err)
	if len(list) == 0 {
		return err
	}
	if e := g.render(os.Stderr, list); e != nil {
		return e
	}
	return err
}

// gather joins warnings and the diagnostics in an error, sorted.
func gather(warnings mpc.Diagnostics, err error) (mpc.Diagnostics, error) {
	list := append(mpc.Diagnostics{}, warnings...)
	var d mpc.Diagnostics
	if errors.As(err, &d) {
		list = append(list, d.Errors()...)
		err = errShown
		if wrongCall(d.Errors()) {
			err = errShownUsage
		}
	}
	list.Sort()
	return list, err
}

// wrongCall tells whether all mistakes stand in values of --set.
func wrongCall(list mpc.Diagnostics) bool {
	for _, d := range list {
		if !strings.HasPrefix(d.File, "--set ") {
			return false
		}
	}
	return len(list) > 0
}

func (g *globals) render(w io.Writer, list mpc.Diagnostics) error {
	if g.json {
		return writeJSON(w, map[string]any{"diagnostics": list})
	}
	return list.Render(w, run.SourceText)
}

// wrote says what files a command wrote.
func (g *globals) wrote(paths ...string) error {
	if g.json {
		return g.printJSON(map[string][]string{"wrote": paths})
	}
	for _, p := range paths {
		fmt.Fprintln(g.out, "wrote", mpc.Visible(p))
	}
	return nil
}

// maxModel is how large a model file may be, in bytes: far larger than one is that a
// person or a program writes.
const maxModel = 16 << 20

// read reads a model file. That there is none, or one without an end, is a wrong call.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if near := run.NearFile(path); errors.Is(err, fs.ErrNotExist) && near != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, near)
	}
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxModel+1))
	if err == nil && len(src) > maxModel {
		err = fmt.Errorf("%s: a model file has at most %d MiB; what repeats is written as a loop, and values are data", path, maxModel>>20)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return src, nil
}

// planProgram is plan, of a program of BUGS with its data too.
func (g *globals) planProgram(path, algorithm string, f *programFlags) (*mpc.Compilation, error) {
	if err := f.check(path); err != nil {
		return nil, err
	}
	if !mpc.IsBUGS(path) {
		return g.plan(path, algorithm)
	}
	return g.compile(path, mpc.Options{NoPackage: true, Algorithm: algorithm}, f)
}

// plan compiles a model up to the schedule by an algorithm, "" for that of the model, and shows what is wrong.
func (g *globals) plan(path, algorithm string) (*mpc.Compilation, error) {
	src, err := read(path)
	if err != nil {
		return nil, err
	}
	c, err := mpc.PlanBy(path, src, algorithm)
	return c, g.show(c.Warnings, err)
}

// modelWithData reads a model file or a program of BUGS, and checks the flags that say where its data are.
func modelWithData(path string, f *dataFlags, of *bugsFlags) (src []byte, opt mpc.BUGSOptions, err error) {
	isBUGS := mpc.IsBUGS(path)
	switch err := cmp.Or(of.check(path), f.valid()); {
	case err != nil:
		return nil, opt, err
	case isBUGS && len(f.set)+len(f.prior) > 0:
		return nil, opt, usageError{errors.New("--set and --prior: a BUGS program has all values in its data")}
	case !isBUGS && len(f.more) > 0:
		return nil, opt, severalFiles(f)
	}
	if opt, err = of.options(f.files()); err != nil {
		return nil, opt, err
	}
	src, err = read(path)
	return src, opt, err
}

// compile compiles a model, or a program of BUGS with its data, and shows what is wrong.
func (g *globals) compile(path string, opt mpc.Options, f *programFlags) (*mpc.Compilation, error) {
	c, err := compiled(path, opt, f)
	if c == nil {
		return nil, err
	}
	return c, g.show(c.Warnings, err)
}

// compiled compiles a model, or a program of BUGS with its data. The compilation is nil where there is nothing to read.
func compiled(path string, opt mpc.Options, f *programFlags) (*mpc.Compilation, error) {
	if err := f.check(path); err != nil {
		return nil, err
	}
	if mpc.IsBUGS(path) {
		m, err := program(path, opt, f.data, &f.bugsFlags)
		if m == nil {
			return nil, err
		}
		return m.Compilation, err
	}
	src, err := read(path)
	if err != nil {
		return nil, err
	}
	return mpc.Compile(path, src, opt)
}

// program compiles a program of BUGS with its data, nil where its flags are wrong.
func program(path string, opt mpc.Options, data []string, f *bugsFlags) (*mpc.BUGSModel, error) {
	of, err := f.options(data)
	if err != nil {
		return nil, err
	}
	return mpc.CompileBUGS(path, of, opt)
}

package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"mpc"
	"mpc/data"
	"mpc/engine/command"
	"mpc/model"
	"mpc/run/output"
	"mpc/run/program"
	"mpc/samples"
)

// ErrInterrupted is the error of a run that was cut off before there was anything to
// report.
var ErrInterrupted = errors.New("interrupted")

// runSampled is Run of a model whose variables are sampled. A run that is cancelled has a
// result too, Interrupted, if there are draws.
func runSampled(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options, built program.Executable) (*Result, error) {
	if opt.Iterations > 0 {
		return nil, errors.New("sampling has a burn-in and samples in place of iterations")
	}
	settings := c.Model.Iterate.Sampling
	if opt.Sampling != nil {
		settings = *opt.Sampling
	}
	if err := validSampling(settings); err != nil {
		return nil, err
	}
	if err := fits(c, set, built.Path == ""); err != nil {
		return nil, err
	}
	if built.Path == "" {
		return interpretSampled(ctx, c, set, opt, settings)
	}
	var more []any
	args := append(samplingFlags(settings), opt.seedFlags(c)...)
	if opt.Progress != nil {
		args = append(args, "-progress")
	}
	draws, err := createFor(opt.Draws)
	if err != nil {
		return nil, err
	}
	defer draws.Abort()
	save, err := createFor(opt.Save)
	if err != nil {
		return nil, err
	}
	defer save.Abort()
	if opt.Draws != "" {
		args, more = append(args, "-draws", draws.Path(), "-labelled"), append(more, labelsOfAll(c, set))
	}
	if opt.Save != "" {
		args = append(args, "-save", save.Path())
	}
	if opt.Resume != "" {
		args = append(args, "-resume", opt.Resume)
	}
	kept, forget, err := keptFor(opt.Plots)
	if err != nil {
		return nil, err
	}
	defer forget()
	if kept != "" {
		args = append(args, "-kept", kept)
	}
	cmd := askable(ctx, built.Path, args)
	r := &Result{Model: c.Model.Name, Algorithm: c.Model.Algorithm, Labels: set.Labels, Warnings: []string{}}
	if _, err := r.runProgram(ctx, cmd, c, built.Moved, programInput(set, more...), opt); err != nil {
		var failure failedRun
		if errors.As(err, &failure) {
			if opt.Resume != "" {
				return nil, failure.error // not where the interpreter would come to
			}
			opt.Sampling = &settings
			return nil, interpretFailure(ctx, c, set, opt, failure.error)
		}
		return nil, err
	}
	if err := r.sayInterrupted(); err != nil {
		return nil, err
	}
	for _, f := range []*output.File{draws, save} {
		if err := f.Commit(); err != nil {
			return nil, err
		}
	}
	if kept != "" {
		notes, err := writePlots(opt.Plots, c, r, kept)
		if err != nil {
			return nil, err
		}
		r.Warnings = append(r.Warnings, notes...)
	}
	return r, nil
}

// keptFor is the file that draws are kept in for pictures, in a folder that forget takes away, and empty where there are none.
func keptFor(plots string) (path string, forget func(), err error) {
	if plots == "" {
		return "", func() {}, nil
	}
	if err := output.CheckFolder(plots); err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "mpc-draws-")
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(dir, "kept"), func() { os.RemoveAll(dir) }, nil
}

// validSampling refuses settings that no run can have.
func validSampling(s model.Sampling) error {
	for _, x := range []struct {
		name         string
		value, least int
	}{{"Samples", s.Samples, 1}, {"BurnIn", s.BurnIn, 0}, {"Thin", s.Thin, 1}, {"Chains", s.Chains, 1}} {
		if x.value < x.least {
			return fmt.Errorf("option %s: %d is not at least %d", x.name, x.value, x.least)
		}
	}
	return nil
}

// samplingFlags are those of the program for settings.
func samplingFlags(s model.Sampling) []string {
	return []string{"-attached", "-samples", strconv.Itoa(s.Samples), "-burnin", strconv.Itoa(s.BurnIn),
		"-thin", strconv.Itoa(s.Thin), "-chains", strconv.Itoa(s.Chains)}
}

// askable is a program that is asked to end with what it has where the context is done. Where it cannot be asked to it is killed.
func askable(ctx context.Context, path string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Cancel = func() error {
		if cmd.Process.Signal(syscall.SIGTERM) == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
	return cmd
}

// sayInterrupted warns of chains that were interrupted. Where they have no draw yet there is no result.
func (r *Result) sayInterrupted() error {
	if r.Interrupted == nil {
		return nil
	}
	if len(r.Interrupted) == 0 || slices.Max(r.Interrupted) == 0 {
		return fmt.Errorf("%w after %d scans, before the first draw was kept", ErrInterrupted, r.Iterations)
	}
	text := fmt.Sprintf("interrupted before all draws were made: the chains have %s", listText(r.Interrupted))
	r.Warnings = append([]string{text}, r.Warnings...)
	return nil
}

// createFor begins the file that an option asks for; without a name there is none.
func createFor(name string) (*output.File, error) {
	if name == "" {
		return nil, nil
	}
	return output.Create(name)
}

// listText writes numbers for people.
func listText(list []int) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = strconv.Itoa(x)
	}
	return strings.Join(parts, ", ")
}

// read reads a result as the program and the interpreter print it: what they say of draws
// names elements by numbers.
func (r *Result) read(text []byte, c *mpc.Compilation) error {
	r.program = c.BUGS
	printed := struct {
		*Result
		DrawWarnings []samples.Warning `json:"draw_warnings"`
		Joint        *command.Joint    `json:"joint_draws"`
		LeftOut      []leftOutRow      `json:"left_out"`
	}{Result: r}
	if err := json.Unmarshal(text, &printed); err != nil {
		return err
	}
	r.drawn, r.rowsLeftOut = printed.Joint, printed.LeftOut
	for _, v := range c.Besides {
		delete(r.Posteriors, v.Name)
	}
	printed.DrawWarnings = slices.DeleteFunc(printed.DrawWarnings, func(w samples.Warning) bool {
		return slices.ContainsFunc(c.Besides, func(v *model.Variable) bool { return v.Name == w.Variable })
	})
	for _, w := range printed.DrawWarnings {
		of := slices.IndexFunc(c.Model.Infer, func(v *model.Variable) bool { return v.Name == w.Variable })
		if of < 0 {
			return fmt.Errorf("a warning about %s, which is not asked for", w.Element)
		}
		if w, of = r.ofReported(w, c, of); w.Count == 0 {
			continue
		}
		r.Warnings = append(r.Warnings, w.About(r.elementName(c.Model.Infer[of], w.Index)))
		r.mayStandStill = r.mayStandStill || w.MayStandStill()
	}
	if c.Model.Samples() {
		r.Warnings = append(r.Warnings, disagreement(c, printed.DrawWarnings)...)
	}
	return nil
}

// elementName is the name of an element for people: with the labels of its indices.
func (r *Result) elementName(v *model.Variable, index []int) string {
	if r.program != nil && r.program.Names[v.Name] != "" {
		return r.program.Element(v.Name, index)
	}
	if len(index) == 0 {
		return shownName(v)
	}
	labels := r.labelsOf(v)
	named := make([]string, len(index))
	for k, i := range index {
		named[k] = strconv.Itoa(i)
		if k < len(labels) && i < len(labels[k]) {
			named[k] = labels[k][i]
		}
	}
	return shownName(v) + "[" + strings.Join(named, ", ") + "]"
}

// labelsOfAll are the labels of the indices of all variables that are asked for.
func labelsOfAll(c *mpc.Compilation, set *data.Set) map[string][][]string {
	labels := map[string][][]string{}
	r := &Result{Labels: set.Labels}
	for _, v := range c.Model.Infer {
		if list := r.labelsOf(v); slices.ContainsFunc(list, func(of []string) bool { return of != nil }) {
			labels[v.Name] = list
		}
	}
	return labels
}

// sizeLabels are the labels of the components of a vector, or of the values of a whole
// number that is a member of a range.
func sizeLabels(v *model.Variable, r *Result) [][]string {
	if len(v.Sizes) == 0 {
		return nil
	}
	if s := v.Sizes[0]; s.Op == model.OpInput && s.Type.Kind == model.RangeKind {
		return [][]string{r.Labels[s.Input.Name]}
	}
	return nil
}

// labelsOf are the labels of the indices of a variable, and of the components of a vector.
func (r *Result) labelsOf(v *model.Variable) (labels [][]string) {
	for _, in := range v.Ranges {
		if in != nil {
			labels = append(labels, r.Labels[in.Name])
		} else {
			labels = append(labels, nil)
		}
	}
	return append(labels, sizeLabels(v, r)...)
}

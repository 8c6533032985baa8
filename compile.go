// Package mpc compiles probabilistic models to Go packages that run message
// passing in plain loops.
package mpc

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"mpc/advice"
	"mpc/bugs"
	"mpc/codegen"
	"mpc/codegen/loops"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
	"mpc/operators"
	"mpc/schedule"
)

// CodeUnschedulable marks updates that wait for each other.
const CodeUnschedulable = lang.CodeUnschedulable

// A Compilation holds what each stage made of a model, as far as it came.
type Compilation struct {
	File     *lang.File
	Model    *model.Model
	Joint    *joint.Joint
	Graph    *factor.Graph
	Program  *message.Program
	Deps     *depanalysis.Graph
	Planned  *schedule.Schedule
	Schedule *schedule.Schedule
	Loops    *loops.Program
	Package  *codegen.Package
	// Unneeded lists the updates left out before planning.
	Unneeded []schedule.Dropped
	// Warnings of all stages.
	Warnings lang.Diagnostics
	// Besides are variables that are drawn to be reported in densities of observations alone.
	Besides []*model.Variable
	// BUGS is what the model was translated from, nil of a model file.
	BUGS *bugs.Translation

	refused *conditional.Refusal // why the posterior is not computed as a whole
}

// An InternalError is a mistake of the compiler, not of the model.
type InternalError struct {
	Stage string
	Err   error
	Stack []byte // where a stage panicked
}

// Error names the stage, and the first line of what went wrong: the rest may be a whole
// package, which belongs in a report.
func (e *InternalError) Error() string {
	first, _, _ := strings.Cut(strings.TrimSpace(e.Err.Error()), "\n")
	return fmt.Sprintf("internal error in %s: %s", e.Stage, first)
}

func (e *InternalError) Unwrap() error { return e.Err }

// NewInternalError is an error of the compiler that a stage has found itself.
func NewInternalError(stage string, err error) *InternalError {
	return &InternalError{Stage: stage, Err: err}
}

// Options say what Compile makes.
type Options struct {
	Codegen codegen.Options
	// NoPackage leaves the package out: a run that interprets the schedule needs none. A
	// package that is too large is left out where it is only Wanted, and no error.
	NoPackage, Wanted bool
	// Densities makes a model that is sampled one that Run can report the fit of.
	Densities bool
	// Jointly makes a model of EP one that has a joint posterior to draw from, where there can be one.
	Jointly bool
	// Algorithm is ep, vmp or gibbs in place of that of the model; "" is that of the model.
	Algorithm string
}

// Algorithms are the names that Options.Algorithm and the key algorithm take; the first is the default.
func Algorithms() []string { return lang.Algorithms() }

// edit changes a file as the options say.
func (o Options) edit(f *lang.File) {
	if o.Algorithm != "" {
		f.UseAlgorithm(o.Algorithm)
	}
	f.Densities, f.Jointly = o.Densities, o.Jointly
}

// prepare begins what a package needs whatever the model is.
func (o Options) prepare() {
	if !o.NoPackage {
		o.Codegen.Prepare()
	}
}

// Compile runs all stages on the text of a model file. The error is a
// lang.Diagnostics for a mistake in the model, an *InternalError for one of the
// compiler. The Compilation holds the stages before the one that failed.
func Compile(name string, src []byte, opt Options) (c *Compilation, err error) {
	opt.prepare()
	c, err = CompileEdited(name, src, opt.edit, opt)
	return c, orSampled(name, src, err)
}

// CompileEdited is Compile of a file after a change to what was read of it.
func CompileEdited(name string, src []byte, edit func(*lang.File), opt Options) (*Compilation, error) {
	c, err := PlanEdited(name, src, edit)
	if err != nil {
		return c, err
	}
	return c, c.generate(name, opt)
}

// CompileFile is Compile of statements, as a translation from another language makes them. The
// places in them are those of the text that was translated.
func CompileFile(f *lang.File, opt Options) (*Compilation, error) {
	c := &Compilation{}
	opt.edit(f)
	if err := c.planFile(f); err != nil {
		return c, err
	}
	return c, c.generate(f.Name, opt)
}

// generate is what comes after the schedule.
func (c *Compilation) generate(name string, opt Options) (err error) {
	stage := "loops"
	defer recovered(&stage, &err)
	c.Loops = loops.Build(c.Program, c.Deps, c.Schedule)
	if opt.NoPackage {
		return nil
	}
	stage = "codegen"
	c.Package, err = codegen.Generate(c.Loops, opt.Codegen)
	var large *codegen.SizeError
	switch {
	case errors.As(err, &large) && opt.Wanted:
		return nil
	case errors.As(err, &large):
		d := lang.Diagnostic{Severity: lang.Error, File: name, Pos: c.File.Model.At, Code: lang.CodeTooLarge, Message: large.Error()}
		return lang.Diagnostics{*d.WithHint("write statements that are alike as one, in a loop over an array; mpc run interprets the model as it is")}
	case err != nil:
		return NewInternalError(stage, err)
	}
	return nil
}

// Plan runs the stages up to the schedule.
func Plan(name string, src []byte) (c *Compilation, err error) {
	return PlanBy(name, src, "")
}

// PlanBy is Plan by an algorithm, ep, vmp or gibbs, in place of that of the model; "" is that of
// the model.
func PlanBy(name string, src []byte, algorithm string) (c *Compilation, err error) {
	c, err = PlanEdited(name, src, Options{Algorithm: algorithm}.edit)
	return c, orSampled(name, src, err)
}

// PlanEdited is Plan of a file after a change to what was read of it, if edit is not nil.
func PlanEdited(name string, src []byte, edit func(*lang.File)) (c *Compilation, err error) {
	c = &Compilation{}
	stage := "lang"
	defer recovered(&stage, &err)
	f, d := lang.Parse(name, src)
	c.File, c.Warnings = f, d.Warnings()
	if d.HasErrors() {
		return c, append(d.Errors(), ProgramErrors(f)...)
	}
	if edit != nil {
		edit(f)
	}
	return c, c.planFile(f)
}

// planFile is Plan of statements.
func (c *Compilation) planFile(f *lang.File) (err error) {
	name := f.Name
	c.File = f
	stage := "model"
	defer recovered(&stage, &err)
	var d lang.Diagnostics
	keep := func() error {
		c.Warnings = append(c.Warnings, d.Warnings()...)
		if d.HasErrors() {
			c.remedy(d)
			return d
		}
		return nil
	}
	stage = "model"
	c.Model, d = model.Check(c.File)
	if !slices.ContainsFunc(d.Errors(), func(e lang.Diagnostic) bool { return e.Code != lang.CodeInfer && e.Code != lang.CodeUnsupported }) {
		if done, err := c.planGaussian(); done || err != nil {
			return err
		}
	}
	if err := keep(); err != nil {
		more := c.further(d)
		c.Model = nil
		return more
	}
	stage = "structured"
	if other := c.structured(); other != nil {
		*c = *other
		return nil
	}
	stage = "joint"
	c.Joint = joint.Build(c.Model)
	asked := c.Model
	if f.Densities && c.Model.Samples() {
		asked = c.withDensities()
		c.Joint = joint.Build(asked)
	}
	stage = "factor"
	c.Graph, d = factor.Build(asked)
	if err := keep(); err != nil {
		more := c.further(d)
		c.Graph = nil
		return more
	}
	stage = "message"
	c.Program, d = lower(c.Joint, c.Graph)
	if err := keep(); err != nil {
		return err
	}
	stage = "depanalysis"
	c.Deps = depanalysis.Analyze(c.Program)
	stage = "schedule"
	if err := c.plan(); err != nil {
		return c.unschedulable(name, err)
	}
	if len(c.Planned.Shortened) > 0 && len(c.Program.Bounds) > 0 {
		// Some step may go too far, and a bound can tell: it is computed as well.
		c.Program = c.Program.Watched()
		c.Deps = depanalysis.Analyze(c.Program)
		if err := c.plan(); err != nil {
			return c.unschedulable(name, err)
		}
	}
	if err := schedule.Verify(c.Deps, c.Planned); err != nil {
		return NewInternalError(stage, err)
	}
	stage = "deadcode"
	c.Schedule = deadcode.Prune(c.Deps, c.Planned)
	if err := schedule.Verify(c.Deps, c.Schedule); err != nil {
		return NewInternalError(stage, err)
	}
	c.advise()
	return nil
}

// advise adds the warnings of what is scheduled.
func (c *Compilation) advise() {
	c.Warnings = append(c.Warnings, advice.Of(&advice.Stages{File: c.File, Model: c.Model, Graph: c.Graph,
		Program: c.Program, Deps: c.Deps, Schedule: c.Schedule})...)
}

// lower makes the updates of a model: by messages, or by draws from conditionals.
func lower(j *joint.Joint, g *factor.Graph) (*message.Program, lang.Diagnostics) {
	if !j.Model.Samples() {
		return message.Lower(g)
	}
	conditionals, d := conditional.Build(j)
	if conditionals == nil {
		return nil, d
	}
	return message.LowerSampled(g, conditionals), d
}

// plan leaves out what is not needed and orders the rest.
func (c *Compilation) plan() (err error) {
	var needed []bool
	needed, c.Unneeded = deadcode.Live(c.Deps)
	c.Planned, err = schedule.Plan(c.Deps, needed)
	return err
}

// ProgramErrors checks what could be read of a file with mistakes, so that one run
// shows what is wrong with the names and types too.
func ProgramErrors(f *lang.File) lang.Diagnostics {
	if f == nil {
		return nil
	}
	_, more := model.Check(f)
	return more.Errors()
}

// further adds to the errors of a stage what the next ones say of the statements that
// have none, so that one run shows it. What is missing for want of the others is no
// error.
func (c *Compilation) further(d lang.Diagnostics) (all lang.Diagnostics) {
	all = d
	defer func() { _ = recover() }() // the stages expect what is whole
	var more lang.Diagnostics
	graph := c.Graph
	if graph == nil && c.Model != nil {
		graph, more = factor.Build(c.Model)
	}
	if graph != nil {
		_, messages := lower(joint.Build(c.Model), graph)
		more = append(more, messages...)
	}
	for _, e := range more.Errors() {
		same := func(old lang.Diagnostic) bool { return old.Severity == lang.Error && old.Pos.Line == e.Pos.Line }
		if e.Code == message.CodeNoOperator && !slices.ContainsFunc(d, same) {
			all = append(all, e)
		}
	}
	return all
}

// recovered turns a panic of a stage, which is a mistake of the compiler, into an
// *InternalError.
func recovered(stage *string, err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Stage: *stage, Err: fmt.Errorf("%v", r), Stack: debug.Stack()}
	}
}

// unschedulable turns an error of the planner into a diagnostic.
func (c *Compilation) unschedulable(name string, err error) error {
	d := lang.Diagnostic{Severity: lang.Error, File: name, Code: CodeUnschedulable, Message: err.Error()}
	var stuck *schedule.StuckError
	if !errors.As(err, &stuck) {
		return NewInternalError("schedule", err)
	}
	c.explainConstants(&d, stuck)
	c.explainChain(&d, stuck)
	for i, n := range stuck.Nodes {
		at := c.Program.Updates[n].At
		if i == 0 {
			d.Pos = at
			continue
		}
		d.WithRelated(at, "%s", stuck.Names[i])
	}
	return lang.Diagnostics{d}
}

// explainChain rewords the diagnostic where each element of a function of variables of
// VMP reads the one before: a new value of any variable on the way makes all later
// elements invalid, and what all earlier ones hear too.
func (c *Compilation) explainChain(d *lang.Diagnostic, stuck *schedule.StuckError) {
	var of *message.Update
	for _, n := range stuck.Nodes {
		u := c.Program.Updates[n]
		if u.Kind != message.Send || !u.Edge.Defines || !u.Edge.Variable.Derived || u.Edge.Variable.Algorithm != operators.VMP {
			return
		}
		if of == nil || u.Factor.Kind.Name == "exit" {
			of = u
		}
	}
	if of == nil || len(stuck.Nodes) > 1 && of.Factor.Kind.Name != "exit" {
		return
	}
	name := of.Edge.Variable.Name
	if of.Factor.Kind.Name == "exit" {
		d.Message = fmt.Sprintf("each element of %s is defined in branches that one before it selects: by VMP each variable that comes in on the way would have to wait for all elements after it", name)
		d.WithHint("use algorithm: ep, or draw %s in the branches, each element by the one before it alone", name)
		return
	}
	d.Message = fmt.Sprintf("each element of %s is computed from one before it, and nothing is drawn on the way: by VMP each variable that goes in would have to wait for all elements after it", name)
	d.WithHint("draw the elements, as in %[1]s[t] ~ normal(%[1]s[t-1], variance = 1), or write each as one sum, as in %[1]s[t] = sum(w[k] : k in 0..<t + 1), or use algorithm: ep", name)
}

// explainConstants rewords the diagnostic where what waits for each other are
// constants computed from inputs: no initialization helps them.
func (c *Compilation) explainConstants(d *lang.Diagnostic, stuck *schedule.StuckError) {
	var names []string
	for _, n := range stuck.Nodes {
		u := c.Program.Updates[n]
		if u.Kind != message.Assign {
			return
		}
		names = append(names, u.Assign.Variable.Name)
	}
	d.Message = strings.Join(names, " and ") + " would be computed from elements that are not known to come earlier"
	d.WithHint("read earlier elements by an offset, as in x[t-1], or compute the values beforehand and give them as an input")
}

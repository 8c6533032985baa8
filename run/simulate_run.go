package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc"
	"mpc/bugs"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// SimulateOptions say what Simulate draws.
type SimulateOptions struct {
	// Data, Set and Prior say where the data are that are not simulated, as ReadData takes
	// them; of what is simulated only sizes and what is missing count, and it may be left out.
	Data       string
	Set, Prior []string
	// BUGS has the data of a program of BUGS, and the variables to report besides.
	BUGS mpc.BUGSOptions
	// Posterior is a file of draws, or a result file, that parameters come from; "" is the prior.
	Posterior string
	// Anew are variables that are drawn from their distribution all the same.
	Anew []string
	// Evaluate is one of Evaluations, of a program of BUGS; "" is model.
	Evaluate string
	// N is how many sets of data there are, Seed fixes them.
	N    int
	Seed uint64
}

// A Simulation is data that were simulated.
type Simulation struct {
	Sets []*SimulatedSet
	// Parameters are, by set, the values that the data were drawn given, by the names of
	// elements; from a posterior there are none.
	Columns    []string
	Parameters [][]float64
	// Notes are for people: what was drawn anew, what is independent.
	Notes []string
}

// Simulate draws sets of data from a model: with parameters from the prior, or from a posterior.
// Same options give the same sets to the bit.
func Simulate(ctx context.Context, path string, src []byte, opt SimulateOptions) (*Simulation, error) {
	if opt.N < 1 {
		return nil, fmt.Errorf("%d sets of data: at least 1 is needed", opt.N)
	}
	var given *replay
	if opt.Posterior != "" {
		var err error
		if given, err = readReplay(opt.Posterior, opt.Seed); err != nil {
			return nil, err
		}
		given.of = opt.N
		for _, name := range opt.Anew {
			given.anew[name] = true
		}
	}
	if !slices.Contains(Evaluations, opt.Evaluate) && opt.Evaluate != "" {
		return nil, fmt.Errorf("evaluate %s: it is one of %s", opt.Evaluate, strings.Join(Evaluations, ", "))
	}
	if mpc.IsBUGS(path) && opt.Evaluate != "" && opt.Evaluate != "model" {
		if given != nil {
			return nil, errors.New("from a posterior a program is evaluated as a model")
		}
		return simulateSequence(path, opt)
	}
	if mpc.IsBUGS(path) {
		s, err := simulateBUGS(ctx, path, opt, given)
		if given == nil && undefined(err) {
			return simulatedInOrder(path, opt, err)
		}
		return s, err
	}
	f, d := lang.Parse(path, src)
	if d.HasErrors() {
		return nil, append(d.Errors(), mpc.ProgramErrors(f)...)
	}
	f.UseAlgorithm("gibbs")
	m, d := model.Check(f)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	if len(m.Shared) > 0 {
		return nil, errors.New("data in batches cannot be simulated: leave out shared")
	}
	var wanted []string
	for _, v := range m.Infer {
		if v.Random && given == nil && v.Asked == "" && !slices.ContainsFunc(m.Joints, func(j *model.JointAnswer) bool { return slices.Contains(j.Sums, v) }) {
			wanted = append(wanted, v.Name)
		}
	}
	s, err := newSimulator(func(edit func(*lang.File)) (*mpc.Compilation, error) {
		return mpc.CompileEdited(path, src, edit, mpc.Options{NoPackage: true})
	}, wanted, false, given)
	if err != nil {
		return nil, err
	}
	if len(s.simulated) == 0 {
		return nil, errors.New("no statement of the model draws an input, so that there are no data to simulate")
	}
	set, err := s.read(m, opt)
	if err != nil {
		return nil, err
	}
	return s.simulation(ctx, opt, m, set, func(one simulation, known *data.Set) (*SimulatedSet, error) {
		return s.set(m, one, known, set.Labels)
	})
}

// read reads the data of a model. Where only what is simulated is missing, they are the data of
// the simulator.
func (s *simulator) read(m *model.Model, opt SimulateOptions) (*data.Set, error) {
	set, err := ReadData(&mpc.Compilation{Model: m}, opt.Data, opt.Set, opt.Prior)
	var wrong lang.Diagnostics
	if errors.As(err, &wrong) && s.lacks(m, wrong.Errors()) {
		set, err = ReadData(s.Compilation, opt.Data, opt.Set, opt.Prior)
	}
	if err != nil {
		return nil, err
	}
	return set, s.take(set)
}

// lacks tells whether data have nothing of what is simulated: what else is wrong with them the
// simulator's reading finds too.
func (s *simulator) lacks(m *model.Model, wrong lang.Diagnostics) bool {
	return slices.ContainsFunc(wrong, func(d lang.Diagnostic) bool {
		return d.Code == data.CodeMissing && slices.ContainsFunc(m.Inputs, func(in *model.Input) bool {
			return s.simulated[in.Name] && strings.Contains(d.Message, " "+in.Name+", which is ")
		})
	})
}

// simulation draws the sets.
func (s *simulator) simulation(ctx context.Context, opt SimulateOptions, original *model.Model, set *data.Set, make func(simulation, *data.Set) (*SimulatedSet, error)) (*Simulation, error) {
	known, err := s.known()
	if err != nil {
		return nil, err
	}
	if s.given != nil {
		r := &Result{Labels: set.Labels}
		s.given.labels = r.labelsOf
		if err := s.replayable(original); err != nil {
			return nil, err
		}
	}
	names, list, err := s.draw(ctx, known, opt.N, opt.Seed)
	if err != nil {
		return nil, err
	}
	out := &Simulation{}
	if s.given != nil {
		if out.Notes, err = s.given.notes(); err != nil {
			return nil, err
		}
		if err := s.conditional(original); err != nil {
			return nil, err
		}
	}
	for _, one := range list {
		x, err := make(one, known)
		if err != nil {
			return nil, err
		}
		out.Sets = append(out.Sets, x)
	}
	if s.given == nil {
		out.parameters(s, names, list)
	}
	return out, nil
}

// parameters notes the values that data were drawn given.
func (out *Simulation) parameters(s *simulator, names []string, list []simulation) {
	for _, name := range names {
		if base, _, _ := strings.Cut(name, "["); !strings.HasPrefix(name, ".") && !s.simulated[base] {
			out.Columns = append(out.Columns, name)
		}
	}
	for _, one := range list {
		row := make([]float64, len(out.Columns))
		for k, name := range out.Columns {
			row[k] = one[name]
		}
		out.Parameters = append(out.Parameters, row)
	}
}

// replayable finds what is drawn for the data that the posterior does not have.
func (s *simulator) replayable(original *model.Model) error {
	j := joint.Build(s.Model)
	seen := map[*model.Variable]bool{}
	var lacking []*model.Variable
	var visit func(v *model.Variable)
	visit = func(v *model.Variable) {
		name := s.given.nameOf(v)
		if seen[v] || !v.Random {
			return
		}
		seen[v] = true
		drawn := slices.ContainsFunc(j.Defining(v), func(x *joint.Statement) bool { return x.Kind == joint.Drawn })
		if drawn && !s.simulated[v.Name] {
			if s.given.variables[name] && !s.given.anew[name] && len(v.Repeats) == 0 {
				return
			}
			if !s.given.anew[name] {
				lacking = append(lacking, v)
			}
		}
		for _, x := range j.Defining(v) {
			x.Exprs(func(e *model.Expr) {
				e.Walk(func(e *model.Expr) {
					if e.Op == model.OpVariable {
						visit(e.Variable)
					}
				})
			})
		}
	}
	for _, v := range s.Model.Infer {
		visit(v)
	}
	if len(lacking) == 0 {
		return nil
	}
	v := lacking[0]
	name := s.given.nameOf(v)
	d := lang.Diagnostic{Severity: lang.Error, File: s.File.Name, Pos: v.At, Code: CodePrior,
		Message: fmt.Sprintf("the data depend on %s, which %s does not have", name, s.given.path)}
	if len(v.Repeats) > 0 {
		d.Code, d.Message = lang.CodeUnsupported, fmt.Sprintf("%s is drawn in a repeat: data given a posterior of its copies are not supported by this version", name)
		return lang.Diagnostics{d}
	}
	verb := "infer"
	if s.given.program != nil {
		verb = "monitor"
	}
	return lang.Diagnostics{*d.WithHint("%s %s too, and run again; or --anew %s draws it from its distribution given the others, as that of new groups", verb, name, name)}
}

// notes says what came from where.
func (r *replay) notes() (list []string, err error) {
	for _, e := range r.fresh {
		name, _, _ := strings.Cut(e, "[")
		if r.met[name] == 0 {
			return nil, fmt.Errorf("%s has no element %s, nor another one that is simulated from: its elements or labels are others than those of the data", r.path, e)
		}
	}
	if n := len(r.fresh); n > 0 {
		some := r.fresh[:min(n, 3)]
		more := ""
		if n > len(some) {
			more = fmt.Sprintf(" and %d more", n-len(some))
		}
		list = append(list, fmt.Sprintf("%s does not have %s%s: drawn from the distribution of new ones", r.path, strings.Join(some, ", "), more))
	}
	if r.draws == nil && len(r.met) > 0 {
		list = append(list, r.path+" has a posterior for each element: they are drawn independently of each other. Draws of Gibbs sampling, --posterior draws.csv, are joint")
	}
	return list, nil
}

// conditional looks for conditions of the model that what is drawn anew may not meet.
func (s *simulator) conditional(original *model.Model) error {
	if len(s.conditions) == 0 {
		return nil
	}
	anew := map[string]bool{}
	for name := range s.given.anew {
		anew[name] = true
	}
	for _, e := range s.given.fresh {
		name, _, _ := strings.Cut(e, "[")
		anew[name] = true
	}
	j := joint.Build(original)
	for _, x := range j.Statements {
		if !slices.Contains(s.conditions, x.At) {
			continue
		}
		seen, reads := map[*model.Variable]bool{}, ""
		var visit func(e *model.Expr)
		visit = func(e *model.Expr) {
			e.Walk(func(e *model.Expr) {
				switch {
				case e.Op == model.OpInput && s.simulated[e.Input.Name]:
					reads = e.Input.Name
				case e.Op == model.OpVariable && !seen[e.Variable]:
					v := e.Variable
					seen[v] = true
					if name := s.given.nameOf(v); s.simulated[v.Name] || anew[name] {
						reads = name
					}
					for _, of := range j.Defining(v) {
						if of.Kind == joint.Defined {
							of.Exprs(visit)
						}
					}
				}
			})
		}
		x.Exprs(visit)
		if reads != "" {
			return unsimulated(s.File.Name, x.At, fmt.Sprintf("%s is a condition on %s, which is simulated and need not meet it", x.Text, reads))
		}
	}
	return nil
}

// simulateBUGS is Simulate of a program of BUGS: of its observed nodes, or of what is monitored.
func simulateBUGS(ctx context.Context, path string, opt SimulateOptions, given *replay) (*Simulation, error) {
	opt.BUGS.Simulate = true
	tr, _, err := mpc.TranslateBUGS(path, opt.BUGS)
	if err != nil {
		return nil, err
	}
	if given != nil {
		given.program = tr
	} else if d, err := bugsImproper(path, opt.BUGS); err != nil || d != nil {
		if err == nil {
			err = d
		}
		return nil, err
	}
	m, d := model.Check(tr.File)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	wanted := monitored(opt.BUGS.Monitor, tr, m)
	s, err := newSimulator(func(edit func(*lang.File)) (*mpc.Compilation, error) {
		again, _, err := mpc.TranslateBUGS(path, opt.BUGS)
		if err != nil {
			return nil, err
		}
		edit(again.File)
		return mpc.CompileFile(again.File, mpc.Options{NoPackage: true})
	}, wanted, false, given)
	if err != nil {
		return nil, err
	}
	if len(s.simulated)+len(wanted) == 0 {
		return nil, errors.New("the data have no node that the program draws: name the nodes to simulate, --monitor y")
	}
	for name := range s.simulated {
		if slices.Contains(tr.Computed, tr.Names[name]) {
			d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: s.variable(name).At, Code: lang.CodeUnsupported,
				Message: tr.Names[name] + " is computed from data, and drawn: what it is computed from cannot be found from it"}
			return nil, lang.Diagnostics{*d.WithHint("give %s as data of its own, and take what computes it out of the program, to simulate it", tr.Names[name])}
		}
	}
	set, d := data.ReadJSON(path+" (data)", tr.Data.JSON(), m)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	if err := s.take(set); err != nil {
		return nil, err
	}
	values, _, err := mpc.ReadBUGSData(opt.BUGS.Data)
	if err != nil {
		return nil, err
	}
	var theirs map[string]any
	if err := json.Unmarshal(values.JSON(), &theirs); err != nil {
		return nil, err
	}
	return s.simulation(ctx, opt, m, set, func(one simulation, known *data.Set) (*SimulatedSet, error) {
		all := maps.Clone(theirs)
		for _, v := range s.Model.Infer {
			x, err := s.values(v, one, known, false, nil)
			if err != nil {
				return nil, err
			}
			if tr.Shifted[v.Name] {
				x = shifted(x)
			}
			all[tr.Names[v.Name]] = tr.InProgram(v.Name, x)
		}
		out := &SimulatedSet{}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			out.add(name, all[name])
		}
		return out, nil
	})
}

// monitored are the variables of a translation that the names of a program ask for, but for those of data.
func monitored(names []string, tr *bugs.Translation, m *model.Model) (wanted []string) {
	for _, name := range names {
		for ours, theirs := range tr.Names {
			if theirs == name && slices.ContainsFunc(m.Variables, func(v *model.Variable) bool { return v.Name == ours && v.Input == nil }) {
				wanted = append(wanted, ours)
			}
		}
	}
	return wanted
}

// shifted makes values that count from 0 count from 1.
func shifted(x any) any {
	switch x := x.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = shifted(x[i])
		}
		return out
	case float64:
		return x + 1
	}
	return x
}

// bugsImproper finds what a program draws from dflat, which is no distribution.
func bugsImproper(path string, opt mpc.BUGSOptions) (lang.Diagnostics, error) {
	src, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	dialect := bugs.BUGS
	if opt.JAGS {
		dialect = bugs.JAGS
	}
	prog, d := bugs.Parse(path, src, dialect)
	if d.HasErrors() {
		return nil, d
	}
	for _, r := range prog.Drawn("dflat") {
		d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: r.At, Code: lang.CodeUnsupported, Message: r.Target.String() + " ~ dflat() is improper: nothing can be drawn from it"}
		return lang.Diagnostics{*d.WithHint("give it a distribution to simulate from, or take it from a posterior, --posterior draws.csv")}, nil
	}
	return nil, nil
}

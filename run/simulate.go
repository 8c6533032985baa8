package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mpc"
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
	// Evaluate is one of Evaluations, of a program of BUGS; "" is sequential, or model where the sequential program has no order.
	Evaluate string
	// N is how many sets of data there are, Seed fixes them.
	N    int
	Seed uint64
	// Progress, if not nil, is called with the number of sets that are drawn, now and then.
	Progress func(done int)
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
	given, err := readSource(opt)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Evaluations, opt.Evaluate) && opt.Evaluate != "" {
		return nil, fmt.Errorf("evaluate %s: it is one of %s", opt.Evaluate, strings.Join(Evaluations, ", "))
	}
	switch {
	case mpc.IsBUGS(path) && opt.Evaluate == "":
		return simulateProgram(ctx, path, opt, given)
	case mpc.IsBUGS(path) && opt.Evaluate == "model":
		return simulateBUGS(ctx, path, opt, given)
	case mpc.IsBUGS(path):
		return simulateSequence(path, opt, given)
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
	if errors.As(err, &wrong) && s.lacks(wrong.Errors()) {
		set, err = ReadData(s.Compilation, opt.Data, opt.Set, opt.Prior)
	}
	if err != nil {
		return nil, err
	}
	return set, s.take(set)
}

// lacks tells whether data have nothing of what is simulated: what else is wrong with them the
// simulator's reading finds too.
func (s *simulator) lacks(wrong lang.Diagnostics) bool {
	return slices.ContainsFunc(wrong, func(d lang.Diagnostic) bool {
		return d.Code == data.CodeMissing && s.simulated[d.Input]
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
	names, list, err := s.draw(ctx, known, opt)
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
	if len(v.Repeats) > 0 {
		return lang.Diagnostics{{Severity: lang.Error, File: s.File.Name, Pos: v.At, Code: lang.CodeUnsupported,
			Message: fmt.Sprintf("%s is drawn in a repeat: data given a posterior of its copies are not supported by this version", name)}}
	}
	return s.given.lacks(s.File.Name, v.At, name)
}

// lacks is the error of a variable that the data depend on, and that the posterior does not have.
func (r *source) lacks(file string, at lang.Pos, name string) error {
	d := lang.Diagnostic{Severity: lang.Error, File: file, Pos: at, Code: CodePrior, Message: fmt.Sprintf("the data depend on %s, which %s does not have", name, r.path)}
	verb := "infer"
	if mpc.IsBUGS(file) {
		verb = "monitor"
	}
	return lang.Diagnostics{*d.WithHint("%s %s too, and run again; or --anew %s draws it from its distribution given the others, as that of new groups", verb, name, name)}
}

// notes says what came from where.
func (r *source) notes() (list []string, err error) {
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

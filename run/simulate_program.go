package run

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"mpc"
	"mpc/bugs"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// simulateProgram is Simulate of a program of BUGS in the order of its sequential program. What has none, as where what is simulated
// is computed from data that are, is drawn by the model that it is translated to, whose data stay as they are.
func simulateProgram(ctx context.Context, path string, opt SimulateOptions, given *source) (*Simulation, error) {
	s, err := simulateSequence(path, opt, given)
	if !hasCode(err, lang.CodeCycle) {
		return s, err
	}
	var cycle lang.Diagnostics
	errors.As(err, &cycle)
	if given, err = readSource(opt); err != nil {
		return nil, err
	}
	if s, err = simulateBUGS(ctx, path, opt, given); err != nil {
		return nil, cycle
	}
	s.Notes = append(s.Notes, cycle.Errors()[0].Message+": the data are drawn by the model, as by --evaluate model, and what they are computed from stays as it was")
	return s, nil
}

// simulateBUGS is Simulate of a program of BUGS. Where the model that it is translated to does not draw its data, as of
// conditions, its sequential program does.
func simulateBUGS(ctx context.Context, path string, opt SimulateOptions, given *source) (*Simulation, error) {
	opt.BUGS.Simulate = true
	tr, _, err := mpc.TranslateBUGS(path, opt.BUGS)
	if err != nil {
		return simulatedInOrder(path, opt, err, false)
	}
	if given == nil {
		if err := improper(path, tr.Flat); err != nil {
			return nil, err
		}
	}
	s, err := bugsSimulator(path, tr, opt, given)
	if err != nil {
		return simulatedInOrder(path, opt, err, true)
	}
	x, err := s.ofProgram(ctx, path, tr, opt)
	if hasCode(err, lang.CodeUndefined, lang.CodeUnsupported) {
		return simulatedInOrder(path, opt, err, hasCode(err, lang.CodeUnsupported))
	}
	return x, err
}

// simulatedInOrder draws by the sequential program what a model does not draw, which failed with err. Where both fail the error of the model
// is returned if the program could not be translated, as it has its place there; else that of the sequential program, which is in the
// program's own words.
func simulatedInOrder(path string, opt SimulateOptions, err error, translated bool) (*Simulation, error) {
	if !translated && !hasCode(err, lang.CodeUnsupported, lang.CodeCardinality, lang.CodeUndefined) {
		return nil, err
	}
	given, other := readSource(opt)
	if other != nil {
		return nil, other
	}
	opt.Evaluate = "sequential"
	s, other := simulateSequence(path, opt, given)
	switch {
	case other != nil && translated:
		return nil, other
	case other != nil:
		return nil, err
	}
	s.Notes = append(s.Notes, "the data are drawn in the order of the sequential program, as by --evaluate sequential")
	return s, nil
}

// hasCode tells whether the first error of a list has one of some codes.
func hasCode(err error, codes ...string) bool {
	var list lang.Diagnostics
	return errors.As(err, &list) && len(list.Errors()) > 0 && slices.Contains(codes, list.Errors()[0].Code)
}

// bugsSimulator is the simulator of the model that a program is translated to: of its observed nodes, or of what is monitored.
func bugsSimulator(path string, tr *bugs.Translation, opt SimulateOptions, given *source) (*simulator, error) {
	if given != nil {
		given.program = tr
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
		return nil, errNothingDrawn
	}
	for name := range s.simulated {
		if slices.Contains(tr.Computed, tr.Names[name]) {
			d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: s.variable(name).At, Code: lang.CodeUnsupported,
				Message: tr.Names[name] + " is computed from data, and drawn: what it is computed from cannot be found from it"}
			return nil, lang.Diagnostics{*d.WithHint("give %s as data of its own, and take what computes it out of the program, to simulate it", tr.Names[name])}
		}
	}
	return s, nil
}

// ofProgram draws the sets by the model that a program is translated to.
func (s *simulator) ofProgram(ctx context.Context, path string, tr *bugs.Translation, opt SimulateOptions) (*Simulation, error) {
	m, d := model.Check(tr.File)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	set, d := data.ReadJSON(path, tr.Data.JSON(), m)
	if d.HasErrors() {
		return nil, tr.Placed(d.Errors())
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

// improper is the error of what a program draws from dflat, which is no distribution; nil where there is nothing.
func improper(path string, flat []*bugs.Relation) error {
	if len(flat) == 0 {
		return nil
	}
	r := flat[0]
	d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: r.At, Code: lang.CodeUnsupported, Message: r.Target.String() + " ~ dflat() is improper: nothing can be drawn from it"}
	return lang.Diagnostics{*d.WithHint("give it a distribution to simulate from, or take it from a posterior, --posterior draws.csv")}
}

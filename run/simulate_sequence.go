package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"mpc"
	"mpc/bugs"
	checker "mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// Evaluations lists how Simulate draws from the prior of a program of BUGS: as the model file that
// it is translated to does, in the order of its sequential program, or element by element. The last
// two draw the same bits: each element has a stream of random numbers of its own.
var Evaluations = []string{"model", "sequential", "unrolled"}

// simulateSequence draws sets of data from the prior of a program, by its sequential program or
// written out.
func simulateSequence(path string, opt SimulateOptions) (*Simulation, error) {
	s, _, err := mpc.GraphBUGS(path, opt.BUGS)
	if err != nil {
		return nil, err
	}
	prog, values := s.Source, s.Data
	simulated, err := simulatedNodes(path, s, opt.BUGS.Monitor)
	if err != nil {
		return nil, err
	}
	known, err := withoutDrawn(prog, values, simulated)
	if err != nil {
		return nil, err
	}
	g, d := sequence.NewGraph(prog, sequence.KindsOf(known))
	if d.HasErrors() {
		return nil, d.Errors()
	}
	p, more := sequence.Sequence(g, sequence.Options{})
	if more.HasErrors() {
		return nil, more.Errors()
	}
	w, d := unroll.New(prog, known)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	list, err := w.Instances()
	if err != nil {
		return nil, w.Diagnose(err)
	}
	if d := w.Check(list); d.HasErrors() {
		return nil, d.Errors()
	}
	out := &Simulation{}
	if opt.Evaluate == "sequential" {
		for _, x := range more {
			out.Notes = append(out.Notes, x.Message)
		}
	}
	var columns []int
	for _, x := range w.Drawn(list) {
		if !simulated[w.NameOf(x)] {
			columns = append(columns, x)
			out.Columns = append(out.Columns, w.Name(x))
		}
	}
	for k := range opt.N {
		seed := opt.Seed + uint64(k)*0x9e3779b97f4a7c15
		draw := w.Unrolled
		if opt.Evaluate == "sequential" {
			draw = func(seed uint64) (*unroll.Simulation, error) { return checker.Simulate(p, w, seed) }
		}
		one, err := draw(seed)
		if err != nil {
			return nil, w.Diagnose(err)
		}
		set, err := simulatedSet(one, values, simulated)
		if err != nil {
			return nil, err
		}
		out.Sets = append(out.Sets, set)
		row := make([]float64, len(columns))
		for i, x := range columns {
			row[i] = one.Values[x]
		}
		out.Parameters = append(out.Parameters, row)
	}
	return out, nil
}

// undefined tells whether an error is that of an element that is read and that nothing defines.
func undefined(err error) bool {
	var list lang.Diagnostics
	return errors.As(err, &list) && len(list.Errors()) > 0 && list.Errors()[0].Code == lang.CodeUndefined
}

// simulatedInOrder draws by the sequential program where a model has no value of what the data give and no statement draws, as the
// first elements of a series. Where that does not draw either the error of the model stays.
func simulatedInOrder(path string, opt SimulateOptions, err error) (*Simulation, error) {
	opt.Evaluate = "sequential"
	s, other := simulateSequence(path, opt)
	if other != nil {
		return nil, err
	}
	s.Notes = append(s.Notes, "some of what is simulated is given by the data and drawn by no statement: it stays, and the rest is drawn in the order of the sequential program, as by --evaluate sequential")
	return s, nil
}

// withoutDrawn are the data without what is simulated: elements that statements draw are missing there. Others stay, as the first
// ones of a series that is given them, and so does the size.
func withoutDrawn(prog *bugs.Program, values bugs.Data, simulated map[string]bool) (bugs.Data, error) {
	w, d := unroll.New(prog, values)
	if d.HasErrors() {
		return nil, d.Errors()
	}
	known := maps.Clone(values)
	for n := range simulated {
		a := values[n]
		if a == nil {
			continue
		}
		drawn, err := w.Draws(n)
		if err != nil {
			return nil, w.Diagnose(err)
		}
		if len(drawn) != len(a.Values) {
			delete(known, n)
			continue
		}
		for i := range a.Missing {
			drawn[i] = drawn[i] || a.Missing[i]
		}
		known[n] = &bugs.Array{Dim: a.Dim, Values: slices.Clone(a.Values), Missing: drawn, Whole: a.Whole}
	}
	return known, nil
}

// simulatedNodes are the nodes that are simulated: what is drawn and given, which is no data then, and what is asked for.
func simulatedNodes(path string, s *mpc.BUGSSequence, monitor []string) (map[string]bool, error) {
	simulated := map[string]bool{}
	for _, x := range s.Graph.Statements {
		switch n := x.Target.Name; {
		case x.Dist == nil:
		case s.Data[n] != nil:
			simulated[n] = true
		case x.Role != sequence.Draw:
			d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: x.At, Code: lang.CodeUnsupported,
				Message: n + " is computed from data, and drawn: what it is computed from cannot be found from it"}
			return nil, lang.Diagnostics{*d.WithHint("give %s as data of its own, and take what computes it out of the program, to simulate it", n)}
		case slices.Contains(monitor, n):
			simulated[n] = true
		}
	}
	if len(simulated) == 0 {
		return nil, errors.New("the data have no node that the program draws: name the nodes to simulate, --monitor y")
	}
	return simulated, nil
}

// simulatedSet is the data of the caller with the simulated values in their place; what is missing
// there stays missing.
func simulatedSet(one *unroll.Simulation, values bugs.Data, simulated map[string]bool) (*SimulatedSet, error) {
	all := maps.Clone(values)
	for n := range simulated {
		x := one.Array(n)
		if given := values[n]; given != nil {
			if !slices.Equal(given.Dim, x.Dim) {
				return nil, fmt.Errorf("the data have %s of the size %v, and the statements draw %v", n, given.Dim, x.Dim)
			}
			for i := range given.Missing {
				x.Missing[i] = x.Missing[i] || given.Missing[i]
			}
		}
		all[n] = x
	}
	var theirs map[string]any
	if err := json.Unmarshal(all.JSON(), &theirs); err != nil {
		return nil, err
	}
	set := &SimulatedSet{}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		set.add(name, theirs[name])
	}
	return set, nil
}

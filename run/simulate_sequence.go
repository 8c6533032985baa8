package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc"
	"mpc/bugs"
	"mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// Evaluations lists how Simulate draws from the prior of a program of BUGS: as the model file that
// it is translated to does, in the order of its sequential program, or element by element. The last
// two draw the same bits: each element has a stream of random numbers of its own.
var Evaluations = []string{"model", "sequential", "unrolled"}

// A forward draws parameters and data of a program of BUGS in the order of its sequential program, or of its elements.
type forward struct {
	path      string
	graph     *mpc.BUGSSequence
	simulated map[string]bool // names that are simulated
	reported  map[string]bool // names that are asked for, and not in the data
	order     *sequence.Program
	world     *unroll.World
	list      []*unroll.Instance // in the order of the text
	ordered   []*unroll.Instance // in an order in which they may run
	given     *source            // nil where parameters come from the prior
	wanted    []bool             // elements that are drawn or computed, nil for all
	unrolled  bool
	notes     []string
}

// newForward finds the order of a program. What data { } draws is data.
func newForward(path string, opt mpc.BUGSOptions, given *source) (*forward, error) {
	opt.Simulate = true
	s, _, err := mpc.GraphBUGS(path, opt)
	if err != nil {
		return nil, err
	}
	if given == nil {
		if err := improper(path, s.Source.Drawn("dflat")); err != nil {
			return nil, err
		}
	}
	f := &forward{path: path, graph: s, given: given}
	if err := f.nodes(opt.Monitor); err != nil {
		return nil, err
	}
	known, err := withoutDrawn(s.Source, s.Data, f.simulated)
	if err != nil {
		return nil, err
	}
	for _, n := range slices.Sorted(maps.Keys(f.simulated)) {
		if a := known[n]; a != nil && slices.Contains(a.Missing, false) {
			f.notes = append(f.notes, "some of "+n+" is given by the data and drawn by no statement: it stays")
		}
	}
	g, d := sequence.NewGraph(s.Source, sequence.KindsOf(known))
	if d.HasErrors() {
		return nil, f.explained(d.Errors())
	}
	p, more := sequence.Sequence(g, sequence.Options{})
	if more.HasErrors() {
		return nil, f.explained(more.Errors())
	}
	f.order = p
	for _, x := range more {
		f.notes = append(f.notes, x.Message)
	}
	if f.world, d = unroll.New(s.Source, known); d.HasErrors() {
		return nil, d.Errors()
	}
	if f.list, err = f.world.Instances(); err != nil {
		return nil, f.world.Diagnose(err)
	}
	if d := f.world.Check(f.list); d.HasErrors() {
		return nil, d.Errors()
	}
	if f.ordered, err = f.world.Order(f.list); err != nil {
		return nil, f.explained(f.world.Diagnose(err))
	}
	if given != nil {
		if f.wanted, err = f.needed(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// explained says of elements that depend on each other what draws them instead: of those that are computed from what is simulated,
// and of those with bounds I(,) that go round.
func (f *forward) explained(list lang.Diagnostics) lang.Diagnostics {
	fixed, _, _ := bugs.Constants(f.graph.Source, f.graph.Data)
	for i := range list {
		if list[i].Code != lang.CodeCycle {
			continue
		}
		among := func(at lang.Pos) bool {
			return at == list[i].Pos || slices.ContainsFunc(list[i].Related, func(r lang.Related) bool { return r.Pos == at })
		}
		for _, x := range f.graph.Graph.Statements {
			if n := x.Target.Name; x.Dist == nil && fixed[n] != nil && among(x.At) {
				list[i].Message += fmt.Sprintf("; %s is computed from data that are simulated", n)
				list[i].Hint = fmt.Sprintf("give %s as data of its own, and take what computes it out of the program", n)
			}
		}
		if slices.ContainsFunc(f.graph.Source.Conditions(), func(r *bugs.Relation) bool { return among(r.At) }) {
			list[i].Hint = "bounds I(,) that go round are a condition, which nothing draws: of numbers alike draw b[k] without bounds, and let a[1:K] <- sort(b[1:K])"
		}
	}
	return list
}

// draw draws all elements that are wanted.
func (f *forward) draw(k int, seed uint64) (*unroll.Simulation, error) {
	s := f.world.Simulate(seed, !f.unrolled)
	if f.given != nil {
		s.Wanted, s.Given = f.wanted, func(elements []int, r *bugs.Relation, to []float64) bool {
			return !f.simulated[r.Target.Name] && f.given.drawn(k, f.names(elements), r, to)
		}
	}
	run := func() error { return replay.Run(f.order, f.world, s.Do) }
	if f.unrolled {
		run = func() error { return s.All(f.ordered) }
	}
	if err := run(); err != nil {
		return nil, f.world.Diagnose(err)
	}
	return s, nil
}

// simulateSequence draws sets of data of a program by its sequential program, or written out.
func simulateSequence(path string, opt SimulateOptions, given *source) (*Simulation, error) {
	f, err := newForward(path, opt.BUGS, given)
	if err != nil {
		return nil, err
	}
	f.unrolled = opt.Evaluate == "unrolled"
	out := &Simulation{Notes: f.notes}
	var columns []int
	for _, x := range f.world.Drawn(f.list) {
		if given == nil && !f.simulated[f.world.NameOf(x)] {
			columns = append(columns, x)
			out.Columns = append(out.Columns, f.world.Name(x))
		}
	}
	for k := range opt.N {
		one, err := f.draw(k, seedOf(opt.Seed, k))
		if err != nil {
			return nil, err
		}
		all, err := f.data(one)
		if err != nil {
			return nil, err
		}
		set, err := setOf(all)
		if err != nil {
			return nil, err
		}
		out.Sets = append(out.Sets, set)
		if opt.Progress != nil {
			opt.Progress(k + 1)
		}
		if given != nil {
			continue
		}
		row := make([]float64, len(columns))
		for i, x := range columns {
			row[i] = one.Values[x]
		}
		out.Parameters = append(out.Parameters, row)
	}
	if given == nil {
		out.Notes = append(out.Notes, f.conditions()...)
		return out, nil
	}
	notes, err := given.notes()
	out.Notes = append(out.Notes, notes...)
	return out, err
}

// seedOf is the seed of the k-th simulation.
func seedOf(seed uint64, k int) uint64 { return seed + uint64(k)*0x9e3779b97f4a7c15 }

// names are those of elements.
func (f *forward) names(elements []int) []string {
	names := make([]string, len(elements))
	for i, x := range elements {
		names[i] = f.world.Name(x)
	}
	return names
}

// needed finds the elements that the data depend on, down to those that the posterior has.
func (f *forward) needed() ([]bool, error) {
	wanted, by := make([]bool, f.world.Size()), map[int]*unroll.Instance{}
	var next []*unroll.Instance
	for _, in := range f.list {
		for _, x := range in.Writes {
			by[x] = in
		}
		if name := in.Stmt.Target.Name; in.Stmt.Dist != nil && f.simulated[name] || f.reported[name] {
			next = append(next, in)
		}
	}
	for len(next) > 0 {
		in := next[len(next)-1]
		next = next[:len(next)-1]
		if len(in.Writes) == 0 || wanted[in.Writes[0]] {
			continue
		}
		for _, x := range in.Writes {
			wanted[x] = true
		}
		name := in.Stmt.Target.Name
		if in.Stmt.Dist != nil && !f.simulated[name] && !f.given.anew[name] {
			if !f.given.variables[name] {
				return nil, f.given.lacks(f.path, in.Stmt.At, name)
			}
			names := f.names(in.Writes)
			if err := f.given.manyIndexed(f.path, in.Stmt.At, names); err != nil {
				return nil, err
			}
			if f.given.hasAll(names) {
				continue
			}
		}
		for _, x := range in.Reads {
			if by[x] != nil {
				next = append(next, by[x])
			}
		}
	}
	return wanted, nil
}

// conditions say which bounds I(,) are drawn within though they say no distribution.
func (f *forward) conditions() (notes []string) {
	for _, r := range f.world.Conditions() {
		notes = append(notes, fmt.Sprintf("%s of %s, line %d, is a condition: its parameters are drawn from their priors, and it between its bounds given these, as by T(,)", r.Bounds.Kind+"(,)", r.Target, r.At.Line))
	}
	return notes
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

var errNothingDrawn = errors.New("the data have no node that the program draws: name the nodes to simulate, --monitor y")

// nodes finds what is simulated: what is drawn and given, which is no data then, and what is asked for and no posterior has.
func (f *forward) nodes(monitor []string) error {
	f.simulated, f.reported = map[string]bool{}, map[string]bool{}
	asked := map[string]bool{}
	for _, text := range monitor {
		name, _, _ := strings.Cut(text, "[")
		asked[strings.TrimSpace(name)] = true
	}
	if err := f.defined(slices.Sorted(maps.Keys(asked))); err != nil {
		return err
	}
	for _, x := range f.graph.Graph.Statements {
		n := x.Target.Name
		given := f.graph.Data[n] != nil
		if asked[n] && !given {
			f.reported[n] = true
		}
		switch {
		case x.Dist == nil:
		case given:
			f.simulated[n] = true
		case x.Role != sequence.Draw:
			d := lang.Diagnostic{Severity: lang.Error, File: f.path, Pos: x.At, Code: lang.CodeUnsupported,
				Message: n + " is computed from data, and drawn: what it is computed from cannot be found from it"}
			return lang.Diagnostics{*d.WithHint("give %s as data of its own, and take what computes it out of the program, to simulate it", n)}
		case asked[n] && (f.given == nil || !f.given.variables[n]):
			f.simulated[n] = true
		}
	}
	if len(f.simulated)+len(f.reported) == 0 {
		return errNothingDrawn
	}
	return nil
}

// defined reports names that are asked for, and neither defined by the program nor given by the data.
func (f *forward) defined(asked []string) error {
	names := slices.Collect(maps.Keys(f.graph.Data))
	for _, x := range f.graph.Graph.Statements {
		names = append(names, x.Target.Name)
	}
	slices.Sort(names)
	var list lang.Diagnostics
	for _, n := range asked {
		if slices.Contains(names, n) {
			continue
		}
		list = append(list, bugs.NoVariable(n, names))
	}
	if list == nil {
		return nil
	}
	return list
}

// data are those of the caller with the simulated values in their place; what is missing there stays missing.
func (f *forward) data(one *unroll.Simulation) (bugs.Data, error) {
	values := f.graph.Data
	all := bugs.Data{}
	maps.Copy(all, values)
	for n := range f.reported {
		all[n] = one.Array(n)
	}
	for n := range f.simulated {
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
	return all, nil
}

// setOf is a set of data of a program.
func setOf(all bugs.Data) (*SimulatedSet, error) {
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

package unroll

import (
	"hash/fnv"
	"math"
	"slices"

	"mpc/bugs"
	"mpc/lang"
	"mpc/mcmc"
)

// A Simulation is a draw of all elements, in the order in which Do is called.
type Simulation struct {
	World  *World
	Values []float64 // of elements
	Has    []bool    // which of them have a value
	// Wanted, if not nil, are the elements that are drawn and computed. Given, if not nil, gives a draw its values, and is false
	// where it has none.
	Wanted []bool
	Given  func(elements []int, r *bugs.Relation, to []float64) bool
	seed   uint64
	v      *values
}

// Simulate begins a draw. The stream of random numbers of a statement is that of the seed and the
// name of the first element that it draws: the order of statements changes no bit. Observed draws
// keep what data give. running sums go on from earlier ones.
func (w *World) Simulate(seed uint64, running bool) *Simulation {
	s := &Simulation{World: w, Values: make([]float64, w.size), Has: make([]bool, w.size), seed: seed}
	s.v = &values{world: w}
	if running {
		s.v.sums = newSums()
	}
	s.v.read = func(x int, r *bugs.Ref) (float64, error) {
		if !s.Has[x] {
			return 0, placed(r.At, lang.CodeUndefined, "%s is read here before it has a value", w.Name(x))
		}
		return s.Values[x], nil
	}
	for n, a := range w.arrays {
		if x := w.given[n]; x != nil && len(x.Values) == a.size {
			for i := range x.Values {
				if w.isData[a.base+i] {
					s.Values[a.base+i], s.Has[a.base+i] = x.Values[i], true
				}
			}
		}
	}
	return s
}

func newSums() map[string]*running { return map[string]*running{} }

// Do runs a statement for given values of indices.
func (s *Simulation) Do(r *bugs.Relation, env Env) error {
	w := s.World
	s.v.env = env
	list, err := w.elements(r.Target, env)
	if err != nil {
		return err
	}
	if s.Wanted != nil && !slices.ContainsFunc(list, func(x int) bool { return s.Wanted[x] }) {
		return nil
	}
	if r.Dist == nil {
		return s.define(r, list)
	}
	open := 0
	for _, x := range list {
		if !w.isData[x] && !w.sets[x] {
			open++
		}
	}
	switch {
	case open == 0:
		return nil
	case open < len(list):
		return placed(r.At, lang.CodeUnsupported, "%s is observed in part, and drawn as a whole", r.Target)
	}
	if s.Given != nil {
		if x := make([]float64, len(list)); s.Given(list, r, x) {
			return s.set(r, list, x)
		}
	}
	h := fnv.New64a()
	h.Write([]byte(w.Name(list[0])))
	x, err := s.draw(r, mcmc.NewStream(s.seed, h.Sum64()), len(list))
	if err != nil {
		return err
	}
	if len(x) != len(list) {
		return placed(r.At, lang.CodeIndex, "%s has %d elements, and %s draws %d", r.Target, len(list), r.Dist.Fun, len(x))
	}
	return s.set(r, list, x)
}

func (s *Simulation) define(r *bugs.Relation, list []int) error {
	x, err := s.v.vector(r.Value)
	if err != nil {
		return err
	}
	if len(x) != len(list) && len(x) != 1 {
		return placed(r.At, lang.CodeIndex, "%s has %d elements, and %s %d", r.Target, len(list), r.Value, len(x))
	}
	y := make([]float64, len(list))
	for i := range y {
		y[i] = bugs.Linked(r.Link, x[min(i, len(x)-1)])
	}
	return s.set(r, list, y)
}

func (s *Simulation) set(r *bugs.Relation, list []int, x []float64) error {
	for i, e := range list {
		if s.Has[e] {
			if s.World.isData[e] {
				continue
			}
			return placed(r.At, lang.CodeDouble, "%s is defined twice", s.World.Name(e))
		}
		s.Values[e], s.Has[e] = x[i], true
	}
	return nil
}

// Unrolled draws all elements of a program, element by element.
func (w *World) Unrolled(seed uint64) (*Simulation, error) {
	list, err := w.Instances()
	if err != nil {
		return nil, err
	}
	if list, err = w.Order(list); err != nil {
		return nil, err
	}
	s := w.Simulate(seed, false)
	return s, s.All(list)
}

// All runs statements in the order of a list.
func (s *Simulation) All(list []*Instance) error {
	for _, in := range list {
		if err := s.Do(in.Stmt, in.Env); err != nil {
			return err
		}
	}
	return nil
}

// Array is the values of a name that the program defines, nil for any other: missing where an
// element has none.
func (s *Simulation) Array(name string) *bugs.Array {
	a := s.World.arrays[name]
	if a == nil {
		return nil
	}
	x := &bugs.Array{Dim: a.dims, Values: append([]float64{}, s.Values[a.base:a.base+a.size]...), Whole: true}
	x.Missing = make([]bool, a.size)
	for i, v := range x.Values {
		x.Missing[i] = !s.Has[a.base+i]
		x.Whole = x.Whole && v == math.Trunc(v)
	}
	return x
}

// Conditions lists the draws whose bounds I(,) or C(,) leave less than a distribution, as what is drawn or the bounds depend on
// what data do not give: divided by how probable they are, as T(,) says, they would be another thing.
func (w *World) Conditions() (list []*bugs.Relation) {
	all := w.prog.Conditions()
	if len(all) == 0 {
		return nil
	}
	open := map[*bugs.Relation]bool{}
	_ = w.visit(func(r *bugs.Relation, env Env, _ []bugs.Expr) error { // New has found what is wrong
		if !open[r] && slices.Contains(all, r) {
			open[r] = slices.ContainsFunc(append(args(r), r.Bounds.Lo, r.Bounds.Hi), func(e bugs.Expr) bool { return w.reads(e, env) })
		}
		return nil
	})
	return slices.DeleteFunc(all, func(r *bugs.Relation) bool { return !open[r] })
}

// Drawn lists the elements that statements draw, in the order of names and elements.
func (w *World) Drawn(list []*Instance) (elements []int) {
	for _, in := range list {
		if in.Stmt.Dist != nil {
			elements = append(elements, in.Writes...)
		}
	}
	slices.Sort(elements)
	return elements
}

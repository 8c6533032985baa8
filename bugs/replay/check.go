package replay

import (
	"fmt"

	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// Check replays a sequential program on the program of the text written out for its data. The
// error is the first statement that reads what is not defined yet, that the text does not have or
// that runs twice, or that does not run.
func Check(p *sequence.Program, w *unroll.World) error {
	all, err := w.Instances()
	if err != nil {
		return err
	}
	waiting := map[string][]*unroll.Instance{}
	defines := make([]int, w.Size()) // how many statements define an element
	for _, in := range all {
		t := w.Text(in)
		waiting[t] = append(waiting[t], in)
		for _, x := range in.Writes {
			defines[x]++
		}
	}
	defined := make([]bool, w.Size())
	left := len(all)
	err = run(p, w, func(n *sequence.Do, env unroll.Env) error {
		t := w.Text(&unroll.Instance{Stmt: n.Stmt, Env: env})
		list := waiting[t]
		if len(list) == 0 {
			return fmt.Errorf("%s: the text has no such statement, or it has run already", t)
		}
		in := list[0]
		waiting[t] = list[1:]
		if err := marked(n, in, w); err != nil {
			return err
		}
		left--
		for _, x := range in.Reads {
			if !defined[x] {
				if defines[x] == 0 {
					return fmt.Errorf("%s: nothing defines %s", t, w.Name(x))
				}
				return fmt.Errorf("%s: %s is read before it is defined", t, w.Name(x))
			}
		}
		for _, x := range in.Writes {
			if defined[x] {
				return fmt.Errorf("%s: %s is defined twice", t, w.Name(x))
			}
			defined[x] = true
		}
		return nil
	})
	if err != nil || left == 0 {
		return err
	}
	for _, in := range all {
		if t := w.Text(in); len(waiting[t]) > 0 {
			return &LeftOut{in.Stmt.At, t}
		}
	}
	return nil
}

// A MarkError is ~ before what is observed, or ≂ before what is not.
type MarkError struct {
	At            lang.Pos // of the statement, in the program of the text
	Name          string   // of what it is of
	Message, Hint string
}

func (e *MarkError) Error() string { return e.Message }

// marked compares ~ and ≂ of a statement with the data.
func marked(n *sequence.Do, in *unroll.Instance, w *unroll.World) error {
	observed, err := w.Observed(in)
	if err != nil {
		return err
	}
	some := "where only some are observed, write if (missing(x)) { the statement with ~ } else { it with ≂ }"
	switch {
	case n.Role == sequence.Draw && len(observed) > 0:
		return &MarkError{in.Stmt.At, in.Stmt.Target.Name, fmt.Sprintf("~ draws, and %s is observed here: ≂ is right", w.Name(observed[0])), some}
	case n.Role == sequence.Observe && len(in.Writes) > 0:
		return &MarkError{in.Stmt.At, in.Stmt.Target.Name, fmt.Sprintf("≂ observes, and no data give %s: ~ is right", w.Name(in.Writes[0])), some}
	}
	return nil
}

// LeftOut is a statement that a sequential program does not run, by its place in the program of the text.
type LeftOut struct {
	At   lang.Pos
	Text string // of the first instance
}

func (e *LeftOut) Error() string { return e.Text + " does not run" }

// Simulate draws all elements in the order of a sequential program. The bits are those of
// World.Unrolled, as streams of random numbers belong to elements.
func Simulate(p *sequence.Program, w *unroll.World, seed uint64) (*unroll.Simulation, error) {
	s := w.Simulate(seed, true)
	return s, Run(p, w, s.Do)
}

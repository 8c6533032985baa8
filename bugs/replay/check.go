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

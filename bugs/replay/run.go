package replay

import (
	"errors"
	"fmt"
	"math"

	"mpc/bugs"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// runner goes through a sequential program.
type runner struct {
	world *unroll.World
	env   unroll.Env
	do    func(*sequence.Do, unroll.Env) error
}

// Run calls do for each statement in the order of the program, with the values of indices. What
// data decide is read here: tests, and the order of levels.
func Run(p *sequence.Program, w *unroll.World, do func(*bugs.Relation, unroll.Env) error) error {
	return run(p, w, func(n *sequence.Do, env unroll.Env) error { return do(n.Stmt, env) })
}

func run(p *sequence.Program, w *unroll.World, do func(*sequence.Do, unroll.Env) error) error {
	r := &runner{w, unroll.Env{}, do}
	return r.list(p.Body)
}

func (r *runner) list(list []sequence.Node) error {
	for _, n := range list {
		if err := r.node(n); err != nil {
			return placed(n, err)
		}
	}
	return nil
}

// An Error is a mistake at a node of a program that was read.
type Error struct {
	At  lang.Pos
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// placed gives an error the place of a node, if the node has one and the error none of a node inside.
func placed(n sequence.Node, err error) error {
	var inner *Error
	if at := n.Place(); at.IsKnown() && !errors.As(err, &inner) {
		return &Error{at, err}
	}
	return err
}

func (r *runner) node(n sequence.Node) error {
	switch n := n.(type) {
	case *sequence.Do:
		return r.do(n, r.env)
	case *sequence.Loop:
		return r.loop(n)
	case *sequence.If:
		for _, t := range n.Tests {
			ok, err := r.test(t, 0)
			if err != nil {
				return err
			}
			if !ok {
				return r.list(n.Else)
			}
		}
		return r.list(n.Then)
	case *sequence.Levels:
		return r.levels(n)
	}
	return fmt.Errorf("a node of type %T is none", n)
}

func (r *runner) loop(n *sequence.Loop) error {
	lo, err := r.world.Whole(n.Range.Lo, r.env)
	if err != nil {
		return err
	}
	hi, err := r.world.Whole(n.Range.Hi, r.env)
	if err != nil {
		return err
	}
	old, shadows := r.env[n.Index]
	defer func() {
		if delete(r.env, n.Index); shadows {
			r.env[n.Index] = old
		}
	}()
	if n.Where != nil {
		k, ok, err := r.solve(n)
		if err != nil || !ok || k < lo || k > hi {
			return err
		}
		r.env[n.Index] = k
		return r.list(n.Body)
	}
	for k := lo; k <= hi; k++ {
		if r.env[n.Index] = k; n.Down {
			r.env[n.Index] = hi - (k - lo)
		}
		if err := r.list(n.Body); err != nil {
			return err
		}
	}
	return nil
}

// solve finds the index for which the equation of a loop holds; the left side is linear in it.
func (r *runner) solve(n *sequence.Loop) (k int, ok bool, err error) {
	want, err := r.world.Whole(n.Where.Y, r.env)
	if err != nil {
		return 0, false, err
	}
	var at [2]int
	for i := range at {
		r.env[n.Index] = i
		if at[i], err = r.world.Whole(n.Where.X, r.env); err != nil {
			return 0, false, err
		}
	}
	step := at[1] - at[0]
	if step == 0 || (want-at[0])%step != 0 {
		return 0, false, nil
	}
	return (want - at[0]) / step, true, nil
}

// test tells whether a condition holds for all values of its loops.
func (r *runner) test(t sequence.Test, k int) (bool, error) {
	if k == len(t.Loops) {
		x, err := r.world.Number(t.Cond, r.env)
		return x != 0 && !math.IsNaN(x), err
	}
	l := t.Loops[k]
	lo, err := r.world.Whole(l.Range.Lo, r.env)
	if err != nil {
		return false, err
	}
	hi, err := r.world.Whole(l.Range.Hi, r.env)
	if err != nil {
		return false, err
	}
	defer delete(r.env, l.Index)
	for i := lo; i <= hi; i++ {
		r.env[l.Index] = i
		if ok, err := r.test(t, k+1); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// levels runs statements in an order of their elements: those of a level need only earlier levels.
func (r *runner) levels(n *sequence.Levels) error {
	var list []*unroll.Instance
	of := map[*unroll.Instance]*sequence.Do{}
	inner := &runner{r.world, r.env, func(n *sequence.Do, env unroll.Env) error {
		in, err := r.world.Instance(n.Stmt, env)
		list, of[in] = append(list, in), n
		return err
	}}
	if err := inner.list(n.Body); err != nil {
		return err
	}
	ordered, err := r.world.Order(list)
	if err != nil {
		return err
	}
	for _, level := range leveled(ordered) {
		for _, in := range level {
			if err := r.do(of[in], in.Env); err != nil {
				return placed(of[in], err)
			}
		}
	}
	return nil
}

// leveled splits instances, in an order in which they may run, by how many steps they wait.
func leveled(list []*unroll.Instance) (levels [][]*unroll.Instance) {
	at := map[int]int{} // the level behind the one that defines an element
	for _, in := range list {
		level := 0
		for _, x := range in.Reads {
			level = max(level, at[x])
		}
		for _, x := range in.Writes {
			at[x] = level + 1
		}
		for len(levels) <= level {
			levels = append(levels, nil)
		}
		levels[level] = append(levels[level], in)
	}
	return levels
}

package interp

import (
	"context"
	"errors"
	"maps"

	"mpc/data"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// errEnough ends a walk over instances.
var errEnough = errors.New("enough")

// Larger tells whether the statements have more instances than so many, those of the
// arrays that they read too: a run keeps each of them.
func Larger(p *message.Program, d *data.Set, most int) bool {
	r := newRun(p, nil, &schedule.Schedule{}, d, Options{}, 0)
	r.env.Variable = nil // a table of constants may be as large
	count, passes := 0, 0
	for _, f := range p.Graph.Factors {
		err := r.each(f.Loops, nil, f.At, f.Text, func(inst *instance) error {
			// Passes of loops whose conditions are false take time alone.
			if passes++; passes > 5*most {
				return errEnough
			}
			for _, g := range f.Guards {
				if v, err := data.Eval(g, inst.env); err == nil && v == 0 {
					return nil
				}
			}
			count++
			for _, s := range f.Slots {
				if s.Over == nil || len(s.Around) > 0 {
					continue
				}
				if lo, hi, err := data.Bounds(s.Over, inst.env); err == nil {
					count += max(0, hi-lo)
				}
			}
			if count > most {
				return errEnough
			}
			return nil
		})
		if errors.Is(err, errEnough) {
			return true
		}
	}
	return false
}

// Look is Check for data of any size: it keeps no instance that it has seen, and so it
// finds indices out of their ranges and conditions on the data that are false, but not what
// is defined twice or nowhere.
func Look(ctx context.Context, p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set) error {
	r := newRun(p, g, s, d, Options{Context: ctx}, 0)
	r.env.Variable = nil // a table of constants may be as large
	for _, f := range p.Graph.Factors {
		err := r.each(f.Loops, f.Guards, f.At, f.Text, func(inst *instance) error {
			return r.look(f, inst)
		})
		if err != nil && !unknown(err) {
			return err
		}
	}
	for _, u := range p.Updates {
		if u.Kind != message.Check {
			continue
		}
		if err := r.check(u); err != nil && !unknown(err) {
			return err
		}
	}
	return nil
}

// unknown tells whether an error says only that a value is not known here.
func unknown(err error) bool {
	var index *data.IndexError
	var found *Error
	switch {
	case errors.As(err, &index), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case errors.As(err, &found):
		return found.Kind != Contradiction && found.Kind != Parameter && found.Kind != Index
	}
	return true
}

// look evaluates what an instance of a factor reads of the data.
func (r *run) look(f *factor.Factor, inst *instance) error {
	for _, slot := range f.Slots {
		switch {
		case slot.Over != nil:
		case slot.Edge != nil:
			index, err := data.Index(slot.Edge.Index, inst.env)
			if err == nil {
				err = r.inside(slot.Edge.Variable.Name, slot.Edge.Variable.Dims, index)
			}
			if err != nil && !unknown(err) {
				return r.evalError(err, indexAt(slot), f.Text, inst.String())
			}
		case slot.Data != nil && slot.Data.Type.Kind != model.DistKind && slot.Data.Type.Dimensions == 0:
			if _, err := data.Eval(slot.Data, inst.env); err != nil && !unknown(err) {
				return r.evalError(err, f.At, f.Text, inst.String())
			}
		}
	}
	return nil
}

// each calls f with the instances of a plate in the order of its loops, without those
// whose guards are false. The instance is good until f returns.
func (r *run) each(loops []*model.Loop, guards []*model.Expr, at lang.Pos, text string, f func(*instance) error) error {
	env := *r.env
	env.Index = maps.Clone(r.env.Index)
	inst := &instance{values: make([]int, 0, len(loops)), env: &env, origin: r.origin()}
	var walk func(k int) error
	walk = func(k int) error {
		inst.loops, inst.values = loops[:k], inst.values[:k]
		if k < len(loops) {
			lo, hi, err := data.Bounds(loops[k], inst.env)
			if err != nil {
				return r.evalError(err, at, text, inst.String())
			}
			for i := lo; i < hi; i++ {
				inst.values = append(inst.values[:k], i)
				inst.env.Index[loops[k].Index] = i
				if err := walk(k + 1); err != nil {
					return err
				}
			}
			delete(inst.env.Index, loops[k].Index)
			return nil
		}
		if err := r.options.Context.Err(); err != nil {
			return err
		}
		for _, g := range guards {
			v, err := data.Eval(g, inst.env)
			if err != nil {
				return r.evalError(err, at, text, inst.String())
			}
			if v == 0 {
				return nil
			}
		}
		return f(inst)
	}
	return walk(0)
}

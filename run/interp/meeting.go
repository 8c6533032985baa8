package interp

import (
	"mpc/data"
	"mpc/lang"
	"mpc/message"
)

// distinct returns an error if a statement reads one element twice: its messages would take
// the two as independent.
func (r *run) distinct() error {
	for _, f := range r.program.Graph.Factors {
		for _, m := range message.Meetings(f) {
			if r.program.Exact(m) {
				continue
			}
			list, err := r.instances(m.Loops, f.Guards, f.At, f.Text)
			if err != nil {
				return err
			}
			for _, inst := range list {
				if err := r.readOnce(m, inst); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// readOnce returns an error if readings of one instance of a statement lead to one element.
func (r *run) readOnce(m *message.Meeting, inst *instance) error {
	seen := map[string]*message.Reading{}
	for _, reading := range m.Readings {
		envs, err := r.alongArrays(reading, inst, m.Factor.At, m.Factor.Text)
		if err != nil {
			return err
		}
		for _, env := range envs {
			index, err := data.Index(reading.Index, env)
			if err != nil {
				return r.evalError(err, m.Factor.At, m.Factor.Text, inst.String())
			}
			other := seen[key(index)]
			if other == nil {
				seen[key(index)] = reading
				continue
			}
			return r.twice(m, other, reading, inst, index)
		}
	}
	return nil
}

// twice is the error of two readings of one element.
func (r *run) twice(m *message.Meeting, a, b *message.Reading, inst *instance, index []int) error {
	f := m.Factor
	e := &element{variable: m.Variable, index: index}
	err := r.errorf(Twice, f.At, f.Text, "%s reads %s twice in one factor, which has no messages for that", f.Text, e)
	err.Element, err.Hint = inst.String(), m.Hint(a, b)
	return err
}

// alongArrays lists the values of the loops over arrays that a reading is in: of those that
// its index does not depend on, the first.
func (r *run) alongArrays(reading *message.Reading, inst *instance, at lang.Pos, text string) ([]*data.Env, error) {
	envs := []*data.Env{inst.env}
	for _, l := range reading.Loops {
		var next []*data.Env
		for _, env := range envs {
			lo, hi, err := data.Bounds(l, env)
			if err != nil {
				return nil, r.evalError(err, at, text, inst.String())
			}
			if !reading.Counts(l) {
				hi = min(hi, lo+1)
			}
			for i := lo; i < hi; i++ {
				next = append(next, env.With(l.Index, i))
			}
		}
		envs = next
	}
	return envs, nil
}

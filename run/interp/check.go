package interp

import (
	"context"
	"errors"

	"mpc/data"
	"mpc/depanalysis"
	"mpc/message"
	"mpc/schedule"
)

// Check finds what is wrong with data that a run would find before it iterates: it
// meets all elements of the arrays, computes what the data alone determine, and sends
// the messages that read no other message; of a model that is sampled, no variable is
// drawn. The error is that of Run.
func Check(ctx context.Context, p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set) error {
	r := newRun(p, g, s, d, Options{Context: ctx}, p.Graph.Model.Iterate.Seed)
	if p.Sampling != nil {
		return r.meetData(s)
	}
	if err := r.prepare(); err != nil {
		return err
	}
	seen := map[int]bool{}
	var walk func(list []schedule.Step) error
	walk = func(list []schedule.Step) error {
		for _, step := range list {
			var err error
			switch step := step.(type) {
			case *schedule.Update:
				if !seen[step.Node] {
					seen[step.Node] = true
					err = r.known(p.Updates[step.Node])
				}
			case *schedule.Loop:
				err = walk(step.Body)
			case *schedule.Iterate:
				for _, part := range [][]schedule.Step{step.Init, step.Body, step.Final} {
					if err == nil {
						err = walk(part)
					}
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return walk(s.Steps)
}

// known runs of an update what reads no message.
func (r *run) known(u *message.Update) error {
	if err := r.options.Context.Err(); err != nil {
		return err
	}
	switch u.Kind {
	case message.Assign:
		return r.assigned(u)
	case message.Check, message.Possible:
		return r.update(u, frame{})
	case message.Solve:
		if len(u.Network.Heard(r.program)) > 0 {
			return nil
		}
		err := r.solve(u)
		var e *Error
		if errors.As(err, &e) && e.Kind == Block {
			return nil // a run passes messages then
		}
		return err
	case message.Send, message.Buffer:
		if u.Network != nil {
			return nil
		}
	default:
		return nil
	}
	alone := u.Kind == message.Send
	for _, a := range u.Args {
		switch a.Source {
		case message.Data, message.Into, message.Scratch, message.Work, message.Position, message.Power:
		default:
			alone = false
		}
	}
	if alone {
		return r.update(u, frame{})
	}
	in := u.Op.In()
	for _, s := range r.sites[u.Factor.ID] {
		c := &call{r: r, site: s}
		for k, a := range u.Args {
			if a.Source != message.Data {
				continue
			}
			if _, err := c.arg(a, in[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// assigned computes all elements of a constant.
func (r *run) assigned(u *message.Update) error {
	a := u.Assign
	list, err := r.instances(a.Loops, a.Guards, a.At, a.Text)
	if err != nil {
		return err
	}
	for _, inst := range list {
		index, err := data.Index(a.Index, inst.env)
		if err == nil {
			_, err = r.constantValue(a.Variable, index)
		}
		if err != nil {
			return r.evalError(err, a.At, a.Text, inst.String())
		}
	}
	return nil
}

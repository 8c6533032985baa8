package interp

import (
	"reflect"

	"mpc/data"
	"mpc/dist"
	"mpc/message"
	"mpc/model"
)

// A call is what an operator is called with, and which ports it sends to.
type call struct {
	r    *run
	site *site
	to   []*port // of a message; nil for a buffer or a term of the evidence
	k    int     // of a message to one element of an array: its place
	bad  bool    // reads a buffer that had a fault
}

// send runs an update that sends a message, for one member of its plate.
func (r *run) send(u *message.Update, m *member) error {
	s := m.site
	ports := s.ports[u.Edge.Slot]
	if u.Edge.Slot.Over != nil && !u.Op.Array() {
		ports = ports[m.k : m.k+1]
	}
	c := &call{r: r, site: s, to: ports, k: m.k}
	if len(ports) == 0 {
		return nil
	}
	cavities := make([]any, len(ports))
	for i, p := range ports {
		if !u.Immediate || !u.Proper && !u.Checked() {
			break // nothing asks for it, and to multiply all others takes long
		}
		var err error
		if cavities[i], err = r.cavity(p.element, p); err != nil {
			return err
		}
	}
	in := u.Op.In()
	args := make([]reflect.Value, len(u.Args))
	var into reflect.Value
	for i, a := range u.Args {
		v, err := c.arg(a, in[i])
		if err != nil {
			return err
		}
		if a.Source == message.Into {
			into = v
		}
		args[i] = v
	}
	if c.bad {
		for _, p := range ports {
			p.tried, p.skipped = true, true
			p.leaveOut(u)
		}
		return nil
	}
	out, fault := c.do(u.Op.Func, args, into.IsValid())
	switch {
	case !into.IsValid():
	case into.Kind() == reflect.Pointer:
		out = []any{into.Elem().Interface()}
	default:
		out = make([]any, into.Len())
		for i := range out {
			out[i] = into.Index(i).Interface()
		}
	}
	if fault == dist.Contradiction && gated(s.factor) {
		for _, p := range ports {
			p.message, p.tried, p.skipped = p.element.uniform, true, false
		}
		return nil
	}
	if fault != dist.NoFault {
		if err := r.fault(u, s, fault); err != nil {
			return err
		}
		for _, p := range ports {
			r.skip(u, p)
			p.leaveOut(u)
		}
		return nil
	}
	if len(out) != len(ports) {
		at, text := position(u)
		return r.errorf(Internal, at, text, "%s gives %d messages for %d elements", u.Op.Name(), len(out), len(ports))
	}
	for i, p := range ports {
		if err := r.store(u, s, p, out[i], cavities[i]); err != nil {
			return err
		}
	}
	return nil
}

// store does what the update says with a new message and keeps it: damping,
// making it proper, the check that the marginal stays proper.
func (r *run) store(u *message.Update, s *site, p *port, m, cavity any) error {
	f := r.family(p.element.variable)
	if u.Power != nil {
		n, err := data.Eval(u.Power, s.env)
		if err != nil {
			return r.evalError(err, u.Factor.At, u.Factor.Text, s.String())
		}
		m = f.Power(m, n)
	}
	if len(u.Weights) > 0 {
		w, err := r.weight(u, s)
		if err != nil {
			return err
		}
		m = f.Power(m, w)
	}
	if r.damped && u.Damping != 0 {
		m = f.Damp(m, p.message, u.Damping)
	}
	if u.Proper {
		m = f.MakeProper(m, cavity)
	}
	if !f.IsFinite(m) {
		return r.fault(u, s, dist.NotFinite)
	}
	if u.Checked() && f.IsProper(cavity) {
		product := f.Times(cavity, m)
		if !f.IsFinite(product) && p.element.variable.Depth == 0 {
			return r.fault(u, s, dist.Contradiction)
		}
		if !f.IsProper(product) && f.IsFinite(product) {
			r.skip(u, p)
			return nil
		}
	}
	p.message, p.tried, p.skipped = m, true, false
	return nil
}

// leaveOut is what becomes of a message for which there is none.
func (p *port) leaveOut(u *message.Update) {
	if u.Forgets() {
		p.message = p.element.uniform
	}
}

func (r *run) skip(u *message.Update, p *port) {
	p.tried, p.skipped = true, true
	r.skipped[u]++
	if !u.Predicts() {
		r.left++
	}
}

// fault is the error of an operator that can have no message. Improper is none:
// the update is skipped.
func (r *run) fault(u *message.Update, s *site, fault dist.Fault) error {
	at, text := position(u)
	var e *Error
	switch fault {
	case dist.Contradiction:
		e = r.errorf(Contradiction, at, text, "contradictory observation, its probability is zero: %s", text)
		e.Related = against(s)
		if s.factor.Gate != nil {
			e.Message = "contradictory observations: no branch of " + text + " has a probability above zero"
			e.Related = r.againstBranches(s.factor.Gate.Model)
		}
	case dist.NotFinite:
		e = r.errorf(NotFinite, at, text, "a message is not finite, in %s", text)
		e.Hint = "the numbers that enter are too large, or an argument has an impossible value"
	default:
		return nil
	}
	if fault == dist.Contradiction && u.Apart() {
		e.Hint = "or the values are possible together, and VMP, whose posteriors are independent, cannot say so: algorithm: ep can"
	}
	if v := r.dataText(s); v != "" {
		e.Message += ", where " + v
	}
	e.Element = s.String()
	return e
}

// dataText prints the data that a site reads.
func (r *run) dataText(s *site) string {
	all := &model.Expr{Op: model.OpCall}
	for _, slot := range s.factor.Slots {
		if slot.Data != nil && slot.Over == nil {
			all.Args = append(all.Args, slot.Data)
		}
	}
	return r.values(all, s.env)
}

// buffer computes what several messages of a site share, from what there is when
// one of them reads it. The step of the schedule that computes buffers does
// nothing.
func (r *run) buffer(u *message.Update, s *site) (buffer, error) {
	if u.Kind == message.Branches {
		return r.openBranches(u, s)
	}
	c := &call{r: r, site: s}
	v, fault, err := c.run(u.Op.Func, u.Op.In(), u.Args)
	if err != nil {
		return buffer{}, err
	}
	if c.bad {
		fault = dist.Improper
	} else if fault != dist.NoFault {
		if err := r.fault(u, s, fault); err != nil {
			return buffer{}, err
		}
		r.skipped[u]++
		r.left++
	}
	return buffer{v, fault != dist.NoFault}, nil
}

// run evaluates the arguments and calls an operator with one result.
func (c *call) run(fun any, in []reflect.Type, list []message.Arg) (any, dist.Fault, error) {
	args := make([]reflect.Value, len(list))
	for i, a := range list {
		v, err := c.arg(a, in[i])
		if err != nil {
			return nil, dist.NoFault, err
		}
		args[i] = v
	}
	if c.bad {
		return nil, dist.NoFault, nil
	}
	out, fault := c.do(fun, args, false)
	return out[0], fault, nil
}

// do calls an operator.
func (c *call) do(fun any, args []reflect.Value, array bool) (out []any, fault dist.Fault) {
	for _, v := range reflect.ValueOf(fun).Call(args) {
		if f, ok := v.Interface().(dist.Fault); ok {
			fault = f
		} else {
			out = append(out, v.Interface())
		}
	}
	return out, fault
}

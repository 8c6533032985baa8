package interp

import (
	"mpc/dist"
	"mpc/message"
)

// refit computes the posterior of an element: the product of all messages to it.
func (r *run) refit(u *message.Update, e *element) error {
	f := r.family(e.variable)
	q, err := r.product(e)
	if err != nil {
		return err
	}
	if kept := r.kept(u); r.damped && kept != 0 && f.IsProper(e.posterior) {
		q = f.Damp(q, e.posterior, kept)
	}
	if !f.IsProper(q) {
		p := e.defining()
		fault := dist.Improper
		if !f.IsFinite(q) {
			fault = dist.NotFinite
		}
		err := r.errorf(Improper, p.edge.Factor.At, p.edge.Factor.Text, "the posterior of %s is improper: %v", e, q)
		if fault == dist.NotFinite {
			err = r.errorf(NotFinite, p.edge.Factor.At, p.edge.Factor.Text, "the posterior of %s is not finite", e)
		}
		err.Element = p.inst.String()
		err.Hint = "give it a narrower prior"
		return err
	}
	e.posterior = q
	return nil
}

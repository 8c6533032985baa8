package interp

import (
	"math"

	"mpc/dist"
	"mpc/families"
	"mpc/message"
)

// evidence adds up the log evidence:
//
//	log Z = sum_f [log Z_f - sum_e log int m_e q_e] + sum_x log int prod m
//
// with messages m and cavities q, each normalized where it is proper. The edges
// to a point variable and the variable itself cancel.
func (r *run) evidence(u *message.Update) (float64, error) {
	sum := 0.0
	for _, t := range u.Terms {
		for _, s := range r.sites[t.Factor.ID] {
			z, err := r.factorEvidence(t, s)
			if err != nil {
				return 0, err
			}
			if math.IsNaN(z) {
				e := r.errorf(Improper, t.Factor.At, t.Factor.Text, "the evidence of %s has no value", t.Factor.Text)
				e.Element = s.String()
				return 0, e
			}
			sum += z
		}
	}
	for _, e := range r.order {
		if e.variable.Point {
			continue
		}
		z, err := r.variableEvidence(e)
		if err != nil {
			return 0, err
		}
		if math.IsNaN(z) {
			p := e.defining()
			return 0, r.errorf(Improper, p.edge.Factor.At, p.edge.Factor.Text, "the evidence has no value: a product of messages to %s is improper", e)
		}
		sum += z
	}
	return sum, nil
}

// factorEvidence is log Z of one instance of a factor.
func (r *run) factorEvidence(t *message.Term, s *site) (float64, error) {
	if t.Op == nil {
		p := s.ports[t.Out.Slot][0]
		q, err := r.ownCavity(p)
		if err != nil {
			return 0, err
		}
		return r.family(p.element.variable).LogIntegral(p.message, q), nil
	}
	c := &call{r: r, site: s}
	z, fault, err := c.run(t.Op.Func, t.Op.In(), t.Args)
	switch {
	case err != nil:
		return 0, err
	case c.bad || fault != dist.NoFault:
		return math.NaN(), nil
	}
	return z.(float64), nil
}

// variableEvidence is the integral of the product of all messages to an
// element, less the integrals over its edges. The proper messages are
// multiplied first, so that the product is proper all the way.
func (r *run) variableEvidence(e *element) (float64, error) {
	f := r.family(e.variable)
	sum := 0.0
	var product any
	for _, proper := range []bool{true, false} {
		for _, p := range e.ports {
			if f.IsProper(p.message) != proper {
				continue
			}
			q, err := r.cavity(e, p)
			if err != nil {
				return 0, err
			}
			sum -= integral(f, p.message, q)
			if product == nil {
				product = p.message
				continue
			}
			sum += integral(f, product, p.message)
			product = f.Times(product, p.message)
		}
	}
	return sum, nil
}

// integral is the log integral of two messages. A uniform message that is
// improper is 1 everywhere.
func integral(f *families.Family, a, b any) float64 {
	for _, m := range []any{a, b} {
		if f.IsUniform(m) && !f.IsProper(m) {
			return 0
		}
	}
	return f.LogIntegral(a, b)
}

package interp

import (
	"mpc/data"
	"mpc/dist"
	"mpc/model"
)

// copies multiplies the cavity of a factor that counts several times by the
// messages of the other copies.
func (r *run) copies(cavity any, p *port, power *model.Expr) (any, error) {
	n, err := data.Eval(power, p.inst.env)
	if err != nil {
		return nil, r.evalError(err, p.edge.Factor.At, p.edge.Factor.Text, p.inst.String())
	}
	f := r.family(p.element.variable)
	return f.Times(cavity, f.Power(p.message, dist.OtherCopies(n))), nil
}

// times is how often something counts: once where n is nil.
func (r *run) times(n *model.Expr, s *site) (float64, error) {
	if n == nil {
		return 1, nil
	}
	env := r.env
	if s != nil {
		env = s.env
	}
	x, err := data.Eval(n, env)
	if err != nil && s != nil {
		err = r.evalError(err, s.factor.At, s.factor.Text, s.String())
	}
	return x, err
}

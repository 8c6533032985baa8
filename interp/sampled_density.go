package interp

import (
	"mpc/data"
	"mpc/joint/evaluate"
	"mpc/model"
)

// operands collects values at the present values of all variables.
func (c *chain) operands() *operands {
	return &operands{Operands: evaluate.Operands{Env: c.env, Work: &c.vector}, c: c}
}

// An operands collects values of what a chain draws, until one cannot be computed.
type operands struct {
	evaluate.Operands
	c *chain
}

// logDensity is the log density of a value.
func (c *chain) logDensity(x *model.Expr, d *model.Dist) (float64, error) {
	o := c.operands()
	log := o.LogDensity(x, d)
	return log, o.Err
}

// densityIn is a log density in an expression, with the indices that it has there.
func (c *chain) densityIn(e *model.Expr, env *data.Env) (float64, error) {
	o := evaluate.Operands{Env: env, Work: &c.vector}
	log := o.LogDensity(e.Args[0], e.Distribution())
	return log, o.Err
}

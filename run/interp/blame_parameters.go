package interp

import (
	"fmt"
	"math"

	"mpc/data"
	"mpc/dist"
	"mpc/message/conditional"
	"mpc/model"
)

// parameters returns an error where a parameter of a distribution is not finite, or
// outside of where it must lie. Bounds may be infinite.
func (c *scene) parameters(t *conditional.Term, d *model.Dist) error {
	if d == nil || d.Given() != nil || d.Name == model.Random {
		return nil
	}
	for i, name := range d.Names {
		e := d.Args[i]
		if e.Type.Kind == model.DistKind {
			continue
		}
		if e.Type.Dimensions > 0 || e.Op == model.OpList {
			if err := c.vectorParameter(t, d, name, e); err != nil {
				return err
			}
			continue
		}
		x, err := data.Eval(e, c.env)
		if err != nil {
			return err
		}
		ok, where := model.InDomain(d.Name, name, x)
		bound := name == "low" || name == "high"
		switch {
		case math.IsNaN(x) || notFinite(x) && !bound:
			return c.fault(Parameter, t, "%s of %s is %v, in %s", name, c.called(t, d), x, t.Factor.Text)
		case !ok:
			return c.fault(Parameter, t, "%s of %s is %v, not %s, in %s", name, c.called(t, d), x, where, t.Factor.Text)
		}
	}
	return nil
}

// vectorParameter is parameters for a vector or a matrix.
func (c *scene) vectorParameter(t *conditional.Term, d *model.Dist, name string, e *model.Expr) error {
	x, err := data.Vector(e, c.env)
	if err != nil {
		return err
	}
	sum := 0.0
	for k, v := range x {
		what := ""
		switch {
		case notFinite(v):
			what = "not finite"
		case name == "p" && v < 0:
			what = "not at least 0"
		case name == "alpha" && !(v > 0):
			what = "not above 0"
		}
		if what != "" {
			return c.fault(Parameter, t, "%s of %s is %v, %s, in %s", fmt.Sprintf("%s[%d]", name, k), c.called(t, d), v, what, t.Factor.Text)
		}
		sum += v
	}
	if e.Type.Dimensions == 2 && !dist.IsDefinite(x) {
		return c.fault(Parameter, t, "%s of %s is not positive definite, in %s", name, c.called(t, d), t.Factor.Text)
	}
	if name == "p" && len(x) > 0 && !(sum > 0) {
		return c.fault(Parameter, t, "%s of %s are all 0, in %s", name, c.called(t, d), t.Factor.Text)
	}
	return nil
}

// called is what the program that the model says calls a distribution.
func (c *scene) called(t *conditional.Term, d *model.Dist) string {
	return c.origin().Distribution(t.Factor.At, d.Name)
}

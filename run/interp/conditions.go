package interp

import (
	"fmt"

	"mpc/data"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// check verifies an observation of data alone.
func (r *run) check(u *message.Update) error {
	c := u.Check
	return r.each(c.Loops, c.Guards, c.At, c.Text, func(inst *instance) error {
		v, err := data.Eval(c.Value, inst.env)
		if err != nil {
			return r.evalError(err, c.At, c.Text, inst.String())
		}
		if v != 0 {
			return nil
		}
		kind, message := Contradiction, "contradictory observation: "+r.origin().Words(checked(c))+" is false"
		if c.Value.IsFinite() {
			kind, message = NotFinite, c.Subject()+" is not finite, in "+c.Text
		}
		if c.Parameter {
			kind, message = Parameter, "an impossible parameter in "+c.Text+": "+r.origin().Words(checked(c))+" is false"
		}
		e := r.errorf(kind, c.At, c.Text, "%s", message)
		if says := said(c.Value, inst.env); says != "" {
			e.Message = says
		} else if text := r.values(c.Value, inst.env); text != "" {
			e.Message += map[bool]string{true: ", where ", false: " for "}[c.Value.IsFinite()] + text
		}
		if c.Value.IsFinite() {
			e.Hint = "the data are too large, divide by zero, or are outside of the domain of a function"
		}
		e.Element = inst.String()
		return e
	})
}

// checked prints what a check says: the condition, or the statement where the
// condition is a constant.
func checked(c *factor.Check) string {
	if c.Value.Op == model.OpBool {
		return c.Text
	}
	return c.Value.String()
}

// said is what a condition says of itself where it is false, "" for nothing.
func said(e *model.Expr, env *data.Env) string {
	if demand := model.Demand(e.Fun); demand != "" {
		x, err := data.Vector(e.Args[0], env)
		if err != nil {
			return ""
		}
		why := model.Lacks(e.Fun, x)
		if why == "" {
			why = "this must hold: " + demand
		}
		return "of " + e.Args[0].String() + " " + why
	}
	if e.Says == "" {
		return ""
	}
	var values []any
	for _, list := range [][]*model.Expr{e.Args, e.With} {
		for _, a := range list {
			v, err := data.Eval(a, env)
			if err != nil {
				return ""
			}
			values = append(values, v)
		}
	}
	return fmt.Sprintf(e.Says, values...)
}

package message

import (
	"fmt"

	"mpc/factor"
	"mpc/operators"
)

// Predicts tells whether the message is the posterior of a variable that nothing but
// its definitions, from random values, says something about, as that of a datum to
// come. Where there is none, as of a scale whose mean is infinite, only that posterior
// is missing: it is uniform, and what the factor says about all else is that in any
// case. So it is no error, if a uniform distribution is known from a posterior, as an
// improper one is.
func (u *Update) Predicts() bool {
	if u.Kind != Send || !u.Edge.Defines || u.Power != nil {
		return false
	}
	v := u.Edge.Variable
	switch v.Family {
	case factor.Normal, factor.Gamma, factor.InverseGamma:
	default:
		return false
	}
	if v.Algorithm != operators.EP || v.Point || v.Init != nil {
		return false
	}
	for _, e := range v.Edges {
		if !e.Defines {
			return false
		}
	}
	for _, s := range u.Factor.Slots {
		if s.Edge != nil && s.Edge != u.Edge {
			return true
		}
	}
	return false
}

// Unpredicted says that n messages that are posteriors could not be computed.
func (u *Update) Unpredicted(n int) string {
	return fmt.Sprintf("line %d: %s: %d posteriors of %s are uniform, as no finite mean and variance of what they would be is known", u.Factor.At.Line, u.Factor.Text, n, u.Edge.Variable.Name)
}

// LeftOut says that n updates of a statement gave no message: also whether the last
// iteration had all of them.
func (p *Program) LeftOut(line int, statement string, n int, settled bool) string {
	marginal, what := false, "a posterior"
	for _, u := range p.Updates {
		if u.Kind != Send || u.Factor.At.Line != line || u.Factor.Text != statement {
			continue
		}
		if u.Predicts() {
			return u.Unpredicted(n)
		}
		marginal = marginal || u.Immediate
	}
	if marginal {
		what = "a marginal or a cavity"
	}
	last := ""
	if settled {
		last = "; none in the last iteration"
	}
	return fmt.Sprintf("line %d: %s: %d updates were left out, where %s would not have been proper%s", line, statement, n, what, last)
}

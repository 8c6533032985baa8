package advice

import (
	"fmt"
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
	"mpc/operators"
	"mpc/schedule"
)

// zeros warns of products of two variables of VMP whose means stay 0: the message to
// each of them is in proportion to the mean of the other, so that where both start with
// mean 0 the data move neither.
func (c *Stages) zeros() (list lang.Diagnostics) {
	told := map[*factor.Variable]bool{}
	for _, f := range c.Graph.Factors {
		a, b := multiplied(f)
		if a == nil || a.Variable.Algorithm != operators.VMP || !c.inLoop(a) || !c.inLoop(b) {
			continue
		}
		m := c.means(nil)
		if out := f.Slot("out").Edge; out == nil || m.of(a.Variable) || m.of(b.Variable) || !m.others(out.Variable, f) {
			continue
		}
		drawn := drawnIn(b, drawnIn(a, nil))
		if len(drawn) == 0 || !slices.ContainsFunc(drawn, func(v *factor.Variable) bool { return !told[v] }) {
			continue
		}
		var names []string
		for _, v := range drawn {
			told[v] = true
			names = append(names, v.Source.Name)
		}
		start := drawn[0]
		for _, v := range drawn {
			if then := c.means(v); then.of(a.Variable) || then.of(b.Variable) {
				start = v
				break
			}
		}
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: f.At, Code: model.CodeSymmetry,
			Message: fmt.Sprintf("the means of %s start at 0, and every iteration keeps them there: what the data say about each factor of the product is in proportion to the mean of the other", lang.Enumerated(names))}
		list = append(list, *d.WithHint("start at random: init: {%s: random}", start.Source.Name))
	}
	return list
}

// multiplied returns the edges of what a product multiplies, nil where it is not two
// random variables.
func multiplied(f *factor.Factor) (a, b *factor.Edge) {
	switch f.Kind.Name {
	case "product":
		a, b = f.Slot("a").Edge, f.Slot("b").Edge
	case "dot_vector":
		a, b = f.Slot("w").Edge, f.Slot("x").Edge
	}
	if a == nil || b == nil || a.Variable == b.Variable {
		return nil, nil
	}
	return a, b
}

// drawnIn adds the variables that are drawn and from which that of an edge is computed.
func drawnIn(e *factor.Edge, list []*factor.Variable) []*factor.Variable {
	v := e.Variable
	switch {
	case slices.Contains(list, v):
	case !v.Derived && v.Source != nil:
		list = append(list, v)
	default:
		for _, d := range v.Edges {
			if !d.Defines {
				continue
			}
			for _, s := range d.Factor.Slots {
				if s.Edge != nil && s.Edge.Variable != v {
					list = drawnIn(s.Edge, list)
				}
			}
		}
	}
	return list
}

// inLoop tells whether the message over an edge is computed in a loop.
func (c *Stages) inLoop(e *factor.Edge) bool {
	u := c.Program.To[e.ID]
	found := false
	for _, step := range c.Schedule.Steps {
		if it, ok := step.(*schedule.Iterate); ok {
			each(it.Body, func(n int) { found = found || u != nil && n == u.ID })
		}
	}
	return found
}

// means says which messages and posteriors, as a schedule has computed them, may have a
// mean that is not 0.
type means struct {
	posterior map[*factor.Variable]bool
	sent      map[*factor.Edge]bool
}

// means follows the means through the schedule. The variable start, if not nil, starts
// with another mean than 0.
func (c *Stages) means(start *factor.Variable) *means {
	m := &means{map[*factor.Variable]bool{}, map[*factor.Edge]bool{}}
	for _, v := range c.Graph.Variables {
		m.posterior[v] = v == start || v.Init != nil && !isZero(v.Init.Arg("mean"))
	}
	each(c.Schedule.Steps, func(n int) {
		switch u := c.Program.Updates[n]; u.Kind {
		case message.Posterior:
			m.posterior[u.Variable] = m.others(u.Variable, nil)
		case message.Send:
			m.sent[u.Edge] = m.message(u)
		}
	})
	return m
}

// of tells whether the mean of a variable may be other than 0.
func (m *means) of(v *factor.Variable) bool {
	known := v.Source != nil && v.Source.Input != nil // entries that are not missing
	return known || m.posterior[v] || v.Derived && m.others(v, nil)
}

// others tells whether the mean of a product of messages may be other than 0, of all
// but those of one factor.
func (m *means) others(v *factor.Variable, but *factor.Factor) bool {
	return slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Factor != but && m.sent[e] })
}

// message tells whether the mean of a message may be other than 0. Of what it has no
// rule for it says so.
func (m *means) message(u *message.Update) bool {
	f := u.Factor
	a, _ := multiplied(f)
	linear := linearSlots[f.Kind.Name]
	some, all := false, true
	for _, arg := range u.Args {
		if arg.Slot == nil || a == nil && !slices.Contains(linear, arg.Slot.Name) {
			continue
		}
		var has bool
		switch e := arg.Slot.Edge; {
		case arg.Source == message.Data:
			has = !isZero(arg.Slot.Data)
		case e == nil:
			has = true
		case arg.Source == message.Cavity:
			has = m.others(e.Variable, f)
		default:
			has = m.of(e.Variable)
		}
		some, all = some || has, all && has
	}
	if a != nil {
		return all
	}
	return some || linear == nil || !slices.Contains(linear, u.Edge.Slot.Name)
}

// linearSlots has the slots of factors in whose messages each mean is linear in the
// others: all are 0 where the others are.
var linearSlots = map[string][]string{
	"normal_variance":            {"x", "mean"},
	"normal_precision":           {"x", "mean"},
	"normal_linear":              {"x", "a"},
	"mvnormal_covariance":        {"x", "mean"},
	"mvnormal_precision":         {"x", "mean"},
	"mvnormal_affine_covariance": {"x", "a", "offset"},
	"mvnormal_affine_precision":  {"x", "a", "offset"},
	"copy":                       {"out", "a"},
	"scale":                      {"out", "a"},
	"linear_map":                 {"out", "a"},
	"sum":                        {"out", "a", "b"},
	"difference":                 {"out", "a", "b"},
	"sum_of":                     {"out", "terms"},
	"equal":                      {"a", "b"},
	"dot":                        {"out", "w"},
	"dot_vector":                 {"out", "w"},
	"component":                  {"out", "w"},
}

// isZero tells whether an expression is 0, or a vector of zeros.
func isZero(e *model.Expr) bool {
	switch {
	case e == nil:
		return false
	case e.Op == model.OpList:
		return !slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return !isZero(a) })
	case e.Op == model.OpReduce && e.Type.Kind != model.Bool:
		return len(e.Args) == 1 && isZero(e.Args[0])
	}
	return e.IsNumber(0)
}

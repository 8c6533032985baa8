package lower

import (
	"strings"

	"mpc/codegen/code"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// scanIntegral lowers the function that draws precisions with normals integrated out.
func (l *lowering) scanIntegral(u *message.Update) *code.Row {
	d := u.Sampled
	i := d.Block.Integral
	var names []string
	var writes []*model.Variable
	for _, q := range i.Precisions {
		names, writes = append(names, q.Draw.Name()), append(writes, q.Draw.Variable())
	}
	x := d.Variables[i.Part]
	says := "draws " + strings.Join(names, " and ") + " with " + x.Name + " integrated out."
	return l.beside(u, Beside{Verb: "integrate", Variable: x, Says: says}, writes, func(f *chain) { f.integrate(u, x) })
}

func (f *chain) integrate(u *message.Update, x *model.Variable) {
	i := u.Sampled.Block.Integral
	integral := f.integralOf(u)
	f.asks(integral, "Reset", []code.Operand{f.countOf(x)})
	sums := nothingSaid(2)
	for _, r := range i.Rows {
		f.drawing.sums = []string{"square", "count"}
		sums = f.instances(r.Row.Term, sums, func(s []code.Operand) []code.Operand { return f.integrated(integral, x, r, s) })
	}
	f.origin = code.Origin{}
	f.asks(integral, "Say", sums)
	method := "Draw"
	var priors []code.Operand
	var results []code.Type
	for _, q := range i.Precisions {
		priors = append(priors, f.priorOf(u, q)...)
		results = append(results, code.Real)
		switch {
		case len(i.Precisions) == 2:
		case q.Within:
			method = "DrawWithin"
		default:
			method = "DrawBetween"
		}
	}
	drawn := f.asks(integral, method, append([]code.Operand{f.drawing.stream, f.real(i.Within), f.real(i.Between)}, priors...), results...)
	for k, q := range i.Precisions {
		v := drawn[k]
		if q.Inverse {
			v = f.apply("/", real(1), v)
		}
		f.store(f.slot(q.Draw, 0), v)
		f.choose(f.apply("==", f.apply("-", v, v), real(0)), nil, func() { f.faultAt("NotFinite", u.ID, nil) })
	}
}

// integrated adds what a row says of an element, and to the square and the count of all.
func (f *chain) integrated(integral *code.Place, x *model.Variable, r *conditional.Integrated, s []code.Operand) []code.Operand {
	slope := f.factorOf(&conditional.Slope{Slope: r.Slope})
	rest, weight := product{of: f.real(r.Rest)}, product{of: f.real(r.Weight)}
	t := f.times(weight, slope)
	f.asks(integral, "Add", []code.Operand{f.positionOf(x, r.At), f.valueOf(f.times(t, slope)), f.valueOf(f.times(t, rest))})
	square := f.valueOf(f.times(f.times(weight, rest), rest))
	return []code.Operand{f.apply("+", s[0], square), f.apply("+", s[1], real(1))}
}

// priorOf are the shape and the rate that are known of a precision without the elements.
func (f *chain) priorOf(u *message.Update, q *conditional.Precision) []code.Operand {
	n := mcmc.Natural(q.Draw.Family)
	sums := nothingSaid(2)
	for _, t := range q.Terms {
		f.drawing.sums = []string{n.First, n.Second}
		sums = f.instances(t, sums, func(s []code.Operand) []code.Operand {
			a, b := f.say(t, s[0], s[1])
			return []code.Operand{a, b}
		})
	}
	f.origin = code.Origin{}
	f.choose(f.proper(q.Draw.Family, sums), nil, func() { f.faultAt("Improper", u.ID, nil) })
	return f.parameters(q.Draw.Family, sums)
}

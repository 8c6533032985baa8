package codegen

import (
	"fmt"
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// integralName is the method that draws precisions with normals integrated out.
func integralName(d *conditional.Draw) string {
	return "integrate" + exported(d.Variables[d.Block.Integral.Part].Name)
}

// integrate prints that method.
func (g *generator) integrate(p *printer, u *message.Update) {
	d := u.Sampled
	i := d.Block.Integral
	x := d.Variables[i.Part]
	written := &conditional.Draw{}
	var names []string
	for _, q := range i.Precisions {
		written.Variables = append(written.Variables, q.Draw.Variable())
		names = append(names, q.Draw.Name())
	}
	f := g.chainFunction()
	f.keepSteady(written)
	f.stream()
	integral := f.field("integral", "&"+integralPrefix.name(g.blockNumber(u)))
	f.used[integral] = true
	precisions, linear, square, count := f.fresh("precisions"), f.fresh("linear"), f.fresh("square"), f.fresh("count")
	f.body.line("%s.Reset(c.%s)", integral, g.count(x.Dims))
	f.body.line("%s, %s := %s.Precision, %s.Linear\n%s, %s := 0.0, 0.0", precisions, linear, integral, integral, square, count)
	for _, r := range i.Rows {
		t := *r.Row.Term
		t.Message = &conditional.Message{Args: []*model.Expr{r.Slope, r.Rest, r.Weight}}
		f.instances(&t, func() { f.integrated(x, r, precisions, linear, square, count) })
	}
	f.body.line("%s.Say(%s, %s)", integral, square, count)
	method := "Draw"
	var priors, to []string
	for _, q := range i.Precisions {
		n := natural[q.Draw.Family]
		power, rate := f.fresh(n.first), f.fresh(n.second)
		f.body.line("%s, %s := 0.0, 0.0", power, rate)
		for _, t := range q.Terms {
			f.instances(t, func() { f.sayNumber(t, power, rate) })
		}
		f.body.line("if !(%s) {\nreturn origins.Fault(%d, dist.Improper, nil, c.course.Scans)\n}", fmt.Sprintf(n.proper, power, rate), u.ID)
		sign := "+"
		if q.Inverse {
			sign = "-"
		}
		priors = append(priors, power+sign+"1", rate)
		to = append(to, f.load(g.program.Constants[q.Draw.Variable()], nil, f.at0()))
		switch {
		case len(i.Precisions) == 2:
		case q.Within:
			method = "DrawWithin"
		default:
			method = "DrawBetween"
		}
	}
	f.body.line("%s = %s.%s(stream, %s, %s, %s)", strings.Join(to, ", "), integral, method, f.at0().real(i.Within), f.at0().real(i.Between), strings.Join(priors, ", "))
	for k, q := range i.Precisions {
		if q.Inverse {
			f.body.line("%s = 1 / %s", to[k], to[k])
		}
		f.body.line("if x := %s; x-x != 0 {\nreturn origins.Fault(%d, dist.NotFinite, nil, c.course.Scans)\n}", to[k], u.ID)
	}
	p.comment(fmt.Sprintf("%s draws %s with %s, line %d, integrated out.", integralName(d), strings.Join(names, " and "), x.Name, i.Term.Factor.At.Line))
	p.line("func (c *chain) %s() error {", integralName(d))
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

// integrated prints the addition of what a row says of an element.
func (f *function) integrated(x *model.Variable, r *conditional.Integrated, precisions, linear, square, count string) {
	var mine []string
	named := func(name, text string) string {
		if plain(text) {
			return text
		}
		name = f.fresh(name)
		mine = append(mine, name)
		f.body.line("%s := %s", name, text)
		return name
	}
	s := &conditional.Slope{Slope: r.Slope}
	at := named("at", f.flat(f.g.shape(x.Dims), r.At, f.at0()))
	slope := named("slope", f.at0().real(r.Slope))
	rest := named("rest", f.at0().real(r.Rest))
	weight := named("weight", f.at0().real(r.Weight))
	t := named("t", product(weight, s, slope))
	f.body.line("%s[%s] += %s\n%s[%s] += %s%s", precisions, at, product(t, s, slope), linear, at, times(t), rest)
	f.body.line("%s += %s%s*%s", square, times(weight), rest, rest)
	f.body.line("%s++", count)
	if len(r.Row.Term.Loops) > 0 {
		for _, x := range mine {
			delete(f.used, x)
		}
	}
}

// times prints what is to be multiplied by a number.
func times(x string) string {
	if x == "1.0" {
		return ""
	}
	return x + "*"
}

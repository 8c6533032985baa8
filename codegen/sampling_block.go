package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// Normals that are drawn together. Which elements a factor ties is found once, with the
// data; a scan adds up what the factors say, factors the precision matrix and draws.

// blocks lists the joint draws.
func (g *generator) blocks() (list []*message.Update) {
	for _, u := range g.program.Scan {
		if u.Sampled.Block != nil {
			list = append(list, u)
		}
	}
	return list
}

// blockNumber is that of a joint draw, from 1.
func (g *generator) blockNumber(u *message.Update) int {
	for k, o := range g.blocks() {
		if o == u {
			return k + 1
		}
	}
	return 0
}

// over prints the loops of reductions around a slope.
func (f *function) over(s *conditional.Slope, body func()) {
	for _, l := range s.Over {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	f.looping = append(f.looping, s.Over...)
	body()
	f.looping = f.looping[:len(f.looping)-len(s.Over)]
	for range s.Over {
		f.close()
	}
}

// saidOf is what a row says of the same elements, with the expressions that are printed
// there as its message.
func saidOf(r *conditional.Row) *conditional.Term {
	t := r.Said()
	t.Message = &conditional.Message{}
	if r.Wide && len(t.Guards) > 1 {
		all := t.Guards[0]
		for _, g := range t.Guards[1:] {
			all = model.Call("&&", model.Type{Kind: model.Bool}, all, g)
		}
		t.Guards = []*model.Expr{all}
	}
	for _, e := range []*model.Expr{r.Rest, r.Precision} {
		if e != nil {
			t.Message.Args = append(t.Message.Args, e)
		}
	}
	for _, s := range r.Slopes {
		if len(s.Over) == 0 {
			t.Message.Args = append(t.Message.Args, s.Slope)
		}
	}
	return t
}

// drawBlock prints the methods that draw normals together.
func (g *generator) drawBlock(p *printer, name string, u *message.Update) {
	switch {
	case u.Sampled.Block.Tables != nil:
		g.drawNetwork(p, name, u)
		return
	case u.Sampled.Block.Each:
		g.drawEach(p, name, u)
		return
	}
	d, n := u.Sampled, g.blockNumber(u)
	say := "say" + strings.TrimPrefix(name, "draw")
	f := g.chainFunction()
	f.stream()
	block := f.field("block", "&"+blockPrefix.name(n))
	f.used["block"] = true
	if d.Block.Integral != nil {
		f.body.line("if err := c.%s(); err != nil {\nreturn err\n}", integralName(d))
	}
	f.body.line("%s.Reset(c.%s)", block, patternPrefix.name(n))
	if d.Block.Sums == nil {
		f.body.line("c.%s(%s)", say, block)
	} else {
		known := f.fresh("known")
		f.body.line("%s := c.%s\nc.%s()", known, knownPrefix.name(n), referName(d))
		for k, scale := range d.Block.Scales {
			f.body.line("%s.AddSums(%s, %d, %s)", block, known, k, f.at0().real(scale))
		}
	}
	f.body.line("if !%s.Factor() {", block)
	f.body.comment("Precisions are so different that digits were lost.")
	f.body.line("%s.Again()\nc.%s(%s)", block, say, block)
	f.body.line("if !%s.FactorRows() {\nreturn origins.Fault(%d, dist.Improper, nil, c.course.Scans)\n}\n}", block, u.ID)
	f.body.line("if !%s.Draw(stream) {\nreturn origins.Fault(%d, dist.NotFinite, nil, c.course.Scans)\n}", block, u.ID)
	step := f.fresh("step")
	f.body.line("%s := %s.Step", step, block)
	for k, part := range d.Block.Parts {
		v := part.Variable()
		t := g.program.Constants[v]
		name := f.table(t)
		if len(v.Dims) == 0 {
			f.body.line("%s[0] += %s[%d]", name, step, 0)
		} else {
			i := f.fresh("i")
			f.body.line("for %s := range %s {\n%s[%s] += %s[%s]\n}", i, name, name, i, step, i)
		}
		if k+1 < len(d.Block.Parts) {
			f.body.line("%s = %s[len(%s):]", step, step, name)
		}
	}
	for _, r := range d.Block.Rescales {
		f.body.line("c.%s()", rescaleName(d, r))
	}
	p.comment(fmt.Sprintf("%s draws %s %s: %s.", name, d.Name(), d.Method.Phrase(), d.Reason))
	p.line("func (c *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")

	if d.Block.Sums != nil {
		g.known(p, u)
	}
	if d.Block.Integral != nil {
		g.integrate(p, u)
	}
	for _, r := range d.Block.Rescales {
		g.rescale(p, d, r)
	}
	f = g.chainFunction()
	f.keepSteady(&conditional.Draw{})
	f.used["block"] = true
	for _, r := range d.Block.Rows {
		f.sayRow(r)
	}
	p.comment(fmt.Sprintf("%s adds up what is said of %s: how far each mean is from where they stand.", say, d.Name()))
	p.line("func (c *chain) %s(block *mcmc.NormalBlock) {", say)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

// sayRow prints what a factor says of a block.
func (f *function) sayRow(r *conditional.Row) {
	switch {
	case r.Given != nil:
		f.instances(r.Instances(), func() { f.sayGiven(r) })
	case r.Wide:
		f.instances(r.Instances(), func() { f.sayWide(r) })
	default:
		f.instances(r.Instances(), func() { f.sayFew(r) })
	}
}

// sayGiven prints what a distribution that the data give says.
func (f *function) sayGiven(r *conditional.Row) {
	t := saidOf(r)
	x := f.input(r.Given.Input, r.Given.Args, f.at0())
	value := f.at0().real(r.Term.X)
	if len(t.Loops)+len(t.Guards) == 0 {
		f.body.line("block.Add1(%s.H-%s.P*%s, %s.P)", x, x, group(value), x)
		return
	}
	h, p := f.fresh("h"), f.fresh("p")
	f.body.line("%s, %s := 0.0, 0.0", h, p)
	f.passes(t, func() {
		x := f.input(r.Given.Input, r.Given.Args, f.at0())
		f.body.line("%s += %s.H - %s.P*%s\n%s += %s.P", h, x, x, group(value), p, x)
	})
	f.body.line("block.Add1(%s, %s)", h, p)
}

// sayWide prints what a factor says of as many elements as there are.
func (f *function) sayWide(r *conditional.Row) {
	t := saidOf(r)
	f.passes(t, func() {
		slope, k := f.fresh("slope"), ""
		f.body.line("%s := block.Slope", slope)
		for n, s := range r.Slopes {
			if len(s.Over) == 0 && k == "" {
				f.body.line("%s[%d] = %s", slope, n, f.slope(s))
				continue
			}
			if k == "" {
				k = f.fresh("kk")
				f.body.line("%s := %d", k, n)
			}
			f.over(s, func() { f.body.line("%s[%s] = %s\n%s++", slope, k, f.slope(s), k) })
		}
		f.body.line("block.AddRow(%s, %s)", f.at0().real(r.Rest), f.at0().real(r.Precision))
	})
	if len(t.Guards) > 0 {
		// The last guard is open until here.
		body := f.body.String()
		f.body.Truncate(len(strings.TrimSuffix(body, "}\n")))
		f.body.line("} else {\nblock.Skip()\n}")
	}
}

// slope prints how a row depends on an element.
func (f *function) slope(s *conditional.Slope) string {
	return f.at0().real(sloped(s))
}

// sloped is the slope, 0 where its condition does not hold.
func sloped(s *conditional.Slope) *model.Expr {
	if s.If == nil {
		return s.Slope
	}
	return &model.Expr{Op: model.OpCall, Fun: model.Choose, Type: model.Type{Kind: model.Real}, Args: []*model.Expr{s.If, s.Slope, model.Number(0)}, At: s.Slope.At}
}

// sayFew prints what a factor says of a few elements, all that it says of the same ones
// added up.
func (f *function) sayFew(r *conditional.Row) {
	n := len(r.Slopes)
	t := saidOf(r)
	if len(t.Loops)+len(t.Guards) == 0 {
		f.addUp(r, t, nil)
		return
	}
	names := f.declareSums(slices.Concat(sumNames(n)))
	f.addUp(r, t, names)
	f.body.line("block.Add%d(%s)", n, strings.Join(names, ", "))
	if r.Outer > 0 {
		for _, x := range names {
			delete(f.used, x)
		}
	}
}

// sumNames names what is added up about n normals: n of precision times mean, and the lower
// triangle of a precision matrix.
func sumNames(n int) (h, precisions []string) {
	for k := range n {
		h = append(h, "h"+suffix(n, k))
		for j := range k + 1 {
			precisions = append(precisions, "p"+suffix(n, k)+suffix(n, j))
		}
	}
	return h, precisions
}

// declareSums declares sums, with names that are free.
func (f *function) declareSums(list []string) (names []string) {
	for _, x := range list {
		names = append(names, f.fresh(x))
	}
	f.body.line("%s := %s", strings.Join(names, ", "), strings.TrimSuffix(strings.Repeat("0.0, ", len(names)), ", "))
	return names
}

// addUp prints the addition of what a row says to sums, but to those without a name; where
// there are no sums the call of Add.
func (f *function) addUp(r *conditional.Row, t *conditional.Term, sums []string) {
	n := len(r.Slopes)
	var names []string // free behind the loops around them
	fresh := func(name string) string {
		x := f.fresh(name)
		if len(t.Loops)+len(t.Guards)+r.Outer > 0 {
			names = append(names, x)
		}
		return x
	}
	f.passes(t, func() {
		slopes := make([]string, n)
		for k, s := range r.Slopes {
			x := sloped(s)
			if slopes[k] = f.at0().real(x); x.Op != model.OpNumber && !isName(slopes[k]) {
				slope := fresh("slope" + suffix(n, k))
				f.body.line("%s := %s", slope, slopes[k])
				slopes[k] = slope
			}
		}
		rest, precision := f.at0().real(r.Rest), f.at0().real(r.Precision)
		means := sums == nil || slices.ContainsFunc(sums[:n], func(x string) bool { return x != "" })
		if n > 1 && means && !isName(rest) && r.Rest.Op != model.OpNumber {
			x := fresh("rest")
			f.body.line("%s := %s", x, rest)
			rest = x
		}
		if !isName(precision) && r.Precision.Op != model.OpNumber {
			x := fresh("precision")
			f.body.line("%s := %s", x, precision)
			precision = x
		}
		var values []string
		times := make([]string, n)
		for k, s := range r.Slopes {
			if times[k] = product(precision, s, slopes[k]); !plain(times[k]) && n > 1 {
				x := fresh("t" + suffix(n, k))
				f.body.line("%s := %s", x, times[k])
				times[k] = x
			}
			value := group(rest)
			if times[k] != "1.0" {
				value = times[k] + "*" + value
			}
			values = append(values, value)
		}
		for k := range n {
			for j := range k + 1 {
				values = append(values, product(times[k], r.Slopes[j], slopes[j]))
			}
		}
		if sums == nil {
			f.body.line("block.Add%d(%s)", n, strings.Join(values, ", "))
			return
		}
		for k, x := range values {
			if sums[k] == "" {
				continue
			}
			if rest, ok := strings.CutPrefix(x, "-"); ok && isName(rest) {
				f.body.line("%s -= %s", sums[k], rest)
				continue
			}
			f.body.line("%s += %s", sums[k], x)
		}
	})
	for _, x := range names {
		delete(f.used, x)
	}
}

// plain tells whether a text is a name or a number, or minus one.
func plain(text string) bool {
	text = strings.TrimPrefix(text, "-")
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || isName(text)
}

// suffix numbers names where there are several.
func suffix(n, k int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprint(k)
}

// product prints x times a slope.
func product(x string, s *conditional.Slope, slope string) string {
	switch {
	case s.If == nil && s.Slope.IsNumber(1):
		return x
	case s.If == nil && s.Slope.IsNumber(-1):
		if strings.HasPrefix(x, "-") {
			return strings.TrimPrefix(x, "-")
		}
		return "-" + x
	}
	a, err := strconv.ParseFloat(x, 64)
	b, err2 := strconv.ParseFloat(slope, 64)
	if err == nil && err2 == nil {
		return number(a * b) // Go would not round the factors
	}
	if x == "1.0" {
		return slope
	}
	return x + "*" + group(slope)
}

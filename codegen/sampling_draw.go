package codegen

import (
	"fmt"
	"math"
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// scan prints the method that draws each variable anew, given all others.
func (g *generator) scan() string {
	var p, list printer
	for _, u := range g.program.Scan {
		name := "draw" + exported(u.Sampled.Variable().Name)
		list.line("if err := inf.%s(); err != nil {\nreturn err\n}", name)
		g.drawMethod(&p, name, u)
	}
	var out printer
	out.line("// scan draws each variable once, given the present values of all others.")
	out.line("func (inf *chain) scan() error {")
	out.Write(list.Bytes())
	out.line("return nil\n}\n")
	out.Write(p.Bytes())
	return out.String()
}

// drawMethod prints the method that draws the elements of a variable.
func (g *generator) drawMethod(p *printer, name string, u *message.Update) {
	f := g.function()
	d := u.Sampled
	f.element(d, func() { f.draw(u) })
	p.comment(fmt.Sprintf("%s draws %s, line %d, by %s: %s.", name, d.Name(), d.Pos().Line, d.Method, d.Reason))
	p.line("func (inf *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

// element opens the loops over the elements of what is drawn.
func (f *function) element(d *conditional.Draw, body func()) {
	for _, l := range d.Elements {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	for _, c := range d.Guards {
		f.open("if %s {", f.at0().truth(c))
	}
	body()
	for range len(d.Elements) + len(d.Guards) {
		f.close()
	}
}

// at0 prints expressions in one piece: their values change between two draws.
func (f *function) at0() env {
	v := f.env()
	v.inline = true
	return v
}

// value is the place of the element that is drawn.
func (f *function) value(d *conditional.Draw, k int) string {
	v := d.Variables[k]
	return f.load(f.g.program.Constants[v], d.At, f.at0())
}

// fault prints the return of an error about an update at the present element.
func (f *function) faultAt(u *message.Update, kind string) string {
	var at []string
	for _, l := range u.Sampled.Elements {
		at = append(at, f.index(l.Index))
	}
	element := "nil"
	if at != nil {
		element = "[]int{" + strings.Join(at, ", ") + "}"
	}
	return fmt.Sprintf("return inf.fault(%d, dist.%s, %s)", u.ID, kind, element)
}

// draw prints the draw of one element.
func (f *function) draw(u *message.Update) {
	d := u.Sampled
	switch d.Method {
	case conditional.Conjugate:
		switch d.Family {
		case "dirichlet":
			f.drawDirichlet(u)
		case "mvnormal":
			f.drawMvNormal(u)
		case "wishart":
			f.drawWishart(u)
		default:
			f.drawConjugate(u)
		}
	case conditional.Finite:
		f.drawFinite(u)
	case conditional.Slice:
		f.drawSlice(u)
	case conditional.Forward:
		f.drawForward(u, false)
	}
}

// term prints the loops and conditions of a term around what is said of each instance.
func (f *function) term(t *conditional.Term, body func()) {
	f.body.comment(fmt.Sprintf("line %d: %s", t.Factor.At.Line, t.Factor.Text))
	guards := t.Guards
	blocks := 0
	ready := func(rest []*model.Loop) {
		var later []*model.Expr
		for _, c := range guards {
			bound := true
			for _, l := range rest {
				bound = bound && !c.Uses(l.Index)
			}
			if !bound {
				later = append(later, c)
				continue
			}
			f.open("if %s {", f.at0().truth(c))
			blocks++
		}
		guards = later
	}
	ready(t.Loops)
	for k, l := range t.Loops {
		f.loop(l.Index, l.Lo, l.Hi, false)
		blocks++
		ready(t.Loops[k+1:])
	}
	body()
	for range blocks {
		f.close()
	}
}

// natural says how a family of numbers is drawn from its natural parameters.
var natural = map[string]struct {
	first, second  string // names of the sums
	proper         string // the condition that they are a distribution
	draw, cut      string // the calls, cut off between lo and hi
	low, high      string
	start1, start2 string
}{
	"normal":       {"h", "p", "p > 0", "mcmc.DrawNormalNatural(stream, h, p)", "mcmc.DrawTruncatedNormalNatural(stream, h, p, lo, hi)", "math.Inf(-1)", "math.Inf(1)", "0.0", "0.0"},
	"gamma":        {"power", "rate", "power > -1 && rate > 0", "mcmc.DrawGamma(stream, power+1, rate)", "mcmc.DrawTruncatedGamma(stream, power+1, rate, lo, hi)", "0.0", "math.Inf(1)", "0.0", "0.0"},
	"inversegamma": {"power", "rate", "power > 1 && rate > 0", "mcmc.DrawInverseGamma(stream, power-1, rate)", "", "0.0", "math.Inf(1)", "0.0", "0.0"},
	"beta":         {"yes", "no", "yes > -1 && no > -1", "mcmc.DrawBeta(stream, yes+1, no+1)", "mcmc.DrawTruncatedBeta(stream, yes+1, no+1, lo, hi)", "0.0", "1.0", "0.0", "0.0"},
}

// drawConjugate prints a draw of a number from the product of messages.
func (f *function) drawConjugate(u *message.Update) {
	d := u.Sampled
	n := natural[d.Family]
	f.stream()
	a, b := n.first, n.second
	for _, x := range []string{a, b, "lo", "hi", "da", "db"} {
		f.used[x] = true
	}
	f.body.line("%s, %s := %s, %s", a, b, n.start1, n.start2)
	cut := false
	for _, t := range d.Terms {
		cut = cut || t.Bounds != nil
	}
	if cut {
		f.body.line("lo, hi := %s, %s", n.low, n.high)
	}
	for _, t := range d.Terms {
		f.term(t, func() {
			if t.Message != nil {
				f.sayNumber(t.Message, a, b)
			}
			f.bounds(u, t)
		})
	}
	f.body.line("if !(%s) {\n%s\n}", n.proper, f.faultAt(u, "Improper"))
	draw := n.draw
	if cut {
		f.body.line("if !(lo <= hi) {\n%s\n}", f.faultAt(u, "Contradiction"))
		draw = n.cut
	}
	f.body.line("%s = %s", f.value(d, 0), draw)
}

func (f *function) stream() { f.field("stream", "&inf.stream") }

// sayNumber prints the addition of a message to the natural parameters.
func (f *function) sayNumber(m *conditional.Message, a, b string) {
	v := f.at0()
	if strings.HasPrefix(m.Operator, "Given") {
		x := v.f.input(m.Args[0].Input, m.Args[0].Args, v)
		switch m.Operator {
		case "GivenNormal":
			f.body.line("%s += %s.H\n%s += %s.P", a, x, b, x)
		case "GivenGamma":
			f.body.line("%s += %s.Shape - 1\n%s += %s.Rate", a, x, b, x)
		case "GivenInverseGamma":
			f.body.line("%s += %s.Shape + 1\n%s += %s.Rate", a, x, b, x)
		case "GivenBeta":
			f.body.line("%s += %s.A - 1\n%s += %s.B - 1", a, x, b, x)
		}
		return
	}
	var args []string
	for k, e := range m.Args {
		switch {
		case m.Operator == "BetaTruth":
			args = append(args, v.truth(e))
		case m.Operator == "BetaCount", m.Operator == "GammaCount" && k == 0:
			args = append(args, v.whole(e))
		default:
			args = append(args, v.real(e))
		}
	}
	da, db := "d"+a, "d"+b
	f.used[da], f.used[db] = true, true
	f.body.line("%s, %s := operators.%s(%s)\n%s += %s\n%s += %s", da, db, m.Operator, strings.Join(args, ", "), a, da, b, db)
}

// bounds prints where the conditions of a term leave the value: between lo and hi.
func (f *function) bounds(u *message.Update, t *conditional.Term) {
	v := f.at0()
	for _, b := range t.Bounds {
		rest := v.real(b.Rest)
		switch {
		case b.Slope.IsNumber(1):
			f.body.line("lo = max(lo, -%s)", group(rest))
		case b.Slope.IsNumber(-1):
			f.body.line("hi = min(hi, %s)", rest)
		default:
			f.open("if slope, rest := %s, %s; slope > 0 {", v.real(b.Slope), rest)
			f.body.line("lo = max(lo, -rest/slope)")
			f.elseIf("slope < 0")
			f.body.line("hi = min(hi, -rest/slope)")
			f.elseIf("!(rest > 0)")
			f.body.line("%s", f.faultAt(u, "Contradiction"))
			f.close()
		}
	}
}

// drawFinite prints a draw of a whole number or a truth: the density of all values.
func (f *function) drawFinite(u *message.Update) {
	d := u.Sampled
	f.stream()
	for _, x := range []string{"weights", "log", "value", "ok"} {
		f.used[x] = true
	}
	f.field("weights", "inf.weights[:0]")
	f.body.line("weights = weights[:0]")
	n := len(d.Variables)
	names := make([]string, n)
	values := make([]string, n)
	for k, v := range d.Variables {
		names[k] = f.value(d, k)
		values[k] = f.fresh("k")
		size := "2"
		if v.Type.Kind != model.Bool {
			size = f.at0().whole(d.Values(k))
		}
		f.open("for %s := range %s {", values[k], size)
		if v.Type.Kind == model.Bool {
			f.body.line("%s = %s == 1", names[k], values[k])
		} else {
			f.body.line("%s = %s", names[k], values[k])
		}
	}
	f.body.line("log := 0.0")
	f.density(d)
	f.body.line("weights = append(weights, log)")
	for range d.Variables {
		f.close()
	}
	f.body.line("inf.weights = weights")
	f.body.line("value, ok := mcmc.DrawCategorical(stream, weights)")
	f.body.line("if !ok {\n%s\n}", f.faultAt(u, "Contradiction"))
	for k := n - 1; k >= 0; k-- {
		v := d.Variables[k]
		pick := "value"
		if k > 0 {
			size := "2"
			if v.Type.Kind != model.Bool {
				size = f.at0().whole(d.Values(k))
			}
			pick = "value % " + group(size)
			if v.Type.Kind == model.Bool {
				f.body.line("%s = %s == 1", names[k], pick)
			} else {
				f.body.line("%s = %s", names[k], pick)
			}
			f.body.line("value /= %s", size)
			continue
		}
		if v.Type.Kind == model.Bool {
			f.body.line("%s = %s == 1", names[k], pick)
		} else {
			f.body.line("%s = %s", names[k], pick)
		}
	}
}

// drawSlice prints a draw by slice sampling.
func (f *function) drawSlice(u *message.Update) {
	d := u.Sampled
	f.stream()
	whole := d.Variable().Type.Kind != model.Real
	slice := "slice"
	if whole {
		slice = "wholeSlice"
	}
	for _, x := range []string{"lo", "hi", "began", "more", "log", "from", "width"} {
		f.used[x] = true
	}
	lo, hi := d.Support()
	at := f.value(d, 0)
	widths := f.g.widths(d.Variable())
	width := f.field(widths, "inf.width."+widths) + at[strings.Index(at, "["):]
	if whole {
		f.body.line("lo, hi := %d, math.MaxInt", int(max(lo, math.MinInt64)))
	} else {
		f.body.line("lo, hi := %s, %s", limit(lo), limit(hi))
		for _, t := range d.Terms {
			if t.Bounds != nil {
				f.term(t, func() { f.bounds(u, t) })
			}
		}
	}
	f.body.line("from, began, more := %s, false, true", at)
	f.open("for more {")
	f.body.line("log := 0.0")
	f.density(d)
	f.open("if began {")
	f.body.line("%s, more = inf.%s.Next(log)", at, slice)
	f.orElse()
	f.body.line("%s, more = inf.%s.Begin(stream, %s.Width, from, log, lo, hi)", at, slice, width)
	f.body.line("began = true")
	f.close()
	f.close()
	f.body.line("%s = inf.%s.Value()", at, slice)
	f.body.line("if fault := inf.%s.Fault(); fault != mcmc.SliceFine {\nreturn inf.sliceFault(%s)\n}", slice, strings.TrimPrefix(strings.TrimSuffix(f.faultAt(u, "NotFinite"), ")"), "return inf.fault(")+", fault")
	f.open("if inf.tuning {")
	if whole {
		f.body.line("%s.Tune(float64(from), float64(%s))", width, at)
	} else {
		f.body.line("%s.Tune(from, %s)", width, at)
	}
	f.close()
}

// limit prints a bound.
func limit(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "math.Inf(1)"
	case math.IsInf(x, -1):
		return "math.Inf(-1)"
	}
	return number(x)
}

// widths is the field with the widths of slices of a variable.
func (g *generator) widths(v *model.Variable) string {
	g.sliced[v] = true
	return local(v.Name) + "Width"
}

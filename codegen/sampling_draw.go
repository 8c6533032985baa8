package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/names"
	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// scan prints the method that draws each variable anew, given all others.
func (g *generator) scan() string {
	var p, list printer
	names := g.drawNames()
	for k, u := range g.program.Scan {
		name := names[k]
		list.line("if err := c.%s(); err != nil {\nreturn err\n}", name)
		g.drawMethod(&p, name, u)
	}
	var out printer
	name := "scan"
	if g.settles {
		out.WriteString(settleText)
		name = "sweep"
	}
	out.line("// %s draws each variable once, given the present values of all others.", name)
	out.line("func (c *chain) %s() error {", name)
	out.Write(list.Bytes())
	if len(g.program.Message.Sampling.Doubtful()) > 0 {
		out.line("if c.course.Scans == 0 {\nreturn c.look()\n}")
	}
	out.line("return nil\n}\n")
	out.Write(p.Bytes())
	g.look(&out)
	return out.String()
}

// drawNames are the names of the methods that draw: of what is drawn, or, of many variables
// or where another is called so, of the first of it.
func (g *generator) drawNames() []string {
	const few = 3
	methods := make([]string, len(g.program.Scan))
	taken := map[string]bool{}
	for k, u := range g.program.Scan {
		methods[k] = "draw" + exported(u.Sampled.Variable().Name)
		taken[names.Plain(methods[k])] = true
	}
	for k, u := range g.program.Scan {
		list := u.Sampled.Variables
		if len(list) == 1 || len(list) > few {
			continue
		}
		name := "draw"
		for _, v := range list {
			name += exported(v.Name)
		}
		if plain := names.Plain(name); !taken[plain] {
			methods[k], taken[plain] = name, true
		}
	}
	return methods
}

// drawMethod prints the method that draws the elements of a variable.
func (g *generator) drawMethod(p *printer, name string, u *message.Update) {
	if u.Sampled.Block != nil {
		g.drawBlock(p, name, u)
		return
	}
	f := g.chainFunction()
	d := u.Sampled
	f.keepSteady(d)
	f.drawing = d
	if scatters := d.Scatters(); len(scatters) > 0 {
		f.drawSums(u, scatters)
	} else {
		f.stretch(stretch{draws: true}, func() {
			f.elements(d, func() { f.stretch(stretch{around: d.Elements, draws: true}, func() { f.draw(u) }) })
		})
	}
	f.keepWeights()
	p.comment(drawComment(name, u))
	p.line("func (c *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

// elements opens the loops over the elements of what is drawn.
func (f *function) elements(d *conditional.Draw, body func()) {
	for k, l := range d.Elements {
		f.loop(l.Index, l.Lo, l.Hi, d.Down[k])
	}
	for _, c := range d.Guards {
		f.open("if %s {", f.at0().truth(c))
	}
	f.looping = append(f.looping, d.Elements...)
	body()
	f.looping = f.looping[:len(f.looping)-len(d.Elements)]
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

// drawn is the place of the element that is drawn.
func (f *function) drawn(d *conditional.Draw, k int) string {
	v := d.Variables[k]
	return f.load(f.g.program.Constants[v], d.At, f.at0())
}

// draw prints the draw of one element.
func (f *function) draw(u *message.Update) {
	d := u.Sampled
	if d.Seen != nil {
		f.open("if mcmc.Lacks(%s) { // else all of it is a datum", f.slice(d.Seen))
		defer f.close()
	}
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
	case conditional.Finite, conditional.Summed:
		f.drawFinite(u)
	case conditional.Slice, conditional.AdaptiveRejection:
		f.drawSlice(u)
	case conditional.Elliptical:
		f.drawElliptical(u)
	case conditional.Forward, conditional.Augmented:
		f.drawForward(u, false)
	}
}

// instances prints the loops and conditions of a term around what is said of each instance.
func (f *function) instances(t *conditional.Term, body func()) {
	f.body.comment(fmt.Sprintf("line %d: %s", t.Factor.At.Line, t.Factor.Text))
	if len(t.Loops) == 0 {
		f.passes(t, body)
		return
	}
	f.stretch(stretch{around: slices.Clone(f.looping)}, func() { f.passes(t, body) })
}

// passes is instances without a word on the statement.
func (f *function) passes(t *conditional.Term, body func()) {
	guards := t.Guards
	list, answered, listed := f.listed(t)
	if listed {
		guards = slices.Delete(slices.Clone(guards), answered, answered+1)
	}
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
	settled, around := func() {}, 0
	ready(t.Loops)
	for k, l := range t.Loops {
		if k == len(t.Loops)-1 {
			settled, around = f.settle(t), blocks
		}
		if k == 0 && listed {
			f.open("for _, %s := range %s {", f.index(l.Index), list)
			last := &f.headers[len(f.headers)-1]
			last.index, last.count = f.index(l.Index), list
		} else {
			f.loop(l.Index, l.Lo, l.Hi, false)
		}
		f.looping = append(f.looping, l)
		blocks++
		ready(t.Loops[k+1:])
	}
	body()
	f.looping = f.looping[:len(f.looping)-len(t.Loops)]
	for ; blocks > around; blocks-- {
		f.close()
	}
	settled() // before the loops around it are closed, which see what of them is used
	for range blocks {
		f.close()
	}
}

// natural says how numbers of a family are drawn from the two sums of their natural
// parameters, %[1]s and %[2]s.
var natural = map[string]struct {
	first, second string // names of the sums
	proper, draw  string // the condition that they are a distribution, and the call
	properCut     string // the same, cut off between %[3]s and %[4]s
	cut           string
	low, high     string
}{
	"normal": {"h", "p", "%[2]s > 0", "%[1]s/%[2]s + stream.Normal()/math.Sqrt(%[2]s)",
		"mcmc.ProperTruncatedNormal(%[1]s, %[2]s, %[3]s, %[4]s)", "mcmc.DrawTruncatedNormalNatural(stream, %[1]s, %[2]s, %[3]s, %[4]s)", "math.Inf(-1)", "math.Inf(1)"},
	"gamma": {"power", "rate", "%[1]s > -1 && %[2]s > 0", "mcmc.DrawGamma(stream, %[1]s+1, %[2]s)",
		"mcmc.ProperTruncatedGamma(%[1]s+1, %[2]s, %[3]s, %[4]s)", "mcmc.DrawTruncatedGamma(stream, %[1]s+1, %[2]s, %[3]s, %[4]s)", "0.0", "math.Inf(1)"},
	"inversegamma": {"power", "rate", "%[1]s > 1 && %[2]s > 0", "mcmc.DrawInverseGamma(stream, %[1]s-1, %[2]s)",
		"mcmc.ProperTruncatedInverseGamma(%[1]s-1, %[2]s, %[3]s, %[4]s)", "mcmc.DrawTruncatedInverseGamma(stream, %[1]s-1, %[2]s, %[3]s, %[4]s)", "0.0", "math.Inf(1)"},
	"beta": {"yes", "no", "%[1]s > -1 && %[2]s > -1", "mcmc.DrawBeta(stream, %[1]s+1, %[2]s+1)",
		"%[1]s > -1 && %[2]s > -1", "mcmc.DrawTruncatedBeta(stream, %[1]s+1, %[2]s+1, %[3]s, %[4]s)", "0.0", "1.0"},
}

// drawConjugate prints a draw of a number from the product of messages.
func (f *function) drawConjugate(u *message.Update) {
	d := u.Sampled
	n := natural[d.Family]
	f.stream()
	a, b := f.fresh(n.first), f.fresh(n.second)
	lo, hi := "", ""
	f.body.line("%s, %s := 0.0, 0.0", a, b)
	cut := slices.ContainsFunc(d.Terms, func(t *conditional.Term) bool { return t.Bounds != nil })
	if cut {
		lo, hi = f.fresh("lo"), f.fresh("hi")
		f.body.line("%s, %s := %s, %s", lo, hi, n.low, n.high)
	}
	for _, t := range d.Terms {
		f.instances(t, func() {
			if t.Message != nil {
				f.sayNumber(t, a, b)
			}
			f.bounds(u, t, lo, hi)
		})
	}
	f.drawNatural(u, a, b, lo, hi)
	if d.Scale != nil {
		f.moveScale(u)
	}
}

// drawNatural prints a draw from the sums of natural parameters a and b, cut off between
// lo and hi where they are not "".
func (f *function) drawNatural(u *message.Update, a, b, lo, hi string) {
	d := u.Sampled
	n := natural[d.Family]
	with := func(format string) string {
		if !strings.Contains(format, "%[3]s") {
			return fmt.Sprintf(format+"%[3]s", a, b, "")
		}
		return fmt.Sprintf(format, a, b, lo, hi)
	}
	proper := with(n.proper)
	if lo != "" {
		proper = with(n.properCut)
	}
	if d.StartsImproper() {
		f.g.settles = true
		f.open("if !(%s) {", proper)
		f.body.line("if !c.beginning {\n%s\n}\nc.skipped = true", f.faultAt(u, "Improper"))
		f.orElse()
		defer f.close()
	} else if d.Family == "normal" {
		f.body.line("if !(%s && %s <= math.MaxFloat64) {\nif %s > 0 {\n%s\n}\n%s\n}", proper, b, b, f.faultAt(u, "NotFinite"), f.faultAt(u, "Improper"))
	} else {
		f.body.line("if !(%s) {\n%s\n}", proper, f.faultAt(u, "Improper"))
	}
	if lo == "" {
		f.body.line("%s = %s", f.drawn(d, 0), with(n.draw))
		return
	}
	f.g.settles = true
	possible := lo + " <= " + hi
	if d.Fixed() {
		possible = lo + " < " + hi
	}
	if f.g.program.Message.Sampling.GivesWay(d) {
		low, high := d.Support()
		f.oneSide(d, lo, hi, limit(low), limit(high))
		possible += " && " + proper // also between the bounds that are left
	}
	f.body.line("switch {\ncase %s:\n%s = %s", possible, f.drawn(d, 0), with(n.cut))
	f.body.line("case c.beginning:\nc.skipped = true\ndefault:\n%s\n}", f.faultBy(u, "Contradiction", culprit(d)))
}

// oneSide prints that, in the first scan, one of the bounds of a number is given up that
// leave nothing between them.
func (f *function) oneSide(d *conditional.Draw, lo, hi, low, high string) {
	if !f.g.program.Message.Sampling.GivesWay(d) {
		return
	}
	f.body.line("if !(%s <= %s) && c.beginning {\nc.skipped = true\n%s, %s = mcmc.OneSide(c.try, %s, %s, %s, %s)\n}", lo, hi, lo, hi, lo, hi, low, high)
}

func (f *function) stream() { f.field("stream", "&course.Stream") }

// saidOfMatrices are the methods of VectorWork for messages that read vectors.
var saidOfMatrices = map[string]string{"GammaMvNormal": "SayNormal", "GammaWishartScale": "SayWishart", "GammaWishartInverse": "SayWishartInverse"}

// sayNumber prints the addition of a message to the natural parameters, as often as its
// factor counts.
func (f *function) sayNumber(t *conditional.Term, a, b string) {
	m, v, times := t.Message, f.at0(), ""
	if t.Times != nil {
		times = group(v.real(t.Times)) + "*"
	}
	if strings.HasPrefix(m.Operator, "Given") {
		x := v.f.input(m.Args[0].Input, m.Args[0].Args, v)
		first, second := "", ""
		switch m.Operator {
		case "GivenNormal":
			first, second = x+".H", x+".P"
		case "GivenGamma":
			first, second = x+".Shape - 1", x+".Rate"
		case "GivenInverseGamma":
			first, second = x+".Shape + 1", x+".Rate"
		case "GivenBeta":
			first, second = x+".A - 1", x+".B - 1"
		}
		if times != "" {
			first, second = times+group(first), times+group(second)
		}
		f.body.line("%s += %s\n%s += %s", a, first, b, second)
		return
	}
	var args []string
	operator, values := simpler(m)
	operator = "operators." + operator
	if said := saidOfMatrices[m.Operator]; said != "" {
		operator, f.g.matrices = "c.vector."+said, true
	}
	for k, e := range values {
		switch {
		case e.Type.Dimensions > 0 || e.Op == model.OpList:
			args = append(args, f.slice(e))
		case m.Operator == "BetaTruth":
			args = append(args, v.truth(e))
		case m.Operator == "BetaCount", m.Operator == "GammaCount" && k == 0:
			args = append(args, v.whole(e))
		default:
			args = append(args, v.real(e))
		}
	}
	if times != "" {
		once, other := f.fresh("once"), f.fresh("other")
		f.body.line("%s, %s := %s(0, 0, %s)", once, other, operator, strings.Join(args, ", "))
		f.body.line("%s += %s%s\n%s += %s%s", a, times, once, b, times, other)
		if len(t.Loops)+len(t.Guards) > 0 {
			delete(f.used, once)
			delete(f.used, other)
		}
		return
	}
	f.body.line("%s, %s = %s(%s, %s, %s)", a, b, operator, a, b, strings.Join(args, ", "))
}

// bounds prints where the conditions of a term leave the value: between lo and hi.
func (f *function) bounds(u *message.Update, t *conditional.Term, lo, hi string) {
	v := f.at0()
	for _, b := range t.Bounds {
		rest := v.real(b.Rest)
		switch {
		case b.Slope.IsNumber(1):
			if b.Rest.Op == model.OpNumber {
				f.body.line("%s = max(%s, %s)", lo, lo, number(0-b.Rest.Value))
				break
			}
			f.body.line("%s = max(%s, -%s)", lo, lo, group(rest))
		case b.Slope.IsNumber(-1):
			f.body.line("%s = min(%s, %s)", hi, hi, rest)
		default:
			slope, rests := f.fresh("slope"), f.fresh("rest")
			f.open("if %s, %s := %s, %s; %s > 0 {", slope, rests, v.real(b.Slope), rest, slope)
			f.body.line("%s = max(%s, -%s/%s)", lo, lo, rests, slope)
			f.elseIf(slope + " < 0")
			f.body.line("%s = min(%s, -%s/%s)", hi, hi, rests, slope)
			f.elseIf("!(" + rests + " " + above(b) + " 0)")
			f.g.settles = true
			f.body.line("if !c.beginning {\n%s\n}\nc.skipped = true", f.faultBy(u, "Contradiction", t.Factor))
			f.close()
		}
	}
}

// above is how what is left of a condition must compare with 0 where it does not depend on
// the value.
func above(b *conditional.Bound) string {
	if b.Closed {
		return ">="
	}
	return ">"
}

package codegen

import (
	"strings"

	"mpc/codegen/names"
	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// Where instances of a factor say themselves which element they are about, as
// y[i] ~ normal(mu[g[i]], ...) does, one pass over them adds each message to the sums of
// its element: a scan is linear in their number, whatever the number of elements. The
// sums are arrays of the chain.

// A chainSum is such an array.
type chainSum struct {
	name string
	dims []*model.Expr // it has an element for each of these
	one  bool          // it is of one element at a time
}

// sumOf is the local variable of an array of sums of a draw.
func (f *function) sumOf(d *conditional.Draw, what string) string {
	t := f.g.program.Constants[d.Variable()]
	name := local(d.Variable().Name) + strings.ToUpper(what[:1]) + what[1:]
	for f.taken(name) {
		name += "_"
	}
	f.used[names.Plain(name)] = true
	f.g.chainSums = append(f.g.chainSums, chainSum{name, t.Dims, false})
	return f.field(name, "sum."+name)
}

// drawSums prints the draws of all elements of a variable, the messages of some terms
// being added up before.
func (f *function) drawSums(u *message.Update, scatters map[int]*conditional.Scatter) {
	d := u.Sampled
	if d.Family == "dirichlet" {
		f.drawCounts(u, scatters)
		return
	}
	n := natural[d.Family]
	f.stream()
	t := f.g.program.Constants[d.Variable()]
	first, second := f.sumOf(d, n.first), f.sumOf(d, n.second)
	begun := false
	var each []*conditional.Term
	// open begins a loop over the elements with their sums in a and b.
	open := func(a, b string) {
		if !begun {
			f.body.line("%s, %s := 0.0, 0.0", a, b)
		} else {
			at := f.flat(f.g.shape(t.Dims), d.At, f.at0())
			f.body.line("%s, %s := %s[%s], %s[%s]", a, b, first, at, second, at)
		}
		for _, t := range each {
			f.instances(t, func() { f.sayNumber(t, a, b) })
		}
	}
	for k, term := range d.Terms {
		s := scatters[k]
		if s == nil {
			each = append(each, term)
			continue
		}
		switch {
		case each != nil:
			f.elements(d, func() {
				a, b := f.fresh(n.first), f.fresh(n.second)
				open(a, b)
				at := f.flat(f.g.shape(t.Dims), d.At, f.at0())
				f.body.line("%s[%s], %s[%s] = %s, %s", first, at, second, at, a, b)
			})
		case !begun:
			f.body.line("clear(%s)\nclear(%s)", first, second)
		}
		each, begun = nil, true
		f.scattered(s, func() {
			at := f.fresh("to")
			f.body.line("%s := %s", at, f.flat(f.g.shape(t.Dims), s.At, f.at0()))
			f.sayNumber(s.Term, first+"["+at+"]", second+"["+at+"]")
		})
	}
	f.elements(d, func() {
		a, b := f.fresh(n.first), f.fresh(n.second)
		open(a, b)
		f.drawNatural(u, a, b, "", "")
	})
}

// scattered prints the loops and conditions of a term that was turned around.
func (f *function) scattered(s *conditional.Scatter, body func()) {
	for _, l := range s.Elements {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	f.looping = append(f.looping, s.Elements...)
	f.instances(s.Term, body)
	f.looping = f.looping[:len(f.looping)-len(s.Elements)]
	for range s.Elements {
		f.close()
	}
}

// drawCounts prints draws of probabilities whose counts are added up before.
func (f *function) drawCounts(u *message.Update, scatters map[int]*conditional.Scatter) {
	d := u.Sampled
	f.stream()
	t := f.g.program.Constants[d.Variable()]
	all := f.sumOf(d, "counts")
	f.body.line("clear(%s)", all)
	var each []*conditional.Term
	open := func() string {
		counts := f.fresh("counts")
		f.body.line("%s := %s", counts, f.part(all, f.g.shape(t.Dims), d.At, f.at0()))
		for _, t := range each {
			f.instances(t, func() { f.sayCounts(t, counts, f.faultAt(u, "Contradiction")) })
		}
		return counts
	}
	for k, term := range d.Terms {
		s := scatters[k]
		if s == nil {
			each = append(each, term)
			continue
		}
		if each != nil {
			f.elements(d, func() { open() })
			each = nil
		}
		f.scattered(s, func() {
			counts := f.fresh("to")
			f.body.line("%s := %s", counts, f.part(all, f.g.shape(t.Dims), s.At, f.at0()))
			f.sayCounts(s.Term, counts, f.faultOf(u, "Contradiction", s.At))
		})
	}
	f.elements(d, func() { f.drawFromCounts(u, f.wholeValue(d), open()) })
}

// declareSums prints the arrays of sums of a chain.
func (g *generator) declareSums(p *printer) {
	for _, one := range []bool{false, true} {
		open := false
		for _, s := range g.chainSums {
			if s.one != one {
				continue
			}
			if !open {
				p.line("%s struct { // of the messages to %s", s.field(), map[bool]string{false: "each element", true: "one element"}[one])
				open = true
			}
			p.line("%s []float64", s.name)
		}
		if open {
			p.line("}")
		}
	}
}

// field is the field of a chain that an array stands in.
func (s chainSum) field() string {
	if s.one {
		return "count"
	}
	return "sum"
}

// makeSums prints how they are made.
func (g *generator) makeSums(p *printer) {
	for _, s := range g.chainSums {
		p.line("c.%s.%s = make([]float64, inf.%s)", s.field(), s.name, g.count(s.dims))
	}
}

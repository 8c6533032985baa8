package codegen

import (
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// Which elements of what is drawn together are tied, found once with the data.

// blockKind begins the names of types of mcmc that a block is drawn with.
func blockKind(u *message.Update) string {
	if u.Sampled.Block.Tables != nil {
		return "Finite"
	}
	return "Normal"
}

// declarePatterns prints the fields of patterns.
func (g *generator) declarePatterns(p *printer) {
	for k, u := range g.blocks() {
		p.line("%s *mcmc.%s // of %s", patternPrefix.name(k+1), blockKind(u)+"Pattern", u.Sampled.Name())
		if u.Sampled.Block.Sums != nil {
			p.line("%s *mcmc.NormalSums // of them", knownPrefix.name(k+1))
		}
	}
}

// makePatterns prints the method that finds which elements are tied.
func (g *generator) makePatterns() string {
	list := g.blocks()
	if len(list) == 0 {
		return ""
	}
	f := g.function()
	for k, u := range list {
		field := "inf." + patternPrefix.name(k+1)
		switch {
		case u.Sampled.Block.Tables != nil:
			f.networkPattern(u.Sampled, field)
		case u.Sampled.Block.Each:
			f.patternOfEach(u.Sampled, field)
		default:
			f.pattern(u.Sampled, field)
			f.makeKnown(u, k+1)
		}
	}
	var p printer
	p.line("// patterns finds which of the values that are drawn together are tied to each other.\nfunc (inf *Inference) patterns() {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("}\n")
	return p.String()
}

// coordinates prints where the elements of each variable of a block begin among all of
// them, and at last how many these are; place prints that of an element.
func (f *function) coordinates(d *conditional.Draw) (from []string, place func(part int, at []*model.Expr) string) {
	parts := d.Block.Parts
	from = make([]string, len(parts)+1)
	last := ""
	for k, part := range parts {
		count := f.self + "." + f.g.count(part.Variable().Dims)
		if last != "" {
			count = last + " + " + count
		}
		if last = count; k+1 < len(parts) {
			last = f.fresh(local(parts[k+1].Variable().Name) + "From")
			f.body.line("%s := %s", last, count)
		}
		from[k+1] = last
	}
	return from, func(part int, at []*model.Expr) string {
		text := f.flat(f.g.shape(d.Variables[part].Dims), at, f.at0())
		switch {
		case from[part] == "":
			return text
		case text == "0":
			return from[part]
		}
		return from[part] + " + " + group(text)
	}
}

// pattern prints how one pattern of normals is made.
func (f *function) pattern(d *conditional.Draw, field string) {
	from, place := f.coordinates(d)
	pattern := f.fresh("p")
	f.body.line("%s := mcmc.NewNormalPattern(%s)", pattern, from[len(d.Block.Parts)])
	at := func(s *conditional.Slope) string { return place(s.Part, s.At) }
	tied := ""
	for _, r := range d.Block.Rows {
		f.instances(r.Instances(), func() {
			if !r.Wide {
				var list []string
				for _, s := range r.Slopes {
					if s.If == nil || !r.Planned(s.If) {
						list = append(list, at(s))
						continue
					}
					c := f.fresh("c")
					f.body.line("%s := -1\nif %s {\n%s = %s\n}", c, f.at0().truth(s.If), c, at(s))
					list = append(list, c)
				}
				f.body.line("%s.Say(%s)", pattern, strings.Join(list, ", "))
				return
			}
			if tied == "" {
				tied = f.fresh("tied")
				f.hoisted[tied] = "[]int(nil)"
			}
			f.body.line("%s = %s[:0]", tied, tied)
			for _, s := range r.Slopes {
				f.over(s, func() {
					if s.If == nil || !r.Planned(s.If) {
						f.body.line("%s = append(%s, %s)", tied, tied, at(s))
						return
					}
					f.body.line("if %s {\n%s = append(%s, %s)\n} else {\n%s = append(%s, -1)\n}", f.at0().truth(s.If), tied, tied, at(s), tied, tied)
				})
			}
			f.body.line("%s.SayRow(%s)", pattern, tied)
		})
	}
	f.order(d, pattern, field)
}

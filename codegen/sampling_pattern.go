package codegen

import (
	"strings"

	"mpc/conditional"
)

// Which elements of normals that are drawn together are tied, found once with the data.

// declarePatterns prints the fields of patterns.
func (g *generator) declarePatterns(p *printer) {
	for k, u := range g.blocks() {
		p.line("%s *mcmc.NormalPattern // of %s", patternPrefix.name(k+1), u.Sampled.Name())
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
		if u.Sampled.Block.Each {
			f.patternOfEach(u.Sampled, "inf."+patternPrefix.name(k+1))
			continue
		}
		f.pattern(u.Sampled, "inf."+patternPrefix.name(k+1))
	}
	var p printer
	p.line("// patterns finds which normals that are drawn together are tied to each other.\nfunc (inf *Inference) patterns() {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("}\n")
	return p.String()
}

// pattern prints how one pattern is made.
func (f *function) pattern(d *conditional.Draw, field string) {
	from := make([]string, len(d.Variables)+1)
	last := ""
	for k, v := range d.Variables {
		count := "inf." + f.g.count(v.Dims)
		if last != "" {
			count = last + " + " + count
		}
		if last = count; k+1 < len(d.Variables) {
			last = f.fresh(local(d.Variables[k+1].Name) + "From")
			f.body.line("%s := %s", last, count)
		}
		from[k+1] = last
	}
	pattern := f.fresh("p")
	f.body.line("%s := mcmc.NewNormalPattern(%s)", pattern, last)
	at := func(s *conditional.Slope) string {
		text := f.flat(f.g.shape(d.Variables[s.Part].Dims), s.At, f.at0())
		switch {
		case from[s.Part] == "":
			return text
		case text == "0":
			return from[s.Part]
		}
		return from[s.Part] + " + " + group(text)
	}
	tied := ""
	for _, r := range d.Block.Rows {
		f.instances(r.Outer(), func() {
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
	f.body.line("%s.Order()\n%s = %s", pattern, field, pattern)
}

package loops

import (
	"fmt"
	"strings"

	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// writeSampled prints the draws of a scan, what is computed of each draw that is kept, and
// what is reported of it.
func (p *Program) writeSampled(b *strings.Builder) {
	if p.Message.Sampling == nil {
		return
	}
	b.WriteString("scan\n")
	for _, u := range p.Scan {
		p.writeDraw(b, u)
	}
	if len(p.Kept) > 0 {
		b.WriteString("kept\n")
	}
	for _, u := range p.Kept {
		if u.Kind == message.Draw {
			p.writeDraw(b, u)
			continue
		}
		v := u.Computed
		indent := writeLoops(b, v.Loops, nil, nil)
		fmt.Fprintf(b, "%su%d function %s -> %s = %s  # %s\n", indent, u.ID, v.Variable.Name, p.place(v.Variable, v.At), v.Expr, u.At)
	}
	b.WriteString("reported\n")
	for _, u := range p.Marginals {
		if u.Constant != nil {
			fmt.Fprintf(b, "  u%d %s as it is\n", u.ID, p.place(u.Constant, nil))
			continue
		}
		fmt.Fprintf(b, "  u%d %s", u.ID, p.place(u.Variable.Source, nil))
		if there := p.Message.Sampling.There(u.Variable.Source); there != nil {
			fmt.Fprintf(b, " where %s", p.place(there, nil))
		}
		b.WriteByte('\n')
	}
}

// writeDraw prints a draw: the loops over its elements, the tables that it reads, and what
// a joint draw is made of.
func (p *Program) writeDraw(b *strings.Builder, u *message.Update) {
	d := u.Sampled
	indent, at := "  ", []*model.Expr(nil) // of a joint draw: all elements
	if d.Block == nil || d.Block.Each {
		indent, at = writeLoops(b, d.Elements, d.Down, d.Guards), d.At
	}
	var to []string
	for _, v := range d.Variables {
		to = append(to, p.place(v, at))
	}
	fmt.Fprintf(b, "%su%d draw %s by %s -> %s", indent, u.ID, d.Name(), d.Method, strings.Join(to, ", "))
	if reads := p.reads(d); len(reads) > 0 {
		fmt.Fprintf(b, " reads %s", strings.Join(reads, ", "))
	}
	fmt.Fprintf(b, "  # %s\n", u.At)
	if d.Block != nil {
		for _, line := range d.Block.Text() {
			fmt.Fprintf(b, "%s  %s\n", indent, line)
		}
	}
	if c := d.Collapse; c != nil {
		var with []string
		for _, x := range c.Parts {
			with = append(with, p.place(x.Variable(), nil))
		}
		fmt.Fprintf(b, "%s  after %s proposed with it integrated out\n", indent, strings.Join(with, ", "))
	}
	for _, s := range d.Shifts {
		fmt.Fprintf(b, "%s  then shifted with %s by %s\n", indent, p.place(s.Of, s.At), s.By)
	}
	for _, a := range d.Along {
		var with []string
		for _, x := range a.Parts {
			with = append(with, p.place(x.Variable(), nil))
		}
		along := ", and moved along their directions"
		if len(with) == 1 && a.Parts[0].Variable().Type.Dimensions == 0 && len(a.Parts[0].At) == 0 {
			along = ""
		}
		if a.If != nil {
			along += " if " + a.If.String()
		}
		fmt.Fprintf(b, "%s  then %s proposed%s\n", indent, strings.Join(with, ", "), along)
	}
	if o := d.OneBlock; o != nil {
		var with []string
		for _, v := range o.All().Variables {
			with = append(with, p.place(v, nil))
		}
		fmt.Fprintf(b, "%s  then %s proposed as one block\n", indent, strings.Join(with, ", "))
	}
	if s := d.Scale; s != nil {
		fmt.Fprintf(b, "%s  then moved with %s\n", indent, p.place(s.Of, nil))
	}
}

// reads lists the tables that a draw reads, each once.
func (p *Program) reads(d *conditional.Draw) (list []string) {
	seen := map[*model.Variable]bool{}
	d.Reads(func(v *model.Variable) {
		if !seen[v] {
			seen[v] = true
			list = append(list, p.place(v, nil))
		}
	})
	return list
}

// place prints the table of the values of a variable, or an element of it.
func (p *Program) place(v *model.Variable, at []*model.Expr) string {
	t := p.Constants[v]
	switch {
	case t == nil:
		return v.Name
	case len(at) == 0:
		return fmt.Sprintf("table%d", t.ID)
	}
	return (&Place{t, at}).String()
}

// writeLoops prints loops and conditions around a draw, and returns the indent in them.
func writeLoops(b *strings.Builder, loops []*model.Loop, down []bool, guards []*model.Expr) string {
	indent := "  "
	for k, l := range loops {
		dir := ""
		if down != nil && down[k] {
			dir = " descending"
		}
		fmt.Fprintf(b, "%sfor %s in %s..<%s%s\n", indent, l.Index.Name, l.Lo, l.Hi, dir)
		indent += "  "
	}
	for _, g := range guards {
		fmt.Fprintf(b, "%sif %s\n", indent, g)
		indent += "  "
	}
	return indent
}

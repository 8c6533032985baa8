package codegen

import (
	"fmt"
	"strings"

	"mpc/conditional"
	"mpc/message"
)

// What is known with the data of normals that are drawn together is added up once, at the
// reference that mcmc.NormalSums has.

// referName is the method that lets the normals of a block stand at the reference, sumName
// the one that adds up what is known.
func referName(d *conditional.Draw) string { return "refer" + exported(d.Variable().Name) }
func sumName(d *conditional.Draw) string   { return "sum" + exported(d.Variable().Name) }

// makeKnown prints how the sums of a block are made, behind its pattern.
func (f *function) makeKnown(u *message.Update, number int) {
	d := u.Sampled
	if d.Block.Sums == nil {
		return
	}
	pattern, known := "inf."+patternPrefix.name(number), "inf."+knownPrefix.name(number)
	c, block := f.fresh("c"), f.fresh("block")
	f.body.line("%s = mcmc.NewNormalSums(%s, %d)", known, pattern, len(d.Block.Scales))
	f.body.line("%s := inf.newChain(0, 0)\n%s := &%s.%s\n%s.Reset(%s)", c, block, c, blockPrefix.name(number), block, pattern)
	f.body.line("%s.%s(%s)\n%s.Settle(%s)", c, sumName(d), block, known, block)
	f.body.line("%s.%s()\n%s.%s(%s)\n%s.List()", c, referName(d), c, sumName(d), block, known)
}

// known prints the methods that add up what is known of a block, and let it stand at the
// reference.
func (g *generator) known(p *printer, u *message.Update) {
	d, number := u.Sampled, g.blockNumber(u)
	f := g.chainFunction()
	f.keepSteady(&conditional.Draw{})
	f.used["block"] = true
	known := f.field("known", knownPrefix.name(number))
	f.used[known] = true
	for _, r := range d.Block.Sums {
		f.sayRow(r)
		f.body.line("%s.Take(block, %d)", known, r.Group)
	}
	p.comment(fmt.Sprintf("%s adds up what the data say of %s, from where they stand, of scale 1.", sumName(d), d.Name()))
	p.line("func (c *chain) %s(block *mcmc.NormalBlock) {", sumName(d))
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")

	f = g.chainFunction()
	f.keepSteady(d)
	reference := f.fresh("reference")
	f.body.line("%s := c.%s.Reference", reference, knownPrefix.name(number))
	for k, part := range d.Block.Parts {
		name := f.table(g.program.Constants[part.Variable()])
		f.body.line("copy(%s, %s)", name, reference)
		if k+1 < len(d.Block.Parts) {
			f.body.line("%s = %s[len(%s):]", reference, reference, name)
		}
	}
	p.comment(fmt.Sprintf("%s lets %s stand where the sums are about.", referName(d), strings.Join(partNames(d), ", ")))
	p.line("func (c *chain) %s() {", referName(d))
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

// partNames are the names of the normals of a block.
func partNames(d *conditional.Draw) (names []string) {
	for _, part := range d.Block.Parts {
		names = append(names, part.Name())
	}
	return names
}

package mpc

import (
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// structured is the compilation in which truths and whole numbers that VMP would take as independent, and that draws tie in chains
// and trees, have one posterior, together: exact messages are passed between them (structured variational Bayes; Saul and Jordan
// 1996). It is nil where there are none, where the model file says otherwise, or where messages cannot be had.
func (c *Compilation) structured() *Compilation {
	m := c.Model
	if m.Algorithm != "vmp" || m.NoBlocks || m.Loopy {
		return nil
	}
	var names []string
	for _, v := range m.Variables {
		if m.MayBeStructured(v) {
			names = append(names, v.Name)
		}
	}
	for len(names) > 0 {
		f := c.File.ByEP(names)
		of, d := model.Check(f)
		if d.HasErrors() {
			return nil
		}
		graph, d := factor.Build(of)
		if d.HasErrors() {
			return nil
		}
		tied := message.Tied(graph, names)
		if len(tied) == len(names) {
			return c.planned(f)
		}
		names = tied
	}
	return nil
}

// planned is the compilation of another reading of the file, nil where that has mistakes, or reads as independent what is not.
func (c *Compilation) planned(f *lang.File) *Compilation {
	other := &Compilation{BUGS: c.BUGS, Warnings: slices.Clone(c.Warnings)}
	if err := other.planFile(f); err != nil || other.dependent() && !c.byMessages().dependent() {
		return nil
	}
	other.File = c.File
	return other
}

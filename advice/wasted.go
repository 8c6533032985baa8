package advice

import (
	"fmt"

	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

// wastedInits finds the variables whose initial marginals are computed anew before
// anything that runs has read them.
func (c *Stages) wastedInits() []*factor.Variable {
	readers := make([][]depanalysis.Edge, len(c.Deps.Nodes)) // edges by the node that reads
	for _, e := range c.Deps.Edges {
		readers[e.To] = append(readers[e.To], e)
	}
	read := make([]bool, len(c.Deps.Nodes))
	for _, u := range c.Program.Updates {
		read[u.ID] = u.Damping != 0 // it mixes with what was there
	}
	for _, s := range c.Schedule.Shortened {
		read[s.Node] = true
	}
	ran := make([]bool, len(c.Deps.Nodes))
	of := map[*factor.Variable]bool{} // with an initial marginal: whether it is read
	var list []*factor.Variable
	each(c.Schedule.Steps, func(n int) {
		for _, e := range readers[n] {
			read[e.From] = read[e.From] || !ran[e.From]
		}
		if ran[n] || !c.Deps.Nodes[n].Init {
			ran[n] = true
			return
		}
		ran[n] = true
		v := written(c.Program.Updates[n])
		if v == nil || v.Init == nil {
			return
		}
		if _, ok := of[v]; !ok {
			list = append(list, v)
		}
		of[v] = of[v] || read[n]
	})
	var wasted []*factor.Variable
	for _, v := range list {
		if !of[v] {
			wasted = append(wasted, v)
		}
	}
	return wasted
}

// wasted says which initial marginals have no effect.
func (c *Stages) wasted() (list lang.Diagnostics) {
	for _, v := range c.wastedInits() {
		list = append(list, lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: v.Init.At, Code: model.CodeUnused,
			Message: fmt.Sprintf("the initial marginal of %s has no effect: it is computed before anything reads it", v.Name)})
	}
	return list
}

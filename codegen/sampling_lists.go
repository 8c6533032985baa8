package codegen

import (
	"mpc/codegen/names"
	"slices"

	"mpc/codegen/lower"
)

// Where the data say which element an instance of a factor reads, as skill[winner[g]]
// does, and the elements depend on each other, so that they are drawn one after the
// other, the instances of each element are listed once, when the data are known.

// listOf is the field of a list.
func (g *generator) listOf(l *lower.InstanceList) string {
	return names.List.Name(slices.Index(g.code.memory.Chain.Lists, l) + 1)
}

// declareLists prints the fields of the lists.
func (g *generator) declareLists(p *printer) {
	for _, l := range g.code.memory.Chain.Lists {
		p.line("%s engine.List // of %s, by %s", g.listOf(l), l.Loop.Index.Name, l.By)
	}
}

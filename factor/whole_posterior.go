package factor

import (
	"mpc/lang"
	"mpc/model"
)

// BuildWhole makes the graph of a model whose posterior is computed as a whole. As no messages are
// passed it has a factor for each statement, as that of a model that is sampled, and needs no
// operators. families gives those of the variables that are drawn; functions of them are numbers
// or truths.
func BuildWhole(m *model.Model, families func(*model.Variable) Family) (*Graph, lang.Diagnostics) {
	b := newBuilder(m)
	for _, v := range m.Variables {
		if !v.Random {
			continue
		}
		w := b.variable(v.Name, v.Dims, v, v.Derived, v.At)
		w.Family = families(v)
		b.variables[v] = w
	}
	b.required()
	for _, r := range m.Relations {
		b.sampled(r)
	}
	b.exact()
	return b.graph, b.List()
}

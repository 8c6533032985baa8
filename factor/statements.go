package factor

import (
	"mpc/lang"
	"mpc/model"
)

// BuildStatements builds the graph of a model of EP whose posterior is computed as a whole, which no
// messages are passed for: a factor for each statement, as of a model that is sampled. The family of
// a variable is that of the distribution it is drawn from, unknown where messages have no such family.
func BuildStatements(m *model.Model) (*Graph, lang.Diagnostics) {
	b := newBuilder(m)
	b.begin()
	for _, r := range m.Relations {
		b.sampled(r)
		if r.Kind == model.Draw && r.Target.Op == model.OpVariable {
			if v := b.variables[r.Target.Variable]; v != nil && v.Family == Unknown {
				v.Family = drawnFamilies[r.Dist.Name]
			}
		}
	}
	b.exact()
	return b.graph, b.List()
}

// drawnFamilies are the families of messages to what is drawn from a distribution.
var drawnFamilies = map[string]Family{
	"normal": Normal, "truncated": Normal, "gamma": Gamma, "exponential": Gamma, "inversegamma": InverseGamma, "beta": "beta",
}

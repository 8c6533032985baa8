package codegen

import (
	"mpc/codegen/names"
)

// drawnNames are what the names of the methods that draw have behind their verbs: what is drawn, or, of many variables
// or where another is called so, the first of it.
func (g *generator) drawnNames() []string {
	const few = 3
	methods := make([]string, len(g.program.Scan))
	taken := map[string]bool{}
	for k, u := range g.program.Scan {
		methods[k] = exported(u.Sampled.Variable().Name)
		taken[names.Plain(methods[k])] = true
	}
	for k, u := range g.program.Scan {
		list := u.Sampled.Variables
		if len(list) == 1 || len(list) > few {
			continue
		}
		name := ""
		for _, v := range list {
			name += exported(v.Name)
		}
		if plain := names.Plain(name); !taken[plain] {
			methods[k], taken[plain] = name, true
		}
	}
	return methods
}

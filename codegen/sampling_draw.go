package codegen

import (
	"mpc/codegen/names"
)

// drawNames are the names of the methods that draw: of what is drawn, or, of many variables
// or where another is called so, of the first of it.
func (g *generator) drawNames() []string {
	const few = 3
	methods := make([]string, len(g.program.Scan))
	taken := map[string]bool{}
	for k, u := range g.program.Scan {
		methods[k] = "draw" + exported(u.Sampled.Variable().Name)
		taken[names.Plain(methods[k])] = true
	}
	for k, u := range g.program.Scan {
		list := u.Sampled.Variables
		if len(list) == 1 || len(list) > few {
			continue
		}
		name := "draw"
		for _, v := range list {
			name += exported(v.Name)
		}
		if plain := names.Plain(name); !taken[plain] {
			methods[k], taken[plain] = name, true
		}
	}
	return methods
}

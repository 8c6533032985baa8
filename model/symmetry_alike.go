package model

import "fmt"

// alikeDraws finds the elements of arrays that statements of their own draw, all of them
// alike, as mu[0] ~ normal(0, sd = 1) and mu[1] ~ normal(0, sd = 1): it has the indices that differ.
func (m *Model) alikeDraws() map[*Expr]bool {
	groups := map[string][]*Expr{}
	sizes := map[string]*Expr{}
	var order []string
	for _, r := range m.Relations {
		if r.Kind != Draw || r.Target.Op != OpVariable {
			continue
		}
		for k, a := range r.Target.Args {
			if a.Op != OpNumber || k >= len(r.Target.Variable.Dims) {
				continue
			}
			c, target := *r, *r.Target
			target.Args = append([]*Expr(nil), r.Target.Args...)
			target.Args[k] = Number(0)
			c.Target = &target
			key := fmt.Sprintf("%d %s", k, c.marked().textOf(nil))
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], a)
			sizes[key] = r.Target.Variable.Dims[k]
		}
	}
	alike := map[*Expr]bool{}
	for _, key := range order {
		list, at := groups[key], map[float64]bool{}
		for _, a := range list {
			at[a.Value] = true
		}
		if len(at) < 2 || !sizes[key].IsNumber(float64(len(at))) {
			continue // others are drawn elsewhere, or unlike these
		}
		for _, a := range list {
			alike[a] = true
		}
	}
	return alike
}

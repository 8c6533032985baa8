package passes

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
)

// Draws makes a call of its sampler of each draw from a distribution, with the stream of random numbers that its function
// is given. Distributions that nothing draws from any more it takes away.
func Draws(p *code.Program) {
	drawn := map[*code.Row]bool{}
	for _, r := range p.Rows {
		if r.Body == nil {
			continue
		}
		k := slices.IndexFunc(r.Params, func(x *code.Param) bool { return x.Of == code.Stream })
		r.Body.Walk(func(s *code.Stmt) bool {
			d, ok := s.Do.(*code.Draw)
			if !ok {
				return true
			}
			sampler := p.Sampler(d.Row)
			if k < 0 || sampler == nil {
				panic(fmt.Sprintf("statement %d of %s: nothing draws from %s", s.Number, r.Name, d.Row.Name))
			}
			drawn[d.Row] = true
			s.Do = &code.Call{Row: sampler, Args: append([]code.Operand{r.Params[k].Value}, d.Args...)}
			return true
		})
	}
	p.Rows = slices.DeleteFunc(p.Rows, func(r *code.Row) bool { return drawn[r] })
}

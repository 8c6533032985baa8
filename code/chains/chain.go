package chains

import (
	"fmt"
	"slices"

	"mpc/code"
	"mpc/code/evaluate"
	"mpc/codegen/lower"
	"mpc/codegen/passes"
	"mpc/data"
	"mpc/loops"
	"mpc/mcmc"
	"mpc/model"
)

// A Chain is one sequence of draws.
type Chain struct {
	machine *evaluate.Machine
	program *lower.Program
	data    *storage
	stream  *mcmc.Stream
	scans   int
}

// New makes a chain over data, with the random numbers that a seed and its number give. It is an error if some part of
// the model is not lowered, or if the data are refused.
func New(loops *loops.Program, d *data.Set, seed, number uint64) (*Chain, error) {
	p := lower.Lower(loops)
	for name, why := range p.Unlowered {
		return nil, fmt.Errorf("%s: %w", name, why)
	}
	if p.Scan == nil {
		return nil, fmt.Errorf("the draws are not lowered: %w", p.Unscanned)
	}
	if err := code.Check(p.Program); err != nil {
		return nil, err
	}
	passes.Draws(p.Program)
	withoutReads(p)
	natives, err := rows(p)
	if err != nil {
		return nil, err
	}
	m, err := evaluate.New(p.Program, natives)
	if err != nil {
		return nil, err
	}
	c := &Chain{machine: m, program: p, stream: mcmc.NewStream(seed, number), data: &storage{machine: m, program: p, env: &data.Env{Set: d, Index: map[*model.Index]int{}}}}
	c.data.env.Variable = c.data.constant
	if err := c.data.fill(); err != nil {
		return nil, err
	}
	if err := c.run(p.Functions["checkIndices"]); err != nil {
		return nil, err
	}
	for _, s := range loops.Steps {
		if r := p.Functions[fmt.Sprintf("once%d", s.ID)]; r != nil {
			if err := c.run(r); err != nil {
				return nil, err
			}
		}
	}
	if r := p.Functions["lists"]; r != nil {
		if err := c.run(r); err != nil {
			return nil, err
		}
	}
	if p.Scan.Patterns != nil {
		return c, c.run(p.Scan.Patterns)
	}
	return c, nil
}

// withoutReads takes the functions away that read what the caller of a package gives, and the rows that they alone
// call: a chain has its data from elsewhere.
func withoutReads(p *lower.Program) {
	reads := map[*code.Row]bool{}
	for _, in := range p.Loops.Message.Graph.Model.Inputs {
		reads[p.Functions[lower.ReadOf(in)]] = true
	}
	called := map[*code.Row]bool{}
	for _, r := range p.Rows {
		if r.Body == nil || reads[r] {
			continue
		}
		called[r] = true
		r.Body.Walk(func(s *code.Stmt) bool {
			if call, ok := s.Do.(*code.Call); ok {
				called[call.Row] = true
			}
			return true
		})
	}
	p.Rows = slices.DeleteFunc(p.Rows, func(r *code.Row) bool { return !called[r] })
}

// run runs a function. Its fault is the error.
func (c *Chain) run(r *code.Row) error {
	var args []any
	if r.Draws() {
		args = append(args, c.stream)
	}
	results, err := c.machine.Run(r.Name, args...)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		return nil
	}
	fault, _ := results[0].(error)
	return fault
}

// Start gives each variable its first value.
func (c *Chain) Start() error { return c.run(c.program.Scan.Start) }

// Scan draws each variable once; burning is how many scans of the burn-in are to come with it.
func (c *Chain) Scan(burning int) error {
	for name, value := range map[string]int{"scans": c.scans, "burning": burning} {
		if c.program.Table(name) != nil {
			if err := c.machine.Set(name, int64(value)); err != nil {
				return err
			}
		}
	}
	c.scans++
	return c.run(c.program.Scan.Scan)
}

// Compute gives what no other draw depends on its values.
func (c *Chain) Compute() error { return c.run(c.program.Scan.Compute) }

// Values appends the values of a variable: those of its elements, of vectors component by component. Truths are 0 and 1.
func (c *Chain) Values(v *model.Variable, list []float64) ([]float64, error) {
	var err error
	table := c.program.Loops.Constants[v]
	for t, s := range c.program.Tables {
		if s.Messages != table {
			continue
		}
		err = c.data.each(table.Dims, nil, func(index []int64) error {
			x, err := c.machine.Get(t.Name, index...)
			switch x := x.(type) {
			case float64:
				list = append(list, x)
			case int64:
				list = append(list, float64(x))
			case bool:
				list = append(list, map[bool]float64{true: 1}[x])
			}
			return err
		})
	}
	return list, err
}

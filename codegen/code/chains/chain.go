package chains

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/codegen/passes"
	"mpc/data"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// A Program is the code of the draws of a model, which any number of chains run.
type Program struct {
	code    *lower.Program
	natives map[string]evaluate.Native
	updates map[string]*message.Update // by the names of the functions that draw
	values  map[*model.Variable]*code.Table
	free    map[*model.Variable]*code.Table
	drawn   map[*code.Stmt]*code.Draw // what calls of samplers draw
}

// Lower makes the code. It is an error if some part of the model is not lowered.
func Lower(l *loops.Program) (*Program, error) {
	p := lower.Lower(l)
	for name, why := range p.Unlowered {
		return nil, fmt.Errorf("%s: %w", name, why)
	}
	if p.Scan == nil {
		return nil, fmt.Errorf("the draws are not lowered: %w", p.Unscanned)
	}
	if err := code.Check(p.Program); err != nil {
		return nil, err
	}
	drawn := map[*code.Stmt]*code.Draw{}
	p.Scan.Compute.Body.Walk(func(s *code.Stmt) bool {
		if d, ok := s.Do.(*code.Draw); ok {
			drawn[s] = d
		}
		return true
	})
	passes.Draws(p.Program)
	passes.Invariants(p.Program)
	withoutReads(p)
	natives, err := rows(p)
	if err != nil {
		return nil, err
	}
	x := &Program{p, natives, map[string]*message.Update{}, map[*model.Variable]*code.Table{}, map[*model.Variable]*code.Table{}, drawn}
	for u, r := range p.Scan.Draws {
		x.updates[r.Name] = u
		for _, b := range p.Scan.Beside[u] {
			x.updates[b.Row.Name] = u
		}
	}
	of := map[*loops.Table]*code.Table{}
	for t, s := range p.Tables {
		switch {
		case s.Free != nil:
			x.free[s.Free] = t
		case s.Messages != nil:
			of[s.Messages] = t
		}
	}
	for v, t := range l.Constants {
		if of[t] != nil {
			x.values[v] = of[t]
		}
	}
	return x, nil
}

// A Chain is one sequence of draws.
type Chain struct {
	*Program
	machine *evaluate.Machine
	data    *storage
	stream  *mcmc.Stream
	scans   int
}

// New makes a chain over data, with the random numbers that a seed and its number give. It is an error if some part of
// the model is not lowered, or if the data are refused.
func New(l *loops.Program, d *data.Set, seed, number uint64) (*Chain, error) {
	p, err := Lower(l)
	if err != nil {
		return nil, err
	}
	return p.New(d, mcmc.NewStream(seed, number))
}

// New makes a chain over data, with a stream of random numbers. It is an error if the data are refused.
func (p *Program) New(d *data.Set, stream *mcmc.Stream) (*Chain, error) {
	m, err := evaluate.New(p.code.Program, p.natives)
	if err != nil {
		return nil, err
	}
	c := &Chain{Program: p, machine: m, stream: stream, data: &storage{machine: m, program: p.code, env: &data.Env{Set: d, Index: map[*model.Index]int{}}}}
	c.data.env.Variable = c.data.constant
	if err := c.data.fill(); err != nil {
		return nil, err
	}
	list := []*code.Row{p.code.Functions["checkIndices"]}
	for _, s := range p.code.Loops.Steps {
		list = append(list, p.code.Functions[fmt.Sprintf("once%d", s.ID)])
	}
	list = append(list, p.code.Functions["lists"], p.code.Scan.Patterns)
	for _, r := range list {
		if r == nil {
			continue
		}
		if err := c.run(r); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// withoutReads takes the functions away that read what the caller of a package gives, lay out arrays for it and make their
// memory, and the rows that they alone call: a chain has its data from elsewhere, and the machine its memory.
func withoutReads(p *lower.Program) {
	reads := map[*code.Row]bool{}
	for _, name := range []string{"allocate", "read", "prepare", "replace"} {
		reads[p.Functions[name]] = true
	}
	for _, in := range p.Loops.Message.Graph.Model.Inputs {
		reads[p.Functions[lower.ReadOf(in)]], reads[p.Functions[lower.FitsOf(in)]] = true, true
	}
	for _, s := range p.Shapes() {
		reads[p.Functions[s.Row]] = true
	}
	for _, d := range p.Declarations {
		if d.File == lower.Setters {
			reads[d.Row] = true
		}
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
	if err != nil || len(results) == 0 {
		return err
	}
	fault, _ := results[0].(error)
	if f, ok := fault.(*Fault); ok {
		f.Function = c.machine.Left()
	}
	return fault
}

// Left is the function in which the fault came about that a chain was left with.
func (c *Chain) Left() string { return c.machine.Left() }

// Start gives each variable its first value, in the chain of a number, counted from 0.
func (c *Chain) Start(number int) error {
	if c.code.Table("number") != nil {
		if err := c.machine.Set("number", int64(number)); err != nil {
			return err
		}
	}
	return c.run(c.code.Scan.Start)
}

// Scan draws each variable once; burning is how many scans of the burn-in are to come with it.
func (c *Chain) Scan(burning int) error {
	for name, value := range map[string]int{"scans": c.scans, "burning": burning} {
		if c.code.Table(name) != nil {
			if err := c.machine.Set(name, int64(value)); err != nil {
				return err
			}
		}
	}
	c.scans++
	return c.run(c.code.Scan.Scan)
}

// Compute gives what no other draw depends on its values.
func (c *Chain) Compute() error { return c.run(c.code.Scan.Compute) }

// Values appends the values of a variable: those of its elements, of vectors component by component. Truths are 0 and 1.
func (c *Chain) Values(v *model.Variable, list []float64) ([]float64, error) {
	t := c.values[v]
	if t == nil {
		return list, fmt.Errorf("%s has no values", v.Name)
	}
	reals, wholes, err := c.machine.All(t.Name)
	list = append(list, reals...)
	for _, x := range wholes {
		list = append(list, float64(x))
	}
	return list, err
}

// Several tells of each element of a variable whether several values were possible in some draw after the burn-in. There
// are none of a variable of which that is not noted.
func (c *Chain) Several(v *model.Variable) ([]bool, error) {
	t := c.free[v]
	if t == nil {
		return nil, nil
	}
	_, wholes, err := c.machine.All(t.Name)
	list := make([]bool, len(wholes))
	for i, x := range wholes {
		list[i] = x != 0
	}
	return list, err
}

// Skipped tells whether the scan that was begun last left a variable without a possible value as it was.
func (c *Chain) Skipped() bool {
	if c.code.Table("skipped") == nil {
		return false
	}
	x, err := c.machine.Get("skipped")
	return err == nil && x == true
}

// Draws are those of a scan, in their order.
func (p *Program) Draws() []*message.Update { return p.code.Loops.Scan }

// Drawing is the update whose draw a function makes, or is a part of; nil of other functions.
func (p *Program) Drawing(function string) *message.Update { return p.updates[function] }

// Phases of a chain, for Phase.
const (
	Starting  = "start"
	Looking   = "look"
	Computing = "compute"
)

// Phase is the phase that a function is, or "" of one that makes a draw of a scan.
func (p *Program) Phase(function string) string {
	for phase, r := range map[string]*code.Row{Starting: p.code.Scan.Start, Looking: p.code.Scan.Look, Computing: p.code.Scan.Compute} {
		if r != nil && r.Name == function {
			return phase
		}
	}
	return ""
}

// Statement is what the statement of a fault is: an update, or, where that is nil, a factor.
func (p *Program) Statement(number int) (*message.Update, *conditional.Factor) {
	updates := p.code.Loops.Message.Updates
	if number < len(updates) {
		return updates[number], nil
	}
	for _, f := range p.code.Scan.Blamed {
		if f.ID == number-len(updates) {
			return nil, f
		}
	}
	return nil, nil
}

// LostAt is the coordinate of the element that a joint draw of whole numbers, or of normals, failed at.
func (c *Chain) LostAt(u *message.Update) int {
	for t, s := range c.code.Tables {
		if s.Block != u || s.What != "block" {
			continue
		}
		x, err := c.machine.Get(t.Name)
		switch x := x.(type) {
		case *mcmc.NormalBlock:
			return x.Lost
		case *mcmc.FiniteBlock:
			return x.LostAt()
		}
		_ = err // of a block that has not been made
	}
	return 0
}

package chains

import (
	"fmt"
	"maps"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/lower"
	"mpc/message"
	"mpc/model"
)

// Wrap puts a native in the place of each one that is called by a name: a function by its own, as mcmc.DrawGamma, a method
// with that of its handle, as Slice.Begin.
func (p *Program) Wrap(wrap func(name string, n evaluate.Native) evaluate.Native) {
	for _, r := range p.code.Rows {
		n := p.natives[r.Name]
		if n == nil {
			continue
		}
		name := p.code.Callees[r].Name
		switch p.code.Callees[r].Kind {
		case lower.Method, lower.OnAll, lower.OnPart:
			if _, ok := r.Params[0].Of.(code.Handle); ok {
				name = r.Params[0].Of.String() + "." + name
			}
		}
		p.natives[r.Name] = wrap(name, n)
	}
}

// Draw makes one draw of a scan behind the first, after the burn-in.
func (c *Chain) Draw(u *message.Update) error {
	for name, value := range map[string]any{"scans": int64(5), "burning": int64(0), "beginning": false, "skipped": false} {
		if c.code.Table(name) != nil {
			if err := c.machine.Set(name, value); err != nil {
				return err
			}
		}
	}
	return c.run(c.code.Scan.Draws[u])
}

// At is the value of an element, or of a component of one.
func (c *Chain) At(v *model.Variable, index []int) (float64, error) {
	var at []int64
	for _, i := range index {
		at = append(at, int64(i))
	}
	x, err := c.machine.Get(c.values[v].Name, at...)
	switch x := x.(type) {
	case int64:
		return float64(x), err
	case bool:
		return float64(truth(x)), err
	case float64:
		return x, err
	}
	return 0, err
}

// Put gives all elements of a variable their values.
func (c *Chain) Put(v *model.Variable, list []float64) {
	reals, wholes, err := c.machine.All(c.values[v].Name)
	if err != nil {
		panic(err)
	}
	copy(reals, list)
	for i := range wholes {
		wholes[i] = int64(list[i])
	}
}

// Has tells whether a variable has values.
func (c *Chain) Has(v *model.Variable) bool { return c.values[v] != nil }

// Constant is a value that is computed from data.
func (c *Chain) Constant(v *model.Variable, index []int) (float64, error) {
	return c.data.constant(v, index)
}

// Alias is the array that stands at a place which a native is given.
func Alias(in *evaluate.Numbers, k int) any { return in.Beside(k).Others[0] }

// Mistakes are changes of the code of draws, and of functions beside them: each makes one and takes it back again. A sum
// becomes a difference, a product a quotient, and the other way round; a number is another one.
func (p *Program) Mistakes() (list []func() (what string, back func())) {
	other := map[string]string{"+": "-", "-": "+", "*": "/", "/": "*"}
	for _, name := range slices.Sorted(maps.Keys(p.updates)) {
		r := p.code.Row(name)
		r.Body.Walk(func(s *code.Stmt) bool {
			a, ok := s.Do.(*code.Apply)
			if !ok || len(a.Args) != 2 || a.Operation.Result != code.Real || other[a.Operation.Symbol] == "" {
				return true
			}
			list = append(list, func() (string, func()) {
				was := a.Operation
				a.Operation = code.FindOperation(other[was.Symbol], code.Real, code.Real)
				return fmt.Sprintf("%s in statement %d of %s, which is %s", a.Operation.Symbol, s.Number, name, was.Symbol), func() { a.Operation = was }
			})
			return true
		})
	}
	return list
}

package interp

import (
	"fmt"
	"math"
	"strings"

	"mpc/conditional"
	"mpc/data"
	"mpc/mcmc"
)

// A network is what a chain draws whole numbers and truths together with.
type network struct {
	pattern *mcmc.FinitePattern // nil where they are drawn one after the other
	work    mcmc.FiniteBlock
	from    []int // where the elements of each variable begin
}

// network finds in which order the elements of a joint draw are summed out, once.
func (c *chain) network(d *conditional.Draw) (*network, error) {
	if n := c.networks[d]; n != nil {
		return n, nil
	}
	n := &network{}
	p := mcmc.NewFinitePattern()
	size := 0
	for _, part := range d.Block.Parts {
		n.from = append(n.from, size)
		size += len(c.values[part.Variable()].numbers)
		err := c.over(part.Elements, func() error {
			values, err := data.Int(part.Values(), c.env)
			p.Element(values)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	shared := 0
	for _, t := range d.Block.Tables {
		err := c.instances(t.Instances(), func() error {
			var list []int
			for _, e := range t.Elements {
				index, err := data.Index(e.At, c.env)
				if err != nil {
					return err
				}
				at, _, err := c.values[d.Variables[e.Part]].part(index)
				if err != nil {
					return err
				}
				list = append(list, n.from[e.Part]+at)
			}
			if t.Shared {
				p.Share(shared, list...)
			} else {
				p.Say(list...)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if t.Shared {
			shared++
		}
	}
	if p.Order(d.Block.Must) {
		n.pattern = p
	}
	c.networks[d] = n
	return n, nil
}

// drawNetwork draws whole numbers and truths together.
func (c *chain) drawNetwork(d *conditional.Draw) error {
	n, err := c.network(d)
	switch {
	case err != nil:
		return err
	case n.pattern == nil && d.Block.Must:
		e := c.errorf(Block, d.Pos(), d.Prior[0].Factor.Text, "so many elements of %s depend on each other that they cannot be drawn together", d.Name())
		e.Hint = "methods: {z: finite} draws the elements of z one after the other"
		return e
	case n.pattern == nil:
		for _, part := range d.Block.Parts {
			if err := c.elements(part, func() error { return c.drawFinite(part) }); err != nil {
				return err
			}
		}
		return nil
	}
	w := &n.work
	w.Reset(n.pattern)
	if err := c.sayNetwork(d, w); err != nil {
		return err
	}
	if !w.Draw(&c.course.Stream) {
		if c.skips() {
			return nil
		}
		return c.noValues(d, n)
	}
	for k, v := range d.Variables {
		values := c.values[v].numbers
		for i := range values {
			values[i] = float64(w.Values[n.from[k]+i])
			c.free[v][i] = c.free[v][i] || w.Several && c.course.Burning == 0
		}
	}
	return nil
}

// sayNetwork fills the tables of the factors of a block.
func (c *chain) sayNetwork(d *conditional.Draw, w *mcmc.FiniteBlock) error {
	shared := 0
	for _, t := range d.Block.Tables {
		var err error
		if !t.Shared {
			err = c.instances(t.Instances(), func() error { return c.fill(t, w.Table()) })
		} else {
			if table := w.Shared(shared); table != nil {
				err = c.fill(t, table)
			}
			shared++
		}
		if err != nil {
			return c.evalError(err, t.Term.Factor.At, t.Term.Factor.Text, c.place(t.Term.Loops))
		}
	}
	return nil
}

// fill adds what a factor says of all values of the elements that it reads to a table.
func (c *chain) fill(t *conditional.ValueTable, table []float64) error {
	said, at := t.Said(), 0
	return c.over(t.Values, func() error {
		for _, s := range said {
			if err := c.instances(s, func() error { return c.addTerm(s, &table[at]) }); err != nil {
				return err
			}
		}
		at++
		return nil
	})
}

// noValues is the error of elements that have no possible values together: it is about the
// first that has none, whatever those are that were not summed out before it, and of the
// statement that says so alone, where there is one.
func (c *chain) noValues(d *conditional.Draw, n *network) error {
	k := 0
	for k+1 < len(n.from) && n.from[k+1] <= n.work.Lost {
		k++
	}
	part := d.Block.Parts[k]
	v := part.Variable()
	name := c.nameOf(v)
	if index := c.values[v].indexAt(n.work.Lost - n.from[k]); index != nil {
		name = c.elementName(v, index)
	}
	for _, t := range d.Block.Tables {
		err := c.instances(t.Instances(), func() error { return c.excludes(t, name) })
		if err != nil {
			return err
		}
	}
	f := part.Prior[0].Factor
	e := c.errorf(Contradiction, f.At, f.Text, "no value is left for %s, whatever the elements are that depend on it", name)
	e.Hint = c.startHelp()
	return e
}

// excludes is the error of an instance of a table that leaves nothing, or says what is no
// number; nil of others.
func (c *chain) excludes(t *conditional.ValueTable, name string) error {
	some := false
	var last *conditional.Term // that excludes values
	err := c.over(t.Values, func() error {
		none := false
		for _, said := range t.Said() {
			err := c.instances(said, func() error {
				x, err := c.logTerm(said)
				if err != nil || !notFinite(x) {
					return err
				}
				if err := c.parameters(said, said.Dist); err != nil {
					return err
				}
				if !math.IsInf(x, -1) {
					return c.fault(NotFinite, said, "the log probability that %s says of %s is %v", said.Factor.Text, c.valuesText(t), x)
				}
				none, last = true, said
				return nil
			})
			if err != nil {
				return err
			}
		}
		some = some || !none
		return nil
	})
	if err != nil || some || last == nil {
		return err
	}
	e := c.fault(Contradiction, last, "no value is left for %s: %s excludes all of them", name, last.Factor.Text)
	e.Hint = c.startHelp()
	return e
}

// valuesText prints the present values of the indices of a table.
func (c *chain) valuesText(t *conditional.ValueTable) string {
	var list []string
	for _, l := range t.Values {
		list = append(list, fmt.Sprint(c.env.Index[l.Index]))
	}
	return strings.Join(list, " and ")
}

package interp

import (
	"fmt"
	"math"
	"strings"

	"mpc/message/conditional"
)

// noValues is the error of elements that have no possible values together: it is about the
// first that has none, whatever those are that were not summed out before it, and of the
// statement that says so alone, where there is one.
func (c *scene) noValues(d *conditional.Draw, lost int) error {
	k, name := c.partAt(d, lost)
	for _, t := range d.Block.Tables {
		err := c.instances(t.Instances(), func() error { return c.excludes(t, name) })
		if err != nil {
			return err
		}
	}
	f := d.Block.Parts[k].Prior[0].Factor
	e := c.errorf(Contradiction, f.At, f.Text, "no value is left for %s, whatever the elements are that depend on it", name)
	e.Hint = c.startHelp()
	return e
}

// excludes is the error of an instance of a table that leaves nothing, or says what is no
// number; nil of others.
func (c *scene) excludes(t *conditional.ValueTable, name string) error {
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
func (c *scene) valuesText(t *conditional.ValueTable) string {
	var list []string
	for _, l := range t.Values {
		list = append(list, fmt.Sprint(c.env.Index[l.Index]))
	}
	return strings.Join(list, " and ")
}

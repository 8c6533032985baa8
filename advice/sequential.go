package advice

import (
	"fmt"
	"strings"

	"mpc/lang"
)

// notSequential says which updates over the ranges of iterate.sequential stand
// outside the loop along them, those of one statement together, and over which
// ranges nothing iterates.
func (c *Stages) notSequential() (list lang.Diagnostics) {
	type cause struct {
		over int
		at   lang.Pos
		why  string
	}
	names := map[cause][]string{}
	for _, a := range c.Schedule.Apart {
		if a.Node >= 0 {
			x := cause{a.Range, c.Program.Updates[a.Node].At, a.Why}
			names[x] = append(names[x], c.Deps.Nodes[a.Node].Name)
		}
	}
	for _, a := range c.Schedule.Apart {
		key := c.File.Iterate.Sequential[a.Range]
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: key.At, Code: lang.CodeSequential}
		if a.Node < 0 {
			d.Message = fmt.Sprintf("sequential: %s has no effect: %s", key.Name, a.Why)
			list = append(list, *d.WithHint("delete it from the list"))
			continue
		}
		x := cause{a.Range, c.Program.Updates[a.Node].At, a.Why}
		if names[x] == nil {
			continue // said already
		}
		d.Pos = x.at
		d.Message = fmt.Sprintf("outside the loop along %s, which is to be sequential: %s; %s", key.Name, strings.Join(names[x], ", "), a.Why)
		list = append(list, *d.WithRelated(key.At, "%s is listed here", key.Name))
		delete(names, x)
	}
	return list
}

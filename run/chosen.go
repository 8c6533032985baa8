package run

import (
	"fmt"
	"slices"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
)

// chosenLoops warns of sums of normal elements that the data choose, as the players of games, where these data close loops:
// each instance of a statement joins its elements, and closes a loop where two of them are joined already.
func chosenLoops(c *mpc.Compilation, set *data.Set) (list lang.Diagnostics) {
	joins := forest{}
	var said [][]*factor.Variable
	for _, s := range c.Program.ChosenSums() {
		n, loops := 0, 0
		err := forAll(s.Factor.Loops, &data.Env{Set: set}, func(env *data.Env) error {
			for _, g := range s.Factor.Guards {
				if yes, err := data.Eval(g, env); err != nil || yes == 0 {
					return err
				}
			}
			elements, err := chosenIn(s, env)
			if err != nil || len(elements) < 2 {
				return err
			}
			n++
			closes := false
			for _, e := range elements[1:] {
				closes = !joins.join(elements[0], e) || closes
			}
			if closes {
				loops++
			}
			return nil
		})
		if err != nil || loops == 0 || s.Draws { // what depends on random values is not known
			continue
		}
		if slices.ContainsFunc(said, func(o []*factor.Variable) bool { return slices.Equal(o, s.Variables) }) {
			continue
		}
		said = append(said, s.Variables)
		var names []string
		for _, v := range s.Variables {
			if v.Source != nil {
				names = append(names, v.Source.Name)
			}
		}
		off := "too small"
		if s.Exactly {
			off = "off" // too large where what ties them is a prior
		}
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: s.Factor.At, Code: lang.CodeFactorized,
			Message: fmt.Sprintf("sds of %s may be %s: %d of %d factors (line %d) close loops in these data", strings.Join(names, ", "), off, loops, n, s.Factor.At.Line)}
		hint := "mpc compare tells how far off"
		if block := joined(c, s.Variables); block != "" {
			hint = block + " gives them one joint posterior; " + hint
		}
		list = append(list, *d.WithHint("%s", hint))
	}
	return list
}

// chosenIn names the elements that an instance reads, each once.
func chosenIn(s message.Chosen, env *data.Env) (list []string, err error) {
	seen := map[string]bool{}
	for _, e := range s.Elements {
		err := forAll(e.Over, env, func(env *data.Env) error {
			index, err := data.Index(e.Index, env)
			if key := fmt.Sprint(e.Variable.ID, index); err == nil && !seen[key] {
				seen[key] = true
				list = append(list, key)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// A forest is of trees of names: each has one above it, or is a root.
type forest map[string]string

func (f forest) root(name string) string {
	for {
		above, ok := f[name]
		if !ok {
			return name
		}
		if next, ok := f[above]; ok {
			f[name] = next
		}
		name = above
	}
}

// join makes one tree of two; false where they are one.
func (f forest) join(a, b string) bool {
	a, b = f.root(a), f.root(b)
	if a == b {
		return false
	}
	f[a] = b
	return true
}

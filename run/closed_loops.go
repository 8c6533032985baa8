package run

import (
	"fmt"
	"slices"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// mostLinks is after how many instances no more are looked at: where many of them close no loop, none does by far the most often.
const mostLinks = 200_000

// closedLoops warns of the statement of EP of which most instances close a loop in these data, as those do that read a mean and a precision of
// one group, or a mean that several labels choose.
func closedLoops(c *mpc.Compilation, set *data.Set) lang.Diagnostics {
	links := c.Program.Links()
	l := looping{joins: forest{}, stands: forest{}, gates: map[gateAt][]string{}}
	for _, x := range links { // what stands for an element in a branch is that element
		if x.Selector != nil {
			l.each(x, set, func(elements []string, _ gateAt) {
				for _, e := range elements[1:] {
					l.stands.join(elements[0], e)
				}
			})
		}
	}
	most, at := 0, lang.Pos{}
	for _, x := range links {
		n := 0
		l.each(x, set, func(elements []string, gate gateAt) {
			if l.joinsAgain(elements, gate) && !x.Exactly {
				n++
			}
		})
		if n > most && len(sources(x)) > 0 {
			most, at = n, x.Factor.At
		}
	}
	if most == 0 {
		return nil
	}
	var names []string
	for _, x := range links {
		for _, name := range sources(x) {
			if x.Factor.At == at && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: at, Code: lang.CodeFactorized,
		Message: fmt.Sprintf("posteriors may be off, of %s and what they are tied to: %d factors (line %d) close loops in these data", strings.Join(names, ", "), most, at.Line)}
	return lang.Diagnostics{*d.WithHint("mpc compare tells how far off")}
}

// sources names the variables of the program that a link is of.
func sources(x message.Link) (names []string) {
	for _, e := range x.Elements {
		v := e.Variable
		for v.CopyOf != nil {
			v = v.CopyOf
		}
		if v.Source == nil {
			continue
		}
		of := v.Source.Members
		if len(of) == 0 {
			of = []*model.Variable{v.Source}
		}
		for _, m := range of {
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// looping is the state of a walk over links.
type looping struct {
	joins, stands forest
	gates         map[gateAt][]string // what stands in its branches so far
	walked        int
}

// A gateAt is an instance of a gate: what selects its branches, "" of what is of no gate, and the indices that it stands at.
type gateAt struct{ selector, at string }

// each calls a function with the elements of each instance of a link, as far as data tell them.
func (l *looping) each(x message.Link, set *data.Set, f func(elements []string, gate gateAt)) {
	_ = forAll(x.Factor.Loops, &data.Env{Set: set}, func(env *data.Env) error {
		if l.walked++; l.walked > mostLinks {
			return errRepeated
		}
		for _, g := range x.Factor.Guards {
			if yes, err := data.Eval(g, env); err != nil || yes == 0 {
				return err
			}
		}
		elements, err := chosenIn(message.Chosen{Elements: x.Elements}, env)
		if err != nil || len(elements) == 0 {
			return err
		}
		gate := gateAt{}
		if x.Selector != nil {
			list, err := chosenIn(message.Chosen{Elements: []message.ChosenElement{*x.Selector}}, env)
			if err != nil || len(list) != 1 {
				return err
			}
			gate.selector = list[0]
			for _, o := range x.Factor.Gate.Factor.Loops {
				gate.at += fmt.Sprint(env.Index[o.Index], " ")
			}
		}
		f(elements, gate)
		return nil
	})
}

// joinsAgain joins elements, and what selects them, and tells whether two of them were joined before.
func (l *looping) joinsAgain(elements []string, gate gateAt) (again bool) {
	var nodes []string
	for _, e := range elements {
		if r := l.stands.root(e); !slices.Contains(nodes, r) {
			nodes = append(nodes, r)
		}
	}
	if gate.selector != "" {
		// Of one gate all is joined once.
		nodes = slices.DeleteFunc(nodes, func(e string) bool { return slices.Contains(l.gates[gate], e) })
		l.gates[gate] = append(l.gates[gate], nodes...)
		nodes = append([]string{l.stands.root(gate.selector)}, nodes...)
	}
	for _, e := range nodes[1:] {
		again = !l.joins.join(nodes[0], e) || again
	}
	return again
}

package interp

import (
	"slices"

	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

// meetSampled meets the elements that statements define and read: each that is asked for
// or read is defined, and once. Indices that are drawn are checked when they are used.
func (r *run) meetSampled() error {
	r.sites = make([][]*site, len(r.program.Graph.Factors))
	r.elements = make([]map[string]*element, len(r.program.Graph.Variables))
	for i := range r.elements {
		r.elements[i] = map[string]*element{}
	}
	for _, f := range r.program.Graph.Factors {
		for _, slot := range f.Slots {
			if slot.Edge == nil || !slot.Edge.Defines {
				continue
			}
			err := r.meet(f, slot, func(e *element, inst *instance) error {
				k := slices.IndexFunc(e.ports, func(p *port) bool { return !exclusive(f, p.edge.Factor) })
				if k >= 0 {
					other := e.ports[k].edge.Factor
					err := r.errorf(Double, f.At, f.Text, "%s is defined twice, in %s and in %s (line %d)", e, f.Text, other.Text, other.At.Line)
					err.Element = inst.String()
					return err
				}
				e.ports = append(e.ports, &port{edge: slot.Edge, inst: inst, element: e})
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	if err := r.missingDefined(); err != nil {
		return err
	}
	for _, f := range r.program.Graph.Factors {
		for _, slot := range f.Slots {
			if slot.Edge == nil || slot.Edge.Defines {
				continue
			}
			err := r.meet(f, slot, func(e *element, inst *instance) error {
				if slices.ContainsFunc(e.ports, func(p *port) bool { return p.edge.Factor == f && slices.Equal(p.inst.values, inst.values) }) {
					err := r.errorf(Cycle, f.At, f.Text, "%s is defined by itself, in %s", e, f.Text)
					err.Element = inst.String()
					return err
				}
				return r.used(e, inst, f.At, f.Text)
			})
			if err != nil {
				return err
			}
		}
	}
	for _, c := range r.program.Graph.Chosen {
		if err := r.meetChosen(c); err != nil {
			return err
		}
	}
	return r.inferredDefined()
}

// used reports an element that is read and that nothing defines.
func (r *run) used(e *element, inst *instance, at lang.Pos, text string) error {
	if len(e.ports) > 0 {
		return nil
	}
	index, _ := e.variable.Origin(e.index)
	err := r.errorf(Undefined, at, text, "%s is used in %s, but it is never defined", r.origin().Element(e.variable.Name, index), text)
	err.Element = inst.String()
	return r.withLoop(err, e.variable.Source, index)
}

// meetChosen meets the elements that stand in a selector or in an index.
func (r *run) meetChosen(c *factor.Chosen) error {
	list, err := r.instances(c.Loops, c.Guards, c.At, c.Text)
	if err != nil {
		return err
	}
	for _, inst := range list {
		index, err := data.Index(c.Element.Args, inst.env)
		if err == nil {
			err = r.inside(c.Variable.Name, c.Variable.Dims, index)
		}
		if err != nil {
			return r.evalError(err, c.Element.At, c.Text, inst.String())
		}
		e := r.elements[c.Variable.ID][key(index)]
		if e == nil {
			e = &element{variable: c.Variable, index: index}
		}
		if err := r.used(e, inst, c.At, c.Text); err != nil {
			return err
		}
	}
	return nil
}

// exclusive tells whether two instances of statements may stand in branches of which one
// is there.
func exclusive(a, b *factor.Factor) bool { return !model.Together(a.Branches, b.Branches) }

// meet calls do for each element that a slot leads to.
func (r *run) meet(f *factor.Factor, slot *factor.Slot, do func(*element, *instance) error) error {
	for _, x := range slot.Edge.Index {
		if x.Random {
			return nil
		}
	}
	list, err := r.instances(f.Loops, f.Guards, f.At, f.Text)
	if err != nil {
		return err
	}
	v := slot.Edge.Variable
	for _, inst := range list {
		envs := []*data.Env{inst.env}
		for _, l := range slot.Loops() {
			var inner []*data.Env
			for _, env := range envs {
				list, err := r.over(l, &instance{inst.loops, inst.values, env, inst.origin}, f.At, f.Text)
				if err != nil {
					return err
				}
				inner = append(inner, list...)
			}
			envs = inner
		}
		for _, env := range envs {
			index, err := data.Index(slot.Edge.Index, env)
			if err == nil {
				err = r.inside(v.Name, v.Dims, index)
			}
			if err != nil {
				return r.evalError(err, indexAt(slot), f.Text, inst.String())
			}
			e := r.elements[v.ID][key(index)]
			if e == nil {
				e = &element{variable: v, index: index}
				r.elements[v.ID][key(index)] = e
			}
			if err := do(e, inst); err != nil {
				return err
			}
		}
	}
	return nil
}

package interp

import (
	"slices"

	"mpc/factor"
	"mpc/message"
)

// missingDefined checks that each missing entry of an input has a definition, if
// those of others have one, and each entry at all of an input that selects.
func (r *run) missingDefined() error {
	for _, v := range r.program.Graph.Variables {
		if v.Source == nil {
			continue
		}
		in, selects := v.Source.Data, v.Source.Data != nil
		if !selects {
			in = v.Source.Input
		}
		if in == nil || !selects && !r.env.Set.Some(in) {
			continue
		}
		_, err := r.nested(in.Plates()[:len(v.Dims)], nil, func(index []int) (any, error) {
			absent, err := r.env.Set.Absent(in, index...)
			if err != nil || !absent && !selects || r.defined(v, index) {
				return nil, err
			}
			name := elementName(in.Name, index)
			if absent {
				undefined := r.errorf(Undefined, in.At, in.Name, "%s is missing, and no statement says what it is drawn from", name)
				undefined.Hint = "draw it too: " + name + " ~ ..."
				return nil, undefined
			}
			undefined := r.errorf(Undefined, in.At, in.Name, "%s is given, and no statement says what it is drawn from", name)
			undefined.Hint = "what selects, and may lack entries, is a variable whose entries are all defined: write " + name + " ~ ... too, which observes the datum"
			return nil, undefined
		})
		if err != nil {
			return r.evalError(err, in.At, in.Name, "")
		}
	}
	return nil
}

// defined tells whether a factor defines an element.
func (r *run) defined(v *factor.Variable, index []int) bool {
	e := r.elements[v.ID][key(index)]
	return e != nil && slices.ContainsFunc(e.ports, func(p *port) bool { return p.edge.Defines })
}

// definedOnce checks that each element that is used has one definition.
func (r *run) definedOnce() error {
	for _, e := range r.order {
		var first *port
		for _, p := range e.ports {
			if !p.edge.Defines {
				continue
			}
			if first != nil {
				other := ""
				if at := first.inst.String(); at != "" {
					other = " at " + at
				}
				err := r.errorf(Double, p.edge.Factor.At, p.edge.Factor.Text, "%s is defined twice, in %s (line %d)%s and in %s",
					e, first.edge.Factor.Text, first.edge.Factor.At.Line, other, p.edge.Factor.Text)
				err.Element = p.inst.String()
				return err
			}
			first = p
		}
		if first == nil {
			p := e.ports[0]
			err := r.errorf(Undefined, p.edge.Factor.At, p.edge.Factor.Text, "%s is used in %s, but it is never defined", e, p.edge.Factor.Text)
			err.Element = p.inst.String()
			index, _ := e.variable.Origin(e.index)
			return r.withLoop(err, e.variable.Source, index)
		}
	}
	return nil
}

// inferredDefined checks that each element that is asked for has a definition.
func (r *run) inferredDefined() error {
	for _, u := range r.program.Updates {
		v := u.Variable
		if u.Kind != message.Marginal || v == nil || v.Source == nil || v.Source.Input != nil || v.Source.Part {
			continue
		}
		_, err := r.nested(v.Dims, nil, func(index []int) (any, error) {
			if r.elements[v.ID][key(index)] != nil {
				return nil, nil
			}
			return nil, r.askedInVain(v, index)
		})
		if err != nil {
			return r.evalError(err, v.At, v.Name, "")
		}
	}
	return nil
}

// askedInVain is the error of an element that is asked for and has no definition.
func (r *run) askedInVain(v *factor.Variable, index []int) error {
	err := r.errorf(Undefined, v.At, v.Name, "%s is asked for under infer, but it is never defined", elementName(v.Name, index))
	err.Hint = "define all elements of " + v.Name + ", whose indices count from 0, or leave it out of infer"
	return r.withLoop(err, v.Source, index)
}

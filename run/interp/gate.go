package interp

import (
	"math"
	"reflect"

	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/message"
)

// openBranches computes the log evidence of each branch of one instance of a gate:
// -Inf where the branch contradicts itself.
func (r *run) openBranches(u *message.Update, s *site) (buffer, error) {
	g := u.Factor.Gate.Model
	n, err := data.Eval(g.Size, s.env)
	if err != nil {
		return buffer{}, r.evalError(err, g.At, g.Text, s.String())
	}
	out := make([]float64, int(n))
	instance, err := data.Index(g.Relation.Instance, s.env)
	if err != nil {
		return buffer{}, r.evalError(err, g.At, g.Text, s.String())
	}
	for _, t := range u.Terms {
		list, err := r.sitesIn(t, instance)
		if err != nil {
			return buffer{}, err
		}
		for _, at := range list {
			if err := r.branchTerm(t, at, out); err != nil {
				return buffer{}, err
			}
		}
	}
	for _, e := range out {
		if math.IsNaN(e) { // some product of messages in the branch is improper by now
			r.skipped[u]++
			r.left++
			return buffer{bad: true}, nil
		}
	}
	return buffer{value: out}, nil
}

// branchTerm adds a term to the evidence of the branch that it is of.
func (r *run) branchTerm(t *message.Term, s *site, out []float64) error {
	n, err := r.times(t.Times, s)
	if err != nil || n == 0 {
		return err
	}
	add := func(env *data.Env, z float64) error {
		k, err := data.Eval(t.Branch.Value, env)
		if err != nil {
			return r.evalError(err, s.factor.At, s.factor.Text, s.String())
		}
		switch {
		case math.IsInf(z, -1):
			out[int(k)] = z // whatever its sign: it was to be taken away from -Inf
		default:
			out[int(k)] += t.Sign * n * z
		}
		return nil
	}
	if t.Kind == message.FactorTerm {
		list, err := r.siteTerm(t, s)
		if err != nil {
			return err
		}
		return add(s.env, list[0])
	}
	ports := s.ports[t.Edge.Slot]
	var list []float64
	if t.Variable == nil && t.Kind != message.MeanTerm {
		if list, err = r.siteTerm(t, s); err != nil {
			return err
		}
	}
	for k, p := range ports {
		env := s.env
		if over := t.Edge.Slot.Over; over != nil {
			env = s.env.With(over.Index, p.at)
		}
		z := 0.0
		switch {
		case t.Kind == message.MeanTerm:
			q, err := r.marginal(p.element)
			if err != nil {
				return err
			}
			args := []reflect.Value{reflect.ValueOf(p.message), reflect.ValueOf(q)}
			z = reflect.ValueOf(t.Op.Func).Call(args)[0].Float()
		case t.Variable == nil:
			z = list[k]
		case t.Kind == message.EntropyTerm:
			z, err = r.entropy(p.element)
		case t.Kind == message.PooledTerm:
			z, err = r.meanTilt(p.element, nil)
		default:
			z, err = r.together(p.element)
		}
		if err != nil {
			return err
		}
		if err := add(env, z); err != nil {
			return err
		}
	}
	return nil
}

// sitesIn lists the instances of a term's factor that stand in one instance of the
// gate.
func (r *run) sitesIn(t *message.Term, instance []int) ([]*site, error) {
	if r.inGate[t] == nil {
		at := map[string][]*site{}
		for _, s := range r.sites[t.Factor.ID] {
			index, err := data.Index(t.Branch.Index, s.env)
			if err != nil {
				return nil, r.evalError(err, s.factor.At, s.factor.Text, s.String())
			}
			at[key(index)] = append(at[key(index)], s)
		}
		r.inGate[t] = at
	}
	return r.inGate[t][key(instance)], nil
}

// weight is the product of the probabilities of the branches that a message comes
// from.
func (r *run) weight(u *message.Update, s *site) (float64, error) {
	w := 1.0
	for _, x := range u.Weights {
		e := x.Selector.Slot.Edge
		index, err := data.Index(e.Index, s.env)
		if err != nil {
			return 0, r.evalError(err, s.factor.At, s.factor.Text, s.String())
		}
		element := r.elements[e.Variable.ID][key(index)]
		var q any
		switch x.Selector.Source {
		case message.Stored:
			q = element.posterior
		case message.Forward:
			q = element.defining().message
		case message.Value:
			if q, err = r.pointOf(element); err != nil {
				return 0, err
			}
		default:
			if q, err = r.product(element); err != nil {
				return 0, err
			}
		}
		k, err := data.Eval(x.Value, s.env)
		if err != nil {
			return 0, r.evalError(err, s.factor.At, s.factor.Text, s.String())
		}
		switch q := q.(type) {
		case dist.Bernoulli:
			if k == 0 {
				q.LogOdds = -q.LogOdds
			}
			w *= q.Mean()
		case dist.Categorical:
			w *= math.Exp(q.LogProb(int(k)))
		default:
			return 0, r.errorf(Internal, s.factor.At, s.factor.Text, "a selector of type %T has no probabilities", q)
		}
	}
	return w, nil
}

// gated tells whether what contradicts itself makes a branch impossible, and not
// the model.
func gated(f *factor.Factor) bool { return len(f.Branches) > 0 }

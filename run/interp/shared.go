package interp

import (
	"fmt"
	"math"

	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/message"
	"mpc/model"
)

// A Message is what batches of data say about the variables that they share.
type Message struct {
	// LogScale is the log of what the message is scaled by: it stands for
	// exp(LogScale) times its distributions, which count normalized where they are
	// proper. Of variables of VMP it is the part of the bound that is the batch's.
	LogScale float64
	shared   []*factor.Shared
	values   []map[string]any // by shared variable and element; nil says nothing
}

// A SizeError says that two batches share variables of different sizes.
type SizeError struct{ Variable string }

func (e *SizeError) Error() string {
	return fmt.Sprintf("%s, which the batches share, has other elements than in the batches before", e.Variable)
}

// Times multiplies two messages; nil is the message that says nothing. The error
// is a *SizeError.
func (m *Message) Times(other *Message) (*Message, error) {
	if m == nil || other == nil {
		if m == nil {
			return other, nil
		}
		return m, nil
	}
	out := &Message{LogScale: m.LogScale + other.LogScale, shared: m.shared}
	for i, s := range m.shared {
		a, b := m.values[i], other.values[i]
		f := s.Variable.Family.Row()
		if len(a) != len(b) {
			return nil, &SizeError{s.Variable.Name}
		}
		product := map[string]any{}
		for k, x := range a {
			y, ok := b[k]
			if !ok {
				return nil, &SizeError{s.Variable.Name}
			}
			product[k] = f.Times(x, y)
			if s.Scaled {
				out.LogScale += joint(f, x, y)
			}
		}
		out.values = append(out.values, product)
	}
	return out, nil
}

// Damped returns old^damping m^(1-damping). A message that said nothing before is
// new. The error is a *SizeError.
func (m *Message) Damped(old *Message, damping float64) (*Message, error) {
	if old == nil || damping == 0 {
		return m, nil
	}
	out := &Message{LogScale: m.LogScale, shared: m.shared}
	for i, s := range m.shared {
		f := s.Variable.Family.Row()
		mixed := map[string]any{}
		for k, x := range m.values[i] {
			y, ok := old.values[i][k]
			switch {
			case !ok:
				return nil, &SizeError{s.Variable.Name}
			case f.IsUniform(y):
				mixed[k] = x
			default:
				mixed[k] = f.Damp(x, y, damping)
			}
		}
		out.values = append(out.values, mixed)
	}
	return out, nil
}

// joint is the log scale of the product of two messages, as LogIntegral scales
// each of the three; a uniform one is 1 everywhere. Where it cannot be told, it is
// NaN.
func joint(f *families.Family, a, b any) float64 {
	product := f.Times(a, b)
	switch {
	case f.IsUniform(a) || f.IsUniform(b):
		return 0
	case !f.IsProper(a) && !f.IsProper(b) && !f.IsProper(product):
		return 0
	case f.IsUniform(product) && f.IsProper(product):
		return f.LogIntegral(a, b) + f.LogIntegral(product, product)
	}
	return f.LogIntegral(a, b)
}

// others is what the other batches say about one element.
func (r *run) others(s *factor.Shared, index []int) (any, error) {
	if r.options.Others != nil {
		for i, t := range r.options.Others.shared {
			if t.Variable.ID != s.Variable.ID || t.Variable.Name != s.Variable.Name {
				continue
			}
			m, ok := r.options.Others.values[i][key(index)]
			if !ok {
				return nil, &SizeError{s.Variable.Name}
			}
			return m, nil
		}
	}
	return r.uniform(s.Variable, index)
}

// given reads a message from the other batches; false where e is another input.
func (r *run) given(e *model.Expr, env *data.Env) (any, bool, error) {
	for _, s := range r.program.Graph.Shared {
		if e.Op == model.OpInput && e.Input == s.Others {
			index, err := data.Index(e.Args, env)
			if err != nil {
				return nil, true, err
			}
			m, err := r.others(s, index)
			return m, true, err
		}
	}
	return nil, false, nil
}

// sameSizes verifies that the other batches share variables of the same sizes.
func (r *run) sameSizes() error {
	if r.options.Others == nil {
		return nil
	}
	for i, s := range r.options.Others.shared {
		if len(r.elements[s.Variable.ID]) != len(r.options.Others.values[i]) {
			return &SizeError{s.Variable.Name}
		}
	}
	return nil
}

// message is what the batch of this run says about the shared variables.
func (r *run) message() (*Message, error) {
	if r.program.Graph.Shared == nil {
		return nil, nil
	}
	out := &Message{shared: r.program.Graph.Shared}
	evidence := r.program.Graph.Model.Evidence
	for _, s := range out.shared {
		f := r.family(s.Variable)
		values := map[string]any{}
		for _, e := range r.order {
			if e.variable != s.Variable {
				continue
			}
			own := e.uniform
			for _, p := range e.ports {
				if p.edge.Factor.Part != factor.Batch || p.pool != nil {
					continue
				}
				next := f.Times(own, p.message)
				if !f.IsFinite(next) {
					return nil, r.clash(e, p)
				}
				own = next
			}
			for _, p := range e.pools {
				own = f.Times(own, p.value())
			}
			values[key(e.index)] = own
			if evidence && s.Scaled {
				z, err := r.ownScale(e, own)
				if err != nil {
					return nil, err
				}
				out.LogScale += z
			}
		}
		out.values = append(out.values, values)
	}
	for _, u := range r.program.Updates {
		if u.Kind != message.Evidence {
			continue
		}
		for _, t := range u.Terms {
			if !t.OfBatch() {
				continue
			}
			z, err := r.term(t)
			if err != nil {
				return nil, err
			}
			out.LogScale += t.Sign * z
		}
	}
	return out, nil
}

// ownScale is the log scale of the product of the batch's messages to an element:
// that of multiplying them one by one into what the other messages say, without
// that of multiplying their product into it.
func (r *run) ownScale(e *element, own any) (float64, error) {
	f := r.family(e.variable)
	rest := e.uniform
	for _, p := range e.ports {
		if p.edge.Factor.Part != factor.Batch {
			rest = f.Times(rest, p.message)
		}
	}
	sum, product := 0.0, rest
	several := false
	if !f.IsUniform(own) {
		sum -= overlap(f, rest, own)
	}
	for _, proper := range []bool{true, false} {
		for _, p := range e.ports {
			if p.edge.Factor.Part == factor.Batch && p.pool == nil && f.IsProper(p.message) == proper {
				sum += scaleOf(f, product, p.message)
				several = several || says(f, product) && says(f, p.message)
				product = f.Times(product, p.message)
			}
		}
	}
	if several && !f.IsProper(product) || r.program.MayFaint(e.variable) && own.(dist.Normal).LostScale(rest.(dist.Normal)) {
		sum = math.NaN()
	}
	if pool, p := r.pool(e, nil); p != nil {
		sum += f.LogTilt(product, pool)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		p := e.defining()
		return 0, r.valued(math.NaN(), &site{instance: p.inst, factor: p.edge.Factor})
	}
	return sum, nil
}

// Changed is the largest change of a shared variable's posterior between two runs,
// +Inf where there was none before.
func (r *Result) Changed(old *Result) float64 {
	if old == nil || len(r.marginals) != len(old.marginals) {
		return math.Inf(1)
	}
	change := 0.0
	for i, m := range r.marginals {
		f := m.family
		if c := f.Change(m.value, old.marginals[i].value); !f.IsUniform(m.value) || !f.IsUniform(old.marginals[i].value) {
			change = math.Max(change, c)
		}
	}
	return change
}

// A marginalOf is the posterior of one element of a shared variable.
type marginalOf struct {
	family *families.Family
	value  any
}

// sharedMarginals lists the posteriors of all shared elements.
func (r *run) sharedMarginals() ([]marginalOf, error) {
	var list []marginalOf
	for _, s := range r.program.Graph.Shared {
		for _, e := range r.order {
			if e.variable != s.Variable {
				continue
			}
			m, err := r.marginal(e)
			if err != nil {
				return nil, err
			}
			list = append(list, marginalOf{r.family(s.Variable), m})
		}
	}
	return list, nil
}

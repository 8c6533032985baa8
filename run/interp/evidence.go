package interp

import (
	"errors"
	"math"
	"slices"

	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/message"
	"mpc/model"
)

// An EvidenceTerm is the part that a statement or a variable has in the log
// evidence.
type EvidenceTerm struct {
	Line      int     `json:"line"`
	Statement string  `json:"statement"`
	Value     float64 `json:"value"`
}

// evidence adds up the terms of the log evidence, those of one statement too.
func (r *run) evidence(u *message.Update) (float64, []EvidenceTerm, error) {
	if g := r.program.Gaussian; g != nil {
		return r.logEvidence, []EvidenceTerm{{g.Normals.Pos().Line, g.Name(), r.logEvidence}}, nil
	}
	sum := 0.0
	var list []EvidenceTerm
	for _, t := range u.Terms {
		z, err := r.term(t)
		if err != nil {
			return 0, nil, err
		}
		sum += t.Sign * z
		line, text := t.At.Line, t.Statement()
		k := slices.IndexFunc(list, func(x EvidenceTerm) bool { return x.Line == line && x.Statement == text })
		if k < 0 {
			k = len(list)
			list = append(list, EvidenceTerm{Line: line, Statement: text})
		}
		list[k].Value += t.Sign * z
	}
	if r.options.Others != nil {
		sum += r.options.Others.LogScale
		list = append(list, EvidenceTerm{Line: r.program.Graph.Shared[0].Variable.At.Line, Statement: "other batches", Value: r.options.Others.LogScale})
	}
	if math.IsNaN(sum) {
		err := r.errorf(Improper, u.At, "shared", "the evidence of the batches has no value")
		err.Hint = "what the batches say about a shared variable is improper"
		return 0, nil, err
	}
	return sum, list, nil
}

// term adds up one term over its plate.
func (r *run) term(t *message.Term) (float64, error) {
	sum := 0.0
	err := r.eachTerm(t, func(z float64) { sum += z })
	return sum, err
}

// eachTerm calls add with each number that a term adds up.
func (r *run) eachTerm(t *message.Term, add func(z float64)) error {
	if t.Kind == message.NetworkTerm {
		add(r.network(t.Network).LogZ())
		return nil
	}
	if t.Variable != nil && t.Edge != nil && t.Kind != message.PooledTerm {
		return r.definedTerm(t, add)
	}
	if t.Variable != nil {
		n, err := r.times(t.Times, nil)
		if err != nil || n == 0 {
			return err
		}
		for _, e := range r.order {
			if e.variable != t.Variable {
				continue
			}
			of := r.together
			switch t.Kind {
			case message.EntropyTerm:
				of = r.entropy
			case message.PooledTerm:
				of = func(e *element) (float64, error) { return r.meanTilt(e, t.Edge) }
			}
			z, err := of(e)
			if err != nil {
				return err
			}
			add(n * z)
		}
		return nil
	}
	for _, s := range r.sites[t.Factor.ID] {
		n, err := r.times(t.Times, s)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		list, err := r.siteTerm(t, s)
		if err != nil {
			return err
		}
		for _, z := range list {
			if err := r.valued(z, s); err != nil {
				return err
			}
			add(n * z)
		}
	}
	return nil
}

// definedTerm calls add with the term of each element that an edge defines.
func (r *run) definedTerm(t *message.Term, add func(z float64)) error {
	of := r.together
	if t.Kind == message.EntropyTerm {
		of = r.entropy
	}
	for _, s := range r.sites[t.Factor.ID] {
		n, err := r.times(t.Times, s)
		if err != nil {
			return err
		}
		for _, p := range s.ports[t.Edge.Slot] {
			if n == 0 {
				break
			}
			z, err := of(p.element)
			if err != nil {
				return err
			}
			add(n * z)
		}
	}
	return nil
}

// siteTerm is the term of one instance of a factor: a number for each element
// that its edge leads to.
func (r *run) siteTerm(t *message.Term, s *site) ([]float64, error) {
	if e := t.Paired; e != nil {
		p := s.ports[e.Slot][0]
		q, err := r.cavity(p.element, p)
		if err != nil {
			return nil, err
		}
		if q.(dist.Normal).FaintBeside(p.message.(dist.Normal)) {
			return []float64{0}, nil
		}
	}
	if t.Kind == message.FactorTerm {
		c := &call{r: r, site: s}
		z, fault, err := c.run(t.Op.Func, t.Op.In(), t.Args)
		switch {
		case err != nil:
			return nil, err
		case c.bad || fault != dist.NoFault:
			return []float64{math.NaN()}, nil
		}
		return []float64{z.(float64)}, nil
	}
	var list []float64
	for _, p := range s.ports[t.Edge.Slot] {
		q, err := r.ownCavity(p)
		if err != nil {
			return nil, err
		}
		f := r.family(p.element.variable)
		m := p.message
		if power := t.Edge.Power(); power != nil {
			n, err := r.times(power, s)
			if err != nil {
				return nil, err
			}
			if n == 0 {
				list = append(list, 0)
				continue
			}
			if r.program.Faint(t.Edge.Variable) && (t.Kind == message.PowerTerm || t.Kind == message.EdgeTerm) {
				z, err := r.faintCopies(t, p, q.(dist.Normal), n, power)
				if err != nil {
					return nil, err
				}
				list = append(list, z)
				continue
			}
			m = f.Power(m, 1/n)
			if t.Kind == message.PowerTerm {
				list = append(list, f.LogPower(m, n))
				continue
			}
			if q, err = r.copies(q, p, power); err != nil {
				return nil, err
			}
		}
		switch {
		case r.program.RankOne(t.Edge):
			list = append(list, q.(dist.MvNormal).LogMessage(m.(dist.MvNormal), nil))
		case t.Kind == message.OutputTerm:
			list = append(list, f.LogIntegral(m, q))
		case r.program.Faint(t.Edge.Variable):
			list = append(list, m.(dist.Normal).LogMessage(q.(dist.Normal)))
		default:
			list = append(list, overlap(f, m, q))
		}
	}
	return list, nil
}

// faintCopies is a term of a message that counts n times and may be faint.
func (r *run) faintCopies(t *message.Term, p *port, cavity dist.Normal, n float64, power *model.Expr) (float64, error) {
	d := p.message.(dist.Normal)
	if t.Kind == message.PowerTerm {
		return d.LogCopies(n, cavity), nil
	}
	q, err := r.copies(cavity, p, power)
	if err != nil {
		return 0, err
	}
	return d.LogCopy(n, q.(dist.Normal)), nil
}

// together is the log integral of the product of all messages to an element, the
// proper ones first. On the way it may be improper; at its end it must not.
func (r *run) together(e *element) (float64, error) {
	f := r.family(e.variable)
	sum := 0.0
	var product any
	several := false // messages that say something are in the product
	faint := r.program.Faint(e.variable)
	var all dist.Normal
	if faint {
		for _, p := range e.ports {
			all = all.Times(p.message.(dist.Normal))
		}
	}
	normalized := func(p *port) bool {
		switch {
		case faint:
			return p.message.(dist.Normal).CountsNormalized(all)
		case r.program.RankOne(p.edge):
			return false
		}
		return f.IsProper(p.message)
	}
	for _, proper := range []bool{true, false} {
		for _, p := range e.ports {
			if normalized(p) != proper || p.pool != nil || r.program.To[p.edge.ID] == nil && r.program.NetworkOf(p.edge.Factor) != nil {
				continue // of the edges to a network one alone has messages
			}
			if p.edge.Factor.Part == factor.Others && f.IsUniform(p.message) {
				continue // it is 1 everywhere, also where a uniform distribution has a scale
			}
			if product == nil {
				product = p.message
				if r.program.RankOne(p.edge) {
					sum += product.(dist.MvNormal).LogConstant()
				}
				continue
			}
			z := 0.0
			switch {
			case faint:
				z = product.(dist.Normal).LogScaleAmong(p.message.(dist.Normal), all)
			case r.program.RankOne(p.edge):
				z = product.(dist.MvNormal).LogMessage(p.message.(dist.MvNormal), nil)
			default:
				z = scaleOf(f, product, p.message)
			}
			several = several || says(f, product) && says(f, p.message)
			if math.IsInf(z, -1) && e.variable.Depth > 0 {
				return z, nil
			}
			if err := r.valued(z, &site{instance: p.inst, factor: p.edge.Factor}); err != nil {
				return 0, err
			}
			sum += z
			product = f.Times(product, p.message)
		}
	}
	if several && !f.IsProper(product) {
		p := e.ports[0]
		return 0, r.valued(math.NaN(), &site{instance: p.inst, factor: p.edge.Factor})
	}
	if pool, p := r.pool(e, nil); p != nil {
		z := f.LogTilt(product, pool)
		sum += z
		return sum, r.valued(z, &site{instance: p.inst, factor: p.edge.Factor})
	}
	return sum, nil
}

// entropy is the entropy of the marginal of an element.
func (r *run) entropy(e *element) (float64, error) {
	m, err := r.marginal(e)
	if err != nil {
		return 0, err
	}
	h := r.family(e.variable).Entropy(m)
	p := e.defining()
	return h, r.valued(h, &site{instance: p.inst, factor: p.edge.Factor})
}

// scaleOf is the log scale of the product of two messages among more. A uniform one that
// is improper is 1 everywhere.
func scaleOf(f *families.Family, a, b any) float64 {
	if !says(f, a) || !says(f, b) {
		return 0
	}
	return f.LogScale(a, b)
}

// says tells whether a message is not 1 everywhere.
func says(f *families.Family, m any) bool { return !f.IsUniform(m) || f.IsProper(m) }

// overlap is the log integral of two messages. A uniform message that is
// improper is 1 everywhere.
func overlap(f *families.Family, a, b any) float64 {
	if !says(f, a) || !says(f, b) {
		return 0
	}
	return f.LogIntegral(a, b)
}

// valued returns an error if a part of the log evidence is no number.
func (r *run) valued(z float64, s *site) error {
	at, text := s.factor.At, s.factor.Text
	var e *Error
	switch {
	case math.IsNaN(z):
		e = r.errorf(Improper, at, text, "the evidence of %s has no value", text)
		e.Hint = "a prior or a product of messages is improper there"
	case math.IsInf(z, -1):
		e = r.errorf(Contradiction, at, text, "contradictory observation, its probability is zero: %s", text)
		if v := r.dataText(s); v != "" {
			e.Message += ", where " + v
		}
	case math.IsInf(z, 1):
		e = r.errorf(NotFinite, at, text, "the evidence of %s is infinite", text)
		e.Hint = "the density has a pole at what is observed"
	default:
		return nil
	}
	e.Element = s.String()
	return e
}

// possible verifies that the instances of a factor in which nothing is random
// are possible.
func (r *run) possible(u *message.Update) error {
	for _, s := range r.sites[u.Factor.ID] {
		holds := true
		for _, g := range u.Guards {
			v, err := data.Eval(g, s.env)
			if err != nil {
				return r.evalError(err, u.At, u.Factor.Text, s.String())
			}
			holds = holds && v != 0
		}
		if !holds {
			continue
		}
		c := &call{r: r, site: s}
		z, fault, err := c.run(u.Op.Func, u.Op.In(), u.Args)
		if err != nil {
			return err
		}
		switch {
		case fault != dist.NoFault:
		case math.IsInf(z.(float64), -1):
			fault = dist.Contradiction
		case math.IsNaN(z.(float64)):
			fault = dist.NotFinite
		}
		if err := r.fault(u, s, fault); err != nil {
			return emptyRanges(err, u)
		}
	}
	return nil
}

// emptyRanges adds to an error which arrays of the factor have no element.
func emptyRanges(err error, u *message.Update) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	for _, a := range u.Args {
		if a.Source == message.Empty {
			e.Message += ", and the range of " + a.Slot.Over.Index.Name + " is empty"
		}
	}
	return err
}

// ownCavity is the cavity of the port that a message is sent to: of a point
// variable its point mass.
func (r *run) ownCavity(p *port) (any, error) {
	if p.element.variable.Point {
		return r.value(p.element)
	}
	return r.cavity(p.element, p)
}

package interp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"mpc/data"
	"mpc/dist"
	"mpc/engine"
	"mpc/engine/command"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/samples"
)

// A Result is the outcome of a run. Its JSON is the result file.
type Result struct {
	Model, Algorithm string
	Iterations       int // of the longest loop; 0 for a model without one
	Converged        bool
	LogEvidence      float64
	HasEvidence      bool
	EvidenceTerms    []EvidenceTerm // that LogEvidence is the sum of
	Posteriors       []Posterior    // in the order asked for
	Labels           map[string][]string
	Warnings         []string
	DrawWarnings     []samples.Warning // of a model that is sampled: what is wrong with summaries of draws
	// Shortened counts the steps that were shortened, where the bound on the
	// evidence would have fallen.
	Shortened int
	// Seed is that of the random initial marginals, nil without any.
	Seed *uint64
	// Chains and Draws are, of a model that is sampled, how many chains there were, and how
	// many draws of each are kept.
	Chains, Draws int
	// Starts are the runs that the model asks for by restarts, of which this is the
	// best.
	Starts []Start
	Whole
	// Skipped counts the updates that gave no message, by statement.
	Skipped []Skip
	// Message is what the data say about the shared variables, nil without any.
	Message   *Message
	marginals []marginalOf // of the shared variables
}

// A Whole is what a posterior that is computed as a whole has beside: what makes it doubtful, and, where Options ask, draws from it and what observations
// have given all others.
type Whole struct {
	Doubts  []engine.Doubt
	Inexact []engine.Inexact
	Joint   *command.Joint
	LeftOut []LeftOut
}

// A Posterior is the posterior marginal of a variable: a distribution of
// package dist, a Point, a Truth, or nested slices []any of them; nil for an element
// that the program does not define.
type Posterior struct {
	Name  string
	Value any
	// Quantiles are, of a posterior that is computed as a whole, engine.Quantiles nested as Value is.
	Quantiles any
}

// MarshalJSON writes the value, with the quantiles in its objects.
func (p Posterior) MarshalJSON() ([]byte, error) {
	return json.Marshal(quantiled(p.Value, p.Quantiles))
}

// quantiled joins distributions and their quantiles.
func quantiled(value, quantiles any) any {
	list, ok := value.([]any)
	switch q := quantiles.(type) {
	case engine.Quantiles:
		if d, ok := value.(interface{ IsPoint() bool }); ok && d.IsPoint() {
			return value // which is known
		}
		return withQuantiles{value, q}
	case []engine.Quantiles:
		return withQuantiles{value, q}
	case []any:
		if !ok {
			break
		}
		out := make([]any, len(list))
		for i := range list {
			out[i] = quantiled(list[i], q[i])
		}
		return out
	}
	return value
}

// withQuantiles is a distribution and its quantiles.
type withQuantiles struct {
	of        any
	quantiles any
}

// MarshalJSON writes them as one object.
func (w withQuantiles) MarshalJSON() ([]byte, error) {
	return command.Quantiled(w.of, w.quantiles), nil
}

// A Point is a value that is known.
type Point struct{ Value any }

// MarshalJSON writes {"dist": "point", "value": v}.
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Dist  string `json:"dist"`
		Value any    `json:"value"`
	}{"point", p.Value})
}

// A Truth is a boolean that is known.
type Truth struct{ Value bool }

// MarshalJSON writes {"dist": "bernoulli", "p": 1}, or 0.
func (t Truth) MarshalJSON() ([]byte, error) {
	if t.Value {
		return []byte(`{"dist":"bernoulli","p":1}`), nil
	}
	return []byte(`{"dist":"bernoulli","p":0}`), nil
}

// A Count is the posterior of a Poisson count.
type Count struct{ dist.Categorical }

// MarshalJSON writes {"dist": "poisson", "rate": r, "p": [...]}: the Poisson
// distribution of the same mean, and the probabilities themselves.
func (c Count) MarshalJSON() ([]byte, error) {
	b, err := c.Categorical.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var fields struct {
		P []float64 `json:"p"`
	}
	if err := json.Unmarshal(b, &fields); err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Dist string    `json:"dist"`
		Rate float64   `json:"rate"`
		P    []float64 `json:"p"`
	}{"poisson", c.Mean(), fields.P})
}

// A Skip says how often the updates of a statement gave no message.
type Skip struct {
	Line      int
	Statement string
	Count     int
}

// MarshalJSON writes the result file.
func (r *Result) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	var fail error
	put := func(name string, v any) {
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		text, err := json.Marshal(v)
		if err != nil && fail == nil {
			fail = err
		}
		fmt.Fprintf(&b, "%q: %s", name, text)
	}
	b.WriteByte('{')
	put("model", r.Model)
	put("algorithm", r.Algorithm)
	put("iterations", r.Iterations)
	put("converged", r.Converged)
	if r.Shortened > 0 {
		put("shortened", r.Shortened)
	}
	if r.Seed != nil {
		put("seed", *r.Seed)
	}
	if r.Chains > 0 {
		put("chains", r.Chains)
		put("draws", r.Draws)
	}
	if len(r.Starts) > 0 {
		put("restarts", r.Starts)
	}
	if r.HasEvidence {
		put("log_evidence", r.LogEvidence)
		put("evidence_terms", r.EvidenceTerms)
	}
	var p bytes.Buffer
	p.WriteByte('{')
	for i, x := range r.Posteriors {
		if i > 0 {
			p.WriteString(", ")
		}
		text, err := json.Marshal(x)
		if err != nil {
			return nil, fmt.Errorf("posterior of %s: %w", x.Name, err)
		}
		fmt.Fprintf(&p, "%q: %s", x.Name, text)
	}
	p.WriteByte('}')
	put("posteriors", json.RawMessage(p.Bytes()))
	if len(r.Labels) > 0 {
		put("labels", r.Labels)
	}
	warnings := r.Warnings
	if warnings == nil {
		warnings = []string{}
	}
	put("warnings", warnings)
	if len(r.Doubts) > 0 {
		put("doubts", r.Doubts)
	}
	if len(r.Inexact) > 0 {
		put("inexact", r.Inexact)
	}
	if r.DrawWarnings != nil {
		put("draw_warnings", r.DrawWarnings)
	}
	b.WriteByte('}')
	return b.Bytes(), fail
}

// result collects the posteriors and the evidence.
func (r *run) result() (*Result, error) {
	m := r.program.Graph.Model
	if err := r.allSkipped(); err != nil {
		return nil, err
	}
	out := &Result{Model: m.Name, Algorithm: m.Algorithm, Iterations: r.iterations, Converged: r.converged, Labels: r.env.Set.Labels, Warnings: r.warnings, Shortened: r.shortened, Whole: Whole{r.doubts, r.inexact, r.joint, r.withoutEach}}
	if m.StartsAtRandom() {
		out.Seed = &r.seed
	}
	for _, u := range r.program.Updates {
		if n := r.skipped[u]; n > 0 {
			at, text := position(u)
			out.Skipped = append(out.Skipped, Skip{at.Line, text, n})
		}
	}
	out.Warnings = append(out.Warnings, r.leftOut(out.Skipped)...)
	for _, u := range r.program.Updates {
		switch u.Kind {
		case message.Marginal:
			p, err := r.posterior(u)
			if err != nil {
				return nil, err
			}
			out.Posteriors = append(out.Posteriors, p)
		case message.Evidence:
			z, terms, err := r.evidence(u)
			if err != nil {
				return nil, err
			}
			out.LogEvidence, out.EvidenceTerms, out.HasEvidence = z, terms, true
		}
	}
	var err error
	if out.Message, err = r.message(); err != nil {
		return nil, err
	}
	out.marginals, err = r.sharedMarginals()
	return out, err
}

// leftOut are the warnings of updates that were left out, one for each statement.
func (r *run) leftOut(list []Skip) []string {
	var of []Skip
	for _, s := range list {
		k := slices.IndexFunc(of, func(o Skip) bool { return o.Line == s.Line && o.Statement == s.Statement })
		if k < 0 {
			of = append(of, s)
		} else {
			of[k].Count += s.Count
		}
	}
	var out []string
	for _, s := range of {
		out = append(out, r.program.LeftOut(s.Line, s.Statement, s.Count, r.converged && r.iterations > 0))
	}
	return out
}

// allSkipped returns an error if the posteriors ignore what an instance of a factor says,
// or one without which the bound is none.
func (r *run) allSkipped() error {
	for _, sites := range r.sites {
		for _, s := range sites {
			if p := r.bindsNot(s); p != nil {
				e := r.errorf(Improper, s.factor.At, s.factor.Text, "VMP has independent posteriors, and what is observed of %s ties random values to each other", s.factor.Text)
				e.Element = s.String()
				e.Hint = "choose algorithm: ep"
				return e
			}
			if r.ignored(s) {
				e := r.errorf(Improper, s.factor.At, s.factor.Text, "no message of %s could be computed: each would make a marginal improper", s.factor.Text)
				e.Element = s.String()
				e.Hint = r.program.LeftOutHelp()
				e.LeftOut = true
				return e
			}
		}
	}
	return nil
}

// bindsNot finds a message of a site that was left out and without which the bound is none.
func (r *run) bindsNot(s *site) *port {
	for _, slot := range s.factor.Slots {
		for _, p := range s.ports[slot] {
			if p.tried && p.skipped && r.program.To[p.edge.ID].Binds() {
				return p
			}
		}
	}
	return nil
}

// ignored tells whether the posteriors ignore a site: of its messages some were left out at
// last, and all others say nothing. What is only a posterior of a datum to come is none of
// them.
func (r *run) ignored(s *site) bool {
	left := false
	for _, slot := range s.factor.Slots {
		for _, p := range s.ports[slot] {
			u := r.program.To[p.edge.ID]
			switch {
			case !p.tried || u.Predicts() && p.skipped:
			case p.skipped:
				left = true
			case len(u.Weights) > 0 || !r.family(p.element.variable).IsUniform(p.message):
				return false
			}
		}
	}
	return left
}

// posterior collects the marginals of a variable, or the values of a constant.
func (r *run) posterior(u *message.Update) (Posterior, error) {
	if u.Constant != nil {
		v := u.Constant
		value, err := r.nested(v.Dims, nil, func(index []int) (any, error) {
			all, err := r.defineConstant(v)
			if err != nil || all[key(index)] == nil {
				return nil, err
			}
			x, err := r.constantValue(v, index)
			if v.Type.Kind == model.Bool {
				return Truth{x != 0}, err
			}
			return Point{x}, err
		})
		if err != nil {
			err = r.evalError(err, v.At, v.Name, "")
		}
		return Posterior{Name: v.Name, Value: value}, err
	}
	v := u.Variable
	dims := v.Dims
	in := v.Source.Input
	if in != nil {
		dims = in.Dims
	}
	value, err := r.nested(dims, nil, func(index []int) (any, error) {
		if in != nil {
			absent, err := r.env.Set.Absent(in, index...)
			if err != nil {
				return nil, err
			}
			if !absent {
				return r.seen(v, index)
			}
		}
		e := r.elements[v.ID][key(index)]
		if e == nil {
			return nil, nil
		}
		return r.posteriorOf(e, v)
	})
	if err != nil {
		err = r.evalError(err, v.At, v.Name, "")
	}
	p := Posterior{Name: v.Source.Name, Value: value}
	if err == nil && r.program.Integrates(v.Source) {
		p.Quantiles, err = r.nested(dims, nil, func(index []int) (any, error) {
			if q, ok := r.quantiles[r.elements[v.ID][key(index)]]; ok {
				return q, nil
			}
			return nil, nil
		})
	}
	return p, err
}

// seen is the posterior of an entry of an input that is not missing: the point mass
// at the datum.
func (r *run) seen(v *factor.Variable, index []int) (any, error) {
	x, err := r.env.Set.Value(v.Source.Input, index...)
	if err != nil {
		return nil, err
	}
	return r.family(v).Point(x), nil
}

// posteriorOf is the posterior of one element.
func (r *run) posteriorOf(e *element, v *factor.Variable) (any, error) {
	if v.Point {
		m, err := r.pointOf(e)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	m, err := r.marginal(e)
	if err != nil {
		return nil, err
	}
	f := r.family(v)
	if !f.IsProper(m) && !f.IsUniform(m) {
		err := r.errorf(Improper, v.At, v.Name, "the posterior of %s is improper: %v", e, m)
		err.Hint = "give it a narrower prior"
		return nil, err
	}
	if c, ok := m.(dist.Categorical); ok && v.Poisson() {
		return Count{c}, nil
	}
	return m, nil
}

// nested makes nested slices of what value returns, as the sizes say.
func (r *run) nested(dims []*model.Expr, index []int, value func([]int) (any, error)) (any, error) {
	if len(index) == len(dims) {
		return value(append([]int(nil), index...))
	}
	env := *r.env
	env.Dims = index
	n, err := data.Int(dims[len(index)], &env)
	if err != nil {
		return nil, err
	}
	list := make([]any, 0, max(n, 0))
	for i := 0; i < n; i++ {
		x, err := r.nested(dims, append(index[:len(index):len(index)], i), value)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

package latent

import (
	"errors"
	"math"

	"mpc/engine"
	"mpc/mcmc"
)

// Kinds of what is asked for: a combination of normals, or a function of one and of hyperparameters,
// or whether one of these is above 0; a number that is drawn from a normal around a combination; a condition on one; a number, or
// a whole number, that is drawn from another distribution around one; a combination that is a part of a pair; a function of a
// pair, or a condition on it.
const (
	askSum = iota
	askAboveSum
	askFunction
	askAboveFunction
	askDrawn
	askTruth
	askOther
	askCount
	askPart
	askPair
	askTruthOfPair
)

// An ask is a combination that is asked for, and what of it.
type ask struct {
	slot, width int
	slope       []float64
	z           float64
	row         int // by which Model.AddLogDensity computes a function
	element     int
	kind        int
	single      *single // of which it is a function, in place of the combination; nil of none
}

// Ask asks for the posterior of a combination, as a density of it would be said, or of a function that
// AddLogDensity adds for this row; element is the place of the answer in the variable that it is of.
func (s *Sites) Ask(b *mcmc.NormalBlock, z float64, row, element, kind int) {
	if s.asked == len(s.asks) {
		s.asks = append(s.asks, ask{})
	}
	a := &s.asks[s.asked]
	s.asked++
	a.slot, a.width, a.z, a.row, a.element, a.kind, a.single = b.Slot(), b.Width(), z, row, element, kind, nil
	a.slope = append(a.slope[:0], b.Slope[:a.width]...)
	b.Skip()
}

// AskSingle is Ask for a number that is integrated by itself, or a function of it, or what is drawn around it.
func (s *Sites) AskSingle(b *mcmc.NormalBlock, number, row, element, kind int) {
	s.Ask(b, 0, row, element, kind)
	if s.learning {
		return
	}
	a, x := &s.asks[s.asked-1], s.singles[number]
	if a.single = x; x.site >= 0 { // that of the combination that it is read beside
		t := &s.list[x.site]
		a.slot, a.width, a.z = t.slot, int(t.width), t.z
		a.slope = append(a.slope[:0], s.slope[t.slope:t.slope+t.width]...)
	}
}

// answer writes the moments of the combinations that are asked for, given the hyperparameters of the last At.
func (f *Fit) answer(mean, sd []float64) {
	for i := range f.Sites.asks {
		a := &f.Sites.asks[i]
		step, variance := 0.0, 0.0
		if a.width > 0 {
			step, variance = f.Block.RowMoments(a.slot, a.slope)
		}
		mean[i], sd[i] = a.z+step, math.Sqrt(max(0, variance))
	}
}

// An Answer is what is known of a function of the variables that is asked for.
type Answer struct {
	Row, Element   int // as Ask was told
	Mean, Variance float64
	Quantiles      engine.Quantiles
}

// ErrOverflows: a function that is asked for is beyond what doubles hold at much of the posterior.
var ErrOverflows = errors.New("more than a twentieth of the posterior of a function that is asked for is beyond what doubles hold: ask for its log")

// Overflows tells whether quantiles are infinite, or their sum is.
func (a *Answer) Overflows() bool {
	q := a.Quantiles
	sum := q.Q05 + q.Q50 + q.Q95
	return sum-sum != 0 // or none is known between a number and infinity
}

// Answers is how many functions are asked for.
func (p *Posterior) Answers() int { return len(p.answers) }

// Answer is the i-th answer: exact, as a mixture over nodes, of a combination, and of what is drawn around one; by
// quadrature over each node's normal of a function of one or more. Of a truth Mean is its probability. m is one of the models of
// Integrate, whose hyperparameters it places.
func (p *Posterior) Answer(m Model, i int) Answer {
	of := p.answers[i]
	a, c := p.asks[of.at], p.firstAsk+of.at
	out := Answer{Row: a.row, Element: a.element}
	switch {
	case a.single == nil || a.kind == askOther || a.kind == askCount:
	case a.kind == askSum:
		p.single(m, a.single, c, &out)
		return out
	default:
		p.ofSingle(m, a, c, &out)
		return out
	}
	switch a.kind {
	case askSum:
		out.Mean, out.Variance, out.Quantiles = p.Mean(c), p.Variance(c), p.Quantiles(c)
		return out
	case askAboveSum:
		for k := range p.Nodes {
			n := &p.Nodes[k]
			switch {
			case n.Sd[c] > 0:
				out.Mean += n.Weight * (1 - n.below(c, 0))
			case n.Mean[c] > 0:
				out.Mean += n.Weight
			}
		}
		return out
	case askDrawn:
		d := p.drawn(m, a, c)
		out.Mean, out.Variance, out.Quantiles = d.Mean(0), d.Variance(0), d.Quantiles(0)
		return out
	case askOther, askCount:
		d := p.predict(m, of)
		out.Mean, out.Variance = d.moments()
		out.Quantiles = engine.Quantiles{Q05: d.quantile(0.05), Q50: d.quantile(0.5), Q95: d.quantile(0.95), Rare: heavyTailed(d.middles(), out.Mean, 0)}
		return out
	case askTruth, askTruthOfPair:
		out.Mean = p.holds(m, of)
		return out
	case askAboveFunction:
		if a.width > 0 {
			out.Mean = p.truth(m, of, 0)
			return out
		}
	}
	v := p.functionValues(m, of)
	if many(a.kind) > 0 && a.kind&1 == 1 {
		out.Mean, _ = v.moments()
		return out
	}
	v.tell(&out, a.kind)
	return out
}

// tell writes what the values of a function say.
func (v *values) tell(out *Answer, kind int) {
	switch kind {
	case askAboveSum, askAboveFunction:
		out.Mean = 1 - v.cdf(0)
	case askTruth:
		out.Mean, _ = v.moments()
	default:
		out.Mean, out.Variance = v.moments()
		out.Quantiles = v.quantiles(out.Mean)
	}
}

// quantiles are those of values, whose mean is known.
func (v *values) quantiles(mean float64) engine.Quantiles {
	q := engine.Quantiles{Q05: v.quantile(0.05), Q50: v.quantile(0.5), Q95: v.quantile(0.95)}
	q.Rare = !(v.bounded && endsBeside(q, v.list[0].value, v.list[len(v.list)-1].value)) && v.rare(mean)
	return q
}

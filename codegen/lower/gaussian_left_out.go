package lower

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// What the observations of a latent Gaussian model have given all others: a function says all observations, and others tell, by statement, how
// probable less is than what an instance sees.

// An Observed is a statement whose instances see data.
type Observed struct {
	conditional.Observed
	// Seen is the density of the data, nil of no observation, Name the input that these are elements of; empty of none.
	Seen *conditional.Term
	Name string
	// Below is, by loop indices and by what the density reads, the probability of less than what is seen and half of that of it itself; nil
	// where that is not known, or where Observe says it.
	Below *code.Row
}

// LeavesOut tells whether the package of a program says what each observation has given all others: where there are some, and what they are
// does not depend on the data.
func LeavesOut(p *loops.Program) (some bool) {
	of := p.Message.Gaussian
	if of == nil || !of.Plain() {
		return false
	}
	for _, x := range of.Observed() {
		if x.By == conditional.Uncounted {
			continue
		}
		if some = true; x.Seen() == nil || len(x.Term.Loops) > maxIndices {
			return false
		}
	}
	return some
}

// leftOut lowers these functions.
func (l *lowering) leftOut(u *message.Update) {
	for _, x := range u.Gaussian.Observed() {
		o := &Observed{Observed: x}
		if x.By == conditional.Uncounted {
			l.Gaussian.Observed = append(l.Gaussian.Observed, o)
			continue
		}
		o.Seen = x.Seen()
		if in, _ := o.Seen.Data(); in != nil {
			o.Name = in.Name
		}
		if o.AsksBelow() && o.ordered() {
			o.Below = l.below(o, len(l.Gaussian.Observed))
		}
		l.Gaussian.Observed = append(l.Gaussian.Observed, o)
	}
	l.Gaussian.Observe = l.plainFunction("observe", nil, func(f *chain) code.Operand { f.observe(u); return nil })
}

// AsksBelow tells whether package latent asks for the probability of less than what an instance sees, at values of what it reads.
func (o *Observed) AsksBelow() bool {
	return o.By == conditional.BySite || o.By == conditional.BySingle
}

// ordered tells whether the probability of less than a datum is known.
func (o *Observed) ordered() bool {
	known := func(t *conditional.Term) bool {
		return t.X.Type.Dimensions == 0 && t.Dist.Name != model.Given && (t.X.Type.Kind == model.Bool || t.Dist.LogMass() != nil)
	}
	if o.Given == nil {
		return known(o.Seen)
	}
	for k := range o.Given.Branches {
		if seen, _ := o.Given.Seen(k); !known(seen) {
			return false
		}
	}
	return true
}

// below lowers the probability of less than what an instance sees.
func (l *lowering) below(o *Observed, k int) *code.Row {
	at := param(combinationNames[0], code.Real)
	at.Value.Name = "combination"
	var params []*code.Param
	for _, loop := range o.Term.Loops {
		params = append(params, l.indexParam(loop.Index, append(slices.Clone(params), at)...))
	}
	return l.plainFunction(fmt.Sprintf("below%d", k), types(code.Real), func(f *chain) code.Operand {
		for i, loop := range o.Term.Loops {
			f.scope.indices[loop.Index] = params[i].Value
		}
		f.drawing.known = map[*model.Variable]code.Operand{o.Row.Site.At: at.Value}
		f.about(o.Term.Factor)
		return f.belowSeen(o)
	}, append(params, at)...)
}

// belowSeen is the probability of less than what is seen, and half of that of it itself: of what is summed out with the probabilities of its
// values.
func (f *chain) belowSeen(o *Observed) code.Operand {
	if o.Given == nil {
		return f.belowTerm(o.Seen)
	}
	sum := code.Operand(real(0))
	for k, branch := range o.Given.Branches {
		log := code.Operand(real(0))
		for _, t := range branch {
			if t.Factor.Drawn == nil {
				continue
			}
			f.drawing.sums = []string{"log"}
			log = f.instances(t, []code.Operand{log}, func(s []code.Operand) []code.Operand {
				return []code.Operand{f.addTo(s[0], f.logDensity(t.X, t.Dist))}
			})[0]
		}
		seen, _ := o.Given.Seen(k)
		weight := f.exp(log)
		f.drawing.sums = []string{"below"}
		sum = f.selected(f.apply(">", weight, real(0)), []code.Operand{sum}, func() []code.Operand {
			return []code.Operand{f.addTo(sum, f.apply("*", weight, f.belowTerm(seen)))}
		}, func() []code.Operand { return []code.Operand{sum} })[0]
	}
	return sum
}

// belowTerm is that of one density.
func (f *chain) belowTerm(t *conditional.Term) code.Operand {
	half := func() code.Operand { return f.apply("*", real(0.5), f.exp(f.logDensity(t.X, t.Dist))) }
	if t.X.Type.Kind == model.Bool {
		equal := half()
		f.drawing.sums = []string{"below"}
		return f.selected(f.truth(t.X), []code.Operand{equal}, func() []code.Operand { return []code.Operand{f.apply("-", real(1), equal)} },
			func() []code.Operand { return []code.Operand{equal} })[0]
	}
	high := f.real(t.X)
	if t.X.Type.Kind == model.Real {
		return f.exp(f.massBelow(t.Dist, high))
	}
	return f.apply("+", f.exp(f.massBelow(t.Dist, f.apply("-", high, real(1)))), half())
}

func (f *chain) exp(log code.Operand) code.Operand {
	return f.call("p", f.math("math.Exp", code.Real, code.Real), log)
}

// massBelow is the log probability of at most a value.
func (f *chain) massBelow(d *model.Dist, high code.Operand) code.Operand {
	mass := d.LogMass()
	t := reflect.TypeOf(mass.Function)
	args := []code.Operand{real(math.Inf(-1)), high}
	for i, e := range mass.Args {
		args = append(args, f.taken(t.In(2+i), e))
	}
	return f.logOf(mcmc.FunctionName(mass.Function), args...)
}

// observe says all observations.
func (f *chain) observe(u *message.Update) {
	to := &code.Place{Table: f.observationsOf(u)}
	from := f.coordinatesRead(u)
	for k, o := range f.Gaussian.Observed {
		t := &conditional.Term{Factor: o.Term.Factor, Loops: o.Term.Loops, Guards: o.Term.Guards}
		f.instances(t, nil, func([]code.Operand) []code.Operand {
			if o.By == conditional.Uncounted {
				f.asks(to, "Skip", nil)
				return nil
			}
			var at, loops []code.Operand
			for _, l := range t.Loops {
				loops = append(loops, f.index(l.Index))
			}
			if at = loops; o.Name != "" {
				at = nil
				_, list := o.Seen.Data()
				for _, e := range list {
					at = append(at, f.whole(e))
				}
			}
			f.asksNamed(fmt.Sprintf("at%dObservations", len(at)), to, "At", append([]code.Operand{whole(k)}, at...))
			for len(loops) < maxIndices {
				loops = append(loops, whole(0))
			}
			f.observed(u, to, o, from, loops)
			return nil
		})
		f.origin = code.Origin{}
	}
}

// coordinatesRead are where the elements of each part of the normals begin, up to the last that observations read.
func (f *chain) coordinatesRead(u *message.Update) (from []code.Operand) {
	last := -1
	for _, o := range f.Gaussian.Observed {
		if o.By == conditional.ByNormal {
			for _, s := range o.Row.Slopes {
				last = max(last, s.Part)
			}
		}
	}
	next := code.Operand(whole(0))
	for k := range last + 1 {
		if k > 0 {
			next = f.plus(next, f.countOf(u.Gaussian.Parts()[k-1].Variable()))
		}
		from = append(from, next)
	}
	return from
}

// observed says what an observation depends on.
func (f *chain) observed(u *message.Update, to *code.Place, o *Observed, from, loops []code.Operand) {
	switch o.By {
	case conditional.ByNormal:
		for _, s := range o.Row.Slopes {
			slope := func() {
				at := f.plus(from[s.Part], f.positionOf(u.Sampled.Variables[s.Part], s.At))
				f.asks(to, "Slope", []code.Operand{at, f.real(sloped(s))})
			}
			f.over(s, nil, func([]code.Operand) []code.Operand {
				if s.If != nil && o.Row.Planned(s.If) {
					f.choose(f.truth(s.If), slope, nil)
				} else {
					slope()
				}
				return nil
			})
		}
		rest, precision := f.distance(o.Row, true)
		f.asks(to, "Normal", []code.Operand{rest, precision})
	case conditional.BySite:
		f.asks(to, "Site", append([]code.Operand{truth(o.Given != nil)}, loops...))
	case conditional.BySingle:
		factor := slices.IndexFunc(f.Gaussian.Others, func(x *Other) bool { return x.Factor == o.Term.Factor })
		told := f.asks(&code.Place{Table: f.state["others"]}, "Next", []code.Operand{whole(factor)}, code.Whole)[0]
		f.asks(to, "Single", append([]code.Operand{f.singleNumber(u, o.Row), told}, loops...))
	case conditional.ByHypers:
		log := code.Operand(nil)
		if o.Term.Log != nil {
			log = f.real(o.Term.Log)
		} else {
			log = f.logDensity(o.Term.X, o.Term.Dist)
		}
		if !o.ordered() {
			f.asks(to, "Unordered", []code.Operand{log})
			return
		}
		f.asks(to, "Alone", []code.Operand{log, f.belowSeen(o)})
	}
}

// observationsOf is what observations are said to.
func (l *lowering) observationsOf(u *message.Update) *code.Table {
	if l.state["observations"] == nil {
		l.state["observations"] = l.declare(&code.Table{Name: "observations", Type: l.handle("latent", "Observations"), Keep: code.State}, Source{InChain: InChain{Block: u}, What: "observations"})
	}
	return l.state["observations"]
}

package evaluate

import (
	"fmt"
	"maps"
	"math"

	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// An Observation is an element of the data, or an instance of a statement that sees none by its
// name, with all that the statements say of it. Elements that depend on each other by an element of a variable that is
// summed out are one.
type Observation struct {
	Statement *joint.Statement // the first that observes it
	Input     *model.Input     // nil of an instance of a statement
	Variable  *model.Variable  // that is summed out of several elements; or nil
	Index     []int            // of the element, or of the loops
}

// Observations are what data are observed, and where.
type Observations struct {
	*Density
	List []Observation
	// Lacking are vectors of which the data have some components alone: they are not among them.
	Lacking int
	seen    []observed
	sums    []*sum
	place   map[string]int
	largest int // values of what is summed out
}

// observed is an instance of a statement about an observation.
type observed struct {
	of    *joint.Statement
	index map[*model.Index]int
	which int
	drawn []*model.Expr // conditions on what is drawn
	sum   *sum          // that it is a part of; or nil
}

// NewObservations finds the data that a model observes: by a distribution, of what follows from data
// alone. Conditions, equations and soft constraints on what is drawn are none. Variables of few values are summed out of them: each element
// is read by an instance alone or by none.
func NewObservations(d *Density, out ...Summed) (*Observations, error) {
	o := &Observations{Density: d, place: map[string]int{}}
	for _, s := range d.joint.Statements {
		in, data := ObservedBy(s)
		if !data {
			continue
		}
		if err := o.find(s, in); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.At, s.Text, err)
		}
	}
	if len(out) > 0 {
		if err := o.sumOut(out); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Key is that of an observation: two instances of statements have the same one where they see the same element.
func (x *Observation) Key() string {
	if x.Variable != nil {
		return KeyOfSum(x.Variable, x.Index)
	}
	return KeyOf(x.Input, x.Statement.At, x.Index)
}

// KeyOf is the key of an element of an input, or, without an input, of an instance of the statement at a place.
func KeyOf(in *model.Input, at lang.Pos, index []int) string {
	if in != nil {
		return fmt.Sprint(in.Name, index)
	}
	return fmt.Sprint(at, index)
}

// ObservedBy tells whether a statement may observe data, and of which input, nil where that has no name.
func ObservedBy(s *joint.Statement) (in *model.Input, data bool) {
	switch {
	case s.Kind == joint.Observed && s.X.Op == model.OpInput:
		return s.X.Input, true
	case s.Kind == joint.Observed:
		return nil, !readsDrawn(s.X)
	case s.Kind == joint.Drawn && s.X.Op == model.OpVariable && s.X.Variable.Data != nil:
		return s.X.Variable.Data, true
	}
	return nil, false
}

// find lists the instances of a statement.
func (o *Observations) find(s *joint.Statement, in *model.Input) error {
	known, drawn := o.guards(s)
	o.env.Index = map[*model.Index]int{}
	return Instances(s.Loops, known, &o.env, func() error {
		var index []int
		if in != nil {
			var err error
			if index, err = data.Index(s.X.Args, &o.env); err != nil {
				return err
			}
			if lacks, err := o.env.Set.Absent(in, index...); err != nil || lacks {
				if n := len(index); n < len(in.Dims) && err == nil {
					o.Lacking++
				}
				return err
			}
		} else {
			for _, l := range s.Loops {
				index = append(index, o.env.Index[l.Index])
			}
		}
		key := KeyOf(in, s.At, index)
		k, ok := o.place[key]
		if !ok {
			k = len(o.List)
			o.place[key] = k
			o.List = append(o.List, Observation{Statement: s, Input: in, Index: index})
		}
		o.seen = append(o.seen, observed{of: s, index: maps.Clone(o.env.Index), which: k, drawn: drawn})
		return nil
	})
}

// Logs are the log densities of the observations at values. below and equal, where they are not nil, get the
// probability of less than what is observed and of it itself, NaN where these are not known.
func (o *Observations) Logs(values Values, logs, below, equal []float64) error {
	o.at(values)
	clear(logs)
	for i := range below {
		below[i], equal[i] = math.NaN(), 0
	}
	met := make([]bool, len(below))
	for i := range o.seen {
		x := &o.seen[i]
		if x.sum != nil {
			continue
		}
		err := o.eachInstance(x, func() error {
			log, err := o.instance(x.of)
			logs[x.which] += log
			if below == nil || err != nil {
				return err
			}
			below[x.which], equal[x.which] = math.NaN(), 0
			if !met[x.which] && x.of.Times == nil {
				ops := &Operands{Env: &o.env, Work: &o.work}
				below[x.which], equal[x.which] = ops.Below(x.of.X, x.of.Dist)
				err = ops.Err
			}
			met[x.which] = true
			return err
		})
		if err != nil {
			return err
		}
	}
	return o.addSums(values, logs, below, equal, met)
}

// eachInstance runs over the copies of an instance whose conditions hold.
func (o *Observations) eachInstance(x *observed, body func() error) error {
	o.env.Index = x.index
	err := o.eachCopy(x.of.Copies, func() error { return Instances(nil, x.drawn, &o.env, body) })
	if err != nil {
		return fmt.Errorf("%s: %s: %w", x.of.At, x.of.Text, err)
	}
	return nil
}

// Reads lists the variables that the observations depend on, but for what is computed, and for what is summed out.
func Reads(j *joint.Joint, out ...Summed) (list []*model.Variable) {
	seen := map[*model.Variable]bool{}
	for _, s := range out {
		seen[s.Variable] = true
	}
	var visit func(e *model.Expr)
	visit = func(e *model.Expr) {
		e.Walk(func(e *model.Expr) {
			if e.Op != model.OpVariable || !e.Variable.Random || seen[e.Variable] {
				return
			}
			v := e.Variable
			seen[v] = true
			drawn := len(j.Defining(v)) == 0
			for _, s := range j.Defining(v) {
				if s.Kind == joint.Defined {
					s.Exprs(visit)
				}
				drawn = drawn || s.Kind == joint.Drawn
			}
			if drawn {
				list = append(list, v)
			}
		})
	}
	for _, s := range j.Statements {
		if _, data := ObservedBy(s); data {
			s.Exprs(visit)
		}
	}
	return list
}

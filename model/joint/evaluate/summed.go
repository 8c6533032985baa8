package evaluate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"mpc/data"
	"mpc/model"
	"mpc/model/joint"
	"mpc/special"
)

// A Summed is a variable of few values, from 0 on, that is summed out of what is observed.
type Summed struct {
	Variable *model.Variable
	Values   int
}

// A sum is over the values of an element.
type sum struct {
	of    Summed
	index []int
	which int // the observation
	prior []observed
	logs  []float64   // by value
	pit   [][]float64 // by value the probability of less than what is observed, and of it itself, of each instance whose conditions hold
}

// KeyOfSum is the key of what is observed given an element that is summed out.
func KeyOfSum(v *model.Variable, index []int) string { return fmt.Sprint("given ", v.Name, index) }

// errSeveral is the error of an instance that several elements would be summed out of.
var errSeveral = errors.New("it reads several elements of what is summed out")

// sumOut finds the element that each instance reads.
func (o *Observations) sumOut(out []Summed) error {
	of := map[string]*sum{}
	for i := range o.seen {
		x := &o.seen[i]
		o.env.Index = x.index
		var exprs []*model.Expr
		x.of.Exprs(func(e *model.Expr) { exprs = append(exprs, e) })
		found := &sum{}
		if err := o.readBy(found, out, exprs); err != nil {
			return fmt.Errorf("%s: %s: %w", x.of.At, x.of.Text, err)
		}
		if found.of.Variable == nil {
			continue
		}
		key := KeyOfSum(found.of.Variable, found.index)
		if of[key] == nil {
			of[key] = found
			found.logs, found.pit = make([]float64, found.of.Values), make([][]float64, found.of.Values)
			o.sums, o.largest = append(o.sums, found), max(o.largest, found.of.Values)
		}
		x.sum = of[key]
	}
	o.join()
	return o.priors(of, out)
}

// readBy finds the element that expressions read, be it by what is computed from it.
func (o *Observations) readBy(found *sum, out []Summed, exprs []*model.Expr) (err error) {
	note := func(e *model.Expr) error {
		v := e.Variable
		for _, s := range out {
			if s.Variable != v {
				continue
			}
			at, err := data.Index(e.Args, &o.env)
			if err != nil {
				return err
			}
			if found.of.Variable != nil && (found.of.Variable != v || place(found.index) != place(at)) {
				return errSeveral
			}
			found.of, found.index = s, at
			return nil
		}
		all, err := o.definitions(v)
		if err != nil || len(all) == 0 {
			return err
		}
		if !o.computedFrom(v, out) {
			return nil
		}
		at, err := data.Index(e.Args[:min(len(e.Args), len(v.Dims))], &o.env)
		if err != nil {
			return err
		}
		for _, x := range all[place(at)] {
			var inside []*model.Expr
			x.of.Exprs(func(e *model.Expr) { inside = append(inside, e) })
			if err := o.apart(x.index, func() error { return o.readBy(found, out, inside) }); err != nil {
				return err
			}
		}
		return nil
	}
	for _, e := range exprs {
		e.Walk(func(x *model.Expr) {
			if err == nil && x.Op == model.OpVariable && x.Variable.Random {
				err = note(x)
			}
		})
	}
	return err
}

// computedFrom tells whether definitions of a variable read what is summed out.
func (o *Observations) computedFrom(v *model.Variable, out []Summed) (found bool) {
	for _, s := range o.joint.Defining(v) {
		if s.Kind != joint.Defined {
			continue
		}
		s.Exprs(func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				switch {
				case found || x.Op != model.OpVariable || x.Variable == v:
				case slices.ContainsFunc(out, func(s Summed) bool { return s.Variable == x.Variable }):
					found = true
				default:
					found = o.computedFrom(x.Variable, out)
				}
			})
		})
	}
	return found
}

// join makes one observation of those that read one element.
func (o *Observations) join() {
	to := make([]int, len(o.List))
	for i := range to {
		to[i] = i
	}
	root := func(i int) int {
		for to[i] != i {
			i = to[i]
		}
		return i
	}
	first := map[*sum]int{}
	for i := range o.seen {
		x := &o.seen[i]
		if x.sum == nil {
			continue
		}
		k, ok := first[x.sum]
		if !ok {
			first[x.sum] = x.which
			continue
		}
		a, b := root(k), root(x.which)
		if to[max(a, b)] = min(a, b); a != b {
			one := &o.List[min(a, b)]
			if one.Variable == nil {
				one.Input, one.Variable, one.Index = nil, x.sum.of.Variable, x.sum.index
			}
		}
	}
	var list []Observation
	at := make([]int, len(to))
	for i := range to {
		if to[i] == i {
			at[i] = len(list)
			list = append(list, o.List[i])
		}
	}
	for i := range o.seen {
		x := &o.seen[i]
		if x.which = at[root(x.which)]; x.sum != nil {
			x.sum.which = x.which
		}
	}
	o.List = list
}

// priors finds what the elements are drawn from.
func (o *Observations) priors(of map[string]*sum, out []Summed) error {
	for _, s := range out {
		for _, prior := range o.joint.Defining(s.Variable) {
			if prior.Kind != joint.Drawn {
				continue
			}
			known, drawn := o.guards(prior)
			o.env.Index = map[*model.Index]int{}
			err := Instances(prior.Loops, known, &o.env, func() error {
				at, err := data.Index(prior.X.Args, &o.env)
				if x := of[KeyOfSum(s.Variable, at)]; x != nil && err == nil {
					x.prior = append(x.prior, observed{of: prior, index: maps.Clone(o.env.Index), drawn: drawn})
				}
				return err
			})
			if err != nil {
				return fmt.Errorf("%s: %s: %w", prior.At, prior.Text, err)
			}
		}
	}
	return nil
}

// addSums adds the logs of sums over values.
func (o *Observations) addSums(values Values, logs, below, equal []float64, met []bool) error {
	if len(o.sums) == 0 {
		return nil
	}
	for k := range o.largest {
		o.at(func(v *model.Variable, index, copies []int) (float64, error) {
			for _, s := range o.sums {
				if s.of.Variable == v {
					return float64(min(k, s.of.Values-1)), nil
				}
			}
			return values(v, index, copies)
		})
		if err := o.logsGiven(k, below != nil); err != nil {
			return err
		}
	}
	for _, s := range o.sums {
		log := math.Inf(-1)
		for _, x := range s.logs {
			log = special.LogSumExp(log, x)
		}
		logs[s.which] += log
		if below == nil {
			continue
		}
		low, same := s.below()
		if met[s.which] || o.List[s.which].Variable != nil {
			low, same = math.NaN(), 0
		}
		below[s.which], equal[s.which], met[s.which] = low, same, true
	}
	return nil
}

// logsGiven finds what is said where all elements have a value.
func (o *Observations) logsGiven(k int, pit bool) error {
	for _, s := range o.sums {
		if k >= s.of.Values {
			continue
		}
		s.logs[k], s.pit[k] = 0, s.pit[k][:0]
		for i := range s.prior {
			if err := o.eachInstance(&s.prior[i], func() error {
				log, err := o.instance(s.prior[i].of)
				s.logs[k] += log
				return err
			}); err != nil {
				return err
			}
		}
		if pit {
			s.pit[k] = append(s.pit[k], math.Exp(s.logs[k]))
		}
	}
	for i := range o.seen {
		x := &o.seen[i]
		if x.sum == nil || k >= x.sum.of.Values {
			continue
		}
		if err := o.eachInstance(x, func() error {
			log, err := o.instance(x.of)
			if x.sum.logs[k] += log; err != nil || !pit || x.of.Times != nil {
				return err
			}
			ops := &Operands{Env: &o.env, Work: &o.work}
			low, same := ops.Below(x.of.X, x.of.Dist)
			x.sum.pit[k] = append(x.sum.pit[k], low, same)
			return ops.Err
		}); err != nil {
			return err
		}
	}
	return nil
}

// below is the probability of less than what is observed, and of it itself: NaN where not one instance is observed given each value.
func (s *sum) below() (low, same float64) {
	for _, p := range s.pit {
		if len(p) != 3 {
			return math.NaN(), 0
		}
		if p[0] > 0 {
			low, same = low+p[0]*p[1], same+p[0]*p[2]
		}
	}
	return low, same
}

package evaluate

import (
	"fmt"
	"math"
	"strconv"

	"mpc/data"
	"mpc/mcmc"
	"mpc/model"
	"mpc/model/joint"
)

// Values are those of what is drawn: of the element of a variable at indices, those of its
// component too where it is a vector or a matrix, in the copies that the repeats around make
// of it. Truths are 0 and 1.
type Values func(v *model.Variable, index, copies []int) (float64, error)

// A Density is the log joint density of a model with its data.
type Density struct {
	joint  *joint.Joint
	env    data.Env
	work   mcmc.VectorWork
	values Values
	copies []int // in which a statement stands
	// defined are the instances of statements that define each element, by its key.
	defined map[*model.Variable]map[string][]*definition
}

// A definition is an instance of a statement that defines an element.
type definition struct {
	of    *joint.Statement
	index map[*model.Index]int
	// value is what it was computed to be in the copies of key, component by component.
	value     map[string][]float64
	computing bool
}

// New is the density of a model with its data.
func New(j *joint.Joint, set *data.Set) *Density {
	d := &Density{joint: j, defined: map[*model.Variable]map[string][]*definition{}}
	d.env = data.Env{Set: set, Index: map[*model.Index]int{}}
	d.env.Variable, d.env.Drawn = d.element, d.element
	d.env.Inverse = d.work.Inverse
	return d
}

// Log is the log joint density at values, -Inf where a condition does not hold. Equations
// count as conditions, as densities do that are given what they solve for.
func (d *Density) Log(values Values) (float64, error) {
	return d.LogOf(values, func(*joint.Statement) bool { return true })
}

// LogOf is what the statements of some say of values.
func (d *Density) LogOf(values Values, of func(*joint.Statement) bool) (float64, error) {
	d.at(values)
	log := 0.0
	for _, s := range d.joint.Statements {
		if s.Kind == joint.Defined || !of(s) {
			continue
		}
		x, err := d.statement(s)
		if err != nil {
			return 0, fmt.Errorf("%s: %s: %w", s.At, s.Text, err)
		}
		log += x
	}
	return log, nil
}

// at makes values those that are read.
func (d *Density) at(values Values) {
	d.values = values
	for _, all := range d.defined {
		for _, list := range all {
			for _, x := range list {
				x.value = nil
			}
		}
	}
}

// statement is what all instances of a statement add.
func (d *Density) statement(s *joint.Statement) (log float64, err error) {
	d.env.Index = map[*model.Index]int{}
	known, drawn := d.guards(s)
	err = Instances(s.Loops, known, &d.env, func() error {
		return d.eachCopy(s.Copies, func() error {
			return Instances(nil, drawn, &d.env, func() error {
				x, err := d.instance(s)
				log += x
				return err
			})
		})
	})
	return log, err
}

// guards are the conditions of a statement on data, and those on what is drawn.
func (d *Density) guards(s *joint.Statement) (known, drawn []*model.Expr) {
	for _, g := range s.Guards {
		if readsDrawn(g) {
			drawn = append(drawn, g)
		} else {
			known = append(known, g)
		}
	}
	return known, drawn
}

// eachCopy runs over the copies of a statement.
func (d *Density) eachCopy(copies []*model.Expr, body func() error) error {
	if len(copies) == 0 {
		return body()
	}
	n, err := data.Int(copies[0], &d.env)
	for k := 0; k < n && err == nil; k++ {
		d.copies = append(d.copies, k)
		err = d.eachCopy(copies[1:], body)
		d.copies = d.copies[:len(d.copies)-1]
	}
	return err
}

// instance is what one instance of a statement adds.
func (d *Density) instance(s *joint.Statement) (float64, error) {
	o := &Operands{Env: &d.env, Work: &d.work}
	times := 1.0
	if s.Times != nil {
		times = o.Real(s.Times)
	}
	log, holds := 0.0, true
	switch {
	case o.Err != nil || times == 0:
		return 0, o.Err
	case s.Kind == joint.Condition:
		holds = o.Truth(s.Value)
	case s.Kind == joint.Equation:
		a, b := o.Real(s.Value), o.Real(s.Other)
		holds = a == b || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))
	default:
		log = times * o.LogDensity(s.X, s.Dist)
	}
	if !holds {
		log = math.Inf(-1)
	}
	return log, o.Err
}

// element is the value of an element of a variable, or of a component of one: where a
// statement defines it what that computes, and else what it is given to be.
func (d *Density) element(v *model.Variable, index []int) (float64, error) {
	all, err := d.definitions(v)
	if err != nil {
		return 0, err
	}
	at := min(len(index), len(v.Dims))
	for _, x := range all[place(index[:at])] {
		if value, err := d.computed(x); value != nil || err != nil {
			return part(value, index[at:], v, err)
		}
	}
	if !v.Random {
		return 0, fmt.Errorf("%s%v is never defined", v.Name, index)
	}
	return d.values(v, index, d.copies[:min(len(d.copies), d.joint.Copied(v))])
}

// place is an index as a key.
func place(index []int) string {
	var b [32]byte
	key := b[:0]
	for _, i := range index {
		key = append(strconv.AppendInt(key, int64(i), 10), ',')
	}
	return string(key)
}

// part is a component of a value.
func part(value []float64, at []int, v *model.Variable, err error) (float64, error) {
	if err != nil {
		return 0, err
	}
	k := 0
	switch len(at) {
	case 1:
		k = at[0]
	case 2:
		k = at[0]*int(math.Round(math.Sqrt(float64(len(value))))) + at[1]
	}
	if k < 0 || k >= len(value) {
		return 0, fmt.Errorf("%s has no component %v", v.Name, at)
	}
	return value[k], nil
}

// definitions finds the statements that define each element of a variable.
func (d *Density) definitions(v *model.Variable) (map[string][]*definition, error) {
	if all, ok := d.defined[v]; ok {
		return all, nil
	}
	all := map[string][]*definition{}
	d.defined[v] = all
	for _, s := range d.joint.Defining(v) {
		if s.Kind != joint.Defined {
			continue
		}
		known, _ := d.guards(s)
		err := d.apart(nil, func() error {
			return Instances(s.Loops, known, &d.env, func() error {
				at, err := data.Index(s.X.Args, &d.env)
				if err != nil {
					return err
				}
				x := &definition{of: s, index: map[*model.Index]int{}}
				for _, l := range s.Loops {
					x.index[l.Index] = d.env.Index[l.Index]
				}
				all[place(at)] = append(all[place(at)], x)
				return nil
			})
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Text, err)
		}
	}
	return all, nil
}

// apart runs body with loop indices of its own.
func (d *Density) apart(index map[*model.Index]int, body func() error) error {
	before := d.env.Index
	d.env.Index = map[*model.Index]int{}
	for i, k := range index {
		d.env.Index[i] = k
	}
	err := body()
	d.env.Index = before
	return err
}

// computed is the value that a definition gives its element, nil where it does not count.
func (d *Density) computed(x *definition) ([]float64, error) {
	key := place(d.copies)
	if value := x.value[key]; value != nil {
		return value, nil
	}
	if x.computing {
		return nil, fmt.Errorf("%s is computed from itself", x.of.X)
	}
	x.computing = true
	var value []float64
	_, drawn := d.guards(x.of)
	err := d.apart(x.index, func() error {
		return Instances(nil, drawn, &d.env, func() (err error) {
			if e := x.of.Value; e.Type.Dimensions > 0 || e.Op == model.OpList {
				value, err = data.Vector(e, &d.env)
				return err
			}
			n, err := data.Eval(x.of.Value, &d.env)
			value = []float64{n}
			return err
		})
	})
	x.computing = false
	if err != nil {
		return nil, err
	}
	if value != nil {
		if x.value == nil {
			x.value = map[string][]float64{}
		}
		x.value[key] = value
	}
	return value, nil
}

// readsDrawn tells whether an expression reads what is drawn.
func readsDrawn(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable.Random })
	return found
}

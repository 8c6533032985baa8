package interp

import (
	"errors"
	"slices"

	"mpc/codegen/code/chains"
	codes "mpc/codegen/code/evaluate"
	"mpc/data"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint/evaluate"
)

// The code of a chain says which draw failed, of which element, and how. What the statements are that make it
// impossible is found here, from what they say at the values that the chain then had.

// A scene is where a chain stood when a draw failed.
type scene struct {
	*sampler
	chain  *chain
	env    *data.Env
	values map[*model.Variable]*values
	vector mcmc.VectorWork
	// saySite says what a row of a latent Gaussian model does that is no normal density.
	saySite func(*conditional.Row, *mcmc.NormalBlock, *operands)
	// drawing is what was drawn.
	drawing *conditional.Draw
}

// newScene takes the present values of a chain.
func (x *sampler) newScene(c *chain) (*scene, error) {
	s := &scene{sampler: x, chain: c, values: map[*model.Variable]*values{}}
	env := *x.run.env
	env.Index = map[*model.Index]int{}
	env.Drawn = s.present
	env.Density, env.Inverse = s.densityIn, s.vector.Inverse
	s.env = &env
	for _, d := range x.run.program.Sampling.Draws {
		for _, v := range d.Variables {
			dims := v.Dims
			if v.Type.Dimensions > 0 {
				dims = append(dims[:len(dims):len(dims)], v.Sizes...)
			}
			table, err := newValues(s.nameOf(v), dims, *x.run.env)
			if err != nil {
				return nil, x.evalError(err, v.At, v.Name, "")
			}
			if table.numbers, err = c.code.Values(v, table.numbers[:0]); err != nil {
				return nil, err
			}
			s.values[v] = table
		}
	}
	return s, nil
}

// operands collects values at the present values of all variables.
func (c *scene) operands() *operands {
	return &operands{Operands: evaluate.Operands{Env: c.env, Work: &c.vector}, c: c}
}

// An operands collects values of what a chain draws, until one cannot be computed.
type operands struct {
	evaluate.Operands
	c *scene
}

// logDensity is the log density of a value.
func (c *scene) logDensity(x *model.Expr, d *model.Dist) (float64, error) {
	o := c.operands()
	log := o.LogDensity(x, d)
	return log, o.Err
}

// densityIn is a log density in an expression, with the indices that it has there.
func (c *scene) densityIn(e *model.Expr, env *data.Env) (float64, error) {
	o := evaluate.Operands{Env: env, Work: &c.vector}
	log := o.LogDensity(e.Args[0], e.Distribution())
	return log, o.Err
}

// elements runs over the elements that a draw is about.
func (c *scene) elements(d *conditional.Draw, body func() error) error {
	c.drawing = d
	err := evaluate.Along(d.Elements, d.Down, c.env, func() error {
		for _, g := range d.Guards {
			if yes, err := data.Eval(g, c.env); err != nil || yes == 0 {
				return err
			}
		}
		return body()
	})
	if err != nil {
		return c.evalError(err, d.Pos(), d.Name(), c.place(d.Elements))
	}
	return nil
}

// over sets the indices of loops to all their values, and leaves them where body fails.
func (c *scene) over(loops []*model.Loop, body func() error) error {
	return evaluate.Over(loops, c.env, body)
}

// refused is the error of data that a chain does not take.
func (x *sampler) refused(err error) error {
	wrong := (*chains.DataError)(nil)
	if !errors.As(err, &wrong) {
		return x.errorf(Internal, x.run.program.Graph.Model.Infer[0].At, "", "%v", err)
	}
	if err := x.outOfRange(wrong); err != nil {
		return err
	}
	return x.errorf(Internal, x.run.program.Graph.Model.Infer[0].At, "", "%v", err)
}

// outOfRange is the error of an index that some value of a variable puts outside of an array: of the first instance of the
// statement at whose line that is which reads so far when all that is drawn has that value.
func (x *sampler) outOfRange(wrong *chains.DataError) error {
	if !wrong.Index || len(wrong.Numbers) == 0 {
		return nil
	}
	env := *x.run.env
	env.Index = map[*model.Index]int{}
	env.Drawn = func(*model.Variable, []int) (float64, error) { return float64(wrong.Numbers[0]), nil }
	s := &scene{sampler: x, env: &env}
	env.Density, env.Inverse = s.densityIn, s.vector.Inverse
	for _, f := range x.run.program.Sampling.Factors {
		if f.At.Line != wrong.Complaint.Line {
			continue
		}
		t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds, Log: f.Log}
		err := s.instances(t, func() error {
			_, err := s.logTerm(t)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// explained is the error of a part of a chain, with the statement that makes it impossible.
func (x *sampler) explained(c *chain, err error) error {
	if err == nil {
		return nil
	}
	fault, stop := (*chains.Fault)(nil), (*codes.Stop)(nil)
	function := c.code.Left()
	errors.As(err, &fault)
	if errors.As(err, &stop) {
		function = stop.Function
	}
	s, wrong := x.newScene(c)
	if wrong != nil {
		return wrong
	}
	var found error
	u := x.code.Drawing(function)
	switch {
	case stop != nil && u != nil:
		found = s.stopped(u.Sampled)
	case fault == nil && u != nil && u.Sampled.Method == conditional.Joint:
		return x.tooMany(u.Sampled)
	case fault != nil:
		found = s.explain(fault)
	}
	if found != nil {
		return found
	}
	return x.errorf(Internal, x.run.program.Graph.Model.Infer[0].At, "", "%v", err)
}

// tooMany is the error of whole numbers and truths that cannot be drawn together.
func (x *sampler) tooMany(d *conditional.Draw) error {
	e := x.errorf(Block, d.Pos(), d.Prior[0].Factor.Text, "so many elements of %s depend on each other that they cannot be drawn together", d.Name())
	e.Hint = "methods: {z: finite} draws the elements of z one after the other"
	return e
}

// explain is the error of a fault.
func (c *scene) explain(f *chains.Fault) error {
	u, by := c.code.Statement(f.Statement)
	if c.code.Phase(f.Function) == chains.Looking {
		if err := c.skipped(); err != nil {
			return err
		}
		return c.noDensity(by, f.Element)
	}
	if u == nil || u.Kind != message.Draw {
		if u = c.code.Drawing(f.Function); u == nil {
			return nil
		}
	}
	d := u.Sampled
	if c.code.Phase(f.Function) != chains.Starting {
		return c.ofElement(d, f, func() error { return c.failed(d, u, f) })
	}
	err := c.ofElement(d, f, func() error { return c.undrawn(d, f, c.begins) })
	if e := (*Error)(nil); errors.As(err, &e) && e.Hint == "" {
		e.Hint = c.startHint(d, e.At)
	}
	return err
}

// begins is what the model says of the first values of a variable in the chain.
func (c *scene) begins(v *model.Variable) *model.Dist {
	return c.program.Sampling.InitIn(v, c.chain.course.Number)
}

// ofElement runs body at the element that a fault is about, or at all of them where it is about none.
func (c *scene) ofElement(d *conditional.Draw, f *chains.Fault, body func() error) error {
	at := make([]int, len(f.Element))
	for k, i := range f.Element {
		at[k] = int(i)
	}
	return c.elements(d, func() error {
		if index, err := data.Index(d.At, c.env); err != nil || len(d.Elements) > 0 && len(at) > 0 && !slices.Equal(index, at) {
			return err
		}
		return body()
	})
}

// stopped is the error of a value that cannot be computed, in what is said of a draw.
func (c *scene) stopped(d *conditional.Draw) error {
	return c.elements(d, func() error {
		_, err := c.density(d)
		return err
	})
}

// noDensity is the error of a factor that has no density after the first scan, whatever is drawn: the data leave it
// none.
func (c *scene) noDensity(f *conditional.Factor, element []int64) error {
	t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds}
	return c.instances(t, func() error {
		for k, l := range f.Loops {
			if k < len(element) && c.env.Index[l.Index] != int(element[k]) {
				return nil
			}
		}
		if t.Holds != nil {
			return c.fault(Contradiction, t, "contradictory observation: %s does not hold", f.Text)
		}
		if err := c.parameters(t, t.Dist); err != nil {
			return err
		}
		return c.fault(Contradiction, t, "contradictory observation: the data leave no value to %s", f.Text)
	})
}

package evaluate

import (
	"fmt"

	"mpc/data"
	"mpc/mcmc"
	"mpc/model"
)

// Operands collects values until one cannot be computed.
type Operands struct {
	Env  *data.Env
	Work *mcmc.VectorWork
	Err  error
}

// Real is a number.
func (o *Operands) Real(e *model.Expr) float64 {
	if o.Err != nil {
		return 0
	}
	x, err := data.Eval(e, o.Env)
	o.Err = err
	return x
}

// Truth is a truth.
func (o *Operands) Truth(e *model.Expr) bool { return o.Real(e) != 0 }

// Whole is a whole number.
func (o *Operands) Whole(e *model.Expr) int {
	if o.Err != nil {
		return 0
	}
	x, err := data.Int(e, o.Env)
	o.Err = err
	return x
}

// Vector is a vector, or a matrix row by row.
func (o *Operands) Vector(e *model.Expr) []float64 {
	if o.Err != nil {
		return nil
	}
	x, err := data.Vector(e, o.Env)
	o.Err = err
	return x
}

// Seen is the datum of a vector that is drawn, NaN where it has no component.
func (o *Operands) Seen(e *model.Expr) []float64 {
	if o.Err != nil {
		return nil
	}
	x, err := data.Seen(e, o.Env)
	o.Err = err
	return x
}

// LogOdds are those of a softmax.
func (o *Operands) LogOdds(e *model.Expr) []float64 {
	if o.Err != nil {
		return nil
	}
	x, err := data.LogOdds(e, o.Env)
	o.Err = err
	return x
}

// Given is a distribution that the data give.
func (o *Operands) Given(e *model.Expr) any {
	if o.Err != nil {
		return nil
	}
	x, err := data.Dist(e, o.Env)
	o.Err = err
	return x
}

// Fail notes what went wrong, unless something did before.
func (o *Operands) Fail(format string, args ...any) {
	if o.Err == nil {
		o.Err = fmt.Errorf(format, args...)
	}
}

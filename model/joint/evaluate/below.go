package evaluate

import (
	"math"

	"mpc/model"
)

// Below is the probability of less than a value, and of the value itself, which is 0 of a number. It
// is NaN where a distribution has no distribution function of a number here.
func (o *Operands) Below(x *model.Expr, d *model.Dist) (below, equal float64) {
	if x.Type.Dimensions > 0 || d.Name == model.Given {
		return math.NaN(), 0
	}
	if x.Type.Kind == model.Bool {
		equal = math.Exp(o.LogDensity(x, d))
		if o.Truth(x) {
			below = 1 - equal
		}
		return below, equal
	}
	mass := d.LogMass()
	if mass == nil {
		return math.NaN(), 0
	}
	high := o.Real(x)
	if x.Type.Kind != model.Real {
		equal = math.Exp(o.LogDensity(x, d))
		high--
	}
	log, _ := o.Apply(mass.Function, append([]*model.Expr{model.Number(math.Inf(-1)), model.Number(high)}, mass.Args...)).(float64)
	return math.Exp(log), equal
}

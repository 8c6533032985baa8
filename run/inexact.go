package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/engine"
	"mpc/lang"
	"mpc/message/conditional"
)

// inexact is the warning of what importance sampling found to be off in a joint posterior, of what is asked for: of the number
// that is farthest off, with how many others.
func (r *Result) inexact(c *mpc.Compilation, set *data.Set) lang.Diagnostics {
	if c.Program == nil || c.Program.Gaussian == nil {
		return nil
	}
	of := c.Program.Gaussian
	draw := func(x engine.Inexact) *conditional.Draw {
		return slices.Concat(of.Parts(), of.Hyper)[x.Number.Variable]
	}
	var list []engine.Inexact
	for _, x := range r.Inexact {
		if slices.Contains(c.Model.Infer, of.Shown(draw(x))) {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return nil
	}
	far := func(x engine.Inexact) float64 {
		return max(math.Abs(x.WeighedMean-x.Mean)/x.SD, 2*math.Abs(x.WeighedSD-x.SD)/x.SD) // as the limits are
	}
	worst := slices.MaxFunc(list, func(a, b engine.Inexact) int { return cmp.Compare(far(a), far(b)) })
	v := of.Shown(draw(worst))
	d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: draw(worst).Prior[0].Factor.At, Code: lang.CodeInexact}
	d.Message = fmt.Sprintf("the posterior of %s is off: its mean is %.4g and its sd %.4g, where importance sampling finds %.4g (± %.1g) and %.4g (± %.1g)",
		r.elementName(v, indexIn(v, set, worst.Number.Element)), worst.Mean, worst.SD, worst.WeighedMean, worst.MeanError, worst.WeighedSD, worst.SDError)
	switch n := len(list) - 1; {
	case n == 1:
		d.Message += "; so is that of another number"
	case n > 1:
		d.Message += fmt.Sprintf("; so are those of %d other numbers", n)
	}
	d.WithHint("algorithm: gibbs draws from the posterior itself")
	return lang.Diagnostics{d}
}

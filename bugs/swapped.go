package bugs

import (
	"math"

	"mpc/lang"
)

// swapped reports parameters of dbin and dnegbin that stand in the order of R, as far as data say it: the probability comes first in BUGS.
func (t *translator) swapped() {
	v := t.quiet()
	for _, s := range t.all {
		if s.Dist == nil || len(s.Dist.Args) != 2 || alias(s.Dist.Fun) != "dbin" && alias(s.Dist.Fun) != "dnegbin" || t.HasErrors() {
			continue
		}
		looked := 0
		v.loops(s, func() *unknown {
			if looked++; looked <= maxLooked && !t.HasErrors() {
				t.swappedAt(s, &v)
			}
			return nil
		})
	}
}

// swappedAt is swapped of one iteration.
func (t *translator) swappedAt(s *site, v *evaluation) {
	values := [2]float64{math.NaN(), math.NaN()}
	for k, e := range s.Dist.Args {
		if !t.isKnown(e, s) {
			continue
		}
		x, left := v.number(e)
		v.report = &lang.Collector{}
		if left == nil {
			values[k] = x
		}
	}
	p, n := s.Dist.Args[0], s.Dist.Args[1]
	var d *lang.Diagnostic
	switch {
	case values[0] < 0 || values[0] > 1:
		what := "it is not " + inShort(values[0])
		if !isNumber(p) {
			what = p.String() + " is " + inShort(values[0]) + " here"
		}
		d = t.Errorf(p.Pos(), lang.CodeArguments, "the first parameter of %s is a probability, from 0 to 1, and %s", s.Dist.Fun, what)
	case alias(s.Dist.Fun) == "dbin" && !math.IsNaN(values[1]) && values[1] != math.Trunc(values[1]):
		d = t.Errorf(n.Pos(), lang.CodeDataType, "the second parameter of dbin is the number of trials, a whole number, and not %s", inShort(values[1]))
	default:
		return
	}
	if values[0] > 1 && values[1] > 1 || values[0] < 0 || math.IsNaN(values[0]) && values[1] > 1 {
		return // the other order would be no better
	}
	d.WithHint("the probability comes first here, and R has it last: %s(%s, %s)", s.Dist.Fun, n, p)
}

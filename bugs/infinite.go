package bugs

import (
	"math"
	"slices"

	"mpc/lang"
)

// finite is the values of an input of the model. It reports one that the program computes and that is infinite, with the
// values of the indices there. What is only read on the way to other numbers may be so.
func (t *translator) finite(name string) *Array {
	a := t.values.data[name]
	if !t.known[name] || t.given[name] != nil || !slices.ContainsFunc(a.Values, isInfinite) {
		return a
	}
	for _, s := range t.all {
		if s.Dist != nil || s.Target.Name != name {
			continue
		}
		found := false
		quiet := *t.values
		quiet.report, quiet.steps = &lang.Collector{}, new(int)
		quiet.loops(s, func() *unknown {
			places, _, left := quiet.places(s.Target, a)
			if left != nil || found || !slices.ContainsFunc(places, func(p int) bool { return isInfinite(a.Values[p]) }) {
				return left
			}
			found = true
			t.Errorf(s.Value.Pos(), lang.CodeNotFinite, "%s is infinite%s", s.Value, t.iteration(s, &quiet)).
				WithHint("the values of data that it reads decide: is one of them 0, or too large?")
			return nil
		})
		if found {
			break
		}
	}
	return a
}

func isInfinite(x float64) bool { return math.IsInf(x, 0) }

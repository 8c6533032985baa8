package run

import (
	"math"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// rounded reports the draws of numbers that roundings make: they spread no more than
// sums of the data are rounded by, beside their mean. What goes with them, as the precision
// of equal data, may be off by any factor.
func rounded(c *mpc.Compilation, set *data.Set, r *Result) error {
	limit := max(0x1p-50, 0x1p-54*float64(set.Numbers()))
	report := lang.Collector{File: c.Model.File.Name, Origin: c.Model.File.Origin}
	for _, v := range c.Model.Infer {
		if !v.Random || !isDrawn(c.Model, v) {
			continue
		}
		list, err := r.elementsOf(v)
		if err != nil {
			return err
		}
		for _, x := range list {
			cell := x.Cells[0]
			if cell.SD > 0 && cell.SD < limit*math.Abs(cell.Mean) {
				report.Errorf(v.At, lang.CodeRounding, "the standard deviation of %s, %.2g, is that of roundings beside its mean, %.6g: what goes with it is wrong", x.Name, cell.SD, cell.Mean).
					WithHint("give the precision of the data a prior that keeps their noise above what is rounded, or subtract a constant near the mean from the data")
				break
			}
		}
	}
	if report.HasErrors() {
		return report.List()
	}
	return nil
}

// isDrawn tells whether a variable is drawn: what is computed may be the same in all draws, as the
// sum of probabilities is.
func isDrawn(m *model.Model, v *model.Variable) bool {
	return slices.ContainsFunc(m.Relations, func(r *model.Relation) bool {
		return r.Kind == model.Draw && r.Target.Op == model.OpVariable && r.Target.Variable == v
	})
}

package advice

import (
	"slices"

	"mpc/lang"
	"mpc/model"
)

// unscaled warns of evidence with a prior that has no density: it is a number with an
// arbitrary factor, which no other model's can be compared with.
func (c *Stages) unscaled() (list lang.Diagnostics) {
	if !c.Model.Evidence {
		return nil
	}
	for _, f := range c.Model.Relations {
		if f.Kind != model.Draw || !f.Dist.Flat() || c.fixed(f) {
			continue
		}
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: f.At, Code: lang.CodeImproper,
			Message: "the evidence has no scale: " + f.Text + " is no distribution, and counts as 1 everywhere"}
		d.WithHint("give a proper prior where the evidence of models is compared")
		list = append(list, d)
	}
	return list
}

// fixed tells whether the same statement says what sums are: of an intrinsic autoregression.
func (c *Stages) fixed(f *model.Relation) bool {
	return slices.ContainsFunc(c.Model.Relations, func(o *model.Relation) bool { return o.Kind == model.ObserveEqual && o.At == f.At })
}

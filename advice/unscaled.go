package advice

import "mpc/lang"

// unscaled warns of evidence with a prior that has no density: it is a number with an
// arbitrary factor, which no other model's can be compared with.
func (c *Stages) unscaled() (list lang.Diagnostics) {
	if !c.Model.Evidence {
		return nil
	}
	for _, f := range c.Graph.Factors {
		x, p := f.Slot("x"), f.Slot("precision")
		if f.Kind.Name != "normal_precision" || x.Edge == nil || p.Data == nil || !p.Data.IsNumber(0) {
			continue
		}
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: f.At, Code: lang.CodeImproper,
			Message: "the evidence has no scale: " + f.Text + " is no distribution, and counts as 1 everywhere"}
		d.WithHint("give a proper prior where the evidence of models is compared")
		list = append(list, d)
	}
	return list
}
